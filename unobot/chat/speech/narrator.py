"""From what happened to what is said about it: one line for the channel per move, and why a move was refused.

`Narrator` looks at a game and at who sits where, and picks sentences; it announces from public events only, so it
cannot tell what a channel may not know. Refusals are private and may name the cards of the player who is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from unobot.chat.people import Person
from unobot.chat.speech import english as say
from unobot.chat.speech.boards import top_line
from unobot.chat.speech.line import Line, Span, Strong, fill, join, plain
from unobot.engine import events as e
from unobot.engine.actions import PASS, Action, Catch, Play
from unobot.engine.cards import WD4, Color, Figure
from unobot.engine.game import Game
from unobot.engine.phase import Phase
from unobot.engine.reasons import Reason
from unobot.engine.rules import Rules

Names = Callable[[int], Person]

_TURNING = (e.Played, e.Named, e.Expired, e.Challenged, e.Passed, e.Left, e.Skipped)


def _turns(event: e.Event) -> bool:
    """After these the turn is worth a word; a catch, a call or a foul leaves it where it was."""
    return isinstance(event, _TURNING) or (isinstance(event, e.Drew) and event.why in (e.Why.PICK, e.Why.PILE))


def voice(prefix: str) -> Callable[..., Line]:
    """`fill` for a channel whose orders begin with this prefix."""

    def speak(template: str, /, **fields: object) -> Line:
        return fill(template.replace("!uno", f"{prefix}uno"), **fields)

    return speak


def color_word(color: Color) -> str:
    return say.COLORS[color]


def figure_word(figure: Figure) -> str:
    return say.FIGURES.get(figure, figure.value)


def any_of(figure: Figure) -> str:
    template = say.ANY_EIGHT if figure is Figure.EIGHT else say.ANY_OF
    return plain(fill(template, figure=figure_word(figure)))


def listed(words: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return say.OR.join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def answers(game: Game) -> list[str]:
    """What may answer the draw that waits, in words."""
    figures = game.rules.answers[game.kind]
    words = []
    for figure in (Figure.DRAW_TWO, Figure.SKIP, Figure.REVERSE, Figure.WD4):
        if figure not in figures:
            continue
        anything = figure is Figure.WD4 or figure is game.top.figure
        if figure in (Figure.DRAW_TWO, Figure.WD4) and anything:
            words.append(figure_word(figure))
        elif anything or game.color is None:
            words.append(any_of(figure))
        else:
            words.append(plain(fill(say.A_COLORED, color=color_word(game.color), figure=figure_word(figure))))
    return words


def _choice(game: Game, nothing: str, answer: str, challenge: str, both: str) -> str:
    words = answers(game)
    if not words:
        return challenge if game.bluff else nothing
    return plain(fill(both if game.bluff else answer, answers=listed(words)))


def may(game: Game) -> str:
    """What the player whom a draw points at may do."""
    return _choice(game, say.MAY_TAKE, say.MAY_ANSWER, say.MAY_CHALLENGE, say.MAY_BOTH)


@dataclass(frozen=True, slots=True)
class Telling:
    """What a channel hears of one action: the line of the move, and extra lines."""

    line: Line
    extra: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Narrator:
    """Words about one game; `name` gives the person on a seat."""

    game: Game
    name: Names

    # One action

    def tell(self, happened: Iterable[e.Event]) -> Telling:
        """The line about these events, made when the game has already changed."""
        public = [e.public(event) for event in happened]
        extra = [line for line in map(self._extra, public) if line]
        sentences = [self._jump(public), self._main(public), *map(self._also, public)]
        if not self.game.over:
            sentences.append(self._whose_turn(public))
        return Telling(join(line for line in sentences if line), tuple(extra))

    def _jump(self, public: list[e.Event]) -> Line:
        return fill(say.JUMPS_IN) if any(isinstance(event, e.JumpedIn) for event in public) else ()

    def _extra(self, event: e.Event) -> Line:
        match event:
            case e.CalledUno(seat=seat):
                template = say.UNO if self.game.rules.uno_call == "auto" else say.CALLS_UNO
                return fill(template, player=self.name(seat))
            case e.RoundWon():
                return self.round_won(event)
            case _:
                return ()

    def _also(self, event: e.Event) -> Line:
        """What is worth a sentence of its own behind the main one."""
        match event:
            case e.Reshuffled():
                return fill(say.RESHUFFLED)
            case e.Drew(seat=seat, count=count, why=e.Why.MISSED_UNO) if not self._caught:
                return fill(say.MISSED, player=self.name(seat), count=count)
            case e.Drew(seat=seat, count=count, why=e.Why.FALSE_UNO):
                return fill(say.FALSE_UNO, player=self.name(seat), count=count)
            case _:
                return ()

    @property
    def _caught(self) -> bool:
        return self.game.rules.uno_enforcement == "catch"

    def _main(self, public: list[e.Event]) -> Line:
        for event in public:
            match event:
                case e.Played():
                    return self._played(event, public)
                case e.Named():
                    return self._named(event, public)
                case e.Expired(seat=seat):
                    return self._expired(seat, public)
                case e.Challenged():
                    return self._challenged(event, public)
                case e.Drew(seat=seat, count=count, why=e.Why.PICK):
                    template = say.PICKS if count else say.PICKS_NOTHING
                    return fill(template, player=self.name(seat), count=count)
                case e.Drew(seat=seat, count=count, why=e.Why.PILE):
                    return fill(say.TAKES, player=self.name(seat), count=count)
                case e.Passed(seat=seat):
                    return fill(say.PASSES, player=self.name(seat))
                case e.Caught(seat=seat, target=target):
                    return fill(say.CAUGHT, player=self.name(seat), who=self.name(target), count=_drawn(public))
                case e.FalselyCaught(seat=seat, target=target):
                    return fill(say.FALSE_CATCH, player=self.name(seat), who=self.name(target), count=_drawn(public))
                case e.Fouled(seat=seat, reason=reason):
                    template = say.FOUL_TURN if reason is Reason.NOT_YOUR_TURN else say.FOUL_MATCH
                    return fill(template, player=self.name(seat), count=_drawn(public))
                case e.Left(seat=seat):
                    return self._left(seat, public)
                case e.Joined(seat=seat):
                    return fill(
                        say.SITS_RUNNING, player=self.name(seat), count=_drawn(public), next=self.name(self.game.turn)
                    )
                case _:
                    continue
        return ()

    def _played(self, played: e.Played, public: list[e.Event]) -> Line:
        game = self.game
        player, cards = self.name(played.seat), _laid(played)
        skipped = [self.name(event.seat) for event in public if isinstance(event, e.Skipped)]
        drew = next((event for event in public if isinstance(event, e.Drew) and event.why is e.Why.PILE), None)
        waits = next((event for event in public if isinstance(event, e.DrawWaits)), None)
        kinds = {type(event) for event in public}

        def line(template: str, **fields: object) -> Line:
            return fill(template, player=player, cards=cards, **fields)

        if e.RoundWon in kinds:
            if drew:
                return line(say.GOES_OUT_DRAWN, who=self.name(drew.seat), count=drew.count)
            return line(say.GOES_OUT)
        if e.AnsweredWild in kinds:
            return line(say.ANSWERS_WILD_BARE if game.phase is Phase.COLOR else say.ANSWERS_WILD)
        if waits:
            return line(self._waiting(played, waits), who=self.name(waits.seat), count=waits.count, may=may(game))
        if drew:
            return line(say.DRAWS_AT_ONCE, who=self.name(drew.seat), count=drew.count)
        if game.phase is Phase.COLOR:
            if played.cards[0].wild:
                return line(say.PLAYS_BARE)
            return line(say.NO_U_BARE, who=self.name(game.after[played.seat]), count=game.pile)
        swapped = next((event for event in public if isinstance(event, e.Swapped)), None)
        if swapped:
            return line(say.SWAPS, who=self.name(swapped.partner))
        if e.HandsPassed in kinds:
            return line(say.HANDS_MOVE)
        if len(skipped) == 2:
            return line(say.SKIPS_TWO, who=skipped[0], other=skipped[1])
        if skipped:
            return line(say.SKIPS, who=skipped[0])
        if played.cards[0].figure is Figure.REVERSE:
            return line(say.PLAYS_AGAIN if game.turn == played.seat else say.TURNS if e.Turned in kinds else say.PLAYS)
        return line(say.PLAYS)

    def _waiting(self, played: e.Played, waits: e.DrawWaits) -> str:
        """How to say that a draw points at somebody after this play."""
        figure, added = played.cards[0].figure, 2 * len(played.cards)
        if figure in (Figure.SKIP, Figure.REVERSE):
            if waits.seat == played.seat:
                return say.KEEPS_FACING
            return say.NO_U if self.game.rules.no_u else say.SENDS_BACK
        if waits.count > (4 if figure is Figure.WD4 else added):
            return say.GROWS
        return say.WAR if self.game.rules.stacking == "war" else say.WAITS

    def _named(self, named: e.Named, public: list[e.Event]) -> Line:
        player, color = self.name(named.seat), _color(named.color)
        for event in public:
            if isinstance(event, e.DrawWaits):
                who = self.name(event.seat)
                return fill(say.NAMES_WAITS, player=player, color=color, who=who, count=event.count, may=may(self.game))
            if isinstance(event, e.Drew):
                return fill(say.NAMES_DRAWN, player=player, color=color, who=self.name(event.seat), count=event.count)
        return fill(say.NAMES, player=player, color=color)

    def _expired(self, seat: int, public: list[e.Event]) -> Line:
        player = self.name(seat)
        named = next((event for event in public if isinstance(event, e.Named)), None)
        if named:
            first = fill(say.TOO_SLOW_COLOR, player=player, color=_color(named.color))
            return join([first, self._draw_points(public)])
        if any(isinstance(event, e.Drew) for event in public):
            return fill(say.TOO_SLOW, player=player, count=_drawn(public))
        return fill(say.TOO_SLOW_PICKED, player=player)

    def _draw_points(self, public: list[e.Event]) -> Line:
        """After a colour was named for somebody: whom the pile hits."""
        for event in public:
            if isinstance(event, e.DrawWaits):
                return fill(say.WAITS_NOW, who=self.name(event.seat), count=event.count, may=may(self.game))
            if isinstance(event, e.Drew):
                return fill(say.TAKES, player=self.name(event.seat), count=event.count)
        return ()

    def _left(self, seat: int, public: list[e.Event]) -> Line:
        sentences = [fill(say.LEAVES, player=self.name(seat))]
        sentences += [
            fill(say.COLOR_FOR_LEAVER, color=_color(event.color)) for event in public if isinstance(event, e.Named)
        ]
        return join([*sentences, self._draw_points(public)])

    def _challenged(self, challenged: e.Challenged, public: list[e.Event]) -> Line:
        template = say.CHALLENGE_RIGHT if challenged.guilty else say.CHALLENGE_WRONG
        who = self.name(challenged.offender)
        return fill(template, player=self.name(challenged.seat), who=who, count=_drawn(public))

    def _whose_turn(self, public: list[e.Event]) -> Line:
        """Who is on turn now; nothing where the main sentence has said so, or the turn has not changed."""
        game = self.game
        if game.phase in (Phase.DRAW, Phase.PICKED) or not any(map(_turns, public)):
            return ()
        played = next((event for event in public if isinstance(event, e.Played)), None)
        if game.phase is Phase.COLOR:
            return () if played else fill(say.OWES, player=self.name(game.turn))
        if played is None:
            return self.top_and_turn()
        again = played.cards[0].figure is Figure.REVERSE and played.seat == game.turn
        return () if again else fill(say.TURN, player=self.name(game.turn))

    def top_and_turn(self) -> Line:
        game = self.game
        player = self.name(game.turn)
        if game.color is not None and game.color is not game.top.color:
            return fill(say.TOP_COLOR_TURN, top=game.top, color=_color(game.color), player=player)
        return fill(say.TOP_TURN, top=game.top, player=player)

    def state(self) -> Line:
        """How things stand, for people who come back."""
        game = self.game
        player = self.name(game.turn)
        if game.phase is Phase.COLOR:
            return fill(say.OWES, player=player)
        if game.phase is Phase.DRAW:
            return fill(say.TOP_WAITS, top=game.top, who=player, count=game.pile, may=may(game))
        return self.top_and_turn()

    def top(self) -> Line:
        """The card on top, the colour in force, the pile of a war."""
        game = self.game
        return top_line(game.top, game.color, game.pile, self.name(game.turn))

    # The deal and the end

    def dealt(self, public: Sequence[e.Event], number: int) -> Line:
        game = self.game
        top = next(event.card for event in public if isinstance(event, e.TurnedUp))
        player = self.name(game.turn)
        skipped = next((event.seat for event in public if isinstance(event, e.Skipped)), None)
        drew = next((event for event in public if isinstance(event, e.Drew)), None)
        if game.phase is Phase.COLOR:
            first = fill(say.DEALT_NAMES, top=top, player=player)
        elif game.phase is Phase.DRAW:
            first = fill(say.DEALT_WAITS, top=top, player=player, count=game.pile, may=may(game))
        elif drew:
            first = fill(say.DEALT_DRAWN, top=top, who=self.name(drew.seat), count=drew.count, player=player)
        elif skipped is not None:
            first = fill(say.DEALT_SKIP, top=top, who=self.name(skipped), player=player)
        elif any(isinstance(event, e.Turned) for event in public):
            first = fill(say.DEALT_REVERSE, top=top, player=player)
        else:
            first = fill(say.BEGINS, top=top, player=player)
        return join([fill(say.DEALT_ROUND, number=number) if number > 1 else fill(say.DEALT), first])

    def round_won(self, won: e.RoundWon) -> Line:
        player = self.name(won.seat)
        if self.game.rules.scoring == "own_hand":
            if won.forfeit:
                return fill(say.WINS_FORFEIT_BARE, player=player)
            return fill(say.WINS_OWN_HAND, player=player, scores=scores(self.game.rules, self.game.scores(), self.name))
        return fill(say.WINS_FORFEIT if won.forfeit else say.WINS, player=player, points=won.points)

    # Refusals

    def refusal(self, meant: Action, reason: Reason) -> Line:
        """Why a move was refused, in the terms of the moment."""
        game = self.game
        template = say.REFUSED[reason]
        card = meant.cards[0] if isinstance(meant, Play) else None
        match reason:
            case Reason.NOT_YOUR_TURN:
                return fill(template, turn=self.name(game.turn))
            case Reason.NO_MATCH:
                after = say.NEXT_PASS if game.phase is Phase.PICKED else say.NEXT_PICK
                return fill(template, card=card, top=game.top, needs=needs(game), next=after)
            case Reason.ONLY_PICKED_CARD:
                what = say.PICKED_CARD_OR_WD4 if WD4 in game.fits and game.picked is not WD4 else say.PICKED_CARD
                passes = fill(say.NEXT_PASS) if game.refusal(game.turn, PASS) is None else ()
                return join([fill(template, what=what), passes])
            case Reason.DRAW_WAITS:
                you = _choice(game, say.YOU_TAKE, say.YOU_ANSWER, say.YOU_CHALLENGE, say.YOU_BOTH)
                if game.rules.stacking == "war":
                    return fill(say.WAR_OF, kind=figure_word(game.kind), count=game.pile, you=you)
                return fill(template, count=game.pile, you=you)
            case Reason.WD4_NOT_ALLOWED:
                return fill(template, better=self._better_than_wd4())
            case Reason.FALSE_CATCH if isinstance(meant, Catch):
                return fill(template, who=self.name(meant.target))
            case _:
                return fill(template, card=card or "")

    def _better_than_wd4(self) -> str:
        game = self.game
        if game.rules.wd4_when == "no_color" and game.color is not None:
            return plain(fill(say.HOLD_COLOR, color=color_word(game.color)))
        return say.HOLD_OTHER


def rows(lines: Iterable[Line], between: str = ", ") -> Line:
    """Rows on one line."""
    return tuple(span for number, row in enumerate(lines) for span in ((Span(between),) if number else ()) + row)


def scores(rules: Rules, points: dict[int, int], name: Names) -> Line:
    """`ann 30, bob 12`, the best first."""
    best_first = sorted(points.items(), key=lambda item: item[1], reverse=rules.scoring == "winner_takes")
    return rows(fill(say.SCORE, player=name(seat), points=value) for seat, value in best_first)


def needs(game: Game) -> str:
    """What a card must be to lie on the top card."""
    assert game.color is not None
    color, top = color_word(game.color), game.top
    if top.wild:
        return plain(fill(say.NEEDS_COLOR, color=color))
    figure = any_of(top.figure)
    return plain(fill(say.NEEDS_MATCH, color=color, figure=figure))


def _drawn(public: Sequence[e.Event]) -> int:
    return sum(event.count for event in public if isinstance(event, e.Drew))


def _color(color: Color) -> Strong:
    return Strong(color_word(color))


def _laid(played: e.Played) -> Line:
    """The cards as they lie: a wild with its colour."""
    cards = [*played.cards[:-1], played.cards[-1].laid(played.color)]
    return tuple(Span(card.code, card=card) for card in cards)

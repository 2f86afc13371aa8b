"""No card reaches anybody who may not know it: in any transcript, and in games with computer players by all rules.

What is looked at, message by message, stands in watch.py.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.chat.stage import directives_of, is_input, settings_of
from tests.chat.test_transcripts import TRANSCRIPTS
from tests.chat.watch import Watched, check_hand_line
from unobot.chat.people import Venue
from unobot.chat.ports import Hand, ShowHand
from unobot.chat.speech.hands import hand_line
from unobot.engine.cards import CARDS, DECK, Color, in_order
from unobot.engine.rules import PRESETS

OPTIONS = {  # what the presets do not play
    "irc": ("jump_in on", "seven_zero on"),
    "classic": ("jump_in on", "draw_until_playable on", "out_of_turn_penalty 1"),
    "standard": ("stacking any", "jump_in on", "uno_enforcement automatic"),
    "official": ("jump_in on", "seven_zero on"),
}


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_no_transcript_tells_a_card_to_somebody_who_may_not_know_it(path, quick_path):
    text = path.read_text(encoding="utf-8")
    directives = directives_of(text)
    stage = Watched(quick_path / "unobot.db", settings_of(directives), directives.get("secret", "unobot"))
    try:
        for line in filter(is_input, text.splitlines()):
            stage.line(line)
    finally:
        stage.store.close()


class Game:
    """Ann at a table with computer players, doing anything that comes to mind."""

    def __init__(self, path, preset: str, options: tuple[str, ...], seed: int) -> None:
        self.random = Random(f"{preset} {options} {seed}")
        self.stage = Watched(path, settings_of({"preset": preset, "delay": "1"}), f"{preset} {seed}")
        for option in options:
            self.stage.line(f"<@ann> !uno set {option}")
        self.stage.line("<ann> !uno" if options else f"<ann> !uno {preset}")
        players = 1 if preset == "duel" else 2 + seed % 2
        for number in range(players):
            self.stage.line(f"<ann> !uno bot {self.random.choice(('easy', 'medium'))} Bot{number}")
        self.stage.line("<ann> deal")
        self.hand: Hand | None = None
        self.others = [f"Bot{number}" for number in range(players)]

    @property
    def table(self):
        return self.stage.hall.tables["irc:test:#uno"]

    def play(self, steps: int) -> int:
        """Play on; how many moves were made in all."""
        moves = 0
        for _ in range(steps):
            hands = [out.hand for out in self.stage.outs if isinstance(out, ShowHand)]
            self.hand = hands[-1] if hands else self.hand
            self.stage.outs.clear()
            before = self.table.moves
            if self.table.phase == "ended":
                self.stage.line("<ann> deal")
            elif self.random.random() < 0.25:
                self.stage.pass_time(self.random.choice((1, 3, 10, 40)))
            else:
                self.stage.line(f"<ann> {self.thought()}")
            moves += max(0, self.table.moves - before)
        return moves

    def thought(self) -> str:
        cards = [card.code for card in self.hand.cards] if self.hand else ["r5"]
        moves = self.hand.moves if self.hand and self.hand.moves else ("pe", "pa")
        if self.random.random() < 0.7:
            return self.random.choice(moves)
        card, other = self.random.choice(cards), self.random.choice(self.others)
        words = ("ca", "cd", "ct", "us", "pe", "pa", "ch", "un", f"ct {other}", card, f"{card} {other}", f"{card} uno")
        return self.random.choice((*words, f"!uno why {card}", "!uno why r5", "!uno stats", "co r"))


CASES = [(preset, (), seed) for preset in PRESETS for seed in range(2)]
CASES += [(preset, options, 0) for preset, options in OPTIONS.items()]


@pytest.mark.parametrize("preset, options, seed", CASES, ids=lambda value: "+".join(value) if value == () else None)
def test_no_game_tells_a_card_to_somebody_who_may_not_know_it(preset, options, seed, quick_path):
    game = Game(quick_path / "unobot.db", preset, options, seed)
    try:
        assert game.play(150) > 30
    finally:
        game.stage.store.close()


@pytest.mark.parametrize("count", [1, 2, 7, 30, 108])
@pytest.mark.parametrize("on_turn", [True, False])
@pytest.mark.parametrize("named", [True, False])
def test_a_line_that_shows_a_hand_shows_each_card_once_per_copy_and_no_other(count, on_turn, named):
    random = Random(count)
    for _ in range(20):
        held = in_order(random.sample(DECK, count))
        playable = frozenset(random.sample(held, random.randint(0, count)))
        for pile, picked, must_name in ((0, False, False), (4, False, False), (0, True, False), (0, False, True)):
            hand = Hand(
                game=1,
                turn=1,
                venue=Venue("irc:test:#uno", "#uno"),
                top=CARDS["r5"],
                color=Color.RED,
                cards=tuple(held),
                playable=frozenset() if must_name else playable,
                on_turn=on_turn,
                name_table=named,
                moves=(),
                must_name=must_name,
                picked=picked,
                pile=pile,
            )
            check_hand_line(hand_line(hand), held)

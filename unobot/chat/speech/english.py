"""Every sentence the bot says, in English: templates with named fields, to be filled by line.fill.

A sentence is whole, never glued together from parts; a line is one sentence or several. The newest fact comes first,
the next thing to do last. `{x:one|many}` puts the number and the right word. Another language is another file like
this one.
"""

from __future__ import annotations

import re
from dataclasses import replace

from unobot.chat.speech.line import Line, Span
from unobot.engine.cards import Color, Figure
from unobot.engine.reasons import Reason

COLORS = {Color.RED: "red", Color.GREEN: "green", Color.BLUE: "blue", Color.YELLOW: "yellow"}
FIGURES = {
    Figure.SKIP: "Skip",
    Figure.REVERSE: "Reverse",
    Figure.DRAW_TWO: "+2",
    Figure.WILD: "Wild",
    Figure.WD4: "WD4",
}
OR = " or "
A_COLORED = "a {color} {figure}"
ANY_OF = "a {figure}"
ANY_EIGHT = "an {figure}"

# The lobby
OPENED = "{player} opens a {mode}table, {preset} rules. Sit down with jo; {player} starts with deal. {sealed}"
SEALED = "Deck sealed: {seal}."
MODES = {"ranked": "", "casual": "casual ", "sandbox": "sandbox "}
NOTIFIED = "{player} opens a table at {venue}, {preset} rules."
SITS = "{player} sits down: {everyone}."
SITS_RUNNING = "{player} sits down with {count:card|cards} and plays before {next}."
WORD_ADDED = "Your word is mixed into the shuffle."
BOT_SITS = "{player} ({level}) sits down: {everyone}."
BOT_LEAVES = "{player} gets up."
LEAVES = "{player} leaves."
REMOVED = "{player} removes {who}."
LEAVES_LATER = "{who} leaves when the round is over; a computer player minds the seat until then."
TAKES_CHARGE = "{player} is the host and starts with deal. {sealed}"
HOST_NOW = "{player} is the host now."
OFFERED = "{who}'s seat is offered to {new}, who takes it with jo."
TAKES_OVER = "{player} takes over {who}'s seat."
LOBBY_CLOSED = "Nobody started in time: the table is closed."
CLOSED_NO_RESULT = "The table is closed without a result."
CLOSED_EMPTY = "Nobody is left: the table is closed."
CLOSED_IDLE = "Nobody has done anything for a day: the table is closed without a result."
STOPPED = "{player} ends the table: no result."
STOPPED_BY_VOTE = "Most want to stop: the table is closed without a result."
VOTED_ALREADY = "You have said so already."
VOTED = "{player} wants to stop: {votes} of the {needed} votes that end the table."
PAUSED = "{player} stops the clock."
RESUMED = "{player} starts the clock again."
ALREADY_PAUSED = "The clock is stopped already; !uno resume starts it."
NOT_PAUSED = "The clock is not stopped."

# The round
DEALER_DREW = "{drawn}: {player} deals."
AGAIN = "; again: "
DREW_FOR_DEAL = "{player} draws {card}"
DEALT = "Dealt."
DEALT_ROUND = "Round {number}."
BEGINS = "{top} on top, {player} begins."
DEALT_SKIP = "{top} on top skips {who}: {player} begins."
DEALT_REVERSE = "{top} on top turns the direction: {player} begins."
DEALT_DRAWN = "{top} on top: {who} draws {count:card|cards} and is skipped, {player} begins."
DEALT_WAITS = "{top} on top: {count:card waits|cards wait} for {player}, who {may}."
DEALT_NAMES = "{top} on top: {player} names the colour."

PLAYS = "{player} plays {cards}."
PLAYS_AGAIN = "{player} plays {cards} and is on turn again."
PLAYS_BARE = "{player} plays {cards} and names the colour next."
SKIPS = "{player} plays {cards}: {who} is skipped."
SKIPS_TWO = "{player} plays {cards}: {who} and {other} are skipped."
TURNS = "{player} plays {cards} and turns the direction."
WAR = "{player} plays {cards}: war! {count:card waits|cards wait} for {who}, who {may}."
WAITS = "{player} plays {cards}: {count:card waits|cards wait} for {who}, who {may}."
GROWS = "{player} plays {cards}: now {count:card waits|cards wait} for {who}, who {may}."
SENDS_BACK = "{player} plays {cards} and sends the {count:card|cards} to {who}, who {may}."
NO_U = "{player} plays {cards}: no, you! The {count:card goes|cards go} to {who}, who {may}."
NO_U_BARE = "{player} plays {cards}: no, you! {player} names the colour, then the {count:card goes|cards go} to {who}."
KEEPS_FACING = "{player} plays {cards} and faces the {count:card|cards} again."
DRAWS_AT_ONCE = "{player} plays {cards}: {who} draws {count:card|cards} and is skipped."
SWAPS = "{player} plays {cards} and swaps hands with {who}."
HANDS_MOVE = "{player} plays {cards}: all hands move on."
ANSWERS_WILD = "{player} answers the Wild with {cards}."
ANSWERS_WILD_BARE = "{player} answers the Wild with {cards} and names the colour next."
GOES_OUT = "{player} plays {cards} and is out of cards."
GOES_OUT_DRAWN = "{player} plays {cards} and is out of cards; {who} still draws {count:card|cards}."
JUMPS_IN = "Out of turn:"
NAMES = "{player} names {color}."
NAMES_WAITS = "{player} names {color}: {count:card waits|cards wait} for {who}, who {may}."
NAMES_DRAWN = "{player} names {color}: {who} draws {count:card|cards} and is skipped."
PICKS = "{player} picks {count:=a card|cards} and is still on turn."
PICKS_NOTHING = "{player} finds no card to draw."
PASSES = "{player} passes."
TAKES = "{player} takes {count:card|cards}."
TOO_SLOW = "{player} was too slow and draws {count:card|cards}."
TOO_SLOW_PICKED = "{player} was too slow and passes."
TOO_SLOW_COLOR = "{player} was too slow: the colour is {color}."
CHALLENGE_RIGHT = "{player} challenges, and rightly: {who} draws {count:card|cards}."
CHALLENGE_WRONG = "{player} challenges, and wrongly: {player} draws {count:card|cards}."
TOP_WAITS = "{top} on top, {count:card waits|cards wait} for {who}, who {may}."
WAITS_NOW = "{count:card waits|cards wait} for {who}, who {may}."
COLOR_FOR_LEAVER = "The colour is {color}."
RESHUFFLED = "The discards are shuffled into a new draw pile."
TURN = "{player}'s turn."
TOP_TURN = "{top} on top, {player}'s turn."
TOP_COLOR_TURN = "{top} on top, {color} counts, {player}'s turn."
OWES = "{player} names the colour."
FOUL_TURN = "{player} is not on turn and draws {count:card|cards}."
FOUL_MATCH = "{player} plays a card that does not match and draws {count:card|cards}."
UNO = "{player} has one card left: UNO!"
CALLS_UNO = "{player} calls UNO!"
MISSED = "{player} forgot to call UNO and draws {count:card|cards}."
CAUGHT = "{player} catches {who}, who draws {count:card|cards}."
FALSE_UNO = "{player} calls UNO for nothing and draws {count:card|cards}."
FALSE_CATCH = "{player} catches {who} for nothing and draws {count:card|cards}."

MAY_ANSWER = "may answer with {answers}, or take them with pa"
MAY_CHALLENGE = "may challenge with ch, or take them with pa"
MAY_BOTH = "may answer with {answers}, challenge with ch, or take them with pa"
MAY_TAKE = "takes them with pa"

# The end
WINS = "{player} wins the round: {points:point|points}."
WINS_OWN_HAND = "{player} wins the round. Points: {scores}."
WINS_FORFEIT = "{player} is the last one left and wins: {points:point|points}."
WINS_FORFEIT_BARE = "{player} is the last one left and wins."
SCORE = "{player} {points}"
STANDINGS_NOW = "Standings after round {number}: {scores}."
STANDINGS = "Standings after round {number}: {scores}. The next round is dealt in {seconds:second|seconds}."
OUT = "{players} reached {target} and is out."
OUT_MANY = "{players} reached {target} and are out."
WINS_MATCH = "{player} wins the match! {scores}."
REVEALED = "Game {game}. The secret was {secret}: !uno verify {game} checks the deck."
REMATCH = "deal starts a rematch. Deck sealed: {seal}."

# Private
YOUR_TURN = "Your turn: "
YOUR_HAND = "Your hand: "
YOUR_COLOR = "Name a colour with co: "
AT_TABLE = "({venue}) "
BRACKETS = " (the ones in brackets can be played)"
BRACKETS_ONE = " (the one in brackets can be played)"
NOTHING_FITS = " (nothing fits: pe picks a card)"
NOTHING_FITS_PICKED = " (nothing fits: pa passes)"
NOTHING_ANSWERS = " (nothing answers: pa takes the cards)"
NOTHING_ANSWERS_CHALLENGE = " (nothing answers: pa takes the cards, ch challenges)"
COUNTS = "{counts}."
COUNT = "{player} {count}"
REMINDER = "{left:second|seconds} left for your turn at {venue}."
MINDED = "{player} is away: a computer player minds the seat until they are back."
MINDED_YOU = "A computer player minds your seat at {venue}; your next command takes it back."
BACK = "{player} is back."
ALL_AWAY = "Everybody is away: the table waits."
CHALLENGED_HAND = "{who} held {hand}."
BACK_ONLINE = "Back again. {state}"
TRY_AGAIN = (
    "Something went wrong here, and your last command was not carried out. Nothing else is lost: please try again."
)
NOT_RESTORED = (
    "The game at {venue} cannot be continued by this version of the bot: the table is closed without a result."
)

# Questions
TOP_CARD = "Top: {top}, {color} counts."
TOP_CARD_OWED = "Top: {top}, its colour is not named yet."
TOP_CARD_YOU = "Top: {top}, {color} counts; {count:card waits|cards wait} for you."
TOP_CARD_WAR = "Top: {top}, {color} counts; {count:card waits|cards wait} for {player}."
WHOSE_TURN = "{player} is on turn."
ORDER = "{everyone}."
RUNNING = "The game has run for {time}, {moves:move|moves} so far."
DRAW_LEFT = "{count:card is|cards are} left to draw, {discards:lies|lie} below the top card."
NO_ROUND = "No round is on: {host} starts one with deal."
HINT = "A good player would type {move}."
WHY_YES = "You can play {card} now."
WHY_NO_LATER = "{card} does not go on {top}, and it is {player}'s turn."
WHY_YES_LATER = "{card} fits, but it is {player}'s turn."

# The rules and settings
RULES_HERE = "Rules here: {preset}{changes}."
RULES_CHANGES = ", with {changes}"
RULES_PRESET = "{preset}: {options}."
RULES_RUNNING = "The table that is open began with other rules and keeps them."
OPTION = "{name} {value}"
OPTION_CHANGED = "{name} {value} (changed from {usual})"
RULES_ALL = "In full: {options}."
SET_DONE = "{name} is {value} here from the next table on."
UNSET_DONE = "{name} is {value} again here, from the next table on."
PRESET_DONE = "The rules here are {preset} from the next table on{dropped}."
DROPPED = "; dropped: {names}"
COLORS_DONE = "Colours are {value} here."
SET_USAGE = "!uno set OPTION VALUE; the options: {options}, also preset and colors."
NOT_SET = "{name} has not been changed here."
PREFS = "hands {hands}, colors {colors}, sort {sort}, highlight {highlight}. Change one with !uno prefs KEY VALUE."
PREF_DONE = "{name} is {value} for you now."
PREF_BAD = "{name} can be {allowed}."
NOTIFY_ON = "You will be told when a table opens here. !uno notify off ends that."
NOTIFY_OFF = "You will not be told of new tables here."
NOTIFY_USAGE = "Type !uno notify on or !uno notify off."

# Records
TOP_ROW = "{place}. {player} {value}"
TOP_LIST = "{board} by {sort}: {rows}."
BOARD_RANKED = "Ranked"
BOARD_SANDBOX = "Sandbox"
NO_RESULTS = "No results here yet."
STATS = "{player}: {board}."
STATS_BOARD = "{name} {wins:win|wins} in {games:game|games}, {points:point|points}, {average} a game, rating {rating}"
NO_STATS = "{name} has no results here yet."
CHANNEL = "{board}: {games:game|games}, {players:player|players}."
CHANNEL_FASTEST = "Fastest win: {player} in {value:move|moves} (game {game})."
CHANNEL_HIGHEST = "Highest score: {player} with {value} (game {game})."
CHANNEL_STREAK = "Longest streak: {player}, {value:win|wins} in a row (to game {game})."
HISTORY_ROW = "{game}: {player} won {points} ({mode}, {preset}; {players:player|players})"
HISTORY = "Latest games: {rows}."
TABLES = "Open tables: {rows}."
TABLES_ROW = "{venue} ({phase}, {preset}: {everyone})"
NO_TABLES = "No table is open."
PHASES = {"lobby": "waiting", "playing": "playing", "between": "between rounds", "ended": "over"}
REPLAY_HEAD = "Game {game}, {preset} rules: {everyone}."
REPLAY_FOUL = "foul"
REPLAY_ROW = "{n}. {player}: {move}"
NO_GAME_ID = "There is no finished game {id}. !uno history lists the latest."
ID_USAGE = "Which game? !uno history lists the latest with their numbers."
VERIFY_NOT_YET = "The secret of game {game} is told when its match is over."
VERIFIED = (
    "Game {game}: the secret {secret} fits the fingerprint {seal} that was announced before, "
    "and with the words ({words}) and round {number} it gives exactly the deck that was dealt."
)
VERIFY_FAILED = "Game {game}: the secret does not give the deck that was dealt."
NO_WORDS = "none"

# Help
HELP = {
    "": "UNO: !uno opens a table, jo sits down, deal starts. Then type cards (r5, bs, yr, g+2, wr, wd4b), "
    "pe to pick, pa to pass, ca for your cards. More: !uno help commands, cards, rules, scoring or admin.",
    "cards": "Colours r g b y; figures 0-9, s Skip, r Reverse, +2. r5 is a red 5, yr a yellow Reverse. Wilds: "
    "w and wd4, with the colour behind (wr, wd4b). Two identical cards: r5r5, where the rules allow it.",
    "rules": "Play a card of the same colour or figure, or a wild. Nothing to play: pe, then play it or pa. "
    "!uno rules shows what counts here, !uno why r5 explains a card.",
    "scoring": "Numbers count their face, Skip, Reverse and +2 20, wilds 50. Who goes out gets the others' hands, or "
    "everybody their own, as the rules say. Ranked games count for !uno top; games with computer players are sandbox.",
}
HELP_DISCORD = "On Discord every command stands under /uno, too, and buttons under the table and under your cards."
HELP_MOVES = "In a game: {commands}."
HELP_TOPICS = {
    "table": "The table: {commands}.",
    "records": "Rules and records: {commands}.",
    "people": "For you: {commands}.",
    "admin": "For admins: {commands}.",
}
HELP_ADMIN = "For hosts and admins: {commands}."
HELP_OPTIONS = "The options: {options}; also preset and colors."
HELP_ENTRY = "{usage}: {summary}"
HELP_NO_TOPIC = "There is no help on {topic}. Topics: commands, cards, rules, scoring, admin."
UNKNOWN_NEAR = "I do not know {word}. Did you mean {near}?"
UNKNOWN = "I do not know {word}. !uno help lists what I do."

# Refusals that are not the engine's
NO_TABLE = "There is no table here. !uno opens one."
TABLE_ALREADY = "There is a table here already: jo sits down."
TABLE_RUNNING = "A game is on here: jo joins it, or wait for the next one."
ONLY_CHANNEL = "Type that in a channel."
WHICH_TABLE = "You sit at more than one table: type that in its channel."
NOT_AT_TABLE = "You do not sit at a table."
NOT_SEATED = "You do not sit at this table. jo sits down."
NOT_HOST = "Only {host} can do that here: the host of the table."
NOT_HOST_OR_ADMIN = "Only {host}, the host of the table, or an admin can do that."
NOT_ADMIN = "Only an admin of this channel can do that."
ALREADY_SEATED = "You sit here already."
TABLE_FULL = "No seat is free: {count:player|players} at most."
NO_JOINING = "The round is on, and nobody joins in the middle here: wait for the next one."
ONE_TABLE = "You sit at another table, and these rules allow one at a time."
NEED_TWO = "Two have to sit here before it can start; !uno bot seats a computer player."
ROUND_ON = "A round is on."
DEAL_BETWEEN = "The next round is dealt by itself."
NO_SUCH_LEVEL = "There is no computer player {level}. Levels: {levels}."
NAME_TAKEN = "Somebody called {name} sits here already."
BAD_NAME = "A name has up to 16 letters and digits, and is not a card."
NO_SUCH_PLAYER = "Nobody called {name} sits here."
TWO_PLAYERS = "Two here are called {name}: write #{first} or #{second} instead."
NOT_A_BOT = "{who} is not a computer player; !uno drop removes people."
NO_NICK = "Who? Name somebody who sits here."
REPLACE_USAGE = "Type !uno replace OLD NEW."
NOT_TO_BOT = "A computer player cannot be the host."
NO_HINT = "No hints at a ranked table: open a casual or sandbox one."
WHY_USAGE = "Which card? For example !uno why r5."
SENTENCE = "{why}"
CANNOT_DEAL = "It cannot be dealt: {why}. The table is closed."
GAME_OVER_CLICK = "That game is over."
VENUE_GONE = "{venue} is gone: the table there is closed without a result."
LIMIT_GAME = "That was a lot: slow down, I listen again in {seconds:second|seconds}."
LIMIT_OTHER = "Those were many questions: I answer again in {minutes:minute|minutes}."
LIMIT_TABLES = "You opened many tables: the next one in {minutes:minute|minutes}."

# Where a table is shown whole, and played with buttons
BOARD_TITLE = "UNO, {preset} rules, {mode}"
BOARD_PHASES = {
    "lobby": "Waiting for players: take a seat; the host deals.",
    "between": "The next round is dealt in a moment.",
    "ended": "The game is over. The host can deal a rematch.",
    "closed": "This table is closed.",
}
BOARD_COURSE = "Play runs {direction}; {count:card is|cards are} left to draw."
DIRECTIONS = {1: "down the list", -1: "up the list"}
BOARD_SITS = "{player}{note}"
BOARD_SEAT = "{player}: {count:card|cards}{note}"
BOARD_ON_TURN = "▸ {player}: {count:card|cards}{note}"
BOARD_HOST = " (host)"
BOARD_COMPUTER = " (computer)"
BOARD_AWAY = " (away, a computer player minds the seat)"
BOARD_UNO = ", UNO!"
BOARD_TIME = "The turn ends {when}."
PING = "{mention}, your turn."
HAND_OF = "Your cards at {venue}"
HAND_OVER = "The round is over."
HAND_ALT = "{count:card|cards}: {cards}. Can be played: {playable}."
NO_CARD = "none"
MORE_CARDS = "{count:more card|more cards} can be played: type the card, or use /uno play."
NO_DIRECT = (
    "{player}: I cannot send you direct messages. Press {button} under the table, or use /uno hand and the other /uno "
    "commands: only you see what they answer. The game goes on."
)
NO_ENTRY = "I may not write in {venue}. Somebody who manages it has to give me View Channel and Send Messages there."
DONE = "Done."
LATE = "I could not answer that in time. The table shows what counts; {button} or /uno hand shows your cards."
NOT_SERVED = "I do not play here: an admin has not chosen this server or channel for me."
SLASH_UNKNOWN = "That command has changed. Try again in a minute, or reload Discord."
BUTTONS = {
    "jo": "Join",
    "deal": "Deal",
    "ca": "My hand",
    "pe": "Pick",
    "pa": "Pass",
    "ch": "Challenge",
    "un": "UNO!",
    "take": "Take {count:card|cards}",
    "ct": "Catch {player}",
    "back": "Back",
    "refresh": "Refresh",
}
WITH_UNO = "{move} + UNO!"
SWAP_WITH = "{move} with {player}"
TWICE = "{card} twice"
TWICE_IN = "{card} twice, {color}"
CHOOSE = "{card} …"
CHOOSE_HOW = "Last step: how do you play {card}?"
SLASH_GROUPS = {
    "uno": "play UNO",
    "show": "what lies on the table, the rules, the open tables",
    "table": "for the host: computer players, seats, the clock",
    "records": "leaderboards and finished games",
    "my": "how you are told things",
    "admin": "the rules of this channel",
}
SLASH_KINDS = {
    "card": "as you would type it: r5, bs, g+2, wr, r5r5, r7 with a name",
    "color": "the colour of the wild",
    "player": "somebody at the table",
    "computer": "the name of a computer player",
    "member": "somebody here",
    "word": "any word: it is mixed into the shuffle",
    "name": "a name of up to 16 letters and digits",
    "number": "how many rows",
    "id": "the number of a game, as in the history",
    "preset": "a set of rules",
    "level": "how well it plays",
    "mode": "what the game counts for",
    "sort": "what the board is sorted by",
    "switch": "on or off",
    "topic": "what you want to know about",
    "option": "the rule to change",
    "pref": "what to change",
    "value": "what it shall be",
}

# Refusals of the engine, in the terms of the moment
REFUSED = {
    Reason.ROUND_OVER: "The round is over.",
    Reason.NOT_SEATED: "You are not in this round.",
    Reason.NOT_YOUR_TURN: "It is {turn}'s turn.",
    Reason.COLOR_OWED: "Name the colour first: co r, co g, co b or co y.",
    Reason.NO_COLOR_OWED: "There is no colour to name.",
    Reason.NOT_HELD: "You do not hold {card}.",
    Reason.ONLY_ONE: "You hold only one {card}.",
    Reason.NOT_IDENTICAL: "Two cards at once must be identical.",
    Reason.NO_DOUBLES: "These rules do not know double play: one card at a time.",
    Reason.NO_DOUBLE_WD4: "WD4 cannot be doubled.",
    Reason.NO_DOUBLE_AFTER_PICK: "No double after a pick: play the picked card, or pass with pa.",
    Reason.NO_MATCH: "{card} does not go on {top}: it needs {needs}. {next}",
    Reason.DRAW_WAITS: "Not now: {count:card waits|cards wait} for you. {you}",
    Reason.ONLY_PICKED_CARD: "After a pick only {what} can be played.",
    Reason.NOTHING_AFTER_PICK: "After a pick nothing can be played here: pass with pa.",
    Reason.WD4_NOT_ALLOWED: "A WD4 is not allowed now: you hold {better}.",
    Reason.NEEDS_PARTNER: "With whom do you swap? Type {card} and a name.",
    Reason.NO_PARTNER: "{card} swaps nothing: leave the name out.",
    Reason.UNKNOWN_PLAYER: "Nobody of that name sits here.",
    Reason.NOT_YOURSELF: "That is you: name somebody else.",
    Reason.ALREADY_PICKED: "You have picked already: play the card, or pass with pa.",
    Reason.MUST_PLAY: "You hold a card that can be played, so no picking here.",
    Reason.PICK_FIRST: "Pick first, with pe; then you can pass.",
    Reason.MUST_PLAY_PICKED: "The picked card can be played, so it must be.",
    Reason.NOTHING_TO_CHALLENGE: "There is no WD4 to challenge.",
    Reason.UNO_IS_AUTOMATIC: "UNO is announced by the bot here.",
    Reason.FALSE_UNO: "There is nothing to call UNO for.",
    Reason.FALSE_CATCH: "{who} cannot be caught now.",
    Reason.NO_SECOND_CATCH: "You have caught wrongly in this turn: not again before the next.",
    Reason.LEAVE_BETWEEN_ROUNDS: "These rules let you leave between rounds only.",
    Reason.ALREADY_SEATED: ALREADY_SEATED,
    Reason.LEFT_THIS_ROUND: "You left this round: wait for the next one.",
    Reason.ELIMINATED: "You are out of this match: wait for the next one.",
    Reason.TABLE_FULL: "No seat is free.",
    Reason.TOO_FEW_CARDS: "There are not enough cards left to deal you a hand: wait for the next round.",
    Reason.UNREADABLE: "That is not a move.",
}
NEEDS_MATCH = "{color}, {figure} or a wild"
NEEDS_COLOR = "{color} or a wild"
PICKED_CARD = "the picked card"
PICKED_CARD_OR_WD4 = "the picked card or a WD4"
NEXT_PICK = "pe picks a card."
NEXT_PASS = "pa passes."
YOU_ANSWER = "Play {answers}, or take the cards with pa."
YOU_CHALLENGE = "Challenge with ch, or take the cards with pa."
YOU_BOTH = "Play {answers}, challenge with ch, or take the cards with pa."
YOU_TAKE = "Take the cards with pa."
WAR_OF = "Not now: a {kind} war of {count} is on. {you}"
HOLD_COLOR = "a {color} card"
HOLD_OTHER = "another card that can be played"

# Where the only reader is a player called "you", sentences about them are put into the second person.
_VERBS = {"is": "are", "has": "have", "was": "were", "passes": "pass", "catches": "catch"}
_VERB = re.compile(r"^ (\w+s)\b")
_SECOND_VERB = re.compile(r" and (\w+s)\b")
_CLAUSE = re.compile(r"[.:;!](?: |$)")


def _for_you(verb: str) -> str:
    return _VERBS.get(verb, verb[:-1])


def addressed(line: Line, you: str) -> Line:
    """`you plays r5 and turns` becomes `You play r5 and turn`; what is said about others stays as it is."""
    said: list[Span] = []
    subject = after_you = False
    for number, span in enumerate(line):
        text = span.text
        if span.person == you:
            before = "".join(earlier.text for earlier in said).rstrip()
            own = number + 1 < len(line) and line[number + 1].text.startswith("'s")
            text = "your" if own else "you"
            if not before or before.endswith((".", "!")):
                text = text.capitalize()
            subject, after_you = not before or before.endswith((".", "!", ":", ";")), True
        else:
            if after_you:
                text = text.removeprefix("'s")
                text = _VERB.sub(lambda found: f" {_for_you(found[1])}", text)
            if subject:
                end = _CLAUSE.search(text)
                cut = end.start() if end else len(text)
                text = _SECOND_VERB.sub(lambda found: f" and {_for_you(found[1])}", text[:cut]) + text[cut:]
                subject = end is None
            after_you = False
        said.append(replace(span, text=text))
    return tuple(said)

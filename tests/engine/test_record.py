"""Records: every key is checked, every mistake gets its sentence, and what is written can be read back."""

import datetime
import tomllib

import pytest

from tests.engine.position import record
from unobot.engine.cards import CARDS
from unobot.engine.notation import parse_hand
from unobot.engine.record import Position, Record, RecordError
from unobot.engine.replay import Replay, replay
from unobot.engine.rules import PRESETS, Rules

DEALT = {"players": ["ann", "bob"], "seed": "x"}
PLACED = {"players": ["ann", "bob"], "hands": {"ann": "r1 r2", "bob": "g1 g2"}, "top": "r5"}
TURNED = {"players": ["ann", "bob"], "hands": {"ann": "r1 r2", "bob": "g1 g2"}, "turned_up": "r5"}


def complaint(base, **changes):
    """What is said about a record with these keys changed; None takes a key away."""
    data = {key: value for key, value in (base | changes).items() if value is not None}
    with pytest.raises(RecordError) as refused:
        Replay(Record.from_dict(data))
    return str(refused.value)


def complaint_about(text):
    with pytest.raises(RecordError) as refused:
        Replay(Record.from_toml(text))
    return str(refused.value)


class TestReading:
    def test_a_dealt_game(self):
        text = """
            preset = "classic"
            rules = { hand_size = 5, jump_in = true, stacking = "same" }
            players = ["ann", "bob", "cid"]
            seed = "9f3c"
            standings = { ann = 490, bob = 475 }
            moves = ["ann: r1r1", "bob: pe"]
        """
        read = Record.from_toml(text)
        assert read.players == ("ann", "bob", "cid")
        assert read.preset is PRESETS["classic"]
        assert read.rules == PRESETS["classic"].with_changes({"hand_size": 5, "jump_in": True, "stacking": "same"})
        assert (read.seed, read.position) == ("9f3c", None)
        assert read.standings == {"ann": 490, "bob": 475}
        assert read.moves == ("ann: r1r1", "bob: pe")

    def test_a_position(self):
        text = """
            players = ["ann", "bob", "cid"]
            hands = { bob = "b2 b3", ann = "r1 r1 w", cid = "g4 g5" }
            top = "wr"
            draw = "y1 wd4 y3"
            on_turn = "ann"
            direction = -1
            pile = 6
        """
        read = Record.from_toml(text)
        assert read.position == Position(
            hands={name: parse_hand(hand) for name, hand in (("ann", "r1 r1 w"), ("bob", "b2 b3"), ("cid", "g4 g5"))},
            draw=parse_hand("y1 wd4 y3"),
            top=CARDS["wr"],
            on_turn="ann",
            direction=-1,
            pile=6,
        )
        assert list(read.position.hands) == ["ann", "bob", "cid"]

    def test_what_may_be_left_out(self):
        read = Record.from_dict(PLACED)
        assert (read.preset.name, read.rules, read.moves, read.standings) == ("irc", Rules(), (), {})
        assert (read.position.on_turn, read.position.direction, read.position.pile, read.position.draw) == (
            None,
            1,
            0,
            [],
        )

    def test_cards_in_any_spelling(self):
        read = Record.from_dict(PLACED | {"top": "Wild Red", "hands": {"ann": "RS +4", "bob": "gd2"}})
        assert read.position.top is CARDS["wr"]
        assert read.position.hands == {"ann": parse_hand("rs wd4"), "bob": parse_hand("g+2")}

    def test_presets_of_ones_own(self):
        mine = {"friday": PRESETS["irc"].based("friday", {"jump_in": True})}
        assert Record.from_dict(DEALT | {"preset": "friday"}, mine).rules.jump_in
        assert Record.from_toml('players = ["a", "b"]\nseed = ""\npreset = "Friday"', mine).preset is mine["friday"]

    @pytest.mark.parametrize("seed", ["", "friday", "9f" * 32])
    def test_any_text_is_a_seed(self, seed):
        assert Record.from_dict(DEALT | {"seed": seed}).seed == seed


TEXT, TABLE, TEXTS, NUMBER = "a text", "a table", "a list of texts", "a whole number"
KINDS = {
    "preset": (DEALT, TEXT),
    "rules": (DEALT, TABLE),
    "players": (DEALT, TEXTS),
    "seed": (DEALT, TEXT),
    "standings": (DEALT, TABLE),
    "moves": (DEALT, TEXTS),
    "hands": (PLACED, TABLE),
    "top": (PLACED, TEXT),
    "turned_up": (TURNED, TEXT),
    "on_turn": (PLACED, TEXT),
    "direction": (PLACED, NUMBER),
    "pile": (PLACED, NUMBER),
}
SAMPLES = {TEXT: "r5", TABLE: {}, TEXTS: ["r5"], NUMBER: 1}
STRANGE = [True, 1.5, float("nan"), datetime.date(2024, 2, 29)]


class TestKinds:
    @pytest.mark.parametrize(
        "key, value",
        [
            (key, value)
            for key, (_, kind) in KINDS.items()
            for value in [*(sample for other, sample in SAMPLES.items() if other != kind), *STRANGE]
        ],
    )
    def test_of_every_key(self, key, value):
        base, kind = KINDS[key]
        assert complaint(base, **{key: value}) == f"{key} must be {kind}, not {value!r}"

    @pytest.mark.parametrize("key", ["players", "moves"])
    @pytest.mark.parametrize("value", [1, True, ["ann"], {"a": 1}])
    def test_inside_a_list(self, key, value):
        assert complaint(DEALT, **{key: ["ann", value]}) == f"{key} must be a list of texts, and {value!r} is none"

    @pytest.mark.parametrize("value", [1, ["r5"], {}])
    def test_of_cards(self, value):
        assert complaint(PLACED, draw=value) == f"draw must be cards in a text, not {value!r}"
        assert (
            complaint(PLACED, hands={"ann": value, "bob": "r1"}) == f"hands.ann must be cards in a text, not {value!r}"
        )

    @pytest.mark.parametrize("key", ["move", "Preset", "deck", "winner", ""])
    def test_there_is_no_other_key(self, key):
        assert complaint(DEALT, **{key: "x"}) == f"there is no {key} in a record"
        assert complaint(PLACED, **{key: "x"}) == f"there is no {key} in a record"


class TestText:
    @pytest.mark.parametrize("text", ["players = ", "= 1", "players = ['ann'", "x = 1\nx = 2", '"', "\x00", "[" * 5000])
    def test_not_toml(self, text):
        assert complaint_about(text).startswith("this is not a TOML text: ")

    def test_nested_deeper_than_python_goes(self):
        assert complaint_about("x = " + "[" * 100_000).startswith("this is not a TOML text: ")

    @pytest.mark.parametrize(
        "line",
        [
            "pile = " + "1" * 5000,
            "pile = 0x" + "f" * 5000,
            "direction = 0x" + "f" * 5000,
            "rules = { target = 0x" + "f" * 5000 + " }",
            "standings = { ann = 0x" + "f" * 5000 + " }",
        ],
        ids=["decimal", "hexadecimal", "direction", "rules", "standings"],
    )
    def test_numbers_without_end(self, line):
        assert complaint_about('players = ["ann", "bob"]\nhands = { ann = "r1", bob = "r2" }\ntop = "r5"\n' + line)

    def test_nothing(self):
        assert complaint_about("") == "players: a round is for 2 to 10, not 0"


class TestPlayers:
    @pytest.mark.parametrize("name", ["", " ", " ann", "ann ", "an:n", ":", "\tann"])
    def test_names(self, name):
        said = "players: a name has no colon and no blanks around it, and is not empty"
        assert complaint(DEALT, players=["bob", name]) == said

    @pytest.mark.parametrize("names", [["ann", "ann"], ["ann", "bob", "Ann"], ["STRASSE", "straße"]])
    def test_only_once(self, names):
        assert complaint(DEALT, players=names) == "players: every name can be there only once"

    @pytest.mark.parametrize(
        "preset, rules, players, said",
        [
            ("irc", {}, 0, "players: a round is for 2 to 10, not 0"),
            ("irc", {}, 1, "players: a round is for 2 to 10, not 1"),
            ("irc", {}, 11, "players: a round is for 2 to 10, not 11"),
            ("duel", {}, 3, "players: a round is for 2 to 2, not 3"),
            ("irc", {"players_max": 4}, 5, "players: a round is for 2 to 4, not 5"),
        ],
    )
    def test_how_many(self, preset, rules, players, said):
        names = [f"p{number}" for number in range(players)]
        assert complaint(DEALT, preset=preset, rules=rules, players=names) == said

    def test_none(self):
        assert complaint(DEALT, players=None) == "players: a round is for 2 to 10, not 0"


class TestRules:
    def test_a_preset_that_does_not_exist(self):
        assert complaint(DEALT, preset="clasic") == "there is no preset 'clasic'; did you mean classic?"

    @pytest.mark.parametrize(
        "rules, said",
        [
            ({"handsize": 5}, "there is no option 'handsize'; did you mean hand_size?"),
            ({"hand_size": 99}, "hand_size cannot be 99: it must be a whole number from 1 to 15"),
            ({"jump_in": 1}, "jump_in cannot be 1: it must be on or off"),
        ],
    )
    def test_a_change_that_cannot_be(self, rules, said):
        assert complaint(DEALT, rules=rules) == said

    def test_a_contradiction(self):
        assert "stacking war" in complaint(DEALT, rules={"no_u": True})

    def test_a_locked_option(self):
        assert complaint(DEALT, preset="no-u", rules={"stacking": "none"}).startswith(
            "stacking is part of the game mode"
        )

    def test_too_many_cards_to_deal(self):
        names = [f"p{number}" for number in range(8)]
        assert complaint(DEALT, players=names, rules={"hand_size": 14}) == (
            "hand_size 14 is too large for 8 players: it can be at most 13"
        )


class TestStandings:
    @pytest.mark.parametrize("points", [-1, True, 1.5, "10", [1]])
    def test_are_points(self, points):
        said = f"standings: ann must have 0 to 1000000000 points, not {points!r}"
        assert complaint(DEALT, standings={"ann": points}) == said

    def test_of_somebody_who_is_not_dealt_in(self):
        summary = replay(Record.from_dict(DEALT | {"standings": {"cid": 40, "ann": 3}})).summary()
        assert summary["standings"] == {"ann": 3, "bob": 0, "cid": 40}
        assert list(summary["hands"]) == ["ann", "bob"]

    def test_names_in_any_case(self):
        summary = replay(Record.from_dict(DEALT | {"standings": {"Ann": 40}})).summary()
        assert summary["standings"] == {"ann": 40, "bob": 0}


class TestSeedOrPosition:
    @pytest.mark.parametrize(
        "key, value",
        [
            ("hands", {"ann": "r1"}),
            ("top", "r5"),
            ("turned_up", "r5"),
            ("draw", "r5"),
            ("on_turn", "ann"),
            ("direction", 1),
            ("pile", 0),
        ],
    )
    def test_not_both(self, key, value):
        said = f"{key} does not go with seed: a record is a dealt game or a position"
        assert complaint(DEALT, **{key: value}) == said

    def test_one_of_them(self):
        said = "a record needs a seed, or hands and a top card"
        assert complaint(DEALT, seed=None) == said
        assert complaint(PLACED, hands=None) == said

    def test_a_first_card(self):
        said = "a position needs either top or turned_up"
        assert complaint(PLACED, top=None) == said
        assert complaint(PLACED, turned_up="r6") == said

    @pytest.mark.parametrize("key, value", [("on_turn", "ann"), ("direction", -1), ("pile", 2)])
    def test_what_goes_only_with_top(self, key, value):
        assert complaint(TURNED, **{key: value}) == f"{key} goes only with top"


class TestPositions:
    @pytest.mark.parametrize("hands", [{"ann": "r1"}, {"ann": "r1", "bob": ""}, {"ann": "r1", "bob": "  "}, {}])
    def test_everyone_has_cards(self, hands):
        missing = "bob" if hands else "ann"
        assert complaint(PLACED, hands=hands) == f"hands: {missing} has no cards"

    def test_nobody_else_has(self):
        hands = {"ann": "r1", "bob": "r2", "cid": "r3"}
        assert complaint(PLACED, hands=hands) == "hands: cid is not one of the players"

    @pytest.mark.parametrize("cards, wrong", [("r1 xx", "xx"), ("r1 wr", "wr"), ("r1 wd4b", "wd4b"), ("r1r1", "r1r1")])
    def test_cards(self, cards, wrong):
        said = f"{wrong!r} is not a card (a wild has no colour there)"
        assert complaint(PLACED, draw=cards) == f"draw: {said}"
        assert complaint(PLACED, hands={"ann": "r2", "bob": cards}) == f"hands.bob: {said}"

    @pytest.mark.parametrize("text", ["", "red", "r5r5", "joker"])
    def test_first_cards(self, text):
        assert complaint(PLACED, top=text) == f"top: {text!r} is not a card"
        assert complaint(TURNED, turned_up=text) == f"turned_up: {text!r} is not a card"

    @pytest.mark.parametrize("wild", ["w", "wd4"])
    def test_a_wild_on_top_has_its_colour(self, wild):
        said = f"top: a wild that lies there has a colour, such as {wild}r"
        assert complaint(PLACED, top=wild) == said

    @pytest.mark.parametrize("wild", ["wr", "wd4b"])
    def test_a_wild_turned_up_has_none_yet(self, wild):
        said = "turned_up: a wild that was just turned up has no colour yet"
        assert complaint(TURNED, turned_up=wild) == said

    @pytest.mark.parametrize("name", ["cid", "Ann", ""])
    def test_on_turn_is_a_player(self, name):
        assert complaint(PLACED, on_turn=name) == f"on_turn: {name} is not one of the players"

    @pytest.mark.parametrize("direction", [0, 2, -2])
    def test_direction(self, direction):
        assert complaint(PLACED, direction=direction) == f"direction must be 1 or -1, not {direction}"

    @pytest.mark.parametrize("pile", [-1, 109])
    def test_pile(self, pile):
        assert complaint(PLACED, pile=pile) == f"pile must be from 0 to 108, not {pile}"


class TestOneDeck:
    @pytest.mark.parametrize(
        "given, card",
        [
            pytest.param({"hands": {"ann": "r1 r1 r1", "bob": "g1"}}, "r1", id="three in a hand"),
            pytest.param({"hands": {"ann": "r0", "bob": "r0"}}, "r0", id="two zeros"),
            pytest.param({"hands": {"ann": "r5", "bob": "r5"}}, "r5", id="with the top card"),
            pytest.param({"draw": "r1 r1"}, "r1", id="with the draw pile"),
            pytest.param({"top": "wr", "draw": "w w w w"}, "w", id="a Wild on top is one of four"),
            pytest.param({"top": "wd4r", "draw": "wd4 wd4 wd4 wd4"}, "wd4", id="a WD4 on top is one of four"),
        ],
    )
    def test_names_a_card_too_often(self, given, card):
        assert complaint(PLACED, **given) == f"{card} is there more often than a deck holds it"

    def test_with_the_card_turned_up(self):
        assert complaint(TURNED, turned_up="w", draw="w w w w") == "w is there more often than a deck holds it"

    def test_as_often_as_it_is_there(self):
        given = {"top": "wr", "draw": "w w w wd4 wd4 wd4 wd4 r1 g0"}
        assert replay(Record.from_dict(PLACED | given)).summary()["draw_left"] == 108 - 4 - 1


WRITTEN = [
    pytest.param({"seed": "x"} | dict.fromkeys(["ann", "bob"]), id="a dealt game"),
    pytest.param(
        {
            "seed": "x",
            "preset": "classic",
            "rules": {"jump_in": True, "stacking": "any", "hand_size": 5},
            "standings": {"ann": 3, "zoë x": 4},
        }
        | dict.fromkeys(["ann", "bob"]),
        id="with changes and standings",
    ),
    pytest.param({"top": "r5", "ann": "r1 r1 w", "bob": "g1"}, id="a position"),
    pytest.param(
        {"top": "wd4b", "pile": 8, "direction": -1, "on_turn": "ann", "ann": "r1", "bob": "g1", "draw": "y2 y1 w"},
        id="with everything",
    ),
    pytest.param({"turned_up": "w", "preset": "classic", "ann": "r1", "bob": "g1", "draw": "y1"}, id="just dealt"),
    pytest.param({"seed": 'a "quoted"\n\\ text\x7f\x1b'} | dict.fromkeys(['"', "\\", "ü☺"]), id="odd characters"),
]


class TestWriting:
    @pytest.mark.parametrize("given", WRITTEN)
    @pytest.mark.parametrize("moves", [(), ("ann: pe",), ("bob: pe", 'ann: "\\\n', "bob: r7 #1 uno")])
    def test_can_be_read_back(self, given, moves):
        original = record(*moves, **given)
        again = Record.from_toml(original.to_toml())
        assert again == original
        assert again.to_toml() == original.to_toml()
        assert replay(again).summary() == replay(original).summary()

    def test_as_it_looks(self):
        original = record(
            "bob: pe",
            "bob: pa",
            seed="9f3c",
            preset="classic",
            rules={"hand_size": 5, "jump_in": True, "stacking": "same"},
            standings={"ann": 3},
            ann=None,
            bob=None,
        )
        assert original.to_toml() == (
            'preset = "classic"\n'
            'rules = { hand_size = 5, stacking = "same", jump_in = true }\n'
            'players = ["ann", "bob"]\n'
            'seed = "9f3c"\n'
            'standings = { "ann" = 3 }\n'
            "moves = [\n"
            '    "bob: pe",\n'
            '    "bob: pa",\n'
            "]\n"
        )

    def test_a_position_as_it_looks(self):
        original = record(top="wr", on_turn="ann", pile=2, direction=-1, draw="y2 y1", ann="w r1", bob="g1")
        assert tomllib.loads(original.to_toml()) == {
            "preset": "irc",
            "players": ["ann", "bob"],
            "hands": {"ann": "r1 w", "bob": "g1"},
            "top": "wr",
            "draw": "y2 y1",
            "on_turn": "ann",
            "direction": -1,
            "pile": 2,
            "moves": [],
        }


class TestMoves:
    """What is read move by move; a move that cannot be read is refused and the replay goes on."""

    @pytest.mark.parametrize(
        "move, reason",
        [
            ("bob r1", "unreadable"),
            ("", "unreadable"),
            (":", "unreadable"),
            (": jo", "unreadable"),
            ("  : jo", "unreadable"),
            ("bob:", "unreadable"),
            ("bob: hello", "unreadable"),
            ("bob: r7 zed", "unknown_player"),
            ("bob: ct zed", "unknown_player"),
            ("zed: g1", "not_seated"),
            ("zed: pe", "not_seated"),
            ("zed: leave", "not_seated"),
            ("pe", "unreadable"),
            ("bob: pe: pe", "unreadable"),
            ("bob: jo", "already_seated"),
        ],
    )
    def test_refused(self, move, reason):
        summary = replay(Record.from_dict(PLACED | {"moves": [move, "bob: pe"]})).summary()
        assert summary["refused"] == [{"move": 0, "text": move, "reason": reason}]
        assert len(summary["hands"]["bob"]) == 3

    @pytest.mark.parametrize("move", ["BOB: PE", "bob:pe", "  Bob  :  pe  "])
    def test_typed_carelessly(self, move):
        assert replay(Record.from_dict(PLACED | {"moves": [move]})).summary()["refused"] == []

    def test_who_cannot_join_leaves_no_trace(self):
        moves = ["dan: jo", "dan: jo", "cid: pe"]
        data = PLACED | {"moves": moves, "rules": {"players_max": 2}}
        summary = replay(Record.from_dict(data)).summary()
        assert [refused["reason"] for refused in summary["refused"]] == ["table_full", "table_full", "not_seated"]
        assert list(summary["hands"]) == list(summary["standings"]) == ["ann", "bob"]

    def test_who_is_out_of_the_match_cannot_join(self):
        data = PLACED | {"preset": "standard", "standings": {"cid": 510}, "moves": ["cid: jo"]}
        summary = replay(Record.from_dict(data)).summary()
        assert [refused["reason"] for refused in summary["refused"]] == ["eliminated"]
        assert summary["eliminated"] == ["cid"]

    def test_after_the_end_everything_is_refused(self):
        moves = ["bob: g1", "ann: r1", "cid: jo", "ann: leave"]
        data = {"players": ["ann", "bob"], "hands": {"ann": "r1", "bob": "g1"}, "top": "g5", "moves": moves}
        summary = replay(Record.from_dict(data)).summary()
        assert [refused["reason"] for refused in summary["refused"]] == ["round_over"] * 3
        assert (summary["over"], summary["winner"], summary["points"]) == (True, "bob", 30)

    def test_a_replay_can_be_watched_step_by_step(self):
        played = Replay(Record.from_dict(PLACED | {"moves": ["bob: pe", "bob: x"]}))
        steps = list(played.play_all())
        assert [(step.number, step.text, step.reason) for step in steps] == [
            (0, "bob: pe", None),
            (1, "bob: x", "unreadable"),
        ]
        assert steps == played.steps

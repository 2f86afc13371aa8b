"""The card turned up first: how it acts, and what first_wild, first_wd4 and first_reverse change."""

import pytest

from tests.engine.position import after
from tests.engine.test_deck import FIGURES, rest

CLASSIC = ["classic", "short", "one-round", "stacking", "progressive", "seven-zero"]
STANDARD = ["standard", "no-u"]
ALL = ["irc", "official", *STANDARD, *CLASSIC]
WAITS = ["irc", "stacking", "progressive", "no-u"]

COLOURED = [c + f for c in "rgby" for f in FIGURES]
HANDS = {"ann": "g2 g3 b2", "bob": "r1 g1 b1", "cid": "y1 y2 y3", "dan": "b6 b7 b8"}
NAMES = ["ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal", "ida", "jan"]


def dealt(*moves, players=3, **given):
    return after(*moves, **(given | dict(list(HANDS.items())[:players]) | {"draw": given.get("draw", "")}))


def untouched(out):
    return all(out.hand(name) == hand for name, hand in HANDS.items() if name in out.hands)


def position(out):
    return {key: value for key, value in out.json.items() if key != "refused"}


class TestANumber:
    @pytest.mark.parametrize("preset", ALL)
    @pytest.mark.parametrize("card", ["r0", "r5", "r7", "g9"])
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_does_nothing(self, preset, card, players):
        out = dealt(turned_up=card, preset=preset, players=players)
        assert (out.on_turn, out.direction, out.top, out.color, out.pile) == ("bob", 1, card, card[0], 0)
        assert untouched(out)

    def test_in_a_duel(self):
        assert dealt(turned_up="r5", preset="duel", players=2).on_turn == "bob"


class TestASkip:
    @pytest.mark.parametrize("preset", ALL)
    @pytest.mark.parametrize("players, on_turn", [(2, "ann"), (3, "cid"), (4, "cid")])
    def test_bypasses_the_first_player(self, preset, players, on_turn):
        out = dealt(turned_up="rs", preset=preset, players=players)
        assert (out.on_turn, out.direction, out.top) == (on_turn, 1, "rs")
        assert untouched(out)

    def test_in_a_duel(self):
        assert dealt(turned_up="rs", preset="duel", players=2).on_turn == "ann"


class TestAReverse:
    @pytest.mark.parametrize(
        "preset, two, three, four",
        [
            ("irc", "bob", "cid", "dan"),
            ("official", "ann", "ann", "ann"),
            *((preset, "ann", "ann", "ann") for preset in STANDARD),
            *((preset, "ann", "cid", "dan") for preset in CLASSIC),
        ],
    )
    def test_in_the_presets(self, preset, two, three, four):
        for players, on_turn in ((2, two), (3, three), (4, four)):
            out = dealt(turned_up="rr", preset=preset, players=players)
            assert (players, out.on_turn, out.direction, out.top) == (players, on_turn, -1, "rr")
            assert untouched(out)

    def test_in_a_duel(self):
        out = dealt(turned_up="rr", preset="duel", players=2)
        assert (out.on_turn, out.direction) == ("ann", -1)

    @pytest.mark.parametrize("reverse_two, on_turn", [("skip", "ann"), ("reverse", "bob")])
    @pytest.mark.parametrize("preset", ["irc", "official", "classic"])
    def test_as_played_by_two(self, preset, reverse_two, on_turn):
        rules = {"first_reverse": "as_played", "reverse_two": reverse_two}
        out = dealt(turned_up="rr", preset=preset, players=2, rules=rules)
        assert (out.on_turn, out.direction) == (on_turn, -1)

    @pytest.mark.parametrize("reverse_two", ["skip", "reverse"])
    @pytest.mark.parametrize("first_reverse, on_turn", [("dealer_starts", "ann"), ("as_played", "cid")])
    def test_reverse_two_says_nothing_to_three(self, reverse_two, first_reverse, on_turn):
        out = dealt(turned_up="rr", rules={"first_reverse": first_reverse, "reverse_two": reverse_two})
        assert (out.on_turn, out.direction) == (on_turn, -1)

    @pytest.mark.parametrize(
        "first_reverse, moves, on_turn",
        [
            ("dealer_starts", ["ann: pe", "ann: pa"], "dan"),
            ("dealer_starts", ["ann: pe", "ann: pa", "dan: pe", "dan: pa"], "cid"),
            ("as_played", ["dan: pe", "dan: pa"], "cid"),
            ("as_played", ["dan: pe", "dan: pa", "cid: pe", "cid: pa", "bob: r1"], "ann"),
        ],
    )
    def test_play_goes_on_the_other_way(self, first_reverse, moves, on_turn):
        out = dealt(*moves, turned_up="rr", players=4, draw="y8 y9", rules={"first_reverse": first_reverse})
        assert (out.on_turn, out.reasons) == (on_turn, [])


class TestADrawTwo:
    @pytest.mark.parametrize("preset", ALL)
    @pytest.mark.parametrize("players, after_bob", [(2, "ann"), (3, "cid"), (4, "cid")])
    def test_waits_when_a_played_one_would(self, preset, players, after_bob):
        out = dealt(turned_up="r+2", preset=preset, players=players, draw="y8 y9 y7")
        if preset in WAITS:
            assert (out.on_turn, out.pile) == ("bob", 2)
            assert untouched(out)
        else:
            assert (out.on_turn, out.pile) == (after_bob, 0)
            assert out.hand("bob") == "r1 g1 b1 y8 y9"
        assert (out.top, out.direction) == ("r+2", 1)

    def test_in_a_duel(self):
        out = dealt(turned_up="r+2", preset="duel", players=2, draw="y8 y9")
        assert (out.on_turn, out.pile, out.hand("bob")) == ("ann", 0, "r1 g1 b1 y8 y9")

    @pytest.mark.parametrize(
        "rules, pile",
        [
            ({"stacking": "none"}, 0),
            ({"stacking": "none", "no_u": True}, 2),
            ({"stacking": "progressive"}, 2),
            ({"stacking": "same"}, 2),
            ({"stacking": "any"}, 2),
            ({"stacking": "war"}, 2),
        ],
        ids=str,
    )
    @pytest.mark.parametrize("preset", ["irc", "official", "classic"])
    def test_whatever_lets_it_be_answered(self, preset, rules, pile):
        out = dealt(turned_up="r+2", preset=preset, rules=rules)
        assert (out.pile, out.on_turn) == (pile, "bob" if pile else "cid")

    @pytest.mark.parametrize("preset", WAITS)
    @pytest.mark.parametrize("move", ["pe", "pa"])
    def test_it_is_taken(self, preset, move):
        out = dealt(f"bob: {move}", turned_up="r+2", preset=preset, draw="y8 y9")
        assert (out.on_turn, out.pile, out.top, out.hand("bob")) == ("cid", 0, "r+2", "r1 g1 b1 y8 y9")

    @pytest.mark.parametrize("preset", WAITS)
    def test_it_is_answered(self, preset):
        out = after("bob: g+2", turned_up="r+2", preset=preset, ann="g2 g3", bob="g+2 g1 b1", cid="y1 y2 y3")
        assert (out.on_turn, out.pile, out.top) == ("cid", 4, "g+2")

    def test_a_reverse_sends_it_to_the_dealer(self):
        out = after("bob: rr", turned_up="r+2", ann="g2 g3", bob="rr g1 b1", cid="y1 y2 y3")
        assert (out.on_turn, out.pile, out.direction) == ("ann", 2, -1)

    def test_nothing_else_is_played_on_it(self):
        assert dealt("bob: r1", turned_up="r+2").reasons == ["draw_waits"]


class TestPutBack:
    @pytest.mark.parametrize("preset", ["irc", "official"])
    def test_a_wild(self, preset):
        out = dealt(turned_up="w", draw="g9 y8", preset=preset)
        assert (out.on_turn, out.top, out.color, out.draw_left) == ("bob", "g9", "g", 98)
        assert untouched(out)

    @pytest.mark.parametrize("preset", ["irc", "official", "standard", "no-u"])
    def test_a_wd4(self, preset):
        out = dealt(turned_up="wd4", draw="g9 y8", preset=preset)
        assert (out.on_turn, out.top, out.color, out.pile, out.draw_left) == ("bob", "g9", "g", 0, 98)
        assert untouched(out)

    def test_a_wd4_in_a_duel(self):
        out = dealt(turned_up="wd4", draw="g9 y8", preset="duel", players=2)
        assert (out.on_turn, out.top) == ("bob", "g9")

    def test_until_another_comes(self):
        out = dealt(turned_up="w", draw="wd4 w w wd4 g9 y8")
        assert (out.on_turn, out.top, out.draw_left) == ("bob", "g9", 98)

    @pytest.mark.parametrize(
        "card, on_turn, direction, pile",
        [("gs", "cid", 1, 0), ("gr", "cid", -1, 0), ("g+2", "bob", 1, 2), ("g0", "bob", 1, 0)],
    )
    def test_the_other_one_acts(self, card, on_turn, direction, pile):
        out = dealt(turned_up="wd4", draw=f"{card} y8")
        assert (out.on_turn, out.direction, out.pile, out.top) == (on_turn, direction, pile, card)

    def test_the_draw_goes_on_behind_it(self):
        out = dealt("bob: pe", turned_up="w", draw="g9 y8")
        assert out.hand("bob") == "r1 g1 b1 y8"

    def test_it_lies_under_the_draw_pile(self):
        given = {"turned_up": "w", "draw": "g9 y8", "ann": rest("w g9 y8", "r1 g1 b1", "y1 y2")}
        out = after("bob: pe", "bob: pa", "cid: pe", **given, bob="r1 g1 b1", cid="y1 y2")
        assert out.hand("bob") == "r1 g1 b1 y8"
        assert out.hand("cid") == "y1 y2 w"
        assert out.draw_left == 0

    def test_with_nothing_but_wilds_left_all_is_dealt_again(self):
        hands = {name: " ".join(COLOURED[10 * i : 10 * i + 10]) for i, name in enumerate(NAMES)}
        out = after(turned_up="w", draw="wd4 w", rules={"hand_size": 10}, **hands)
        assert out.top[0] in "rgby"
        assert [len(out.hands[name]) for name in NAMES] == [10] * 10
        assert out.draw_left == 7

    def test_a_wd4_put_back_uncovers_a_wild_that_stays(self):
        out = dealt(turned_up="wd4", draw="w g9", preset="standard")
        assert (out.on_turn, out.top, out.color) == ("bob", "w", None)

    def test_a_wild_put_back_uncovers_a_wd4_that_stays(self):
        rules = {"first_wild": "redraw"}
        out = dealt("ann: co b", turned_up="w", draw="wd4 y4 y5 y6 y7", preset="classic", rules=rules)
        assert (out.on_turn, out.top, out.hand("bob")) == ("cid", "wd4b", "r1 g1 b1 y4 y5 y6 y7")


class TestNextChooses:
    @pytest.mark.parametrize("preset", STANDARD)
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_first_player_owes_the_colour(self, preset, players):
        out = dealt(turned_up="w", preset=preset, players=players)
        assert (out.on_turn, out.top, out.color, out.direction) == ("bob", "w", None, 1)

    def test_in_a_duel(self):
        assert dealt(turned_up="w", preset="duel", players=2).on_turn == "bob"

    @pytest.mark.parametrize("color", "rgby")
    def test_and_then_takes_the_turn(self, color):
        out = dealt(f"bob: co {color}", turned_up="w", preset="standard")
        assert (out.on_turn, out.top, out.color, out.reasons) == ("bob", f"w{color}", color, [])
        assert untouched(out)

    @pytest.mark.parametrize(
        "moves, on_turn, reasons",
        [
            (["bob: g1"], "cid", []),
            (["bob: r1"], "bob", ["no_match"]),
            (["bob: pa"], "bob", ["pick_first"]),
            (["bob: pe"], "bob", []),
            (["bob: pe", "bob: pa"], "cid", []),
            (["bob: co r"], "bob", ["no_color_owed"]),
            (["cid: pe"], "bob", ["not_your_turn"]),
        ],
    )
    def test_which_is_an_ordinary_one(self, moves, on_turn, reasons):
        out = dealt("bob: co g", *moves, turned_up="w", draw="y9", preset="standard")
        assert (out.on_turn, out.reasons) == (on_turn, reasons)

    @pytest.mark.parametrize("move", ["g1", "pe", "pa"])
    def test_the_colour_comes_first(self, move):
        out = dealt(f"bob: {move}", turned_up="w", preset="standard")
        assert out.reasons == ["color_owed"]
        assert position(out) == position(dealt(turned_up="w", preset="standard"))

    @pytest.mark.parametrize("move", ["ann: pe", "cid: y1", "ann: g2"])
    def test_nobody_else_acts(self, move):
        out = dealt(move, turned_up="w", preset="standard")
        assert out.reasons == ["not_your_turn"]
        assert position(out) == position(dealt(turned_up="w", preset="standard"))

    def test_under_another_preset(self):
        out = dealt("bob: co y", turned_up="w", rules={"first_wild": "next_chooses"})
        assert (out.on_turn, out.color) == ("bob", "y")


class TestDealerChooses:
    @pytest.mark.parametrize("preset", CLASSIC)
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_dealer_owes_the_colour(self, preset, players):
        out = dealt(turned_up="w", preset=preset, players=players)
        assert (out.on_turn, out.top, out.color) == ("ann", "w", None)

    @pytest.mark.parametrize("players", [2, 3, 4])
    @pytest.mark.parametrize("color", "rgby")
    def test_and_the_first_player_starts(self, color, players):
        out = dealt(f"ann: co {color}", turned_up="w", preset="classic", players=players)
        assert (out.on_turn, out.top, out.color, out.direction) == ("bob", f"w{color}", color, 1)
        assert untouched(out)

    @pytest.mark.parametrize(
        "move, reason",
        [
            ("ann: g2", "color_owed"),
            ("ann: pe", "color_owed"),
            ("ann: pa", "color_owed"),
            ("bob: pe", "not_your_turn"),
            ("bob: g1", "not_your_turn"),
            ("cid: y1", "not_your_turn"),
        ],
    )
    def test_the_colour_comes_first(self, move, reason):
        out = dealt(move, turned_up="w", preset="classic")
        assert out.reasons == [reason]
        assert position(out) == position(dealt(turned_up="w", preset="classic"))

    def test_under_another_preset(self):
        out = dealt("ann: co y", turned_up="w", rules={"first_wild": "dealer_chooses"})
        assert (out.on_turn, out.color) == ("bob", "y")


class TestDealerPlays:
    @pytest.mark.parametrize("preset", CLASSIC)
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_dealer_owes_the_colour(self, preset, players):
        out = dealt(turned_up="wd4", preset=preset, players=players)
        assert (out.on_turn, out.top, out.color) == ("ann", "wd4", None)
        assert untouched(out)

    @pytest.mark.parametrize("preset", CLASSIC)
    @pytest.mark.parametrize("players, after_bob", [(2, "ann"), (3, "cid"), (4, "cid")])
    def test_and_it_acts_on_the_first_player(self, preset, players, after_bob):
        out = dealt("ann: co b", turned_up="wd4", preset=preset, players=players, draw="y4 y5 y6 y7 y8")
        if preset == "stacking":
            assert (out.on_turn, out.pile) == ("bob", 4)
            assert untouched(out)
        else:
            assert (out.on_turn, out.pile) == (after_bob, 0)
            assert out.hand("bob") == "r1 g1 b1 y4 y5 y6 y7"
        assert (out.top, out.color, out.direction) == ("wd4b", "b", 1)

    @pytest.mark.parametrize(
        "rules, pile",
        [
            ({"stacking": "none"}, 0),
            ({"stacking": "none", "wd4_when": "no_color"}, 0),
            ({"stacking": "none", "wd4_when": "no_other"}, 0),
            ({"stacking": "none", "no_u": True}, 4),
            ({"stacking": "progressive"}, 0),
            ({"stacking": "same"}, 4),
            ({"stacking": "any"}, 4),
            ({"stacking": "war"}, 4),
        ],
        ids=str,
    )
    @pytest.mark.parametrize("preset", ["irc", "official", "classic"])
    def test_it_waits_when_it_can_be_answered(self, preset, rules, pile):
        out = dealt("ann: co b", turned_up="wd4", preset=preset, rules=rules | {"first_wd4": "dealer_plays"})
        assert (out.pile, out.on_turn) == (pile, "bob" if pile else "cid")

    def test_it_is_honest_whatever_the_dealer_holds(self):
        given = {"turned_up": "wd4", "preset": "stacking", "draw": "y4 y5 y6 y7"}
        assert dealt("ann: co b", "bob: ch", **given).reasons == ["nothing_to_challenge"]
        out = dealt("ann: co b", "bob: ch", "bob: pe", **given)
        assert (out.on_turn, out.hand("bob"), out.hand("ann")) == ("cid", "r1 g1 b1 y4 y5 y6 y7", "g2 g3 b2")

    @pytest.mark.parametrize(
        "move, reason", [("ann: g2", "color_owed"), ("ann: pe", "color_owed"), ("bob: pe", "not_your_turn")]
    )
    def test_the_colour_comes_first(self, move, reason):
        out = dealt(move, turned_up="wd4", preset="classic")
        assert out.reasons == [reason]
        assert position(out) == position(dealt(turned_up="wd4", preset="classic"))

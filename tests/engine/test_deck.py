"""Running out of cards: the discard pile becomes the draw pile, wilds lose their colour, draws fall short."""

from collections import Counter

import pytest

from tests.engine.position import after

FIGURES = [*"0112233445566778899", *("s", "r", "+2") * 2]
DECK = Counter([c + f for c in "rgby" for f in FIGURES] + ["w", "wd4"] * 4)


def rest(*named):
    """A hand of everything but the named cards."""
    left = DECK - Counter(" ".join(named).split())
    return " ".join(left.elements())


def tight(*moves, top="r5", bob="g1 b1 y1", cid=None, draw="", **given):
    """A position in which ann holds every card that is not named, so that nothing lies behind `draw`."""
    others = {"bob": bob} | ({"cid": cid} if cid else {})
    plain = "wd4" if top.startswith("wd4") else "w" if top.startswith("w") else top
    return after(*moves, top=top, ann=rest(plain, draw, *others.values()), **others, draw=draw, **given)


def count(out, name):
    return len(out.hands[name])


def held(out):
    return sum((Counter(hand) for hand in out.hands.values()), Counter())


@pytest.mark.parametrize(
    "moves, left",
    [
        pytest.param([], 98, id="108 less three hands of three and the top card"),
        pytest.param(["bob: r1"], 98, id="a play draws nothing"),
        pytest.param(["bob: pe"], 97, id="a pick is one card"),
        pytest.param(["bob: pe", "bob: pa"], 97, id="a pass draws nothing"),
        pytest.param(["bob: r+2"], 98, id="a draw that waits is not drawn yet"),
        pytest.param(["bob: r+2", "cid: pa"], 96, id="taking a pile of two"),
        pytest.param(["bob: wd4g", "cid: pe"], 94, id="taking a pile of four"),
        pytest.param(["bob: g9"], 98, id="a refused move draws nothing"),
        pytest.param(["bob: timeout"], 97, id="an expiry draws one"),
    ],
)
def test_draw_left_counts_what_is_left(moves, left):
    out = after(*moves, top="r5", ann="g1 g2 g3", bob="r1 r+2 wd4", cid="y1 y2 y3", draw="b9 b8 b7 b6")
    assert out.draw_left == left


@pytest.mark.parametrize("players", range(2, 11))
def test_a_dealt_round_accounts_for_every_card(players):
    names = ["ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal", "ida", "jan"][:players]
    out = after(seed=f"{players:064x}", **dict.fromkeys(names))
    assert [count(out, name) for name in names] == [7] * players
    assert out.draw_left == 107 - 7 * players


def test_cards_are_drawn_in_order():
    out = after("bob: pa", top="r+2", pile=2, ann="g1 g2", bob="b1 b2", draw="y1 y2 y3")
    assert out.hand("bob") == "b1 b2 y1 y2"


class TestReshuffle:
    def test_not_before_a_card_has_to_be_drawn(self):
        out = tight("bob: r1", "ann: pe", bob="r1 g1 b1", draw="y9")
        assert out.draw_left == 0
        assert count(out, "ann") == 104

    def test_when_a_card_has_to_be_drawn(self):
        out = tight("bob: r1", "ann: pe", "ann: pa", "bob: pe", bob="r1 g1 b1", draw="y9")
        assert out.hand("bob") == "r5 g1 b1"
        assert out.draw_left == 0
        assert out.top == "r1"

    def test_an_expiry_reshuffles_too(self):
        out = tight("bob: r1", "ann: timeout", "bob: timeout", bob="r1 g1 b1", draw="y9")
        assert out.hand("bob") == "r5 g1 b1"
        assert out.on_turn == "ann"

    def test_everything_but_the_top_card_goes_back(self):
        out = tight("bob: r1", "ann: r2", "bob: r3", "ann: pe", bob="r1 r3 g1 b1")
        assert (out.top, out.color, out.draw_left) == ("r3", "r", 2)
        assert held(out) < DECK - Counter(["r3"])

    def test_both_cards_of_a_double_are_in_the_pile(self):
        out = tight("bob: r1r1", "ann: pe", bob="r1 r1 g1 b1")
        assert (out.top, out.draw_left) == ("r1", 1)

    def test_in_the_middle_of_a_draw(self):
        moves = ["bob: r1", "ann: r2", "bob: r+2", "ann: g+2", "bob: pa"]
        out = tight(*moves, bob="r1 r+2 b1 y1", draw="y8")
        assert (count(out, "bob"), out.draw_left, out.top) == (2 + 4, 1, "g+2")
        assert "y8" in out.hands["bob"]
        assert set(out.hands["bob"]) < {"b1", "y1", "y8", "r5", "r1", "r2", "r+2"}

    def test_again_and_again(self):
        once = ["bob: r1", "ann: pe", "ann: r5", "bob: pe", "bob: r1"]
        out = tight(*once, "ann: pe", "ann: r5", "bob: pe", bob="r1 g1 b1")
        assert out.reasons == []
        assert out.hand("bob") == "r1 g1 b1"
        assert held(out) == DECK - Counter(["r5"])


class TestWildsLoseTheirColour:
    def test_a_wild(self):
        out = tight("bob: wr", "ann: pe", "ann: r5", "bob: pe", bob="w g1 b1")
        assert out.hand("bob") == "g1 b1 w"

    def test_and_may_name_another(self):
        out = tight("bob: wr", "ann: pe", "ann: r5", "bob: pe", "bob: wy", bob="w g1 b1")
        assert (out.top, out.color, out.reasons) == ("wy", "y", [])

    def test_a_wild_named_in_two_steps(self):
        out = tight("bob: w", "bob: co r", "ann: pe", "ann: r5", "bob: pe", bob="w g1 b1")
        assert out.hand("bob") == "g1 b1 w"

    def test_both_of_a_double(self):
        moves = ["bob: wwr", "ann: r1", "bob: pe", "bob: pa", "ann: pe", "ann: pa", "bob: pe"]
        out = tight(*moves, bob="w w g9 b9", rules={"must_play_drawn": False})
        assert out.draw_left == 0
        assert held(out) == DECK - Counter(["r1"])

    def test_a_wd4(self):
        moves = ["bob: wd4b", "ann: pa", "bob: b1", "ann: pe", "ann: pa", "bob: pe"]
        out = tight(*moves, bob="wd4 b1 g1 g1", draw="y1 y2 y3 y4", rules={"must_play_drawn": False})
        assert out.draw_left == 0
        assert held(out) == DECK - Counter(["b1"])

    def test_a_wild_the_game_began_with(self):
        out = tight("bob: r1", "ann: pe", top="wr", bob="r1 g1 b1")
        assert held(out)["w"] == 4
        assert out.draw_left == 0

    def test_not_the_one_on_top(self):
        out = tight("bob: wg", "ann: pe", bob="w g1 b1")
        assert (out.top, out.color) == ("wg", "g")


class TestTooLittle:
    @pytest.mark.parametrize("there", range(8))
    def test_a_pile_is_taken_as_far_as_it_goes(self, there):
        draw = " ".join(["y2", "y3", "y4", "y6", "y7", "y8", "y9"][:there])
        out = tight("bob: pa", top="r+2", pile=6, bob="g1 b1 y1", cid="g2 b2", draw=draw)
        assert count(out, "bob") == 3 + min(there, 6)
        assert (out.on_turn, out.pile, out.top) == ("cid", 0, "r+2")
        assert out.draw_left == max(there - 6, 0)
        assert out.reasons == []

    def test_the_discards_count_as_there(self):
        out = tight("bob: r+2", "cid: pe", bob="r+2 b1 y1", cid="g2 b2")
        assert out.hand("cid") == "r5 g2 b2"
        assert out.on_turn == "ann"

    def test_drawn_at_once(self):
        out = tight("bob: r+2", bob="r+2 b1 y1", cid="g2 b2", preset="classic")
        assert out.hand("cid") == "r5 g2 b2"
        assert (out.on_turn, out.pile, out.draw_left) == ("ann", 0, 0)

    def test_a_wd4_drawn_at_once(self):
        rules = {"wd4_when": "always"}
        out = tight("bob: wd4b", bob="wd4 b1 y1", cid="g2 b2", draw="y8", preset="classic", rules=rules)
        assert out.hand("cid") == "r5 g2 b2 y8"
        assert out.on_turn == "ann"

    def test_a_failed_challenge(self):
        out = tight("bob: wd4b", "cid: ch", bob="wd4 g1 y1", cid="g2 b2", draw="y8 y9", preset="classic")
        assert out.hand("cid") == "r5 g2 b2 y8 y9"
        assert out.on_turn == "ann"

    def test_a_challenge_that_holds(self):
        out = tight("bob: wd4b", "cid: ch", bob="wd4 r1 y1", cid="g2 b2", draw="y8 y9", preset="classic")
        assert out.hand("bob") == "r1 r5 y1 y8 y9"
        assert (out.on_turn, out.color) == ("cid", "b")

    def test_a_foul(self):
        out = tight("bob: g1", draw="y9", preset="official")
        assert out.hand("bob") == "g1 b1 y1 y9"
        assert (out.on_turn, out.reasons) == ("bob", ["no_match"])

    def test_the_last_card_is_a_pick_like_any_other(self):
        out = tight("bob: pe", cid="g2 b2", draw="y9")
        assert (out.hand("bob"), out.on_turn, out.draw_left) == ("g1 b1 y1 y9", "bob", 0)


class TestNothing:
    @pytest.mark.parametrize("preset", ["irc", "official", "standard", "classic", "stacking", "no-u"])
    @pytest.mark.parametrize("direction, on_turn", [(1, "cid"), (-1, "ann")])
    def test_a_pick_passes_the_turn(self, preset, direction, on_turn):
        out = tight("bob: pe", cid="g2 b2", preset=preset, direction=direction)
        assert (out.on_turn, out.direction, out.reasons) == (on_turn, direction, [])
        assert (out.hand("bob"), out.top, out.draw_left) == ("g1 b1 y1", "r5", 0)

    def test_with_two_players(self):
        assert tight("bob: pe", preset="duel").on_turn == "ann"

    def test_no_pass_is_needed_or_possible(self):
        out = tight("bob: pe", "bob: pa", cid="g2 b2")
        assert (out.on_turn, out.reasons) == ("cid", ["not_your_turn"])

    def test_all_round_the_table(self):
        out = tight("bob: pe", "cid: pe", "ann: pe", "bob: pe", cid="g2 b2")
        assert (out.on_turn, out.reasons) == ("cid", [])

    def test_the_next_turn_is_a_new_one(self):
        out = tight("bob: pe", "ann: r1", "bob: pe")
        assert (out.hand("bob"), out.on_turn) == ("r5 g1 b1 y1", "bob")

    @pytest.mark.parametrize("move", ["pe", "pa", "timeout"])
    @pytest.mark.parametrize("top, pile", [("r+2", 2), ("r+2", 8), ("wd4r", 4)])
    def test_a_pile_of_which_nothing_is_there(self, move, top, pile):
        out = tight(f"bob: {move}", top=top, pile=pile, cid="g2 b2")
        assert (out.on_turn, out.pile, out.hand("bob"), out.reasons) == ("cid", 0, "g1 b1 y1", [])

    def test_an_expiry(self):
        out = tight("bob: timeout", cid="g2 b2")
        assert (out.on_turn, out.hand("bob")) == ("cid", "g1 b1 y1")

    def test_a_foul_out_of_turn(self):
        out = tight("cid: pe", cid="g2 b2", preset="official")
        assert (out.on_turn, out.hand("cid"), out.reasons) == ("bob", "g2 b2", ["not_your_turn"])

    def test_drawing_until_playable(self):
        out = tight("bob: pe", cid="g2 b2", rules={"draw_until_playable": True})
        assert (out.on_turn, out.hand("bob")) == ("cid", "g1 b1 y1")

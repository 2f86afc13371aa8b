"""After a pick: after_draw, must_play_drawn and drawn_wd4 say what may be played and when one may pass."""

import pytest

from tests.engine.position import after

PRESETS = ["irc", "official", "standard", "classic", "stacking", "no-u"]
LOOSE = {"must_play_drawn": False, "drawn_wd4": False}


def picked(card, *moves, bob="r1 g9 b9", top="r5", **given):
    """Bob has picked the card (and then moved)."""
    moves = ["bob: pe", *(f"bob: {move}" for move in moves)]
    return after(*moves, top=top, ann="g1 g2 g3", bob=bob, cid="y1 y2 y3", draw=f"{card} b8 b7", **given)


class TestTheTurnStays:
    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize("card", ["r8", "g5", "w", "wd4", "y8", "gs"])
    def test_playable_or_not(self, preset, card):
        out = picked(card, preset=preset, bob="y6 g9 b9")
        assert (out.on_turn, out.reasons, out.top) == ("bob", [], "r5")
        assert card in out.hands["bob"]
        assert len(out.hands["bob"]) == 4

    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize("card", ["r8", "y8"])
    def test_no_second_pick(self, preset, card):
        out = picked(card, "pe", preset=preset, bob="y6 g9 b9")
        assert (out.on_turn, out.reasons, len(out.hands["bob"])) == ("bob", ["already_picked"], 4)

    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize("direction, on_turn", [(1, "cid"), (-1, "ann")])
    def test_until_they_pass(self, preset, direction, on_turn):
        out = picked("y8", "pa", preset=preset, bob="y6 g9 b9", direction=direction)
        assert (out.on_turn, out.hand("bob"), out.reasons) == (on_turn, "g9 b9 y6 y8", [])

    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize("direction, on_turn", [(1, "cid"), (-1, "ann")])
    def test_or_play(self, preset, direction, on_turn):
        out = picked("r8", "r8", preset=preset, bob="y6 g9 b9", direction=direction)
        assert (out.on_turn, out.top, out.hand("bob"), out.reasons) == (on_turn, "r8", "g9 b9 y6", [])

    def test_others_wait(self):
        out = after("bob: pe", "cid: pe", top="r5", ann="g1 g2", bob="g3 g4", cid="y1 y2", draw="y8")
        assert (out.on_turn, out.reasons) == ("bob", ["not_your_turn"])

    def test_the_next_turn_has_a_pick_of_its_own(self):
        moves = [f"{name}: {move}" for name in ("bob", "cid", "ann") for move in ("pe", "pa")]
        given = {"top": "r5", "ann": "g1 g2", "bob": "g3 g4", "cid": "y1 y2", "draw": "b1 b2 b3 b4"}
        out = after(*moves, "bob: pe", **given)
        assert (out.hand("bob"), out.on_turn, out.reasons) == ("g3 g4 b1 b4", "bob", [])

    def test_picking_is_allowed_with_playable_cards_in_hand(self):
        assert picked("y8", bob="r1 g5 w wd4").reasons == []

    def test_two_steps_of_a_picked_wild(self):
        out = picked("w", "w", "co y")
        assert (out.on_turn, out.top, out.hand("bob")) == ("cid", "wy", "r1 g9 b9")

    @pytest.mark.parametrize("move", ["pe", "pa"])
    def test_taking_a_pile_is_no_pick(self, move):
        given = {"top": "r+2", "pile": 2, "ann": "g1 g2", "bob": "g3 g4", "cid": "y1 y2", "draw": "r8 y8 b1"}
        out = after(f"bob: {move}", "bob: r8", **given)
        assert (out.on_turn, out.hand("bob"), out.reasons) == ("cid", "r8 g3 g4 y8", ["not_your_turn"])


class TestAfterDraw:
    @pytest.mark.parametrize(
        "after_draw, card, play, reason",
        [
            ("drawn_card", "r8", "r8", None),
            ("drawn_card", "g5", "g5", None),
            ("drawn_card", "w", "wg", None),
            ("drawn_card", "wd4", "wd4g", None),
            ("drawn_card", "y8", "y8", "no_match"),
            ("drawn_card", "r8", "r1", "only_picked_card"),
            ("drawn_card", "y8", "r1", "only_picked_card"),
            ("drawn_card", "w", "r1", "only_picked_card"),
            ("drawn_card", "y8", "g9", "only_picked_card"),
            ("drawn_card", "r8", "r7", "not_held"),
            ("any_card", "r8", "r8", None),
            ("any_card", "r8", "r1", None),
            ("any_card", "y8", "r1", None),
            ("any_card", "w", "r1", None),
            ("any_card", "w", "wy", None),
            ("any_card", "y8", "y8", "no_match"),
            ("any_card", "y8", "g9", "no_match"),
            ("any_card", "y8", "r7", "not_held"),
            ("keep", "r8", "r8", "nothing_after_pick"),
            ("keep", "r8", "r1", "nothing_after_pick"),
            ("keep", "y8", "r1", "nothing_after_pick"),
            ("keep", "w", "wy", "nothing_after_pick"),
            ("keep", "wd4", "wd4y", "nothing_after_pick"),
        ],
    )
    @pytest.mark.parametrize("preset", ["irc", "standard", "no-u"])
    def test_what_may_be_played(self, preset, after_draw, card, play, reason):
        out = picked(card, play, preset=preset, rules=LOOSE | {"after_draw": after_draw})
        if reason:
            assert (out.reasons, out.on_turn, out.top) == ([reason], "bob", "r5")
            assert out.hands["bob"] == picked(card).hands["bob"]
        else:
            assert (out.reasons, out.top) == ([], play)

    @pytest.mark.parametrize("after_draw", ["drawn_card", "any_card", "keep"])
    @pytest.mark.parametrize("card", ["r8", "y8", "w", "wd4"])
    def test_passing_is_allowed(self, after_draw, card):
        out = picked(card, "pa", rules=LOOSE | {"after_draw": after_draw})
        assert (out.on_turn, out.reasons) == ("cid", [])

    @pytest.mark.parametrize("preset", PRESETS)
    def test_every_preset_has_drawn_card(self, preset):
        out = picked("r8", "g9", "r8", bob="g9 b9", preset=preset)
        assert (out.reasons, out.on_turn, out.hand("bob")) == (["only_picked_card"], "cid", "g9 b9")

    @pytest.mark.parametrize("bob, card, play", [("r8 g9 b9", "r8", "r8"), ("w g9 b9", "w", "wg")])
    def test_a_twin_of_the_picked_card(self, bob, card, play):
        out = picked(card, play, bob=bob, rules=LOOSE)
        assert (out.reasons, out.top) == ([], play)
        assert bob.split()[0] in out.hands["bob"]

    def test_a_wild_held_before(self):
        assert picked("y8", "wg", bob="w g9", rules=LOOSE).reasons == ["only_picked_card"]
        assert picked("y8", "wg", bob="w g9", rules=LOOSE | {"after_draw": "any_card"}).reasons == []

    @pytest.mark.parametrize("after_draw", ["drawn_card", "any_card"])
    def test_no_double_after_a_pick(self, after_draw):
        out = picked("r1", "r1r1", rules=LOOSE | {"after_draw": after_draw})
        assert (out.reasons, out.hand("bob")) == (["no_double_after_pick"], "r1 r1 g9 b9")

    def test_another_card_is_no_foul(self):
        out = picked("y8", "g9", preset="official")
        assert (out.reasons, out.hand("bob")) == (["only_picked_card"], "r1 g9 b9 y8")


class TestMustPlayDrawn:
    @pytest.mark.parametrize("after_draw", ["drawn_card", "any_card"])
    @pytest.mark.parametrize("preset", ["irc", "standard"])
    @pytest.mark.parametrize(
        "card, top, reasons",
        [
            ("r8", "r5", ["must_play_picked"]),
            ("g5", "r5", ["must_play_picked"]),
            ("rs", "r5", ["must_play_picked"]),
            ("gs", "rs", ["must_play_picked"]),
            ("w", "r5", ["must_play_picked"]),
            ("b2", "wb", ["must_play_picked"]),
            ("y8", "r5", []),
            ("ys", "r5", []),
            ("y5", "wb", []),
        ],
    )
    def test_no_pass_while_it_is_playable(self, preset, after_draw, card, top, reasons):
        rules = {"must_play_drawn": True, "after_draw": after_draw}
        out = picked(card, "pa", top=top, preset=preset, rules=rules)
        assert (out.reasons, out.on_turn) == (reasons, "bob" if reasons else "cid")

    @pytest.mark.parametrize("preset", PRESETS)
    def test_only_irc_has_it(self, preset):
        out = picked("r8", "pa", preset=preset, bob="g9 b9")
        assert out.reasons == (["must_play_picked"] if preset == "irc" else [])

    def test_off(self):
        assert picked("r8", "pa", rules={"must_play_drawn": False}).reasons == []

    def test_a_refused_pass_can_be_made_good(self):
        out = picked("r8", "pa", "r8")
        assert (out.reasons, out.on_turn, out.top) == (["must_play_picked"], "cid", "r8")

    def test_with_any_card_another_one_will_do(self):
        out = picked("r8", "r1", rules={"after_draw": "any_card"})
        assert (out.reasons, out.on_turn, out.hand("bob")) == ([], "cid", "r8 g9 b9")

    def test_it_asks_the_picked_card_not_the_hand(self):
        out = picked("y8", "pa", bob="r1 g5 w wd4", rules={"after_draw": "any_card"})
        assert (out.reasons, out.on_turn) == ([], "cid")

    @pytest.mark.parametrize(
        "wd4_when, bob, honest",
        [
            pytest.param("always", "r1 g9", True, id="always: whatever is held"),
            pytest.param("no_color", "g9 b9", True, id="no_color: nothing red"),
            pytest.param("no_color", "g5 w", True, id="no_color: other playable cards do not matter"),
            pytest.param("no_color", "r1 g9", False, id="no_color: a red card"),
            pytest.param("no_other", "g9 b9", True, id="no_other: nothing playable"),
            pytest.param("no_other", "g9 wd4", True, id="no_other: a second WD4 does not count"),
            pytest.param("no_other", "r1 g9", False, id="no_other: a red card"),
            pytest.param("no_other", "g5 b9", False, id="no_other: the same figure"),
            pytest.param("no_other", "w b9", False, id="no_other: a Wild"),
        ],
    )
    @pytest.mark.parametrize("wd4_check", ["challenge", "enforce"])
    def test_a_dishonest_wd4_is_not_playable(self, wd4_when, wd4_check, bob, honest):
        rules = {"wd4_when": wd4_when, "wd4_check": wd4_check}
        out = picked("wd4", "pa", bob=bob, rules=rules)
        assert out.reasons == (["must_play_picked"] if honest else [])

    def test_but_it_may_be_bluffed(self):
        out = picked("wd4", "wd4g", rules={"wd4_when": "no_color"})
        assert (out.reasons, out.top) == ([], "wd4g")

    def test_unless_that_is_enforced(self):
        out = picked("wd4", "wd4g", "pa", rules={"wd4_when": "no_color", "wd4_check": "enforce"})
        assert (out.reasons, out.on_turn) == (["wd4_not_allowed"], "cid")

    @pytest.mark.parametrize("move", ["pe", "pa"])
    def test_it_does_not_concern_a_pending_draw(self, move):
        given = {"top": "r+2", "pile": 2, "ann": "g1 g2", "bob": "g3 g4", "cid": "y1 y2", "draw": "r8 r+2"}
        out = after(f"bob: {move}", **given)
        assert (out.on_turn, out.reasons) == ("cid", [])


class TestDrawnWd4:
    @pytest.mark.parametrize("must", [True, False])
    @pytest.mark.parametrize("card", ["y8", "r8", "w", "gs"])
    def test_instead_of_the_picked_card(self, card, must):
        out = picked(card, "wd4g", bob="r1 g9 wd4", rules={"drawn_wd4": True, "must_play_drawn": must})
        assert (out.reasons, out.top, out.pile) == ([], "wd4g", 4)
        assert card in out.hands["bob"]

    @pytest.mark.parametrize("card", ["y8", "r8", "w"])
    @pytest.mark.parametrize("preset", ["irc", "official", "standard", "no-u"])
    def test_only_irc_has_it(self, preset, card):
        out = picked(card, "wd4g", bob="r1 g9 wd4", preset=preset)
        assert out.reasons == ([] if preset == "irc" else ["only_picked_card"])

    def test_it_must_not_be_played(self):
        assert picked("y8", "pa", bob="r1 g9 wd4").reasons == []

    def test_it_does_not_excuse_a_pass(self):
        assert picked("r8", "pa", bob="r1 g9 wd4").reasons == ["must_play_picked"]

    @pytest.mark.parametrize("play", ["r1", "g5", "wg"])
    def test_no_other_card_has_the_right(self, play):
        assert picked("y8", play, bob="r1 g5 w wd4").reasons == ["only_picked_card"]

    def test_a_picked_one_needs_no_right(self):
        assert picked("wd4", "wd4g", rules={"drawn_wd4": False}).reasons == []
        assert picked("wd4", "wd4g", bob="r1 g9 wd4", rules={"drawn_wd4": False}).reasons == []

    def test_it_must_be_allowed_otherwise(self):
        rules = {"wd4_when": "no_color", "wd4_check": "enforce"}
        assert picked("y8", "wd4g", bob="r1 g9 wd4", rules=rules).reasons == ["wd4_not_allowed"]
        assert picked("y8", "wd4g", bob="b9 g9 wd4", rules=rules).reasons == []

    def test_the_picked_card_counts_for_its_honesty(self):
        rules = {"wd4_when": "no_color", "wd4_check": "enforce"}
        assert picked("r8", "wd4g", bob="b9 g9 wd4", rules=rules).reasons == ["wd4_not_allowed"]

    def test_any_card_includes_it(self):
        rules = {"after_draw": "any_card", "drawn_wd4": False}
        assert picked("y8", "wd4g", bob="r1 g9 wd4", rules=rules).reasons == []

"""Expiry: what the clock does to a turn, after a pick, to a pending draw and to an owed colour."""

import pytest

from tests.engine.position import after

PRESETS = ["irc", "official", "standard", "classic", "stacking", "progressive", "no-u"]
HANDS = {"ann": "g1 g2 g3", "bob": "r1 g9 b9", "cid": "y1 y2 y3", "dan": "b1 b2 b3"}


def table(*moves, players=3, top="r5", draw="y8 y9 y7 y6 y5", **given):
    hands = {name: given.pop(name, hand) for name, hand in list(HANDS.items())[:players]}
    first = {} if "turned_up" in given else {"top": top}
    return after(*moves, **first, draw=draw, **hands, **given)


class TestATurn:
    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize(
        "players, direction, on_turn",
        [(2, 1, "ann"), (2, -1, "ann"), (3, 1, "cid"), (3, -1, "ann"), (4, 1, "cid"), (4, -1, "ann")],
    )
    def test_one_card_is_drawn_and_the_turn_passes(self, preset, players, direction, on_turn):
        out = table("bob: timeout", players=players, direction=direction, preset=preset)
        assert (out.on_turn, out.direction, out.top, out.reasons) == (on_turn, direction, "r5", [])
        assert out.hand("bob") == "r1 g9 b9 y8"

    def test_in_a_duel(self):
        out = table("bob: timeout", players=2, preset="duel")
        assert (out.on_turn, out.hand("bob")) == ("ann", "r1 g9 b9 y8")

    @pytest.mark.parametrize(
        "rules",
        [
            {"must_play_drawn": True},
            {"force_play": True},
            {"draw_until_playable": True},
            {"after_draw": "any_card"},
            {"after_draw": "keep", "must_play_drawn": False},
            {"draw_until_playable": True, "force_play": True},
        ],
        ids=str,
    )
    @pytest.mark.parametrize("card", ["y8", "r8", "w", "wd4"])
    def test_whatever_the_rules_of_picking(self, rules, card):
        out = table("bob: timeout", rules=rules, draw=f"{card} y9 r7")
        assert (out.on_turn, out.top, out.reasons) == ("cid", "r5", [])
        assert sorted(out.hands["bob"]) == sorted(["r1", "g9", "b9", card])

    def test_all_round_the_table(self):
        out = table("bob: timeout", "cid: timeout", "ann: timeout")
        assert (out.on_turn, out.draw_left) == ("bob", 108 - 1 - 9 - 3)
        assert (out.hand("bob"), out.hand("cid"), out.hand("ann")) == (
            "r1 g9 b9 y8",
            "y1 y2 y3 y9",
            "g1 g2 g3 y7",
        )

    def test_the_next_turn_is_whole(self):
        out = table("bob: timeout", "cid: pe", "cid: pa", "ann: timeout", "bob: r1")
        assert (out.on_turn, out.reasons) == ("cid", [])

    def test_after_a_refused_move(self):
        out = table("bob: g9", "bob: timeout")
        assert (out.on_turn, out.hand("bob"), out.reasons) == ("cid", "r1 g9 b9 y8", ["no_match"])

    def test_after_a_skip_by_one_of_two(self):
        out = table("bob: rs", "bob: timeout", players=2, bob="rs g9 b9")
        assert (out.on_turn, out.hand("bob")) == ("ann", "g9 b9 y8")

    def test_a_call_is_lost_with_the_card(self):
        out = table("bob: un", "bob: timeout", bob="r1 g9", preset="classic")
        assert (out.called_uno, out.hand("bob"), out.reasons) == ([], "r1 g9 y8", [])

    def test_not_when_the_round_is_over(self):
        out = table("bob: r1", "cid: timeout", bob="r1")
        assert (out.reasons, out.hand("cid")) == (["round_over"], "y1 y2 y3")


class TestAfterAPick:
    @pytest.mark.parametrize("preset", ["irc", "official", "standard", "no-u"])
    @pytest.mark.parametrize("card", ["y8", "r8", "w", "wd4"])
    @pytest.mark.parametrize("direction, on_turn", [(1, "cid"), (-1, "ann")])
    def test_the_turn_passes_without_another_card(self, preset, card, direction, on_turn):
        out = table("bob: pe", "bob: timeout", draw=f"{card} y9", preset=preset, direction=direction)
        assert (out.on_turn, out.top, out.reasons) == (on_turn, "r5", [])
        assert sorted(out.hands["bob"]) == sorted(["r1", "g9", "b9", card])

    def test_with_two_players(self):
        out = table("bob: pe", "bob: timeout", players=2)
        assert (out.on_turn, out.hand("bob")) == ("ann", "r1 g9 b9 y8")

    @pytest.mark.parametrize("preset", ["classic", "stacking", "progressive"])
    def test_with_force_play(self, preset):
        out = table("bob: pe", "bob: timeout", bob="g9 b9", preset=preset)
        assert (out.on_turn, out.hand("bob")) == ("cid", "g9 b9 y8")

    def test_after_a_pass_that_was_refused(self):
        out = table("bob: pe", "bob: pa", "bob: timeout", draw="r8 y9")
        assert (out.on_turn, out.hand("bob"), out.reasons) == ("cid", "r1 r8 g9 b9", ["must_play_picked"])

    def test_after_drawing_until_playable(self):
        out = table("bob: pe", "bob: timeout", draw="y8 y9 r8 r7", rules={"draw_until_playable": True})
        assert (out.on_turn, out.hand("bob")) == ("cid", "r1 r8 g9 b9 y8 y9")

    def test_the_next_one_has_not_picked(self):
        out = table("bob: pe", "bob: timeout", "cid: timeout")
        assert (out.hand("cid"), out.on_turn) == ("y1 y2 y3 y9", "ann")


class TestAPendingDraw:
    @pytest.mark.parametrize(
        "preset, top, pile, bob",
        [
            ("irc", "r+2", 2, "g9 b9"),
            ("irc", "r+2", 4, "g9 b9"),
            ("irc", "rr", 2, "g9 b9"),
            ("irc", "wd4r", 4, "g9 b9"),
            ("irc", "r+2", 2, "g+2 b9"),
            ("irc", "r+2", 2, "wd4 b9"),
            ("irc", "wd4r", 4, "wd4 b9"),
            ("stacking", "r+2", 2, "g+2 b9"),
            ("stacking", "wd4r", 4, "wd4 b9"),
            ("progressive", "r+2", 4, "g+2 b9"),
            ("no-u", "r+2", 2, "rs b9"),
            ("no-u", "wd4r", 4, "rr b9"),
        ],
    )
    @pytest.mark.parametrize("direction, on_turn", [(1, "cid"), (-1, "ann")])
    def test_it_is_taken_whatever_could_answer_it(self, preset, top, pile, bob, direction, on_turn):
        out = table("bob: timeout", preset=preset, top=top, pile=pile, bob=bob, direction=direction)
        assert (out.on_turn, out.pile, out.top, out.reasons) == (on_turn, 0, top, [])
        drawn = ["y8", "y9", "y7", "y6"][:pile]
        assert sorted(out.hands["bob"]) == sorted([*bob.split(), *drawn])

    def test_of_two_players(self):
        out = table("bob: timeout", top="r+2", pile=2, players=2)
        assert (out.on_turn, out.pile, out.hand("bob")) == ("ann", 0, "r1 g9 b9 y8 y9")

    def test_one_that_was_played(self):
        out = table("bob: r+2", "cid: timeout", bob="r+2 g9 b9")
        assert (out.on_turn, out.pile, out.hand("cid")) == ("ann", 0, "y1 y2 y3 y8 y9")

    def test_one_that_was_turned_up(self):
        out = table("bob: timeout", turned_up="r+2")
        assert (out.on_turn, out.pile, out.hand("bob")) == ("cid", 0, "r1 g9 b9 y8 y9")

    @pytest.mark.parametrize("bob", ["wd4 g9 b9", "wd4 r1 b9"], ids=["honest", "bluffed"])
    @pytest.mark.parametrize("preset", ["official", "standard", "classic", "stacking"])
    def test_a_wd4_is_not_challenged(self, preset, bob):
        out = table("bob: wd4g", "cid: timeout", bob=bob, preset=preset)
        assert (out.on_turn, out.pile, out.hand("cid")) == ("ann", 0, "y1 y2 y3 y6 y7 y8 y9")
        assert len(out.hands["bob"]) == 2

    def test_after_a_challenge_that_held_it_is_a_turn(self):
        out = table("bob: wd4g", "cid: ch", "cid: timeout", bob="wd4 r1 b9", preset="classic")
        assert (out.on_turn, out.hand("bob"), out.hand("cid")) == ("ann", "r1 b9 y6 y7 y8 y9", "y1 y2 y3 y5")

    def test_drawing_until_playable_does_not_matter(self):
        out = table("bob: timeout", top="r+2", pile=2, rules={"draw_until_playable": True})
        assert (out.on_turn, out.hand("bob")) == ("cid", "r1 g9 b9 y8 y9")

    def test_no_u_the_draw_that_was_passed_on(self):
        out = table("bob: r+2", "cid: rs", "ann: timeout", bob="r+2 g9 b9", cid="rs y1 y2", preset="no-u")
        assert (out.on_turn, out.pile, out.hand("ann")) == ("bob", 0, "g1 g2 g3 y8 y9")


HELD_MOST = [
    pytest.param("g1 g2 r1", "g", id="the colour held most"),
    pytest.param("y4 y6 r1 g9", "y", id="yellow most"),
    pytest.param("b+2 bs r9", "b", id="actions count as one card each"),
    pytest.param("r9 g1 g2", "g", id="the number of cards, not their value"),
    pytest.param("r1 g9 b9 y4", "r", id="all alike: red"),
    pytest.param("g9 b9 y4", "g", id="no red, all alike: green"),
    pytest.param("b9 y4", "b", id="blue before yellow"),
    pytest.param("y4 y6 b8 b9 r1", "b", id="two and two: blue before yellow"),
    pytest.param("g9 w w w", "g", id="wilds do not count"),
    pytest.param("w wd4", "r", id="nothing but wilds: red"),
]


class TestAnOwedColour:
    @pytest.mark.parametrize("hand, color", HELD_MOST)
    @pytest.mark.parametrize("direction, on_turn", [(1, "cid"), (-1, "ann")])
    def test_the_bot_picks_it(self, hand, color, direction, on_turn):
        given = {"ann": "g3 g4 g6", "bob": f"w {hand}", "cid": "y1 y2 y3", "direction": direction}
        out = table("bob: w", "bob: timeout", **given)
        assert (out.color, out.top, out.on_turn, out.reasons) == (color, f"w{color}", on_turn, [])
        assert sorted(out.hands["bob"]) == sorted(hand.split())

    def test_of_two_players(self):
        out = table("bob: w", "bob: timeout", bob="w g9 g8", players=2)
        assert (out.color, out.on_turn, out.hand("bob")) == ("g", "ann", "g8 g9")

    def test_after_a_pick(self):
        out = table("bob: pe", "bob: w", "bob: timeout", draw="w y8")
        assert (out.color, out.on_turn, out.hand("bob")) == ("r", "cid", "r1 g9 b9")

    @pytest.mark.parametrize("preset", ["irc", "classic", "official", "stacking", "no-u"])
    def test_of_a_wd4_that_then_waits(self, preset):
        out = table("bob: wd4", "bob: timeout", bob="wd4 g9 g8 b9", preset=preset)
        assert (out.top, out.color, out.pile, out.on_turn) == ("wd4g", "g", 4, "cid")
        assert (out.hand("bob"), out.hand("cid")) == ("g8 g9 b9", "y1 y2 y3")

    def test_of_a_wd4_that_is_then_drawn(self):
        out = table("bob: wd4", "bob: timeout", bob="wd4 g9 g8 b9", rules={"stacking": "none"})
        assert (out.top, out.pile, out.on_turn, out.hand("cid")) == ("wd4g", 0, "ann", "y1 y2 y3 y6 y7 y8 y9")

    def test_then_the_next_turn_expires_as_usual(self):
        out = table("bob: w", "bob: timeout", "cid: timeout", bob="w g9 g8")
        assert (out.color, out.on_turn, out.hand("cid")) == ("g", "ann", "y1 y2 y3 y8")

    @pytest.mark.parametrize("hand, color", HELD_MOST)
    def test_next_chooses_starts_the_turn(self, hand, color):
        given = {"ann": "g3 g4 g6", "bob": hand, "cid": "y1 y2 y3", "preset": "standard"}
        out = table("bob: timeout", turned_up="w", **given)
        assert (out.color, out.top, out.on_turn) == (color, f"w{color}", "bob")
        assert sorted(out.hands["bob"]) == sorted(hand.split())

    def test_next_chooses_and_then_the_turn_expires(self):
        out = table("bob: timeout", "bob: timeout", turned_up="w", bob="g9 g8 b9", preset="standard")
        assert (out.color, out.on_turn, out.hand("bob")) == ("g", "cid", "g8 g9 b9 y8")

    def test_next_chooses_and_then_a_play(self):
        out = table("bob: timeout", "bob: g9", turned_up="w", bob="g9 g8 b9", preset="standard")
        assert (out.top, out.on_turn, out.reasons) == ("g9", "cid", [])

    @pytest.mark.parametrize("hand, color", HELD_MOST)
    def test_dealer_chooses(self, hand, color):
        given = {"ann": hand, "bob": "b1 b2 b3", "cid": "y1 y2 y3", "preset": "classic"}
        out = table("ann: timeout", turned_up="w", **given)
        assert (out.color, out.top, out.on_turn, out.hand("bob")) == (color, f"w{color}", "bob", "b1 b2 b3")
        assert sorted(out.hands["ann"]) == sorted(hand.split())

    @pytest.mark.parametrize("players, on_turn", [(2, "ann"), (3, "cid"), (4, "cid")])
    def test_dealer_plays(self, players, on_turn):
        out = table("ann: timeout", turned_up="wd4", preset="classic", players=players)
        assert (out.color, out.top, out.on_turn) == ("g", "wd4g", on_turn)
        assert (out.hand("bob"), out.hand("ann")) == ("r1 g9 b9 y6 y7 y8 y9", "g1 g2 g3")

    def test_no_u_of_whoever_answered_a_wd4(self):
        given = {"ann": "wd4 g1 g2", "bob": "rr b8 b9 g9", "on_turn": "ann", "preset": "no-u"}
        out = table("ann: wd4r", "bob: rr", "bob: timeout", **given)
        assert (out.color, out.pile, out.on_turn, out.direction, out.reasons) == ("b", 4, "ann", -1, [])

    def test_no_u_of_whoever_answered_a_wild(self):
        given = {"ann": "gs y6 b7 b8", "bob": "w r1 g9", "preset": "no-u", "draw": "y8"}
        out = table("bob: wr", "ann: gs", "ann: timeout", **given)
        assert (out.color, out.on_turn, out.hand("ann"), out.reasons) == ("b", "bob", "b7 b8 y6", [])


class TestTheWindowsClose:
    def test_for_catching(self):
        given = {"bob": "r1 g9", "preset": "classic"}
        assert table("bob: r1", "ann: ct bob", **given).hand("bob") == "g9 y8 y9"
        out = table("bob: r1", "cid: timeout", "ann: ct bob", **given)
        assert (out.reasons, out.hand("bob")) == (["false_catch"], "g9")

    def test_for_a_call_of_ones_own(self):
        out = table("bob: r1", "cid: timeout", "bob: un", bob="r1 g9", preset="classic")
        assert (out.reasons, out.called_uno) == (["false_uno"], [])

    def test_for_jumping_in(self):
        given = {"ann": "r1 g1 g2", "players": 4, "rules": {"jump_in": True}}
        assert table("bob: r1", "ann: r1", **given).on_turn == "bob"
        out = table("bob: r1", "cid: timeout", "ann: r1", **given)
        assert (out.reasons, out.on_turn) == (["not_your_turn"], "dan")

    def test_for_answering_a_wild(self):
        given = {"ann": "gs y6 b7 b8", "bob": "w r1 g9", "players": 4, "preset": "no-u"}
        assert table("bob: wr", "ann: gs", **given).on_turn == "ann"
        out = table("bob: wr", "cid: timeout", "ann: gs", **given)
        assert (len(out.refused), out.on_turn, out.color) == (1, "dan", "r")

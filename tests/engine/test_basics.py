"""The basics: what plays on what, the order of turns, the end of a round, owed colours, the spelling."""

import pytest

from tests.engine.position import after

HANDS = {"ann": "g1 g2 g3", "bob": "r1 rs rr y1", "cid": "g4 g5 g6", "dan": "b1 b2 b3"}

PLAYS = """
    r1 on r5, r0 on r5, rs on r5, rr on r5, r+2 on r5, g5 on r5, b5 on r5, y5 on r5, r5 on r5,
    g0 on r0, r1 on rs, gs on rs, rr on rs, r1 on rr, gr on rr, r+2 on rr, r1 on r+2, g+2 on r+2,
    rs on r+2, g1 on wg, gs on wg, g+2 on wg, gr on wg, b1 on wd4b, b+2 on wd4b, wr on r5, wg on r5,
    wb on gs, wy on yr, wr on b+2, wg on wr, wr on wr, wb on wd4r, wd4r on r5, wd4g on r5,
    wd4b on gs, wd4y on yr, wd4r on g+2, wd4g on wr, wd4b on wd4r
"""
DOES_NOT_PLAY = """
    g1 on r5, gs on r5, gr on r5, g+2 on r5, g0 on r5, gs on rr, gr on rs, g+2 on rs, gs on r+2,
    gr on r+2, g1 on wr, gs on wr, gr on wr, g+2 on wr, g1 on wd4r, g+2 on wd4r, gr on wd4r,
    b4 on y6
"""


def cases(text):
    return [case.strip() for case in text.split(",")]


def seats(number, **changed):
    return dict(list(HANDS.items())[:number]) | changed


def bare(card):
    """The card as it is held: a wild without its colour."""
    return "wd4" if card.startswith("wd4") else "w" if card.startswith("w") else card


def position(out):
    """All that can be seen, but for what was refused."""
    return {key: value for key, value in out.json.items() if key != "refused"}


def put(play, **given):
    card, top = play.split(" on ")
    return after(f"bob: {card}", top=top, ann="g8 y8 y2", bob=f"{bare(card)} y9 b9", cid="g8 b8 b2", **given)


class TestWhatPlays:
    @pytest.mark.parametrize("preset", ["irc", "official", "standard", "classic"])
    @pytest.mark.parametrize("play", cases(PLAYS))
    def test_same_colour_same_figure_or_a_wild(self, play, preset):
        out = put(play, preset=preset)
        assert out.reasons == []
        assert out.top == play.split()[0]
        assert out.color == (out.top[-1] if out.top[0] == "w" else out.top[0])
        assert out.hand("bob") == "b9 y9"

    @pytest.mark.parametrize("preset", ["irc", "standard", "classic"])
    @pytest.mark.parametrize("play", cases(DOES_NOT_PLAY))
    def test_nothing_else(self, play, preset):
        out = put(play, preset=preset)
        card, top = play.split(" on ")
        assert out.reasons == ["no_match"]
        assert (out.top, out.on_turn) == (top, "bob")
        assert card in out.hands["bob"]

    @pytest.mark.parametrize("card", ["r2", "g1", "wr", "wd4b", "w"])
    def test_a_card_one_does_not_hold(self, card):
        out = after(f"bob: {card}", top="r5", **seats(3))
        assert out.reasons == ["not_held"]
        assert position(out) == position(after(top="r5", **seats(3)))

    def test_it_is_not_held_even_if_it_would_not_match(self):
        out = after("bob: b9", top="r5", preset="official", **seats(3))
        assert out.reasons == ["not_held"]
        assert out.hand("bob") == "r1 rs rr y1"


class TestOrderOfTurns:
    @pytest.mark.parametrize("turned_up", [False, True])
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_seat_after_the_dealer_starts_clockwise(self, players, turned_up):
        out = after(**{"turned_up" if turned_up else "top": "r5"}, **seats(players))
        assert (out.on_turn, out.direction) == ("bob", 1)

    @pytest.mark.parametrize("preset", ["irc", "official", "standard", "classic"])
    @pytest.mark.parametrize(
        "players, direction, card, on_turn, turned",
        [
            (2, 1, "r1", "ann", 1),
            (2, -1, "r1", "ann", -1),
            (3, 1, "r1", "cid", 1),
            (3, -1, "r1", "ann", -1),
            (4, 1, "r1", "cid", 1),
            (4, -1, "r1", "ann", -1),
            (2, 1, "rs", "bob", 1),
            (2, -1, "rs", "bob", -1),
            (3, 1, "rs", "ann", 1),
            (3, -1, "rs", "cid", -1),
            (4, 1, "rs", "dan", 1),
            (4, -1, "rs", "dan", -1),
            (3, 1, "rr", "ann", -1),
            (3, -1, "rr", "cid", 1),
            (4, 1, "rr", "ann", -1),
            (4, -1, "rr", "cid", 1),
        ],
    )
    def test_who_is_next(self, preset, players, direction, card, on_turn, turned):
        out = after(f"bob: {card}", top="r5", direction=direction, preset=preset, **seats(players))
        assert (out.on_turn, out.direction) == (on_turn, turned)
        assert out.reasons == []

    @pytest.mark.parametrize(
        "first, card, direction, on_turn",
        [
            ("ann", "rs", 1, "cid"),
            ("ann", "rs", -1, "cid"),
            ("cid", "rs", 1, "ann"),
            ("dan", "rs", 1, "bob"),
            ("dan", "rs", -1, "bob"),
            ("ann", "rr", 1, "dan"),
            ("ann", "rr", -1, "bob"),
            ("dan", "rr", 1, "cid"),
            ("dan", "rr", -1, "ann"),
        ],
    )
    def test_from_every_seat(self, first, card, direction, on_turn):
        hands = dict.fromkeys(HANDS, "g1 g2") | {"cid": "g3 g4", "dan": "g5 g6", first: f"{card} b1 b2"}
        out = after(f"{first}: {card}", top="r5", on_turn=first, direction=direction, **hands)
        assert out.on_turn == on_turn

    @pytest.mark.parametrize("direction, order", [(1, "bob cid dan ann bob"), (-1, "bob ann dan cid bob")])
    def test_round_the_table(self, direction, order):
        hands = {"ann": "r1 r2 g1", "bob": "r3 r4 g2", "cid": "r6 r7 g3", "dan": "r8 r9 g4"}
        card = {name: hand.split()[0] for name, hand in hands.items()}
        *played, last = order.split()
        out = after(*(f"{name}: {card[name]}" for name in played), top="r5", direction=direction, **hands)
        assert (out.on_turn, out.reasons) == (last, [])

    def test_two_reverses_in_a_row_restore_the_direction(self):
        out = after("bob: rr", "ann: gr", top="r5", **seats(3, ann="gr g1 g2"))
        assert (out.on_turn, out.direction) == ("bob", 1)

    def test_skips_in_a_row(self):
        out = after("bob: rs", "dan: bs", "bob: rs", top="r5", **seats(4, bob="rs rs y1", dan="bs b1 b2"))
        assert (out.on_turn, out.reasons) == ("dan", [])

    @pytest.mark.parametrize("name", ["ann", "cid"])
    @pytest.mark.parametrize("move", ["pe", "pa", "wr", "r1"])
    def test_nobody_else_may_act(self, name, move):
        hands = {"ann": "r1 w g1", "bob": "r2 r3 g2", "cid": "r1 w g3"}
        out = after(f"{name}: {move}", top="r5", **hands)
        assert out.reasons == ["not_your_turn"]
        assert position(out) == position(after(top="r5", **hands))

    def test_a_skipped_player_may_not_act(self):
        assert after("bob: rs", "cid: pe", top="r5", **seats(3)).reasons == ["not_your_turn"]

    def test_a_new_turn_after_a_skip_with_two_players(self):
        out = after("bob: pe", "bob: rs", "bob: pe", top="r5", draw="rs b9", **seats(2, bob="y1 y2"))
        assert (out.on_turn, out.reasons, out.hand("bob")) == ("bob", [], "b9 y1 y2")

    @pytest.mark.parametrize("move", ["r1", "pe", "pa"])
    def test_only_who_sits_at_the_table(self, move):
        assert after(f"eve: {move}", top="r5", **seats(3)).reasons == ["not_seated"]

    @pytest.mark.parametrize("preset", ["irc", "official", "standard", "classic"])
    def test_no_pass_without_a_pick(self, preset):
        out = after("bob: pa", top="r5", preset=preset, **seats(3))
        assert (out.reasons, out.on_turn, out.hand("bob")) == (["pick_first"], "bob", "r1 rs rr y1")

    def test_the_game_goes_on_without_a_refused_move(self):
        out = after("cid: pe", "bob: r1", "bob: rs", "cid: g1", "cid: pe", top="r5", **seats(3))
        assert [refused["move"] for refused in out.refused] == [0, 2, 3]
        assert out.reasons == ["not_your_turn", "not_your_turn", "not_held"]
        assert out.on_turn == "cid"


class TestTheEnd:
    @pytest.mark.parametrize("players", [2, 3, 4])
    @pytest.mark.parametrize("card", ["r1", "g5", "rs", "rr", "r+2", "w", "wr", "wd4", "wd4b", "r1r1"])
    def test_an_empty_hand_has_won(self, players, card):
        hand = "r1 r1" if card == "r1r1" else bare(card)
        out = after(f"bob: {card}", top="r5", **seats(players, bob=hand))
        assert (out.over, out.winner, out.on_turn, out.hand("bob")) == (True, "bob", None, "")
        assert out.reasons == []

    @pytest.mark.parametrize("preset", ["irc", "official", "standard", "classic", "stacking", "no-u"])
    @pytest.mark.parametrize("card", ["r1", "rs", "rr", "r+2", "w", "wd4"])
    def test_under_every_rule_set(self, preset, card):
        out = after(f"bob: {card}", top="r5", preset=preset, **seats(3, bob=card))
        assert (out.over, out.winner, out.on_turn) == (True, "bob", None)

    @pytest.mark.parametrize("card", ["w", "wd4"])
    def test_a_last_wild_needs_no_colour(self, card):
        out = after(f"bob: {card}", "bob: co r", top="r5", **seats(3, bob=card))
        assert (out.over, out.color, out.reasons) == (True, None, ["round_over"])

    @pytest.mark.parametrize("card", ["r+2", "wd4"])
    def test_nothing_is_drawn_after_it(self, card):
        out = after(f"bob: {card}", top="r5", **seats(3, bob=card))
        assert (out.hand("cid"), out.hand("ann"), out.pile) == ("g4 g5 g6", "g1 g2 g3", 0)

    def test_after_a_pick(self):
        moves = ["bob: pe", "bob: r1", "cid: pe", "cid: pa", "ann: pe", "ann: pa", "bob: g1"]
        out = after(*moves, top="r5", draw="r1 y8 y9", **seats(3, bob="g1", ann="g2 g3"))
        assert (out.over, out.winner, out.reasons) == (True, "bob", [])

    @pytest.mark.parametrize("move", ["cid: pe", "cid: g4", "cid: pa", "bob: pe", "cid: timeout", "ann: g1"])
    def test_then_nothing_more_happens(self, move):
        given = {"top": "r5", **seats(3, bob="r1")}
        out = after("bob: r1", move, **given)
        assert out.reasons == ["round_over"]
        assert position(out) == position(after("bob: r1", **given))

    def test_until_then_nobody_has_won(self):
        out = after("bob: r1", top="r5", **seats(3, bob="r1 g1", ann="g2 g3"))
        assert (out.over, out.winner, out.points, out.scores) == (False, None, None, {})


OWED = {"top": "r5", "ann": "r1 g1 b1", "bob": "r2 w w wd4", "cid": "r4 g4 b4 w"}
CALLED = {"top": "r5", "ann": "r1 g1", "bob": "r2 w", "cid": "r4 g4", "preset": "classic"}


class TestAnOwedColour:
    @pytest.mark.parametrize("card", ["w", "wd4"])
    @pytest.mark.parametrize("direction", [1, -1])
    def test_its_owner_must_act(self, card, direction):
        out = after(f"bob: {card}", **OWED, direction=direction)
        assert (out.on_turn, out.top, out.color, out.reasons) == ("bob", card, None, [])
        assert len(out.hands["bob"]) == 3

    @pytest.mark.parametrize("color", "rgby")
    @pytest.mark.parametrize("direction, on_turn", [(1, "cid"), (-1, "ann")])
    def test_and_names_it(self, color, direction, on_turn):
        out = after("bob: w", f"bob: co {color}", **OWED, direction=direction)
        assert (out.on_turn, out.top, out.color, out.reasons) == (on_turn, f"w{color}", color, [])

    def test_a_wd4_then_waits(self):
        out = after("bob: wd4", "bob: co y", **OWED)
        assert (out.on_turn, out.top, out.color, out.pile) == ("cid", "wd4y", "y", 4)

    def test_a_wd4_is_then_drawn(self):
        out = after("bob: wd4", "bob: co y", **OWED, rules={"stacking": "none"})
        assert (out.on_turn, out.top, out.pile, len(out.hands["cid"])) == ("ann", "wd4y", 0, 8)

    @pytest.mark.parametrize("move", ["r2", "wr", "w", "wd4g", "pe", "pa"])
    def test_before_anything_else(self, move):
        out = after("bob: w", f"bob: {move}", **OWED)
        assert out.reasons == ["color_owed"]
        assert position(out) == position(after("bob: w", **OWED))

    @pytest.mark.parametrize("move", ["cid: r4", "cid: wr", "cid: pe", "cid: pa", "ann: r1", "ann: pe"])
    def test_and_nobody_else_acts(self, move):
        out = after("bob: w", move, **OWED)
        assert out.reasons == ["not_your_turn"]
        assert position(out) == position(after("bob: w", **OWED))

    @pytest.mark.parametrize("move", ["cid: co g", "ann: co g", "cid: w"])
    @pytest.mark.parametrize("rules", [{}, {"jump_in": True}], ids=["plain", "jump_in"])
    def test_nor_names_it_nor_jumps_in(self, move, rules):
        out = after("bob: w", move, **OWED, rules=rules)
        assert len(out.refused) == 1
        assert position(out) == position(after("bob: w", **OWED, rules=rules))

    @pytest.mark.parametrize("color", ["g", "red"])
    def test_none_is_owed(self, color):
        out = after(f"bob: co {color}", **OWED)
        assert out.reasons == ["no_color_owed"]
        assert position(out) == position(after(**OWED))

    def test_none_is_owed_any_more(self):
        assert after("bob: wg", "cid: co r", **OWED).reasons == ["no_color_owed"]

    def test_it_may_be_caught_meanwhile(self):
        given = CALLED | {"draw": "y1 y2"}
        out = after("bob: w", "cid: ct bob", **given)
        assert (out.on_turn, out.color, out.hand("bob"), out.reasons) == ("bob", None, "r2 y1 y2", [])
        assert after("bob: w", "cid: ct bob", "bob: co g", **given).on_turn == "cid"

    def test_uno_may_be_called_meanwhile(self):
        out = after("bob: w", "bob: un", "cid: ct bob", **CALLED)
        assert (out.on_turn, out.called_uno, out.reasons) == ("bob", ["bob"], ["false_catch"])

    def test_somebody_may_leave_meanwhile(self):
        out = after("bob: w", "cid: leave", **OWED)
        assert (out.on_turn, out.color, out.hand("cid"), out.reasons) == ("bob", None, "", [])
        assert after("bob: w", "cid: leave", "bob: co g", **OWED).on_turn == "ann"

    def test_somebody_may_join_meanwhile(self):
        out = after("bob: w", "dan: jo", **OWED)
        assert (out.on_turn, out.color, out.reasons) == ("bob", None, [])
        assert len(out.hands["dan"]) == 4


class TestSpelling:
    @pytest.mark.parametrize(
        "card, spellings",
        [
            ("r5", "r5|R5|pl r5|PL R5|Pl  r5| r5 |r 5|red 5|RED 5|pl red 5"),
            ("g0", "g0|green 0|pl g0"),
            ("b9", "b9|blue 9|B9"),
            ("y7", "y7|yellow 7|Yellow 7"),
            ("rs", "rs|RS|r s|r skip|rskip|red s|red skip|pl rs|pl red skip"),
            ("gs", "gs|green skip"),
            ("rr", "rr|RR|r r|r rev|rrev|r reverse|rreverse|red r|red rev|red reverse|pl rr"),
            ("yr", "yr|yellow reverse|y rev"),
            ("r+2", "r+2|R+2|rd2|rd|r +2|r d2|r d|red +2|red d2|red d|red draw two|r draw two|pl r+2"),
            ("b+2", "b+2|bd2|bd|blue draw two"),
            ("wr", "wr|WR|w r|w red|wild r|wild red|WILD RED|pl wr|pl w r|pl wild red"),
            ("wg", "wg|w green|wild green"),
            ("wb", "wb|w blue|wild blue"),
            ("wy", "wy|w yellow|wild yellow"),
            ("wd4b", "wd4b|WD4B|wd4 b|wd4 blue|wdb|wd b|wd blue|w+4b|w+4 b|w+4 blue|w4b|w4 blue|+4b|+4 blue"),
            ("wd4b", "wild draw four b|wild draw four blue|Wild Draw Four Blue|pl wd4b|pl w+4 blue"),
            ("wd4r", "wd4r|wd4 red|+4 red|wdr"),
            ("w", "w|W|wild|pl w|pl wild"),
            ("wd4", "wd4|WD4|wd|w+4|w4|+4|wild draw four|pl wd4|pl +4"),
        ],
    )
    def test_of_a_card(self, card, spellings):
        top = "r4" if card[0] == "w" else f"{card[0]}4"
        for spelling in spellings.split("|"):
            out = after(f"bob: {spelling}", top=top, ann="g8 y8", bob=f"{bare(card)} y9 g9", cid="g8 b8")
            assert (spelling, out.reasons, out.top) == (spelling, [], card)

    @pytest.mark.parametrize(
        "card, spellings",
        [
            ("r5", "r5r5|R5R5|r5 r5|pl r5 r5|pl r5r5|PL R5 R5"),
            ("rr", "rrrr|RRRR|rr rr|pl rr rr|pl rrrr"),
            ("rs", "rsrs|rs rs|pl rs rs"),
            ("r+2", "r+2r+2|r+2 r+2|rd2rd2|pl r+2 r+2"),
            ("wr", "wwr|wrwr|WWR|WrWr|pl wwr"),
        ],
    )
    def test_of_two(self, card, spellings):
        bob = f"{bare(card)} {bare(card)} y9 g9"
        for spelling in spellings.split("|"):
            out = after(f"bob: {spelling}", top="r4", ann="g8 y8", bob=bob, cid="g8 b8")
            assert (spelling, out.reasons, out.top, out.hand("bob")) == (spelling, [], card, "g9 y9")

    def test_rr_is_one_reverse_and_rrrr_two(self):
        given = {"top": "r4", "ann": "g8 y8", "bob": "rr rr g9", "cid": "g7 b8"}
        assert after("bob: rr", **given).hand("bob") == "rr g9"
        assert after("bob: rrrr", **given).hand("bob") == "g9"

    @pytest.mark.parametrize("text", ["co g", "CO G", "co green", "Co  Green"])
    def test_of_a_colour(self, text):
        out = after("bob: w", f"bob: {text}", top="r4", ann="g8 y8", bob="w y9 g9", cid="g7 b8")
        assert (out.top, out.on_turn) == ("wg", "cid")

    @pytest.mark.parametrize("text", ["pe", "PE", "dr", "Dr", " pe "])
    def test_of_a_pick(self, text):
        out = after(f"bob: {text}", top="r4", ann="g8 y8", bob="y9 g9", cid="g7 b8", draw="b1")
        assert (out.hand("bob"), out.on_turn) == ("g9 b1 y9", "bob")

    @pytest.mark.parametrize("text", ["pa", "PA", " pa "])
    def test_of_a_pass(self, text):
        out = after("bob: pe", f"bob: {text}", top="r4", ann="g8 y8", bob="y9 g9", cid="g7 b8", draw="b1")
        assert out.on_turn == "cid"

    @pytest.mark.parametrize("text", ["pe", "pa", "dr"])
    def test_of_taking_a_pile(self, text):
        out = after(f"bob: {text}", top="r+2", pile=2, ann="g8 y8", bob="y9 g9", cid="g7 b8", draw="b1 b2")
        assert (out.hand("bob"), out.on_turn) == ("g9 b1 b2 y9", "cid")

    UNREADABLE = "hello|pe please|pa please|please pe|r5r|r5g|rsr5r|r10|x5|5|pl||r5r5r5|co|co x|pl pe|r-2|r+4"

    @pytest.mark.parametrize("text", UNREADABLE.split("|"))
    def test_what_cannot_be_read(self, text):
        given = {"top": "r4", "ann": "g8 y8", "bob": "r5 r5 r1 rs", "cid": "g7 b8"}
        out = after(f"bob: {text}", **given)
        assert out.reasons == ["unreadable"]
        assert position(out) == position(after(**given))

    def test_it_cannot_be_read_out_of_turn_either(self):
        out = after("cid: hello", top="r4", preset="official", ann="g8 y8", bob="r5 r1", cid="g7 b8")
        assert (out.reasons, out.hand("cid")) == (["unreadable"], "g7 b8")

"""jump_in: an identical card out of turn, and play goes on from the jumper."""

import pytest

from tests.engine.position import after


def table(*moves, rules=(), **given):
    position = {
        "top": "r9",
        "draw": "g1 g2 g3 g4 g5 g6 g7 g8 g9 gs",
        "ann": "y1 y2 y3",
        "bob": "r1 r2 r3",
        "cid": "b1 b2 b3",
        "dan": "g1 g2 g3",
    }
    return after(*moves, rules={"jump_in": True} | dict(rules), **position | given)


def with_card(card, *names):
    rest = {"ann": "y1 y2", "bob": "r2 r3", "cid": "b1 b2", "dan": "g1 g2"}
    return {name: f"{card} {hand}" if name in names else hand for name, hand in rest.items()}


def refused_jump(*moves, **given):
    """The jump (the last move) is refused and changes nothing; its reasons."""
    before, then = table(*moves[:-1], **given), table(*moves, **given)
    assert before.reasons == []
    assert len(then.refused) == 1
    for key in ("hands", "on_turn", "top", "color", "pile", "direction", "draw_left"):
        assert then.json[key] == before.json[key], key
    return then.reasons


@pytest.mark.parametrize(
    ("direction", "jumper", "next_seat"),
    [(1, "dan", "ann"), (1, "ann", "bob"), (-1, "cid", "bob"), (-1, "dan", "cid")],
)
def test_play_goes_on_from_the_jumper(direction, jumper, next_seat):
    moves = ["bob: r5", f"{jumper}: r5"]
    outcome = table(*moves, **with_card("r5", "bob", jumper), direction=direction)
    assert (outcome.reasons, outcome.top, outcome.on_turn) == ([], "r5", next_seat)
    assert "r5" not in outcome.hands[jumper]


@pytest.mark.parametrize(("players", "next_seat"), [(2, "ann"), (3, "cid"), (4, "cid")])
def test_the_one_who_has_just_played_may_jump(players, next_seat):
    seats = dict(list(with_card("r5 r5", "bob").items())[:players])
    outcome = after("bob: r5", "bob: r5", top="r9", rules={"jump_in": True}, **seats)
    assert (outcome.reasons, outcome.hand("bob"), outcome.on_turn) == ([], "r2 r3", next_seat)


def test_the_one_on_turn_simply_plays():
    outcome = table("bob: r5", "cid: r5", **with_card("r5", "bob", "cid"))
    assert (outcome.reasons, outcome.on_turn) == ([], "dan")


@pytest.mark.parametrize(
    ("card", "jumper", "on_turn", "direction"),
    [
        pytest.param("rs", "cid", "ann", 1, id="skip by the skipped"),
        pytest.param("rs", "ann", "cid", 1, id="skip by the seat before"),
        pytest.param("rr", "cid", "dan", 1, id="reverse by the next seat"),
        pytest.param("rr", "dan", "ann", 1, id="reverse by the seat opposite"),
    ],
)
def test_action_cards_act_from_the_jumper(card, jumper, on_turn, direction):
    outcome = table(f"bob: {card}", f"{jumper}: {card}", **with_card(card, "bob", jumper))
    assert (outcome.reasons, outcome.on_turn, outcome.direction) == ([], on_turn, direction)


def test_two_players_skip_on_skip():
    seats = {"ann": "rs y1 y2", "bob": "rs r2 r3"}
    outcome = after("ann: rs", "bob: rs", top="r9", on_turn="ann", rules={"jump_in": True}, **seats)
    assert (outcome.reasons, outcome.on_turn) == ([], "bob")


@pytest.mark.parametrize(
    ("moves", "seats"),
    [
        pytest.param(["bob: r5", "ann: g5"], {"bob": "r5 r2 r3", "ann": "g5 y1 y2"}, id="figure only"),
        pytest.param(["bob: r5", "ann: r6"], {"bob": "r5 r2 r3", "ann": "r6 y1 y2"}, id="colour only"),
        pytest.param(["bob: r5", "ann: wg"], {"bob": "r5 r2 r3", "ann": "w y1 y2"}, id="a wild on a number"),
        pytest.param(["bob: wr", "ann: wd4g"], {"bob": "w r2 r3", "ann": "wd4 y1 y2"}, id="WD4 on a Wild"),
        pytest.param(["bob: wd4r", "ann: wg"], {"bob": "wd4 r2 r3", "ann": "w y1 y2"}, id="Wild on a WD4"),
        pytest.param(["bob: rs", "ann: gs"], {"bob": "rs r2 r3", "ann": "gs y1 y2"}, id="skips of two colours"),
    ],
)
def test_only_identical_cards_jump(moves, seats):
    assert refused_jump(*moves, **seats) == ["not_your_turn"]


def test_a_card_not_held_does_not_jump():
    refused_jump("bob: r5", "ann: r5", bob="r5 r2 r3")


@pytest.mark.parametrize(
    ("held", "move", "jumper"),
    [("r5", "r5", "dan"), ("rs", "rs", "cid"), ("rr", "rr", "cid"), ("r+2", "r+2", "dan"), ("w", "wr", "dan")],
)
def test_off(held, move, jumper):
    moves, seats = [f"bob: {move}", f"{jumper}: {move}"], with_card(held, "bob", jumper)
    assert refused_jump(*moves, **seats, rules={"jump_in": False}) == ["not_your_turn"]


def test_a_double_does_not_jump():
    refused_jump("bob: wr", "ann: wwg", ann="w w y1 y2", bob="w r2 r3")


@pytest.mark.parametrize(
    ("closing", "cid"),
    [
        pytest.param("cid: pe", "b1 b2 b3", id="a pick"),
        pytest.param("cid: r6", "r6 b2 b3", id="a card"),
        pytest.param("cid: timeout", "b1 b2 b3", id="the clock"),
    ],
)
def test_too_late(closing, cid):
    seats = with_card("r5", "bob", "ann") | {"cid": cid}
    assert refused_jump("bob: r5", closing, "ann: r5", **seats) == ["not_your_turn"]


@pytest.mark.parametrize(
    ("between", "rules"),
    [
        pytest.param("cid: b1", {}, id="a refused card"),
        pytest.param("cid: b1", {"illegal_play_penalty": 1}, id="an illegal play"),
        pytest.param("dan: pe", {"out_of_turn_penalty": 1}, id="an out-of-turn foul"),
        pytest.param("eve: jo", {}, id="joining"),
        pytest.param("dan: leave", {}, id="another leaving"),
        pytest.param("cid: leave", {}, id="the one on turn leaving"),
        pytest.param("dan: ct cid", {"uno_call": "call", "false_catch_penalty": 1}, id="a false catch"),
        pytest.param("dan: un", {"uno_call": "call", "false_uno_penalty": 1}, id="a false call"),
    ],
)
def test_nothing_else_closes_the_window(between, rules):
    outcome = table("bob: r5", between, "ann: r5", **with_card("r5", "bob", "ann"), rules=rules)
    assert (outcome.hand("ann"), outcome.on_turn) == ("y1 y2", "bob")


@pytest.mark.parametrize(
    ("card", "jumper"),
    [(card, name) for card in ("r5", "r+2") for name in ("ann", "cid", "dan")]
    + [("rs", "ann"), ("rs", "bob"), ("rs", "dan"), ("rr", "ann"), ("rr", "bob"), ("rr", "cid")],
)
def test_never_the_twin_of_the_turned_up_card(card, jumper):
    position = {"turned_up": card, "rules": {"jump_in": True}} | with_card(card, jumper)
    before, then = after(**position), after(f"{jumper}: {card}", **position)
    assert then.reasons == ["not_your_turn"]
    assert (then.hands, then.on_turn, then.pile) == (before.hands, before.on_turn, before.pile)


def test_the_first_player_may_play_the_twin_of_the_turned_up_card():
    outcome = after("bob: r5", turned_up="r5", rules={"jump_in": True}, **with_card("r5", "bob"))
    assert (outcome.reasons, outcome.on_turn) == ([], "cid")


@pytest.mark.parametrize(("jumper", "next_seat"), [("dan", "ann"), ("ann", "bob"), ("bob", "cid")])
def test_wild_on_wild(jumper, next_seat):
    seats = with_card("w w", "bob") if jumper == "bob" else with_card("w", "bob", jumper)
    outcome = table("bob: wr", f"{jumper}: wg", **seats)
    assert (outcome.reasons, outcome.top, outcome.color, outcome.on_turn) == ([], "wg", "g", next_seat)


def test_wilds_in_a_chain():
    seats = {"ann": "w y1 y2", "bob": "w r2 r3", "dan": "w g1 g2"}
    outcome = table("bob: wr", "ann: wg", "dan: wb", **seats)
    assert (outcome.reasons, outcome.top, outcome.on_turn) == ([], "wb", "ann")


def test_never_while_a_colour_is_owed():
    seats = {"ann": "w y1 y2", "bob": "w r2 r3"}
    refused_jump("bob: w", "ann: wg", **seats)
    outcome = table("bob: w", "bob: co r", "ann: wg", **seats)
    assert (outcome.reasons, outcome.top, outcome.on_turn) == ([], "wg", "bob")


def test_the_jumper_owes_the_colour_of_a_bare_wild():
    seats = {"ann": "w y1 y2", "bob": "w r2 r3"}
    owed = table("bob: wr", "ann: w", **seats)
    assert (owed.on_turn, owed.color) == ("ann", None)
    named = table("bob: wr", "ann: w", "ann: co y", **seats)
    assert (named.reasons, named.color, named.on_turn) == ([], "y", "bob")


@pytest.mark.parametrize("stacking", ["progressive", "same", "any", "war"])
@pytest.mark.parametrize(("jumper", "next_seat"), [("ann", "bob"), ("dan", "ann"), ("cid", "dan")])
def test_a_waiting_plus_two_is_jumped_and_grows(stacking, jumper, next_seat):
    moves = ["bob: r+2", f"{jumper}: r+2"]
    outcome = table(*moves, **with_card("r+2", "bob", jumper), rules={"stacking": stacking})
    assert (outcome.reasons, outcome.pile, outcome.on_turn) == ([], 4, next_seat)


@pytest.mark.parametrize("stacking", ["same", "any", "war"])
def test_a_waiting_wd4_is_jumped_and_grows(stacking):
    moves = ["bob: wd4r", "ann: wd4g"]
    outcome = table(*moves, **with_card("wd4", "bob", "ann"), rules={"stacking": stacking})
    assert (outcome.reasons, outcome.pile, outcome.on_turn, outcome.color) == ([], 8, "bob", "g")


@pytest.mark.parametrize(
    ("card", "move", "rules"),
    [
        pytest.param("r+2", "r+2", {"stacking": "none"}, id="+2 drawn at once"),
        pytest.param("wd4", "wd4g", {"stacking": "none"}, id="WD4 drawn at once"),
        pytest.param("wd4", "wd4g", {"stacking": "progressive"}, id="WD4 drawn at once, progressive"),
        pytest.param("wd4", "wd4g", {"stacking": "none", "wd4_when": "no_color"}, id="WD4 waits for a challenge only"),
        pytest.param(
            "wd4",
            "wd4g",
            {"stacking": "progressive", "wd4_when": "no_color"},
            id="WD4 waits for a challenge only, progressive",
        ),
        pytest.param("r+2", "r+2", {"stacking": "none", "no_u": True}, id="+2 waits for a No U only"),
        pytest.param("wd4", "wd4g", {"stacking": "none", "no_u": True}, id="WD4 waits for a No U only"),
    ],
)
def test_a_draw_that_stacking_does_not_answer_is_not_jumped(card, move, rules):
    refused_jump(f"bob: {move}", f"ann: {move}", **with_card(card, "bob", "ann"), rules=rules)


@pytest.mark.parametrize("take", ["pa", "pe"])
@pytest.mark.parametrize(("card", "move"), [("r+2", "r+2"), ("wd4", "wd4g")])
def test_a_pile_that_has_been_taken_is_not_jumped(card, move, take):
    seats = with_card(card, "bob", "ann")
    assert refused_jump(f"bob: {move}", f"cid: {take}", f"ann: {move}", **seats) == ["not_your_turn"]


@pytest.mark.parametrize("jumper", ["ann", "dan"])
def test_going_out_by_a_jump(jumper):
    seats = with_card("r5", "bob") | {jumper: "r5"}
    outcome = table("bob: r5", f"{jumper}: r5", **seats)
    assert (outcome.reasons, outcome.over, outcome.winner) == ([], True, jumper)


def test_nothing_jumps_on_a_last_card():
    outcome = table("bob: r5", "ann: r5", bob="r5", ann="r5")
    assert (outcome.reasons, outcome.winner) == (["round_over"], "bob")


def test_a_seven_by_jump_swaps_the_jumper_s_hand():
    seats = {"ann": "y1 y2", "bob": "r7 r2 r3", "cid": "b1 b2", "dan": "r7 g1 g2 g3"}
    outcome = table("bob: r7 ann", "dan: r7 cid", **seats, rules={"seven_zero": True})
    assert (outcome.reasons, outcome.on_turn) == ([], "ann")
    assert [outcome.hand(name) for name in seats] == ["r2 r3", "y1 y2", "g1 g2 g3", "b1 b2"]


def test_a_seven_by_jump_needs_its_partner():
    seats = {"ann": "y1 y2", "bob": "r7 r2 r3", "cid": "b1 b2", "dan": "r7 g1 g2 g3"}
    outcome = table("bob: r7 ann", "dan: r7", **seats, rules={"seven_zero": True})
    assert (outcome.reasons, outcome.on_turn) == (["needs_partner"], "cid")


def test_a_jump_costs_no_out_of_turn_penalty():
    outcome = table("bob: r5", "ann: r5", **with_card("r5", "bob", "ann"), rules={"out_of_turn_penalty": 4})
    assert outcome.hand("ann") == "y1 y2"


def test_a_newcomer_may_jump_at_once():
    outcome = table("bob: r5", "eve: jo", "eve: r5", bob="r5 r2 r3", draw="r5 g4 g5")
    assert (outcome.reasons, outcome.hand("eve"), outcome.on_turn) == ([], "g4 g5", "cid")

"""What people type: every spelling, the one canonical form of each, and what is talk."""

import pytest

from unobot.engine.actions import (
    CallUno,
    Catch,
    Challenge,
    Draw,
    Expire,
    Foul,
    Join,
    Leave,
    Name,
    Pass,
    Play,
)
from unobot.engine.cards import CARDS, Color
from unobot.engine.notation import (
    LONGEST,
    Unreadable,
    action_text,
    card_text,
    hand_text,
    parse_action,
    parse_card,
    parse_cards,
    parse_hand,
)
from unobot.engine.reasons import Reason

SEATS = {"ann": 1, "bob": 2, "cid": 3, "mary jane": 4, "r5": 5}


def seat_of(name):
    return SEATS.get(name.casefold())


def canonical(typed):
    return action_text(parse_action(typed, seat_of))


def reason_against(typed):
    with pytest.raises(Unreadable) as refused:
        parse_action(typed, seat_of)
    return refused.value.reason


COLORS = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
FIGURES = {figure: [figure] for figure in "0123456789"} | {
    "s": ["s", "skip"],
    "r": ["r", "rev", "reverse"],
    "+2": ["+2", "d2", "d", "draw two", "draw 2"],
}
WILDS = {
    "w": ["w", "wild"],
    "wd4": ["wd4", "wd", "w+4", "w4", "+4", "wild draw four", "wild draw 4"],
}
COLORED = [
    (color + figure, written + blank + spelling)
    for color, word in COLORS.items()
    for figure, spellings in FIGURES.items()
    for written in (color, word)
    for spelling in spellings
    for blank in ("", " ")
]
BARE_WILDS = [(code, spelling) for code, spellings in WILDS.items() for spelling in spellings]
NAMED_WILDS = [
    (code + color, spelling + blank + written)
    for code, spelling in BARE_WILDS
    for color, word in COLORS.items()
    for written in (color, word)
    for blank in ("", " ")
]
SINGLES = COLORED + BARE_WILDS + NAMED_WILDS


class TestSingleCards:
    @pytest.mark.parametrize("code, typed", SINGLES)
    def test_every_spelling(self, code, typed):
        assert canonical(typed) == code
        assert canonical(f"pl {typed}") == code

    @pytest.mark.parametrize("code, typed", SINGLES)
    def test_case_does_not_matter(self, code, typed):
        assert canonical(typed.upper()) == code
        assert canonical(f"Pl {typed.title()}") == code

    @pytest.mark.parametrize(
        "typed, code",
        [
            ("  r5  ", "r5"),
            ("r   5", "r5"),
            ("\tpl   r5\n", "r5"),
            ("w\u00a0r", "wr"),
            ("red\t5", "r5"),
            ("w d 4 b", "wd4b"),
            ("pl  blue  draw  two", "b+2"),
        ],
    )
    def test_blanks_do_not_matter(self, typed, code):
        assert canonical(typed) == code

    def test_a_red_reverse_and_a_wild_made_red(self):
        assert parse_action("rr") == Play((CARDS["rr"],))
        assert parse_action("wr") == Play((CARDS["w"],), Color.RED)

    @pytest.mark.parametrize(
        "typed, code",
        [("bd", "b+2"), ("bb", None), ("yd2", "y+2"), ("rs", "rs"), ("wdb", "wd4b"), ("wdr", "wd4r"), ("wy", "wy")],
    )
    def test_short_ones_that_look_alike(self, typed, code):
        if code:
            assert canonical(typed) == code
        else:
            assert reason_against(typed) is Reason.UNREADABLE


DOUBLES = [
    ("r5r5", "r5r5"),
    ("r5 r5", "r5r5"),
    ("pl r5 r5", "r5r5"),
    ("pl r5r5", "r5r5"),
    ("red 5 red 5", "r5r5"),
    ("r 5 r 5", "r5r5"),
    ("R5 red5", "r5r5"),
    ("rrrr", "rrrr"),
    ("rr rr", "rrrr"),
    ("red reverse rrev", "rrrr"),
    ("gsgs", "gsgs"),
    ("gs green skip", "gsgs"),
    ("b+2b+2", "b+2b+2"),
    ("bdbd", "b+2b+2"),
    ("bd2bd", "b+2b+2"),
    ("blue draw two blue draw two", "b+2b+2"),
    ("y0y0", "y0y0"),
    ("wwr", "wwr"),
    ("wrwr", "wwr"),
    ("w w r", "wwr"),
    ("w r w r", "wwr"),
    ("wr wr", "wwr"),
    ("wild wild red", "wwr"),
    ("wild red wild red", "wwr"),
    ("wred wr", "wwr"),
    ("ww", "ww"),
    ("w w", "ww"),
    ("wild wild", "ww"),
    ("pl ww b", "wwb"),
    ("wd4wd4", "wd4wd4"),
    ("wd4wd4b", "wd4wd4b"),
    ("wd4b wd4b", "wd4wd4b"),
    ("+4+4", "wd4wd4"),
]


class TestDoubles:
    @pytest.mark.parametrize("typed, code", DOUBLES)
    def test_every_spelling(self, typed, code):
        play = parse_action(typed)
        assert len(play.cards) == 2
        assert canonical(typed) == canonical(typed.upper()) == code

    @pytest.mark.parametrize("color", Color)
    def test_two_wilds_have_one_colour(self, color):
        wilds = Play((CARDS["w"], CARDS["w"]), color)
        assert parse_action(f"ww{color}") == parse_action(f"w{color}w{color}") == wilds

    @pytest.mark.parametrize("typed", ["wrw", "wrwb", "wr w", "wr wb", "wd4rwd4", "wd4rwd4g"])
    def test_two_colours_or_one_in_the_middle(self, typed):
        with pytest.raises(Unreadable):
            parse_cards(typed)

    @pytest.mark.parametrize(
        "typed, cards",
        [("r5g5", ["r5", "g5"]), ("r5r6", ["r5", "r6"]), ("wwd4", ["w", "wd4"]), ("r5w", ["r5", "w"])],
    )
    def test_two_different_cards_are_for_the_rules_to_refuse(self, typed, cards):
        assert [card.code for card in parse_action(typed).cards] == cards

    @pytest.mark.parametrize("typed", ["r5r5r5", "r5 r5 r5 r5", "www", "wwwr", "rrrrrr"])
    def test_three_are_nothing(self, typed):
        with pytest.raises(Unreadable):
            parse_cards(typed)


class TestColourSuffix:
    @pytest.mark.parametrize("code", [code for code, card in CARDS.items() if not card.wild])
    @pytest.mark.parametrize("color", [*COLORS, *COLORS.values()])
    def test_is_nothing_behind_a_coloured_card(self, code, color):
        assert reason_against(code + color) is Reason.UNREADABLE

    @pytest.mark.parametrize("code", [code for code, card in CARDS.items() if card.wild and card.color])
    def test_is_given_once(self, code):
        assert reason_against(code + "b") is Reason.UNREADABLE


class TestSuffixes:
    @pytest.mark.parametrize(
        "typed, code",
        [
            ("r5 uno", "r5 uno"),
            ("pl r5 uno", "r5 uno"),
            ("R5 UNO", "r5 uno"),
            ("red 5 uno", "r5 uno"),
            ("r5r5 uno", "r5r5 uno"),
            ("wr uno", "wr uno"),
            ("w uno", "w uno"),
            ("wwr uno", "wwr uno"),
            ("wild draw four blue uno", "wd4b uno"),
        ],
    )
    def test_uno_behind_a_card(self, typed, code):
        assert canonical(typed) == code
        assert parse_action(typed).uno

    @pytest.mark.parametrize(
        "typed, code",
        [
            ("r7 bob", "r7 #2"),
            ("R7 BOB", "r7 #2"),
            ("pl r7 bob", "r7 #2"),
            ("red 7 bob", "r7 #2"),
            ("r 7 bob", "r7 #2"),
            ("r7 #2", "r7 #2"),
            ("r7 #0002", "r7 #2"),
            ("r7 #99", "r7 #99"),
            ("r7 mary jane", "r7 #4"),
            ("r7 mary   jane", "r7 #4"),
            ("r7r7 cid", "r7r7 #3"),
            ("r7 r7 cid", "r7r7 #3"),
            ("r7 bob uno", "r7 #2 uno"),
            ("r7 #2 uno", "r7 #2 uno"),
            ("r7r7 #3 uno", "r7r7 #3 uno"),
            ("g7 r5", "g7r5"),
        ],
    )
    def test_a_partner_behind_a_card(self, typed, code):
        assert canonical(typed) == code

    def test_a_partner_can_be_named_with_any_card(self):
        """Whether something is swapped is a matter of the rules."""
        assert parse_action("r5 bob", seat_of) == Play((CARDS["r5"],), partner=2)
        assert parse_action("wr bob", seat_of) == Play((CARDS["w"],), Color.RED, partner=2)

    @pytest.mark.parametrize(
        "typed", ["r7 zed", "r7 #", "r7 #-1", "r7 #12345", "r7 zed uno", "r5 please", "r5 r", "r2 d2", "wild draw two"]
    )
    def test_a_stranger(self, typed):
        assert reason_against(typed) is Reason.UNKNOWN_PLAYER

    @pytest.mark.parametrize("typed", ["uno r5", "r5 uno uno", "uno uno", "pl uno"])
    def test_uno_anywhere_else(self, typed):
        with pytest.raises(Unreadable):
            parse_action(typed, seat_of)


WORDS = [
    ("pe", Draw(), "pe"),
    ("dr", Draw(), "pe"),
    ("pa", Pass(), "pa"),
    ("ch", Challenge(), "ch"),
    ("un", CallUno(), "un"),
    ("uno", CallUno(), "un"),
    ("jo", Join(), "jo"),
    ("jo lucky", Join(), "jo"),
    ("leave", Leave(), "leave"),
    ("timeout", Expire(), "timeout"),
    ("ct bob", Catch(2), "ct #2"),
    ("ct #2", Catch(2), "ct #2"),
    ("ct mary jane", Catch(4), "ct #4"),
    ("ct r5", Catch(5), "ct #5"),
    ("ct #77", Catch(77), "ct #77"),
    ("foul not_your_turn", Foul(Reason.NOT_YOUR_TURN), "foul not_your_turn"),
    ("foul no_match", Foul(Reason.NO_MATCH), "foul no_match"),
    *[(f"co {color}", Name(color), f"co {color}") for color in Color],
    *[(f"co {word}", Name(Color(color)), f"co {color}") for color, word in COLORS.items()],
    *[(word, Name(Color(color)), f"co {color}") for color, word in COLORS.items()],
]


class TestOtherActions:
    @pytest.mark.parametrize("typed, action, code", WORDS)
    def test_every_word(self, typed, action, code):
        assert parse_action(typed, seat_of) == action
        assert action_text(action) == code

    @pytest.mark.parametrize("typed, action, code", [row for row in WORDS if not row[0].startswith("foul")])
    def test_case_and_blanks_do_not_matter(self, typed, action, code):
        careless = "  " + typed.upper().replace(" ", "   ") + "\t"
        assert parse_action(careless, seat_of) == action

    @pytest.mark.parametrize("typed", ["ct zed", "ct #", "ct # 2", "ct #2 #3", "ct bob please"])
    def test_catching_a_stranger(self, typed):
        assert reason_against(typed) is Reason.UNKNOWN_PLAYER

    def test_without_a_table_everybody_is_a_stranger(self):
        with pytest.raises(Unreadable) as refused:
            parse_action("ct bob")
        assert refused.value.reason is Reason.UNKNOWN_PLAYER
        assert parse_action("ct #2") == Catch(2)


TALK = [
    "",
    "   ",
    "\n",
    "pe please",
    "pa pa",
    "pe pe",
    "ch ch",
    "un o",
    "leave me alone",
    "timeout please",
    "jo and friends",
    "y",
    "n",
    "r",
    "b",
    "g",
    "5",
    "7",
    "r2d2",
    "r5r",
    "r5r5r",
    "rrr",
    "r10",
    "r-5",
    "r5!",
    "r5.",
    "r5,r5",
    "!r5",
    "purple 5",
    "wp",
    "w5",
    "wd5",
    "wd44",
    "w+2",
    "+2",
    "d2",
    "skip",
    "reverse",
    "draw two",
    "s",
    "pl",
    "pl pe",
    "pl pl r5",
    "pl please",
    "ct",
    "co",
    "co purple",
    "co r g",
    "co r5",
    "red please",
    "foul",
    "foul play",
    "foul no_match twice",
    "hello",
    "where are you",
    "r５",
    "r²",
    "#2",
    "\x00",
    "r5\x00",
    "\x0304r5",
    "ſkip",
    "🂡",
]


class TestTalk:
    @pytest.mark.parametrize("typed", TALK)
    def test_is_unreadable(self, typed):
        assert reason_against(typed) is Reason.UNREADABLE

    @pytest.mark.parametrize("typed", ["r5" * 1000, "r" * 10000, "w" * 201, "pe" + " " * 300, "ct " + "x" * 300])
    def test_very_long(self, typed):
        assert reason_against(typed) is Reason.UNREADABLE

    def test_how_long_a_move_may_be(self):
        assert parse_action("r5".ljust(LONGEST)) == Play((CARDS["r5"],))
        assert reason_against("r5".ljust(LONGEST + 1)) is Reason.UNREADABLE
        with pytest.raises(Unreadable):
            parse_cards("r5".ljust(LONGEST + 1))

    def test_the_error_holds_what_was_typed(self):
        with pytest.raises(Unreadable, match=r"^pe please$"):
            parse_action("pe please")


class TestCards:
    @pytest.mark.parametrize("code", CARDS)
    def test_the_code_of_every_card_can_be_read(self, code):
        assert parse_card(code) is CARDS[code]
        assert parse_card(code.upper()) is CARDS[code]

    @pytest.mark.parametrize("text", ["", "r5r5", "ww", "wwr", "r", "5", "x"])
    def test_not_one_card(self, text):
        with pytest.raises(Unreadable):
            parse_card(text)

    @pytest.mark.parametrize(
        "cards, color, text",
        [(["r5"], None, "r5"), (["r5", "r5"], None, "r5r5"), (["w"], "r", "wr"), (["w", "w"], "r", "wwr")],
    )
    def test_as_they_are_played(self, cards, color, text):
        assert card_text(tuple(CARDS[code] for code in cards), color and Color(color)) == text


class TestHands:
    @pytest.mark.parametrize(
        "text, shown",
        [
            ("", ""),
            ("r5", "r5"),
            ("w r5 g1", "r5 g1 w"),
            (" wd4  w y0 R+2 rr rs r9 ", "r9 rs rr r+2 y0 w wd4"),
            ("r5 r5", "r5 r5"),
            ("skip", None),
            ("r5r5", None),
            ("wr", None),
            ("wd4b", None),
            ("r5, g1", None),
        ],
    )
    def test_read_and_shown(self, text, shown):
        if shown is None:
            with pytest.raises(Unreadable):
                parse_hand(text)
        else:
            assert hand_text(parse_hand(text)) == shown


ACTIONS = [
    *[Play((CARDS[code],)) for code in CARDS if CARDS[code].face is CARDS[code]],
    *[Play((CARDS[code],) * 2) for code in CARDS if CARDS[code].face is CARDS[code]],
    *[Play((CARDS[wild],) * copies, color) for wild in ("w", "wd4") for copies in (1, 2) for color in Color],
    *[Play((CARDS["r7"],), None, partner, uno) for partner in (None, 1, 12) for uno in (False, True)],
    Play((CARDS["w"],), Color.BLUE, 3, True),
    Play((CARDS["r5"], CARDS["g5"])),
    Draw(),
    Pass(),
    Challenge(),
    CallUno(),
    Expire(),
    Leave(),
    Join(),
    *map(Name, Color),
    *map(Catch, range(1, 12)),
    *map(Foul, Reason),
]


@pytest.mark.parametrize("action", ACTIONS, ids=action_text)
def test_whatever_is_printed_can_be_typed_back(action):
    assert parse_action(action_text(action)) == action

"""The pictures of cards: as they were when somebody last looked, told apart without colour, drawn once.

`pytest --rewrite` writes pictures/ anew: look at them. They lie on Discord's dark grey and in few colours, to be small.
"""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from unobot.engine.cards import CARDS, DECK, FACES, NO_CARDS, Color, in_order
from unobot.engine.notation import parse_hand
from unobot.networks.discord import cards as pictures
from unobot.networks.discord.cards import GAP, HEIGHT, PER_ROW, RAISED, WIDTH, face, hand_picture

GOLDEN = Path(__file__).parent / "pictures"
DARK, LIGHT = "#313338", "#ffffff"  # Discord's backgrounds
ON_R5 = CARDS["r5"].takes
LINE = 22  # pixels: an emoji within a line of text

# How people without one kind of cone see (Machado, Oliveira and Fernandes 2009), and what is left without colour.
SIGHTS = {
    "deuteranopia": (0.367, 0.861, -0.228, 0, 0.280, 0.673, 0.047, 0, -0.012, 0.043, 0.969, 0),
    "protanopia": (0.152, 1.053, -0.205, 0, 0.115, 0.786, 0.099, 0, -0.004, -0.048, 1.052, 0),
    "tritanopia": (1.256, -0.077, -0.179, 0, -0.078, 0.931, 0.148, 0, 0.005, 0.691, 0.304, 0),
    "no colour": (0.299, 0.587, 0.114, 0) * 3,
}


def cards(hand):
    return tuple(parse_hand(hand))


def opened(png):
    image = Image.open(BytesIO(png))
    assert (image.format, image.mode) == ("PNG", "RGBA")
    return image


def on(background, image):
    below = Image.new("RGBA", image.size, background)
    below.alpha_composite(image)
    return below.convert("RGB")


def in_line(png, background):
    return on(background, opened(png)).resize((LINE, LINE))


def some(count):
    """So many cards of all kinds, sorted as in a hand."""
    return tuple(in_order([DECK[place * 7 % len(DECK)] for place in range(count)]))


def hand_of(count):
    return opened(hand_picture(some(count), ON_R5))


def sheet():
    """All 54 faces, nine in a row."""
    side = pictures.FACE
    image = Image.new("RGBA", (9 * side, 6 * side))
    for place, card in enumerate(FACES):
        image.paste(opened(face(card)), (place % 9 * side, place // 9 * side))
    return image


def changed(one, other):
    """Whether more than the edges differ, which another version of FreeType may draw otherwise.

    By pieces of the picture, for one wrong card among sixty is few pixels of the whole.
    """
    if one.size != other.size:
        return True
    apart = ImageChops.difference(one, other).convert("L")
    far = apart.point(lambda value: 255 * (value > 90))
    worst_piece = far.reduce(32).getextrema()[1] / 255
    return ImageStat.Stat(apart).mean[0] > 3 or worst_piece > 0.12


def apart(one, other):
    """How much two pictures differ on average, of 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def assert_told_apart(looks, figures, colors):
    """Every two pictures, by code, differ at least so much; more where it is the colour that differs."""
    for one, other in combinations(looks, 2):
        least = figures if CARDS[one].color is CARDS[other].color else colors
        assert apart(looks[one], looks[other]) > least, (one, other)


GOLDENS = {
    "hand-1": lambda: hand_of(1),
    "hand-7": lambda: opened(hand_picture(cards("r5 r+2 g0 bs yr w wd4"), ON_R5)),
    "hand-25": lambda: hand_of(25),
    "hand-60": lambda: hand_of(60),
    "faces": sheet,
}


class TestGolden:
    @pytest.mark.parametrize("name", GOLDENS)
    def test_as_it_was(self, name, request):
        drawn, path = on(DARK, GOLDENS[name]()), GOLDEN / f"{name}.png"
        if request.config.getoption("--rewrite"):
            GOLDEN.mkdir(exist_ok=True)
            drawn.quantize(64, dither=Image.Dither.NONE).save(path, optimize=True)
        assert not changed(drawn, Image.open(path).convert("RGB"))

    @pytest.mark.parametrize(
        "code, mistaken", [("r8", "r9"), ("r3", "r8"), ("g5", "b5"), ("ys", "y0"), ("w", "wd4"), ("b6", "y6")]
    )
    def test_one_wrong_card_in_sixty_is_seen(self, code, mistaken):
        right = [*some(59), CARDS[code]]
        wrong = [*some(59), CARDS[mistaken]]
        one, other = (on(DARK, opened(hand_picture(tuple(hand), ON_R5))) for hand in (right, wrong))
        assert changed(one, other)

    def test_one_card_raised_in_sixty_is_seen(self):
        hand = some(60)
        one, other = (on(DARK, opened(hand_picture(hand, playable))) for playable in (NO_CARDS, frozenset(hand[-1:])))
        assert changed(one, other)


class TestToldApart:
    @pytest.mark.parametrize("sight", SIGHTS)
    @pytest.mark.parametrize("background", [DARK, LIGHT])
    def test_every_two_faces_in_a_line_of_text(self, sight, background):
        looks = {code: in_line(face(card), background).convert("RGB", SIGHTS[sight]) for code, card in CARDS.items()}
        assert_told_apart(looks, figures=3, colors=15)

    def test_with_one_colour_for_all(self, monkeypatch):
        """Not by how light the colours are either: the shape alone must do."""
        monkeypatch.setattr(pictures, "FILL", dict.fromkeys(Color, "#808080"))
        looks = {code: in_line(face.__wrapped__(card), DARK) for code, card in CARDS.items()}
        assert_told_apart(looks, figures=3, colors=8)

    def test_by_the_code_alone(self):
        foot = (GAP, RAISED + 124, WIDTH, RAISED + HEIGHT)
        feet = {code: opened(hand_picture((card,), NO_CARDS)).crop(foot) for code, card in CARDS.items()}
        assert_told_apart({code: image.convert("RGB") for code, image in feet.items()}, figures=3, colors=3)

    @pytest.mark.parametrize("background", [DARK, LIGHT])
    @pytest.mark.parametrize("code", ["r5", "g5", "b5", "y5", "wd4"])
    def test_from_the_background(self, code, background):
        """A line from the left edge to the middle meets dark and light, whatever lies below."""
        look = on(background, opened(face(CARDS[code])))
        low, high = look.convert("L").crop((0, 64, 12, 65)).getextrema()
        assert high - low > 120


class TestAHand:
    def test_a_playable_card_lies_higher(self):
        alpha = opened(hand_picture(cards("r5 g7"), ON_R5)).getchannel("A")
        middle = alpha.width // 2
        playable = alpha.crop((0, 0, middle, alpha.height)).getbbox()
        other = alpha.crop((middle, 0, alpha.width, alpha.height)).getbbox()
        assert (other[1] - playable[1], other[3] - playable[3]) == (RAISED, RAISED)
        assert RAISED * 380 / (PER_ROW * (WIDTH + GAP)) > 8  # still seen on a phone

    @pytest.mark.parametrize("hand", ["w", "r5 r5", "r1 g7 b7 w"])
    def test_what_is_playable_is_seen_even_where_all_or_nothing_is(self, hand):
        drawn = {hand_picture(cards(hand), playable) for playable in (NO_CARDS, ON_R5, frozenset(cards(hand)))}
        assert len(drawn) == (2 if frozenset(cards(hand)) <= ON_R5 else 3)

    def test_playable_cards_of_others_change_nothing(self):
        assert hand_picture(cards("r5 b7"), ON_R5) is hand_picture(cards("r5 b7"), CARDS["r5"].alone)

    @pytest.mark.parametrize("count, rows", [(1, 1), (7, 1), (8, 1), (9, 2), (25, 4), (60, 8), (108, 14)])
    def test_rows_that_fit_a_phone(self, count, rows):
        image = hand_of(count)
        wide, high = WIDTH + GAP, HEIGHT + RAISED + GAP
        assert image.height == rows * high
        assert image.width <= 3 * 380  # three pixels for each point
        alpha = image.getchannel("A")
        corners = [(x, y) for y in range(0, image.height, high) for x in range(0, image.width, wide)]
        filled = [alpha.crop((x, y, x + wide, y + high)).getbbox() is not None for x, y in corners]
        assert filled == [True] * count + [False] * (len(corners) - count)
        assert len(corners) - count < rows, "rows are even"

    def test_in_the_order_given(self):
        one, other = (opened(hand_picture(cards(hand), NO_CARDS)) for hand in ("r5 g7", "g7 r5"))
        half = one.width // 2
        assert one.crop((0, 0, half, one.height)) == other.crop((half, 0, one.width, one.height))

    def test_without_cards(self):
        assert opened(hand_picture((), NO_CARDS)).getchannel("A").getbbox() is None

    @pytest.mark.parametrize("count", [1, 60])
    def test_the_background_shows_through(self, count):
        assert hand_of(count).getpixel((0, 0))[3] == 0


class TestSizes:
    @pytest.mark.parametrize("code", CARDS)
    def test_discord_takes_the_face_as_an_emoji(self, code):
        png = face(CARDS[code])
        assert len(png) < 256_000
        assert opened(png).size == (128, 128)
        assert opened(png).getpixel((0, 0))[3] == 0

    @pytest.mark.parametrize("count", [7, 60, 108])
    def test_a_hand_is_quickly_sent(self, count):
        assert len(hand_picture(some(count), ON_R5)) < 10_000 * (count + 1)  # Discord's limit is 8 MB and more


class TestDrawnOnce:
    def test_the_very_same_bytes(self):
        assert face(CARDS["r5"]) is face(CARDS["r5"])
        assert hand_picture(some(7), ON_R5) is hand_picture(some(7), ON_R5)

    def test_only_so_many_are_kept(self):
        kept = pictures._hand.cache_info().maxsize
        assert kept is not None and kept * len(hand_picture(some(60), ON_R5)) < 64_000_000

    def test_in_many_threads_as_in_one(self):
        hands = [some(count) for count in range(1, 9)]
        alone = [hand_picture(hand, ON_R5) for hand in hands]
        pictures._hand.cache_clear()
        pictures._tile.cache_clear()
        with ThreadPoolExecutor(4) as pool:
            together = list(pool.map(lambda hand: hand_picture(hand, ON_R5), hands * 4))
        assert together == alone * 4

"""Pictures of the cards: one face for an emoji, a whole hand for a message. Our own drawing; PNG bytes come out.

Colour is never the only carrier: each colour has a shape of its own on which the figure stands (red a diamond, green
a leaf, blue a disc, yellow a sun), and in a hand every card bears the code that people type. Cards bring their own
light border and dark rim, so that they stand out from Discord's dark and its light background.

Everything is drawn larger and reduced once, for smooth edges. Safe in threads: only the caches are shared, and no
image is touched again once it is there. Knows nothing of Discord, games and turns.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from math import ceil, cos, pi, sin

from PIL import Image, ImageDraw, ImageFont

from unobot.engine.cards import CARDS, Card, Color, Figure

# Measures are pixels of the finished picture.
FACE = 128  # each way: the most that Discord keeps of an emoji
WIDTH, HEIGHT, RAISED, GAP = 120, 174, 26, 8  # of a card in a hand
PER_ROW = 8  # cards at most, so that each is still some 47 points wide on a phone
LARGER = 4  # times, while drawing
BOLD = 0.03  # of its size a text is fattened on every side: more would close the 5, which is then read as a 6
HANDS = 256  # pictures kept: 40 KB for seven cards, 200 KB for sixty

# Red and blue are dark, green and yellow light: who cannot tell red from green sees at least that.
FILL = {Color.RED: "#d3202f", Color.GREEN: "#3fb34f", Color.BLUE: "#1559c9", Color.YELLOW: "#f7b500"}
INK, PAPER, GREY_PAPER = "#17181c", "#ffffff", "#c3c7cf"
TEXT = {Figure.DRAW_TWO: "+2", Figure.WILD: "W", Figure.WD4: "+4"}  # digits are their own; Skip and Reverse are drawn

Box = tuple[float, float, float, float]  # left, top, right, bottom
Point = tuple[float, float]
ALL_CORNERS = (True, True, True, True)


def _round(*reaches: float) -> tuple[Point, ...]:
    """Points at equal angles, so far from the middle."""
    angles = [2 * pi * place / len(reaches) for place in range(len(reaches))]
    return tuple((reach * sin(angle), reach * cos(angle)) for reach, angle in zip(reaches, angles, strict=True))


def _leaf(length: float, width: float) -> tuple[Point, ...]:
    """From the lower left corner along one edge to the upper right one, and back along the other."""
    edge = [(length * place / 12, width * (1 - (place / 12) ** 2)) for place in range(-12, 13)]
    there = [(along - across, -along - across) for along, across in edge]
    return (*there, *((-x, -y) for x, y in there))


# Outlines that reach from about -1 to 1 both ways, downwards as pictures count.
SHAPE = {
    Color.RED: _round(*[0.96] * 4),
    Color.GREEN: _leaf(0.82, 0.54),
    Color.BLUE: _round(*[0.84] * 120),
    Color.YELLOW: _round(*[0.69, 0.98] * 8),
}
ARROW = ((-1, -0.3), (0.2, -0.3), (0.2, -0.02), (1.05, -0.57), (0.2, -1.12), (0.2, -0.84), (-1, -0.84))


@lru_cache(maxsize=len(CARDS))
def face(card: Card) -> bytes:
    """One card for an emoji, to be recognised at the height of a line; a wild that was laid has its colour."""
    pen = Pen(FACE, FACE)
    pen.sheet((0, 0, FACE, FACE), 24, INK)
    pen.sheet((2, 2, FACE - 2, FACE - 2), 22, PAPER)
    _front(pen, card, (7, 7, FACE - 7, FACE - 7), 17)
    return _png(pen.finished())


def hand_picture(cards: tuple[Card, ...], playable: frozenset[Card]) -> bytes:
    """The hand in rows, in the order given; what may be played is raised, and its paper is white, not grey."""
    return _hand(tuple((card, card in playable) for card in cards))


@lru_cache(maxsize=HANDS)
def _hand(cards: tuple[tuple[Card, bool], ...]) -> bytes:
    rows = ceil(len(cards) / PER_ROW) or 1
    columns = ceil(len(cards) / rows) or 1  # even rows, rather than a last one with a single card
    wide, high = WIDTH + GAP, HEIGHT + RAISED + GAP
    image = Image.new("RGBA", (columns * wide, rows * high))
    for place, (card, playable) in enumerate(cards):
        row, column = divmod(place, columns)
        top = row * high + GAP // 2 + (0 if playable else RAISED)
        image.paste(_tile(card, playable), (column * wide + GAP // 2, top))
    return _png(image)


@lru_cache(maxsize=2 * len(CARDS))
def _tile(card: Card, playable: bool) -> Image.Image:
    """A card as it lies in a hand, its code at the foot."""
    paper = PAPER if playable else GREY_PAPER
    pen = Pen(WIDTH, HEIGHT)
    pen.sheet((0, 0, WIDTH, HEIGHT), 17, INK)
    pen.sheet((2, 2, WIDTH - 2, HEIGHT - 2), 15, paper)
    _front(pen, card, (7, 7, WIDTH - 7, 115), 11)
    pen.text((WIDTH / 2, 156), 46, card.code, INK, on_line=True)
    return pen.finished()


def _front(pen: Pen, card: Card, box: Box, radius: float) -> None:
    """What tells a card from the others: its colour, the shape of its colour, and its figure."""
    left, top, right, bottom = box
    center = x, y = (left + right) / 2, (top + bottom) / 2
    size = (bottom - top) / 2
    if card.color:
        pen.sheet(box, radius, FILL[card.color])
        pen.polygon(center, size, SHAPE[card.color], PAPER)
        _figure(pen, card.figure, center, size, INK)
    else:
        pen.sheet((left, top, x, y), radius, FILL[Color.RED], (True, False, False, False))
        pen.sheet((x, top, right, y), radius, FILL[Color.GREEN], (False, True, False, False))
        pen.sheet((x, y, right, bottom), radius, FILL[Color.BLUE], (False, False, True, False))
        pen.sheet((left, y, x, bottom), radius, FILL[Color.YELLOW], (False, False, False, True))
        pen.disc(center, size * 0.74, INK)
        _figure(pen, card.figure, center, size * 0.9, PAPER)


def _figure(pen: Pen, figure: Figure, center: Point, size: float, ink: str) -> None:
    if figure is Figure.SKIP:
        pen.barred_ring(center, size * 0.5, size * 0.16, ink)
    elif figure is Figure.REVERSE:
        pen.polygon(center, size * 0.5, ARROW, ink)
        pen.polygon(center, -size * 0.5, ARROW, ink)
    else:
        text = TEXT.get(figure, figure.value)
        pen.text(center, size * (1.06 if figure in TEXT else 1.3), text, ink)


class Pen:
    """Draws on an image that is larger than the finished picture; measures and places are the finished one's."""

    def __init__(self, width: int, height: int) -> None:
        self.image = Image.new("RGBA", (width * LARGER, height * LARGER))
        self.draw = ImageDraw.Draw(self.image)

    def sheet(self, box: Box, radius: float, fill: str, corners: tuple[bool, bool, bool, bool] = ALL_CORNERS) -> None:
        """A rectangle with round corners; they are counted clockwise from the left upper one."""
        left, top, right, bottom = (n * LARGER for n in box)
        self.draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius * LARGER, fill, corners=corners)

    def polygon(self, center: Point, size: float, points: tuple[Point, ...], fill: str) -> None:
        """The points are those of a figure that reaches from -1 to 1."""
        x, y = center
        self.draw.polygon([((x + size * a) * LARGER, (y + size * b) * LARGER) for a, b in points], fill)

    def disc(self, center: Point, radius: float, fill: str) -> None:
        x, y = center
        self.draw.circle((x * LARGER, y * LARGER), radius * LARGER, fill)

    def barred_ring(self, center: Point, radius: float, width: float, ink: str) -> None:
        x, y, outer, inner = (n * LARGER for n in (*center, radius, (radius - width / 2) * 0.7071))
        line = round(width * LARGER)
        self.draw.circle((x, y), outer, None, ink, line)
        self.draw.line((x - inner, y + inner, x + inner, y - inner), ink, line)

    def text(self, center: Point, size: float, text: str, ink: str, on_line: bool = False) -> None:
        """Centred by what is seen of it, or standing on the line. The font has one weight, a stroke makes it bold."""
        x, y = (n * LARGER for n in center)
        font = ImageFont.load_default(size * LARGER)
        left, top, right, bottom = font.getbbox(text, anchor="ls")
        at = (x - (left + right) / 2, y if on_line else y - (top + bottom) / 2)
        self.draw.text(at, text, ink, font, "ls", stroke_width=round(size * LARGER * BOLD))

    def finished(self) -> Image.Image:
        return self.image.reduce(LARGER)


def _png(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()

"""A line as IRC text: mIRC colours, and split so that every piece fits. Sans-io.

A card always shows its letters; its colour sets text and background, so that it reads on dark and on light screens,
and nothing depends on it. Between a colour's digits and the card stands a bold sign, so that programs which do not
know colours find no digit beside the code. Pieces are split at spaces, hence between cards and never inside one, and a
word that is too long at a character's boundary. Control characters end here, wherever they came from.
"""

from __future__ import annotations

from collections.abc import Iterator

from unobot.chat.speech.line import Line
from unobot.engine.cards import Color
from unobot.networks.irc.guard import CONTROL, cut

BOLD, COLOR, RESET = "\x02", "\x03", "\x0f"
PAINT = {
    Color.RED: f"{COLOR}00,04{BOLD}",  # white on red
    Color.GREEN: f"{COLOR}01,09{BOLD}",  # black on light green
    Color.BLUE: f"{COLOR}00,02{BOLD}",  # white on dark blue
    Color.YELLOW: f"{COLOR}01,08{BOLD}",  # black on yellow
    None: f"{COLOR}00,01{BOLD}",  # a wild: white on black
}
LEAST = 40  # bytes; less room than that for text is nobody's server

Piece = tuple[str, str]  # words and the sign before them
Word = list[Piece]


def paint(line: Line, colors: bool, longest: int, ping: str | None = None) -> list[str]:
    """The texts of one or more messages of at most so many bytes; whoever is on turn stands out."""
    longest = max(longest, LEAST)
    texts: list[str] = []
    text, size = "", 0
    for word in _words(line, colors, ping):
        for painted in _fitting(word, longest):
            length = len(painted.encode("utf-8", "replace"))
            if text and size + 1 + length <= longest:
                text, size = f"{text} {painted}", size + 1 + length
            else:
                if text:
                    texts.append(text)
                text, size = painted, length
    return [*texts, text] if text else texts


def _words(line: Line, colors: bool, ping: str | None) -> Iterator[Word]:
    """What must not be torn apart: `[`, a card and `]` are one word."""
    word: Word = []
    for span in line:
        sign = ""
        if colors:
            if span.card:
                sign = PAINT[span.card.color]
            elif span.strong or (span.person is not None and span.person == ping):
                sign = BOLD
        first, *rest = CONTROL.sub("", span.text).split(" ")
        if first:
            word.append((first, sign))
        for text in rest:
            if word:
                yield word
            word = [(text, sign)] if text else []
    if word:
        yield word


def _painted(word: Word) -> str:
    return "".join(f"{sign}{text}{RESET}" if sign else text for text, sign in word)


def _fitting(word: Word, longest: int) -> Iterator[str]:
    painted = _painted(word)
    if len(painted.encode("utf-8", "replace")) <= longest:
        yield painted
        return
    rest = "".join(text for text, _ in word).encode("utf-8", "replace")  # so long a word is nobody's card
    while rest:
        piece = cut(rest, longest)
        yield piece.decode("utf-8", "replace")
        rest = rest[len(piece) :]

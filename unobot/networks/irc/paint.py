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
from unobot.networks.irc.guard import CONTROL, cut, unformatted

BOLD, COLOR, RESET = "\x02", "\x03", "\x0f"
PAINT = {
    Color.RED: f"{COLOR}00,04{BOLD}",  # white on red
    Color.GREEN: f"{COLOR}01,09{BOLD}",  # black on light green
    Color.BLUE: f"{COLOR}00,02{BOLD}",  # white on dark blue
    Color.YELLOW: f"{COLOR}01,08{BOLD}",  # black on yellow
    None: f"{COLOR}00,01{BOLD}",  # a wild: white on black
}
LEAST = 40  # bytes; less room than that for text is nobody's server


def paint(line: Line, colors: bool, longest: int, ping: str | None = None) -> list[str]:
    """The texts of one or more messages of at most so many bytes; whoever is on turn stands out."""
    longest = max(longest, LEAST)
    words = _words(line, colors, ping)
    whole = " ".join(words)
    if _size(whole) <= longest:
        return [whole] if whole else []
    texts: list[str] = []
    for word in words:
        for piece in _fitting(word, longest):
            if texts and _size(texts[-1]) + 1 + _size(piece) <= longest:
                texts[-1] += f" {piece}"
            else:
                texts.append(piece)
    return texts


def _words(line: Line, colors: bool, ping: str | None) -> list[str]:
    """What must not be torn apart, painted: `[`, a card and `]` are one word."""
    words = [""]
    for span in line:
        sign = ""
        if colors:
            if span.card:
                sign = PAINT[span.card.color]
            elif span.strong or (span.person is not None and span.person == ping):
                sign = BOLD
        text = span.text if span.text.isprintable() else CONTROL.sub("", span.text)  # most is, and to ask is cheap
        first, *rest = text.split(" ")
        words[-1] += _painted(first, sign)
        words += [_painted(other, sign) for other in rest]
    return [word for word in words if word]


def _painted(text: str, sign: str) -> str:
    return f"{sign}{text}{RESET}" if sign and text else text


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _fitting(word: str, longest: int) -> Iterator[str]:
    if _size(word) <= longest:
        yield word
        return
    rest = unformatted(word).encode("utf-8", "replace")  # so long a word is nobody's card
    while rest:
        piece = cut(rest, longest)
        yield piece.decode("utf-8", "replace")
        rest = rest[len(piece) :]

"""A table in the terminal: one person, called `you`, against computer players, or computer players among themselves.

On a terminal cards are coloured, lines are edited with history and completion, and computer players take their time.
On a pipe it is plain: one command per line in, whole lines out, nothing waits, so that a script can play.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.patch_stdout import patch_stdout
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from unobot.chat.commands import AROUND, COMPACT
from unobot.chat.people import Person, Venue
from unobot.chat.ports import Hand, Heard, In, Out, Say, ShowHand, Tell
from unobot.chat.speech.english import addressed
from unobot.chat.speech.hands import advice, counts_line, hand_line
from unobot.chat.speech.line import Line, plain
from unobot.engine.cards import Card, Color

YOU = Person("local:you", "you")
TABLE = Venue("local:terminal", "the terminal")
STYLES = {
    Color.RED: "bold white on red",
    Color.GREEN: "bold black on green",
    Color.BLUE: "bold white on blue",
    Color.YELLOW: "bold black on yellow",
    None: "bold white on black",
}


# Plain


class Plain:
    """The network on a pipe: every line is written whole and at once."""

    def __init__(self, output: TextIO) -> None:
        self.output = output

    async def run(self, inbox: Callable[[In], None]) -> None:
        raise AssertionError("whoever holds the pipe reads it")

    def send(self, out: Out) -> None:
        for text in plain_lines(out):
            print(text, file=self.output, flush=True)


def plain_lines(out: Out) -> list[str]:
    match out:
        case Say(line=line) | Tell(line=line):
            return [plain(addressed(line, YOU.id))]
        case ShowHand(hand=hand):
            lines = [hand_line(hand)] + ([counts_line(hand)] if hand.others else [])
            return [plain(line) for line in lines]
        case _:
            return []


# Coloured


def paint(line: Line) -> Text:
    text = Text()
    for span in line:
        if span.card:
            text.append(span.text, style=STYLES[span.card.color])
        else:
            text.append(span.text, style="bold" if span.strong or span.person else "")
    return text


def _painted_card(card: Card, playable: bool) -> Text:
    """A card is always its letters; brackets say that it can be played, also without colours."""
    face = Text(card.code, style=STYLES[card.color])
    return Text.assemble("[", face, "]") if playable else Text.assemble(" ", face, " ")


def painted_hand(hand: Hand) -> Panel:
    cards = Text("")
    for card in hand.cards:
        cards.append_text(_painted_card(card, card in hand.playable))
    title = plain(hand_line(hand)).partition(":")[0]
    if not hand.playable and hand.on_turn:
        cards.append(advice(hand))
    return Panel(cards, title=title, title_align="left", expand=False, border_style="bold" if hand.on_turn else "dim")


class Suggest(Completer):
    """What can be typed now: the moves of the latest hand, then the commands."""

    def __init__(self) -> None:
        self.hand: Hand | None = None

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> list[Completion]:
        start = document.text_before_cursor.lower()
        moves = self.hand.moves if self.hand else ()
        commands = [command.name for command in COMPACT] + [command.example for command in AROUND]
        return [Completion(text, -len(start)) for text in (*moves, *commands) if text.lower().startswith(start)]


class Screen:
    """The network on a terminal."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False)
        self.suggest = Suggest()

    def send(self, out: Out) -> None:
        match out:
            case Say(line=line):
                self.console.print(paint(addressed(line, YOU.id)))
            case Tell(line=line):
                self.console.print(paint(addressed(line, YOU.id)), style="italic")
            case ShowHand(hand=hand):
                self.suggest.hand = hand
                self.console.print(painted_hand(hand))
                if hand.others:
                    self.console.print(paint(counts_line(hand)))
            case _:
                pass

    async def run(self, inbox: Callable[[In], None]) -> None:
        """Read commands until the end of input."""
        session: PromptSession[str] = PromptSession("> ", completer=self.suggest, complete_while_typing=False)
        with patch_stdout(raw=True):
            while True:
                try:
                    text = await session.prompt_async()
                except (EOFError, KeyboardInterrupt):
                    return
                inbox(Heard(YOU, text.strip(), TABLE, admin=True))


class Watching(Screen):
    """The same for somebody who only looks on: there is nothing to read."""

    async def run(self, inbox: Callable[[In], None]) -> None:
        await asyncio.Event().wait()


def has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()

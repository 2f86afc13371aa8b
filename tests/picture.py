"""Makes the README's picture and transcript: `python -m tests.picture`.

A fixed game in the terminal, drawn by rich's own recorder into tests/pictures/terminal.svg; what is printed is the
transcript in words.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from random import Random

from rich.console import Console

from unobot.bot import Bot
from unobot.chat import lobby
from unobot.chat.hall import Hall, Settings
from unobot.chat.ports import Heard, Out
from unobot.chat.table import Table
from unobot.engine.notation import action_text
from unobot.engine.rules import PRESETS
from unobot.engine.shuffle import seed_of
from unobot.engine.view import view
from unobot.networks import terminal
from unobot.players import PLAYERS
from unobot.store import Store

PICTURE = Path(__file__).parent / "pictures" / "terminal.svg"
SEED, LINES = "picture", 22


class Both(terminal.Screen):
    """Paints and, beside it, writes plain lines."""

    def __init__(self) -> None:
        super().__init__(
            Console(record=True, width=96, file=io.StringIO(), force_terminal=True, color_system="truecolor")
        )
        self.words: list[str] = []

    def send(self, out: Out) -> None:
        super().send(out)
        self.words += terminal.plain_lines(out)

    def typed(self, text: str) -> None:
        self.console.print(f"> {text}", style="bold cyan")
        self.words.append(f"> {text}")


def main() -> None:
    screen = Both()
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "unobot.db") as store:
        settings = Settings(delay=lambda random: 0.0)
        hall = Hall(settings, store, lambda: seed_of(SEED))
        bot = Bot(hall, store, {"local": screen}, clock=lambda: 1e6)
        bot.start()
        rules = PRESETS["irc"].rules
        bot.do(lobby.open_for(hall, terminal.TABLE, "irc", rules, [terminal.YOU], ["medium", "medium"], 1e6))
        table = hall.tables[terminal.TABLE.id]
        while len(screen.words) < LINES and table.phase == "playing":
            while hall.due(1e6) is not None:
                bot.work()
            move = _move(table)
            if move is None:
                break
            screen.typed(move)
            bot.receive(Heard(terminal.YOU, move, terminal.TABLE))
            bot.work()
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(screen.console.export_svg(title="unobot play"), encoding="utf-8")
    print("\n".join(screen.words))


def _move(table: Table) -> str | None:
    """What a careful person would type."""
    game = table.game
    if game is None or game.over:
        return None
    return action_text(PLAYERS["medium"].choose(view(game, game.turn), Random(1)))


if __name__ == "__main__":
    main()

"""What the command line prints: rules, replays and simulations, with rich."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table

from unobot.chat.speech.line import clean
from unobot.engine.replay import Replay
from unobot.engine.rules import OPTIONS, PRESETS, Preset, allowed, meaning, to_text
from unobot.simulate import Result

WIDEST_OPTION, WIDEST_VALUE = 22, 16  # columns of the table of presets


def console() -> Console:
    """Lines are wrapped for people only: a program that reads a pipe gets each of them whole."""
    for_people = Console(highlight=False)
    return for_people if for_people.is_terminal else Console(highlight=False, width=400)


def grid(*headers: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in headers:
        table.add_column(header)
    return table


def preset_data(preset: Preset) -> dict[str, Any]:
    values = asdict(preset.rules)
    return {
        "preset": preset.name,
        "options": [
            {
                "name": name,
                "value": values[name],
                "allowed": allowed(name),
                "meaning": meaning(name),
                "locked": name in preset.locked,
            }
            for name in OPTIONS
        ],
    }


def print_preset(preset: Preset) -> None:
    table = grid("option", preset.name, "may be", "meaning")
    for row in preset_data(preset)["options"]:
        value = to_text(row["value"]) + (" (fixed)" if row["locked"] else "")
        table.add_row(row["name"], value, row["allowed"], row["meaning"])
    console().print(table)


def print_presets() -> None:
    out = console()
    at_once = max(1, (out.width - WIDEST_OPTION) // WIDEST_VALUE)
    presets = list(PRESETS.values())
    for start in range(0, len(presets), at_once):
        block = presets[start : start + at_once]
        table = grid("option", *(preset.name for preset in block))
        columns = [asdict(preset.rules) for preset in block]
        for name in OPTIONS:
            table.add_row(name, *(to_text(column[name]) for column in columns))
        out.print(table)


def print_replay(name: str, played: Replay) -> None:
    out = console()
    game = played.game
    players = ", ".join(map(clean, played.record.players))
    out.print(f"{name}: {players}; {game.top.code} on top", markup=False)
    for step in played.play_all():
        outcome = f"refused: {step.reason}" if step.reason else _position(played)
        out.print(f"{step.number + 1:4}  {clean(step.text, 60):20}  {outcome}", markup=False)
    if played.match.winner is not None:
        out.print(f"{clean(played.name(played.match.winner))} wins.", markup=False)
    elif not game.over:
        out.print(f"Not over: {clean(played.name(game.turn))} is on turn.", markup=False)


def _position(played: Replay) -> str:
    game = played.game
    if game.winner is not None:
        return f"{clean(played.name(game.winner))} is out of cards, {game.points} points"
    pile = f", {game.pile} to draw" if game.pile else ""
    return f"{game.top.code} on top{pile}, {clean(played.name(game.turn))}'s turn"


def print_simulation(result: Result) -> None:
    out = console()
    games = "game" if result.games == 1 else "games"
    out.print(
        f"{result.games} {games}, {result.actions} actions in {result.seconds:.2f} s of CPU: "
        f"{result.games_per_second:,.0f} games and {result.actions_per_second:,.0f} actions a second."
    )
    wins = ", ".join(f"seat {seat}: {count}" for seat, count in enumerate(result.wins, 1))
    out.print(f"Wins: {wins}.")

"""The command line: every command is a few lines that call into a room.

Whatever a person can get wrong ends with a sentence on stderr and status 2; an end they asked for is no error.
"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from unobot import __version__, printing, simulate
from unobot.engine.record import Record, RecordError
from unobot.engine.replay import Replay, replay
from unobot.engine.rules import PRESETS, RulesError, find_preset
from unobot.engine.shuffle import seed_of


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(__version__)
def cli() -> None:
    """UNO for chat."""


@cli.command("replay")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One object per file, one per line.")
def replay_command(files: tuple[str, ...], as_json: bool) -> None:
    """Play records again, move by move."""
    failed = False
    for name in files:
        try:
            record = Record.from_toml(Path(name).read_text(encoding="utf-8"))
            played = Replay(record)
        except (OSError, UnicodeDecodeError, RecordError) as error:
            click.echo(f"{name}: {_why(error)}", err=True)
            failed = True
            continue
        if as_json:
            click.echo(json.dumps(replay(record).summary(), ensure_ascii=False))
        else:
            printing.print_replay(name, played)
    if failed:
        sys.exit(2)


def _why(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror}"
    return "is not a text in UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)


@cli.command("simulate")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="How many rounds.")
@click.option("--players", type=click.IntRange(2, 10), default=4, show_default=True, help="How many sit at the table.")
@click.option("--preset", default="irc", show_default=True, help="The rule set.")
@click.option("--seed", help="Any text; the same text gives the same games.")
@click.option("--json", "as_json", is_flag=True, help="One object instead of words.")
@click.option("--record", type=click.Path(file_okay=False, path_type=Path), help="Keep every game in this directory.")
def simulate_command(
    games: int, players: int, preset: str, seed: str | None, as_json: bool, record: Path | None
) -> None:
    """Play games among keen random players."""
    chosen = find_preset(preset)
    start = secrets.token_bytes(32) if seed is None else seed_of(seed)
    with click.progressbar(length=games, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        result = simulate.run(chosen, players, games, start, record, bar.update)
    if as_json:
        click.echo(json.dumps(asdict(result)))
    else:
        printing.print_simulation(result)


@cli.command("rules")
@click.argument("preset", required=False)
@click.option("--json", "as_json", is_flag=True, help="One object instead of a table.")
def rules_command(preset: str | None, as_json: bool) -> None:
    """Show the options of a preset, or all presets side by side."""
    chosen = find_preset(preset) if preset else None
    if as_json:
        data = printing.preset_data(chosen) if chosen else {name: asdict(each.rules) for name, each in PRESETS.items()}
        click.echo(json.dumps(data))
    elif chosen:
        printing.print_preset(chosen)
    else:
        printing.print_presets()


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry point: click's own, but for what the status means."""
    try:
        cli.main(arguments, prog_name="unobot", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (RulesError, RecordError) as error:
        click.echo(f"unobot: {error}", err=True)
        sys.exit(2)
    except OSError as error:
        click.echo(f"unobot: {error.filename or 'output'}: {error.strerror}", err=True)
        sys.exit(2)
    except click.Abort:
        click.echo(err=True)


if __name__ == "__main__":
    main()

"""The command line: every command is a few lines that call into a room.

Whatever a person can get wrong ends with a sentence on stderr and status 2; an end they asked for is no error.
"""

from __future__ import annotations

import io
import json
import secrets
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unobot import Mistake, __version__, printing, simulate
from unobot.engine.record import Record, RecordError
from unobot.engine.replay import Replay, replay
from unobot.engine.rules import PRESETS, RulesError, find_preset
from unobot.engine.shuffle import seed_of

if TYPE_CHECKING:
    from unobot.chat.ports import Sort
    from unobot.store import Store

FILE = click.Path(dir_okay=False, path_type=Path)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(__version__)
def cli() -> None:
    """UNO for chat."""


def _database(command: Callable[..., None]) -> Callable[..., None]:
    """`--db FILE` or `--config FILE`: the database that a command reads."""
    command = click.option("--config", type=FILE, help="Take the database from this configuration.")(command)
    return click.option("--db", type=FILE, help="The database.")(command)


def _open(db: Path | None, config: Path | None) -> Store:
    from unobot.store import Store

    return Store.open(_database_path(db, config), reader=True)


def _database_path(db: Path | None, config: Path | None) -> Path:
    if db:
        return db
    from unobot.config import default, load

    configuration = config or (Path("config.toml") if Path("config.toml").exists() else None)
    return (load(configuration) if configuration else default()).database


@cli.command("play")
@click.option("--preset", default="irc", show_default=True, help="The rule set.")
@click.option("--set", "changes", multiple=True, metavar="OPTION=VALUE", help="Change one option; may be repeated.")
@click.option("--players", type=click.IntRange(2, 10), default=3, show_default=True, help="How many sit at the table.")
@click.option("--level", type=click.Choice(["easy", "medium"]), default="medium", show_default=True)
@click.option("--seed", help="Any text; the same text gives the same deck.")
@click.option("--db", type=FILE, help="Keep the game here; an unfinished one goes on.")
@click.option("--watch", is_flag=True, help="Computer players among themselves.")
def play_command(
    preset: str, changes: tuple[str, ...], players: int, level: str, seed: str | None, db: Path | None, watch: bool
) -> None:
    """Play in the terminal against computer players."""
    from unobot.play import parse_changes, play

    play(preset, parse_changes(changes), players, level, seed, db, watch)


@cli.command("run")
@click.option("--config", type=FILE, help="The configuration; ./config.toml if there is one.")
def run_command(config: Path | None) -> None:
    """Serve the networks of the configuration; without any, an IRC server on this machine."""
    from unobot.serve import serve

    serve(config)


@cli.command("replay")
@click.argument("files", nargs=-1, required=True, metavar="FILE... | ID")
@click.option("--json", "as_json", is_flag=True, help="One object per file, one per line.")
@_database
def replay_command(files: tuple[str, ...], as_json: bool, db: Path | None, config: Path | None) -> None:
    """Play records again, move by move, or a finished game of the database."""
    failed = False
    for name in files:
        try:
            record = _record(name, db, config)
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


def _record(name: str, db: Path | None, config: Path | None) -> Record:
    """An existing path is a file; otherwise a number is a game."""
    if Path(name).exists() or not name.isdigit():
        return Record.from_toml(Path(name).read_text(encoding="utf-8"))
    from unobot.archive import to_record

    with _open(db, config) as store:
        return to_record(store, int(name))


def _why(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror}"
    return "is not a text in UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)


@cli.command("top")
@click.option("--venue", help="One channel only.")
@click.option("--sort", type=click.Choice(["points", "wins", "average", "rating"]), default="points", show_default=True)
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True)
@click.option("--sandbox", is_flag=True, help="Games with computer players instead of ranked ones.")
@_database
def top_command(venue: str | None, sort: Sort, limit: int, sandbox: bool, db: Path | None, config: Path | None) -> None:
    """Leaderboards, by channel."""
    from unobot import archive

    with _open(db, config) as store:
        archive.print_top(store, venue, sandbox, sort, limit)


@cli.command("stats")
@click.argument("name")
@_database
def stats_command(name: str, db: Path | None, config: Path | None) -> None:
    """Somebody's results, by channel."""
    from unobot import archive

    with _open(db, config) as store:
        archive.print_stats(store, name)


@cli.command("history")
@click.option("--limit", type=click.IntRange(1, 10000), default=20, show_default=True)
@_database
def history_command(limit: int, db: Path | None, config: Path | None) -> None:
    """The latest finished games, by channel."""
    from unobot import archive

    with _open(db, config) as store:
        archive.print_history(store, limit)


@cli.command("verify")
@click.argument("game", type=click.IntRange(1))
@_database
def verify_command(game: int, db: Path | None, config: Path | None) -> None:
    """Prove that the deck of a finished game was not touched."""
    from unobot import archive

    with _open(db, config) as store:
        archive.print_verified(store, game)


@cli.command("backup")
@click.argument("file", type=FILE)
@_database
def backup_command(file: Path, db: Path | None, config: Path | None) -> None:
    """Copy the database, also while a bot is using it."""
    with _open(db, config) as store:
        store.backup(file)
    click.echo(f"Copied to {file}.")


@cli.command("status")
@_database
def status_command(db: Path | None, config: Path | None) -> None:
    """Is the bot alive, and what is going on?"""
    from unobot import archive

    with _open(db, config) as store:
        archive.print_status(store)


@cli.group("config")
def config_group() -> None:
    """The configuration."""


@config_group.command("check")
@click.argument("file", type=FILE, default=Path("config.toml"))
def config_check(file: Path) -> None:
    """Is it right? All mistakes at once."""
    from unobot.config import load

    load(file)
    click.echo(f"{file} is right.")


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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name that a terminal cannot show is no reason to fail
    try:
        cli.main(arguments, prog_name="unobot", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except (RulesError, RecordError, Mistake) as error:
        click.echo(f"unobot: {error}", err=True)
        sys.exit(2)
    except OSError as error:
        click.echo(f"unobot: {error.filename or 'output'}: {error.strerror}", err=True)
        sys.exit(2)
    except click.Abort:
        click.echo(err=True)


if __name__ == "__main__":
    main()

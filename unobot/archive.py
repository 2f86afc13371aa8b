"""What the command line shows of a database: leaderboards, games and their proofs; the store has the SQL."""

from __future__ import annotations

import time
from dataclasses import replace

from rich.console import Console

from unobot import Mistake
from unobot.chat.people import Venue
from unobot.chat.ports import PastRound, Sort
from unobot.chat.speech.line import clean
from unobot.engine.actions import Catch, Join, Play
from unobot.engine.notation import action_text, parse_action
from unobot.engine.record import Record
from unobot.engine.rules import PRESETS, Rules
from unobot.engine.shuffle import fingerprint, round_seed
from unobot.printing import console, grid
from unobot.store import Store

ALIVE_FOR = 30  # seconds without a sign of life after which a bot is taken for stopped


def finished(store: Store, game: int) -> PastRound:
    past = store.round(game)
    if past is None or past.ended is None:
        raise Mistake(f"there is no finished game {game} in this database: unobot history lists the latest")
    return past


def to_record(store: Store, game: int) -> Record:
    """A finished game as a record: the dealer first, players numbered as records number them."""
    past = finished(store, game)
    begun = past.begun
    order = [seat.seat for seat in begun.seats]
    at = order.index(begun.dealer)
    seats = order[at:] + order[:at]
    joined = [move.seat for move in past.moves if isinstance(parse_action(move.text), Join)]
    numbers = {seat: number for number, seat in enumerate([*seats, *joined], 1)}
    names = _names(past)
    preset = PRESETS.get(begun.preset, PRESETS["irc"])
    moves = [f"{names[move.seat]}: {_renumbered(move.text, numbers)}" for move in past.moves]
    standings = {names[seat]: points for seat, points in begun.standings.items() if seat in names and points}
    return Record(
        tuple(names[seat] for seat in seats),
        Rules(**begun.rules),
        preset,
        begun.seed,
        standings=standings,
        moves=tuple(moves),
    )


def _names(past: PastRound) -> dict[int, str]:
    """A name for every seat; a number behind it where two are called the same, or it would not do in a record."""
    names: dict[int, str] = {}
    for seat in past.seats:
        name = clean(seat.person.name).replace(":", "_").strip() or "player"
        taken = {known.casefold() for known in names.values()}
        names[seat.seat] = f"{name}#{seat.seat}" if name.casefold() in taken else name
    return names


def _renumbered(text: str, numbers: dict[int, int]) -> str:
    action = parse_action(text)
    if isinstance(action, Play) and action.partner is not None:
        action = replace(action, partner=numbers[action.partner])
    elif isinstance(action, Catch):
        action = Catch(numbers[action.target])
    return action_text(action)


def print_top(store: Store, venue: str | None, sandbox: bool, sort: Sort, limit: int) -> None:
    shown = False
    for place in _venues(store, venue):
        rows = store.top(place.id, sandbox, sort, limit)
        if not rows:
            continue
        shown = True
        _print(console(), place)
        table = grid("", "player", "points", "wins", "games", "average", "rating")
        for number, row in enumerate(rows, 1):
            figures = (row.points, row.wins, row.games, f"{row.average:.1f}", f"{row.rating:.1f}")
            table.add_row(str(number), clean(row.person.name), *map(str, figures))
        console().print(table)
    if not shown:
        console().print("No results yet.")


def print_stats(store: Store, name: str) -> None:
    table = grid("channel", "board", "points", "wins", "games", "average", "rating")
    for place in _venues(store, None):
        person = store.find_person(place.id, name)
        for sandbox, board in ((False, "ranked"), (True, "sandbox")):
            row = store.standing(place.id, sandbox, person.id) if person else None
            if row:
                figures = (row.points, row.wins, row.games, f"{row.average:.1f}", f"{row.rating:.1f}")
                table.add_row(clean(place.name), board, *map(str, figures))
    if not table.row_count:
        raise Mistake(f"{clean(name)} has no results in this database")
    console().print(table)


def print_history(store: Store, limit: int) -> None:
    table = grid("game", "channel", "ended", "rules", "counts", "won by", "points", "players")
    rounds = [past for place in _venues(store, None) for past in store.history(place.id, limit)]
    for past in sorted(rounds, key=lambda past: past.begun.round, reverse=True)[:limit]:
        assert past.ended is not None
        winner = next(result for result in past.ended.results if result.won)
        ended = time.strftime("%Y-%m-%d %H:%M", time.localtime(past.ended.at))
        begun = past.begun
        others = (clean(winner.person.name), str(winner.points), str(len(past.ended.results)))
        table.add_row(str(begun.round), clean(begun.venue.name), ended, begun.preset, begun.mode, *others)
    if table.row_count:
        console().print(table)
    else:
        console().print("No finished games yet.")


def print_verified(store: Store, game: int) -> None:
    past = finished(store, game)
    begun = past.begun
    if past.secret is None:
        raise Mistake(f"the secret of game {game} is told when its match is over")
    secret = bytes.fromhex(past.secret)
    lines = {
        "announced before": begun.match,
        "secret": past.secret,
        "its fingerprint": fingerprint(secret),
        "words": ", ".join(begun.words) or "none",
        "round": str(begun.number),
        "seed of these": round_seed(secret, begun.words, begun.number).hex(),
        "seed of the deal": begun.seed,
    }
    table = grid("", "")
    table.show_header = False
    for what, value in lines.items():
        table.add_row(what, clean(value, 200))
    console().print(table)
    if lines["announced before"] != lines["its fingerprint"] or lines["seed of these"] != lines["seed of the deal"]:
        raise Mistake(f"game {game}: the secret does not give the deck that was dealt")
    console().print("The deck was not touched.")


def print_status(store: Store) -> None:
    saved = store.load()
    if saved.alive_at is None:
        raise Mistake("no bot has used this database yet")
    ago = max(0, round(time.time() - saved.alive_at))
    tables = len(saved.tables)
    console().print(f"Last sign of life {ago} s ago, {tables} {'table' if tables == 1 else 'tables'} open.")
    if ago > ALIVE_FOR or not store.in_use():
        raise Mistake("the bot does not seem to be running")


def _venues(store: Store, wanted: str | None) -> list[Venue]:
    venues = store.venues()
    if wanted is None:
        return list(venues)
    found = [venue for venue in venues if wanted in (venue.id, venue.name)]
    if not found:
        raise Mistake(f"there is no channel {wanted!r} in this database")
    return found


def _print(out: Console, place: Venue) -> None:
    out.print(f"{clean(place.name)} ({clean(place.id, 100)})", style="bold", markup=False)

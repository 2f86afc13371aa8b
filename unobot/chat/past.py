"""What was: leaderboards, records, finished games and the proof that their decks were fair. All of it is read from the
archive; answers are private.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import get_args

from unobot.chat.asked import Asked
from unobot.chat.people import Person
from unobot.chat.ports import Best, PastRound, Sort, Standing
from unobot.chat.ruling import here
from unobot.chat.speech import english as say
from unobot.chat.speech.line import Line, clean, fill
from unobot.chat.speech.narrator import listed, rows
from unobot.engine.shuffle import fingerprint, round_seed

MOST_ROWS, ROWS, HISTORY = 20, 10, 8
SORTS: tuple[Sort, ...] = get_args(Sort)
_SEAT = re.compile(r"#(\d+)")
BOARDS = ((False, say.BOARD_RANKED), (True, say.BOARD_SANDBOX))


def top(asked: Asked) -> None:
    """`!uno top [N] [points|wins|average|rating]`"""
    venue = here(asked)
    sort: Sort = "points"
    limit = ROWS
    for word in (word.lower() for word in asked.words):
        if word in SORTS:
            sort = next(known for known in SORTS if known == word)
        elif word.isascii() and word.isdigit() and len(word) < 4:
            limit = max(1, min(MOST_ROWS, int(word)))
        else:
            raise asked.refuse(say.PREF_BAD, name="top", allowed=listed(("a number", *SORTS)))
    said = False
    for sandbox, board in BOARDS:
        standings = asked.hall.archive.top(venue.id, sandbox, sort, limit)
        found = [
            fill(say.TOP_ROW, place=place, player=standing.person, value=_value(standing, sort))
            for place, standing in enumerate(standings, 1)
        ]
        if found:
            asked.answer(say.TOP_LIST, board=board, sort=sort, rows=rows(found))
            said = True
    if not said:
        raise asked.refuse(say.NO_RESULTS)


def _value(standing: Standing, sort: Sort) -> str:
    match sort:
        case "points":
            return str(standing.points)
        case "wins":
            return str(standing.wins)
        case "average":
            return f"{standing.average:.1f}"
        case "rating":
            return f"{standing.rating:.1f}"


def stats(asked: Asked) -> None:
    """`!uno stats [NICK]`"""
    venue = here(asked)
    archive = asked.hall.archive
    person = asked.person
    if asked.words:
        name = asked.words[0]
        seats = asked.table.called(name) if asked.table else []
        known = seats[0].person if len(seats) == 1 else archive.find_person(venue.id, name)
        if known is None:
            raise asked.refuse(say.NO_STATS, name=clean(name))
        person = known
    found = []
    for sandbox, board in BOARDS:
        standing = archive.standing(venue.id, sandbox, person.id)
        if standing:
            found.append(_stats_row(standing, board))
    if not found:
        raise asked.refuse(say.NO_STATS, name=person)
    asked.answer(say.STATS, player=person, board=rows(found))


def _stats_row(standing: Standing, board: str) -> Line:
    return fill(
        say.STATS_BOARD,
        name=board.lower(),
        wins=standing.wins,
        games=standing.games,
        points=standing.points,
        average=f"{standing.average:.1f}",
        rating=f"{standing.rating:.1f}",
    )


def channel(asked: Asked) -> None:
    """`!uno channel`: what was fastest, highest, longest here."""
    venue = here(asked)
    said = False
    for sandbox, board in BOARDS:
        records = asked.hall.archive.channel(venue.id, sandbox)
        if not records.games:
            continue
        said = True
        asked.answer(say.CHANNEL, board=board, games=records.games, players=records.players)
        _best(asked, say.CHANNEL_FASTEST, records.fastest)
        _best(asked, say.CHANNEL_HIGHEST, records.highest)
        _best(asked, say.CHANNEL_STREAK, records.streak)
    if not said:
        raise asked.refuse(say.NO_RESULTS)


def _best(asked: Asked, template: str, best: Best | None) -> None:
    if best:
        asked.answer(template, player=best.person, value=best.value, game=best.round)


def history(asked: Asked) -> None:
    """`!uno history`"""
    rounds = asked.hall.archive.history(here(asked).id, HISTORY)
    if not rounds:
        raise asked.refuse(say.NO_RESULTS)
    asked.answer(say.HISTORY, rows=rows([_history_row(past) for past in rounds]))


def _history_row(past: PastRound) -> Line:
    assert past.ended is not None
    winner = next(result for result in past.ended.results if result.won)
    return fill(
        say.HISTORY_ROW,
        game=past.begun.round,
        player=winner.person,
        points=winner.points,
        mode=past.begun.mode,
        preset=past.begun.preset,
        players=len(past.ended.results),
    )


def _finished(asked: Asked) -> PastRound:
    word = asked.words[0] if asked.words else ""
    if not (word.isascii() and word.isdigit() and len(word) < 16):
        raise asked.refuse(say.ID_USAGE)
    past = asked.hall.archive.round(int(word))
    if past is None or past.ended is None:
        raise asked.refuse(say.NO_GAME_ID, id=word)
    return past


def replay(asked: Asked) -> None:
    """`!uno replay ID`: the moves, a few to a line."""
    past = _finished(asked)
    people = {seat.seat: seat.person for seat in past.seats}
    everyone = [seat.person for seat in past.begun.seats]
    asked.answer(say.REPLAY_HEAD, game=past.begun.round, preset=past.begun.preset, everyone=everyone)
    moves = [
        fill(say.REPLAY_ROW, n=move.n, player=people[move.seat], move=_words(move.text, people)) for move in past.moves
    ]
    for start in range(0, len(moves), 12):
        asked.answer_line(rows(moves[start : start + 12]))


def _words(text: str, people: Mapping[int, Person]) -> str:
    """A move of the journal for people: names instead of seat numbers."""
    first, _, rest = text.partition(" ")
    if first == "foul":
        return say.REPLAY_FOUL
    return _SEAT.sub(lambda found: people[int(found[1])].name, text) if rest else text


def verify(asked: Asked) -> None:
    """`!uno verify ID`: does the secret give the fingerprint that was announced, and the seed that was dealt?"""
    past = _finished(asked)
    begun = past.begun
    if past.secret is None:
        raise asked.refuse(say.VERIFY_NOT_YET, game=begun.round)
    secret = bytes.fromhex(past.secret)
    honest = fingerprint(secret) == begun.match
    honest = honest and round_seed(secret, begun.words, begun.number).hex() == begun.seed
    asked.answer(
        say.VERIFIED if honest else say.VERIFY_FAILED,
        game=begun.round,
        secret=past.secret,
        seal=begun.match,
        words=", ".join(begun.words) or say.NO_WORDS,
        number=begun.number,
    )

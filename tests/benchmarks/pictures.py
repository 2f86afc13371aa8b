"""What the picture of a hand costs, drawn and from the cache: `python -m tests.benchmarks.pictures`.

The same seven cards, in one process and by turns: with nothing kept, with the single cards kept, and with the whole
picture kept. Only CPU time counts. The bar is printed beside the figures.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

from unobot.engine.cards import CARDS
from unobot.networks.discord import cards as pictures

ROUNDS, LOOKUPS = 25, 1000
HAND = tuple(CARDS[code] for code in ("r5", "r+2", "g0", "bs", "yr", "w", "wd4"))
PLAYABLE = CARDS["r5"].takes


def seconds(times: int = 1) -> float:
    start = process_time()
    for _ in range(times):
        pictures.hand_picture(HAND, PLAYABLE)
    return (process_time() - start) / times


def nothing_kept() -> float:
    pictures._tile.cache_clear()
    return cards_kept()


def cards_kept() -> float:
    pictures._hand.cache_clear()
    return seconds()


def picture_kept() -> float:
    pictures.hand_picture(HAND, PLAYABLE)
    return seconds(LOOKUPS)


def main() -> None:
    ways: dict[str, Callable[[], float]] = {
        "drawn, nothing kept": nothing_kept,
        "drawn, cards kept": cards_kept,
        "from the cache": picture_kept,
    }
    nothing_kept()  # what the first drawing loads is no part of it
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, measure in ways.items():
            found[name].append(measure())
    drawn = median(found["drawn, nothing kept"])
    print("a hand of 7                 ms     x drawn")
    for name, times in found.items():
        bar = "  (at most 0.1)" if name == "from the cache" else ""
        print(f"  {name:22}{median(times) * 1e3:8.4f}{median(times) / drawn:12.5f}{bar}")


if __name__ == "__main__":
    main()

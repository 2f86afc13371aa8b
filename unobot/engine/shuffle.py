"""Chance, from a 32-byte seed and SHA-256 alone, so that any program in any language can repeat it.

The README describes this algorithm with test vectors; a change here breaks every published deck, so there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

# The largest multiple of n that fits a byte: bytes from there on are skipped, so that each remainder is as likely.
_LIMIT = [0, *(256 - 256 % n for n in range(1, 257))]


def stream(seed: bytes, purpose: str) -> Iterator[int]:
    """Endless bytes: SHA-256 of seed, purpose and a block number (four bytes, big-endian), block after block."""
    start = sha256(seed + purpose.encode())
    block = 0
    while True:
        part = start.copy()
        part.update(block.to_bytes(4, "big"))
        yield from part.digest()
        block += 1


def below(n: int, source: Iterator[int]) -> int:
    """A whole number from 0 to n - 1 (n at most 256), each equally likely."""
    limit = _LIMIT[n]
    byte = next(source)
    while byte >= limit:
        byte = next(source)
    return byte % n


def shuffled(items: Sequence[T], seed: bytes, purpose: str) -> list[T]:
    """Fisher and Yates, from the last place down to the second."""
    pool = list(items)
    places = len(pool)
    limits = _LIMIT
    for byte in stream(seed, purpose):  # as `below` does, in place: a whole deck is shuffled for every round
        if places < 2:
            break
        if byte < limits[places]:
            other = byte % places
            places -= 1
            pool[places], pool[other] = pool[other], pool[places]
    return pool


def seed_of(text: str) -> bytes:
    """The seed that a text stands for: 64 hexadecimal digits are the seed itself, anything else is hashed."""
    if re.fullmatch(r"[0-9a-fA-F]{64}", text):
        return bytes.fromhex(text)
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


def fingerprint(secret: bytes) -> str:
    """What may be published of a secret before the game; half a SHA-256, too long to find two secrets for."""
    return sha256(secret).hexdigest()[:32]


def round_seed(secret: bytes, words: Sequence[str], number: int) -> bytes:
    """The seed of a match's round (the first is 1): SHA-256 of the lines secret in hex, each word, and the number."""
    return sha256("\n".join([secret.hex(), *words, str(number)]).encode()).digest()

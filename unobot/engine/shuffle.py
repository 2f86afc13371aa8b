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


def blocks(seed: bytes, purpose: str) -> Iterator[bytes]:
    """Endless blocks of 32 bytes: SHA-256 of seed, purpose and the block's number (four bytes, big-endian)."""
    start = sha256(seed + purpose.encode())
    number = 0
    while True:
        block = start.copy()
        block.update(number.to_bytes(4, "big"))
        yield block.digest()
        number += 1


def below(n: int, seed: bytes, purpose: str) -> int:
    """A whole number from 0 to n - 1 (n at most 256), each equally likely: the first byte that counts, modulo n."""
    limit = _LIMIT[n]
    return next(byte for block in blocks(seed, purpose) for byte in block if byte < limit) % n


def shuffled(items: Sequence[T], seed: bytes, purpose: str) -> list[T]:
    """Fisher and Yates, from the last place down: each place in turn changes with one of itself and those before it."""
    pool = list(items)
    limits = _LIMIT
    places = len(pool)
    source = blocks(seed, purpose)
    while places > 1:
        for byte in next(source):
            if byte < limits[places]:  # never when no place is left
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

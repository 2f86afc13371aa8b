"""What a server says of itself in its 005 lines (ISUPPORT), and how it compares names. Sans-io.

Read from the parameters as they came, because the `irc` package drops tokens without `=` and keeps those of an
earlier server. A value that makes no sense counts as not given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase

SHORTEST_LINE, LONGEST_LINE = 512, 8192  # bytes, as servers may say it with LINELEN

_ASCII = str.maketrans(ascii_uppercase, ascii_lowercase)
_STRICT = str.maketrans(ascii_uppercase + "[]\\", ascii_lowercase + "{}|")
_RFC1459 = str.maketrans(ascii_uppercase + "[]\\^", ascii_lowercase + "{}|~")
_TABLES = {"ascii": _ASCII, "rfc1459-strict": _STRICT, "strict-rfc1459": _STRICT, "rfc1459": _RFC1459}


def folding(mapping: str) -> Callable[[str], str]:
    """The function that makes equal what this CASEMAPPING calls equal; one that is not known folds as Unicode does."""
    table = _TABLES.get(mapping.lower())
    if table is None:
        return str.casefold
    # The same few names are folded some twenty times for every line that is heard and answered.
    return lru_cache(maxsize=5000)(lambda name: name.translate(table))


def fold(name: str) -> str:
    """As every server did before CASEMAPPING, and where it says nothing."""
    return name.translate(_RFC1459)


class Isupport:
    def __init__(self) -> None:
        self.tokens: dict[str, str] = {}
        self.fold: Callable[[str], str]
        self._work_out()

    def load(self, params: Sequence[str]) -> None:
        """One 005 line: our nick, tokens, and a sentence."""
        for token in params[1:-1]:
            if token.startswith("-"):
                self.tokens.pop(token[1:].upper(), None)
            else:
                name, _, value = token.partition("=")
                self.tokens[name.upper()] = re.sub(r"\\x([0-9A-Fa-f]{2})", lambda code: chr(int(code[1], 16)), value)
        self._work_out()

    def _work_out(self) -> None:
        """What is asked at every line that comes or goes."""
        self.fold = folding(self.tokens.get("CASEMAPPING") or "rfc1459")
        self.ranks = self._ranks()  # prefix sign -> mode letter, the highest first
        letters = list(self.ranks.values())
        # The mode letters that make somebody an operator: o and what ranks above it.
        self.operators = frozenset(letters[: letters.index("o") + 1]) if "o" in letters else frozenset()
        # Of a whole line with its prefix and CR LF.
        self.line_length = max(SHORTEST_LINE, min(self.number("LINELEN", SHORTEST_LINE), LONGEST_LINE))

    def number(self, name: str, default: int) -> int:
        value = self.tokens.get(name, "")
        return int(value) if re.fullmatch(r"[0-9]{1,6}", value) else default

    def _ranks(self) -> dict[str, str]:
        match = re.fullmatch(r"\((\w*)\)(\S*)", self.tokens.get("PREFIX", ""))
        if not match or len(match[1]) != len(match[2]):
            return {"@": "o", "+": "v"}
        return dict(zip(match[2], match[1], strict=True))

    @property
    def chanmodes(self) -> tuple[str, str, str, str]:
        """Mode letters: of lists, always with a parameter, with one when set, never with one."""
        kinds = (self.tokens.get("CHANMODES") or "beI,k,l,imnpst").split(",")
        kinds += [""] * 4
        return kinds[0], kinds[1], kinds[2], kinds[3]

    def is_channel(self, target: str) -> bool:
        return target[:1] in (self.tokens.get("CHANTYPES") or "#&") if target else False

    def targets(self, command: str) -> int:
        """How many targets the command takes at once."""
        for entry in self.tokens.get("TARGMAX", "").split(","):
            name, _, value = entry.partition(":")
            if name.upper() == command and re.fullmatch(r"[1-9][0-9]{0,3}", value):
                return int(value)
        return 20

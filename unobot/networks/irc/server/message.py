"""A line of IRC: bytes <-> command and parameters, the limits of its parts, and how names are folded.

Pure: it knows nothing of clients and channels. Strict in what it takes, because everything that is taken is passed on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase

LONGEST_LINE = 510  # bytes without the line's end
MOST_PARAMETERS = 15
NICK_LENGTH, CHANNEL_LENGTH, USER_LENGTH = 30, 50, 10
TOPIC_LENGTH, REASON_LENGTH, REALNAME_LENGTH, KEY_LENGTH = 300, 200, 100, 23

_NICK = re.compile(r"[A-Za-z\[\]\\`_^{|}][A-Za-z0-9\[\]\\`_^{|}-]*")
_CHANNEL = re.compile(r"#[^\x00-\x20,:\x7f-\xa0]+")
_KEY = re.compile(r"[^\x00-\x20,:\x7f-\xa0]+")


@dataclass(frozen=True, slots=True)
class Message:
    command: str
    params: tuple[str, ...]


class BadLine(ValueError):
    """A line that is not IRC; the text says why."""


def decode(raw: bytes) -> str:
    """Text from somebody. What is not UTF-8 is most likely Latin-1; what is passed on is always UTF-8."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def parse(raw: bytes) -> Message | None:
    """A line without its end; None if it is blank. Its tags and its source are the server's business: left out."""
    if b"\0" in raw or b"\r" in raw:
        raise BadLine("A line must not hold NUL or CR")
    text = decode(raw)
    for mark in "@:":
        if text.startswith(mark):
            text = text.partition(" ")[2].lstrip(" ")
    head, colon, tail = (" " + text).partition(" :")
    words = head.split(" ")
    words = [word for word in words if word] + ([tail] if colon else [])
    if not words or (colon and len(words) == 1):
        return None
    if len(words) > MOST_PARAMETERS + 1:
        raise BadLine("Too many parameters")
    if not (words[0].isascii() and words[0].isalnum()):
        raise BadLine("A command is letters or digits")
    return Message(words[0].upper(), tuple(words[1:]))


def compose(source: str | None, command: str, middle: tuple[str, ...], text: str | None = None) -> str:
    """A line to send. `text` may hold anything; it comes last, behind a colon that some clients rely on."""
    words = ([f":{source}"] if source else []) + [command, *middle]
    return " ".join(words) + (f" :{text}" if text is not None else "")


def encode(line: str) -> bytes:
    """The line as it is sent: cut at a whole character where the sender's name made it too long."""
    return cut(line, LONGEST_LINE).encode() + b"\r\n"


def cut(text: str, longest: int) -> str:
    """At most so many bytes of it."""
    raw = text.encode()
    return text if len(raw) <= longest else raw[:longest].decode(errors="ignore")


def shown(name: str) -> str:
    """A name that somebody gave, as a parameter of the answer: one word, whatever it was."""
    return cut(name.strip().split(" ")[0].lstrip(":"), CHANNEL_LENGTH) or "*"


def fold(name: str) -> str:
    """Names that differ only in the case of ASCII letters are the same: CASEMAPPING=ascii."""
    return "".join(char.lower() if char.isascii() else char for char in name)


def is_nick(name: str) -> bool:
    return len(name) <= NICK_LENGTH and bool(_NICK.fullmatch(name))


def is_channel(name: str) -> bool:
    return len(name.encode()) <= CHANNEL_LENGTH and bool(_CHANNEL.fullmatch(name))


def is_key(key: str) -> bool:
    return len(key.encode()) <= KEY_LENGTH and bool(_KEY.fullmatch(key))


def user_name(given: str) -> str:
    """What somebody calls their user, made harmless; the ~ says that nobody has checked it."""
    return "~" + (re.sub(r"[^A-Za-z0-9._-]", "", given)[: USER_LENGTH - 1] or "user")


def matches(pattern: str, name: str) -> bool:
    """`*` and `?`, and nothing else: brackets belong to nicks. (fnmatch takes no longer for many stars.)"""
    return fnmatchcase(fold(name), fold(pattern).replace("[", "[[]"))

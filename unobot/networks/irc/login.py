"""Getting in: capabilities (CAP 302) and SASL, as a machine that takes messages and gives lines. Sans-io.

Fail-closed: where SASL is required, `CAP END` is never sent without it, so the server does not let the bot in under
nobody's name; a `LoginFailed` says why. Where it is not required, registration goes on without. SCRAM is `scramp`'s;
a server that says "success" without having proven that it knows the password counts as a failure. No line of this
file's making is logged: they hold the password.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Protocol

from scramp import ScramClient, ScramException  # type: ignore[import-untyped]

from unobot.config import Sasl
from unobot.networks.irc.guard import Message

# What is used, and by whom: accounts and rights (people.py), old messages of a bouncer (hearing.py).
WANTED = (
    "account-notify",
    "account-tag",
    "batch",
    "chghost",
    "extended-join",
    "message-tags",
    "multi-prefix",
    "server-time",
)
CHUNK = 400  # bytes of an AUTHENTICATE line
MOST_ITERATIONS = 1_000_000  # of SCRAM: half a second here, in which nothing else happens
_REFUSED = {"902", "904", "905", "906", "907", "908"}


class LoginFailed(Exception):
    """A sentence for the log. The password may be wrong: trying again soon would not help."""


class Mechanism(Protocol):
    name: str
    proven: bool  # has the server shown all that the mechanism asks of it?

    def answer(self, challenge: bytes) -> bytes: ...


class Plain:
    name = "PLAIN"
    proven = True

    def __init__(self, account: str, password: str) -> None:
        self.account, self.password = account, password

    def answer(self, challenge: bytes) -> bytes:
        return f"\0{self.account}\0{self.password}".encode()


class External:
    """The client certificate speaks; the account only says which, where it fits several."""

    name = "EXTERNAL"
    proven = True

    def __init__(self, account: str) -> None:
        self.account = account

    def answer(self, challenge: bytes) -> bytes:
        return self.account.encode()


class Scram:
    name = "SCRAM-SHA-256"

    def __init__(self, account: str, password: str) -> None:
        self.client = ScramClient([self.name], account, password)
        self.step = 0
        self.proven = False

    def answer(self, challenge: bytes) -> bytes:
        self.step += 1
        try:
            text = challenge.decode()
            if self.step == 1:
                return str(self.client.get_client_first()).encode()
            if self.step == 2:
                iterations = re.search(r",i=(\d+)", text)
                if iterations and int(iterations[1][:12]) > MOST_ITERATIONS:
                    raise LoginFailed("the server asks for too many rounds of SCRAM")
                self.client.set_server_first(text)
                return str(self.client.get_client_final()).encode()
            self.client.set_server_final(text)
        except (ScramException, UnicodeDecodeError) as error:
            raise LoginFailed(f"SCRAM went wrong: {error}") from None
        self.proven = True
        return b""


def mechanism_of(sasl: Sasl) -> Mechanism:
    match sasl.mechanism:
        case "plain":
            return Plain(sasl.account, sasl.password.get_secret_value())
        case "external":
            return External(sasl.account)
        case "scram-sha-256":
            return Scram(sasl.account, sasl.password.get_secret_value())


class Login:
    """One connection's negotiation. `caps` is what is in force, `account` who the server says we are."""

    def __init__(self, sasl: Sasl | None) -> None:
        self.sasl = sasl
        self.mechanism: Mechanism | None = None
        self.offered: dict[str, str] = {}
        self.caps: set[str] = set()
        self.account = ""
        self.logged_in = False
        self.welcomed = False
        self._asked: set[str] = set()
        self._challenge = ""
        self._ended = False

    def begin(self) -> list[str]:
        return ["CAP LS 302"]

    def feed(self, message: Message) -> list[str]:
        """The lines to send; raises LoginFailed where SASL is required and did not work."""
        match message.command:
            case "CAP":
                return self._cap(message)
            case "AUTHENTICATE" if self.mechanism:
                return self._authenticate(message.param(0))
            case "900":
                self.account = message.param(2)
            case "903" if self.mechanism:
                if not self.mechanism.proven:
                    return self._failed("the server did not prove that it knows the password")
                self.logged_in, self.mechanism = True, None
                return self._end()
            case number if number in _REFUSED and self.mechanism:
                return self._failed(f"the server refused it ({number} {message.params[-1] if message.params else ''})")
            case "001":
                self.welcomed = True
                if self.sasl and self.sasl.required and not self.logged_in:
                    raise LoginFailed("SASL is required, but the server let us in without it")
        return []

    # Capabilities

    def _cap(self, message: Message) -> list[str]:
        word = message.param(1).upper()
        names = dict(_capability(entry) for entry in message.params[-1].split()) if len(message.params) > 2 else {}
        match word:
            case "LS":
                self.offered |= names
                return [] if message.param(2) == "*" and len(message.params) > 3 else self._ask(self.offered)
            case "NEW":
                self.offered |= names
                return self._ask(names, new=True)
            case "DEL":
                self.caps -= set(names)
                for name in names:
                    self.offered.pop(name, None)
            case "ACK":
                for name in names:
                    self._asked.discard(name.lstrip("-"))
                    self.caps.discard(name.lstrip("-")) if name.startswith("-") else self.caps.add(name)
                return self._agreed("sasl" in names)
            case "NAK":
                self._asked -= set(names)
                if len(names) > 1:  # one of them was unwelcome: each alone
                    self._asked |= set(names)
                    return [f"CAP REQ :{name}" for name in names]
                return self._agreed("sasl" in names)
        return []

    def _ask(self, names: Iterable[str], new: bool = False) -> list[str]:
        wanted = [name for name in WANTED if name in names and name not in self.caps]
        if self.sasl and not self.logged_in and not self.mechanism and "sasl" in names:
            wanted.append("sasl")
        self._asked |= set(wanted)
        if wanted:
            return [f"CAP REQ :{' '.join(wanted)}"]
        return [] if new else self._agreed(sasl=True)

    def _agreed(self, sasl: bool) -> list[str]:
        """When every request is answered: log in, or be done. `sasl`: it was among what was answered just now."""
        if self._asked or self.mechanism:
            return []
        if not self.sasl or self.logged_in or (self.welcomed and not sasl):
            return self._end()
        if "sasl" not in self.caps:
            return self._failed("the server does not offer it")
        mechanism = mechanism_of(self.sasl)
        offered = self.offered.get("sasl", "")
        if offered and mechanism.name not in offered.upper().split(","):
            return self._failed(f"the server offers {offered}, not {mechanism.name}")
        self.mechanism = mechanism
        self._challenge = ""
        return [f"AUTHENTICATE {mechanism.name}"]

    def _end(self) -> list[str]:
        if self._ended or self.welcomed:
            return []
        self._ended = True
        return ["CAP END"]

    # SASL

    def _authenticate(self, piece: str) -> list[str]:
        if piece != "+":
            self._challenge += piece
            if len(self._challenge) > 100 * CHUNK:
                return self._failed("the server's challenge never ends")
            if len(piece) >= CHUNK:
                return []
        assert self.mechanism
        try:
            challenge, self._challenge = b64decode(self._challenge, validate=True), ""
            answer = self.mechanism.answer(challenge)
        except (binascii.Error, LoginFailed) as error:
            return ["AUTHENTICATE *", *self._failed(str(error))]
        return chunks(answer)

    def _failed(self, why: str) -> list[str]:
        self.mechanism = None
        if self.sasl and self.sasl.required:
            raise LoginFailed(f"SASL did not work: {why}")
        return self._end()


def _capability(entry: str) -> tuple[str, str]:
    name, _, value = entry.partition("=")
    return name.lower(), value


def chunks(answer: bytes) -> list[str]:
    """As AUTHENTICATE lines: a full last one is followed by an empty one."""
    text = b64encode(answer).decode()
    pieces = [text[start : start + CHUNK] for start in range(0, len(text), CHUNK)]
    if not pieces or len(pieces[-1]) == CHUNK:
        pieces.append("+")
    return [f"AUTHENTICATE {piece}" for piece in pieces]

"""The guard around the package: what it reads survives anything, what it sends is one line that fits."""

from __future__ import annotations

import asyncio
import logging
import time
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unobot.networks.irc import guard
from unobot.networks.irc.guard import Lines, Message, cut, parse, unformatted

NASTY = [
    ":s QUIT", "QUIT", ":ann!u@h PRIVMSG", ":ann!u@h PRIVMSG #uno", ":ann!u@h NOTICE", "   ", " ", "PING", "NICK x",
    "NICK", ":a!b@c NICK", "001", ":s 001", "005", ":s 005 unobot CHANLIMIT=# PREFIX=ov :x", ":", "@", "@a=b", ":x",
    "@a=b :x", ":s 353", ":s 353 a b #uno", ":s 354 a 152", ":s 324 a #uno", ":s MODE", ":s MODE #uno",
    ":s MODE #uno +o", ":s MODE #uno +ooo a", ":s KICK #uno", ":s JOIN", ":a!b@c JOIN", ":s CAP", ":s CAP *",
    ":s CAP * LS",
    ":s CAP * ACK", "AUTHENTICATE", ":s 433", ":s 404", ":s 900", ":s BATCH", ":s BATCH +x", ":s ACCOUNT", ":s CHGHOST",
    ":s INVITE", ":s INVITE unobot", "ERROR", ":s 315", ":s 475", "@time=x;account :a!b@c PRIVMSG #uno :\x01",
    ":a!b@c PRIVMSG unobot :\x01\x01", ":a!b@c PRIVMSG unobot :\x01VERSION",
    ":a!b@c PRIVMSG unobot :\x01PING \x10r\x10n\x01",
    ":a\u00a0b!c@d PRIVMSG #uno :hi", ":a!b@c PRIVMSG #u\x1fno :hi", "@a=\\ :x PRIVMSG", "\u2028", ":s 352 a b c d e f",
]  # fmt: skip


def test_parsing() -> None:
    assert parse("@account=ann;time=x\\s1 :ann!u@h PRIVMSG #uno :a  b :c") == Message(
        "PRIVMSG", ("#uno", "a  b :c"), "ann!u@h", {"account": "ann", "time": "x 1"}
    )
    message = parse(":ann!user@host.example privmsg  #uno  x")
    assert message and (message.nick, message.user, message.host) == ("ann", "user", "host.example")
    assert message.params == ("#uno", "x") and message.command == "PRIVMSG"


def test_middle_parameters_are_split_at_spaces_only() -> None:
    message = parse(":s JOIN #a\u00a0b\x1fc x")
    assert message and message.params == ("#a\u00a0b\x1fc", "x")


def test_nothing_dequotes() -> None:
    message = parse(":ann!u@h PRIVMSG #uno :r5\x10rQUIT\x10n\x10" + "0")
    assert message and message.param(1) == "r5\x10rQUIT\x10n\x100"
    assert unformatted(message.param(1)) == "r5rQUITn0"


def test_tags_hold_no_line_breaks() -> None:
    message = parse("@account=a\\r\\nQUIT :ann!u@h PRIVMSG #uno :x")
    assert message and message.tags["account"] == "aQUIT"


@given(line=st.one_of(st.text(), st.sampled_from(NASTY), st.binary().map(lambda data: data.decode("latin-1"))))
def test_no_line_is_too_strange_to_parse(line: str) -> None:
    message = parse(line)
    if message:
        assert not any(char in param for param in (*message.params, message.source) for char in "\r\n\0")


def test_formatting_is_taken_off() -> None:
    assert unformatted("\x0304,12r5\x03 \x02b\x02 \x04ff0000x\x1f\x16\x0f\ty\x00") == "r5 b x y"
    assert unformatted("\x0304\x020x") == "0x"


def lines_of(*chunks: bytes) -> list[str]:
    buffer = Lines()
    found = []
    for chunk in chunks:
        buffer.feed(chunk)
        found += list(buffer)
    return found


def test_lines_of_any_bytes() -> None:
    assert lines_of(b"a\r\nb\nc", b"c\r\n\xe4\xc3\xa4\n", b"\xc3", b"\xa4\n") == ["a", "b", "cc", "ä\u00c3¤", "ä"]


def test_a_line_without_an_end_is_thrown_away() -> None:
    assert lines_of(b"a\n", *[b"x" * 1000] * 50, b"end\nb\n") == ["a", "b"]


@given(data=st.binary(max_size=200), cuts=st.lists(st.integers(0, 200), max_size=6))
def test_pieces_make_no_difference(data: bytes, cuts: list[int]) -> None:
    places = [0, *sorted(min(place, len(data)) for place in cuts), len(data)]
    pieces = [data[start:end] for start, end in pairwise(places)]
    assert lines_of(*pieces) == lines_of(data)


def test_an_unterminated_line_costs_linear_time() -> None:
    start = time.process_time()
    lines_of(*[b"x" * 100] * 100_000)
    assert time.process_time() - start < 2.0


@given(text=st.text(max_size=50), longest=st.integers(0, 60))
def test_cutting_leaves_whole_characters(text: str, longest: int) -> None:
    data = text.encode("utf-8", "replace")
    piece = cut(data, longest)
    assert len(piece) <= longest and data.startswith(piece)
    assert piece.decode() in data.decode()


class Transport:
    """Remembers what is written."""

    def __init__(self) -> None:
        self.data, self.unsent, self.closed = b"", 0, False

    def write(self, data: bytes) -> None:
        self.data += data

    def is_closing(self) -> bool:
        return self.closed

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.closed = True

    close = abort


def connection(on_message: Any = lambda message: None) -> guard.Connection:
    async def make() -> guard.Connection:
        return guard.new_connection(lambda transport: None, on_message, lambda: None)

    made = asyncio.run(make())
    made.buffer = Lines()
    made.handlers = {}
    made.connected = True
    made.transport = Transport()
    made.server = "test"
    return made


def test_one_line_goes_out_as_one_line() -> None:
    one = connection()
    one.send_raw("PRIVMSG #uno :a\rQUIT\nQUIT\0b \ud800")
    assert one.transport.data == b"PRIVMSG #uno :a QUIT QUIT b ?\r\n"


def test_a_long_line_is_cut_between_characters() -> None:
    one = connection()
    one.send_raw("PRIVMSG #uno :" + "ä" * 600)
    assert len(one.transport.data) in (511, 512)
    one.transport.data[:-2].decode()


def test_sending_without_a_connection_does_nothing() -> None:
    one = connection()
    one.transport = None
    one.send_raw("PRIVMSG #uno :a")


def test_a_server_that_does_not_read_is_left() -> None:
    one = connection()
    one.transport.unsent = guard.MOST_UNSENT + 1
    one.send_raw("PRIVMSG #uno :a")
    assert one.transport.closed


def test_a_handler_that_fails_costs_one_line(caplog: pytest.LogCaptureFixture) -> None:
    heard = []

    def handler(message: Message) -> None:
        if message.command == "BAD":
            raise ValueError("on purpose")
        heard.append(message.command)

    connection(handler).process_data(b"A\r\nBAD\r\nB\r\n")
    assert heard == ["A", "B"]
    assert "BAD could not be handled" in caplog.text


def test_a_ping_is_answered_whatever_it_says() -> None:
    one = connection()
    one.process_data(b"PING :a b c\r\nPING\r\nPING x\r\n")
    assert one.transport.data == b"PONG :a b c\r\nPONG :\r\nPONG :x\r\n"


def test_no_password_reaches_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    one = connection()
    one.pass_("hunter2 and more")
    one.send_raw("AUTHENTICATE aHVudGVyMg==")
    assert one.transport.data.startswith(b"PASS :hunter2 and more\r\n")
    assert "hunter2" not in caplog.text and "aHVudGVyMg" not in caplog.text


def test_ten_thousand_hostile_lines() -> None:
    random = Random(3)
    heard = []
    one = connection(heard.append)
    for _ in range(10_000):
        line = random.choice(NASTY).encode("utf-8", "replace")
        if random.random() < 0.5:
            line = bytes(random.choice((byte, random.randrange(256))) for byte in line)
        one.process_data(line.replace(b"\n", b"") + random.choice((b"\r\n", b"\n", b"\r\r\n")))
    one.process_data(b"LAST\r\n")
    assert heard[-1].command == "LAST"

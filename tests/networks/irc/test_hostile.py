"""People and servers that mean harm: injection, strange bytes, floods of nonsense. The bot plays on."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from tests.networks.fake import Fake
from tests.networks.irc.test_guard import NASTY
from tests.networks.scripted import bot_is_in, close, network, play, players, running_bot, sit_down
from tests.networks.servers import Ngircd
from unobot.networks.irc import hearing

SENT = re.compile(
    rb"(?:CAP (?:LS 302|END|REQ :[\w /.-]+)|(?:NICK|JOIN|WHO|MODE|PONG|PING) [^\r\n\0]*|USER [^\r\n\0]*"
    rb"|(?:PRIVMSG|NOTICE) [^\r\n\0 ]+ :[^\r\n\0]+|QUIT :unobot)\r\n"
)
INJECTIONS = [
    b"\rQUIT :x", b"\nQUIT :x", b"\0QUIT", b"\x10rQUIT :x", b"\x10nQUIT", b"\x01ACTION dies\x01", b"\x10" + b"0",
]  # fmt: skip


def test_ten_thousand_hostile_lines(database: Path) -> None:
    """From the server itself, half of them broken anew; in between, people play on."""

    async def story() -> None:
        random = Random(11)
        fake = Fake()
        async with fake.running(), running_bot(database, network(fake.port)):
            await fake.until(lambda: b"MODE #uno\r\n" in fake.raw)
            for number in range(10_000):
                line = random.choice(NASTY).encode("utf-8", "replace")
                if random.random() < 0.5:
                    line = bytes(random.choice((byte, random.randrange(256))) for byte in line)
                if not re.match(rb"[^ ]* ?ERROR|:?\S* ?(?:NICK|001|KICK|PART|433|QUIT)|.*unobot", line, re.I):
                    fake.send(line.replace(b"\n", b""))
                if number % 1000 == 0:
                    fake.send(b":ann!u@h PRIVMSG #uno :!uno help" + random.choice(INJECTIONS))
                    assert fake.writer
                    await fake.writer.drain()
            fake.send(":ann!u@h PRIVMSG #uno :!uno", ":bob!u@h PRIVMSG #uno :jo")
            await fake.until(lambda: any(b"bob sits down" in line for line in fake.raw))
            assert fake.connections == 1
        assert [line for line in fake.raw if not SENT.fullmatch(line) or len(line) > 512] == []

    play(story)


def test_injection_through_what_people_type(ngircd: Ngircd, database: Path, channel: str) -> None:
    async def story() -> None:
        ann, bob = await players(ngircd.port, "ann", "bob", channel=channel, playing=False)
        async with running_bot(database, network(ngircd.port, channels=[channel])):
            await bot_is_in(ann, channel)
            await sit_down([ann, bob], channel)
            for bad in INJECTIONS:
                for command in (b"jo ", b"!uno bot easy ", b"!uno ", b"!uno stats ", b"!uno why ", b"ct ", b"r7 "):
                    ann.send(b"PRIVMSG " + channel.encode() + b" :" + command + b"x" + bad.replace(b"\n", b"\x10n"))
                    ann.send(b"PRIVMSG unobot :" + command + b"y" + bad.replace(b"\n", b"\x10n"))
            bob.say(channel, "od")
            await bob.until("ann, bob")
            for person in (ann, bob):
                assert not [m for m in person.log if m.nick == "unobot" and m.command in ("QUIT", "NICK", "PART")]
                texts = [m.params[-1] for m in person.log if m.nick == "unobot"]
                assert not [text for text in texts if re.search(r"[\x00\x01\x04-\x0e\x10-\x1f]", text)]
        await close(ann, bob)

    play(story)


def test_latin_1_and_broken_bytes(ngircd: Ngircd, database: Path, channel: str) -> None:
    async def story() -> None:
        ann, bob = await players(ngircd.port, "ann", "bob", channel=channel, playing=False)
        async with running_bot(database, network(ngircd.port, channels=[channel])):
            await bot_is_in(ann, channel)
            target = channel.encode()
            for text in (b"\xe4\xf6", b"\xff\xfe\x80", b"\xc3", b"!uno stats \xe4", b"\xed\xa0\x80", b"\xf8\x88"):
                ann.send(b"PRIVMSG " + target + b" :" + text)
                ann.send(b"PRIVMSG unobot :" + text)
            await sit_down([ann, bob], channel)
            ann.say(channel, "!uno stats änn")
            await ann.until("änn")
        await close(ann, bob)

    play(story)


def test_what_is_not_speech(database: Path) -> None:
    """Notices, whispers to operators, actions, the bot itself, other bots, and what a bouncer repeats."""

    async def story() -> None:
        fake = Fake("CHANTYPES=# PREFIX=(ov)@+ STATUSMSG=@+ BOT=B WHOX")
        fake.answer = lambda m: [":s CAP * LS :batch server-time message-tags"] if m.params[:1] == ("LS",) else None
        usual = fake._usual
        fake._usual = lambda m: (  # type: ignore[method-assign]
            [f":s CAP * ACK :{m.param(1)}"] if m.param(0) == "REQ" and m.command == "CAP"
            else [":s 354 unobot 152 #uno u h bob HB 0", ":s 315 unobot #uno :end"] if m.command == "WHO" else usual(m)
        )  # fmt: skip
        async with fake.running(), running_bot(database, network(fake.port)):
            await fake.until(lambda: b"MODE #uno\r\n" in fake.raw)
            fake.send(
                ":ann!u@h NOTICE #uno :!uno",
                ":ann!u@h NOTICE unobot :us",
                ":ann!u@h PRIVMSG @#uno :!uno",
                ":ann!u@h PRIVMSG #other :!uno",
                ":ann!u@h PRIVMSG #uno :\x01ACTION !uno\x01",
                ":UNOBOT!u@h PRIVMSG #uno :!uno",
                "@bot :cid!u@h PRIVMSG #uno :!uno",
                ":bob!u@h PRIVMSG #uno :!uno",
                ":s.example PRIVMSG #uno :!uno",
                ":s BATCH +1 chathistory #uno",
                "@batch=1 :ann!u@h PRIVMSG #uno :!uno",
                ":s BATCH -1",
                "@time=2026-01-01T12:00:00.000Z :ann!u@h PRIVMSG #uno :hello",
                "@time=2026-01-01T11:00:00.000Z :ann!u@h PRIVMSG #uno :!uno",
                ":ann!u@h PRIVMSG #uno :us",
            )
            await fake.until(lambda: any(line.startswith(b"NOTICE ann :UNO_STATUS") for line in fake.raw))
            assert [line for line in fake.sent() if line.startswith(("NOTICE", "PRIVMSG"))] == [
                "NOTICE ann :UNO_STATUS_V1 error=no_game"
            ]

    play(story)


def test_ctcp_is_answered_seldom(database: Path) -> None:
    async def story() -> None:
        fake = Fake()
        async with fake.running(), running_bot(database, network(fake.port)):
            await fake.until(lambda: b"MODE #uno\r\n" in fake.raw)
            fake.send(":ann!u@h PRIVMSG unobot :\x01PING 12\x10r 34\x01", ":ann!u@h PRIVMSG #uno :\x01VERSION\x01")
            fake.send(*[":ann!u@h PRIVMSG unobot :\x01VERSION\x01"] * 50, ":ann!u@h PRIVMSG unobot :us")
            await fake.until(lambda: any(b"UNO_STATUS" in line for line in fake.raw))
            answers = [line for line in fake.sent() if "\x01" in line]
            assert answers[0] == "NOTICE ann :\x01PING 12r 34\x01"
            assert re.fullmatch("NOTICE ann :\x01VERSION unobot [0-9.]+\x01", answers[1])
            assert len(answers) <= hearing.CTCP_BURST

    play(story)


def test_long_lines_fit_with_the_servers_prefix(ngircd: Ngircd, database: Path, channel: str) -> None:
    """Nothing that the bot says is cut off by the server."""

    async def story() -> None:
        ann, *_ = people = await players(ngircd.port, "ann", channel=channel, playing=False)
        async with running_bot(database, network(ngircd.port, channels=[channel])):
            await bot_is_in(ann, channel)
            for topic in ("commands", "cards", "rules", "scoring", "admin"):
                ann.say(channel, f"!uno help {topic}")
            ann.say(channel, "!uno rules")
            ann.say(channel, "us")
            await ann.until("UNO_STATUS")
            for m in ann.log:
                if m.nick == "unobot" and m.command in ("NOTICE", "PRIVMSG"):
                    line = f":{m.source} {m.command} {m.param(0)} :{m.param(1)}\r\n"
                    assert len(line.encode()) <= 512
            assert max(len(m.params[-1].encode()) for m in ann.log if m.nick == "unobot") > 300
        await close(*people)

    play(story)

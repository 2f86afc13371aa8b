"""InspIRCd with atheme services: games, SASL, accounts and who may not pretend to be whom, rights, colours, bots."""

from __future__ import annotations

import asyncio
import hashlib
import re
import ssl
from pathlib import Path
from typing import Any

import pytest

from tests.networks.irc.test_staying import dealt, names, on_turn, one_move, seats
from tests.networks.scripted import (
    Client,
    bot_is_in,
    is_private,
    is_said,
    network,
    play,
    player,
    players,
    register,
    running_bot,
    services_are_there,
    sit_down,
    text_of,
)
from tests.networks.servers import Inspircd, certificate

ALICE = ("alice", "secretpw")
MALLORY = ("mallory", "secretpw")


@pytest.fixture(scope="module")
def services(inspircd: Inspircd) -> Inspircd:
    """With the accounts of these stories."""

    async def accounts() -> None:
        await services_are_there(inspircd.port)
        await asyncio.gather(
            register(inspircd.port, "thebot", "botsecret"),
            register(inspircd.port, *ALICE),
            register(inspircd.port, *MALLORY),
        )

    play(accounts)
    return inspircd


async def account_of(client: Client, nick: str) -> str:
    """As the server tells it; nothing for nobody's."""
    client.send(f"WHOIS {nick}")
    answer = await client.until(lambda m: m.command in ("330", "318"))
    return answer.param(2) if answer.command == "330" else ""


def sasl(**changes: Any) -> dict[str, Any]:
    return {"mechanism": "plain", "account": "thebot", "password": "botsecret"} | changes


WANTED = {
    "irc": ["war!", "now . cards wait|now .. cards wait|sends the", r"plays (\S{2,3}?)\1"],
    "one-round": ["challenges, and"],
}


@pytest.mark.parametrize("preset", WANTED)
def test_games(services: Inspircd, database: Path, channel: str, preset: str) -> None:
    """Wars, doubles and challenges, by people who play whatever they can, round after round; over TLS."""

    async def story() -> None:
        context = ssl.create_default_context(cafile=services.certificate)
        settings = network(services.tls_port, tls=True, tls_ca=str(services.certificate), channels=[channel])
        async with running_bot(database, settings, secret=preset.encode()):
            people = await players(services.tls_port, "ann", "bob", "cid", "dan", channel=channel, tls=context)
            await bot_is_in(people[0], channel)
            await sit_down(people, channel, preset)
            for one in people:
                one.doubles = preset == "irc"
            for _ in range(8):
                people[0].say(channel, "deal")
                await people[0].until("wins the round", 40)
                said = " ".join(people[0].texts())
                if all(re.search(wanted, said) for wanted in WANTED[preset]):
                    return
            raise AssertionError(f"never in eight rounds: {WANTED[preset]}")

    play(story)


# Logging in


def test_sasl_plain(services: Inspircd, database: Path, channel: str) -> None:
    async def story() -> None:
        settings = network(services.port, channels=[channel], sasl=sasl())
        async with running_bot(database, settings):
            ann = await player(services.port, "ann", channel)
            await bot_is_in(ann, channel)
            assert await account_of(ann, "unobot") == "thebot"
            ann.send("WHOIS unobot")
            bot = await ann.until(lambda m: m.command in ("335", "318"))
            assert bot.command == "335", "the bot says that it is one"

    play(story)


def test_sasl_that_fails_keeps_the_bot_out(services: Inspircd, database: Path, channel: str) -> None:
    """Registration is never completed: nobody ever sees the bot."""

    async def story() -> None:
        ann = await player(services.port, "ann", channel)
        settings = network(services.port, channels=[channel], sasl=sasl(password="wrong"))
        async with running_bot(database, settings) as bot:
            irc: Any = bot.networks["irc:test"]
            attempts: list[Any] = []
            original = irc._attempt

            async def counted(session: Any, inbox: Any) -> bool:
                attempts.append(session)
                done: bool = await original(session, inbox)
                return done

            irc._attempt = counted
            async with asyncio.timeout(15):
                while len(attempts) < 2:
                    await asyncio.sleep(0.01)
            assert all(session.registered_at is None for session in attempts)
            ann.send("WHOIS unobot")
            assert (await ann.until(lambda m: m.command in ("311", "401"))).command == "401"
        assert not [m for m in ann.log if m.nick == "unobot"]

    play(story)


def test_sasl_that_fails_and_is_not_required(services: Inspircd, database: Path, channel: str) -> None:
    async def story() -> None:
        settings = network(services.port, channels=[channel], sasl=sasl(password="wrong", required=False))
        async with running_bot(database, settings):
            ann = await player(services.port, "ann", channel)
            await bot_is_in(ann, channel)
            assert await account_of(ann, "unobot") == ""

    play(story)


def test_sasl_external(services: Inspircd, database: Path, channel: str, tmp_path: Path) -> None:
    """The client certificate is the password; the server's own is checked by its fingerprint."""

    async def story() -> None:
        pem = certificate(tmp_path, "unobotcert")
        context = ssl.create_default_context(cafile=services.certificate)
        context.load_cert_chain(pem)
        owner = await Client.connect(services.tls_port, "owner", tls=context)
        owner.say("NickServ", "IDENTIFY thebot botsecret")
        await owner.until(lambda m: m.command == "900")
        owner.say("NickServ", "CERT ADD")
        await owner.until("fingerprint|already")
        der = ssl.PEM_cert_to_DER_cert(Path(services.path / "localhost.crt").read_text())
        settings = network(
            services.tls_port,
            tls=True,
            tls_fingerprint=hashlib.sha256(der).hexdigest(),
            tls_certificate=str(pem),
            channels=[channel],
            sasl={"mechanism": "external"},
        )
        async with running_bot(database, settings):
            ann = await player(services.port, "ann", channel)
            await bot_is_in(ann, channel)
            assert await account_of(ann, "unobot") == "thebot"

    play(story)


def test_nickserv_where_there_is_no_sasl(services: Inspircd, database: Path, channel: str) -> None:
    async def story() -> None:
        settings = network(services.port, channels=[channel], nickserv={"account": "thebot", "password": "botsecret"})
        async with running_bot(database, settings):
            ann = await player(services.port, "ann", channel)
            await bot_is_in(ann, channel)
            assert await account_of(ann, "unobot") == "thebot"

    play(story)


@pytest.mark.parametrize("how", ["no authority", "another fingerprint"])
def test_tls_is_verified(services: Inspircd, database: Path, channel: str, how: str) -> None:
    """A certificate that nobody vouches for: not a byte is sent to that server."""

    async def story() -> None:
        ann = await player(services.port, "ann", channel)
        pin = {"tls_fingerprint": "00" * 32} if how == "another fingerprint" else {}
        settings = network(services.tls_port, tls=True, channels=[channel], password="secret", **pin)
        async with running_bot(database, settings) as bot:
            irc: Any = bot.networks["irc:test"]
            failed = asyncio.Event()
            original = irc._attempt

            async def watched(session: Any, inbox: Any) -> bool:
                sent: list[str] = []
                session.connection.send_raw = sent.append
                good: bool = await original(session, inbox)
                assert sent == []
                failed.set()
                return good

            irc._attempt = watched
            await asyncio.wait_for(failed.wait(), 10)
        assert not [m for m in ann.log if m.nick == "unobot"]

    play(story)


# Who is who


def test_an_account_cannot_be_taken_over(services: Inspircd, database: Path, channel: str) -> None:
    """Mallory takes alice's nick, logged in or not: no seat, no hand; alice comes back and plays on."""

    async def story() -> None:
        async with running_bot(database, network(services.port, channels=[channel])) as bot:
            ann, bob = people = list(
                await asyncio.gather(
                    player(services.port, "ann", channel, playing=False, account=ALICE),
                    player(services.port, "bob", channel, playing=False),
                )
            )
            await bot_is_in(ann, channel)
            await dealt(people, channel, bot)
            assert seats(bot, channel) == ["irc:test:account:alice", "irc:test:nick:bob"]
            ann.send("QUIT :lost")
            await bob.until(lambda m: m.command == "QUIT" and m.nick == "ann")
            thieves = await asyncio.gather(
                player(services.port, "mal", channel, playing=False),
                player(services.port, "mel", channel, playing=False, account=MALLORY),
            )
            for thief in thieves:
                thief.send("NICK ann")
                await thief.until(lambda m: m.command == "NICK")
                for text in ("ca", "pe", "pa", "co r", "us", "!uno leave", "!uno stop"):
                    thief.say(channel, text)
                    thief.say("unobot", text)
                await thief.until("UNO_STATUS_V1 error=not_player")
                bob.say(channel, "od")
                await bob.until("ann, bob|bob, ann")
                if on_turn([ann, bob], bot, channel) is bob:
                    await one_move([ann, bob], bot, channel)
                await thief.sync()
                assert not [m for m in thief.log if is_private(m) and text_of(m).startswith(("Your turn", "Your hand"))]
                thief.send(f"NICK gone{thief.moves}x".replace("[]", ""))
                await thief.until(lambda m: m.command == "NICK")
                await thief.close()
            people[0] = await player(services.port, "annie", channel, playing=False, account=ALICE)
            people[0].say(channel, "ca")
            await people[0].hand()
            assert seats(bot, channel) == ["irc:test:account:alice", "irc:test:nick:bob"]
            for _ in range(3):
                await one_move(people, bot, channel)

    play(story)


def test_logging_in_and_changing_nick_in_mid_game(services: Inspircd, database: Path, channel: str) -> None:
    async def story() -> None:
        async with running_bot(database, network(services.port, channels=[channel])) as bot:
            people = await players(services.port, "ann", "bob", channel=channel, playing=False)
            ann, _ = people
            await bot_is_in(ann, channel)
            await dealt(people, channel, bot)
            ann.say("NickServ", "IDENTIFY {} {}".format(*ALICE))
            await ann.until(lambda m: m.command == "900")
            await bot.until(lambda bot: "irc:test:account:alice" in seats(bot, channel))
            ann.send("NICK annie")
            await ann.until(lambda m: m.command == "NICK")
            ann.nick = "annie"
            await bot.until(lambda bot: names(bot, channel) == ["annie", "bob"])
            for _ in range(3):
                await one_move(people, bot, channel)
            ann.say("NickServ", "LOGOUT")
            await ann.until(lambda m: m.command == "901")
            ann.say(channel, "us")
            await ann.until("error=not_player")
            assert "irc:test:account:alice" in seats(bot, channel), "the seat waits for the account"

    play(story)


def test_the_bot_comes_back_and_knows_everybody(services: Inspircd, database: Path, channel: str) -> None:
    """After KILL in mid-game: hands go to the accounts that hold the seats, found by WHOX, before anybody speaks."""

    async def story() -> None:
        async with running_bot(database, network(services.port, channels=[channel])) as bot:
            *people, operator = await asyncio.gather(
                player(services.port, "ann", channel, playing=False, account=ALICE),
                player(services.port, "bob", channel, playing=False),
                Client.connect(services.port, "oper"),
            )
            operator.send("OPER op op")
            await operator.until(lambda m: m.command == "381")
            await bot_is_in(people[0], channel)
            await dealt(people, channel, bot)
            operator.send("KILL unobot :go away")
            for one in people:
                await one.until(lambda m: m.command == "QUIT" and m.nick == "unobot")
                await one.until("Back again")
                await one.hand()
            await one_move(people, bot, channel)

    play(story)


def test_rights(services: Inspircd, database: Path, channel: str) -> None:
    """Operators administer their channel, and who is named in the configuration everywhere."""

    async def story() -> None:
        oz, ann, bob = await asyncio.gather(
            player(services.port, "oz", channel, playing=False),
            player(services.port, "ann", channel, playing=False),
            player(services.port, "bob", channel, playing=False, account=ALICE),
        )
        first = next(one for one in (oz, ann, bob) if any("@" + one.nick in m.params[-1] for m in one.log))
        first.send(f"MODE {channel} +o-o oz {first.nick}" if first is not oz else f"MODE {channel} +n")
        await oz.sync()
        async with running_bot(database, network(services.port, channels=[channel], admins=["ALICE"])):
            await bot_is_in(ann, channel)
            for who, value, right in ((oz, "classic", True), (ann, "irc", False), (bob, "official", True)):
                who.say(channel, f"!uno set preset {value}")
                answer = text_of(await who.until(is_said))
                assert (value in answer) is right, answer
            oz.send(f"MODE {channel} +o-o ann oz")
            await ann.until(lambda m: m.command == "MODE")
            for who, value, right in ((oz, "classic", False), (ann, "irc", True)):
                who.say(channel, f"!uno set preset {value}")
                answer = text_of(await who.until(is_said))
                assert (value in answer) is right, answer

    play(story)


# Manners


def test_channels_without_colours(services: Inspircd, database: Path, channel: str) -> None:
    """One forbids them, one strips them; as soon as they may, cards are coloured."""

    async def story() -> None:
        ann = await player(services.port, "ann", channel + "c", playing=False)
        await ann.join(channel + "s")
        ann.send(f"MODE {channel}c +c")
        ann.send(f"MODE {channel}s +S")
        await ann.sync()
        async with running_bot(database, network(services.port, channels=[channel + "c", channel + "s"])) as bot:
            for where in (channel + "c", channel + "s"):
                await bot_is_in(ann, where)
                ann.say(where, "!uno sandbox")
                await ann.until("opens a")
                ann.say(where, "!uno bot easy")
                await ann.until("sits down")
                ann.say(where, "deal")
                assert "\x03" not in (await ann.until("Dealt")).params[-1]
                ann.send(f"MODE {where} -cS")
                people: Any = bot.networks["irc:test"]
                await ann.until(lambda m: m.command == "MODE" and m.nick == "ann")
                ann.say(where, "us")
                await ann.until("UNO_STATUS")
                assert not people.people.channels[where].modes & {"c", "S"}

    play(story)


def test_other_bots_are_not_heard(services: Inspircd, database: Path, channel: str) -> None:
    async def story() -> None:
        ann, robot = await players(services.port, "ann", "robot", channel=channel, playing=False)
        robot.send("MODE robot +B")
        await robot.until(lambda m: m.command == "MODE")
        async with running_bot(database, network(services.port, channels=[channel])):
            await bot_is_in(ann, channel)
            robot.say(channel, "!uno")
            await robot.sync()
            ann.say(channel, "us")
            await ann.until("error=no_game")

    play(story)


def test_hands_as_messages(services: Inspircd, database: Path, channel: str) -> None:
    """The network's setting, and a person's own, which wins."""

    async def story() -> None:
        async with running_bot(database, network(services.port, channels=[channel], hands="privmsg")) as bot:
            people = await players(services.port, "ann", "bob", channel=channel, playing=False)
            ann, bob = people
            await bot_is_in(ann, channel)
            bob.say(channel, "!uno prefs hands notice")
            await bob.until(is_said)
            bob.say(channel, "!uno prefs colors off")
            await bob.until(is_said)
            await dealt(people, channel, bot)
            for one, command, colors in ((ann, "PRIVMSG", True), (bob, "NOTICE", False)):
                hand = next(m for m in one.log if is_private(m) and "Your" in text_of(m))
                assert hand.command == command
                assert ("\x03" in hand.params[-1]) is colors

    play(story)

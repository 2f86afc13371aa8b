"""Staying there: nick changes, part and return, kick, KILL, restarts, dead servers, netsplits. No seat is ever lost."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from signal import SIGKILL

import pytest

from tests.networks.fake import Fake
from tests.networks.scripted import (
    FAST,
    Client,
    Player,
    bot_is_in,
    close,
    move_for,
    network,
    play,
    player,
    players,
    running_bot,
    sit_down,
)
from tests.networks.servers import Inspircd, Ngircd, folder, free_port, running
from unobot.bot import Bot


def seats(bot: Bot, channel: str) -> list[str]:
    return [seat.person.id for seat in bot.hall.tables[f"irc:test:{channel}"].seats]


def names(bot: Bot, channel: str) -> list[str]:
    return [seat.person.name for seat in bot.hall.tables[f"irc:test:{channel}"].seats]


def by_nick(people: list[Player], nick: str) -> Player:
    return next(one for one in people if one.nick == nick)


async def dealt(people: list[Player], channel: str, bot: Bot) -> None:
    await sit_down(people, channel)
    people[0].say(channel, "deal")
    for one in people:
        await one.hand()


def on_turn(people: list[Player], bot: Bot, channel: str) -> Player:
    table = bot.hall.tables[f"irc:test:{channel}"]
    assert table.game
    return by_nick(people, table.name(table.game.turn).name)


async def one_move(people: list[Player], bot: Bot, channel: str) -> None:
    """Whoever is on turn asks for their cards and plays."""
    table = bot.hall.tables[f"irc:test:{channel}"]
    before, who = table.moves, on_turn(people, bot, channel)
    who.say(channel, "ca")
    move = move_for(await who.hand(), who.random)
    assert move
    who.say(channel, move)
    await who.until(f"{who.nick} ")
    await bot.until(lambda bot: table.moves > before)


def test_nick_changes(ngircd: Ngircd, database: Path, channel: str) -> None:
    """The nick is the person here: the seat goes along, also when two swap their nicks."""

    async def story() -> None:
        people = await players(ngircd.port, "ann", "bob", channel=channel, playing=False)
        ann, bob = people
        async with running_bot(database, network(ngircd.port, channels=[channel])) as bot:
            await bot_is_in(ann, channel)
            await dealt(people, channel, bot)
            before = {one: [] for one in people}
            for one in people:
                one.say(channel, "ca")
                before[one] = sorted((await one.hand()).replace("[", "").replace("]", "").split("(")[0].split()[2:])
            for who, nick in ((ann, "t"), (bob, "ann"), (ann, "bob")):
                who.send(f"NICK {nick}")
                await who.until(lambda m, nick=nick: m.command == "NICK" and m.param(0) == nick)
            ann.nick, bob.nick = "bob", "ann"
            for one in people:
                one.say(channel, "ca")
                now = sorted((await one.hand()).replace("[", "").replace("]", "").split("(")[0].split()[2:])
                assert now == before[one]
            assert seats(bot, channel) == ["irc:test:nick:bob", "irc:test:nick:ann"]
            await one_move(people, bot, channel)
        await close(*people)

    play(story)


def test_part_quit_and_return(ngircd: Ngircd, database: Path, channel: str) -> None:
    async def story() -> None:
        people = await players(ngircd.port, "ann", "bob", channel=channel, playing=False)
        ann, bob = people
        async with running_bot(database, network(ngircd.port, channels=[channel])) as bot:
            await bot_is_in(ann, channel)
            await dealt(people, channel, bot)
            ann.send(f"PART {channel}")
            await ann.until(lambda m: m.command == "PART")
            await ann.join(channel)
            bob.send("QUIT :ping timeout")
            await ann.until(lambda m: m.command == "QUIT" and m.nick == "bob")
            await bob.close()
            people[1] = bob = await player(ngircd.port, "bob", channel, playing=False)
            for _ in range(4):
                await one_move(people, bot, channel)
        await close(*people)

    play(story)


def test_kicked(ngircd: Ngircd, database: Path, channel: str) -> None:
    """The bot comes back after a while and says what it had to say meanwhile."""

    async def story() -> None:
        people = await players(ngircd.port, "ann", "bob", channel=channel, playing=False)
        ann = people[0]
        operator = next(one for one in people if any("@" + one.nick in m.params[-1] for m in one.log))
        async with running_bot(database, network(ngircd.port, channels=[channel])) as bot:
            await bot_is_in(ann, channel)
            await dealt(people, channel, bot)
            who = on_turn(people, bot, channel)
            who.say(channel, "ca")
            move = move_for(await who.hand(), who.random)
            operator.send(f"KICK {channel} unobot :out")
            await who.until(lambda m: m.command == "KICK")
            who.say("unobot", move or "")  # in private the game goes on
            await who.until(lambda m: m.command == "JOIN" and m.nick == "unobot")
            await who.until(f"{who.nick} (plays|picks|takes|passes)")
            await one_move(people, bot, channel)
        await close(*people)

    play(story)


def test_killed_by_an_operator(ngircd: Ngircd, database: Path, channel: str) -> None:
    async def story() -> None:
        people = await players(ngircd.port, "ann", "bob", channel=channel, playing=False)
        operator = await Client.connect(ngircd.port, "oper")
        operator.send("OPER op op")
        await operator.until(lambda m: m.command == "381")
        async with running_bot(database, network(ngircd.port, channels=[channel])) as bot:
            await bot_is_in(people[0], channel)
            await dealt(people, channel, bot)
            operator.send("KILL unobot :go away")
            await people[0].until(lambda m: m.command == "QUIT" and m.nick == "unobot")
            await people[0].until("Back again")
            await one_move(people, bot, channel)
        await close(operator, *people)

    play(story)


def test_the_server_restarts_in_mid_game(database: Path) -> None:
    """Same hands, same turn, nobody has to join the table again."""

    async def story() -> None:
        with folder() as path:
            server = Ngircd(path)
            with running(server):
                people = await players(server.port, "ann", "bob", "cid", playing=False)
                async with running_bot(database, network(server.port)) as bot:
                    await bot_is_in(people[0], "#uno")
                    await dealt(people, "#uno", bot)
                    for _ in range(3):
                        await one_move(people, bot, "#uno")
                    game = bot.hall.tables["irc:test:#uno"].game
                    assert game
                    before = game.copy()
                    server.stop(SIGKILL)
                    await bot.until(lambda bot: "irc:test" in bot.hall.down)
                    assert bot.hall.deadline and bot.hall.deadline > bot.clock() + 3600  # no clock of a turn runs
                    server.start()
                    await close(*people)
                    people = await players(server.port, "ann", "bob", "cid", playing=False)
                    await bot.until(lambda bot: "irc:test" not in bot.hall.down)
                    assert game == before
                    for one in people:
                        one.playing = True
                    who = on_turn(people, bot, "#uno")
                    who.say("#uno", "ca")
                    await people[0].until("wins the round", 30)
                await close(*people)

    play(story)


def test_a_netsplit(database: Path) -> None:
    """Half of the table is on the other server; it splits off and comes back."""

    async def story() -> None:
        ports = free_port(), free_port()
        with folder() as one, folder() as two:
            first, second = Inspircd(one, 1, ports), Inspircd(two, 2, ports[::-1])
            with running(first, second):
                operator = await Client.connect(first.port, "oper")
                operator.send("OPER op op")
                await operator.until(lambda m: m.command == "381")
                operator.send("CONNECT irc2.test.invalid")
                await linked(operator, True)
                (ann, oz), (bob, cid) = await asyncio.gather(
                    players(first.port, "ann", "oz", playing=False), players(second.port, "bob", "cid", playing=False)
                )
                people = [ann, bob, cid]
                async with running_bot(database, network(first.port)) as bot:
                    await bot_is_in(ann, "#uno")
                    ann.send("NAMES #uno")
                    await dealt(people, "#uno", bot)
                    operator.send("SQUIT irc2.test.invalid :split")
                    await ann.until(lambda m: m.command == "QUIT" and m.nick == "cid")
                    oz.send("NICK bob")  # taking the nick and giving it back takes no seat along
                    await oz.until(lambda m: m.command == "NICK")
                    oz.send("NICK oz")
                    await oz.until(lambda m: m.command == "NICK" and m.param(0) == "oz")
                    operator.send("CONNECT irc2.test.invalid")
                    await ann.until(lambda m: m.command == "JOIN" and m.nick == "cid")
                    for _ in range(4):
                        await one_move(people, bot, "#uno")
                await close(operator, oz, *people)

    play(story)


async def linked(operator: Client, wanted: bool) -> None:
    while True:
        operator.send("LINKS")
        start = len(operator.log)
        await operator.until(lambda m: m.command == "365")
        if any(m.command == "364" and "irc2" in m.param(1) for m in operator.log[start:]) is wanted:
            return


def test_the_nick_is_taken_and_regained(ngircd: Ngircd, database: Path, channel: str) -> None:
    async def story() -> None:
        ann, thief = await asyncio.gather(player(ngircd.port, "ann", channel), player(ngircd.port, "UnoBot", channel))
        async with running_bot(database, network(ngircd.port, channels=[channel])):
            await bot_is_in(ann, channel, "unobot_")
            ann.say(channel, "us")
            await ann.until("UNO_STATUS")
            thief.send("QUIT :x")
            await ann.until(lambda m: m.command == "NICK" and m.nick == "unobot_" and m.param(0) == "unobot")
            ann.say("unobot", "us")
            await ann.until("UNO_STATUS")
        await close(ann, thief)

    play(story)


def test_the_nick_is_regained_from_somebody_unseen(ngircd: Ngircd, database: Path, channel: str) -> None:
    async def story() -> None:
        ann, thief = await asyncio.gather(player(ngircd.port, "ann", channel), Client.connect(ngircd.port, "unobot"))
        async with running_bot(database, network(ngircd.port, channels=[channel])):
            await bot_is_in(ann, channel, "unobot_")
            await thief.close()
            await ann.until(lambda m: m.command == "NICK" and m.param(0) == "unobot")
        await close(ann)

    play(story)


def test_keys_and_refusals(ngircd: Ngircd, database: Path, channel: str) -> None:
    """A channel with a key is joined; one that refuses does not keep the others waiting, and is tried again."""

    async def story() -> None:
        ann = await player(ngircd.port, "ann", channel)
        ann.send(f"MODE {channel} +k sesame")
        await ann.join(channel + "b")
        ann.send(f"MODE {channel}b +i")
        await ann.sync()
        channels = [{"name": channel + "b"}, {"name": channel, "key": "sesame"}]
        async with running_bot(database, network(ngircd.port, channels=channels)) as bot:
            await bot_is_in(ann, channel)
            await bot.until(lambda bot: "irc:test" not in bot.hall.down)
            ann.send(f"MODE {channel}b -i")
            await bot_is_in(ann, channel + "b")
            ann.say(channel + "b", "us")
            await ann.until("UNO_STATUS")
        await close(ann)

    play(story)


def test_the_servers_password(database: Path) -> None:
    async def story() -> None:
        with folder() as path:
            server = Ngircd(path, password="opensesame")
            with running(server):
                ann = await player(server.port, "ann", password="opensesame")
                async with running_bot(database, network(server.port, password="opensesame")):
                    await bot_is_in(ann, "#uno")
                await close(ann)

    play(story)


def test_a_server_that_falls_silent(database: Path) -> None:
    """The watchdog asks, and then tries the next address."""

    async def story() -> None:
        deaf, other = Fake(), Fake()
        async with deaf.running(), other.running():
            settings = network(deaf.port, servers=[f"127.0.0.1:{port}" for port in (deaf.port, other.port)])
            async with running_bot(database, settings, timing=replace(FAST, quiet=0.2, deaf=0.2)) as bot:
                await deaf.until(lambda: b"PING :unobot\r\n" in deaf.raw and "#uno" in deaf.joined)
                assert "irc:test" not in bot.hall.down
                deaf.mute = True
                await bot.until(lambda bot: "irc:test" in bot.hall.down)
                await other.until(lambda: "#uno" in other.joined)
                await bot.until(lambda bot: "irc:test" not in bot.hall.down)

    play(story)


@pytest.mark.parametrize("mute", [True, False], ids=["says nothing", "refuses"])
def test_a_server_that_does_not_let_us_in(database: Path, mute: bool) -> None:
    async def story() -> None:
        closed, good = Fake(), Fake()
        closed.mute = mute
        closed.answer = lambda message: ["ERROR :Closing link: banned"] if message.command == "NICK" else []
        async with closed.running(), good.running():
            settings = network(closed.port, servers=[f"127.0.0.1:{port}" for port in (closed.port, good.port)])
            async with running_bot(database, settings, timing=replace(FAST, register=0.2)):
                await good.until(lambda: "#uno" in good.joined)

    play(story)


def test_goodbye_is_bounded(database: Path) -> None:
    """Also towards a server that does not hang up."""

    async def story() -> None:
        fake = Fake()
        async with fake.running():
            async with running_bot(database, network(fake.port), timing=replace(FAST, quit=0.2)):
                await fake.until(lambda: "#uno" in fake.joined)
                fake.mute = True
                began = asyncio.get_running_loop().time()
            assert asyncio.get_running_loop().time() - began < 1.0
            await fake.until(lambda: fake.raw[-1] == b"QUIT :unobot\r\n")

    play(story)


def test_two_networks_at_once(ngircd: Ngircd, inspircd: Inspircd, database: Path, channel: str) -> None:
    async def story() -> None:
        ann, ben = await asyncio.gather(player(ngircd.port, "ann", channel), player(inspircd.port, "ann", channel))
        one, two = network(ngircd.port, channels=[channel]), network(inspircd.port, name="two", channels=[channel])
        async with running_bot(database, one, two) as bot:
            await asyncio.gather(bot_is_in(ann, channel), bot_is_in(ben, channel))
            ann.say(channel, "!uno")
            ben.say(channel, "!uno")
            await asyncio.gather(ann.until("opens a table"), ben.until("opens a table"))
            people = {table.host for table in bot.hall.tables.values()}
            assert people == {"irc:test:nick:ann", "irc:two:nick:ann"}
        await close(ann, ben)

    play(story)

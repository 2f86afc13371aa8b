"""The embedded server, line by line over real sockets."""

from __future__ import annotations

import asyncio
import random
import selectors
import socket
import threading
from collections.abc import Callable, Iterator

import pytest

from tests.networks.wire import Wire
from unobot.networks.irc.server import Server, listener
from unobot.networks.irc.server.commands import COMMANDS

MOTD = ["Join #uno."]


class Running:
    """A server in a thread with a loop of its own, which counts how often it wakes up."""

    def __init__(self, **options: object) -> None:
        self.options = {"topics": {"#uno": "UNO! Type jo."}, "motd": MOTD} | options
        self.wakes = 0
        self.loop = asyncio.SelectorEventLoop(self._counting())
        self.thread = threading.Thread(target=self.loop.run_forever)

    def _counting(self) -> selectors.BaseSelector:
        running = self

        class Counting(selectors.DefaultSelector):
            def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
                running.wakes += 1
                return super().select(timeout)

        return Counting()

    def __enter__(self) -> Running:
        self.thread.start()
        self.server, self.port = self.do(self._start())
        return self

    async def _start(self) -> tuple[Server, int]:
        server = Server(**self.options)  # type: ignore[arg-type]
        return server, await server.start(0)

    def do(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(10)

    def __exit__(self, *_: object) -> None:
        self.do(self.server.stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

    def client(self, nick: str = "", *channels: str) -> Wire:
        wire = Wire(self.port)
        self.wires.append(wire)
        return wire.register(nick, *channels) if nick else wire

    wires: list[Wire]


@pytest.fixture
def start() -> Iterator[Callable[..., Running]]:
    running: list[Running] = []
    wires: list[Wire] = []

    def begin(**options: object) -> Running:
        server = Running(**options).__enter__()
        server.wires = wires
        running.append(server)
        return server

    yield begin
    for wire in wires:
        wire.socket.close()
    for server in running:
        server.__exit__()


@pytest.fixture
def server(start: Callable[..., Running]) -> Running:
    return start()


# Coming in


def test_welcome_is_complete(server):
    ann = server.client()
    ann.send("NICK ann", "USER ann 0 * :Ann Example")
    lines = ann.until(" 376 ")
    numbers = [line.split()[1] for line in lines]
    assert numbers[:4] == ["001", "002", "003", "004"]
    assert {"005", "251", "254", "255", "375", "372"} <= set(numbers)
    assert lines[0] == ":uno.localhost 001 ann :Welcome to the UNO IRC network, ann!~ann@localhost"
    tokens = {token for line in lines if " 005 " in line for token in line.partition(" :")[0].split()[3:]}
    assert {"CASEMAPPING=ascii", "CHANTYPES=#", "PREFIX=(ov)@+", "CHANMODES=b,k,,imnt", "NICKLEN=30"} <= tokens
    assert ":uno.localhost 372 ann :- Join #uno." in lines
    assert all(len(line.encode()) <= 510 for line in lines)


def test_nothing_before_registration(server):
    ann = server.client()
    assert [line.split()[1] for line in ann.ask("JOIN #uno", "PRIVMSG x :y", "WHO *", "NONSENSE")] == ["451"] * 4
    ann.send("USER ann 0 * :Ann", "NICK ann")
    ann.find(" 001 ann ")


@pytest.mark.parametrize("nick", ["5ann", "-ann", "a b", "ä", "a" * 31, "a\x02b", "#ann", "a!b", "a@b", ":x", "a,b"])
def test_bad_nicks_are_refused(server, nick):
    ann = server.client("ann")
    [line] = ann.ask(f"NICK :{nick}")
    assert line.split()[1] == "432"


def test_a_nick_belongs_to_one(server):
    server.client("ann")
    other = server.client()
    assert other.ask("NICK Ann") == [":uno.localhost 433 * Ann :Nickname is already in use"]
    other.send("NICK [a]", "USER x 0 * :x")
    other.find(" 001 ")
    third = server.client("{a}")  # CASEMAPPING=ascii: brackets and braces differ
    assert third.ask("NICK") == [":uno.localhost 431 {a} :No nickname given"]
    assert third.ask("NICK {A}") == [":{a}!~a@localhost NICK :{A}"]
    assert third.ask("USER a 0 * :a", "PASS x")[0].split()[1] == "462"


def test_a_nick_is_free_when_its_holder_has_gone(server):
    ann = server.client("ann", "#uno")
    bob = server.client("bob", "#uno")
    ann.socket.close()
    bob.find(r":ann!~ann@localhost QUIT :")
    server.client("ann")


def test_capabilities_hold_back_the_welcome(server):
    ann = server.client()
    [caps] = ann.ask("CAP LS 302")
    offered = caps.partition(" :")[2].split()
    assert {"multi-prefix", "server-time", "echo-message", "extended-join", "away-notify"} <= set(offered)
    assert ann.ask("NICK ann", "USER ann 0 * :Ann") == []
    assert ann.ask("CAP REQ :multi-prefix sasl") == [":uno.localhost CAP ann NAK :multi-prefix sasl"]
    assert ann.ask("CAP LIST") == [":uno.localhost CAP ann LIST :cap-notify"]
    assert ann.ask("CAP REQ :multi-prefix server-time") == [":uno.localhost CAP ann ACK :multi-prefix server-time"]
    assert " 410 " in ann.ask("CAP :what ever")[0]
    ann.send("CAP END")
    assert ann.line().startswith("@time=20")
    ann.until(" 376 ")
    assert " CAP ann ACK :-server-time" in ann.ask("CAP REQ :-server-time")[0]
    assert not ann.ask("MOTD")[0].startswith("@")
    assert " CAP ann LS :" in ann.ask("CAP LS")[0]  # also later, and then nothing is held back
    assert ann.ask("ISON ann") == [":uno.localhost 303 ann :ann"]


def test_a_request_of_a_browser_is_no_conversation(server):
    page = server.client()
    page.raw(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nNICK evil\r\nUSER evil 0 * :e\r\nJOIN #uno\r\n")
    assert page.closed() == ["ERROR :Closing link: This is an IRC server"]


def test_whoever_knows_the_password_is_trusted(start):
    server = start(password="secret", reserved=["unobot"])
    ann = server.client("ann")
    assert ann.ask("NICK UnoBot") == [":uno.localhost 433 ann UnoBot :Nickname is already in use"]
    bot = server.client()
    bot.send("PASS secret")
    bot.register("unobot", "#uno")
    wrong = server.client()
    wrong.send("PASS guess")
    wrong.register("wrong")
    assert " 433 " in wrong.ask("NICK unobot")[0]
    ann.send("JOIN #uno")  # the first person looks after the channel, though the bot was there before
    assert ann.find(" 353 ").endswith(" = #uno :@unobot @ann")
    assert bot.find(" MODE ") == ":uno.localhost MODE #uno +o ann"
    ann.ask("MODE #uno +ki secret", "KICK #uno unobot")
    bot.find(" KICK #uno unobot ")
    bot.send("JOIN #uno")
    bot.find(" 366 ")


# Channels


def test_joining_talking_and_leaving(server):
    ann = server.client("ann")
    ann.send("JOIN #uno")
    lines = ann.until(" 366 ")
    assert lines[0] == ":ann!~ann@localhost JOIN #uno"
    assert lines[1] == ":uno.localhost 332 ann #uno :UNO! Type jo."
    assert lines[3] == ":uno.localhost 353 ann = #uno :@ann"
    bob = server.client("bob", "#UNO")
    assert ann.find("JOIN") == ":bob!~bob@localhost JOIN #uno"
    bob.send("PRIVMSG #Uno :hello  there: you", "NOTICE #uno :psst", "PRIVMSG ann :just you")
    assert ann.line() == ":bob!~bob@localhost PRIVMSG #uno :hello  there: you"
    assert ann.line() == ":bob!~bob@localhost NOTICE #uno :psst"
    assert ann.line() == ":bob!~bob@localhost PRIVMSG ann :just you"
    assert bob.ask() == []
    bob.send("NICK rob", "PART #uno :bye", "QUIT :gone")
    assert ann.line() == ":bob!~bob@localhost NICK :rob"
    assert ann.line() == ":rob!~bob@localhost PART #uno :bye"
    assert bob.closed()[-1] == "ERROR :Closing link: Quit: gone"
    assert ann.ask("PRIVMSG rob :?")[0].split()[1] == "401"


def test_quit_is_seen_once_by_everybody_who_shares_a_channel(server):
    ann = server.client("ann", "#uno", "#den")
    bob = server.client("bob", "#uno", "#den")
    ann.ask()
    bob.send("QUIT :see you")
    assert ann.find("QUIT") == ":bob!~bob@localhost QUIT :Quit: see you"
    assert ann.ask() == []


def test_what_goes_wrong_with_messages(server):
    ann = server.client("ann")
    server.client("bob", "#den")
    asked = ["PRIVMSG", "PRIVMSG bob", "PRIVMSG bob :", "PRIVMSG #den :x", "PRIVMSG no :x", "PRIVMSG a,b,c,d,e :x"]
    numbers = [line.split()[1] for line in ann.ask(*asked)]
    assert numbers == ["411", "412", "412", "404", "401", *["401"] * 4, "407"]
    assert ann.ask("NOTICE", "NOTICE bob", "NOTICE no :x", "NOTICE #den :x") == []


def test_bad_channels_and_too_many(server):
    ann = server.client("ann")
    for name in ("uno", "#", "#a b", "#\x07x", "#" + "x" * 50, "&local", "#a:b"):
        [line] = ann.ask(f"JOIN :{name}")
        assert line.split()[1] == "403", name
    names = [f"#c{number}" for number in range(22)]
    for name in names:
        ann.send(f"JOIN {name}")
    answers = ann.ask()
    assert sum(" JOIN #" in line for line in answers) == 20
    assert [line.split()[1:4] for line in answers if " 405 " in line] == [
        ["405", "ann", "#c20"],
        ["405", "ann", "#c21"],
    ]
    assert sum(" PART #" in line for line in ann.ask("JOIN 0")) == 20
    assert [line.split()[3] for line in ann.ask("LIST") if " 322 " in line] == ["#uno"]  # the empty ones are gone


def test_operators(server):
    ann, bob = server.client("ann", "#uno"), server.client("bob", "#uno")
    ann.ask()
    for line in ("MODE #uno +m", "TOPIC #uno :mine", "KICK #uno ann", "MODE #uno +o bob", "MODE #uno +b x!*@*"):
        assert bob.ask(line)[0].split()[1] == "482", line
    assert ann.ask("MODE #uno +mov-t bob bob") == [":ann!~ann@localhost MODE #uno +mov-t bob bob"]
    assert bob.ask()[-1] == ":ann!~ann@localhost MODE #uno +mov-t bob bob"
    assert bob.ask("NAMES #uno")[0].endswith(":@ann @bob")
    assert bob.ask("CAP REQ :multi-prefix userhost-in-names", "NAMES #uno")[1].endswith(
        ":@ann!~ann@localhost @+bob!~bob@localhost"
    )
    assert ann.ask("MODE #uno", "MODE #uno b")[0] == ":uno.localhost 324 ann #uno +mn"
    assert ann.ask("MODE #uno +b *!*@*") == [":uno.localhost 478 ann #uno b :This server keeps no bans"]
    assert ann.ask("MODE #uno +x", "MODE #uno +o", "MODE #uno +o nobody", "MODE #uno +k a,b") == [
        ":uno.localhost 472 ann x :is unknown mode char to me",
        ":uno.localhost 696 ann #uno o * :You must give a parameter for this mode",
        ":uno.localhost 441 ann nobody #uno :They aren't on that channel",
        ":uno.localhost 525 ann #uno :Key is not well-formed",
    ]
    cid = server.client("cid")
    assert cid.ask("MODE #none")[0].split()[1] == "403"
    cid.send("JOIN #uno")
    cid.until(" 366 ")
    assert cid.ask("PRIVMSG #uno :muted")[0].split()[1] == "404"
    ann.ask("KICK #uno cid :out")
    assert cid.find("KICK") == ":ann!~ann@localhost KICK #uno cid :out"


def test_keys_and_invitations(server):
    ann, bob = server.client("ann", "#den"), server.client("bob")
    ann.ask("MODE #den +k secret")
    assert [line.split()[1] for line in bob.ask("JOIN #den", "JOIN #den wrong")] == ["475", "475"]
    assert bob.ask("MODE #den")[0].endswith(" #den +ntk")  # the key only for those inside
    bob.send("JOIN #x,#den ,secret")
    bob.find(" 366 bob #den ")
    bob.send("PART #den,#x")
    assert ann.ask("MODE #den -k+i x")[-1].endswith(" MODE #den -k+i *")
    bob.until("PART #x")
    assert bob.ask("JOIN #den")[0].split()[1] == "473"
    assert ann.ask("INVITE bob #den") == [":uno.localhost 341 ann bob #den"]
    assert bob.ask()[0] == ":ann!~ann@localhost INVITE bob #den"
    bob.send("JOIN #den")
    bob.find(" 366 bob #den ")


def test_topics(server):
    ann, bob = server.client("ann", "#uno"), server.client("bob", "#uno", "#den")
    assert ann.ask("TOPIC #uno :new: topic")[-1] == ":ann!~ann@localhost TOPIC #uno :new: topic"
    assert bob.ask("TOPIC #uno")[-2] == ":uno.localhost 332 bob #uno :new: topic"
    assert bob.ask("TOPIC #den") == [":uno.localhost 331 bob #den :No topic is set"]
    assert ann.ask("TOPIC #den :x")[0].split()[1] == "442"


# Looking around


def test_who_and_whois(server):
    ann, bob = server.client("ann", "#uno"), server.client("bob", "#uno")
    ann.ask()
    bob.ask("AWAY :tea", "MODE bob +B")
    assert ann.ask("WHO #uno") == [
        ":uno.localhost 352 ann #uno ~ann localhost uno.localhost ann H@ :0 Ann",
        ":uno.localhost 352 ann #uno ~bob localhost uno.localhost bob GB :0 Bob",
        ":uno.localhost 315 ann #uno :End of WHO list",
    ]
    assert [line.split()[1] for line in ann.ask("WHO b*", "WHO [a]*", "WHO #none")] == ["352", "315", "315", "315"]
    assert [line.split()[1] for line in ann.ask("WHOIS bob")] == ["311", "319", "312", "301", "335", "317", "318"]
    assert [line.split()[1] for line in ann.ask("WHOIS x ann", "WHOIS no", "WHOIS", "WHOWAS no")] == [
        *("311", "319", "312", "317", "318"),
        *("401", "318", "431", "406", "369"),
    ]
    assert ann.ask("PRIVMSG bob :there?") == [":uno.localhost 301 ann bob :tea"]
    assert ann.ask("ISON bob no :Ann", "USERHOST bob no ann") == [
        ":uno.localhost 303 ann :bob ann",
        ":uno.localhost 302 ann :bob=-~bob@localhost ann=+~ann@localhost",
    ]
    assert bob.ask("AWAY")[-1].split()[1] == "305"


def test_a_mask_of_many_stars_costs_nothing(server):
    ann = server.client("a" * 30)
    assert len(ann.ask("WHO " + "*a" * 200 + "*b")) == 1


def test_small_things(server):
    ann = server.client("ann")
    server.client("bob")
    numbers = [
        line.split()[1]
        for line in ann.ask(
            "MODE ann", "MODE ann +iZ", "MODE bob +i", "MODE no", "TIME", "VERSION", "OPER a b", "LUSERS"
        )
    ]
    assert numbers == [
        "221",
        "501",
        "MODE",
        "502",
        "401",
        "391",
        "351",
        "005",
        "005",
        "491",
        "251",
        "254",
        "255",
        "265",
        "266",
    ]
    assert ann.ask("MODE ann") == [":uno.localhost 221 ann +i"]
    assert ann.ask("frob x", "JOIN", "KICK #uno") == [
        ":uno.localhost 421 ann FROB :Unknown command",
        ":uno.localhost 461 ann JOIN :Not enough parameters",
        ":uno.localhost 461 ann KICK :Not enough parameters",
    ]


def test_names_of_many_stay_whole(server):
    nicks = [f"somebody-with-a-long-name-{number:03}" for number in range(40)]
    for nick in nicks:
        server.client(nick, "#uno")
    ann = server.client("ann")
    ann.send("JOIN #uno")
    rows = [line for line in ann.until(" 366 ") if " 353 " in line]
    assert len(rows) > 1
    assert {name.lstrip("@") for row in rows for name in row.partition(" :")[2].split()} == {*nicks, "ann"}
    assert all(len(row.encode()) <= 510 for row in rows)


def test_what_clients_can_ask_for(server):
    ann = server.client()
    ann.send("CAP REQ :echo-message extended-join away-notify server-time", "CAP END")
    ann.register("ann", "#uno")
    bob = server.client("bob", "#uno")
    joined = ann.find("JOIN")
    assert joined.startswith("@time=") and joined.endswith(" :bob!~bob@localhost JOIN #uno * :Bob")
    echo = ann.ask("PRIVMSG #uno :heard?")
    assert [line.partition(" ")[2] for line in echo] == [":ann!~ann@localhost PRIVMSG #uno :heard?"]
    bob.send("AWAY :tea", "AWAY")
    assert ann.find("AWAY").endswith(" :bob!~bob@localhost AWAY :tea")
    assert ann.find("AWAY").endswith(" :bob!~bob@localhost AWAY")
    assert not any(line.startswith("@") for line in bob.ask())


# Strict


def test_lines_that_are_too_long(server):
    ann, bob = server.client("ann", "#uno"), server.client("bob", "#uno")
    ann.ask()
    longest = "PRIVMSG #uno :" + "ü" * 248
    assert len(longest.encode()) == 510
    bob.send(longest)
    heard = ann.line()
    assert heard.startswith(":bob!~bob@localhost PRIVMSG #uno :üü")
    assert 509 <= len(heard.encode()) <= 510  # with the sender's name, cut between characters
    assert bob.ask(longest + "x") == [":uno.localhost 417 bob :Input line was too long"]
    bob.raw(b"PRIVMSG #uno :" + b"x" * 3_000_000)
    bob.raw(b"x" * 3_000_000 + b"\r\n")
    assert bob.ask() == [":uno.localhost 417 bob :Input line was too long"]
    assert ann.ask() == []


def test_a_line_that_never_ends_is_not_kept(server):
    ann = server.client("ann")
    ann.raw(b"x" * 5_000_000)
    bob = server.client("bob")
    bob.ask()
    assert all(len(link.buffer) <= 512 for link in server.server.links)


@pytest.mark.parametrize(
    "raw", [b"PRIVMSG #uno :a\0b", b"PRIVMSG #uno :a\rQUIT", b"PRIVMSG #uno\r JOIN", b"+ x", "ö x".encode(), b"x " * 20]
)
def test_what_is_not_irc_is_refused(server, raw):
    ann, bob = server.client("ann", "#uno"), server.client("bob", "#uno")
    ann.ask()
    bob.raw(raw + b"\r\n")
    assert [line.split()[1] for line in bob.ask()] == ["400"]
    assert ann.ask() == []


def test_blank_lines_sources_tags_and_bare_newlines(server):
    ann, bob = server.client("ann", "#uno"), server.client("bob", "#uno")
    ann.ask()
    bob.raw(b"\r\n\n   \r\n:\r\n@tag\r\n:x\r\n: :x\r\n@time=x;y=z :ann!x@y privmsg   #uno   word\n")
    assert bob.ask() == []
    assert ann.ask() == [":bob!~bob@localhost PRIVMSG #uno :word"]


def test_latin_1_arrives_as_utf_8(server):
    ann, bob = server.client("ann", "#uno"), server.client("bob", "#uno")
    ann.ask()
    bob.raw("PRIVMSG #uno :naïve\r\n".encode("latin-1"))
    assert ann.line() == ":bob!~bob@localhost PRIVMSG #uno :naïve"


def test_hostile_lines(server):
    """Ten thousand lines of rubbish: nobody else notices, and everything that is sent is whole IRC."""
    chance = random.Random(4)
    words = sorted(set(COMMANDS) - {"QUIT", "PING"})
    parts = [
        "#uno",
        "#x",
        "ann",
        "bad",
        "*",
        "+o",
        "-k",
        "+kkk",
        "::",
        ":",
        "#uno,#x",
        "0",
        "\x01",
        "é",
        "+b",
        "LS",
        "REQ",
    ]
    ann = server.client("ann", "#uno")
    bad = server.client("bad", "#uno")
    for link in server.server.links:
        link.client.trusted = link.client.nick == "bad"  # so that it may be as fast as it likes
    for _ in range(100):
        lines = []
        for _ in range(100):
            if chance.random() < 0.3:
                lines.append(bytes(chance.randrange(256) for _ in range(chance.randrange(60))).replace(b"\n", b""))
            else:
                chosen = [chance.choice(words), *chance.choices(parts, k=chance.randrange(5))]
                lines.append(" ".join(chosen).encode())
        bad.raw(b"\r\n".join(lines) + b"\r\n")
        for answer in bad.ask():
            assert answer.startswith((":", "@")) and len(answer.partition(" :")[0].split()) <= 16
            assert "went wrong" not in answer
    assert server.client("cid", "#uno").ask("ISON cid") == [":uno.localhost 303 cid :cid"]
    assert not [line for line in ann.ask() if "\0" in line or "\r" in line]


def test_a_flood_is_read_slowly_and_loses_nothing(server, monkeypatch):
    monkeypatch.setattr(listener, "PER_SECOND", 200.0)
    ann, bob = server.client("ann", "#uno"), server.client("bob", "#uno")
    ann.ask()
    begun = server.loop.time()
    bob.send(*(f"PRIVMSG #uno :{number}" for number in range(300)))
    assert ann.ask("ISON ann")[-1].endswith(" 303 ann :ann")  # others are served meanwhile
    bob.ask()
    assert server.loop.time() - begun >= (300 - listener.BURST) / 200.0 - 0.1
    assert ann.find("PRIVMSG #uno :299$")


def test_whoever_does_not_read_is_cut_off(server, monkeypatch):
    monkeypatch.setattr(listener, "MOST_UNREAD", 100_000)
    deaf = Wire(server.port, receive_buffer=4096)
    server.wires.append(deaf)
    deaf.register("deaf", "#uno")
    ann = server.client("ann", "#uno")
    for link in server.server.links:
        link.client.trusted = link.client.nick == "ann"
    for _ in range(200):
        ann.send(*["PRIVMSG #uno :" + "x" * 400] * 100)
        if any("QUIT :Too much unread" in line for line in ann.ask()):
            break
    else:
        raise AssertionError("it was never cut off")
    deaf.closed()


def test_too_many_connections(server, monkeypatch):
    monkeypatch.setattr(listener, "MOST_CLIENTS", 2)
    server.client("ann")
    server.client("bob")
    assert server.client().closed() == ["ERROR :Closing link: Too many connections"]


# Time


def test_nobody_stays_without_registering(server, monkeypatch):
    monkeypatch.setattr(listener, "REGISTRATION_SECONDS", 0.05)
    stranger = server.client()
    assert stranger.closed() == ["ERROR :Closing link: Registration timed out"]


def test_whoever_does_not_answer_a_ping_is_gone(server, monkeypatch):
    monkeypatch.setattr(listener, "REGISTRATION_SECONDS", 0.2)
    monkeypatch.setattr(listener, "PING_SECONDS", 1.0)
    awake, asleep = server.client("awake", "#uno"), server.client("asleep", "#uno")
    heard = awake.find("PING|QUIT")
    while heard.startswith("PING"):
        awake.send("PONG :uno.localhost")
        heard = awake.find("PING|QUIT")
    assert heard == ":asleep!~asleep@localhost QUIT :Ping timeout"
    assert asleep.closed()[-1] == "ERROR :Closing link: Ping timeout"


def test_nothing_happens_when_nothing_happens(server):
    for nick in ("ann", "bob", "cid"):
        server.client(nick, "#uno").ask()
    before = server.wakes
    threading.Event().wait(1.0)  # not for something, but to see that there is nothing
    assert server.wakes - before <= 2


# The port


def test_the_next_free_port_on_loopback(start):
    server = start()

    async def another() -> tuple[int, list[str]]:
        second = Server({})
        port = await second.start(server.port)
        addresses = [each.getsockname()[0] for each in second.listening.sockets]
        await second.stop()
        return port, addresses

    port, addresses = server.do(another())
    assert server.port < port < server.port + 100
    assert addresses == ["127.0.0.1"]


def test_no_port_at_all(server):
    async def another() -> None:
        await Server({}).start(server.port, 1)

    with pytest.raises(OSError, match="no port from"):
        server.do(another())


def test_the_end_is_announced_and_bounded(start, monkeypatch):
    monkeypatch.setattr(listener, "FAREWELL_SECONDS", 0.2)
    server = start()
    ann = server.client("ann", "#uno")
    stuck = server.client("stuck")
    stuck.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    server.do(server.server.stop())
    assert ann.closed()[-1] == "ERROR :Closing link: The server shuts down"
    with pytest.raises(ConnectionRefusedError):
        Wire(server.port)

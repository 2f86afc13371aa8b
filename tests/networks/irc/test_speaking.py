"""What a channel hears when more is said than may be sent: everything that fits, and no news is ever lost."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from tests.networks.scripted import network
from unobot.chat.people import Venue
from unobot.chat.ports import Say
from unobot.chat.speech.line import Span
from unobot.networks.irc.guard import parse
from unobot.networks.irc.joining import Joining
from unobot.networks.irc.people import People
from unobot.networks.irc.speaking import Speaking

UNO = Venue("irc:test:#uno", "#uno")
WORDS = "and so it goes on for quite a while, as lines about a war with four answers do"


def heard_late(*says: Say) -> list[str]:
    """All that the channel hears of these, with nothing sent until the last one is waiting."""
    sent: list[str] = []

    async def speak() -> None:
        settings, people = network(1), People("test")
        people.me = "unobot"
        message = parse(":unobot!unobot@host JOIN #uno")
        assert message
        people.feed(message)
        connection: Any = SimpleNamespace(send_raw=sent.append, writable=False)
        speaking = Speaking(settings, people, Joining(settings.channels, people), connection)
        for say in says:
            speaking.speak(say)
        connection.writable = True
        speaking.pump()
        speaking.stop()

    asyncio.run(speak())
    return [line.removeprefix("PRIVMSG #uno :") for line in sent]


def move(number: int, words: str = "") -> Say:
    return Say(UNO, (Span(f"move {number} {words}".strip()),), passing=True)


def news(text: str) -> Say:
    return Say(UNO, (Span(text),), news=True)


def test_a_few_moves_that_waited_go_as_one_line() -> None:
    assert heard_late(move(1), move(2), news("UNO!"), move(3)) == ["move 1 move 2 UNO! move 3"]


def test_of_many_moves_the_newest_are_heard() -> None:
    [line] = heard_late(*(move(number, WORDS) for number in range(1, 21)))
    assert line.endswith(f"move 20 {WORDS}") and "move 1 " not in line


def test_no_news_is_lost_between_many_moves() -> None:
    says = [move(number, WORDS) for number in range(1, 21)]
    says[4:4], says[15:15] = [news("ann has one card left!")], [Say(UNO, (Span("dan sits down."),))]
    text = " ".join(heard_late(*says))
    assert text.index("ann has one card left!") < text.index("dan sits down.") < text.index("move 20")

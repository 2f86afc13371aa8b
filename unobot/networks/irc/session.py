"""One connection to one server, from the first line to the last: logging in, joining, hearing, staying.

Made anew for every attempt; `IrcNetwork` (connection.py) makes the attempts. Nothing here knows the game: what people
say goes to the inbox as `Heard`. It is ready, and says `LinkUp`, when every channel is joined (or has refused) and the
server has said who is in it; what people say before that waits until then.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import logging
import ssl
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from unobot.chat.ports import Heard, In, LinkUp
from unobot.config import Network, Server
from unobot.networks.irc import guard
from unobot.networks.irc.guard import Message
from unobot.networks.irc.hearing import Hearing
from unobot.networks.irc.joining import Joining
from unobot.networks.irc.login import Login
from unobot.networks.irc.people import People, User, is_admin
from unobot.networks.irc.speaking import Speaking

log = logging.getLogger("unobot.irc")

USER = "unobot"
QUIT = "QUIT :unobot"
MOST_WAITING = 1000  # messages from people whose account is being asked for


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds. Tests are less patient."""

    connect: float = 30.0
    register: float = 60.0  # from the connection to 001
    ready: float = 20.0  # from 001 to LinkUp, whatever is still missing then
    identify: float = 5.0  # for NickServ
    quiet: float = 90.0  # nothing heard for so long: PING
    deaf: float = 60.0  # and for so long after it: the connection is dead
    rejoin: float = 5.0  # after a kick
    retry: float = 60.0  # a channel that refuses us, a nick that is taken
    quit: float = 2.0
    again: float = 1.0  # the first new attempt; doubling
    again_most: float = 60.0
    lasting: float = 60.0  # a connection that lasted so long was a good one


class Lost(Exception):
    """The connection is no more: a sentence for the log."""


class Session:
    def __init__(
        self, settings: Network, server: Server, people: People, inbox: Callable[[In], None], timing: Timing
    ) -> None:
        self.settings, self.server, self.people, self.inbox, self.timing = settings, server, people, inbox, timing
        people.reset()
        self.loop = asyncio.get_running_loop()
        self.login = Login(settings.sasl)
        self.hearing = Hearing(people)
        self.joining = Joining(settings.channels, people)
        self.connection = guard.new_connection(self._on_connect, self._on_message, self._on_end)
        self.speaking = Speaking(settings, people, self.joining, self.connection)
        self.end: asyncio.Future[None] = self.loop.create_future()
        self.closed = asyncio.Event()
        self.registered_at: float | None = None
        self.ready_at: float | None = None
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.last_heard = self.loop.time()
        self.refs = itertools.count(1)
        self.waiting: deque[tuple[User, Message]] = deque(maxlen=MOST_WAITING)
        self.nicks = self._nicks()

    # Beginning and end

    async def run(self) -> None:
        """Until the connection ends; raises Lost, LoginFailed or OSError."""
        self.people.me = next(self.nicks)
        password = self.settings.password.get_secret_value()
        host, port = self.server
        try:
            async with asyncio.timeout(self.timing.connect):
                tls = tls_context(self.settings) if self.settings.tls else None
                await guard.connect(self.connection, host, port, self.people.me, USER, password, tls)
            self.speaking.count(3)
            self._later("register", self.timing.register, lambda: self.fail(Lost("the server did not let us in")))
            self._watch()
            await self.end
        except asyncio.CancelledError:
            await self._quit()
            raise
        finally:
            for timer in self.timers.values():
                timer.cancel()
            self.speaking.stop()
            self.end.cancel()
            self.connection.drop()

    async def _quit(self) -> None:
        """Say goodbye, within a bounded time."""
        if self.connection.is_connected():
            self.connection.send_raw(QUIT)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.timing.quit):
                    await self.closed.wait()

    def fail(self, error: Exception) -> None:
        if not self.end.done():
            self.end.set_exception(error)

    def _on_connect(self, transport: asyncio.BaseTransport) -> None:
        """Before anything is sent: is it the right server?"""
        pinned = self.settings.tls_fingerprint
        if pinned:
            certificate = transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
            if hashlib.sha256(certificate or b"").hexdigest() != pinned:
                raise ssl.SSLError(f"the certificate of {self.server.host} is not the one in tls_fingerprint")
        for line in self.login.begin():
            self.speaking.now(line)

    def _on_end(self) -> None:
        self.closed.set()
        self.fail(Lost("the connection was lost"))

    # Hearing

    def _on_message(self, message: Message) -> None:
        if self.end.done():
            return
        now = self.last_heard = self.loop.time()
        match message.command:
            case "PING":
                self.speaking.count(1)  # the package has answered it
            case "PRIVMSG":
                self.hearing.feed(message, now)
                self._on_speech(message, now)
            case _:
                self._on_other(message, now)

    def _on_other(self, message: Message, now: float) -> None:
        try:
            lines = self.login.feed(message)
        except Exception as error:
            self.connection.send_raw(QUIT)
            self.fail(error)
            return
        for line in lines:
            self.speaking.now(line)
        self.hearing.feed(message, now)
        self._look_for_our_nick(message)
        self.people.feed(message)
        self._tell_news()
        self._after(message)

    def _on_speech(self, message: Message, now: float) -> None:
        if not self.hearing.is_speech(message, now):
            return
        user = self.people.speaker(message, now, "account-tag" in self.login.caps)
        self._tell_news()
        answer = self.hearing.ctcp_answer(message, now) if message.param(1).startswith("\x01") else None
        if answer:
            self.speaking.order(answer)
        elif self.ready_at is None or (self.joining.asking and not user.known and self.joining.tells_accounts):
            self.waiting.append((user, message))
        else:
            self._heard(user, message)

    def _heard(self, user: User, message: Message) -> None:
        text = self.hearing.text(message)
        if not text or user.bot:
            return
        target = message.param(0)
        private = self.people.is_me(target)
        admin = is_admin(self.settings.admins, user, self.people)
        self.inbox(
            Heard(
                self.people.person(user),
                text,
                None if private else self.people.venue(target),
                admin or (not private and self.people.is_operator(user, target)),
                ref=str(next(self.refs)),  # so that the answer to it is known as such, and goes first
            )
        )

    def _tell_news(self) -> None:
        news, self.people.news = self.people.news, []
        for renamed in news:
            self.speaking.outbox.rename(renamed.old.id, renamed.new.id)
            self.inbox(renamed)

    def _release(self) -> None:
        while self.waiting:
            self._heard(*self.waiting.popleft())

    # Being there

    def _after(self, message: Message) -> None:
        match message.command:
            case "001":
                self._welcome(message)
            case "005":
                self.connection.line_length = self.people.isupport.line_length
            case "376" | "422":
                self._settle()
            case "432" | "433" | "436" | "437" if self.registered_at is None:
                self.people.me = next(self.nicks)
                self.speaking.now(f"NICK {self.people.me}")
            case "900" | "NOTICE" if "identify" in self.timers:
                if message.command == "900" or message.nick.lower() == "nickserv":
                    self._later("identify", 0.0, self._join)
            case "404" | "408":
                self.speaking.again_without_colors(message.param(1))
            case "INVITE":
                self._orders(self.joining.lines([message.param(1)]))
            case "ERROR":
                log.info("%s: %s", self.settings.name, message.param(0))
            case _:
                self._channels(message)

    def _channels(self, message: Message) -> None:
        event, channel = self.joining.feed(message), message.param(0)
        match event:
            case "joined":
                self.speaking.outbox.release(self.people.venue(channel).id)
                self._orders([self.joining.who(channel)] + ([f"MODE {channel}"] if self.ready_at else []))
            case "came":
                self._orders([self.joining.who(channel)])
            case "out":
                self.speaking.outbox.hold(self.people.venue(channel).id)
                self._later(f"rejoin {channel}", self.timing.rejoin, self._join_again)
            case "refused":
                log.warning("%s: %s: %s", self.settings.name, message.param(1), message.params[-1])
                self._later("rejoin", self.timing.retry, self._join_again)
        if event and self.ready_at is None:
            self._perhaps_ready()
        elif event and not self.joining.asking:
            self._release()

    def _orders(self, lines: list[str]) -> None:
        for line in lines:
            self.speaking.order(line)

    def _welcome(self, message: Message) -> None:
        self.registered_at = self.loop.time()
        self._cancel("register")
        self.people.me = message.param(0) or self.people.me
        self._later("settle", self.timing.identify, self._settle)  # for a server without MOTD and without 422
        self._later("ready", self.timing.ready, self._set_ready)

    def _settle(self) -> None:
        """After the greeting: become known, then join."""
        if not self._cancel("settle"):
            return
        bot = self.people.isupport.tokens.get("BOT", "")
        if len(bot) == 1 and bot.isalpha():
            self.speaking.order(f"MODE {self.people.me} +{bot}")
        if not self.people.is_me(self.settings.nick):
            self._later("nick", self.timing.retry, self._regain)
        password = self.settings.nickserv.password.get_secret_value()
        if password and not self.login.logged_in:
            account = self.settings.nickserv.account
            self.speaking.now(f"PRIVMSG NickServ :IDENTIFY {f'{account} ' if account else ''}{password}")
            self._later("identify", self.timing.identify, self._join)  # or as soon as it has answered
        else:
            self._join()

    def _join(self) -> None:
        self._cancel("identify")
        self._orders(self.joining.lines())
        self._perhaps_ready()

    def _join_again(self) -> None:
        lines = self.joining.lines()
        self._orders(lines)
        if lines:
            self._later("rejoin", self.timing.retry, self._join_again)

    def _perhaps_ready(self) -> None:
        if self.joining.settled and "settle" not in self.timers and "identify" not in self.timers:
            self._set_ready()

    def _set_ready(self) -> None:
        if self.ready_at is None:
            self.ready_at = self.loop.time()
            log.info("%s: connected to %s as %s", self.settings.name, self.server.host, self.people.me)
            self.inbox(LinkUp(f"irc:{self.settings.name}", boards=False))
            self._release()
            self._orders([f"MODE {channel.name}" for channel in self.people.channels.values()])

    # Staying there

    def _later(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """One timer of each name; a new one replaces the old."""
        self._cancel(name)
        self.timers[name] = self.loop.call_later(seconds, lambda: None if self.end.done() else call())

    def _cancel(self, name: str) -> bool:
        timer = self.timers.pop(name, None)
        if timer:
            timer.cancel()
        return timer is not None

    def _watch(self) -> None:
        """The watchdog: a quiet server is asked, one that does not answer is left."""
        silent = self.loop.time() - self.last_heard
        left = self.timing.quiet - silent
        if left <= 0 and silent >= self.timing.quiet + self.timing.deaf:
            self.fail(Lost("the server does not answer"))
        elif left <= 0:
            self.speaking.now(f"PING :{USER}")
            self._later("watch", self.timing.deaf + left, self._watch)
        else:
            self._later("watch", left, self._watch)

    # Our nick

    def _nicks(self) -> itertools.chain[str]:
        """The nick that we want, then others like it."""
        nick = self.settings.nick
        numbered = (f"{nick[:7]}{number}" for number in itertools.count(1))
        return itertools.chain([nick, f"{nick}_", f"{nick}__"], numbered)

    def _look_for_our_nick(self, message: Message) -> None:
        """Whoever has it, lets it go: take it."""
        wanted = self.people.fold(message.nick) == self.people.fold(self.settings.nick)
        if message.command in ("QUIT", "NICK") and wanted and not self.people.is_me(message.nick):
            self._later("nick", 0.0, self._regain)

    def _regain(self) -> None:
        if not self.people.is_me(self.settings.nick):
            self.speaking.order(f"NICK {self.settings.nick}")
            self._later("nick", self.timing.retry, self._regain)


def tls_context(settings: Network) -> ssl.SSLContext:
    """Verified against the system's authorities or the given one; a pinned fingerprint alone replaces both."""
    context = ssl.create_default_context(cafile=settings.tls_ca)
    if settings.tls_fingerprint and not settings.tls_ca:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    if settings.tls_certificate:
        context.load_cert_chain(settings.tls_certificate)
    return context

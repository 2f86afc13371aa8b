"""Who is who on one network: accounts, nicks, channels and ranks, as the server tells them. Sans-io.

A person is the services account where the server says one (account-tag, extended-join, account-notify, WHOX), else
the nick under the server's CASEMAPPING. A login (an account becomes known of somebody who had none) and a nick change
are told as `Renamed`, in `news`. What keeps seats with the right person:
- somebody with an account is that account under any nick; taking a nick gives nothing that belongs to an account;
- somebody first seen with an account has not logged in just now: the seat of the nick stays with the nick, unless
  the very same nick, user and host was here before without an account (back after a lost connection, now logged in);
- a logout moves nothing: the seat waits for the account;
- whoever takes a nick that somebody else left (a netsplit, a lost connection) and has not spoken under it moves
  nothing of that nick by changing it again or by logging in;
- `nick_of` names a nick only while it is known to be that person's, so that a hand never goes to whoever took a nick.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from unobot.chat.people import Person, Venue
from unobot.chat.ports import Renamed
from unobot.networks.irc.guard import Message
from unobot.networks.irc.isupport import Isupport

UNSEEN_SECONDS = 60.0  # how long a nick that shares no channel with us is still taken for whoever spoke under it
MOST_STRANGERS = 500  # people who only write privately
MOST_GONE = 2000
WHOX = "%tcuhnfa,152"  # asked of a channel; the answer's parameters: us, 152, channel, user, host, nick, flags, account
NOBODY = ("", "*", "0")
BOT_TAGS = {"bot", "draft/bot", "inspircd.org/bot"}


@dataclass(eq=False, slots=True)
class User:
    nick: str
    user: str = ""
    host: str = ""
    account: str = ""
    known: bool = False  # has the server said whether there is an account?
    bot: bool = False
    channels: set[str] = field(default_factory=set)
    heard_at: float = float("-inf")
    home: str = ""  # the nick they had when they took one that somebody else had left

    @property
    def mask(self) -> str:
        return f"{self.nick}!{self.user}@{self.host}"


@dataclass(eq=False, slots=True)
class Channel:
    name: str
    members: dict[str, set[str]] = field(default_factory=dict)  # folded nick -> mode letters
    modes: set[str] = field(default_factory=set)
    joined: bool = False
    listing: bool = False  # the NAMES reply is coming in


class People:
    def __init__(self, network: str) -> None:
        self.network = network
        self.isupport = Isupport()
        self.me = ""
        self.users: dict[str, User] = {}
        self.channels: dict[str, Channel] = {}
        self.news: list[Renamed] = []
        self._voices: dict[str, str] = {}  # person id -> the folded nick that spoke last
        self._gone: OrderedDict[str, tuple[str, str]] = OrderedDict()  # nicks without an account: user and host

    def reset(self) -> None:
        """The connection is gone, and all that the server said with it."""
        for user in list(self.users.values()):
            self._forget(user)
        self.users.clear()
        self.channels.clear()
        self._voices.clear()
        self.isupport = Isupport()

    # Asking

    def fold(self, name: str) -> str:
        return self.isupport.fold(name)

    def is_me(self, nick: str) -> bool:
        return self.fold(nick) == self.fold(self.me)

    def person(self, user: User) -> Person:
        if user.account:
            return Person(f"irc:{self.network}:account:{user.account.lower()}", user.nick)
        return Person(f"irc:{self.network}:nick:{self.fold(user.nick)}", user.nick)

    def venue(self, channel: str) -> Venue:
        known = self.channels.get(self.fold(channel))
        return Venue(f"irc:{self.network}:{self.fold(channel)}", known.name if known else channel)

    def is_operator(self, user: User, channel: str) -> bool:
        there = self.channels.get(self.fold(channel))
        return bool(there and there.members.get(self.fold(user.nick), set()) & self.isupport.operators)

    def nick_of(self, person: str, now: float) -> str | None:
        """Under which nick this person can be told something now; None where nobody is known to be them."""
        prefix = f"irc:{self.network}:nick:"
        if person.startswith(prefix):
            nick = person.removeprefix(prefix)
            user = self.users.get(nick)
            if user is None:
                return nick  # without an account the nick is the person, whoever has it
            return user.nick if self.person(user).id == person else None
        spoke = self.users.get(self._voices.get(person, ""))
        others = (user for user in self.users.values() if user.account and self.person(user).id == person)
        for user in (spoke, *others) if spoke else others:
            if self.person(user).id == person and (user.channels or now < user.heard_at + UNSEEN_SECONDS):
                return user.nick
        return None

    # Hearing

    def speaker(self, message: Message, now: float, tagged: bool) -> User:
        """Whoever sent this. `tagged`: the account-tag is in force, so that its absence means something too."""
        user = self._seen(message)
        if tagged or "account" in message.tags:
            self._learn(user, message.tags.get("account", ""))
        if not BOT_TAGS.isdisjoint(message.tags):
            user.bot = True
        self._gone.pop(self.fold(user.nick), None)  # the nick is theirs now, whoever had it before
        user.home, user.heard_at = "", now
        self._voices[self.person(user).id] = self.fold(user.nick)
        if not user.channels:
            self._limit_strangers(now)
        return user

    def feed(self, message: Message) -> None:
        """Anything that says who is where."""
        params = message.params
        match message.command, params:
            case "005", _:
                self.isupport.load(params)
            case "JOIN", [name, *rest]:
                self._join(message, name, rest)
            case "PART", [name, *_]:
                self._leave(message.nick, name)
            case "KICK", [name, nick, *_]:
                self._leave(nick, name)
            case "QUIT", _:
                self._quit(message.nick)
            case "NICK", [nick, *_] if message.nick and nick:
                self._renamed(message, nick)
            case "ACCOUNT", [account, *_]:
                self._learn(self._seen(message), account, now_logging_in=True)
            case "CHGHOST", [user, host, *_]:
                seen = self._seen(message)
                seen.user, seen.host = user, host
            case "MODE", [name, modes, *arguments] if self.isupport.is_channel(name):
                self._modes(name, modes, arguments)
            case "324", [_, name, modes, *arguments]:
                self._channel(name).modes.clear()
                self._modes(name, modes, arguments)
            case "353", [_, _, name, *rest]:
                self._names(name, rest[-1].split() if rest else [])
            case "366", [_, name, *_]:
                self._channel(name).listing = False
            case "354", [_, "152", _, user, host, nick, flags, account, *_]:
                self._who(nick, user, host, flags, account)
            case "352", [_, _, user, host, _, nick, flags, *_]:
                self._who(nick, user, host, flags, None)

    def _channel(self, name: str) -> Channel:
        return self.channels.setdefault(self.fold(name), Channel(name))

    def _seen(self, message: Message) -> User:
        return self._user(message.nick, message.user, message.host)

    def _user(self, nick: str, user: str = "", host: str = "") -> User:
        folded = self.fold(nick)
        found = self.users.get(folded)
        if found is None:
            found = self.users[folded] = User(nick)
        found.nick = nick
        if host:
            found.user, found.host = user, host
        return found

    def _borrowed(self, user: User) -> bool:
        """Is the nick one that somebody else left?"""
        left_by = self._gone.get(self.fold(user.nick))
        return left_by is not None and left_by != (user.user, user.host)

    def _brings(self, user: User) -> Person | None:
        """As whom they may move what is theirs."""
        if user.account:
            return self.person(user)
        nick = user.home if self._borrowed(user) else user.nick
        return Person(f"irc:{self.network}:nick:{self.fold(nick)}", nick) if nick else None

    def _join(self, message: Message, name: str, rest: Sequence[str]) -> None:
        channel, user = self._channel(name), self._seen(message)
        if self.is_me(user.nick):
            channel.name, channel.joined = name, True
            channel.members.clear()
        channel.members[self.fold(user.nick)] = set()
        user.channels.add(self.fold(name))
        if len(rest) >= 2:  # extended-join
            self._learn(user, rest[0])
        elif "account" in message.tags:
            self._learn(user, message.tags["account"])

    def _leave(self, nick: str, name: str) -> None:
        key, folded = self.fold(name), self.fold(nick)
        if self.is_me(nick):
            self._left_by_us(key)
            return
        if key in self.channels:
            self.channels[key].members.pop(folded, None)
        user = self.users.get(folded)
        if user:
            user.channels.discard(key)
            if not user.channels:
                self._forget(user)

    def _left_by_us(self, key: str) -> None:
        channel = self.channels.pop(key, None)
        for folded in channel.members if channel else ():
            user = self.users.get(folded)
            if user:
                user.channels.discard(key)
                if not user.channels:
                    self._forget(user)

    def _quit(self, nick: str) -> None:
        user = self.users.get(self.fold(nick))
        if user:
            for key in user.channels:
                if key in self.channels:
                    self.channels[key].members.pop(self.fold(nick), None)
            self._forget(user)

    def _forget(self, user: User) -> None:
        folded = self.fold(user.nick)
        self.users.pop(folded, None)
        self._voices.pop(self.person(user).id, None)
        if not user.account and user.host and not self._borrowed(user):
            self._gone[folded] = (user.user, user.host)
            self._gone.move_to_end(folded)
            while len(self._gone) > MOST_GONE:
                self._gone.popitem(last=False)

    def _renamed(self, message: Message, nick: str) -> None:
        if self.is_me(message.nick):
            self.me = nick
        old, new = self.fold(message.nick), self.fold(nick)
        user = self._seen(message)
        before, spoke = self._brings(user), self._voices.pop(self.person(user).id, None) == old
        if old != new and new in self.users:
            self._quit(nick)  # a ghost: the server would not give the same nick twice
        self.users.pop(old, None)
        user.nick = nick
        self.users[new] = user
        for key in user.channels:
            members = self.channels[key].members if key in self.channels else {}
            members[new] = members.pop(old, set())
        if not user.account and self._borrowed(user):
            user.home = before.name if before else ""
        else:
            user.home = ""
            self._tell(before, self.person(user))
        if spoke:
            self._voices[self.person(user).id] = new

    def _learn(self, user: User, account: str, now_logging_in: bool = False) -> None:
        """The server has said who somebody is."""
        before, had, knew = self._brings(user), user.account, user.known
        user.account, user.known = ("" if account in NOBODY else account), True
        if user.account and not had:
            folded = self.fold(user.nick)
            same = self._gone.get(folded) == (user.user, user.host) and bool(user.host)
            if knew or now_logging_in or same:
                self._gone.pop(folded, None)
                self._tell(before, self.person(user))

    def _tell(self, before: Person | None, after: Person) -> None:
        if before and before != after and not self.is_me(after.name):
            self.news.append(Renamed(before, after))

    def _modes(self, name: str, modes: str, arguments: Iterable[str]) -> None:
        channel, waiting = self._channel(name), list(arguments)
        lists, always, when_set, _ = self.isupport.chanmodes
        ranks = self.isupport.ranks.values()
        adding = True
        for letter in modes:
            if letter in "+-":
                adding = letter == "+"
                continue
            takes_one = letter in lists or letter in always or letter in ranks or (adding and letter in when_set)
            argument = waiting.pop(0) if takes_one and waiting else ""
            if letter in ranks:
                held = channel.members.get(self.fold(argument), set())
                held.add(letter) if adding else held.discard(letter)
            elif letter not in lists:
                channel.modes.add(letter) if adding else channel.modes.discard(letter)

    def _names(self, name: str, entries: Iterable[str]) -> None:
        channel, ranks = self._channel(name), self.isupport.ranks
        if not channel.listing:
            channel.listing = True
            channel.members.clear()
        for entry in entries:
            nick, _, userhost = entry.lstrip("".join(ranks)).partition("!")
            if nick:
                signs = entry[: len(entry) - len(entry.lstrip("".join(ranks)))]
                user, _, host = userhost.partition("@")
                found = self._user(nick, user, host)
                found.channels.add(self.fold(name))
                channel.members[self.fold(nick)] = {ranks[sign] for sign in signs}

    def _who(self, nick: str, user: str, host: str, flags: str, account: str | None) -> None:
        found = self.users.get(self.fold(nick))
        if found is None:
            return  # has left since we asked
        found.user, found.host = user, host
        letter = self.isupport.tokens.get("BOT", "")
        if letter and letter in flags:
            found.bot = True
        if account is not None and not found.known:
            self._learn(found, account)

    def _limit_strangers(self, now: float) -> None:
        if len(self.users) > MOST_STRANGERS:
            strangers = [user for user in self.users.values() if not user.channels]
            if len(strangers) > MOST_STRANGERS:
                for user in sorted(strangers, key=lambda user: user.heard_at)[: MOST_STRANGERS // 2]:
                    self._forget(user)


def is_admin(admins: Iterable[str], user: User, people: People) -> bool:
    """Named in the configuration: an account, or a mask with an @ in which * and ? stand for anything."""
    for admin in admins:
        if "@" in admin:
            pattern = re.escape(people.fold(admin)).replace(r"\*", ".*").replace(r"\?", ".")
            if user.host and re.fullmatch(pattern, people.fold(user.mask), re.DOTALL):
                return True
        elif user.account and user.account.lower() == admin.lower():
            return True
    return False

"""Who is who, line by line: accounts, nicks, ranks, and that nobody gets a seat by taking a nick."""

from __future__ import annotations

import pytest

from unobot.chat.people import Person
from unobot.chat.ports import Renamed
from unobot.networks.irc.guard import parse
from unobot.networks.irc.isupport import Isupport
from unobot.networks.irc.people import People, is_admin


def people(*lines: str, tokens: str = "CASEMAPPING=rfc1459 PREFIX=(qaohv)~&@%+ CHANMODES=b,k,l,imnpst") -> People:
    known = People("net")
    known.me = "unobot"
    feed(known, f":s 005 unobot {tokens} :are supported", ":unobot!u@h JOIN #uno", *lines)
    return known


def feed(known: People, *lines: str) -> list[tuple[str, str]]:
    """The renames that these lines tell, by their ids without what they share."""
    for line in lines:
        message = parse(line)
        assert message
        if message.command == "PRIVMSG":
            known.speaker(message, 0.0, tagged=True)
        else:
            known.feed(message)
    news, known.news = known.news, []
    return [(short(one.old), short(one.new)) for one in news]


def short(person: Person) -> str:
    return f"{person.id.removeprefix('irc:net:')}={person.name}"


def who(known: People, nick: str) -> str:
    return known.person(known.users[known.fold(nick)]).id.removeprefix("irc:net:")


# Names


@pytest.mark.parametrize(
    "mapping, name, folded",
    [
        ("rfc1459", "Ann[]\\^", "ann{}|~"),
        ("rfc1459-strict", "Ann[]\\^", "ann{}|^"),
        ("ascii", "Ann[]\\^Ä", "ann[]\\^Ä"),
        ("rfc8265", "ÄNN", "änn"),
        ("", "Ann[", "ann{"),
    ],
)
def test_case_is_the_servers(mapping: str, name: str, folded: str) -> None:
    isupport = Isupport()
    isupport.load(["unobot", f"CASEMAPPING={mapping}", "are supported"])
    assert isupport.fold(name) == folded


def test_what_a_server_says_of_itself() -> None:
    isupport = Isupport()
    isupport.load(["unobot", "WHOX", "LINELEN=2048", "TARGMAX=JOIN:4,PRIVMSG:", "NETWORK=A\\x20B", "are supported"])
    assert "WHOX" in isupport.tokens
    assert (isupport.line_length, isupport.targets("JOIN"), isupport.targets("PRIVMSG")) == (2048, 4, 20)
    assert isupport.tokens["NETWORK"] == "A B"
    isupport.load(["unobot", "-WHOX", "are supported"])
    assert "WHOX" not in isupport.tokens


@pytest.mark.parametrize("tokens", ["PREFIX=ov", "PREFIX=", "PREFIX=(ov)@", "CHANLIMIT=#", "LINELEN=x", "CHANMODES=b"])
def test_nonsense_counts_as_not_given(tokens: str) -> None:
    isupport = Isupport()
    isupport.load(["unobot", tokens, "are supported"])
    assert isupport.ranks == {"@": "o", "+": "v"}
    assert isupport.line_length == 512
    assert len(isupport.chanmodes) == 4


# Accounts


def test_the_nick_is_the_person_where_there_is_no_account() -> None:
    known = people(":Ann[a]!u@h JOIN #uno")
    assert who(known, "ANN{A}") == "nick:ann{a}"


def test_the_account_where_there_is_one() -> None:
    known = people(":ann!u@h JOIN #uno Alice :Real name", ":bob!u@h JOIN #uno * :Real name", ":cid!u@h JOIN #uno")
    assert [who(known, nick) for nick in ("ann", "bob", "cid")] == ["account:alice", "nick:bob", "nick:cid"]
    feed(known, ":s 354 unobot 152 #uno u h cid H cecil", ":s 354 unobot 152 #uno u h bob H 0")
    assert [who(known, nick) for nick in ("bob", "cid")] == ["nick:bob", "account:cecil"]


def test_logging_in_takes_the_seat_along() -> None:
    known = people(":ann!u@h JOIN #uno * :Real name")
    assert feed(known, ":ann!u@h ACCOUNT Alice") == [("nick:ann=ann", "account:alice=ann")]


def test_logging_in_noticed_by_the_tag() -> None:
    known = people(":ann!u@h JOIN #uno * :x", ":ann!u@h PRIVMSG #uno :hi")
    assert feed(known, "@account=Alice :ann!u@h PRIVMSG #uno :jo") == [("nick:ann=ann", "account:alice=ann")]


def test_logging_out_moves_nothing() -> None:
    known = people(":ann!u@h JOIN #uno Alice :x")
    assert feed(known, ":ann!u@h ACCOUNT *") == []
    assert who(known, "ann") == "nick:ann"
    assert known.nick_of("irc:net:account:alice", 0.0) is None


def test_another_account_is_another_person() -> None:
    known = people(":ann!u@h JOIN #uno Alice :x")
    assert feed(known, ":ann!u@h ACCOUNT mallory") == []
    assert who(known, "ann") == "account:mallory"


def test_a_nick_change_keeps_an_account_and_moves_a_nick() -> None:
    known = people(":ann!u@h JOIN #uno Alice :x", ":bob!u@h JOIN #uno * :x")
    assert feed(known, ":ann!u@h NICK annie") == [("account:alice=ann", "account:alice=annie")]
    assert feed(known, ":bob!u@h NICK Rob") == [("nick:bob=bob", "nick:rob=Rob")]
    assert feed(known, ":Rob!u@h NICK ROB") == [("nick:rob=Rob", "nick:rob=ROB")]


def test_two_people_swap_nicks() -> None:
    known = people(":ann!u@h JOIN #uno * :x", ":bob!u@h JOIN #uno * :x", "@x :ann!u@h PRIVMSG #uno :hi")
    moves = feed(known, ":ann!u@h NICK t", ":bob!u@h NICK ann", ":t!u@h NICK bob")
    assert moves == [("nick:ann=ann", "nick:t=t"), ("nick:bob=bob", "nick:ann=ann"), ("nick:t=t", "nick:bob=bob")]


def test_two_accounts_swap_nicks() -> None:
    known = people(":ann!u@h JOIN #uno a :x", ":bob!u@h JOIN #uno b :x")
    feed(known, ":ann!u@h NICK t", ":bob!u@h NICK ann", ":t!u@h NICK bob")
    assert (who(known, "bob"), who(known, "ann")) == ("account:a", "account:b")
    assert known.nick_of("irc:net:account:a", 0.0) == "bob"


def test_taking_a_nick_takes_no_seat_from_an_account() -> None:
    known = people(":ann!u@h JOIN #uno Alice :x")
    assert feed(known, ":ann!u@h QUIT :gone", ":ann!evil@evil JOIN #uno * :x") == []
    assert who(known, "ann") == "nick:ann"
    assert known.nick_of("irc:net:account:alice", 0.0) is None


def test_an_account_takes_no_seat_from_a_nick_by_coming_along() -> None:
    known = people(":ann!u@h JOIN #uno * :x")
    assert feed(known, ":ann!u@h QUIT :gone", ":ann!evil@evil JOIN #uno mallory :x") == []
    assert feed(known, ":mal!evil@evil JOIN #uno mallory2 :x", ":ann!evil@evil PART #uno") == []
    assert feed(known, ":mal!evil@evil NICK ann") == [("account:mallory2=mal", "account:mallory2=ann")]


def test_the_same_person_comes_back_logged_in() -> None:
    known = people(":ann!u@h JOIN #uno * :x")
    moves = feed(known, ":ann!u@h QUIT :ping timeout", ":ann!u@h JOIN #uno Alice :x")
    assert moves == [("nick:ann=ann", "account:alice=ann")]


def test_the_same_after_our_own_connection_was_lost() -> None:
    known = people(":ann!u@h JOIN #uno", ":bob!u@h JOIN #uno")
    known.reset()
    feed(known, ":unobot!u@h JOIN #uno", ":s 353 unobot = #uno :@ann bob unobot", ":s 366 unobot #uno :end")
    moves = feed(known, ":s 354 unobot 152 #uno u h ann H@ Alice", ":s 354 unobot 152 #uno x elsewhere bob H Bert")
    assert moves == [("nick:ann=ann", "account:alice=ann")]


def test_a_ghost_is_not_the_one_who_returns() -> None:
    known = people(":ann!u@h JOIN #uno", ":ann_!u@h2 JOIN #uno")
    assert feed(known, ":ann!u@h QUIT :killed", ":ann_!u@h2 NICK ann") == []
    assert who(known, "ann") == "nick:ann"


def test_a_nick_that_somebody_left_is_only_borrowed() -> None:
    known = people(":ann!u@h JOIN #uno", ":oz!e@e JOIN #uno", ":ann!u@h PRIVMSG #uno :jo", ":ann!u@h QUIT :split")
    assert feed(known, ":oz!e@e NICK ann", ":ann!e@e NICK oz") == []
    assert feed(known, ":oz!e@e NICK ann", ":ann!e@e NICK zoe") == [("nick:oz=oz", "nick:zoe=zoe")]
    assert feed(known, ":zoe!e@e NICK ann", ":ann!e@e ACCOUNT oz") == [("nick:zoe=zoe", "account:oz=ann")]
    assert feed(known, ":ann!e@e NICK oz", ":ann!u@h JOIN #uno", ":ann!u@h NICK annie")[-1:] == [
        ("nick:ann=ann", "nick:annie=annie")
    ]


def test_who_speaks_under_a_nick_that_somebody_left_is_that_person() -> None:
    known = people(":ann!u@h JOIN #uno", ":ann!u@h QUIT :x", ":ann!u@elsewhere JOIN #uno")
    assert feed(known, ":ann!u@elsewhere NICK a1", ":a1!u@elsewhere NICK ann") == []
    moves = feed(known, ":ann!u@elsewhere PRIVMSG #uno :ca", ":ann!u@elsewhere NICK a1")
    assert moves == [("nick:ann=ann", "nick:a1=a1")]


# To whom a hand goes


def test_a_hand_goes_to_the_nick_that_spoke_last() -> None:
    known = people(":ann!u@h JOIN #uno Alice :x", ":phone!u@h JOIN #uno Alice :x")
    feed(known, "@account=Alice :phone!u@h PRIVMSG #uno :jo")
    assert known.nick_of("irc:net:account:alice", 0.0) == "phone"
    feed(known, ":phone!u@h QUIT :x")
    assert known.nick_of("irc:net:account:alice", 0.0) == "ann"


def test_no_hand_goes_to_somebody_with_an_account_of_their_own() -> None:
    known = people(":ann!u@h JOIN #uno")
    assert known.nick_of("irc:net:nick:ann", 0.0) == "ann"
    feed(known, ":ann!u@h QUIT :x", ":ann!e@e JOIN #uno mallory :x")
    assert known.nick_of("irc:net:nick:ann", 0.0) is None


def test_somebody_unseen_is_known_for_a_minute() -> None:
    known = people()
    feed(known, "@account=Alice :ann!u@h PRIVMSG unobot :ca")
    assert known.nick_of("irc:net:account:alice", 59.0) == "ann"
    assert known.nick_of("irc:net:account:alice", 61.0) is None


def test_strangers_are_forgotten() -> None:
    known = people()
    for number in range(5000):
        feed(known, f":n{number}!u@h PRIVMSG unobot :hi")
    assert len(known.users) < 1000


# Ranks


@pytest.mark.parametrize("rank, is_op", [("~", True), ("&", True), ("@", True), ("%", False), ("+", False)])
def test_operators_and_above(rank: str, is_op: bool) -> None:
    known = people(f":s 353 unobot = #uno :{rank}ann unobot", ":s 366 unobot #uno :end")
    assert known.is_operator(known.users["ann"], "#UNO") is is_op


def test_ranks_come_and_go() -> None:
    known = people(":s 353 unobot = #uno :ann bob unobot", ":s 366 unobot #uno :end")
    feed(known, ":x!u@h MODE #uno +bkov *!*@* key ann bob")
    assert known.is_operator(known.users["ann"], "#uno")
    assert not known.is_operator(known.users["bob"], "#uno")
    feed(known, ":ann!u@h NICK annie", ":x!u@h MODE #uno +l-k+i 10 key")
    assert known.is_operator(known.users["annie"], "#uno")
    feed(known, ":x!u@h MODE #uno -o+o annie bob")
    assert not known.is_operator(known.users["annie"], "#uno")
    assert known.is_operator(known.users["bob"], "#uno")
    feed(known, ":bob!u@h PART #uno", ":bob!u@h JOIN #uno")
    assert not known.is_operator(known.users["bob"], "#uno")


def test_several_signs_and_hosts_in_names() -> None:
    known = people(":s 353 unobot = #uno :@+ann!u@h.x +bob unobot", ":s 366 unobot #uno :end")
    assert known.channels["#uno"].members["ann"] == {"o", "v"}
    assert known.users["ann"].mask == "ann!u@h.x"


def test_modes_of_a_channel() -> None:
    known = people(":s 324 unobot #uno +ntc", ":x!u@h MODE #uno +S-n")
    assert known.channels["#uno"].modes == {"t", "c", "S"}


def test_bots() -> None:
    known = people(":a!u@h JOIN #uno", ":b!u@h JOIN #uno", tokens="BOT=B WHOX")
    feed(known, ":s 354 unobot 152 #uno u h a HB 0", "@bot :b!u@h PRIVMSG #uno :hi")
    assert known.users["a"].bot and known.users["b"].bot


def test_admins_of_the_configuration() -> None:
    known = people(":ann!u@h.example JOIN #uno Alice :x", ":[b]!u@evil.example JOIN #uno * :x")
    ann, bob = known.users["ann"], known.users["{b}"]
    assert is_admin(["ALICE"], ann, known)
    assert is_admin(["*!*@h.example"], ann, known)
    assert is_admin(["{B}!?@*.example"], bob, known)
    assert not is_admin(["alice", "*!*@h.example", "a*!u@*", "h.example@x"], bob, known)
    assert not is_admin(["bob"], bob, known), "an account, not a nick"


def test_renamed_is_what_the_hall_is_told() -> None:
    known = people(":bob!u@h JOIN #uno")
    message = parse(":bob!u@h NICK rob")
    assert message
    known.feed(message)
    assert known.news == [Renamed(Person("irc:net:nick:bob", "bob"), Person("irc:net:nick:rob", "rob"))]

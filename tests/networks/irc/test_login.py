"""Capabilities and SASL, line by line: fail-closed where it is required, and SCRAM against scramp's own server half."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

import pytest
from scramp import ScramMechanism

from unobot.config import Sasl
from unobot.networks.irc.guard import parse
from unobot.networks.irc.login import CHUNK, Login, LoginFailed, chunks


def sasl(mechanism: str = "plain", required: bool = True, password: str = "pass word") -> Sasl:
    return Sasl.model_validate(
        {"mechanism": mechanism, "account": "unobot", "password": password, "required": required}
    )


def fed(login: Login, *lines: str) -> list[str]:
    """What it sends in answer to these."""
    sent = []
    for line in lines:
        message = parse(line)
        assert message
        sent += login.feed(message)
    return sent


OFFER = ":s CAP * LS :multi-prefix sasl=PLAIN,EXTERNAL,SCRAM-SHA-256 account-tag away-notify"
AGREE = ":s CAP * ACK :account-tag multi-prefix sasl"


def begun(settings: Sasl) -> Login:
    login = Login(settings)
    assert login.begin() == ["CAP LS 302"]
    assert fed(login, OFFER) == ["CAP REQ :account-tag multi-prefix sasl"]
    assert fed(login, AGREE) == [f"AUTHENTICATE {settings.mechanism.upper()}"]
    return login


def test_asks_only_for_what_it_uses() -> None:
    login = Login(None)
    assert fed(login, OFFER) == ["CAP REQ :account-tag multi-prefix"]
    assert fed(login, ":s CAP * ACK :account-tag multi-prefix") == ["CAP END"]
    assert login.caps == {"account-tag", "multi-prefix"}


def test_a_list_of_several_lines() -> None:
    login = Login(None)
    assert fed(login, ":s CAP * LS * :multi-prefix", ":s CAP * LS :chghost") == ["CAP REQ :chghost multi-prefix"]


def test_one_that_is_refused_does_not_cost_the_others() -> None:
    login = Login(None)
    fed(login, OFFER)
    assert fed(login, ":s CAP * NAK :account-tag multi-prefix") == ["CAP REQ :account-tag", "CAP REQ :multi-prefix"]
    assert fed(login, ":s CAP * NAK :account-tag", ":s CAP * ACK :multi-prefix") == ["CAP END"]
    assert login.caps == {"multi-prefix"}


def test_nothing_offered() -> None:
    assert fed(Login(None), ":s CAP * LS :") == ["CAP END"]


def test_new_ones_come_and_go() -> None:
    login = Login(None)
    fed(login, ":s CAP * LS :", ":s 001 unobot :hi")
    assert fed(login, ":s CAP unobot NEW :account-tag sasl") == ["CAP REQ :account-tag"]
    assert fed(login, ":s CAP unobot ACK :account-tag") == []
    assert login.caps == {"account-tag"}
    fed(login, ":s CAP unobot DEL :account-tag")
    assert login.caps == set()


def test_plain() -> None:
    login = begun(sasl())
    [answer] = fed(login, "AUTHENTICATE +")
    assert b64decode(answer.removeprefix("AUTHENTICATE ")) == b"\0unobot\0pass word"
    assert fed(login, ":s 900 unobot unobot!u@h unobot :in", ":s 903 unobot :ok") == ["CAP END"]
    assert login.logged_in and login.account == "unobot"


def test_external() -> None:
    login = begun(sasl("external"))
    assert fed(login, "AUTHENTICATE :+") == ["AUTHENTICATE " + b64encode(b"unobot").decode()]
    assert fed(login, ":s 903 unobot :ok") == ["CAP END"]


def scram(password: str = "pass word") -> tuple[Login, Any]:
    mechanism = ScramMechanism("SCRAM-SHA-256")
    known = mechanism.make_auth_info("pass word", iteration_count=4096)
    login = begun(sasl("scram-sha-256", password=password))
    return login, mechanism.make_server(lambda user: known if user == "unobot" else None)


def payload(lines: list[str]) -> str:
    return b64decode("".join(line.removeprefix("AUTHENTICATE ").removeprefix("+") for line in lines)).decode()


def challenge(text: str) -> str:
    return "AUTHENTICATE " + b64encode(text.encode()).decode()


def test_scram() -> None:
    login, server = scram()
    server.set_client_first(payload(fed(login, "AUTHENTICATE +")))
    server.set_client_final(payload(fed(login, challenge(server.get_server_first()))))
    assert fed(login, challenge(server.get_server_final())) == ["AUTHENTICATE +"]
    assert fed(login, ":s 903 unobot :ok") == ["CAP END"]


def test_scram_with_a_wrong_password() -> None:
    login, server = scram("wrong")
    server.set_client_first(payload(fed(login, "AUTHENTICATE +")))
    final = payload(fed(login, challenge(server.get_server_first())))
    with pytest.raises(Exception, match=r"not match|proof|invalid|authentication"):
        server.set_client_final(final)
    with pytest.raises(LoginFailed):
        fed(login, ":s 904 unobot :no")


def test_scram_with_a_server_that_does_not_know_the_password() -> None:
    login, server = scram()
    server.set_client_first(payload(fed(login, "AUTHENTICATE +")))
    fed(login, challenge(server.get_server_first()))
    with pytest.raises(LoginFailed, match="did not prove"):
        fed(login, ":s 903 unobot :ok")


def test_scram_with_a_false_proof() -> None:
    login, server = scram()
    server.set_client_first(payload(fed(login, "AUTHENTICATE +")))
    fed(login, challenge(server.get_server_first()))
    with pytest.raises(LoginFailed, match="SCRAM"):
        fed(login, challenge("v=" + b64encode(b"x" * 32).decode()))


def test_scram_with_endless_rounds() -> None:
    login, server = scram()
    server.set_client_first(payload(fed(login, "AUTHENTICATE +")))
    first = server.get_server_first().replace("i=4096", "i=9000000")
    with pytest.raises(LoginFailed, match="rounds"):
        fed(login, challenge(first))


@pytest.mark.parametrize(
    "lines",
    [
        [":s CAP * LS :multi-prefix", ":s CAP * ACK :multi-prefix"],
        [":s CAP * LS :"],
        [":s CAP * LS :sasl=EXTERNAL", ":s CAP * ACK :sasl"],
        [OFFER, ":s CAP * NAK :account-tag multi-prefix sasl", ":s CAP * NAK :account-tag",
         ":s CAP * NAK :multi-prefix", ":s CAP * NAK :sasl"],
        [OFFER, AGREE, ":s 904 * :no"],
        [OFFER, AGREE, "AUTHENTICATE +", ":s 902 * :locked"],
        [OFFER, AGREE, "AUTHENTICATE +", ":s 905 * :too long"],
        [OFFER, AGREE, "AUTHENTICATE +", ":s 906 * :aborted"],
        [OFFER, AGREE, ":s 908 * EXTERNAL :are available"],
        [OFFER, AGREE, "AUTHENTICATE !not-base64!"],
        [":s 421 * CAP :Unknown command", ":s 001 unobot :hi"],
        [OFFER, ":s 001 unobot :hi"],
        [OFFER, AGREE, "AUTHENTICATE +", ":s 001 unobot :hi"],
    ],
)  # fmt: skip
def test_required_means_required(lines: list[str]) -> None:
    login = Login(sasl())
    sent = [fed(login, line) for line in lines[:-1]]
    with pytest.raises(LoginFailed):
        fed(login, lines[-1])
    assert ["CAP END"] not in sent
    assert not login.logged_in


@pytest.mark.parametrize(
    "lines", [[":s CAP * LS :"], [":s CAP * LS :sasl=EXTERNAL", ":s CAP * ACK :sasl"], [OFFER, AGREE, ":s 904 * :no"]]
)
def test_not_required_goes_on_without(lines: list[str]) -> None:
    login = Login(sasl(required=False))
    assert fed(login, *lines)[-1] == "CAP END"
    assert not login.logged_in


def test_services_that_come_later() -> None:
    login = Login(sasl(required=False))
    assert fed(login, ":s CAP * LS :", ":s 001 unobot :hi") == ["CAP END"]
    assert fed(login, ":s CAP unobot NEW :sasl=PLAIN") == ["CAP REQ :sasl"]
    assert fed(login, ":s CAP unobot ACK :sasl") == ["AUTHENTICATE PLAIN"]
    assert fed(login, "AUTHENTICATE +", ":s 903 unobot :ok")[-1].startswith("AUTHENTICATE ")
    assert login.logged_in


def test_no_password_is_shown() -> None:
    assert "pass word" not in repr(vars(Login(sasl())))


@pytest.mark.parametrize("size", [0, 1, 299, 300, 301, 600, 1000])
def test_long_answers_go_in_pieces(size: int) -> None:
    lines = [line.removeprefix("AUTHENTICATE ") for line in chunks(b"x" * size)]
    assert all(len(line) <= CHUNK for line in lines)
    assert b64decode("".join(lines).replace("+", "")) == b"x" * size
    assert len(lines[-1]) < CHUNK

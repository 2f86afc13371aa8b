"""/uno …: every command of the table, what its boxes offer, and the form in which an admin changes a rule."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import cache
from typing import Any

import discord
import pytest
from simcord.actors import _dispatch_actor_interaction
from simcord.enums import InteractionType

from tests.networks.discord.sim import ANN, Shown, Sim, codes, simulated, tell
from unobot.chat.commands import AROUND, COMPACT, MOVES, Slash
from unobot.chat.hall import Hall
from unobot.chat.people import Person, Venue
from unobot.chat.ports import Effects, Heard, LinkUp, Out, Say, ShowHand, Tell
from unobot.chat.ruling import PREFS
from unobot.chat.speech import english as say
from unobot.chat.speech.hands import hand_line
from unobot.chat.speech.line import fill
from unobot.engine.rules import OPTIONS, PRESETS
from unobot.networks.discord import client as client_module
from unobot.networks.discord import slash as slash_module
from unobot.networks.discord.paint import pages, paint
from unobot.networks.discord.slash import SETTABLE
from unobot.players import PLAYERS
from unobot.store import Store

COMMANDS: dict[str, tuple[str, Slash]] = {
    slash.path: (slash.about or command.summary, slash)
    for command in (*MOVES, *COMPACT, *AROUND)
    for slash in command.slash
}
SUBCOMMAND, GROUP, STRING, INTEGER, USER = 1, 2, 3, 4, 6


# The tree


@cache
def tree() -> dict[str, Any]:
    """`/uno` as Discord has it after a start."""

    async def synced() -> dict[str, Any]:
        async with simulated() as sim:
            found = sim.env.backend.find_command("uno", None, type=1)
            assert found is not None
            return found

    return asyncio.run(synced())


def leaf(path: str) -> dict[str, Any]:
    node = tree()
    for name in path.split():
        node = next(option for option in node["options"] if option["name"] == name)
    assert node["type"] == SUBCOMMAND
    return node


def option(path: str, name: str) -> dict[str, Any]:
    return next(one for one in leaf(path)["options"] if one["name"] == name)


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_stands_in_the_tree_as_the_table_has_it(path):
    summary, slash = COMMANDS[path]
    node = leaf(path)
    assert node["description"] == summary[:100]
    takes = [one for one in slash.takes if path != "admin set" or one.kind == "option"]  # the value is asked in a form
    assert [(one["name"], one.get("required", False)) for one in node.get("options", [])] == [
        (parameter.name, parameter.required) for parameter in takes
    ]
    assert all(one["description"] for one in node.get("options", []))


def test_nothing_else_is_in_the_tree_and_no_list_is_too_long():
    def paths(node: dict[str, Any], above: str = "") -> list[str]:
        assert len(node.get("options", [])) <= 25
        if node["type"] == SUBCOMMAND:
            assert all(len(one.get("choices", [])) <= 25 for one in node.get("options", []))
            return [above.strip()]
        return [path for one in node["options"] for path in paths(one, f"{above} {one['name']}")]

    root = tree()
    assert sorted(path for one in root["options"] for path in paths(one, one["name"])) == sorted(COMMANDS)
    assert {"play", "pick", "pass", "hand", "status", "help"} <= COMMANDS.keys()
    assert root["contexts"] == [0, 1] and root["integration_types"] == [0]


@pytest.mark.parametrize(
    "path, name, words",
    [
        ("open", "preset", tuple(PRESETS)),
        ("show rules", "preset", tuple(PRESETS)),
        ("open", "mode", ("casual", "sandbox")),
        ("table bot", "level", tuple(PLAYERS)),
        ("records top", "sort", ("points", "wins", "average", "rating")),
        ("color", "color", ("r", "g", "b", "y")),
        ("my notify", "switch", ("on", "off")),
        ("help", "topic", ("commands", "cards", "rules", "scoring", "admin")),
        ("my prefs", "key", tuple(PREFS)),
    ],
)
def test_known_words_are_choices(path, name, words):
    assert sorted(choice["value"] for choice in option(path, name)["choices"]) == sorted(words)


@pytest.mark.parametrize(
    "path, name, kind",
    [
        ("catch", "player", USER),
        ("table drop", "player", USER),
        ("table replace", "old", USER),
        ("table replace", "new", USER),
        ("table transfer", "player", USER),
        ("records stats", "player", USER),
        ("records top", "number", INTEGER),
        ("records replay", "game", INTEGER),
        ("play", "card", STRING),
    ],
)
def test_people_are_members_and_numbers_are_numbers(path, name, kind):
    assert option(path, name)["type"] == kind


# The same as typing


class Twin:
    """Another hall that hears what is typed instead, and says what it would answer."""

    def __init__(self, sim: Sim) -> None:
        self.sim = sim
        self.store = Store.open(sim.path.parent / "twin.db")
        self.hall = Hall(sim.hall_settings(), self.store, lambda: sim._new_secret(self.hall))
        self.hall.handle(LinkUp("discord"), sim.now())

    def types(self, who: str, text: str, admin: bool) -> str:
        sim = self.sim
        person = Person(f"discord:{sim.people[who].id}", who)
        venue = Venue(sim.venue(), "#uno")
        effects = self.hall.handle(Heard(person, text, venue, admin), sim.now())
        self.store.write(effects.records, sim.now())
        return answer_of(effects.outs, person)


def answer_of(outs: list[Out], person: Person) -> str:
    """What goes back to somebody: what they are told, their hand, or else what the channel hears."""
    private = [out for out in outs if isinstance(out, Tell | ShowHand) and out.person.id == person.id]
    hands = [paint(hand_line(out.hand)) for out in private if isinstance(out, ShowHand)][-1:]
    tells = [
        "".join(span.text for span in out.line) if out.raw else paint(out.line)
        for out in private
        if isinstance(out, Tell)
    ]
    says = [paint(out.line) for out in outs if isinstance(out, Say)]
    if hands:
        return hands[0]
    return pages(tells)[0] if tells else "\n".join(says)


# Who gives which slash command, and what they would have typed; the position is arranged where a row says so.
ROWS: list[tuple[str, str, dict[str, Any], str]] = [
    ("ann", "help", {}, "!uno help"),
    ("ann", "help", {"topic": "cards"}, "!uno help cards"),
    ("ann", "help", {"topic": "commands"}, "!uno help commands"),
    ("ann", "show tables", {}, "!uno tables"),
    ("ann", "pick", {}, "pe!"),  # there is no table
    ("bob", "my notify", {"switch": "on"}, "!uno notify on"),
    ("ann", "open", {"mode": "casual", "preset": "classic"}, "!uno casual classic"),
    ("ann", "table stop", {}, "!uno stop"),
    ("ann", "open", {"mode": "casual"}, "!uno casual"),
    ("ann", "open", {}, "!uno"),  # refused: there is one
    ("bob", "join", {"word": "lucky"}, "jo lucky"),
    ("bob", "join", {}, "jo"),  # refused
    ("bob", "deal", {}, "deal"),  # refused
    ("ann", "table bot", {"level": "easy", "name": "Ada"}, "!uno bot easy Ada"),
    ("ann", "table unbot", {"name": "Ada"}, "!uno bot off Ada"),
    ("cid", "join", {}, "jo"),
    ("cid", "leave", {}, "!uno leave"),
    ("cid", "join", {}, "jo"),
    ("ann", "table drop", {"player": "cid"}, "!uno drop cid"),
    ("ann", "table transfer", {"player": "bob"}, "!uno transfer bob"),
    ("bob", "table transfer", {"player": "ann"}, "!uno transfer ann"),
    ("ann", "show rules", {}, "!uno rules"),
    ("ann", "show rules", {"preset": "seven-zero"}, "!uno rules seven-zero"),
    ("ann", "show turn", {}, "tu"),  # no round is on
    ("ann", "status", {}, "us"),
    ("cid", "status", {}, "us"),
    ("ann", "deal", {}, "deal"),
    ("ann", "hand", {}, "ca"),
    ("bob", "hand", {}, "ca"),
    ("cid", "hand", {}, "ca!"),
    ("ann", "show top", {}, "cd"),
    ("ann", "show counts", {}, "ct"),
    ("ann", "show turn", {}, "tu"),
    ("ann", "show order", {}, "od"),
    ("ann", "show time", {}, "ti"),
    ("ann", "show stock", {}, "st"),
    ("ann", "status", {}, "us"),
    ("bob", "status", {}, "us"),
    ("ann", "why", {"card": "wr"}, "!uno why wr"),
    ("bob", "hint", {}, "!uno hint"),
    ("ann", "call", {}, "un"),  # refused: it is automatic
    ("ann", "challenge", {}, "ch"),  # refused
    ("ann", "color", {"color": "r"}, "co r"),  # refused
    ("ann", "catch", {"player": "bob"}, "ct bob"),  # refused
    ("bob", "play", {"card": "y9y9"}, "pl y9y9"),  # refused
    ("bob", "pick", {}, "pe"),
    ("bob", "pass", {}, "pa"),
    ("ann", "table pause", {}, "!uno pause"),
    ("ann", "table resume", {}, "!uno resume"),
    ("ann", "table replace", {"old": "bob", "new": "cid"}, "!uno replace bob cid"),
    ("bob", "table stop", {}, "!uno stop"),  # a vote
    ("bob", "my prefs", {"key": "sort", "value": "figure"}, "!uno prefs sort figure"),
    ("bob", "my prefs", {}, "!uno prefs"),
    ("ann", "records top", {"number": 3, "sort": "wins"}, "!uno top 3 wins"),
    ("ann", "records stats", {"player": "bob"}, "!uno stats bob"),
    ("ann", "records stats", {}, "!uno stats"),
    ("ann", "records channel", {}, "!uno channel"),
    ("ann", "records history", {}, "!uno history"),
    ("ann", "records replay", {"game": 1}, "!uno replay 1"),
    ("ann", "records verify", {"game": 1}, "!uno verify 1"),
    ("ann", "admin unset", {"option": "jump_in"}, "!uno unset jump_in"),  # refused
    ("eve", "admin unset", {"option": "jump_in"}, "!uno unset jump_in"),
]  # fmt: skip


def test_every_command_has_a_row():
    assert {path for _, path, _, _ in ROWS} | {"admin set"} == COMMANDS.keys()


def test_a_slash_command_is_answered_as_the_text_would_be():
    async def script(sim: Sim) -> None:
        role = sim.guild.create_role("keepers", permissions=discord.Permissions(manage_channels=True))
        sim.person("eve", roles=[role])
        twin = Twin(sim)
        different = {}
        for number, (who, path, given, text) in enumerate(ROWS):
            people = {key: sim.people.get(value, value) for key, value in given.items()}
            got = await sim.slash(who, path, **people)
            assert got is not None and got.ephemeral, path
            if text.endswith("!"):  # a compact command where it is not live: typed, it would be talk
                wanted = say.NO_TABLE if sim.table() is None else say.NOT_SEATED
            else:
                wanted = twin.types(who, text, admin=who == "eve")
            if not (wanted and wanted in got.text):
                different[f"{number} {path} {given}"] = (wanted, got.text)
        twin.store.close()
        assert different == {}
        assert sim.table() is not None and sim.table().game is not None  # type: ignore[union-attr]

    tell(script, options={"tables_per_hour": 100})


def test_a_whole_turn_by_slash():
    """What could only be refused above: a play, a wild in two steps, a challenge, a call and a catch."""

    async def script(sim: Sim) -> None:
        await sim.deal("!uno one-round", "bob", "cid")
        await sim.arrange(top="r1", ann="r5 w wd4 b1", bob="g1 g2 g3", cid="y1 y2 y3 y4", on_turn="ann")
        left = await sim.slash("ann", "play", card="r5")
        assert codes(left.held) == ["b1", "w", "wd4"] and "ann plays **r5**" in sim.board().text
        await sim.arrange(top="r1", ann="w wd4 b1 b2", bob="g1 g2 g3", cid="y1 y2 y3 y4", on_turn="ann")
        assert "Name a colour" in (await sim.slash("ann", "play", card="w")).text
        assert "names **green**" in (await sim.slash("ann", "color", color="g")).text
        await sim.arrange(top="r1", ann="wd4 b1 b2", bob="g1 g2 g3", cid="y1 y2 y3 y4", on_turn="ann")
        await sim.slash("ann", "play", card="wd4g")
        mine = await sim.slash("bob", "challenge")
        assert len(codes(mine.held)) == len(sim.cards("bob")) == 9
        assert sim.messages(ephemeral=True)[-1].text == "ann held **b1** **b2** **wd4**."
        await sim.arrange(top="r1", ann="r2 b1", bob="g1 g2 g3", cid="y1 y2 y3 y4", on_turn="ann")
        await sim.slash("ann", "play", card="r2")
        assert "catches" in (await sim.slash("cid", "catch", player=sim.people["ann"])).text
        await sim.arrange(top="r1", ann="r2 b1", bob="g1 g2 g3", cid="y1 y2 y3 y4", on_turn="ann")
        await sim.slash("ann", "play", card="r2")
        assert "calls UNO" in (await sim.slash("ann", "call")).text

    tell(script)


def test_slash_commands_work_in_private_for_the_one_table():
    async def script(sim: Sim) -> None:
        await sim.deal()
        got = sim.answer(await sim.people["ann"].user.slash("uno hand"))
        assert sorted(codes(got.held)) == sorted(sim.cards("ann"))
        told = sim.answer(await sim.people["cid"].user.slash("uno hand"))
        assert told.text == say.NOT_AT_TABLE
        who = sim.on_turn
        await sim.people[who].user.slash("uno pick")
        assert len(sim.cards(who)) == 8

    tell(script)


# What the boxes offer


async def offered(sim: Sim, who: str, path: str, name: str, typed: str = "", **filled: Any) -> list[str]:
    choices = await sim.people[who].autocomplete(sim.uno, f"uno {path}", name, typed, **filled)
    assert len(choices) <= 25
    return [choice["value"] for choice in choices]


def test_play_offers_ones_own_cards_the_playable_ones_first():
    async def script(sim: Sim) -> None:
        assert await offered(sim, "ann", "play", "card") == []
        await sim.deal()
        await sim.arrange(top="r1", ann="b2 r5 r5 g7 y9", bob="g1 bs b8", on_turn="ann")
        plays = await offered(sim, "ann", "play", "card")
        assert plays == ["r5", "r5r5", "g7", "b2", "y9"]
        assert await offered(sim, "ann", "play", "card", "R5R") == ["r5r5"]
        assert await offered(sim, "ann", "play", "card", "9") == ["y9"]
        assert await offered(sim, "ann", "why", "card", "b") == ["b2"]
        assert set(await offered(sim, "bob", "play", "card")) == {"g1", "bs", "b8"}
        assert await offered(sim, "cid", "play", "card") == []  # a stranger
        await sim.slash("ann", "play", card=plays[1])
        assert "ann plays **r5r5**" in sim.board().text

    tell(script)


def test_play_offers_wilds_with_colours_and_partners_by_name():
    async def script(sim: Sim) -> None:
        await sim.deal("!uno seven-zero", "bob", "cid")
        await sim.arrange(top="r1", ann="r7 w y9 y9", bob="g1 g2", cid="g3 g4", on_turn="ann")
        choices = await sim.people["ann"].autocomplete(sim.uno, "uno play", "card", "")
        shown = {choice["name"]: choice["value"] for choice in choices}
        assert {"wr", "wg", "wb", "wy"} <= shown.keys()
        assert shown["r7 bob"] == "r7 #2" and shown["r7 cid"] == "r7 #3"
        await sim.slash("ann", "play", card=shown["r7 cid"])
        assert sorted(sim.cards("ann")) == ["g3", "g4"]

    tell(script)


def test_play_does_not_offer_what_has_been_played():
    async def script(sim: Sim) -> None:
        await sim.deal()
        await sim.arrange(top="r1", ann="r5 g7 y9", bob="g1 bs b8", on_turn="ann")
        await sim.slash("ann", "play", card="r5")
        assert "r5" not in await offered(sim, "ann", "play", "card")
        assert set(await offered(sim, "ann", "play", "card")) == {"g7", "y9"}

    tell(script)


def test_no_cards_are_offered_when_the_round_is_over():
    async def script(sim: Sim) -> None:
        await sim.deal()
        await sim.slash("ann", "table stop")
        assert await offered(sim, "ann", "play", "card") == []

    tell(script)


def test_options_computers_and_values_are_completed():
    async def script(sim: Sim) -> None:
        assert await offered(sim, "ann", "admin set", "option", "jump") == ["jump_in"]
        assert await offered(sim, "ann", "admin unset", "option", "target") == ["target"]
        assert await offered(sim, "ann", "admin set", "option") == list(SETTABLE)[:25]
        assert await offered(sim, "ann", "table unbot", "name") == []
        await sim.says("ann", "!uno", "!uno bot easy Ada", "!uno bot medium Bea")
        assert await offered(sim, "ann", "table unbot", "name") == ["Ada", "Bea"]
        assert await offered(sim, "ann", "my prefs", "value", key="sort") == list(PREFS["sort"])

    tell(script)


# The form


def field(modal: dict[str, Any]) -> dict[str, Any]:
    (label,) = modal["components"]
    return label["component"]


@pytest.mark.parametrize(
    "name, value, stored",
    [
        ("jump_in", "on", "on"),
        ("uno_call", "call", "call"),
        ("target", "300", "300"),
        ("preset", "classic", None),
        ("colors", "off", None),
    ],
)
def test_an_admin_changes_a_rule_in_a_form(name, value, stored):
    async def script(sim: Sim) -> None:
        role = sim.guild.create_role("keepers", permissions=discord.Permissions(manage_channels=True))
        eve = sim.person("eve", roles=[role])
        result = await eve.slash(sim.uno, "uno admin set", option=name)
        assert result.modal is not None and result.modal["title"] == name
        given = field(result.modal)
        is_choice = name not in ("target",)
        assert given["type"] == (3 if is_choice else 4)
        if is_choice:
            assert value in [one["value"] for one in given["options"]]
        done = sim.answer(await eve.submit_modal(result, {"value": [value] if is_choice else value}))
        assert done is not None and done.ephemeral and value in done.text
        if stored:
            assert sim.hall.changes(sim.venue())[name] == stored
        else:
            assert sim.hall.kept[sim.venue(), name] == value

    tell(script)


def test_a_form_says_what_is_wrong_and_outlives_a_restart():
    async def script(sim: Sim) -> None:
        ann = sim.people["ann"]
        result = await ann.slash(sim.uno, "uno admin set", option="target")
        await sim.restart()
        told = sim.answer(await ann.submit_modal(result, {"value": "many"}))
        assert "target" in told.text and not sim.hall.changes(sim.venue())
        again = await ann.slash(sim.uno, "uno admin set", option="target")
        await sim.restart()
        done = sim.answer(await ann.submit_modal(again, {"value": "250"}))
        assert done.text == say.SET_DONE.format(name="target", value="250")
        assert sim.hall.changes(sim.venue()) == {"target": "250"}
        await sim.restart()
        assert sim.hall.changes(sim.venue()) == {"target": "250"}

    tell(script, people="ann", admins=[ANN])


def test_whoever_may_not_change_rules_sees_no_form():
    async def script(sim: Sim) -> None:
        result = await sim.people["ann"].slash(sim.uno, "uno admin set", option="target")
        assert result.modal is None
        assert sim.answer(result).text == say.NOT_ADMIN

    tell(script)


@pytest.mark.parametrize("name", ["no_such_rule", "target 5"])
def test_an_option_that_there_is_not_is_explained(name):
    async def script(sim: Sim) -> None:
        result = await sim.people["ann"].slash(sim.uno, "uno admin set", option=name)
        assert result.modal is None and sim.answer(result).text
        assert not sim.hall.changes(sim.venue())

    tell(script, people="ann", admins=[ANN])


@pytest.mark.parametrize("name", SETTABLE)
def test_every_option_has_a_form_that_fits_discord(name):
    modal = slash_module.form(name, tuple(PRESETS)).to_dict()
    (label,) = modal["components"]
    assert 0 < len(modal["title"]) <= 45 and 0 < len(label["label"]) <= 45
    assert 0 < len(label["description"]) <= 100
    assert len(label["component"].get("options", [])) <= 25
    if name in OPTIONS:
        assert label["description"]


# What goes wrong


async def raw_command(sim: Sim, name: str, options: list[dict[str, Any]]) -> Shown | None:
    found = sim.env.backend.find_command("uno", None, type=1)
    assert found is not None
    data = {"id": found["id"], "name": name, "type": 1, "options": options}
    result = await _dispatch_actor_interaction(sim.people["ann"], InteractionType.APPLICATION_COMMAND, sim.uno, data)
    return sim.answer(result)


@pytest.mark.parametrize(
    "name, options",
    [
        ("gone", []),
        ("uno", [{"name": "gone", "type": SUBCOMMAND, "options": []}]),
        ("uno", [{"name": "show", "type": GROUP, "options": [{"name": "gone", "type": SUBCOMMAND}]}]),
        ("uno", [{"name": "play", "type": SUBCOMMAND, "options": []}]),  # of a version that knew no card
    ],
)
def test_a_command_of_another_version_is_answered(name, options):
    async def script(sim: Sim) -> None:
        got = await raw_command(sim, name, options)
        assert got is not None and got.text == say.SLASH_UNKNOWN and got.ephemeral
        assert len(sim.env.errors) == 1  # simcord saw the library's exception, too

    tell(script)


def test_a_command_that_is_ignored_is_not_said_to_be_done():
    async def script(sim: Sim) -> None:
        texts = [(await sim.slash("ann", "show tables")).text for _ in range(4)]
        assert texts[:2] == [say.NO_TABLES] * 2 and texts[2].startswith("Those were many questions")
        assert texts[3] != say.DONE

    tell(script, options={"other_commands_per_15_minutes": 2})


def test_a_long_answer_goes_on_in_more_messages_for_the_same_eyes():
    async def script(sim: Sim) -> None:
        ann = Person(f"discord:{ANN}", "ann")
        with sim.env._bot_scope():
            for number in range(100):
                sim.client.send(Tell(ann, fill("line {number} {rest}", number=number, rest="x" * 60)))
        await sim.env.settle()
        told = sim.told("ann")
        assert len(told) > 1 and all(len(text) <= 2000 for text in told)
        sim.hall.handle = lambda came, now: Effects(outs=[  # type: ignore[method-assign]
            Tell(ann, fill("line {number} {rest}", number=number, rest="x" * 60), ref=came.ref if not number else None)
            for number in range(100)
        ])  # fmt: skip
        result = await sim.people["ann"].slash(sim.uno, "uno help")
        pages = [result.response, *result.followups]
        assert [page.content for page in pages] == told and all(page.ephemeral for page in pages)

    tell(script)


def test_a_command_that_fails_is_answered_and_logged(monkeypatch):
    async def script(sim: Sim) -> None:
        monkeypatch.setattr(Slash, "typed", property(lambda self: 1 / 0))
        sim.expected.append("a slash command failed")
        got = await sim.slash("ann", "help")
        assert got is not None and got.text
        assert len(sim.env.errors) == 1

    tell(script)


def test_a_form_that_cannot_be_made_is_answered(monkeypatch):
    async def script(sim: Sim) -> None:
        monkeypatch.setattr(client_module.slash, "form", lambda option, presets: 1 / 0)
        sim.expected.append("discord")
        result = await sim.people["ann"].slash(sim.uno, "uno admin set", option="target")
        await sim.passes(2.5)  # of the three seconds that there are
        assert len(sim.env.errors) == 1
        assert result.acknowledged

    tell(script, people="ann", admins=[ANN])


def test_a_suggestion_that_fails_leaves_the_box_empty(monkeypatch):
    async def script(sim: Sim) -> None:
        await sim.deal()
        monkeypatch.setattr(sim.client, "speaking", replace_hands(sim.client.speaking))
        sim.expected.append("nothing can be suggested")
        assert await offered(sim, "ann", "play", "card") == []

    tell(script)


def replace_hands(speaking: Any) -> Any:
    """Every hand is broken: it has no moves."""
    speaking.hands = {
        person: {venue: replace(hand, moves=None) for venue, hand in hands.items()}
        for person, hands in speaking.hands.items()
    }
    return speaking

"""Rights, and life on Discord: doors that close, channels and servers that go away, people who leave."""

from __future__ import annotations

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.networks.discord.sim import ANN, CID, GUILD, Sim, codes, tell
from unobot.chat.ports import LinkDown
from unobot.chat.speech import english as say

NO_ENTRY = say.NO_ENTRY.format(venue="\\#uno")


# Rights


@pytest.mark.parametrize("permission", ["manage_channels", "administrator", "manage_messages", "manage_guild"])
@pytest.mark.parametrize("thread", [False, True])
def test_whoever_may_manage_the_channel_is_an_admin(permission, thread):
    async def script(sim: Sim) -> None:
        role = sim.guild.create_role("some", permissions=discord.Permissions(**{permission: True}))
        sim.person("eve", roles=[role])
        where = sim.thread("side table") if thread else sim.uno
        may = permission in ("manage_channels", "administrator")
        await sim.says("eve", "!uno set target 300", channel=where)
        assert sim.hall.changes(sim.venue(where)) == ({"target": "300"} if may else {})
        got = await sim.slash("eve", "admin unset", channel=where, option="target")
        assert (got.text == say.NOT_ADMIN) is not may
        form = await sim.people["eve"].slash(where, "uno admin set", option="target")
        assert (form.modal is not None) is may

    tell(script)


def test_a_right_for_one_channel_is_for_that_channel_only():
    async def script(sim: Sim) -> None:
        two = sim.guild.create_text_channel("two")
        allow = discord.Permissions(manage_channels=True).value
        sim.env.backend.set_overwrite(two.id, Overwrite(ANN, OverwriteType.MEMBER, allow=allow))
        for where in (sim.uno, two):
            await sim.says("ann", "!uno set target 300", channel=where)
        assert sim.hall.changes(sim.venue()) == {} and sim.hall.changes(sim.venue(two)) == {"target": "300"}

    tell(script)


@pytest.mark.parametrize("who, may", [("ann", True), ("bob", False), ("eve", True), ("owner", True)])
def test_people_and_roles_named_in_the_configuration_are_admins(who, may):
    """ann by her own id, eve by the role that she has, the owner by owning the server."""

    async def script(sim: Sim) -> None:
        role = sim.guild.create_role("keepers")
        sim.client.settings = sim.client.settings.model_copy(update={"admins": (ANN, role.id)})
        sim.person("eve", roles=[role])
        if who == "owner":
            sim.people["owner"] = MemberActor(sim.env, sim.guild, sim.guild.owner)
        await sim.says(who, "!uno set target 300")
        assert bool(sim.hall.changes(sim.venue())) is may
        got = await sim.slash(who, "admin unset", option="target")
        assert (got.text == say.NOT_ADMIN) is not may

    tell(script)


def test_an_admin_of_the_configuration_stops_a_table_in_which_they_do_not_sit():
    async def script(sim: Sim) -> None:
        await sim.deal()
        assert "admin" in (await sim.slash("bob", "table pause")).text
        await sim.slash("cid", "table stop")
        assert sim.table() is None

    tell(script, admins=[CID])


# Doors that close


def close_channel(sim: Sim, **denied: bool) -> None:
    deny = discord.Permissions(**denied).value
    sim.env.backend.set_overwrite(sim.uno.id, Overwrite(sim.client.user.id, OverwriteType.MEMBER, deny=deny))


@pytest.mark.parametrize("view", [True, False])
def test_where_it_may_not_write_the_host_is_told_once_and_the_game_goes_on(view):
    async def script(sim: Sim) -> None:
        await sim.deal()
        close_channel(sim, send_messages=True, **({} if view else {"view_channel": True}))
        for _ in range(5):
            await sim.people[sim.on_turn].send_dm("pe")
            await sim.people[sim.on_turn].send_dm("pa")
        assert sim.table().moves >= 5
        assert sim.told("ann").count(NO_ENTRY) == 1
        assert NO_ENTRY not in sim.told("bob")
        hand = sim.hand(sim.on_turn)
        assert sorted(codes(hand.held)) == sorted(sim.cards(sim.on_turn))
        sim.env.backend.delete_overwrite(sim.uno.id, sim.client.user.id)
        await sim.env.settle()
        who = sim.on_turn
        await sim.writes(who, "pe")
        assert f"{who} picks" in sim.board().text

    tell(script)


def test_a_table_opened_where_the_bot_may_not_write():
    async def script(sim: Sim) -> None:
        close_channel(sim, send_messages=True)
        await sim.env.settle()
        got = await sim.slash("ann", "open")
        assert "ann opens a table" in got.text
        assert sim.told("ann") == [NO_ENTRY]
        await sim.slash("bob", "join")
        await sim.slash("ann", "deal")
        assert sim.table().phase == "playing" and sim.messages() == []
        assert sim.told("ann") == [NO_ENTRY]
        got = await sim.slash(sim.on_turn, "hand")
        assert codes(got.text)

    tell(script)


@pytest.mark.parametrize("status", [500, 503])
def test_what_fails_on_discords_side_is_tried_again(status):
    async def script(sim: Sim) -> None:
        sim.env.inject_error("POST", f"/channels/{sim.uno.id}/messages", status=status, times=2)
        await sim.says("ann", "!uno")
        assert sim.messages() == []
        await sim.passes(2 + 4)
        assert "ann opens a table" in sim.board().text

    tell(script)


# Places that go away


def test_a_deleted_channel_closes_its_table_and_people_are_told():
    async def script(sim: Sim) -> None:
        two = sim.guild.create_text_channel("two")
        await sim.deal()
        await sim.says("cid", "!uno", channel=two)
        await sim.happens(lambda: sim.env.backend.delete_channel(sim.uno.id))
        gone = say.VENUE_GONE.format(venue="\\#uno")
        assert sim.table() is None and sim.table(two) is not None
        assert [gone in sim.told(name) for name in ("ann", "bob", "cid")] == [True, True, False]
        await sim.restart()
        assert sim.table() is None and sim.table(two) is not None

    tell(script)


def test_a_channel_deleted_while_the_bot_was_away():
    async def script(sim: Sim) -> None:
        await sim.deal()
        feed = list(sim.env.backend.subscribers)
        sim.env.backend.subscribers.clear()  # nobody hears of it
        sim.env.backend.delete_channel(sim.uno.id)
        sim.env.backend.subscribers.extend(feed)
        sim.expected.append("refused in #uno")  # the ping was on its way
        await sim.restart()
        assert sim.table() is None
        assert any("is gone" in text for text in sim.told("ann"))

    tell(script)


def test_a_deleted_channel_takes_its_threads_along():
    async def script(sim: Sim) -> None:
        side = sim.thread("side table")
        await sim.says("ann", "!uno", channel=side)

        def delete() -> None:
            sim.env.backend.channels.pop(side.id)  # which simcord forgets, and Discord does not announce
            sim.env.backend.delete_channel(sim.uno.id)

        await sim.happens(delete)
        assert sim.table(side) is None
        assert sim.told("ann") == [say.VENUE_GONE.format(venue="\\#side table")]

    tell(script)


def test_thrown_out_of_a_server_its_tables_are_gone_and_no_others():
    async def script(sim: Sim) -> None:
        other = sim.env.create_guild("elsewhere")
        lounge = other.create_text_channel("lounge")
        zoe = other.add_member(sim.env.create_user("zoe"))
        sim.people["zoe"] = zoe
        await zoe.send(lounge, "!uno")
        await sim.deal()
        await sim.happens(lambda: sim.env.backend.remove_guild(GUILD))
        assert sim.table() is None and sim.table(lounge) is not None
        assert sim.told("zoe") == []
        await sim.restart()
        assert list(sim.hall.tables) == [sim.venue(lounge)]

    tell(script)


def test_thrown_out_while_the_bot_was_away():
    async def script(sim: Sim) -> None:
        await sim.deal()
        feed = list(sim.env.backend.subscribers)
        sim.env.backend.subscribers.clear()
        sim.env.backend.remove_guild(GUILD)
        sim.env.backend.subscribers.extend(feed)
        sim.expected.append("refused in #uno")
        await sim.restart()
        assert sim.hall.tables == {}

    tell(script)


def test_a_restart_forgets_no_table():
    async def script(sim: Sim) -> None:
        side = sim.thread("side table")
        await sim.deal()
        await sim.says("ann", "!uno", channel=side)
        for _ in range(2):
            await sim.restart()
            assert sim.table().phase == "playing" and sim.table(side).phase == "lobby"
            assert sim.board() and sim.board(side)

    tell(script)


# People who go away


def test_whoever_leaves_the_server_in_mid_game_is_minded():
    async def script(sim: Sim) -> None:
        await sim.deal("!uno", "bob", "cid")
        await sim.arrange(top="r1", ann="r5 r9 g7 g8", bob="b2 b8 b7", cid="y1 y2 y3 y4 y5", on_turn="bob")
        closed = sim.people["bob"].user.dm_channel.id
        sim.guild.remove_member(sim.people["bob"])
        sim.env.inject_error("POST", f"/channels/{closed}/messages", status=403, code=50007, times=None)
        seconds, afk = sim.table().rules.turn_seconds, sim.table().rules.afk_turns
        for _ in range(afk):
            await sim.passes(seconds + 1)
            while sim.on_turn != "bob" and not sim.table().seats[1].minded:
                await sim.slash(sim.on_turn, "pick")
                await sim.slash(sim.on_turn, "pass")
        assert sim.table().seats[1].minded
        assert "bob is away" in sim.board().text or "away, a computer player" in sim.board().text
        moves = sim.table().moves
        for _ in range(3):
            if sim.on_turn != "bob":
                await sim.slash(sim.on_turn, "pick")
                await sim.slash(sim.on_turn, "pass")
            await sim.passes(3)
            assert sim.on_turn != "bob"  # its computer player has moved
        assert sim.table().moves > moves

    tell(script)


def test_whoever_comes_back_on_their_turn_sees_their_hand():
    async def script(sim: Sim) -> None:
        await sim.deal()
        who, seconds = sim.on_turn, sim.table().rules.turn_seconds
        for _ in range(2 * sim.table().rules.afk_turns):
            await sim.passes(seconds + 1)
        assert all(seat.minded for seat in sim.table().seats)
        who = sim.on_turn
        await sim.says(who, "tu")
        assert f"{who} is back" in sim.board().text
        assert sorted(codes(sim.hand(who).held)) == sorted(sim.cards(who))

    tell(script)


def test_the_clock_stands_while_discord_is_away():
    async def script(sim: Sim) -> None:
        await sim.deal()
        who, seconds = sim.on_turn, sim.table().rules.turn_seconds
        await sim.hears(LinkDown("discord"))
        await sim.passes(seconds * 2)
        assert sim.on_turn == who and sim.table().moves == 0

    tell(script)


def test_a_shard_that_drops_and_resumes_is_noticed():
    async def script(sim: Sim) -> None:
        await sim.deal()
        sim.client.dispatch("shard_disconnect", 0)
        await sim.env.settle()
        assert "discord" in sim.hall.down
        with sim.env._bot_scope():
            sim.client.dispatch("shard_resumed", 0)
        await sim.env.settle()
        assert "discord" not in sim.hall.down
        assert "Back again" in sim.board().text

    tell(script)


def test_a_reminder_comes_in_private():
    async def script(sim: Sim) -> None:
        await sim.deal()
        who, seconds = sim.on_turn, sim.table().rules.turn_seconds
        await sim.passes(seconds * 3 / 4 + 1)
        assert any("left for your turn" in text for text in sim.told(who))
        await sim.passes(seconds / 4)
        assert "too slow" in sim.board().text and sim.on_turn != who

    tell(script)

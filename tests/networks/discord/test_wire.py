"""Whole games over the wire: discord.py's own client, its gateway and its requests, against the stand-in."""

from __future__ import annotations

import asyncio
import re
import signal
from pathlib import Path
from random import Random

import pytest

from tests.networks.discord.scripted import (
    answered,
    board_of,
    cards_in,
    hand_of,
    moves_in,
    open_table,
    play,
    running_bot,
)
from tests.networks.discord.standin import Channel, Standin, User
from tests.networks.processes import BotProcess
from unobot.bot import Bot
from unobot.chat.hall import Settings
from unobot.engine.notation import parse_cards

SETTINGS = Settings(game_commands_per_minute=10**6, other_commands_per_15_minutes=10**6)
NAMES = ("ann", "bob", "cid_x", "dan")


def seated(standin: Standin, count: int = 4) -> tuple[list[User], Channel]:
    den = standin.guild("den")
    people = [standin.user(name) for name in NAMES[:count]]
    for one in people:
        den.add(one)
    return people, den.text_channel("uno")


def on_turn(bot: Bot, people: list[User]) -> User | None:
    """Whoever must act; nobody when the round is over."""
    [table] = bot.hall.tables.values()
    if table.game is None:
        return None
    name = table.seat(table.game.turn).person.name
    return next(one for one in people if one.name == name)


# A full game


async def by_any_means(user: User, uno: Channel, random: Random, standin: Standin) -> None:
    """One move: by a click, as a slash command, typed in the channel, typed in private, or behind a mention."""
    hand = await hand_of(user, uno)
    typed = [move for move in moves_in(hand) if not move.startswith(("choose", "ca"))]
    typed = [move for move in typed if _is_card(move)] or typed  # whoever can play does, so that it comes to an end
    way = random.randrange(5)
    if way == 0 or not typed:
        await play(user, hand, random)
        return
    move = random.choice(typed)
    if way == 1 and _is_card(move):
        offered = await user.autocomplete(uno, "uno play", "card", move)
        assert move in [choice.value for choice in offered]
        await answered(await user.slash(uno, "uno play", card=move))
    elif way == 1:
        path = {"pe": "uno pick", "pa": "uno pass", "ch": "uno challenge", "un": "uno call"}[move]
        await answered(await user.slash(uno, path))
    elif way == 2:
        await user.say(uno, move)
    elif way == 3:
        await user.dm(move)
    else:
        await user.say(uno, f"{standin.bot.mention} {move}")


def _is_card(move: str) -> bool:
    try:
        parse_cards(move.split()[0])
    except ValueError:
        return False
    return True


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("preset, hands", [("irc", "dm"), ("one-round", "ephemeral"), ("seven-zero", "dm")])
def test_a_game_of_four(preset: str, hands: str, tmp_path: Path) -> None:
    async def story() -> None:
        random = Random(f"{preset} {hands}")
        async with Standin() as standin:
            people, uno = seated(standin)
            async with running_bot(standin, tmp_path / "unobot.db", SETTINGS, hands=hands) as bot:
                await open_table(uno, people, f"!uno {preset}")
                [table] = bot.hall.tables.values()
                while (user := on_turn(bot, people)) and table.moves < 400:
                    before = table.moves
                    await by_any_means(user, uno, random, standin)
                    await bot.until(lambda bot, before=before: table.moves > before or table.game is None)
                assert table.phase in ("ended", "between")
                won = await uno.until("wins the round")
                assert won.mentions == []
                board = await uno.until(lambda: re.search("(over|in a moment)", board_of(uno).text) and board_of(uno))
                assert {"Deal"} >= {button.label for button in board.buttons if button.label != "Join"}
                pings = [one for one in uno.messages if one.mentions and one.author is standin.bot]
                assert len(pings) <= 1
                assert all(request.status < 400 for request in standin.requests)
            if hands == "ephemeral":
                assert not any("Your turn" in message.text for one in people for message in one.dms)

    asyncio.run(story())


@pytest.mark.usefixtures("quick")
def test_a_hand_is_one_message_that_changes(tmp_path: Path) -> None:
    async def story() -> None:
        async with Standin() as standin:
            people, uno = seated(standin, 2)
            async with running_bot(standin, tmp_path / "unobot.db", SETTINGS) as bot:
                await open_table(uno, people)
                [table] = bot.hall.tables.values()
                random = Random(5)
                for _ in range(12):
                    user = on_turn(bot, people)
                    if user is None:
                        break
                    held = sorted(card.code for card in table.game.hands[table.game.turn])
                    await user.until_dm(
                        lambda user=user, held=held: (
                            user.dms and "Your turn" in user.dms[-1].text and cards_in(user.dms[-1]) == held
                        )
                    )
                    before = table.moves
                    await play(user, user.dms[-1], random)
                    await bot.until(lambda bot, before=before: table.moves > before)
                for one in people:
                    hands = [message for message in one.dms if "Your cards at" in message.text]
                    assert len(hands) == 1 and hands[0].edits >= 3
                    assert "uno" in hands[0].text.splitlines()[0]

    asyncio.run(story())


# Killed


def configuration(folder: Path, standin: Standin, extra: str = "") -> Path:
    path = folder / "config.toml"
    path.write_text(
        f"""
[limits]
game_commands_per_minute = 100000
other_commands_per_15_minutes = 100000
[discord]
token_env = "DISCORD_TOKEN"
api = "{standin.api}"
gateway = "{standin.gateway_url}"
pictures = false
{extra}
"""
    )
    return path


async def turn_of(user: User, uno: Channel, people: list[User]) -> User | None:
    """Whose turn it is, asked of the bot; nobody's when the round is over."""
    said = (await answered(await user.slash(uno, "uno show turn"))).text.replace("\\", "")
    assert said.startswith("No round is on") or "is on turn" in said
    return next((one for one in people if said.startswith(f"{one.name} is on turn")), None)


def test_killed_in_mid_game_it_comes_back_to_working_buttons(tmp_path: Path) -> None:
    async def story() -> None:
        random = Random(3)
        async with Standin() as standin:
            people, uno = seated(standin, 3)
            path = configuration(tmp_path, standin)
            arguments = ("--config", str(path))
            environ = {"DISCORD_TOKEN": standin.token}
            bot = BotProcess(tmp_path, *arguments, environ=environ)
            try:
                await standin.until_connected()
                await open_table(uno, people)
                for _ in range(4):
                    user = await turn_of(people[0], uno, people)
                    assert user
                    await play(user, await hand_of(user, uno), random)
                hands = {one: await hand_of(one, uno) for one in people}
                before = {one: cards_in(hand) for one, hand in hands.items()}
                user = await turn_of(people[0], uno, people)
                assert user
                old_board = board_of(uno)

                bot.stop(signal.SIGKILL)
                await standin.until_gone()
                bot = BotProcess(tmp_path, *arguments, environ=environ)
                await standin.until_connected()

                # The buttons of a hand that was shown before the end are good for the same turn …
                move = await play(user, hands[user], random)
                assert move
                # … and the table's message is the same one, with the hands that everybody had.
                for one in people:
                    if one is not user:
                        assert cards_in(await hand_of(one, uno)) == before[one]
                assert board_of(uno) is old_board
                assert len(cards_in(await hand_of(user, uno))) != len(before[user]) or move in ("pa", "ch")
                while user := await turn_of(people[0], uno, people):
                    await play(user, await hand_of(user, uno), random)
                await uno.until("wins the round")
                assert standin.token not in bot.err.read_text()
                assert "Traceback" not in bot.err.read_text()
                assert bot.stop(signal.SIGTERM) == 0
            finally:
                bot.stop(signal.SIGKILL)

    asyncio.run(story())

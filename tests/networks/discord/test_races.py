"""What comes at the wrong moment: odd events, lost answers, slow edits, a stop in the middle. Found by review."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.networks.discord.scripted import answered, board_of, cards_in, hand_of, moves_in, open_table, running_bot
from tests.networks.discord.standin import Message, Standin, User
from tests.networks.discord.test_life import Game, game
from tests.networks.discord.test_wire import SETTINGS, on_turn, seated

pytestmark = pytest.mark.usefixtures("quick")


def hands_of(user: User) -> list[Message]:
    return [message for message in user.dms if "Your cards" in message.text and not message.ephemeral]


async def shows_the_present(here: Game, user: User) -> None:
    """The direct message comes to show the hand as it is, with buttons for this turn."""

    def is_so() -> bool:
        seat, game, hands = here.table.seat_of(f"discord:{user.id}"), here.table.game, hands_of(user)
        assert seat and game
        return (
            len(hands) == 1
            and cards_in(hands[0]) == sorted(card.code for card in game.hands[seat.number])
            and ("Your turn" in hands[0].text) is (game.turn == seat.number)
            and all(f":{here.table.turned}:" in button.custom_id for button in hands[0].buttons)
        )

    await user.until_dm(is_so)


def test_an_odd_event_ends_neither_the_bot_nor_the_game(tmp_path: Path, caplog) -> None:
    async def story() -> None:
        async with game(tmp_path) as here:
            old = here.client
            for session in here.standin.gateway.sessions.values():
                session.event("CHANNEL_UPDATE", {"oops": 1})
            await here.up(False)
            await here.up()
            assert here.client is not old
            await here.move()
        assert "the client has failed" in caplog.text

    asyncio.run(story())


def test_a_table_message_whose_answer_was_lost_is_not_posted_twice(tmp_path: Path) -> None:
    async def story() -> None:
        async with Standin() as standin:
            (ann, bob), uno = seated(standin, 2)
            async with running_bot(standin, tmp_path / "unobot.db", SETTINGS):
                lost = standin.fault("POST", f"/channels/{uno.id}/messages", times=1, lost=True)
                await ann.say(uno, "!uno")
                await standin.until(lambda: lost.hits == 1, what="the loss")
                await bob.say(uno, "jo")
                await uno.until("bob sits down")
                assert len([message for message in uno.messages if "UNO, " in message.text]) == 1

    asyncio.run(story())


def test_two_broken_connections_still_get_an_answer(tmp_path: Path, caplog) -> None:
    async def story() -> None:
        async with game(tmp_path) as here:
            await hand_of(here.user(), here.uno)
            here.standin.fault("POST", "/callback", times=2, refused=True)
            response = await answered(await here.user().click(board_of(here.uno), "My hand"))
            assert response.ephemeral and "could not answer that in time" in response.text

    asyncio.run(story())


def test_whoever_clicks_while_the_bot_stops_is_answered(tmp_path: Path) -> None:
    async def story() -> None:
        async with Standin() as standin:
            people, uno = seated(standin, 2)
            async with running_bot(standin, tmp_path / "unobot.db", SETTINGS) as bot:
                await open_table(uno, people)
                await hand_of(people[0], uno)
                slow = standin.fault("POST", "/callback", times=1, stall=0.3)
                clicked = await people[0].click(board_of(uno), "My hand")
                await standin.until(lambda: slow.hits == 1, what="the slow answer")
                assert on_turn(bot, people)
            assert (await clicked.response).ephemeral

    asyncio.run(story())


def test_a_slow_edit_does_not_put_an_old_hand_over_a_new_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with game(tmp_path) as here:
            user = here.user()
            await shows_the_present(here, user)
            stalled = here.standin.fault("PATCH", f"/channels/{user.private.id}/messages", times=1, stall=1.0)
            await user.say(here.uno, "pe")
            await here.standin.until(lambda: stalled.hits == 1, what="the stall")
            [hand] = hands_of(user)
            for move in ("ca", "pa"):  # meanwhile, by clicks in the same message
                game_and_turn = f"uno:{here.table.round}:{here.table.turned}"
                await answered(await user.click(hand, f"{game_and_turn}:{move}", force=True))
            await shows_the_present(here, user)

    asyncio.run(story())


def test_a_slow_answer_does_not_put_an_old_hand_over_a_new_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with game(tmp_path) as here:
            user = here.user()
            other = next(one for one in here.people if one is not user)
            await shows_the_present(here, user)
            [hand] = hands_of(user)
            await answered(await user.click(hand, f"uno:{here.table.round}:{here.table.turned}:pe", force=True))
            slow = here.standin.fault("POST", "/callback", times=1, stall=0.5)
            before = here.table.moves
            await user.click(hand, f"uno:{here.table.round}:{here.table.turned}:pa", force=True)
            await here.standin.until(lambda: slow.hits == 1, what="the slow answer")
            if here.table.moves > before:  # where the picked card had to be played, nobody has passed
                await other.say(here.uno, "pe")
                await other.say(here.uno, "pa")
            await shows_the_present(here, user)

    asyncio.run(story())


def test_a_private_answer_is_not_taken_for_the_hand(tmp_path: Path) -> None:
    """`/uno hand` in the direct messages shows the hand once more; clicks there do not lose the first one."""

    async def story() -> None:
        async with game(tmp_path) as here:
            user = here.user()
            await shows_the_present(here, user)
            [hand] = hands_of(user)
            shown = await answered(await user.slash(None, "uno hand"))
            assert shown.ephemeral and shown.message
            await answered(await user.click(shown.message, f"uno:{here.table.round}:{here.table.turned}:pe"))
            await shows_the_present(here, user)
            assert hands_of(user) == [hand]

    asyncio.run(story())


def test_a_thread_that_was_archived_gets_its_table_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with Standin() as standin:
            people, uno = seated(standin, 2)
            assert uno.guild
            thread = uno.guild.thread(uno, "cards")
            async with running_bot(standin, tmp_path / "unobot.db", SETTINGS) as bot:
                await open_table(thread, people)
                here = Game(standin, bot, people, thread)
                user = here.user()
                await shows_the_present(here, user)
                thread.archive()
                await answered(await user.click(hands_of(user)[0], f"uno:1:{here.table.turned}:pe"))
                await thread.until(lambda: f"{user.name} picks" in board_of(thread).text)
                assert not thread.archived

    asyncio.run(story())


def test_what_is_asked_for_in_words_is_answered_also_without_pushed_hands(tmp_path: Path) -> None:
    async def story() -> None:
        async with game(tmp_path, hands="ephemeral") as here:
            user = here.user()
            assert hands_of(user) == []
            await user.say(here.uno, "ca")
            await user.until_dm("Your cards")
            assert "pe" in moves_in(hands_of(user)[0])

    asyncio.run(story())

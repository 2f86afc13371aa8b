"""The faces of the 54 cards as emojis of the application: made once, found again at every start.

With them a move needs no upload. Where Discord does not let the bot have them (or not all, or not yet) cards are
letters, which they are beside every emoji anyway.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from unobot.engine.cards import FACES, Card
from unobot.networks.discord import cards

log = logging.getLogger("unobot.discord")


def emoji_name(card: Card) -> str:
    """Letters and digits only, and none that could be read as a card where a program looks for codes in a text."""
    return "uno" + card.face.code.replace("+2", "plus2")


class Emojis:
    def __init__(self) -> None:
        self.found: dict[str, discord.Emoji] = {}  # by name

    async def load(self, client: discord.Client) -> None:
        """Find those that are there and make the others. Never raises: it is all right without."""
        try:
            self.found = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
            for card in FACES:
                name = emoji_name(card)
                if name not in self.found:
                    image = await asyncio.to_thread(cards.face, card)
                    self.found[name] = await client.create_application_emoji(name=name, image=image)
        except discord.HTTPException as error:
            log.warning("discord: cards are shown without emojis of their own: %s", error)
        except Exception:
            log.exception("discord: cards are shown without emojis of their own")

    def get(self, card: Card) -> discord.Emoji | None:
        return self.found.get(emoji_name(card))

    def text(self, card: Card) -> str:
        """As it stands in a text; must fit paint.Face."""
        emoji = self.get(card)
        return f"{emoji} " if emoji else ""

    @property
    def complete(self) -> bool:
        """Are there enough of them that a hand needs no picture?"""
        return all(emoji_name(card) in self.found for card in FACES)

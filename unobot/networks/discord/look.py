"""How hands look on this Discord: with emojis or without, with a picture or in words."""

from __future__ import annotations

import asyncio
import io
import logging
from dataclasses import dataclass, field

import discord
from discord import ui

from unobot.chat.ports import Hand
from unobot.engine.cards import Card
from unobot.networks.discord import cards
from unobot.networks.discord.emojis import Emojis
from unobot.networks.discord.layouts import PICTURE, alt_text, hand_layout

log = logging.getLogger("unobot.discord")

PATIENCE = 1.0  # seconds for a drawing, where there is nothing more urgent


@dataclass(slots=True)
class Look:
    pictures: bool
    emojis: Emojis = field(default_factory=Emojis)

    async def hand(
        self, hand: Hand, choose: Card | None = None, patience: float = PATIENCE
    ) -> tuple[ui.LayoutView, list[discord.File]]:
        """A hand, and the files that go with it. Whoever asks for it gets a picture; where cards have emojis, a move
        needs none."""
        wanted = self.pictures and patience > 0 and choose is None and (bool(hand.others) or not self.emojis.complete)
        files = [file] if wanted and (file := await self._picture(hand, patience)) else []
        return hand_layout(hand, self.emojis, bool(files), choose), files

    async def _picture(self, hand: Hand, patience: float) -> discord.File | None:
        """Drawn in a thread, so that nobody else waits for it."""
        try:
            async with asyncio.timeout(patience):
                png = await asyncio.to_thread(cards.hand_picture, hand.cards, hand.playable)
        except TimeoutError:
            log.warning("discord: a picture took too long and was left out")
            return None
        except Exception:
            log.exception("discord: a picture could not be drawn")
            return None
        return discord.File(io.BytesIO(png), PICTURE, description=alt_text(hand))

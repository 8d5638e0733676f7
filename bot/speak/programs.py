"""Tells the owner of a move made ahead what the bot did, or why it does it no more.

That it moved, the channel knows; what was set, and why it ended, is written to the owner alone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
import structlog

from bot.games.ahead import Ahead
from bot.games.facts import AheadEnded, AheadMade
from bot.games.live import LiveGame
from bot.present.programs import made_public, told_alone
from bot.speak.answer import TROUBLE
from bot.speak.outgoing import in_time, nonce_of
from storage import OutboxEntry

log = structlog.stdlib.get_logger(__name__)


Split = Callable[[Sequence[int]], Awaitable[tuple[tuple[int, ...], tuple[int, ...]]]]
"""Of some members, those who are pinged in the channel, and those who are written to."""


class AheadTeller:
    """Speaks to the owners of moves made ahead."""

    def __init__(self, bot: discord.Client, ahead: Ahead, split: Split) -> None:
        self._bot = bot
        self._ahead = ahead
        self._split = split

    async def tell(self, live: LiveGame, entry: OutboxEntry, fact: AheadMade | AheadEnded) -> None:
        """Tell the owner, once, in the way that he chose. Raises one of TROUBLE."""
        if isinstance(fact, AheadEnded):
            if not await self._write(live, fact):
                await self._ahead.keep_unread(fact.number)
            return
        pings, direct = await self._split([fact.user])
        wrote = bool(direct) and await self._write(live, fact)
        if pings or (direct and not wrote):
            channel = self._bot.get_partial_messageable(live.stored.channel_id)
            options: dict[str, Any] = {
                "allowed_mentions": discord.AllowedMentions(users=[discord.Object(fact.user)]),
                "nonce": nonce_of(entry),
            }
            await in_time(channel.send(made_public(live, fact), **options))

    async def _write(self, live: LiveGame, fact: AheadMade | AheadEnded) -> bool:
        """Write to the owner directly; whether that could be."""
        try:
            to = await in_time(self._bot.create_dm(discord.Object(fact.user)))
            await in_time(to.send(told_alone(live, fact)))
        except TROUBLE as error:
            log.info("a player cannot be written to", user=fact.user, problem=error)
            return False
        return True

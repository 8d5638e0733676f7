"""The message of each lobby: posted, kept up to date, closed when nobody touched it for long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

import discord
import structlog

from bot.games.lobby import LobbyService
from bot.games.schedule import Done, Schedule
from bot.present.lobby import asked_line, host_line, lobby_embed, untouched_line
from bot.refusal import PlayerError
from bot.speak.answer import TROUBLE
from storage import Due, Lobby
from storage.lobbies import OPEN

log = structlog.stdlib.get_logger(__name__)

LOBBIES = "lobbies"
"""The kind of the thing that falls due: to look for lobbies that nobody touched."""
LONGEST = timedelta(days=1)
NO_ACCESS = (
    "I may not write here. Give me the permissions View Channel, Send Messages and Embed Links in "
    "this channel (in a thread: Send Messages in Threads), then try again."
)


class LobbyBoard:
    """Shows the lobbies in their channels. `view` makes the buttons; a cog hands it in."""

    view: Callable[[Lobby], discord.ui.View]

    def __init__(self, bot: discord.Client, lobbies: LobbyService, schedule: Schedule) -> None:
        self._bot = bot
        self._lobbies = lobbies
        self._schedule = schedule
        schedule.handlers[LOBBIES] = self._close_untouched
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def post(self, lobby: Lobby) -> None:
        """Post the message of a new lobby, which pings those who are asked.

        Raises:
            PlayerError: The bot may not write there.
        """
        users = [discord.Object(player.user_id) for player in lobby.asked]
        try:
            message = await self._channel(lobby).send(
                asked_line(lobby) if lobby.asked else None,
                embed=lobby_embed(lobby),
                view=self.view(lobby),
                allowed_mentions=discord.AllowedMentions(users=users),
            )
        except discord.Forbidden as error:
            raise PlayerError(NO_ACCESS) from error
        await self._lobbies.shown(lobby.id, message.id)

    async def post_all(self, guild_id: int) -> int:
        """Post the open lobbies of a server anew, for one that begins empty; returns how many."""
        lobbies = await self._lobbies.of_server(guild_id)
        for lobby in lobbies:
            await self.post(lobby)
        return len(lobbies)

    async def renew(self, lobby_id: int) -> None:
        """Show a lobby as it is now, and call its host if that is due."""
        async with self._locks.setdefault(lobby_id, asyncio.Lock()):
            lobby = await self._lobbies.get(lobby_id)
            await self._edit(lobby)
            if lobby.status == OPEN and await self._lobbies.calls_host(lobby):
                host = discord.Object(lobby.host)
                await self._say(lobby, host_line(lobby), [host])

    async def _edit(self, lobby: Lobby) -> None:
        if lobby.message_id is None:
            return
        message = self._channel(lobby).get_partial_message(lobby.message_id)
        view = self.view(lobby) if lobby.status == OPEN else None
        try:
            await message.edit(embed=lobby_embed(lobby), view=view)
        except TROUBLE as error:
            log.warning("lobby not shown", channel=lobby.channel_id, problem=error)

    async def _say(self, lobby: Lobby, text: str, pinged: list[discord.Object]) -> None:
        try:
            await self._channel(lobby).send(
                text, allowed_mentions=discord.AllowedMentions(users=pinged)
            )
        except TROUBLE as error:
            log.warning("cannot speak", channel=lobby.channel_id, problem=error)

    def _channel(self, lobby: Lobby) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(lobby.channel_id)

    # -- time ------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Have untouched lobbies closed from now on, whichever process does it."""
        await self._schedule.put(LOBBIES, self._lobbies.now())

    async def _close_untouched(self, _thing: Due, now: datetime) -> Done:
        """Close them, and look again when the next may be over; a new one lives for many days."""
        async for lobby in self._lobbies.close_untouched():
            await self._edit(lobby)
            await self._say(lobby, untouched_line(lobby), [])
        left = await self._lobbies.seconds_to_next_end()
        pause = LONGEST if left is None else min(timedelta(seconds=left + 1), LONGEST)
        return Done(again=now + pause)

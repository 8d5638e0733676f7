"""What becomes of a server's games when the bot is removed from it: they are kept for some time."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

import structlog

from bot.games.schedule import Done, Schedule
from bot.games.service import GameService
from storage import Clock, Due
from storage.servers import Servers

log = structlog.stdlib.get_logger(__name__)

LOCAL_TABLE = 1_800_000_000_000_000_018
"""The server of the local table, from which nobody can remove the bot."""
SERVERS = "servers"
"""The kind of the thing that falls due: to delete what is kept of servers left long ago."""


class ServerKeeper:
    """Keeps what belongs to a server while the bot is in it, and for `patience` after that."""

    def __init__(
        self, games: GameService, schedule: Schedule, clock: Clock, patience: timedelta
    ) -> None:
        self._games = games
        self._schedule = schedule
        self._clock = clock
        self._servers = Servers(games.store)
        self.patience = patience
        schedule.handlers[SERVERS] = self._let_go

    async def left(self, guild_id: int) -> None:
        """The bot was removed from a server: what is kept of it goes when the time is over."""
        now = self._clock()
        if await self._servers.left(guild_id, now):
            log.warning(
                "a server has removed the bot",
                guild=guild_id,
                deleted_on=f"{now + self.patience:%Y-%m-%d}",
            )
        await self._plan()

    async def joined(self, guild_id: int) -> None:
        """The bot is in a server: if it had been removed, all stays as it is."""
        if await self._servers.back(guild_id):
            log.info("a server has the bot back", guild=guild_id)
            await self._plan()

    async def compare(self, there: Collection[int], mine: Callable[[int], bool]) -> None:
        """Note what happened while the bot was away: `there` are the servers that it is in.

        Only of servers that are `mine` it can be said that the bot is in them no more.
        """
        for departure in await self._servers.departures():
            if departure.guild_id in {*there, LOCAL_TABLE}:
                await self.joined(departure.guild_id)
        for guild_id in sorted(await self._servers.known()):
            if guild_id not in there and guild_id != LOCAL_TABLE and mine(guild_id):
                await self.left(guild_id)

    async def _plan(self) -> None:
        """Have the next server seen to when its time is over."""
        following = await self._next()
        if following is None:
            await self._schedule.drop(SERVERS)
        else:
            await self._schedule.put(SERVERS, following)

    async def _next(self) -> datetime | None:
        departures = await self._servers.departures()
        return departures[0].left_at + self.patience if departures else None

    async def _let_go(self, _thing: Due, now: datetime) -> Done:
        """Delete what is kept of the servers whose time is over."""
        for departure in await self._servers.departures():
            if departure.left_at + self.patience > now:
                break
            numbers = await self._servers.delete(departure.guild_id)
            for number in numbers:
                self._games.forget(number)
            log.warning("a server was deleted", guild=departure.guild_id, games=len(numbers))
        return Done(again=await self._next())

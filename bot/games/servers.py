"""What becomes of a server's games when the bot is removed from it: they are kept for some time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
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
AGAIN = timedelta(days=1)
"""After so long Discord is asked once more where it could not say whether the bot is there."""

Ask = Callable[[int], Awaitable[bool | None]]
"""Whether the bot is in a server, by what Discord says now; None where it does not say."""


class ServerKeeper:
    """Keeps what belongs to a server while the bot is in it, and for `patience` after that.

    Whoever deletes it asks Discord before: the process that would have heard that a server has the
    bot back may have been away all the time.
    """

    def __init__(
        self,
        games: GameService,
        schedule: Schedule,
        clock: Clock,
        patience: timedelta,
        ask: Ask,
    ) -> None:
        self._games = games
        self._schedule = schedule
        self._clock = clock
        self._servers = Servers(games.store)
        self.patience = patience
        self._ask = ask
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
        if await self._back(guild_id):
            await self._plan()

    async def _back(self, guild_id: int) -> bool:
        known = await self._servers.back(guild_id)
        if known:
            log.info("a server has the bot back", guild=guild_id)
        return known

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
        """Delete what is kept of the servers whose time is over, and that have not come back."""
        earliest = now
        for departure in await self._servers.departures():
            if departure.left_at + self.patience > now:
                break
            there = await self._ask(departure.guild_id)
            if there:
                await self._back(departure.guild_id)
            elif there is None:
                earliest = now + AGAIN
            else:
                await self._delete(departure.guild_id)
        following = await self._next()
        return Done(again=following and max(following, earliest))

    async def _delete(self, guild_id: int) -> None:
        numbers = await self._servers.delete(guild_id)
        for number in numbers:
            self._games.forget(number)
        log.warning("a server was deleted", guild=guild_id, games=len(numbers))

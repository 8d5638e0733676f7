"""Servers that the bot was removed from: noted, so that their games go after some time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select

from storage.queries import Queries
from storage.removal import delete_game
from storage.rows import keep_numbers
from storage.schema import departures, games, lobbies, lobby_players, members


@dataclass(frozen=True, slots=True)
class Departure:
    """The bot was removed from a server at a time."""

    guild_id: int
    left_at: datetime


class Servers(Queries):
    """The servers of all games."""

    async def known(self) -> frozenset[int]:
        """The servers of which anything is kept."""
        found: set[int] = set()
        async with self._read() as connection:
            for table in (games, lobbies, members):
                found.update((await connection.scalars(select(table.c.guild_id).distinct())).all())
        return frozenset(found)

    async def departures(self) -> tuple[Departure, ...]:
        """The servers that the bot was removed from, the first first."""
        query = select(departures).order_by(departures.c.left_at, departures.c.guild_id)
        async with self._read() as connection:
            rows = (await connection.execute(query)).all()
        return tuple(Departure(row.guild_id, row.left_at) for row in rows)

    async def left(self, guild_id: int, at: datetime) -> bool:
        """Note that the bot was removed; false if that was noted before, which counts."""
        row = {"guild_id": guild_id, "left_at": at}
        async with self._write() as connection:
            return await self._put_new(connection, departures, row)

    async def back(self, guild_id: int) -> bool:
        """Note that the bot is there again; false if it was never noted to be gone."""
        gone = delete(departures).where(departures.c.guild_id == guild_id)
        async with self._write() as connection:
            return bool((await connection.execute(gone)).rowcount)

    async def delete(self, guild_id: int) -> tuple[int, ...]:
        """Delete all that is kept of a server; returns the numbers of its games.

        Dying in the middle does no harm: the departure is deleted last, so the rest follows.
        """
        async with self._read() as connection:
            query = select(games.c.id).where(games.c.guild_id == guild_id)
            numbers = tuple((await connection.scalars(query)).all())
        for number in numbers:
            await delete_game(self._store, number)
        own = select(lobbies.c.id).where(lobbies.c.guild_id == guild_id)
        async with self._write() as connection:
            await keep_numbers(self._store, connection)
            await connection.execute(delete(lobby_players).where(lobby_players.c.lobby_id.in_(own)))
            for table in (lobbies, members, departures):
                await connection.execute(delete(table).where(table.c.guild_id == guild_id))
        return numbers

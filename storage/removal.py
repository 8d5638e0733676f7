"""Deletes a whole game: the one thing that the store ever forgets, when its host asks for it."""

from __future__ import annotations

from sqlalchemy import Table, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.database import Database
from storage.errors import NoSuchGame
from storage.rows import highest_key
from storage.schema import (
    games,
    lobbies,
    lobby_players,
    meta,
    metadata,
    offers,
    programs,
    questions,
)


async def delete_game(store: Database, game_id: int) -> None:
    """Delete a game with everything that belongs to it, and nothing of any other.

    Raises:
        NoSuchGame: There is no such game.
    """
    numbered = (games, offers, questions, programs)
    own_lobbies = select(lobbies.c.id).where(lobbies.c.game_id == game_id)
    async with store.writing() as connection:
        for table in numbered:
            await _keep_highest(store, connection, table)
        await connection.execute(
            delete(lobby_players).where(lobby_players.c.lobby_id.in_(own_lobbies))
        )
        for table in reversed(metadata.sorted_tables):
            if "game_id" in table.c:
                await connection.execute(delete(table).where(table.c.game_id == game_id))
        if not (await connection.execute(delete(games).where(games.c.id == game_id))).rowcount:
            raise NoSuchGame(f"there is no game {game_id}")


async def _keep_highest(store: Database, connection: AsyncConnection, table: Table) -> None:
    """Note the highest number of a table, so that no later row gets it."""
    key = highest_key(table)
    known = await connection.scalar(select(meta.c.value).where(meta.c.key == key))
    there = await connection.scalar(select(func.max(table.c.id))) or 0
    await store.put(connection, meta, {"key": key, "value": str(max(int(known or 0), there))})

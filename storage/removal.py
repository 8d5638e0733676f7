"""Deletes a whole game: the one thing that the store ever forgets, when its host asks for it."""

from __future__ import annotations

from sqlalchemy import delete, select

from storage.database import Database
from storage.errors import NoSuchGame
from storage.rows import keep_numbers
from storage.schema import games, lobbies, lobby_players, meta, metadata


async def delete_game(store: Database, game_id: int) -> None:
    """Delete a game with everything that belongs to it, and nothing of any other.

    Raises:
        NoSuchGame: There is no such game.
    """
    own = games.c.id == game_id
    own_lobbies = select(lobbies.c.id).where(lobbies.c.game_id == game_id)
    async with store.writing() as connection:
        # nobody adds anything to it from now on
        if await connection.scalar(select(games.c.id).where(own).with_for_update()) is None:
            raise NoSuchGame(f"there is no game {game_id}")
        await keep_numbers(store, connection)
        await connection.execute(
            delete(lobby_players).where(lobby_players.c.lobby_id.in_(own_lobbies))
        )
        for table in reversed(metadata.sorted_tables):
            if "game_id" in table.c:
                await connection.execute(delete(table).where(table.c.game_id == game_id))
        notes = meta.c.key.like(f"%:{game_id}:%")  # of a member in the game: what, game, member
        await connection.execute(delete(meta).where(notes))
        await connection.execute(delete(games).where(own))

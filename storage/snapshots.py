"""Copies of games as they stood at a place of their lists, so that a long one is loaded at once.

They are never the truth: the list is. Whoever makes one says by which program, and of which entry
it is the state; a copy of another program, or of an entry that is not there, means nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from sqlalchemy import select

from storage.queries import Queries
from storage.rows import lock_game
from storage.schema import actions, snapshots


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game after the entry at place `sequence`, which has that `mark`, as `program` wrote it."""

    game_id: int
    sequence: int
    program: str
    mark: str
    body: bytes = field(repr=False)


class Snapshots(Queries):
    """The newest copy of each game that has one."""

    async def get(self, game_id: int, program: str) -> Snapshot | None:
        """The copy of a game, if that program made it."""
        query = select(snapshots).where(
            snapshots.c.game_id == game_id, snapshots.c.program == program
        )
        async with self._look() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Snapshot(**row._asdict())

    async def put(self, snapshot: Snapshot, authors: Collection[int] = ()) -> bool:
        """Keep a copy in place of the one before.

        False, and it is not kept, where one of the `authors` in it is none in the list (any more):
        whoever was forgotten does not come back by a copy.
        """
        row = {name: getattr(snapshot, name) for name in Snapshot.__slots__}
        listed = select(actions.c.author).where(actions.c.game_id == snapshot.game_id).distinct()
        async with self._write() as connection:
            await lock_game(connection, snapshot.game_id)
            if not set(authors) <= set(await connection.scalars(listed)):
                return False
            await self._put(connection, snapshots, row)
        return True

"""Moves that players have set ahead: private, until they act or end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from sqlalchemy import Select, bindparam, select, update

from storage.queries import Queries
from storage.records import ENDED, ON, UNREAD, NewMessage
from storage.rows import insert_messages, insert_new
from storage.schema import programs

SEAT_LOST = '{"reason":"seat"}'
"""The note of one that ended with its owner's seat: he is told when he looks."""


@dataclass(frozen=True, slots=True)
class StoredProgram:
    """What the member in a seat has set ahead, when the game had `sequence` entries.

    `moves` of them stood then. `body` is JSON, `note` that of what ended it.
    """

    id: int
    game_id: int
    number: int
    user_id: int
    body: str = field(repr=False)
    sequence: int
    moves: int
    note: str = field(default="", repr=False)


_QUERY = (
    select(*(programs.c[field.name] for field in fields(StoredProgram)))
    .where(programs.c.game_id == bindparam("game"))
    .order_by(programs.c.id)
)
RUNNING = _QUERY.where(programs.c.status == ON)
UNTOLD = _QUERY.where(programs.c.user_id == bindparam("user"), programs.c.status == UNREAD)


class StoredPrograms(Queries):
    """The moves made ahead in all games."""

    async def running(self, game_id: int) -> tuple[StoredProgram, ...]:
        """Those of a game that may act, in the order in which they were set."""
        return await self._of(RUNNING, game=game_id)

    async def add(
        self, game_id: int, number: int, user_id: int, body: str, *, sequence: int, moves: int
    ) -> int:
        """Set one; returns its number."""
        row = {
            "game_id": game_id,
            "number": number,
            "user_id": user_id,
            "body": body,
            "sequence": sequence,
            "moves": moves,
            "status": ON,
            "note": "",
        }
        async with self._write() as connection:
            return await insert_new(connection, programs, row)

    async def end(self, program_id: int, note: str = "", outbox: Sequence[NewMessage] = ()) -> bool:
        """End one, and have its owner told; false, and nothing is told, where it is over."""
        found = select(programs.c.game_id).where(programs.c.id == program_id)
        ending = update(programs).where(programs.c.id == program_id, programs.c.status == ON)
        async with self._write() as connection:
            changed = await connection.execute(ending.values(status=ENDED, note=note))
            if not changed.rowcount:
                return False
            game_id = await connection.scalar(found)
            await insert_messages(connection, int(game_id or 0), outbox)
        return True

    async def keep_unread(self, program_id: int) -> None:
        """Note that the owner could not be told why one has ended."""
        change = update(programs).where(programs.c.id == program_id)
        async with self._write() as connection:
            await connection.execute(change.values(status=UNREAD))

    async def read(self, game_id: int, user_id: int) -> tuple[StoredProgram, ...]:
        """Those whose end a member could not be told of; they are given out once."""
        found = await self._of(UNTOLD, game=game_id, user=user_id)
        if not found:
            return ()
        ids = [program.id for program in found]
        reading = update(programs).where(programs.c.id.in_(ids), programs.c.status == UNREAD)
        async with self._write() as connection:
            changed = await connection.execute(reading.values(status=ENDED))
        return found if changed.rowcount else ()

    async def _of(self, query: Select[Any], **known: Any) -> tuple[StoredProgram, ...]:
        async with self._look() as connection:
            return tuple(StoredProgram(*row) for row in await connection.execute(query, known))

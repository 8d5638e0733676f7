"""What falls due and when: each thing is done by one of the processes that share the database.

A process takes a thing with a claim that runs out, so that what it left undone by dying is done by
another. What is done is taken away together with storing what is to be said of it, or it is put to
its next time: never twice. What belongs to a game is done by a process that has its server in its
share, what belongs to none by any.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, case, delete, func, insert, or_, select, type_coerce, update
from sqlalchemy.exc import IntegrityError

from storage.database import Database
from storage.queries import Queries
from storage.records import NewMessage
from storage.rows import insert_messages
from storage.schema import UtcTime, due, games

LEASE = timedelta(minutes=5)
columns = due.c


@dataclass(frozen=True, slots=True)
class Due:
    """A thing of a `kind` to be done at a time, for a game, a member, or a member in a game.

    `body` is JSON of that kind.
    """

    id: int
    kind: str
    game_id: int | None
    user_id: int | None
    at: datetime
    body: str


class DueTimes(Queries):
    """The table of due times, as one process works on it. There is one thing of a kind for each."""

    def __init__(self, store: Database, lease: timedelta | None = None) -> None:
        super().__init__(store)
        self._me = secrets.token_hex(16)
        self._lease = LEASE if lease is None else lease
        own = select(games.c.id).where(store.share.holds(games.c.guild_id))
        self._own = or_(columns.game_id.is_(None), columns.game_id.in_(own))

    async def put(
        self,
        kind: str,
        at: datetime,
        *,
        game_id: int | None = None,
        user_id: int | None = None,
        body: str = "{}",
    ) -> None:
        """Have a thing done at that time, instead of whenever it was to be done before."""
        row: dict[str, Any] = {"at": at, "body": body, "claimed_by": None, "claimed_until": None}
        which = _which(kind, game_id, user_id)
        changing = update(due).where(*which).values(row)
        async with self._write() as connection:
            if (await connection.execute(changing)).rowcount:
                return
            row |= {"kind": kind, "game_id": game_id, "user_id": user_id}
            try:
                async with connection.begin_nested():
                    await connection.execute(insert(due).values(row))
            except IntegrityError:  # another process was faster
                await connection.execute(changing)

    async def drop(
        self, *kinds: str, game_id: int | None = None, user_id: int | None = None
    ) -> None:
        """Have things not done at all."""
        which = (columns.game_id == game_id, columns.user_id == user_id)
        async with self._write() as connection:
            await connection.execute(delete(due).where(columns.kind.in_(kinds), *which))

    async def find(
        self, kind: str, *, game_id: int | None = None, user_id: int | None = None
    ) -> Due | None:
        """The thing of that kind that is to be done, if there is one."""
        async with self._look() as connection:
            row = (
                await connection.execute(_select().where(*_which(kind, game_id, user_id)))
            ).first()
        return None if row is None else Due(*row)

    async def next(self) -> datetime | None:
        """When the next thing falls due, or the claim on it runs out; None where there is none."""
        taken = columns.claimed_until > columns.at
        free = type_coerce(case((taken, columns.claimed_until), else_=columns.at), UtcTime)
        async with self._look() as connection:
            found: datetime | None = await connection.scalar(
                select(type_coerce(func.min(free), UtcTime)).where(self._own)
            )
        return found

    async def claim(self, now: datetime) -> Due | None:
        """Take the thing that fell due first for this process to do; None where there is none."""
        ready = _ready(now)
        first = _select().where(*ready, self._own).order_by(columns.at, columns.id).limit(1)
        first = first.with_for_update(skip_locked=True)  # SQLite has one writer at a time anyway
        while True:
            async with self._write() as connection:
                row = (await connection.execute(first)).first()
                if row is None:
                    return None
                taking = (
                    update(due)
                    .where(columns.id == row.id, columns.at == row.at, *ready)
                    .values(claimed_by=self._me, claimed_until=now + self._lease)
                )
                if (await connection.execute(taking)).rowcount:
                    return Due(*row)

    async def done(
        self,
        thing: Due,
        said: Sequence[NewMessage] = (),
        *,
        again: datetime | None = None,
        body: str = "{}",
    ) -> bool:
        """Note that a claimed thing is done, and what is to be said of its game.

        With `again` it is to be done once more, with that body. False, and nothing is stored, where
        it was changed meanwhile, or the claim ran out.
        """
        mine = (columns.id == thing.id, columns.claimed_by == self._me)
        ending: Any = delete(due).where(*mine)
        if again is not None:
            ending = (
                update(due)
                .where(*mine)
                .values(at=again, body=body, claimed_by=None, claimed_until=None)
            )
        async with self._write() as connection:
            if not (await connection.execute(ending)).rowcount:
                return False
            if thing.game_id is not None:
                await insert_messages(connection, thing.game_id, said)
        return True


def _which(kind: str, game_id: int | None, user_id: int | None) -> tuple[ColumnElement[bool], ...]:
    """The rows of one thing; `==` with None is told as IS NULL."""
    return columns.kind == kind, columns.game_id == game_id, columns.user_id == user_id


def _ready(now: datetime) -> tuple[ColumnElement[bool], ...]:
    """The rows that are due, and that nobody has claimed."""
    return columns.at <= now, or_(columns.claimed_until.is_(None), columns.claimed_until <= now)


def _select() -> Any:
    return select(
        columns.id, columns.kind, columns.game_id, columns.user_id, columns.at, columns.body
    )

"""One trip to SQLite's thread for each statement.

The asynchronous driver keeps a thread for each connection. SQLAlchemy's adapter goes there to make
a cursor, to execute, to fetch and to close, and these switches between threads cost more than what
SQLite does. Here they are one; and the begin of a transaction, or of a writer's part of one,
goes along with its first statement.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sqlalchemy.dialects.sqlite.aiosqlite import (
    AsyncAdapt_aiosqlite_connection,
    AsyncAdapt_aiosqlite_cursor,
    AsyncAdapt_aiosqlite_dbapi,
)

BEGIN, BEGIN_WRITING = "BEGIN", "BEGIN IMMEDIATE"
"""How a transaction begins that takes no lock yet, and one that takes that of the writer."""
SAVEPOINT, TAKE_BACK = "SAVEPOINT part", "ROLLBACK TO part"
"""How a part of a transaction begins, and how the last one is taken back. None is released: they
end with the transaction."""

TRIES, SOON = 40, 0.0005
"""So often, each time after so many seconds, the writer's lock is asked for before SQLite waits.

A write takes a few milliseconds. SQLite itself looks again after 1, 2, 5, 10, 15, 20 and 25 more:
two processes would wait for a lock that has long been free.
"""
PRIMARY = 0xFF
"""The part of an error's code in which SQLite tells its kind."""


class _Trips:
    """A driver's cursor that is in the thread only while its statement is executed."""

    description: Any = None
    rowcount = -1
    lastrowid: int | None = None
    arraysize = 1

    def __init__(self, connection: OneTripConnection) -> None:
        self._connection = connection
        self._rows: list[Any] = []

    async def execute(self, sql: str, values: Any = ()) -> None:
        """Execute a statement and read all that it finds."""
        if sql in {BEGIN, BEGIN_WRITING}:
            self._connection.ahead = [sql]
        else:
            await self._travel("execute", sql, values)

    async def executemany(self, sql: str, rows: Any) -> None:
        """Execute a statement for each row."""
        await self._travel("executemany", sql, rows)

    async def fetchall(self) -> list[Any]:
        """All rows."""
        return self._rows

    def close(self) -> None:
        """It was closed in the thread."""

    async def _travel(self, how: str, sql: str, values: Any) -> None:
        found = await self._connection.run(partial(_trip, how, sql, values))
        self.description, self.rowcount, self.lastrowid, self._rows = found


def _trip(how: str, sql: str, values: Any, connection: sqlite3.Connection) -> Any:
    cursor = connection.cursor()
    try:
        getattr(cursor, how)(sql, values)
        rows = cursor.fetchall() if cursor.description else []
        return cursor.description, cursor.rowcount, cursor.lastrowid, rows
    finally:
        cursor.close()


class _Cursor(AsyncAdapt_aiosqlite_cursor):
    """SQLAlchemy's adapter, around a cursor of ours."""

    __slots__ = ()
    _awaitable_cursor_close = False

    def _make_new_cursor(self, connection: Any) -> Any:
        return _Trips(self._adapt_connection)  # type: ignore[arg-type]

    def _aenter_cursor(self, cursor: Any) -> Any:
        return cursor


class OneTripConnection(AsyncAdapt_aiosqlite_connection):
    """SQLAlchemy's adapter; `ahead` are the begins that go along with the next statement.

    Where no transaction has begun, there is nothing to end.
    """

    _cursor_cls = _Cursor
    ahead: Sequence[str] = ()
    begun = False

    async def run(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        """Do something with SQLite's connection in its thread, behind the begins that wait."""
        begins, self.ahead = self.ahead, ()
        self.begun |= bool(begins)
        driver: Any = self._connection
        return await driver._execute(partial(_begun, begins, work), driver._conn)  # noqa: SLF001

    @property
    def is_open(self) -> bool:
        """Whether a transaction has begun that was not ended, nor taken back by SQLite itself.

        A statement that was called off may still be on its way: see `settle`.
        """
        return bool(self.ahead) or self._connection.in_transaction

    async def settle(self) -> None:
        """Wait for the statements that are on their way."""
        if not self.ahead:
            await self.run(_nothing)

    def begin_part(self) -> None:
        """From here on what is done can be taken back without what was done before."""
        self.ahead = [*self.ahead, SAVEPOINT]

    async def take_back_part(self) -> None:
        """Take back what was done since the part began."""
        if SAVEPOINT in self.ahead:
            self.ahead = self.ahead[:-1]
        else:
            await self.run(_take_back)

    def rollback(self) -> None:
        """Take back what was done since the begin."""
        if self._ends():
            super().rollback()

    def commit(self) -> None:
        """Store what was done since the begin."""
        if self._ends():
            super().commit()

    def _ends(self) -> bool:
        begun, self.ahead, self.begun = self.begun, (), False
        return begun


def _begun(begins: Sequence[str], work: Any, connection: sqlite3.Connection) -> Any:
    for begin in begins:
        if begin == BEGIN_WRITING:
            _begin_writing(connection)
        else:
            connection.execute(begin)
    return work(connection)


def _begin_writing(connection: sqlite3.Connection) -> None:
    """Take the writer's lock, as soon as another process has left it.

    Raises:
        sqlite3.OperationalError: It was not left in the time that the connection waits.
    """
    [patience] = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        for _ in range(TRIES):
            try:
                connection.execute(BEGIN_WRITING)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & PRIMARY != sqlite3.SQLITE_BUSY:
                    raise
            else:
                return
            time.sleep(SOON)
    finally:
        connection.execute(f"PRAGMA busy_timeout = {patience}")
    connection.execute(BEGIN_WRITING)


def _nothing(_connection: sqlite3.Connection) -> None:
    """It was waited for."""


def _take_back(connection: sqlite3.Connection) -> None:
    connection.execute(TAKE_BACK)


class OneTripDriver(AsyncAdapt_aiosqlite_dbapi):
    """The driver as SQLAlchemy sees it; to be handed to `create_async_engine` as its module."""

    def __init__(self) -> None:
        import aiosqlite

        super().__init__(aiosqlite, sqlite3)

    def connect(self, *given: Any, **options: Any) -> OneTripConnection:
        """Connect."""
        made = super().connect(*given, **options)
        return OneTripConnection(self, made._connection)  # noqa: SLF001

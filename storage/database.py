"""A database that is open: transactions that read and that write, and its end."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from functools import cache
from typing import Any, Self

from sqlalchemy import Table
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.backend import Backend
from storage.connection import open_engine
from storage.errors import Busy, Unsure
from storage.share import WHOLE, Share
from storage.together import Together

CLOSE_SECONDS = 5.0
"""So long the end waits for what is still being read or written."""


class Database:
    """The connections to a database. Get one with `open`, give it back with `close`.

    `share` are the servers for which this process looks for something to do; it reads all.
    """

    def __init__(self, engine: AsyncEngine, backend: Backend, share: Share = WHOLE) -> None:
        self.backend = backend
        self.share = share
        self._engine = engine
        self._looker = engine.execution_options(**backend.looking)
        self._reader = engine.execution_options(**backend.reading)
        self._begin = Together(engine).writing if backend.one_writer else engine.begin
        self._used = 0
        self._free = asyncio.Event()
        self._free.set()

    @classmethod
    async def open(cls, url: str, share: Share = WHOLE) -> Self:
        """Open the database at `url` and bring its schema up to date.

        Raises:
            StorageError: It cannot be used; the message says what to do.
        """
        return cls(*await open_engine(url), share)

    async def close(self) -> None:
        """Close all connections, those in use when they are free; no use of it afterwards."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._free.wait()
        await self._engine.dispose()

    def looking(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """For one statement that reads, which needs no transaction. Raises Busy as `reading`."""
        return self._connected(self._looker)

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that only reads: all its statements see one state.

        Raises Busy where the database is not there just now.
        """
        return self._connected(self._reader)

    @asynccontextmanager
    async def _connected(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        try:
            with self._in_use():
                async with engine.connect() as connection:
                    yield connection
        except self.backend.errors as error:
            if self.backend.is_passing(error):
                raise Busy(f"the database cannot be read just now ({_code(error)})") from error
            raise

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes.

        Raises:
            Busy: Another program holds the database, or it is not there just now.
            Unsure: The same, and it is not known whether all of this was stored.
        """
        ending = False
        try:
            with self._in_use():
                async with self._begin() as connection:
                    yield connection
                    ending = True
        except self.backend.errors as error:
            if not self.backend.is_passing(error):
                raise
            if ending:
                raise Unsure(f"it was lost while this was stored ({_code(error)})") from error
            raise Busy(f"the database cannot be written just now ({_code(error)})") from error

    async def put(self, connection: AsyncConnection, table: Table, row: Mapping[str, Any]) -> None:
        """Insert a row, in place of the one that has its primary key, if there is one."""
        await connection.execute(_put(self.backend.insert, table, *row), row)

    async def put_new(
        self, connection: AsyncConnection, table: Table, row: Mapping[str, Any]
    ) -> bool:
        """Insert a row; false, and it is not, where there is one that has its primary key."""
        new = _put_new(self.backend.insert, table)
        return bool((await connection.execute(new, row)).rowcount)

    @contextmanager
    def _in_use(self) -> Iterator[None]:
        self._used += 1
        self._free.clear()
        try:
            yield
        finally:
            self._used -= 1
            if not self._used:
                self._free.set()


def _code(error: BaseException) -> str:
    """What the database calls an error: no words, which might quote what is stored."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    for name in ("sqlite_errorname", "sqlstate"):
        if code := getattr(cause, name, None):
            return str(code)
    return type(cause).__name__


@cache
def _put(insert: Callable[[Table], Any], table: Table, *columns: str) -> Any:
    key = [column.name for column in table.primary_key]
    new = insert(table)
    changes = {name: new.excluded[name] for name in columns if name not in key}
    return new.on_conflict_do_update(index_elements=key, set_=changes)


@cache
def _put_new(insert: Callable[[Table], Any], table: Table) -> Any:
    return insert(table).on_conflict_do_nothing()

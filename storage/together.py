"""Writers that share a commit: a disk that must write for certain does it once for all who wait.

SQLite has one writer at a time, and each commit waits for the disk. Whoever comes while another
one writes or the disk is busy, waits here in order, instead of asking SQLite again and again; all
who wait write one after the other in one transaction, each his part of it, and go on when it is
stored. So none of them is ever told of something that could still be lost, and what one of them
takes back or fails at leaves the others' as it is.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.trips import OneTripConnection

log = logging.getLogger(__name__)

MOST = 64
"""Writers of one commit."""
LONGEST = 0.1
"""Seconds after which a transaction takes in nobody more, so that its first does not wait long."""


@dataclass(eq=False, slots=True)
class _Batch:
    """A transaction that is open, and what becomes of it.

    `waits_since` is when its first writer was done; before, he may have waited for the lock.
    """

    connection: AsyncConnection
    driver: OneTripConnection
    stored: asyncio.Future[None]
    waits_since: float | None = None
    writers: int = 0

    @property
    def full(self) -> bool:
        """Whether it takes in nobody more."""
        late = self.waits_since is not None and time.monotonic() - self.waits_since > LONGEST
        return late or self.writers >= MOST

    @property
    def is_open(self) -> bool:
        """Whether it can be stored: it is not lost, and SQLite has not taken it back by itself."""
        return not self.connection.invalidated and self.driver.is_open

    async def commit(self) -> None:
        """Store it. Raises ConnectionAbortedError where it is open no more."""
        if not self.is_open:
            raise ConnectionAbortedError("the transaction was taken back before")
        await self.connection.commit()


class Together:
    """One connection that writes for all, in the order in which they came."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._batch: _Batch | None = None
        self._closing: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of one's own, as far as one can see; it is stored when this ends.

        Raises what the database raises when it begins, writes or stores.
        """
        await self._wait()
        try:
            batch = self._batch or await self._begin()
            batch.writers += 1
            try:
                async with self._part_of(batch):
                    yield batch.connection
            finally:
                if self._batch is batch and (not self._waiting or batch.full):
                    self._batch = None
                    await _to_the_end(_store(batch))
        finally:
            self._turn.release()
        await asyncio.shield(batch.stored)

    async def _wait(self) -> None:
        """Wait for one's turn; whoever is called off meanwhile leaves no transaction open."""
        self._waiting += 1
        try:
            await self._turn.acquire()
        except asyncio.CancelledError:
            self._closing = asyncio.create_task(self._close())
            raise
        finally:
            self._waiting -= 1

    async def _close(self) -> None:
        """Store what is open, if nobody else will."""
        async with self._turn:
            batch = self._batch
            if batch is not None and not self._waiting:
                self._batch = None
                await _store(batch)

    @asynccontextmanager
    async def _part_of(self, batch: _Batch) -> AsyncIterator[None]:
        """One writer's part, which is taken back alone where it fails.

        That of the first is all that there is so far. Where SQLite has taken everything back by
        itself, since the disk is full, say, nothing of the others is stored either, and they are
        told.
        """
        first = batch.writers == 1
        if not first:
            batch.driver.begin_part()
        try:
            yield
        except BaseException as error:
            await _to_the_end(self._take_back(batch, error, alone=first))
            raise
        if first:
            batch.waits_since = time.monotonic()

    async def _take_back(self, batch: _Batch, error: BaseException, *, alone: bool) -> None:
        """Take back the part in which that error was raised; all, where that cannot be done."""
        try:
            if not batch.connection.invalidated:
                await batch.driver.settle()
            lost = not batch.is_open
            if not lost and not alone:
                await batch.driver.take_back_part()
        except Exception:  # the writer is told his own error
            log.exception("what was written cannot be taken back")
            lost = True
        if lost:
            self._batch = None
            if not isinstance(error, DBAPIError):  # it says nothing to the others
                error = ConnectionAbortedError(type(error).__name__)
            await _give_up(batch, error)
        elif alone:
            self._batch = None
            await batch.connection.close()

    async def _begin(self) -> _Batch:
        connection = await self._engine.connect()
        try:
            await connection.begin()
        except BaseException:
            await connection.close()
            raise
        driver: Any = (await connection.get_raw_connection()).dbapi_connection
        self._batch = _Batch(connection, driver, asyncio.get_running_loop().create_future())
        return self._batch


async def _store(batch: _Batch) -> None:
    """Commit; its writers are told by its future, not by what is raised here."""
    try:
        await batch.commit()
    except Exception as error:  # noqa: BLE001 - it is raised at each writer's
        await _give_up(batch, error)
    else:
        batch.stored.set_result(None)
        await batch.connection.close()


async def _give_up(batch: _Batch, error: Exception) -> None:
    """Nothing of a transaction is stored: tell its writers, and leave its connection."""
    batch.stored.set_exception(error)
    batch.stored.exception()
    await batch.connection.invalidate()  # it may still be in the middle of its transaction
    await batch.connection.close()


async def _to_the_end(work: Coroutine[Any, Any, None]) -> None:
    """Wait until it is done, also where one is called off meanwhile."""
    task, called_off = asyncio.ensure_future(work), False
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            called_off = True
    task.result()
    if called_off:
        raise asyncio.CancelledError

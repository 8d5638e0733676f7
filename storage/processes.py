"""Which processes work on the database, and which of them speaks for a game.

A process is alive while it renews its row; what it had taken on is free when that runs out, or is
gone. So nothing is renewed but the one row, however many games there are. The times are those of
the processes' own clocks, which may differ by a part of the lease.
"""

from __future__ import annotations

import os
import secrets
import socket
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select, update

from storage.clock import Clock, utc_now
from storage.database import Database
from storage.queries import Queries
from storage.schema import processes, speakers
from storage.share import Share

ALIVE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Process:
    """A process that works on the database, on which computer, and for which servers."""

    id: str
    host: str
    pid: int
    share: Share


class Processes(Queries):
    """The processes as one of them sees them; `clock` tells it the time."""

    def __init__(self, store: Database, clock: Clock = utc_now, pid: int | None = None) -> None:
        super().__init__(store)
        self._insert = store.backend.insert
        self._clock = clock
        self._me = Process(
            secrets.token_hex(16), socket.gethostname(), pid or os.getpid(), store.share
        )
        self._until: datetime | None = None
        self._mine: set[int] = set()
        self._term = 0
        """How often this process began to be one of them: others may have worked in between."""

    async def join(self) -> tuple[Process, ...]:
        """Be one of them; the others that are alive."""
        others = await self.others()
        await self.renew()
        return others

    async def others(self) -> tuple[Process, ...]:
        """The others that are alive; those of this computer that have ended are forgotten."""
        ended = processes.c.alive_until <= self._clock()
        async with self._write() as connection:
            await connection.execute(delete(processes).where(ended))
        others = []
        for process in await self._all():
            if process.host == self._me.host and self._has_ended(process.pid):
                await self._forget(process.id)
            elif process.id != self._me.id:
                others.append(process)
        return tuple(others)

    async def _all(self) -> list[Process]:
        columns = processes.c
        query = select(columns.id, columns.host, columns.pid, columns.share)
        async with self._look() as connection:
            rows = (await connection.execute(query)).all()
        return [Process(*row[:3], Share.parse(row.share)) for row in rows]

    async def renew(self) -> None:
        """Stay alive. Where that comes too late, others may have taken on what was one's own."""
        now = self._clock()
        staying = (
            update(processes)
            .where(processes.c.id == self._me.id, processes.c.alive_until > now)
            .values(alive_until=now + ALIVE)
        )
        async with self._write() as connection:
            if not (await connection.execute(staying)).rowcount:
                self._mine.clear()
                self._term += 1
                row = {"id": self._me.id, "host": self._me.host, "pid": self._me.pid}
                row |= {"share": str(self._me.share), "alive_until": now + ALIVE}
                await self._put(connection, processes, row)
        self._until = now + ALIVE

    async def leave(self) -> None:
        """Be none of them any more: what was one's own is free."""
        self._until = None
        self._mine.clear()
        await self._forget(self._me.id)

    async def speaks(self, game_id: int) -> int:
        """Whether this process speaks for a game, from now on if nobody who is alive does.

        The number is another one, never 0, where somebody else may have spoken since it was asked.
        """
        now = self._clock()
        if self._until is None or self._until - now < ALIVE / 2:
            await self.renew()
        if game_id in self._mine:
            return self._term
        others = select(processes.c.id).where(
            processes.c.alive_until > now, processes.c.id != self._me.id
        )
        taking = (
            self._insert(speakers)
            .values(game_id=game_id, process=self._me.id)
            .on_conflict_do_update(
                index_elements=["game_id"],
                set_={"process": self._me.id},
                where=speakers.c.process.not_in(others),
            )
        )
        async with self._write() as connection:
            if not (await connection.execute(taking)).rowcount:
                return 0
        self._mine.add(game_id)
        return self._term

    async def _forget(self, process_id: str) -> None:
        async with self._write() as connection:
            await connection.execute(delete(processes).where(processes.c.id == process_id))

    def _has_ended(self, pid: int) -> bool:
        """Whether a process is no more; one that had the number of this one has ended before it."""
        if pid == self._me.pid:
            return True
        with suppress(PermissionError):
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                return True
        return False

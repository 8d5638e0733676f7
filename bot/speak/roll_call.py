"""Shows the other processes on the database that this one is alive, and sees to what they left."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import structlog

from bot.recurring import Recurring, Sleep
from storage import Busy, Process, Processes, Share, Unsure
from storage.processes import ALIVE

log = structlog.stdlib.get_logger(__name__)

PAUSE = ALIVE.total_seconds() / 3
"""Seconds."""


class RollCall:
    """Says again and again that this process is there, and has `look` look around.

    What that finds may take long to be said; the others hear meanwhile that this one is alive.
    """

    def __init__(
        self,
        processes: Processes,
        share: Share,
        look: Callable[[], Awaitable[None]],
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._processes = processes
        self._share = share
        self._look = look
        self._answering = Recurring("roll call", self._renew, sleep)
        self._looking = Recurring("looking around", self._look_around, sleep)

    async def start(self, *, again: bool = True) -> None:
        """Be one of the processes, and warn of one that would do the same work."""
        self._warn(await self._processes.join())
        if again:
            self._answering.start(after=PAUSE)
            self._looking.start(after=PAUSE)

    async def stop(self) -> None:
        """End it; the others may take on at once what was this one's."""
        await self._looking.stop()
        await self._answering.stop()
        with contextlib.suppress(Exception):  # or they may do so in a minute
            await self._processes.leave()

    async def answer(self) -> None:
        """Once."""
        await self._renew()
        await self._look_around()

    async def _renew(self) -> float:
        return await self._tried(self._processes.renew)

    async def _look_around(self) -> float:
        return await self._tried(self._look)

    async def _tried(self, work: Callable[[], Awaitable[None]]) -> float:
        """Do it; what fails is tried again after the pause, which this returns."""
        try:
            await work()
        except (Busy, Unsure) as error:
            log.warning("the database is not there", problem=error)
        except Exception:
            log.exception("cannot look for what is to be done")
        return PAUSE

    def _warn(self, others: tuple[Process, ...]) -> None:
        for other in others:
            if other.share.overlaps(self._share):
                log.warning(
                    "another process hears the same servers",
                    pid=other.pid,
                    host=other.host,
                    shards=str(other.share),
                )

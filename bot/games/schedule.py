"""One task that sleeps until the next thing falls due, and has it done.

What fell due while the bot was away is done at the start, in order, like everything else: whoever
does it is told how late it is.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from storage import Clock, Due, DueTimes, NewMessage, NoSuchGame

log = structlog.stdlib.get_logger(__name__)

LONGEST_SLEEP = timedelta(hours=6)
"""So long it sleeps at most: another process that died may have left something."""
SHORTEST_SLEEP = 1.0
LATE = timedelta(minutes=15)
"""From so much on something is said to be late."""


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a thing: what is to be said of its game, and when it is to be done again."""

    said: Sequence[NewMessage] = ()
    again: datetime | None = None
    body: str = "{}"


Handler = Callable[[Due, datetime], Awaitable[Done]]
"""Does a thing, or says what is to be done; it is given the time that it is now."""


class Schedule:
    """Has things done when they fall due, each kind by the handler that was named for it."""

    def __init__(self, due: DueTimes, clock: Clock) -> None:
        self._due = due
        self._clock = clock
        self.handlers: dict[str, Handler] = {}
        self.tell: Callable[[int], Awaitable[None]] | None = None
        """Says what waits to be said of a game; handed in by whoever speaks."""
        self._task: asyncio.Task[None] | None = None
        self._asleep = False
        self._stale = False

    def start(self) -> None:
        """Do what is due, and go on until `stop`."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="schedule")

    async def stop(self) -> None:
        """End the task."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

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
        await self._due.put(kind, at, game_id=game_id, user_id=user_id, body=body)
        self.wake()

    async def drop(
        self, *kinds: str, game_id: int | None = None, user_id: int | None = None
    ) -> None:
        """Have things not done at all."""
        await self._due.drop(*kinds, game_id=game_id, user_id=user_id)

    async def find(
        self, kind: str, *, game_id: int | None = None, user_id: int | None = None
    ) -> Due | None:
        """The thing of that kind that is to be done, if there is one."""
        return await self._due.find(kind, game_id=game_id, user_id=user_id)

    def wake(self) -> None:
        """Let the task look again: the next thing may fall due earlier than it knows."""
        self._stale = True
        if self._asleep and self._task is not None:
            self._task.cancel()
            self._task = asyncio.create_task(self._run(), name="schedule")

    async def _run(self) -> None:
        """Work and sleep; it ends when it is not the task any more, also if nothing tells it so.

        What is called off deep in a library is not always raised there.
        """
        own = asyncio.current_task()
        while self._task is own:
            self._asleep = self._stale = False
            pause = SHORTEST_SLEEP
            try:
                await self._work()
                pause = await self._pause()
            except Exception:
                log.exception("what is due cannot be seen to")
                pause = LONGEST_SLEEP.total_seconds()
            if not self._stale and self._task is own:
                self._asleep = True
                await asyncio.sleep(pause)

    async def _pause(self) -> float:
        """Seconds until the next thing falls due."""
        following = await self._due.next()
        if following is None:
            return LONGEST_SLEEP.total_seconds()
        left = min(following - self._clock(), LONGEST_SLEEP)
        return max(left.total_seconds(), SHORTEST_SLEEP)

    async def _work(self) -> None:
        """Do what is due, the oldest first. What fails is tried again when its claim runs out."""
        while (thing := await self._due.claim(self._clock())) is not None:
            try:
                await self._do(thing)
            except NoSuchGame:
                continue  # and so what was due is gone, too
            except Exception:
                log.exception("what was due failed", kind=thing.kind, game=thing.game_id)

    async def _do(self, thing: Due) -> None:
        handler = self.handlers.get(thing.kind)
        if handler is None:
            log.error("nobody does what is due", kind=thing.kind)
            return
        done = await handler(thing, self._clock())
        kept = await self._due.done(thing, done.said, again=done.again, body=done.body)
        if kept and done.said and self.tell is not None and thing.game_id is not None:
            await self.tell(thing.game_id)


def late(thing: Due, now: datetime) -> datetime | None:
    """When a thing was due, if it comes late; None if it does not."""
    return thing.at if now - thing.at > LATE else None

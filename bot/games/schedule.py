"""One task that sleeps until the next thing falls due, and has it done.

What fell due while the bot was away is done at the start, in order, like everything else: whoever
does it is told how late it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from bot.recurring import Recurring, Sleep
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

    def __init__(self, due: DueTimes, clock: Clock, sleep: Sleep = asyncio.sleep) -> None:
        self._due = due
        self._clock = clock
        self.handlers: dict[str, Handler] = {}
        self.tell: Callable[[int], Awaitable[None]] | None = None
        """Says what waits to be said of a game; handed in by whoever speaks."""
        self._working = Recurring("schedule", self._work_and_pause, sleep)
        self._looks_at: datetime | None = None
        """When the task will look for what is due; None while it does so."""

    def start(self) -> None:
        """Do what is due, and go on until `stop`."""
        self._working.start()

    async def stop(self) -> None:
        """End the task."""
        await self._working.stop()

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
        if self._looks_at is None or at < self._looks_at:
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
        self._working.wake()

    async def _work_and_pause(self) -> float:
        """Do what is due; returns the seconds until the task looks again."""
        self._looks_at = None
        try:
            following = await self._work()
        except Exception:
            log.exception("what is due cannot be seen to")
            following = None
        now = self._clock()
        pause = LONGEST_SLEEP if following is None else min(following - now, LONGEST_SLEEP)
        self._looks_at = now + pause
        return max(pause.total_seconds(), SHORTEST_SLEEP)

    async def _work(self) -> datetime | None:
        """Do what is due, the oldest first; returns when the next thing falls due, if there is one.

        What fails is tried again when its claim runs out.
        """
        while (following := await self._due.next()) is not None and following <= self._clock():
            thing = await self._due.claim(self._clock())
            if thing is None:
                break  # another process has it
            try:
                await self._do(thing)
            except NoSuchGame:
                continue  # and so what was due is gone, too
            except Exception:
                log.exception("what was due failed", kind=thing.kind, game=thing.game_id)
        return following

    async def _do(self, thing: Due) -> None:
        handler = self.handlers.get(thing.kind)
        if handler is None:
            log.error("nobody does what is due", kind=thing.kind)
            return
        done = await handler(thing, self._clock())
        kept = await self._due.done(thing, done.said, again=done.again, body=done.body)
        if kept and done.said and self.tell is not None and thing.game_id is not None:
            await self.tell(thing.game_id)


def late(thing: Due, now: datetime) -> int | None:
    """When a thing was due, in Unix time, if it comes late; None if it does not."""
    return int(thing.at.timestamp()) if now - thing.at > LATE else None

"""Work that is done again and again beside all else, until it is told to end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

Sleep = Callable[[float], Awaitable[None]]
"""Lets so many seconds pass; `asyncio.sleep` unless time is not the computer's."""


class Recurring:
    """A task that works and sleeps; `work` returns for how many seconds, and raises nothing."""

    def __init__(
        self, name: str, work: Callable[[], Awaitable[float]], sleep: Sleep = asyncio.sleep
    ) -> None:
        self._name = name
        self._work = work
        self._sleep = sleep
        self._task: asyncio.Task[None] | None = None
        self._asleep = self._woken = False

    def start(self, *, after: float = 0.0) -> None:
        """Begin after so many seconds, unless it goes on already."""
        if self._task is None:
            self._go_on(after)

    def wake(self) -> None:
        """Work at once; if it works just now, do so again when that is done."""
        self._woken = True
        if self._asleep and self._task is not None:
            self._task.cancel()
            self._go_on(0.0)

    async def stop(self) -> None:
        """End it. Work that is under way is called off."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def _go_on(self, pause: float) -> None:
        self._asleep = False
        self._task = asyncio.create_task(self._run(pause), name=self._name)

    async def _run(self, pause: float) -> None:
        """Sleep and work; it ends when it is not the task any more, also if nothing tells it so.

        What is called off deep in a library is not always raised there.
        """
        own = asyncio.current_task()
        while self._task is own:
            if pause and not self._woken:
                self._asleep = True
                await self._sleep(pause)
            self._asleep = self._woken = False
            pause = await self._work()

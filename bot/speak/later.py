"""What takes a while to find is added to a message that is there already, unless it has gone on."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import structlog

from bot.speak.answer import TROUBLE

log = structlog.stdlib.get_logger(__name__)
T = TypeVar("T")


class Later:
    """Searches in a thread of its own, one thing after the other: each takes what time it may."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "later")
        self._sought: dict[Hashable, Future[Any]] = {}
        self._telling: dict[Hashable, asyncio.Task[None]] = {}

    def begin(
        self, key: Hashable, search: Callable[[], T], tell: Callable[[T], Awaitable[None]]
    ) -> None:
        """Have something sought, and told by an edit of the message `key`.

        It takes the place of what was sought for that message before.
        """
        self.drop(key)
        loop, context = asyncio.get_running_loop(), contextvars.copy_context()
        future = self._sought[key] = self._thread.submit(search)

        def done(found: Future[T]) -> None:
            with contextlib.suppress(RuntimeError):  # the bot has ended
                loop.call_soon_threadsafe(self._found, key, found, tell, context=context)

        future.add_done_callback(done)

    def drop(self, key: Hashable) -> None:
        """The message shows something else now: nothing is added to it any more."""
        future, task = self._sought.pop(key, None), self._telling.pop(key, None)
        for begun in (future, task):
            if begun is not None:
                begun.cancel()

    async def settled(self) -> None:
        """Wait until nothing is sought any more, and all is told."""
        while self._sought or self._telling:
            sought = [asyncio.wrap_future(future) for future in self._sought.values()]
            await asyncio.wait([*sought, *self._telling.values()])
            for future in sought:
                if future.done() and not future.cancelled():
                    future.exception()  # it is told, or logged, where what was sought is told
            await asyncio.sleep(0)

    def close(self) -> None:
        """Seek nothing more."""
        for key in [*self._sought, *self._telling]:
            self.drop(key)
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _found(self, key: Hashable, found: Future[T], tell: Callable[[T], Awaitable[None]]) -> None:
        if self._sought.get(key) is not found:
            return  # the message has gone on
        del self._sought[key]
        task = self._telling[key] = asyncio.create_task(self._tell(found, tell))
        task.add_done_callback(lambda done: self._told(key, done))

    async def _tell(self, found: Future[T], tell: Callable[[T], Awaitable[None]]) -> None:
        try:
            await tell(found.result())
        except TROUBLE as error:
            log.info("a message stays as it was", problem=error)
        except Exception:
            log.exception("what was sought is not told")

    def _told(self, key: Hashable, task: asyncio.Task[None]) -> None:
        if self._telling.get(key) is task:
            del self._telling[key]

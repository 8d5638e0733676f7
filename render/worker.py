"""Pictures are made in one worker process, so that an event loop beside it never waits for them.

`Painter.paint` answers with a future that always ends: with a PNG, or with None when there is no
picture (the worker crashed, hung, or could not draw it); then the caller goes on without. Await it
with `asyncio.wrap_future`. A worker that crashed or hung is replaced; where none can be started
there are no pictures. One is tried once more after a crash, which may have had another reason; one
that hung is not.
"""

from __future__ import annotations

import hashlib
import logging
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from typing import TypeVar

import msgspec
from cachetools import LRUCache

from render import picture
from render.raster import rasterise
from render.view import BoardView, View

log = logging.getLogger(__name__)

CACHE_BYTES = 32 * 1024 * 1024  # some 200 pictures; the worker keeps half as many
MOST_LATE = 100
"""So many pictures that nobody waits for are kept waiting; the oldest goes for a newer one."""
LARGEST = 700_000  # bytes of a PNG; a larger one is made again with fewer pixels
SHRINK = 0.86
TIME_LIMIT = 20.0  # seconds for one picture
START_LIMIT = 120.0  # seconds for a worker to start
K = TypeVar("K")


def pictures_used_last(limit: int) -> LRUCache[K, bytes]:
    """A cache of the pictures used last, up to `limit` bytes; none may be larger than that."""
    return LRUCache(limit, getsizeof=len)


def key_of(view: View, width: int) -> bytes:
    """What tells one picture from another: a hash of the view's content and the width."""
    plain = msgspec.to_builtins(view, str_keys=True, order="sorted")
    content = msgspec.json.encode((type(view).__name__, plain, width), order="sorted")
    return hashlib.sha256(content).digest()


# ---- in the worker process -----------------------------------------------------------------------

_drawn: LRUCache[tuple[bytes, int], bytes] = pictures_used_last(CACHE_BYTES // 2)


def _start() -> None:
    """Leave Ctrl+C to the parent, let it go first where cores are few, and end when it is gone."""
    if hasattr(os, "nice"):
        os.nice(5)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            parent.join()
            os._exit(0)

        threading.Thread(target=watch, daemon=True).start()


def paint_now(view: View, width: int) -> bytes:
    """The PNG of a view, drawn in this process. Views that look the same share one picture."""
    svg = picture.draw(view)
    key = (hashlib.sha256(svg.encode()).digest(), width)
    found = _drawn.get(key)
    if found is None:
        found = rasterise(svg, width)
        while len(found) > LARGEST and width > 400:
            width = int(width * SHRINK)
            found = rasterise(svg, width)
        _drawn[key] = found
    return found


def warm() -> bool:
    """Read what every picture needs: components, letter widths, fonts.

    The places of labels are found when a tile is first drawn, a few milliseconds for each.
    """
    rasterise(picture.draw(BoardView(crop=frozenset({"G8"}))), 200)
    return True


# ---- beside the event loop -----------------------------------------------------------------------

Job = Callable[[View, int], bytes]


class Painter:
    """One worker process, its queue, and the pictures made before. Safe to use from any thread."""

    def __init__(
        self,
        *,
        time_limit: float = TIME_LIMIT,
        cache_bytes: int = CACHE_BYTES,
        job: Job = paint_now,
    ) -> None:
        """`time_limit` is in seconds for one picture; `job` is what the worker does."""
        self.replaced = 0  # how often a worker had to be replaced
        self.last_error: Exception | None = None  # why a view could not be drawn
        self._limit = time_limit
        self._job = job
        self._cache: LRUCache[bytes, bytes] = pictures_used_last(cache_bytes)
        self._pending: dict[bytes, Future[bytes | None]] = {}
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._queue: OrderedDict[bytes, tuple[View, int]] = OrderedDict()
        self._late: OrderedDict[bytes, tuple[View, int]] = OrderedDict()
        self._wake = threading.Condition(self._lock)
        self._closed = False
        self._thread = threading.Thread(target=self._serve, name="painter", daemon=True)
        self._thread.start()

    def paint(
        self, view: View, width: int | None = None, *, late: bool = False
    ) -> Future[bytes | None]:
        """The picture of a view, `width` pixels wide (by default the usual width).

        One that nobody waits for is `late`: it is made when there is nothing else to do, and never
        where there are too many of them.
        """
        wide = picture.WIDTH if width is None else width
        key = key_of(view, wide)
        given_up: Future[bytes | None] | None = None
        with self._wake:
            if key in self._pending:
                if not late and key in self._late:
                    self._queue[key] = self._late.pop(key)
                return self._pending[key]
            answer: Future[bytes | None] = Future()
            answer.set_running_or_notify_cancel()
            found = self._cache.get(key)
            if found is not None or self._closed:
                answer.set_result(found)
                return answer
            self._pending[key] = answer
            (self._late if late else self._queue)[key] = (view, wide)
            if len(self._late) > MOST_LATE:
                oldest, _ = self._late.popitem(last=False)
                given_up = self._pending.pop(oldest)
            self._wake.notify()
        if given_up is not None:
            _settle(given_up, None)
        return answer

    @property
    def waiting(self) -> int:
        """How many pictures are to be made, the one that is being made included."""
        return len(self._pending)

    def close(self) -> None:
        """End the worker at once; what is still waiting ends without a picture."""
        self._give_up()
        pool = self._pool
        if pool is not None:
            _end(pool)
        self._thread.join(timeout=5)

    def _give_up(self) -> None:
        """Paint nothing more, and say so to whoever waits."""
        with self._wake:
            self._closed = True
            self._queue.clear()
            self._late.clear()
            pending, self._pending = list(self._pending.values()), {}
            self._wake.notify()
        for answer in pending:
            _settle(answer, None)

    def _serve(self) -> None:
        """Paint until it is closed. Runs in a thread of its own."""
        try:
            self._paint_all()
        except OSError:  # no process can be started: there is no shared memory, say
            log.exception("no pictures can be made")
            self._give_up()

    def _paint_all(self) -> None:
        """Give the worker one picture after the other."""
        pool, ready = self._worker()
        crashed: bytes | None = None  # the picture that is tried once more
        while (work := self._next()) is not None:
            key, (view, width) = work
            made: bytes | None = None
            try:
                ready.result(START_LIMIT)
                made = pool.submit(self._job, view, width).result(self._limit)
            except (TimeoutError, RuntimeError, CancelledError) as error:  # hung, or crashed
                _end(pool)
                if not self._closed:
                    self.replaced += 1
                    log.warning("a painter hung or crashed")
                    pool, ready = self._worker()
                if not isinstance(error, TimeoutError) and crashed != key:
                    crashed = key
                    self._again(key, view, width)
                    continue
            except Exception as error:
                self.last_error = error
                log.exception("a picture cannot be drawn")
            with self._lock:
                if made is not None:
                    self._cache[key] = made
                answer = self._pending.pop(key, None)
            if answer is not None:
                _settle(answer, made)
        _end(pool)
        pool.shutdown(wait=True)  # so that the interpreter does not end in the middle of it

    def _again(self, key: bytes, view: View, width: int) -> None:
        """Put a picture back, before all others."""
        with self._wake:
            if not self._closed:
                self._queue[key] = (view, width)
                self._queue.move_to_end(key, last=False)

    def _next(self) -> tuple[bytes, tuple[View, int]] | None:
        """What is made now: what waits longest of what is not late; None when closed."""
        with self._wake:
            while not self._queue and not self._late and not self._closed:
                self._wake.wait()
            return None if self._closed else (self._queue or self._late).popitem(last=False)

    def _worker(self) -> tuple[ProcessPoolExecutor, Future[bool]]:
        """A new worker, and the promise that its tables are filled."""
        pool = ProcessPoolExecutor(
            1, mp_context=multiprocessing.get_context("spawn"), initializer=_start
        )
        with self._lock:
            self._pool = pool
        try:
            return pool, pool.submit(warm)
        except RuntimeError as error:  # the interpreter is going down
            failed: Future[bool] = Future()
            failed.set_exception(error)
            return pool, failed


def _settle(answer: Future[bytes | None], made: bytes | None) -> None:
    if not answer.done():
        answer.set_result(made)


def _end(pool: ProcessPoolExecutor) -> None:
    """Stop a worker even when it hangs, and wait for nothing."""
    workers = list((getattr(pool, "_processes", None) or {}).values())
    for worker in workers:
        worker.kill()
    pool.shutdown(wait=False, cancel_futures=True)

"""Work that may take long, in a process of its own that ends in any case.

The process is new each time: it leaves nothing behind, and holds no memory. It has less right to
the processor than the bot, and is killed after a time limit.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeVar

T = TypeVar("T")
NICE = 10
MOST_WAITING = 5


class TooMany(Exception):
    """So much of the kind is to be done already that no more may wait for it."""


class InTurn:
    """Does work of a kind apart, one piece after the other: each takes a processor for itself."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._waiting = 0

    async def run(self, work: Callable[..., T], *args: object, seconds: float) -> T:
        """As `run_apart`, while the event loop goes on.

        Raises:
            TooMany: As many wait as may.
        """
        if self._waiting >= MOST_WAITING:
            raise TooMany
        self._waiting += 1
        try:
            async with self._one:
                return await asyncio.to_thread(run_apart, work, *args, seconds=seconds)
        finally:
            self._waiting -= 1


def run_apart(work: Callable[..., T], *args: object, seconds: float) -> T:
    """What `work` returns or raises, both of which are pickled; call it beside the event loop.

    Raises:
        TimeoutError: It took longer than `seconds`.
        EOFError: The process ended without an answer, for want of memory perhaps.
    """
    context = multiprocessing.get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(sending, work, args), daemon=True)
    process.start()
    sending.close()
    try:
        if not receiving.poll(seconds):
            raise TimeoutError
        outcome = receiving.recv()
    finally:
        process.kill()
        process.join()
        receiving.close()
    if isinstance(outcome, BaseException):
        raise outcome
    found: T = outcome
    return found


def _answer(sending: Connection, work: Callable[..., object], args: tuple[object, ...]) -> None:
    """In the process: do the work, send what came of it, also if it is an error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        outcome = work(*args)
    except Exception as error:  # noqa: BLE001  (raised anew beside the event loop)
        outcome = error
    sending.send(outcome)

"""Logs are followed one after another, each in a process of its own that ends in any case.

A file that a member sends may be made to cost much. Whatever it is, the bot beside it goes on: the
process has less right to the processor, and is killed after a time limit.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Protocol

from bot.games.importing import Imported, follow
from bot.refusal import PlayerError

MOST_WAITING = 5
NICE = 10
Follow = Callable[[bytes, str, int | None], Imported]


class LogReader(Protocol):
    """Follows a log."""

    async def read(self, text: bytes, rules: str, until: int | None) -> Imported:
        """Follow a log, at most `until` of its standing actions.

        Raises:
            PlayerError: It is no log, or breaks a rule somewhere; or nobody can read it now.
        """


class InThisProcess:
    """Follows logs without a process of their own, for files that are known to be harmless."""

    async def read(self, text: bytes, rules: str, until: int | None) -> Imported:
        """Follow a log beside the event loop."""
        return await asyncio.to_thread(follow, text, rules, until)


class InItsOwnProcess:
    """Follows one log at a time, for at most `seconds`."""

    def __init__(self, seconds: float, work: Follow = follow) -> None:
        self._seconds = seconds
        self._work = work
        self._one = asyncio.Lock()
        self._waiting = 0

    async def read(self, text: bytes, rules: str, until: int | None) -> Imported:
        """Follow a log in a process that is killed after the time limit."""
        if self._waiting >= MOST_WAITING:
            raise PlayerError("Several logs are being read just now: try again in a minute.")
        self._waiting += 1
        try:
            async with self._one:
                return await asyncio.to_thread(self._run, text, rules, until)
        finally:
            self._waiting -= 1

    def _run(self, text: bytes, rules: str, until: int | None) -> Imported:
        """The process is new each time: it leaves nothing behind, and holds no memory."""
        context = multiprocessing.get_context("spawn")
        receiving, sending = context.Pipe(duplex=False)
        process = context.Process(
            target=_answer, args=(sending, self._work, text, rules, until), daemon=True
        )
        process.start()
        sending.close()
        try:
            if not receiving.poll(self._seconds):
                raise PlayerError(
                    f"The log takes longer than {self._seconds:g} seconds to follow. Nothing was "
                    "imported."
                )
            outcome = receiving.recv()
        except EOFError as error:
            raise PlayerError(
                "The log is too much for me: reading it broke off. Nothing was imported."
            ) from error
        finally:
            process.kill()
            process.join()
            receiving.close()
        if isinstance(outcome, BaseException):
            raise outcome
        found: Imported = outcome
        return found


def _answer(sending: Connection, work: Follow, text: bytes, rules: str, until: int | None) -> None:
    """In the process: follow the log, send what came of it, also if it is an error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        outcome: Imported | Exception = work(text, rules, until)
    except Exception as error:  # noqa: BLE001  (raised anew beside the event loop)
        outcome = error
    sending.send(outcome)

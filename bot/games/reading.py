"""Logs are followed one after another, each in a process of its own that ends in any case.

A file that a member sends may be made to cost much. Whatever it is, the bot beside it goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bot.apart import InTurn, TooMany
from bot.games.importing import Imported, follow
from bot.refusal import PlayerError

Follow = Callable[[bytes, str, int | None], Imported]


class LogReader(Protocol):
    """Follows a log."""

    async def read(self, text: bytes, rules: str, until: int | None) -> Imported:
        """Follow a log, at most `until` of its standing actions.

        Raises:
            PlayerError: It is no log, or breaks a rule somewhere; or nobody can read it now.
        """


class InItsOwnProcess:
    """Follows one log at a time, for at most `seconds`."""

    def __init__(self, seconds: float, work: Follow = follow) -> None:
        self._seconds = seconds
        self._work = work
        self._turns = InTurn()

    async def read(self, text: bytes, rules: str, until: int | None) -> Imported:
        """Follow a log in a process that is killed after the time limit."""
        try:
            return await self._turns.run(self._work, text, rules, until, seconds=self._seconds)
        except TooMany as error:
            raise PlayerError(
                "Several logs are being read just now: try again in a minute."
            ) from error
        except TimeoutError as error:
            raise PlayerError(
                f"The log takes longer than {self._seconds:g} seconds to follow. Nothing was "
                "imported."
            ) from error
        except EOFError as error:
            raise PlayerError(
                "The log is too much for me: reading it broke off. Nothing was imported."
            ) from error

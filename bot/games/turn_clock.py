"""The clock of a game: so many hours for each turn, and what is not used is saved up to a cap.

The hours of a turn and all that its player has saved are his when it begins; while he is away his
clock stands still.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from storage import GameClock, Wait

HOUR = 3600


def wound(wait: Wait, clock: GameClock | None, saved: int, now: datetime) -> Wait:
    """The wait with its clock at the beginning of a turn; `saved` are seconds."""
    if clock is None:
        return replace(wait, clock_left=None, clock_from=None)
    return replace(wait, clock_left=clock.hours * HOUR + saved, clock_from=now)


def stopped(wait: Wait, now: datetime) -> Wait:
    """The wait with the seconds that are left now; the clock begins anew from here."""
    if wait.clock_left is None or wait.clock_from is None:
        return wait
    ran = max((now - wait.clock_from).total_seconds(), 0)
    return replace(wait, clock_left=max(int(wait.clock_left - ran), 0), clock_from=now)


def held(wait: Wait, now: datetime, until: datetime) -> Wait:
    """The wait whose clock stands still from now on, and runs again from `until` on."""
    return wait if wait.clock_left is None else replace(stopped(wait, now), clock_from=until)


def changed(wait: Wait, before: GameClock | None, after: GameClock | None, now: datetime) -> Wait:
    """The wait when its game gets another clock, or its first, or loses the one that it had.

    In a turn that is on, only the hours of a turn change; a first clock gives all of them.
    """
    if before is None or after is None or wait.clock_left is None:
        return wound(wait, after, 0, now)
    later = max(wait.clock_from or now, now)
    left = stopped(wait, now).clock_left or 0
    return replace(
        wait, clock_left=max(left + (after.hours - before.hours) * HOUR, 0), clock_from=later
    )


def to_save(wait: Wait, clock: GameClock | None, *, played: bool) -> int:
    """The seconds that a player saves when he is waited for no more.

    Where he has not `played`, since moves of others were taken back, he gets back what he had.
    """
    if clock is None or wait.clock_left is None:
        return 0
    left = wait.clock_left if played else wait.clock_left - clock.hours * HOUR
    return max(min(left, clock.cap * HOUR), 0)

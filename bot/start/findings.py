"""What a check finds, and the one check that is quick: whether the bot runs."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bot.heartbeat import Heartbeat, read_heartbeat
from bot.settings import Settings

RUNNING = "running bot"
STALE = 90.0
"""So many seconds after its last heartbeat a bot is said not to run."""
CUT_OFF = 600.0
"""So many seconds a bot may be without Discord before it is said to be ill."""


class Grade(StrEnum):
    """How well something is."""

    OK = "ok"
    NOTE = "note"
    BAD = "BAD"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found: how it is, and what to do if it is not well."""

    grade: Grade
    what: str
    how: str
    do: str = ""

    def __str__(self) -> str:
        line = f"{self.grade:<5} {self.what}: {self.how}"
        return f"{line}\n      -> {self.do}" if self.do else line


def running(settings: Settings, *, must: bool, now: float | None = None) -> list[Finding]:
    """Whether the bot of this data folder runs and works, by its heartbeat; `now` in Unix time.

    It `must` run where that is asked; else it is well, too, if it does not. Whoever names no shards
    is told of each process that has some, where none hears all servers.
    """
    time_now = time.time() if now is None else now
    beat = read_heartbeat(settings.heartbeat)
    if beat is not None:
        return [Finding(*_judged(beat, time_now))]
    if settings.shards is None:
        found = [
            _of_shards(shards, file, beat, time_now)
            for shards, file in settings.heartbeats.items()
            if (beat := read_heartbeat(file)) is not None
        ]
        if found:
            return found
    if must:
        where = settings.heartbeat.absolute()
        return [Finding(Grade.BAD, RUNNING, f"no heartbeat in {where}", "start it")]
    return [Finding(Grade.OK, RUNNING, "none with this data folder")]


def _of_shards(shards: str, file: Path, beat: Heartbeat, now: float) -> Finding:
    """The finding on one of several processes; one that ended for good may have left its file."""
    grade, what, how, do = _judged(beat, now)
    if now - beat.at > STALE:
        do += f"; if no process is to hear these shards any more, delete {file.absolute()}"
    return Finding(grade, f"{what} {shards}", how, do)


def _judged(beat: Heartbeat, now: float) -> tuple[Grade, str, str, str]:
    age = max(now - beat.at, 0)
    if age > STALE:
        do = f"it has died, or hangs: see its log, end process {beat.pid}, start it"
        return Grade.BAD, RUNNING, f"its last heartbeat was {age:.0f} s ago", do
    if not beat.database:
        return Grade.BAD, RUNNING, "its database does not answer", "see the check of the database"
    if beat.cut_off is not None and now - beat.cut_off > CUT_OFF:
        do = "check the connection to the internet, and discordstatus.com"
        minutes = (now - beat.cut_off) / 60
        return Grade.BAD, RUNNING, f"without Discord for {minutes:.0f} minutes", do
    return Grade.OK, RUNNING, f"process {beat.pid}, heartbeat {age:.0f} s ago", ""

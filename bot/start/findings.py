"""What a check finds, and the one check that is quick: whether the bot runs."""

from __future__ import annotations

import time
from dataclasses import dataclass

from bot.heartbeat import Heartbeat, read_heartbeat
from bot.settings import Settings

OK, NOTE, BAD = "ok", "note", "BAD"
STALE = 90.0
"""So many seconds after its last heartbeat a bot is said not to run."""
CUT_OFF = 600.0
"""So many seconds a bot may be without Discord before it is said to be ill."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found: how it is, and what to do if it is not well."""

    grade: str
    what: str
    how: str
    do: str = ""

    def __str__(self) -> str:
        line = f"{self.grade:<5} {self.what}: {self.how}"
        return f"{line}\n      -> {self.do}" if self.do else line


def running(settings: Settings, *, must: bool, now: float | None = None) -> Finding:
    """Whether the bot of this data folder runs and works, by its heartbeat; `now` in Unix time.

    It `must` run where that is asked; else it is well, too, if it does not.
    """
    now = time.time() if now is None else now
    beat = read_heartbeat(settings.heartbeat)
    if beat is None and not must:
        return Finding(OK, "running bot", "none with this data folder")
    if beat is None:
        return Finding(
            BAD, "running bot", f"no heartbeat in {settings.heartbeat.absolute()}", "start it"
        )
    return _running(beat, now)


def _running(beat: Heartbeat, now: float) -> Finding:
    age = now - beat.at
    if age > STALE:
        return Finding(
            BAD,
            "running bot",
            f"its last heartbeat was {age:.0f} s ago",
            f"it has died, or hangs: see its log, end process {beat.pid}, start it",
        )
    if not beat.database:
        return Finding(
            BAD, "running bot", "its database does not answer", "see the check of the database"
        )
    if beat.cut_off is not None and now - beat.cut_off > CUT_OFF:
        return Finding(
            BAD,
            "running bot",
            f"without Discord for {(now - beat.cut_off) / 60:.0f} minutes",
            "check the connection to the internet, and discordstatus.com",
        )
    return Finding(OK, "running bot", f"process {beat.pid}, heartbeat {max(age, 0):.0f} s ago")

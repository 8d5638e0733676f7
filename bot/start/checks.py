"""Whether a bot can work where it is, and what to do about what is wrong."""

from __future__ import annotations

import base64
import binascii
import os
import shutil
import time
from dataclasses import dataclass

from bot.health import Heartbeat, read_heartbeat
from bot.settings import Settings
from storage import StorageError
from storage.inspection import Inspection, inspect

OK, NOTE, BAD = "ok", "note", "BAD"
MB = 1_000_000
LITTLE, TOO_LITTLE = 1000 * MB, 100 * MB
"""Bytes of free disk under which it is noted, and under which it is bad."""
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


def folder(settings: Settings) -> Finding:
    """The data folder: there, writable, with room."""
    place = settings.data_dir.absolute()
    there = next(p for p in (place, *place.parents) if p.exists())
    if not os.access(there, os.W_OK | os.X_OK) or not there.is_dir():
        do = "set DATA_DIR to another folder, or give this one to the user of the bot"
        return Finding(BAD, "data folder", f"{place} cannot be written", do)
    free = shutil.disk_usage(there).free
    grade = BAD if free < TOO_LITTLE else NOTE if free < LITTLE else OK
    do = "" if grade == OK else "make room on that disk: no move is taken when it is full"
    return Finding(grade, "data folder", f"{place}, {free / MB:,.0f} MB free", do)


async def database(settings: Settings) -> tuple[Finding, Inspection | None]:
    """The database: opens, sound, and of a schema that this program knows."""
    try:
        found = await inspect(settings.database)
    except StorageError as error:
        return Finding(BAD, "database", str(error), "see docs/operating.md, Database"), None
    return _database(found), found


def _database(found: Inspection) -> Finding:
    if found.damage:
        return Finding(
            BAD,
            "database",
            f"damaged: {'; '.join(found.damage)}",
            "stop the bot and put a backup back: python -m bot restore FILE --replace",
        )
    if found.schema is None:
        return Finding(OK, "database", "not there yet: the first start makes it")
    if found.newer:
        return Finding(
            BAD,
            "database",
            f"its schema {found.schema} is newer than this program",
            "install the newest program, or put a backup from before the upgrade back",
        )
    count = f"{len(found.channels)} games are played"
    if found.schema != found.newest:
        return Finding(
            NOTE,
            "database",
            f"schema {found.schema}, {count}",
            f"the next start brings it to {found.newest}; make a backup first",
        )
    return Finding(OK, "database", f"schema {found.schema}, sound, {count}")


def fonts(settings: Settings) -> Finding:
    """Whether pictures can be drawn: their letters are there."""
    if not settings.pictures:
        return Finding(OK, "pictures", "turned off by PICTURES")
    try:
        from render.worker import warm

        warm()
    except Exception as error:  # noqa: BLE001  (whatever it is, there are no pictures)
        return Finding(
            BAD,
            "pictures",
            f"cannot be drawn ({type(error).__name__})",
            "install the program anew: pip install -c constraints.txt -e .",
        )
    return Finding(OK, "pictures", "can be drawn, fonts and all")


def token(settings: Settings) -> Finding:
    """Whether the token looks like one; Discord's begin with the number of the application."""
    if settings.discord_token is None:
        return Finding(NOTE, "token", "not set", "without DISCORD_TOKEN the local table is served")
    value = settings.discord_token.get_secret_value().strip()
    parts = value.split(".")
    try:
        first = base64.urlsafe_b64decode(parts[0] + "=" * (-len(parts[0]) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        first = ""
    if len(parts) != 3 or not first.isdecimal() or not all(parts):
        return Finding(
            BAD,
            "token",
            "does not look like one",
            "copy it from the page Bot of your application in Discord's Developer Portal",
        )
    return Finding(OK, "token", f"looks like that of application {first}")


def running(settings: Settings, *, must: bool, now: float | None = None) -> Finding:
    """Whether the bot of this data folder runs and works, by its heartbeat; `now` in Unix time.

    It `must` run where that is asked; else it is well, too, if it does not.
    """
    now = time.time() if now is None else now
    beat = read_heartbeat(settings.data_dir)
    if beat is None and not must:
        return Finding(OK, "running bot", "none with this data folder")
    if beat is None:
        return Finding(
            BAD, "running bot", f"no heartbeat in {settings.data_dir.absolute()}", "start it"
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

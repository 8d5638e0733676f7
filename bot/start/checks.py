"""Whether a bot can work where it is, and what to do about what is wrong."""

from __future__ import annotations

import base64
import binascii
import os
import shutil
from importlib.util import find_spec

from bot.settings import Settings
from bot.start.findings import Finding, Grade
from storage import StorageError
from storage.inspection import Inspection, inspect

MB = 1_000_000
LITTLE, TOO_LITTLE = 1000 * MB, 100 * MB
"""Bytes of free disk under which it is noted, and under which it is bad."""


def folder(settings: Settings) -> Finding:
    """The data folder: there, writable, with room."""
    place = settings.data_dir.absolute()
    there = next(p for p in (place, *place.parents) if p.exists())
    if not os.access(there, os.W_OK | os.X_OK) or not there.is_dir():
        do = "set DATA_DIR to another folder, or give this one to the user of the bot"
        return Finding(Grade.BAD, "data folder", f"{place} cannot be written", do)
    free = shutil.disk_usage(there).free
    grade = Grade.BAD if free < TOO_LITTLE else Grade.NOTE if free < LITTLE else Grade.OK
    do = "" if grade == Grade.OK else "make room on that disk: no move is taken when it is full"
    return Finding(grade, "data folder", f"{place}, {free / MB:,.0f} MB free", do)


async def database(settings: Settings) -> tuple[Finding, Inspection | None]:
    """The database: opens, sound, and of a schema that this program knows."""
    try:
        found = await inspect(settings.database)
    except StorageError as error:
        return Finding(Grade.BAD, "database", str(error), "do what that says, then ask again"), None
    return _database(found), found


def _database(found: Inspection) -> Finding:
    if found.damage:
        return Finding(
            Grade.BAD,
            "database",
            f"damaged: {'; '.join(found.damage)}",
            "stop the bot and put a backup back: python -m bot restore FILE --replace",
        )
    if found.schema is None:
        return Finding(Grade.OK, "database", "not there yet: the first start makes it")
    if found.newer:
        return Finding(
            Grade.BAD,
            "database",
            f"its schema {found.schema} is newer than this program",
            "install the newest program, or put a backup from before the upgrade back",
        )
    count = f"{len(found.channels)} games are played"
    if found.schema != found.newest:
        return Finding(
            Grade.NOTE,
            "database",
            f"schema {found.schema}, {count}",
            f"the next start brings it to {found.newest}; make a backup first",
        )
    return Finding(Grade.OK, "database", f"schema {found.schema}, sound, {count}")


def fonts(settings: Settings) -> Finding:
    """Whether pictures can be drawn: their letters are there."""
    if not settings.pictures:
        return Finding(Grade.OK, "pictures", "turned off by PICTURES")
    try:
        from render.worker import warm

        warm()
    except Exception as error:  # noqa: BLE001  (whatever it is, there are no pictures)
        return Finding(
            Grade.BAD,
            "pictures",
            f"cannot be drawn ({type(error).__name__})",
            "install the program anew: pip install -c constraints.txt -e .",
        )
    return Finding(Grade.OK, "pictures", "can be drawn, fonts and all")


def token(settings: Settings) -> Finding:
    """Whether the token looks like one; Discord's begin with the number of the application."""
    if settings.discord_token is None and find_spec("simcord") is None:
        return Finding(
            Grade.BAD, "token", "not set", "set DISCORD_TOKEN: the local table is not installed"
        )
    if settings.discord_token is None:
        return Finding(
            Grade.NOTE, "token", "not set", "without DISCORD_TOKEN the local table is served"
        )
    value = settings.discord_token.get_secret_value().strip()
    parts = value.split(".")
    try:
        first = base64.urlsafe_b64decode(parts[0] + "=" * (-len(parts[0]) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        first = ""
    if len(parts) != 3 or not first.isdecimal() or not all(parts):
        return Finding(
            Grade.BAD,
            "token",
            "does not look like one",
            "copy it from the page Bot of your application in Discord's Developer Portal",
        )
    return Finding(Grade.OK, "token", f"looks like that of application {first}")

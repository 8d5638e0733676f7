"""`python -m bot doctor`: looks whether all is well, and says what to do where it is not."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from bot.settings import Settings
from bot.start import checks
from bot.start.checks import BAD, OK, Finding
from bot.start.telling import sentences


def doctor(
    quick: Annotated[
        bool, typer.Option("--quick", help="Only whether the running bot works: a health check")
    ] = False,
    offline: Annotated[bool, typer.Option("--offline", help="Do not ask Discord")] = False,
) -> None:
    """Check settings, disk, database, fonts, token and permissions; exit with 1 if one is bad."""
    with sentences() as settings:
        if quick:
            found = [checks.running(settings, must=True)]
        else:
            found = asyncio.run(examine(settings, offline=offline))
    for finding in found:
        print(finding)
    if any(finding.grade == BAD for finding in found):
        raise typer.Exit(1)


async def examine(settings: Settings, *, offline: bool) -> list[Finding]:
    """Look at everything; whether the bot runs is told, but need not be so."""
    database, inspection = await checks.database(settings)
    token = checks.token(settings)
    found = [
        Finding(OK, "settings", "can all be used"),
        checks.folder(settings),
        database,
        checks.fonts(settings),
        token,
    ]
    if token.grade == OK and settings.discord_token is not None and not offline:
        from bot.start.checks_online import online

        secret = settings.discord_token.get_secret_value().strip()
        found += await online(secret, inspection.channels if inspection else ())
    return [*found, checks.running(settings, must=False)]

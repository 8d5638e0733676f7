"""`python -m bot doctor`: looks whether all is well, and says what to do where it is not."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from bot.refusal import StartError
from bot.settings import Settings, load_settings
from bot.start.findings import Finding, Grade, running
from bot.start.telling import sentences


def doctor(
    quick: Annotated[
        bool, typer.Option("--quick", help="Only whether the running bot works: a health check")
    ] = False,
    offline: Annotated[bool, typer.Option("--offline", help="Do not ask Discord")] = False,
) -> None:
    """Check settings, disk, database, fonts, token and permissions; exit with 1 if one is bad."""
    if quick:
        found = _quick()
    else:
        with sentences() as settings:
            found = asyncio.run(examine(settings, offline=offline))
    for finding in found:
        print(finding)
    if any(finding.grade == Grade.BAD for finding in found):
        raise typer.Exit(1)


def _quick() -> list[Finding]:
    """Whether the bot runs, told without loading much: it is asked every half minute."""
    try:
        return running(load_settings(), must=True)
    except StartError as error:
        return [Finding(Grade.BAD, "settings", str(error))]


async def examine(settings: Settings, *, offline: bool) -> list[Finding]:
    """Look at everything; whether the bot runs is told, but need not be so."""
    from bot.start import checks  # loads what the quick check does without

    database, inspection = await checks.database(settings)
    token = checks.token(settings)
    found = [
        Finding(Grade.OK, "settings", "can all be used"),
        checks.folder(settings),
        database,
        checks.fonts(settings),
        token,
    ]
    if token.grade == Grade.OK and settings.discord_token is not None and not offline:
        from bot.start.checks_online import online

        secret = settings.discord_token.get_secret_value().strip()
        found += await online(secret, inspection.channels if inspection else ())
    return [*found, *running(settings, must=False)]

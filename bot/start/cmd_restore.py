"""`python -m bot restore FILE`: makes the database what a backup holds."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from bot.start.telling import sentences
from storage.backup import copier_of


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `backup` has written")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the database that is there")
    ] = False,
) -> None:
    """Put a backup in place of the database, while the bot is stopped."""
    now = datetime.now(UTC)
    with sentences() as settings:
        copied = copier_of(settings.database).restore(file, now, replace=replace)
    if copied.kept is not None:
        print(f"What was there is kept as {copied.kept}.")
    print(f"{copied.games} games and {copied.entries} entries are back; start the bot.")

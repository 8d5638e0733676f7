"""`python -m bot backup FILE`: a copy of the whole database, also of a bot that runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.start.telling import sentences
from storage.backup import copier_of


def backup(
    file: Annotated[Path, typer.Argument(help="The new file, such as games-monday.backup")],
) -> None:
    """Copy the database into a new file. It holds hands and seeds: keep it where you keep those."""
    with sentences() as settings:
        copied = copier_of(settings.database).backup(file)
    size = file.stat().st_size / 1e6
    print(f"{file}: {copied.games} games, {copied.entries} entries, {size:.1f} MB")

"""What a copy of a database is, and what all kinds of databases ask of one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from alembic.script import ScriptDirectory

from storage.connection import migration_config
from storage.errors import StorageError

PRIVATE = 0o600


@dataclass(frozen=True, slots=True)
class Copied:
    """What a copy holds; `kept` is where that went which was there before."""

    games: int
    entries: int
    schema: str
    kept: Path | None = None


class Copier(Protocol):
    """How a kind of database is copied."""

    def backup(self, file: Path) -> Copied:
        """Write all of the database into a new file. Raises StorageError."""

    def restore(self, file: Path, now: datetime, *, replace: bool) -> Copied:
        """Make the database what the file says; what was there is kept. Raises StorageError."""


def check_new(file: Path) -> None:
    """Whether a backup may be written there. Raises StorageError."""
    if file.exists():
        raise StorageError(f"{file} is there already: name another file, or move it away.")
    if not file.parent.is_dir():
        raise StorageError(f"There is no folder {file.parent}: make it first.")


def check_there(file: Path) -> None:
    """Whether there is a file to be restored. Raises StorageError."""
    if not file.is_file():
        raise StorageError(f"There is no file {file}.")


def check_schema(file: Path, schema: str) -> None:
    """Whether this program can work on what is in a backup. Raises StorageError."""
    scripts = ScriptDirectory.from_config(migration_config())
    if schema not in {script.revision for script in scripts.walk_revisions()}:
        raise StorageError(
            f"{file} has schema {schema}, which is newer than this program: get the newest "
            "program first."
        )


def check_replace(found: str, *, replace: bool) -> None:
    """Whether a database that is there may be replaced. Raises StorageError."""
    if not replace:
        raise StorageError(
            f"{found} already: say --replace to put the backup in place of what is there. That is "
            "kept under another name."
        )


def beside(file: Path, now: datetime) -> Path:
    """Where that is kept which stood in a file's place."""
    return file.with_name(f"{file.name}.before-{now:%Y%m%d-%H%M%S}")


@contextmanager
def whole_file(place: Path) -> Iterator[Path]:
    """A new file for its owner alone, which takes its place at once when all of it is on the disk.

    Raises OSError where it cannot be written.
    """
    half = place.with_name(place.name + ".part")
    half.unlink(missing_ok=True)
    os.close(os.open(half, os.O_RDWR | os.O_CREAT, PRIVATE))
    try:
        yield half
        _sync(half)
        half.replace(place)
        with suppress(OSError):  # not every disk does that for folders
            _sync(place.parent)
    finally:
        half.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)

"""Copies a database of SQLite: one state of it, in one file, while others write to it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace as changed
from datetime import datetime
from pathlib import Path

from storage.copies import (
    Copied,
    beside,
    check_new,
    check_replace,
    check_schema,
    check_there,
    whole_file,
)
from storage.errors import StorageError


class FileCopier:
    """Copies a file of SQLite."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def backup(self, file: Path) -> Copied:
        """Copy one state of the database; whoever writes to it meanwhile need not wait."""
        check_new(file)
        if not self._path.exists():
            raise StorageError(f"There is no database {self._path}: check DATA_DIR.")
        try:
            with whole_file(file) as half:
                _copy(self._path, half)
                return _look_into(half)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(f"The backup {file} cannot be written ({error}).") from error

    def restore(self, file: Path, now: datetime, *, replace: bool) -> Copied:
        """Put a backup in place of the database, which is never missing. Raises StorageError."""
        check_there(file)
        try:
            copied = _look_into(file)
        except sqlite3.Error as error:
            raise StorageError(f"{file} is no backup of this program ({error}).") from error
        check_schema(file, copied.schema)
        kept = None
        if self._path.exists():
            check_replace(f"{self._path} is there", replace=replace)
            kept = beside(self._path, now)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(self._path) as new:
                _copy(file, new)
                if kept is not None:
                    _check_unused(self._path)
                    _keep(self._path, kept)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(f"{self._path} cannot be written ({error}).") from error
        return changed(copied, kept=kept)


def _copy(source: Path, target: Path) -> None:
    """Copy one state of a database into an empty file."""
    reading = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
    with closing(reading), closing(sqlite3.connect(target)) as writing:
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode = DELETE")  # one file, without others beside it


def _keep(path: Path, kept: Path) -> None:
    """Let what is at a path have another name, too, before it loses this one.

    Files of SQLite's own are beside it only where it is damaged: they must not meet the next one.
    """
    try:
        kept.hardlink_to(path)
    except FileExistsError:
        raise
    except OSError:  # a disk on which a file has one name
        shutil.copy(path, kept)
    for end in ("-wal", "-shm", "-journal"):
        own = path.with_name(path.name + end)
        if own.exists():
            own.replace(kept.with_name(kept.name + end))


def _look_into(file: Path) -> Copied:
    """What a backup holds. Raises sqlite3.Error where it is damaged or something else."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        [sound] = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if sound != "ok":
            raise sqlite3.DatabaseError(sound)
        [schema] = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        [games] = connection.execute("SELECT count(*) FROM games").fetchone()
        [entries] = connection.execute("SELECT count(*) FROM actions").fetchone()
    return Copied(games, entries, schema)


def _check_unused(path: Path) -> None:
    """Whether no program has the database open: only then it can leave SQLite's mode WAL.

    A file that is damaged, or something else, is nobody's.
    """
    try:
        with closing(sqlite3.connect(path, timeout=0)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StorageError(
                f"The bot, or another program, has {path} open: end it, then restore."
            ) from error
        raise StorageError(f"{path} cannot be opened ({error}).") from error
    except sqlite3.DatabaseError:
        return

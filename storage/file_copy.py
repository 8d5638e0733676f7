"""Copies a database of SQLite: one state of it, in one file, while others write to it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import replace as changed
from datetime import datetime
from pathlib import Path

from storage.copies import Copied, beside, check_new, check_replace, check_schema, check_there
from storage.errors import StorageError

PRIVATE = 0o600


class FileCopier:
    """Copies a file of SQLite."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def backup(self, file: Path) -> Copied:
        """Copy one state of the database; whoever writes to it meanwhile need not wait."""
        check_new(file)
        if not self._path.exists():
            raise StorageError(f"There is no database {self._path}: check DATA_DIR.")
        half = file.with_name(file.name + ".part")
        try:
            _copy(self._path, half)
            copied = _look_into(half)
            half.replace(file)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(f"The backup {file} cannot be written ({error}).") from error
        finally:
            half.unlink(missing_ok=True)
        return copied

    def restore(self, file: Path, now: datetime, *, replace: bool) -> Copied:
        """Put a backup in place of the database. Raises StorageError."""
        check_there(file)
        try:
            copied = _look_into(file)
        except sqlite3.Error as error:
            raise StorageError(f"{file} is no backup of this program ({error}).") from error
        check_schema(file, copied.schema)
        kept = None
        if self._path.exists():
            check_replace(f"{self._path} is there", replace=replace)
            _check_unused(self._path)
            kept = beside(self._path, now)
        new = self._path.with_name(self._path.name + ".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            _copy(file, new)
            for end in ("", "-wal", "-shm"):
                old = self._path.with_name(self._path.name + end)
                if kept is not None and old.exists():
                    old.replace(kept.with_name(kept.name + end))
            new.replace(self._path)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(f"{self._path} cannot be written ({error}).") from error
        finally:
            new.unlink(missing_ok=True)
        return changed(copied, kept=kept)


def _copy(source: Path, target: Path) -> None:
    """Copy one state of a database into a new file that its owner alone may read, to the disk."""
    target.unlink(missing_ok=True)
    os.close(os.open(target, os.O_RDWR | os.O_CREAT, PRIVATE))
    reading = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
    with closing(reading), closing(sqlite3.connect(target)) as writing:
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode = DELETE")  # one file, without others beside it
    with target.open("rb") as written:
        os.fsync(written.fileno())


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

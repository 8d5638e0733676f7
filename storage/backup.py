"""A copy of the whole database while the bot works on it, and the way back.

Each kind of database does it by its own means: SQLite by its backup, in one file that holds no
half-written game; PostgreSQL by `pg_dump` and `pg_restore`. What is put back takes the place of
what was there, which is kept beside it.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from storage.copies import Copier
from storage.dump import Dump
from storage.errors import StorageError
from storage.file_copy import FileCopier


def copier_of(url: str) -> Copier:
    """Who copies the database at `url`. Raises StorageError where nobody can."""
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise StorageError("DATABASE_URL is not the address of a database: correct it.") from error
    kind = address.get_backend_name()
    if kind in {"postgresql", "postgres"}:
        return Dump(address)
    if kind == "sqlite" and address.database and address.database != ":memory:":
        return FileCopier(Path(address.database))
    raise StorageError(f"A database of the kind {kind} cannot be copied: use its own tools.")

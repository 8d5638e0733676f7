"""A copy of the whole database while the bot works on it, and the way back.

Each kind of database does it by its own means: SQLite by its backup, in one file that holds no
half-written game; PostgreSQL by `pg_dump` and `pg_restore`. What is put back takes the place of
what was there, which is kept beside it.
"""

from __future__ import annotations

from pathlib import Path

from storage.connection import address_of
from storage.copies import Copier
from storage.dump import Dump
from storage.errors import StorageError
from storage.file_copy import FileCopier


def copier_of(url: str) -> Copier:
    """Who copies the database at `url`. Raises StorageError where nobody can."""
    address, _ = address_of(url)
    if address.get_backend_name() == "postgresql":
        return Dump(address)
    if not address.database or address.database == ":memory:":
        raise StorageError("A database in memory cannot be copied.")
    return FileCopier(Path(address.database))

"""Databases that are made already: to copy one costs a fraction of what its migrations cost."""

import tempfile
from functools import cache
from pathlib import Path

from alembic import command
from sqlalchemy import create_engine

from storage.connection import migration_config


def file_url(path: Path) -> str:
    """The database address of a file."""
    return f"sqlite+aiosqlite:///{path}"


def lay_file(path: Path) -> str:
    """Put a database without games into a file, unless that is there already; its address."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_migrated_file())
    return file_url(path)


@cache
def _migrated_file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            command.upgrade(migration_config(connection), "head")
        engine.dispose()
        return path.read_bytes()

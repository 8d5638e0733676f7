"""Databases that are made already, and what makes SQLite cost less where it is not the matter.

To copy a database costs a fraction of what its migrations cost.
"""

import asyncio
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from alembic import command
from sqlalchemy import create_engine
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine import URL

from storage.connection import migration_config
from storage.sqlite import Sqlite


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


def in_this_thread(*, yielding: bool = False) -> Any:
    """Lets SQLite work in the thread of the event loop: to wait for another one takes far longer.

    A patch, to be started or entered. Where it is `yielding`, others go on before each statement,
    as they do while a thread works, so that what happens at the same time still does.
    """
    return patch("aiosqlite.Connection._execute", _in_turn if yielding else _at_once)


async def _at_once(_connection: Any, work: Callable[..., Any], *args: Any, **named: Any) -> Any:
    return work(*args, **named)


async def _in_turn(_connection: Any, work: Callable[..., Any], *args: Any, **named: Any) -> Any:
    await asyncio.sleep(0)
    return work(*args, **named)


@contextmanager
def compiled_once() -> Iterator[None]:
    """Lets all engines on SQLite share their compiled statements, since their dialects are equal.

    Every test opens an engine of its own, which would compile some fifty statements anew.
    """
    compiled: dict[Any, Any] = {}
    options = Sqlite.options

    def sharing(self: Sqlite, address: URL, *, migrating: bool = False) -> dict[str, Any]:
        shared = {"execution_options": {"compiled_cache": compiled}}
        return options(self, address, migrating=migrating) | shared

    def equal(self: object, other: object) -> bool:
        return type(self) is type(other)

    with (
        patch.object(Sqlite, "options", sharing),
        patch.object(SQLiteDialect_aiosqlite, "__eq__", equal),
        patch.object(SQLiteDialect_aiosqlite, "__hash__", lambda self: hash(type(self))),
    ):
        yield

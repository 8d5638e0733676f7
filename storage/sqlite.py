"""SQLite: one file beside the program, which needs no server."""

import asyncio
import errno
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, ExceptionContext, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.errors import StorageError
from storage.trips import BEGIN, BEGIN_WRITING, OneTripDriver

BUSY_SECONDS = 10
CONNECTIONS = 15
OLDEST = (3, 35)
"""The first release that knows RETURNING."""
PRIVATE = 0o600
HOW = "storage_begin"
"""The execution option that says how a transaction begins, if at all."""
PRIMARY = 0xFF
"""The bits of SQLite's number for an error that tell its kind."""
NOT_NOW = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
    }
)
MALFORMED = "database disk image is malformed"


class Sqlite:
    """Durable at every commit, foreign keys kept, and writers that wait for each other.

    The driver's own idea of when a transaction begins is switched off: a writer takes its lock
    with BEGIN IMMEDIATE, so that it never finds in the middle that somebody else was faster.
    """

    driver = "sqlite+aiosqlite"
    one_writer = True
    insert = staticmethod(sqlite.insert)
    looking: dict[str, Any] = {HOW: None}  # noqa: RUF012 - never changed
    reading: dict[str, Any] = {HOW: BEGIN}  # noqa: RUF012 - never changed
    errors: tuple[type[BaseException], ...] = (DBAPIError, OSError)

    def prepare(self, address: URL) -> None:
        """Make the folder and the file, look for damage, and set the file to WAL for good.

        The file holds hands and seeds: its owner alone may read it. All this is done without the
        asynchronous driver, whose threads outlive a failure.
        """
        if not address.database or address.database == ":memory:":
            raise StorageError(
                "DATABASE_URL names no file: write it like sqlite+aiosqlite:///data/games.db."
            )
        path = Path(address.database)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(
                f"The folder {path.parent} cannot be made ({error.strerror}): {_room(error)}."
            ) from error
        try:
            _keep_private(path)
            with closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as connection:
                found = connection.execute("PRAGMA quick_check(1)").fetchone()
                if found != ("ok",):
                    raise StorageError(_explain(MALFORMED, address))
                connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.Error as error:
            raise StorageError(_explain(str(error), address)) from error

    def check(self, address: URL) -> None:
        """Whether Python has a SQLite that tells what it inserted. Raises StorageError."""
        if sqlite3.sqlite_version_info < OLDEST:
            raise StorageError(
                f"This Python has SQLite {sqlite3.sqlite_version}: the program needs "
                f"{'.'.join(map(str, OLDEST))} or newer, or PostgreSQL in DATABASE_URL."
            )

    def options(self, address: URL, *, migrating: bool = False) -> dict[str, Any]:
        """The driver of one trip for a statement, whose connections, each a thread, are kept."""
        return {"module": OneTripDriver(), "pool_size": CONNECTIONS, "max_overflow": 0}

    def tune(self, engine: AsyncEngine) -> None:
        """Set the pragmas of each connection, and begin writers as writers."""

        @event.listens_for(engine.sync_engine, "connect")
        def _connect(connection: Any, _record: object) -> None:
            connection.isolation_level = None
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
            cursor.execute("PRAGMA synchronous = FULL")
            cursor.execute("PRAGMA foreign_keys = ON")
            cursor.execute("PRAGMA temp_store = MEMORY")  # a full folder for that is no reason
            cursor.close()

        @event.listens_for(engine.sync_engine, "begin")
        def _begin(connection: Connection) -> None:
            how = connection.get_execution_options().get(HOW, BEGIN_WRITING)
            if how is not None:
                connection.exec_driver_sql(how)

        @event.listens_for(engine.sync_engine, "handle_error")
        def _called_off(context: ExceptionContext) -> None:
            """Keep the connection, with what others wrote: its thread ends each statement."""
            if isinstance(context.original_exception, asyncio.CancelledError):
                context.is_disconnect = False

    def alone(self, connection: Connection) -> None:
        """Every writer is alone here."""

    def is_passing(self, error: BaseException) -> bool:
        """Whether another program holds the file, or its disk takes nothing just now.

        A writer whose part was lost with that of another one is not to blame, either.
        """
        cause = error.orig if isinstance(error, DBAPIError) else error
        if isinstance(cause, ConnectionAbortedError):
            return True
        return getattr(cause, "sqlite_errorcode", 0) & PRIMARY in NOT_NOW

    def explain(self, error: BaseException, address: URL) -> str:
        """What is wrong with the file."""
        return _explain(str(error.orig if isinstance(error, DBAPIError) else error), address)

    async def renumber(self, connection: AsyncConnection) -> None:
        """SQLite numbers a new row after the highest that is there."""


def _keep_private(path: Path) -> None:
    """Let nobody but its owner read the database; SQLite's own files beside it take its mode."""
    with suppress(OSError):  # what is wrong is told better when it is opened
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
        for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
            if file.exists():
                file.chmod(PRIVATE)


def _room(error: OSError) -> str:
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return "make room on that disk"
    return "set DATA_DIR to a folder that this program may write"


def _explain(cause: str, address: URL) -> str:
    place = address.database
    if "not a database" in cause:
        return (
            f"The file {place} is not a database of this program: "
            "move it away, or set DATABASE_URL to another file."
        )
    if MALFORMED in cause:
        return (
            f"The database {place} is damaged: put a copy of it back, or try what the command "
            "`sqlite3 FILE .recover` can save of it."
        )
    if "disk is full" in cause:
        return f"The disk of the database {place} is full: make room on it."
    if "readonly" in cause or "unable to open" in cause or "disk I/O" in cause:
        return (
            f"The database {place} cannot be written: "
            "set DATA_DIR to a folder that this program may write."
        )
    if "locked" in cause:
        return (
            f"The database {place} is held by another program: "
            "end that program, or set DATABASE_URL to another database."
        )
    return f"The database {place} cannot be opened ({cause}): check DATABASE_URL."

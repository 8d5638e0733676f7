"""Opens a database: driver settings, migrations, and plain words for what can go wrong."""

import errno
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidRequestError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage.errors import StorageError

BUSY_SECONDS = 10
READ_ONLY = "storage_read_only"
PRIVATE = 0o600
MALFORMED = "database disk image is malformed"


async def open_engine(url: str) -> AsyncEngine:
    """Connect to the database at `url`, create or migrate its schema, and return the engine.

    Raises:
        StorageError: The address is wrong, the place cannot be written, the file is no database,
            the server does not answer, or the schema is newer than this program.
    """
    address = _parse(url)
    try:
        engine = create_async_engine(address, hide_parameters=True)
    except (ImportError, ArgumentError, InvalidRequestError) as error:
        raise StorageError(
            f"DATABASE_URL names the driver {address.drivername}, which cannot be used here: "
            "give an asynchronous one, such as sqlite+aiosqlite:///data/games.db."
        ) from error
    if engine.dialect.name == "sqlite":
        _prepare_file(address)
        _tune_sqlite(engine)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_migrate)
    except (DBAPIError, OSError) as error:
        await engine.dispose()
        cause = error.orig if isinstance(error, DBAPIError) else error
        raise StorageError(_explain(str(cause), address)) from error
    except BaseException:
        await engine.dispose()
        raise
    return engine


def migration_config(connection: Connection | None = None) -> Config:
    """Alembic's configuration for this package, without a file of its own."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _parse(url: str) -> URL:
    try:
        return make_url(url)
    except ArgumentError as error:
        raise StorageError(
            "DATABASE_URL is not the address of a database: write it like "
            "sqlite+aiosqlite:///data/games.db."
        ) from error


def _prepare_file(address: URL) -> None:
    """Make the folder and the file, look for damage, and set the file to WAL, which it then keeps.

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


def _tune_sqlite(engine: AsyncEngine) -> None:
    """Durable at every commit, foreign keys kept, and writers that wait for each other.

    The driver's own idea of when a transaction begins is switched off: a writer takes its lock
    with BEGIN IMMEDIATE, so that it never finds in the middle that somebody else was faster.
    """

    @event.listens_for(engine.sync_engine, "connect")
    def _connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Connection) -> None:
        read_only = connection.get_execution_options().get(READ_ONLY, False)
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")


def _migrate(connection: Connection) -> None:
    config = migration_config(connection)
    scripts = ScriptDirectory.from_config(config)
    present = MigrationContext.configure(connection).get_current_revision()
    if present == scripts.get_current_head():
        return
    known = {script.revision for script in scripts.walk_revisions()}
    if present is not None and present not in known:
        raise StorageError(
            f"The database has schema {present}, which is newer than this program: "
            "get the newest program, or name another database in DATABASE_URL."
        )
    command.upgrade(config, "head")


def _explain(cause: str, address: URL) -> str:
    place = address.database or address.render_as_string(hide_password=True)
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

"""Opens a database: which kind it is, its migrations, and plain words for what can go wrong."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage.backend import Backend
from storage.errors import StorageError
from storage.postgresql import PostgreSQL
from storage.sqlite import Sqlite

BACKENDS: dict[str, Backend] = {
    "sqlite": Sqlite(),
    "postgresql": PostgreSQL(),
    "postgres": PostgreSQL(),
}
"""The databases that can be used, by how their addresses begin."""
KNOWN = (
    "sqlite+aiosqlite:///data/games.db for a file, or postgresql://user:password@host/games for a "
    "server"
)

NO_DRIVER = (
    "PostgreSQL needs a driver that is not installed: run "
    "`.venv/bin/pip install -c constraints.txt -e '.[postgres]'`."
)


async def open_engine(url: str) -> tuple[AsyncEngine, Backend]:
    """Connect to the database at `url`, create or migrate its schema, and return the engine.

    Raises:
        StorageError: The address is wrong, the place cannot be written, the file is no database,
            the server does not answer, or the schema is newer than this program.
    """
    address, backend = address_of(url)
    backend.prepare(address)
    engine = _engine(address, backend)
    try:
        async with engine.begin() as connection:
            ready = await connection.run_sync(_is_ready, backend)
        if not ready:
            await _migrate(address, backend)
    except backend.errors as error:
        await engine.dispose()
        raise StorageError(backend.explain(error, address)) from error
    except BaseException:
        await engine.dispose()
        raise
    return engine, backend


def address_of(url: str) -> tuple[URL, Backend]:
    """The address of a database with its driver, where it names none, and the kind it is of.

    Raises:
        StorageError: It is no address, or that of a database that cannot be used.
    """
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StorageError(
            f"DATABASE_URL is not the address of a database: write it like {KNOWN}."
        ) from error
    kind, _, driver = address.drivername.partition("+")
    backend = BACKENDS.get(kind)
    if backend is None or (driver and address.drivername != backend.driver):
        raise StorageError(
            f"DATABASE_URL begins with {address.drivername}, which cannot be used here: write it "
            f"like {KNOWN}."
        )
    backend.check(address)
    return address.set(drivername=backend.driver), backend


def migration_config(connection: Connection | None = None) -> Config:
    """Alembic's configuration for this package, without a file of its own."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _engine(address: URL, backend: Backend, *, migrating: bool = False) -> AsyncEngine:
    options = backend.options(address, migrating=migrating)
    try:
        engine = create_async_engine(address, hide_parameters=True, **options)
    except ImportError as error:
        raise StorageError(NO_DRIVER) from error
    backend.tune(engine)
    return engine


async def _migrate(address: URL, backend: Backend) -> None:
    """Bring the schema up to date, however long that takes."""
    engine = _engine(address, backend, migrating=True)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade, backend)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection, backend: Backend) -> None:
    if not _is_ready(connection, backend):  # another process may have done it meanwhile
        command.upgrade(migration_config(connection), "head")


def _is_ready(connection: Connection, backend: Backend) -> bool:
    """Whether the schema is this program's; nobody else migrates then. Raises StorageError."""
    backend.alone(connection)
    scripts = ScriptDirectory.from_config(migration_config(connection))
    present = MigrationContext.configure(connection).get_current_revision()
    if present == scripts.get_current_head():
        return True
    known = {script.revision for script in scripts.walk_revisions()}
    if present is not None and present not in known:
        raise StorageError(
            f"The database has schema {present}, which is newer than this program: "
            "get the newest program, or name another database in DATABASE_URL."
        )
    return False

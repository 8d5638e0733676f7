"""PostgreSQL: a server that several processes of the bot may share."""

from typing import Any

from sqlalchemy import Connection, Integer, cast, func, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import REGCLASS
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.errors import StorageError
from storage.schema import highest_key, meta, metadata

OLDEST = (15,)
"""The first release that takes two NULLs for the same in a unique index."""
CONNECT_SECONDS, LOCK_SECONDS = 10, 10
ANSWER_SECONDS = 30
"""So long a server that says nothing at all is waited for in a statement."""
PARAMETERS = frozenset({"host", "port", "ssl", "passfile", "target_session_attrs"})
PARAMETERS |= {"statement_cache_size", "prepared_statement_cache_size"}
"""What an address may ask for behind a question mark."""
MIGRATING = 1_818_000_018
"""The number of the advisory lock under which one process migrates."""
NOT_NOW = frozenset(
    {
        "40001",  # the transactions of two writers got into each other's way
        "40P01",  # and waited for each other
        "55P03",  # the lock was not free in time
        "57P01",  # the server was told to stop, or to end this connection
        "57P02",
        "57P03",  # it is starting or stopping
        "25006",  # it is a standby that became the server a moment too late
    }
)
FOR_LACK = ("08", "53")
"""How the codes begin of what is wrong with a connection, and of a full disk and the like."""
NO_PASSWORD = frozenset({"28000", "28P01"})
NO_DATABASE, NOT_ALLOWED = "3D000", "42501"


class PostgreSQL:
    """Its rows are locked one by one; a reader sees one state, and keeps nobody waiting."""

    driver = "postgresql+asyncpg"
    one_writer = False
    insert = staticmethod(postgresql.insert)
    looking: dict[str, Any] = {"isolation_level": "AUTOCOMMIT"}  # noqa: RUF012 - never changed
    reading: dict[str, Any] = {  # noqa: RUF012 - never changed
        "isolation_level": "REPEATABLE READ",
        "postgresql_readonly": True,
    }

    errors: tuple[type[BaseException], ...] = (DBAPIError, OSError)

    def prepare(self, address: URL) -> None:
        """The server is there already, or it is told at the first connection that it is not."""

    def check(self, address: URL) -> None:
        """The driver does not take all the parameters that PostgreSQL's own programs do."""
        for name in sorted(set(address.query) - PARAMETERS):
            raise StorageError(
                f"DATABASE_URL asks for {name}, which the driver does not know: leave it out, or "
                "write ssl=require instead of sslmode=require."
            )

    def options(self, address: URL, *, migrating: bool = False) -> dict[str, Any]:
        """A connection that the server has ended is noticed before it is used.

        A statement of a migration may take as long as all that is stored makes it.
        """
        settings = {"lock_timeout": f"{LOCK_SECONDS}s", "application_name": "operating-round"}
        connecting = {
            "timeout": CONNECT_SECONDS,
            "command_timeout": None if migrating else ANSWER_SECONDS,
            "server_settings": settings,
        }
        return {"pool_pre_ping": True, "connect_args": connecting}

    def tune(self, engine: AsyncEngine) -> None:
        """All is settled when a connection is made."""

    def alone(self, connection: Connection) -> None:
        """Take the lock of the migrations, at a server that is new enough."""
        version = connection.dialect.server_version_info or ()
        if version < OLDEST:
            found = ".".join(map(str, version))
            raise StorageError(
                f"The PostgreSQL server has version {found}: this program needs {OLDEST[0]} or "
                "newer."
            )
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))

    def is_passing(self, error: BaseException) -> bool:
        """Whether a lock, the server or the way to it was not there just now."""
        code = _code(error)
        if code is None:
            return _lost(error)
        return code in NOT_NOW or code.startswith(FOR_LACK)

    def explain(self, error: BaseException, address: URL) -> str:
        """What is wrong with the server, the user or the database."""
        code, place = _code(error), f"{address.host or 'localhost'}:{address.port or 5432}"
        user = address.username
        if code in NO_PASSWORD:
            return (
                f"The PostgreSQL server {place} does not let {user} in: correct user and password "
                "in DATABASE_URL."
            )
        if code == NO_DATABASE:
            return (
                f"The PostgreSQL server {place} has no database {address.database}: make it with "
                f"`createdb`, or correct DATABASE_URL."
            )
        if code == NOT_ALLOWED:
            return (
                f"{user} may not make tables in the database {address.database}: make {user} its "
                "owner."
            )
        if self.is_passing(error):
            return (
                f"The PostgreSQL server {place} does not answer ({_cause(error)}): see that it "
                "runs, or correct DATABASE_URL."
            )
        shown = address.render_as_string(hide_password=True)
        return f"The database {shown} cannot be opened ({_cause(error)}): check DATABASE_URL."

    async def renumber(self, connection: AsyncConnection) -> None:
        """Set the sequence of each table that numbers its rows itself."""
        for table in metadata.sorted_tables:
            column = table.autoincrement_column
            if column is None:
                continue
            noted = select(cast(meta.c.value, Integer)).where(meta.c.key == highest_key(table))
            last = func.greatest(func.max(column), noted.scalar_subquery(), 0)
            sequence = cast(func.pg_get_serial_sequence(table.name, column.name), REGCLASS)
            await connection.execute(select(func.setval(sequence, last + 1, False)))


def _code(error: BaseException | None) -> str | None:
    """PostgreSQL's five letters for what is wrong, from the error or what stands behind it."""
    while error is not None:
        code = getattr(error, "sqlstate", None)
        if isinstance(code, str):
            return code
        error = error.orig if isinstance(error, DBAPIError) else error.__cause__
    return None


def _lost(error: BaseException) -> bool:
    """Whether there is no connection, or none any more."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or _lost_by(error.orig)
    return _lost_by(error)


def _lost_by(error: BaseException | None) -> bool:
    words = str(error)
    return isinstance(error, OSError) or ("connection" in words and "closed" in words)


def _cause(error: BaseException) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return str(cause).partition("\n")[0] or type(cause).__name__

"""What one database does otherwise than another; all that differs stands in its two modules."""

from collections.abc import Callable
from typing import Any, Protocol

from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


class Backend(Protocol):
    """A kind of database: how it is opened and tuned, and what its errors mean."""

    @property
    def driver(self) -> str:
        """The dialect and asynchronous driver by which it is reached."""

    @property
    def one_writer(self) -> bool:
        """Whether only one transaction can write at a time."""

    @property
    def insert(self) -> Callable[..., Any]:
        """SQLAlchemy's INSERT of this dialect, which knows ON CONFLICT."""

    @property
    def looking(self) -> dict[str, Any]:
        """Execution options for one statement that reads, without a transaction."""

    @property
    def reading(self) -> dict[str, Any]:
        """Execution options with which one transaction reads one state of the database."""

    @property
    def errors(self) -> tuple[type[BaseException], ...]:
        """What is raised where it cannot be reached or used."""

    def prepare(self, address: URL) -> None:
        """Make ready what must be there before the first connection. Raises StorageError."""

    def check(self, address: URL) -> None:
        """Whether it can do what an address asks for. Raises StorageError."""

    def options(self, address: URL, *, migrating: bool = False) -> dict[str, Any]:
        """What its engine is made with, by the names of `create_async_engine`."""

    def tune(self, engine: AsyncEngine) -> None:
        """Settle how its connections and transactions begin."""

    def alone(self, connection: Connection) -> None:
        """Let nobody else migrate until this transaction ends. Raises StorageError."""

    def is_passing(self, error: BaseException) -> bool:
        """Whether the same may well succeed when it is tried again."""

    def explain(self, error: BaseException, address: URL) -> str:
        """One sentence on why it cannot be opened, and what to do."""

    async def renumber(self, connection: AsyncConnection) -> None:
        """Let new rows be numbered after those that came with a number of their own."""

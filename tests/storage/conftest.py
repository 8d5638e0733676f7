"""A store on a database of its own for each test, on SQLite and on PostgreSQL."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage import NewAction, Seat, Store, StoredGame
from tests.support.databases import file_url, lay_file
from tests.support.postgres import Server

SQLITE, POSTGRESQL = "sqlite", "postgresql"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Clock:
    """Stands still until it is put on."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """The clock of a test, at noon."""
    return Clock()


@pytest.fixture(params=[SQLITE, POSTGRESQL])
def kind(request: pytest.FixtureRequest) -> str:
    """The database on which the test runs."""
    return str(request.param)


@pytest.fixture
def url(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of a database without games."""
    if kind == SQLITE:
        return lay_file(tmp_path / "games.db")
    server: Server = request.getfixturevalue("postgres")
    return server.migrated()


@pytest.fixture
def empty_url(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of a database without tables."""
    if kind == SQLITE:
        return file_url(tmp_path / "games.db")
    server: Server = request.getfixturevalue("postgres")
    return server.empty()


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open store on an empty database."""
    store = await Store.open(url)
    yield store
    await store.close()


async def new_game(store: Store, *bodies: str, channel_id: int = 2) -> StoredGame:
    """A game of two seats in guild 1, with these actions."""
    return await store.create_game(
        guild_id=1,
        channel_id=channel_id,
        name="Bengal evenings",
        ruleset="rulebook",
        setup="{}",
        source="new",
        seats=[Seat(0, "Asha", 11), Seat(1, "Bela")],
        actions=[NewAction(body) for body in bodies],
    )

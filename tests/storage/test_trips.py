"""SQLite's thread is visited once for a statement, and a reader still sees one state."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import text

from storage import Store
from storage.sqlite import CONNECTIONS
from storage.trips import BEGIN_WRITING, _begun, _nothing

KEY = text("SELECT value FROM meta WHERE key = 'key'")


@pytest.fixture
async def sqlite(tmp_path: Path) -> Any:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'trips.db'}")
    yield store
    await store.close()


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Grows with each visit to a thread."""
    made: list[Any] = []
    execute: Callable[..., Any] = vars(aiosqlite.Connection)["_execute"]

    async def counted(connection: aiosqlite.Connection, *work: Any) -> Any:
        made.append(work)
        return await execute(connection, *work)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    return made


async def test_a_look_is_one_trip(sqlite: Store, trips: list[Any]) -> None:
    await sqlite.remember("key", "one")
    trips.clear()
    assert await sqlite.recall("key") == "one"
    assert len(trips) == 1


async def test_a_reader_of_two_statements_makes_three_trips(
    sqlite: Store, trips: list[Any]
) -> None:
    await sqlite.recall("key")
    trips.clear()
    async with sqlite.reading() as connection:
        await connection.execute(KEY)
        await connection.execute(KEY)
    assert len(trips) == 3


async def test_writers_together_make_a_trip_for_each_statement_and_one_more(
    sqlite: Store, trips: list[Any]
) -> None:
    await sqlite.recall("key")
    trips.clear()
    await asyncio.gather(*(sqlite.remember(str(number), "") for number in range(5)))
    assert len(trips) == 5 + 1  # and the commit


async def test_a_reader_sees_one_state(sqlite: Store) -> None:
    await sqlite.remember("key", "one")
    async with sqlite.reading() as connection:
        assert await connection.scalar(KEY) == "one"
        await sqlite.remember("key", "two")
        assert await connection.scalar(KEY) == "one"
    assert await sqlite.recall("key") == "two"


async def test_a_reader_who_asks_nothing_leaves_nothing(sqlite: Store, trips: list[Any]) -> None:
    await sqlite.recall("key")
    trips.clear()
    async with sqlite.reading():
        pass
    assert not trips
    await sqlite.remember("key", "one")


async def test_a_reader_who_is_called_off_leaves_no_transaction(sqlite: Store) -> None:
    async def read(stays: asyncio.Event) -> None:
        async with sqlite.reading() as connection:
            await connection.scalar(KEY)
            stays.set()
            await asyncio.Event().wait()

    for _ in range(CONNECTIONS + 1):
        stays = asyncio.Event()
        reader = asyncio.create_task(read(stays))
        await stays.wait()
        reader.cancel()
        await asyncio.wait({reader})
    await sqlite.remember("key", "one")
    assert await sqlite.recall("key") == "one"


async def test_more_readers_than_connections_wait_for_each_other(sqlite: Store) -> None:
    await sqlite.remember("key", "one")
    found = await asyncio.gather(*(sqlite.recall("key") for _ in range(5 * CONNECTIONS)))
    assert set(found) == {"one"}


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
    """Two connections to one file, the first of which holds the writer's lock."""
    with (
        closing(sqlite3.connect(tmp_path / "two.db", isolation_level=None)) as first,
        closing(sqlite3.connect(tmp_path / "two.db", isolation_level=None, timeout=0.2)) as second,
    ):
        first.execute("CREATE TABLE t (n)")
        first.execute("BEGIN IMMEDIATE")
        yield first, second


def waits(connection: sqlite3.Connection) -> int:
    """For how many milliseconds SQLite waits for a lock."""
    [found] = connection.execute("PRAGMA busy_timeout").fetchone()
    return int(found)


def test_the_lock_is_taken_as_soon_as_another_process_has_left_it(
    hands: tuple[sqlite3.Connection, sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = hands

    def left(_seconds: float) -> None:
        assert waits(second) == 0, "SQLite's own waiting would pass over it"
        first.commit()

    monkeypatch.setattr("storage.trips.time.sleep", left)
    _begun((BEGIN_WRITING,), _nothing, second)
    assert second.in_transaction
    assert waits(second) == 200


def test_a_lock_that_is_held_long_is_waited_for_as_before(
    hands: tuple[sqlite3.Connection, sqlite3.Connection],
) -> None:
    _, second = hands
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        _begun((BEGIN_WRITING,), _nothing, second)
    assert not second.in_transaction
    assert waits(second) == 200


def test_what_is_wrong_with_the_file_is_told_at_once(
    hands: tuple[sqlite3.Connection, sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = hands
    first.commit()
    second.execute("BEGIN")

    def never(_seconds: float) -> None:
        raise AssertionError("nobody's leaving would help")

    monkeypatch.setattr("storage.trips.time.sleep", never)
    with pytest.raises(sqlite3.OperationalError, match="within a transaction"):
        _begun((BEGIN_WRITING,), _nothing, second)
    assert waits(second) == 200

"""Writers of SQLite who share a commit: nothing of theirs is mixed, lost, or told too early."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event, func, make_url, select, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage import together
from storage.schema import meta
from storage.sqlite import Sqlite
from storage.together import Together
from storage.trips import OneTripConnection
from tests.support.databases import lay_file
from tests.support.patience import PATIENCE

MANY = 12


class Lost(Exception):
    """A disk or a body of a test that gives up."""


class Commits:
    """Counts the commits of an engine; each waits until it is let through, and may fail."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.count = 0
        self.fails = False
        event.listen(engine.sync_engine, "commit", self._commit)

    def _commit(self, _connection: object) -> None:
        self.count += 1
        if self.fails:
            raise Lost


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a transaction takes in as many as on an idle one."""
    monkeypatch.setattr(together, "LONGEST", 60)


def opened(folder: Path) -> AsyncEngine:
    address = lay_file(folder / "games.db")
    engine = create_async_engine(address, **Sqlite().options(make_url(address)))
    Sqlite().tune(engine)
    return engine


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    engine = opened(tmp_path)
    yield engine
    await engine.dispose()


@pytest.fixture
def commits(engine: AsyncEngine) -> Commits:
    return Commits(engine)


async def write(writers: Together, key: str, *, gives_up: bool = False) -> None:
    async with writers.writing() as connection:
        await connection.execute(meta.insert().values(key=key, value=key))
        if gives_up:
            raise Lost


async def stored(engine: AsyncEngine) -> set[str]:
    """The keys that another connection finds."""
    async with engine.connect() as connection:
        return set(await connection.scalars(select(meta.c.key)))


async def test_who_waits_is_stored_with_the_others(engine: AsyncEngine, commits: Commits) -> None:
    writers = Together(engine)
    await asyncio.gather(*(write(writers, str(n)) for n in range(MANY)))
    assert await stored(engine) == set(map(str, range(MANY)))
    assert commits.count == 1


async def test_who_comes_alone_is_stored_at_once(engine: AsyncEngine, commits: Commits) -> None:
    writers = Together(engine)
    for n in range(3):
        await write(writers, str(n))
        assert commits.count == n + 1


async def test_one_who_gives_up_takes_only_his_own_along(engine: AsyncEngine) -> None:
    writers = Together(engine)
    outcomes = await asyncio.gather(
        *(write(writers, str(n), gives_up=n in {0, 5, MANY - 1}) for n in range(MANY)),
        return_exceptions=True,
    )
    lost = {str(n) for n, outcome in enumerate(outcomes) if isinstance(outcome, Lost)}
    assert lost == {"0", "5", str(MANY - 1)}
    assert await stored(engine) == set(map(str, range(MANY))) - lost


async def test_nobody_is_told_before_it_is_stored(engine: AsyncEngine, commits: Commits) -> None:
    writers = Together(engine)
    commits.fails = True
    outcomes = await asyncio.gather(
        *(write(writers, str(n)) for n in range(MANY)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [Lost] * MANY
    assert not await stored(engine)
    commits.fails = False
    await write(writers, "later")
    assert await stored(engine) == {"later"}


async def test_one_who_is_called_off_leaves_the_others(engine: AsyncEngine) -> None:
    writers, inside = Together(engine), asyncio.Event()

    async def slow() -> None:
        async with writers.writing() as connection:
            await connection.execute(meta.insert().values(key="slow", value=""))
            inside.set()
            await asyncio.Event().wait()

    first = asyncio.create_task(write(writers, "first"))
    second, third = asyncio.create_task(slow()), asyncio.create_task(write(writers, "third"))
    await inside.wait()
    second.cancel()
    await asyncio.gather(first, third)
    assert await stored(engine) == {"first", "third"}


async def test_one_who_is_called_off_in_a_statement_leaves_the_others(engine: AsyncEngine) -> None:
    """Its thread ends the statement all the same, and it is taken back with what he wrote."""
    writers = Together(engine)

    async def called_off() -> None:
        async with writers.writing() as connection:
            await connection.execute(meta.insert().values(key="second", value=""))
            task = asyncio.current_task()
            assert task is not None
            asyncio.get_running_loop().call_soon(task.cancel)
            await connection.execute(meta.insert().values(key="more", value=""))

    async with asyncio.timeout(PATIENCE):
        outcomes = await asyncio.gather(
            write(writers, "first"), called_off(), write(writers, "third"), return_exceptions=True
        )
    assert [type(outcome) for outcome in outcomes] == [
        type(None),
        asyncio.CancelledError,
        type(None),
    ]
    assert await stored(engine) == {"first", "third"}


@pytest.mark.parametrize("times", [1, 2, 3])
async def test_the_first_who_is_called_off_as_it_begins_leaves_the_connection(
    engine: AsyncEngine, times: int
) -> None:
    """The begin goes along with his first statement, which may be under way still."""
    writers, made = Together(engine), []
    event.listen(engine.sync_engine, "connect", lambda *_: made.append(1))

    async def called_off() -> None:
        async with writers.writing() as connection:
            task = asyncio.current_task()
            assert task is not None
            for _ in range(times):
                asyncio.get_running_loop().call_soon(task.cancel)
            await connection.execute(meta.insert().values(key="first", value=""))

    async with asyncio.timeout(PATIENCE):
        outcomes = await asyncio.gather(
            called_off(), write(writers, "second"), return_exceptions=True
        )
        await write(writers, "third")
    assert [type(outcome) for outcome in outcomes] == [asyncio.CancelledError, type(None)]
    assert await stored(engine) == {"second", "third"}
    assert len(made) == 1


async def test_where_the_connection_is_lost_all_are_told(engine: AsyncEngine) -> None:
    writers = Together(engine)

    async def loses_it() -> None:
        async with writers.writing() as connection:
            await connection.invalidate()
            raise Lost

    async with asyncio.timeout(PATIENCE):
        outcomes = await asyncio.gather(
            write(writers, "first"), loses_it(), write(writers, "third"), return_exceptions=True
        )
    assert [type(outcome) for outcome in outcomes] == [ConnectionAbortedError, Lost, type(None)]
    assert await stored(engine) == {"third"}


@pytest.mark.parametrize("what", ["settle", "take_back_part"])
async def test_where_a_part_cannot_be_taken_back_nothing_is_stored(
    engine: AsyncEngine,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    what: str,
) -> None:
    """The part would be stored with the others, though its writer was told that it failed."""

    async def fails(_connection: OneTripConnection) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    writers = Together(engine)
    with monkeypatch.context() as patched:
        patched.setattr(OneTripConnection, what, fails)
        async with asyncio.timeout(PATIENCE):
            outcomes = await asyncio.gather(
                write(writers, "first"),
                write(writers, "second", gives_up=True),
                write(writers, "third"),
                return_exceptions=True,
            )
    assert [type(outcome) for outcome in outcomes] == [ConnectionAbortedError, Lost, type(None)]
    assert await stored(engine) == {"third"}
    assert "cannot be taken back" in caplog.text


async def test_one_who_is_called_off_while_he_waits(engine: AsyncEngine) -> None:
    writers = Together(engine)
    async with writers.writing() as connection:
        waiting = asyncio.create_task(write(writers, "waiting"))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.sleep(0)
        await connection.execute(meta.insert().values(key="mine", value=""))
    assert await stored(engine) == {"mine"}


async def test_one_who_is_called_off_as_his_turn_comes(engine: AsyncEngine) -> None:
    """The one before him left the transaction open for him."""
    writers = Together(engine)
    second: asyncio.Task[None] | None = None

    async def first() -> None:
        nonlocal second
        async with writers.writing() as connection:
            await connection.execute(meta.insert().values(key="first", value=""))
            second = asyncio.create_task(write(writers, "second"))
            await asyncio.sleep(0)
        assert writers._batch is None

    holder = asyncio.create_task(first())
    release = writers._turn.release

    def released() -> None:
        release()
        if second is not None:
            second.cancel()

    writers._turn.release = released  # type: ignore[method-assign]
    async with asyncio.timeout(PATIENCE):
        await holder
    assert await stored(engine) == {"first"}


async def test_where_the_disk_is_full_nobody_is_told_what_is_not_stored(
    engine: AsyncEngine,
) -> None:
    """SQLite takes the whole transaction back then, not only what was too large."""
    writers = Together(engine)
    async with engine.connect() as connection:
        pages = await connection.scalar(text("PRAGMA page_count"))

    async def fill(key: str, size: int) -> None:
        async with writers.writing() as connection:
            await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 20}")
            await connection.execute(meta.insert().values(key=key, value="x" * size))

    sizes = {"a": 1, "b": 1, "large": 10_000_000, "c": 1, "d": 1}
    outcomes = await asyncio.gather(
        *(fill(key, size) for key, size in sizes.items()), return_exceptions=True
    )
    told = {key for key, outcome in zip(sizes, outcomes, strict=True) if outcome is None}
    assert await stored(engine) == told == {"c", "d"}
    assert "full" in str(outcomes[2])


async def test_a_commit_takes_in_no_more_than_it_may(
    engine: AsyncEngine, commits: Commits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(together, "MOST", 5)
    writers = Together(engine)
    await asyncio.gather(*(write(writers, str(n)) for n in range(MANY)))
    assert commits.count == 3


async def test_who_waited_for_the_lock_is_not_stored_alone(
    engine: AsyncEngine, commits: Commits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """His first statement takes the lock, which another program may hold for long."""
    now, writers = time.monotonic(), Together(engine)
    monkeypatch.setattr(together, "time", SimpleNamespace(monotonic=lambda: now))

    async def waits() -> None:
        nonlocal now
        async with writers.writing() as connection:
            await connection.execute(meta.insert().values(key="first", value=""))
            now += 2 * together.LONGEST

    await asyncio.gather(waits(), write(writers, "second"), write(writers, "third"))
    assert commits.count == 1


async def test_each_sees_what_those_before_him_wrote(engine: AsyncEngine) -> None:
    writers = Together(engine)
    counts: list[int] = []

    async def count(key: str) -> None:
        async with writers.writing() as connection:
            counts.append(await connection.scalar(select(func.count()).select_from(meta)) or 0)
            await connection.execute(meta.insert().values(key=key, value=""))

    await asyncio.gather(*(count(str(n)) for n in range(MANY)))
    assert counts == list(range(MANY))


@settings(max_examples=20, deadline=None)
@given(st.lists(st.sampled_from(["writes", "gives up", "is called off"]), max_size=8))
def test_what_is_stored_is_what_was_told(
    tmp_path_factory: pytest.TempPathFactory, fates: list[str]
) -> None:
    async def play() -> None:
        engine = opened(tmp_path_factory.mktemp("db"))
        writers = Together(engine)
        async with writers.writing():
            tasks = [
                asyncio.create_task(write(writers, str(n), gives_up=fate == "gives up"))
                for n, fate in enumerate(fates)
            ]
            await asyncio.sleep(0)
            for task, fate in zip(tasks, fates, strict=True):
                if fate == "is called off":
                    task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        told = {str(n) for n, outcome in enumerate(outcomes) if outcome is None}
        assert await stored(engine) == told
        assert told == {str(n) for n, fate in enumerate(fates) if fate == "writes"}
        await engine.dispose()

    asyncio.run(play())

"""A database that is not there in the middle of the work: what is known, and what is not."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import Busy, Members, Store, Unsure, postgresql, together
from storage.schema import games, meta
from tests.storage.conftest import new_game
from tests.support.databases import lay_file
from tests.support.postgres import Server

DROPPED = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid();"
FATAL = "SELECT pg_terminate_backend(pg_backend_pid())"
AT_THE_END = (
    """CREATE FUNCTION drop() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1);
         RETURN NULL; END'""",
    """CREATE CONSTRAINT TRIGGER late AFTER INSERT ON members INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION drop()""",
)


async def run(transaction: AbstractAsyncContextManager[AsyncConnection], *statements: str) -> None:
    async with transaction as connection:
        for statement in statements:
            await connection.exec_driver_sql(statement)


async def test_a_row_that_another_program_holds(postgres: Server) -> None:
    store = await Store.open(postgres.migrated())
    game = await new_game(store)
    async with store.writing() as first:
        await first.execute(games.update().values(name="held"))
        with pytest.raises(Busy):
            await run(store.writing(), "SET LOCAL lock_timeout = '10ms'", "UPDATE games SET id = 2")
    assert (await store.game(game.id)).name == "held"
    await store.close()


async def test_writers_in_each_others_way(postgres: Server) -> None:
    store = await Store.open(postgres.migrated())
    await new_game(store)

    async def write(name: str, both: asyncio.Barrier) -> None:
        async with store.writing() as connection:
            await connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
            await connection.execute(games.select())
            await both.wait()
            await connection.execute(games.update().values(name=name))

    both = asyncio.Barrier(2)
    outcomes = await asyncio.gather(write("one", both), write("two", both), return_exceptions=True)
    assert [type(o) for o in outcomes if o is not None] == [Busy]
    await store.close()


async def test_a_connection_that_the_server_ends(postgres: Server) -> None:
    store = await Store.open(postgres.migrated())
    with pytest.raises(Busy):
        await run(store.writing(), FATAL)
    await new_game(store)
    postgres.psql(DROPPED)
    assert len(await store.games_of(1)) == 1, "the next one is new"
    with pytest.raises(Busy):
        await run(store.reading(), FATAL)
    await store.close()


async def test_a_server_that_says_nothing(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not waited for as long as the network would."""
    monkeypatch.setattr(postgresql, "ANSWER_SECONDS", 0.5)
    store = await Store.open(postgres.migrated())
    for transaction in (store.looking(), store.writing()):
        with pytest.raises(Busy, match="TimeoutError"):
            await run(transaction, "SELECT pg_sleep(60)")
    await new_game(store)
    await store.close()


async def test_a_migration_takes_as_long_as_it_needs(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is stored may be much: it would fail at each start."""
    upgrade = command.upgrade

    def slow(config: Config, revision: str) -> None:
        config.attributes["connection"].execute(text("SELECT pg_sleep(0.6)"))
        upgrade(config, revision)

    monkeypatch.setattr(postgresql, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(command, "upgrade", slow)
    store = await Store.open(postgres.empty())
    await new_game(store)
    await store.close()


async def test_a_connection_that_is_lost_at_the_commit(postgres: Server) -> None:
    """Whether it is stored nobody can say; here it is not."""
    store = await Store.open(postgres.empty())
    async with store.writing() as connection:
        for statement in AT_THE_END:
            await connection.exec_driver_sql(statement)
    with pytest.raises(Unsure):
        await Members(store).note(1, {11: "Asha"})
    assert await Members(store).name(1, 11) is None
    await store.close()


async def test_a_disk_that_takes_nothing(tmp_path: Path) -> None:
    """What stands for a full disk, and for one that may only be read; it is told which."""
    store = await Store.open(lay_file(tmp_path / "games.db"))
    game = await new_game(store)
    for statement, code in (
        ("PRAGMA max_page_count = 1", "SQLITE_FULL"),
        ("PRAGMA query_only = ON", "SQLITE_READONLY"),
    ):
        with pytest.raises((Busy, Unsure), match=code):
            await run(store.writing(), statement, f"UPDATE games SET setup = '{'x' * 100_000}'")
        assert (await store.game(game.id)).setup == "{}"
    await store.close()


async def test_who_is_called_off_where_the_disk_is_full_takes_the_others_along_as_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite takes back what they wrote, too: they are told that nobody knows, not of a fault."""
    monkeypatch.setattr(together, "LONGEST", 60)
    store = await Store.open(lay_file(tmp_path / "games.db"))

    async def called_off() -> None:
        async with store.writing() as connection:
            pages = await connection.scalar(text("PRAGMA page_count"))
            await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 20}")
            task = asyncio.current_task()
            assert task is not None
            asyncio.get_running_loop().call_soon(task.cancel)
            await connection.execute(meta.insert().values(key="large", value="x" * 10_000_000))

    outcomes = await asyncio.gather(
        Members(store).note(1, {11: "Asha"}), called_off(), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [Unsure, asyncio.CancelledError]
    assert await Members(store).name(1, 11) is None
    await store.close()


async def test_a_fault_of_the_program_stays_one(store: Store) -> None:
    with pytest.raises(DBAPIError):
        await run(store.writing(), "SELECT nothing FROM nowhere")

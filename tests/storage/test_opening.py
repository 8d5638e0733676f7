"""A database that cannot be used is told in one sentence; a usable one is brought up to date."""

import asyncio
import errno
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from storage import StorageError, Store
from storage.schema import metadata
from tests.storage.conftest import new_game
from tests.support.databases import file_url
from tests.support.postgres import Server


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a file that does not exist yet."""
    return file_url(tmp_path / "games.db")


async def refusal(url: str) -> str:
    """The sentence with which the store refuses an address."""
    with pytest.raises(StorageError) as caught:
        await Store.open(url)
    message = str(caught.value)
    assert message.endswith(".")
    assert "\n" not in message
    return message


async def test_migrations_build_the_schema_that_the_store_uses(empty_url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    store = await Store.open(empty_url)
    async with store._engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await store.close()


async def test_sqlite_is_set_to_lose_nothing(url: str) -> None:
    store = await Store.open(url)
    async with store._reader.connect() as connection:
        values = {
            name: (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert values == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 10_000,
    }
    await store.close()


async def test_a_second_start_keeps_everything(url: str) -> None:
    first = await Store.open(url)
    game = await new_game(first, "1")
    await first.close()
    second = await Store.open(url)
    assert await second.game(game.id) == game
    await second.close()


async def test_a_newer_schema_is_refused_and_left_alone(url: str, tmp_path: Path) -> None:
    await (await Store.open(url)).close()
    with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    assert "newer than this program" in await refusal(url)
    database = sqlite3.connect(tmp_path / "games.db")
    assert database.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)
    database.close()


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.write_text("This is a letter to my aunt. " * 200)
    assert "is not a database" in await refusal(file_url(path))
    assert path.read_text().startswith("This is a letter")


@pytest.mark.parametrize("page", [1, 2, 3])
async def test_a_damaged_page(url: str, tmp_path: Path, page: int) -> None:
    """Whichever it is, it is found before anything is played on the rest."""
    await (await Store.open(url)).close()
    path = tmp_path / "games.db"
    content = bytearray(path.read_bytes())
    start = 100 if page == 1 else (page - 1) * 4096
    content[start : page * 4096] = b"\xa5" * (page * 4096 - start)
    path.write_bytes(content)
    assert "is damaged" in await refusal(url)
    assert path.read_bytes() == content


async def test_a_full_disk(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect

    def small(*args: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **options)
        connection.execute("PRAGMA max_page_count = 1")
        return connection

    monkeypatch.setattr("sqlite3.connect", small)
    assert "make room" in await refusal(url)


async def test_a_full_disk_has_no_room_for_a_folder(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object, **options: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "mkdir", full)
    assert "make room" in await refusal(url)


async def test_only_its_owner_reads_the_database(url: str, tmp_path: Path) -> None:
    """One that was there before too, and what SQLite keeps beside it."""
    for mode in (None, 0o644):
        if mode is not None:
            (tmp_path / "games.db").chmod(mode)
        store = await Store.open(url)
        await new_game(store, channel_id=mode or 1)
        files = sorted(tmp_path.iterdir())
        assert [f.name for f in files] == ["games.db", "games.db-shm", "games.db-wal"]
        assert {f.stat().st_mode & 0o777 for f in files} == {0o600}
        await store.close()


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    assert "DATA_DIR" in await refusal(file_url(tmp_path / "data" / "deep" / "games.db"))


async def test_a_place_that_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "games.db").mkdir()
    assert "cannot be written" in await refusal(file_url(tmp_path / "games.db"))


@pytest.mark.parametrize(
    "url",
    [
        "games.db",
        "",
        "sqlite+nonsense:///games.db",
        "sqlite://",
        "oracle://x/y",
        "postgres",
        "postgresql://bot:p@x:s3cret@host/games",
        "postgresql://bot:s3cret@host/games?sslmode=require",
    ],
)
async def test_a_wrong_address(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = await refusal(url)
    assert "DATABASE_URL" in said
    assert "s3cret" not in said
    assert list(tmp_path.iterdir()) == []


# -- PostgreSQL ----------------------------------------------------------------------------------


async def test_an_address_needs_no_driver(postgres: Server, tmp_path: Path) -> None:
    plain = postgres.migrated().replace("+asyncpg", "")
    for url in (plain, plain.replace("postgresql", "postgres"), f"sqlite:///{tmp_path}/games.db"):
        store = await Store.open(url)
        await new_game(store, channel_id=len(await store.games_of(1)))
        await store.close()


async def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    pytest.importorskip("asyncpg")
    said = await refusal("postgresql://bot:secret@127.0.0.1:1/games")
    assert "127.0.0.1:1 does not answer" in said
    assert "secret" not in said
    assert "does not answer" in await refusal(f"postgresql://bot@/games?host={tmp_path}")


async def test_a_user_a_database_or_a_right_that_is_missing(postgres: Server) -> None:
    url = postgres.empty()
    assert "does not let nobody in" in await refusal(url.replace("postgres@", "nobody@"))
    assert "has no database nothing" in await refusal(postgres.url("nothing"))
    postgres.psql("CREATE ROLE guest LOGIN;")
    assert "may not make tables" in await refusal(url.replace("postgres@", "guest@"))


async def test_a_server_that_is_too_old(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.postgresql.OLDEST", (99,))
    assert "needs 99 or newer" in await refusal(postgres.empty())


async def test_a_sqlite_that_is_too_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.sqlite.OLDEST", (99, 1))
    assert "needs 99.1 or newer" in await refusal(file_url(tmp_path / "games.db"))
    assert list(tmp_path.iterdir()) == []


async def test_several_processes_may_migrate_at_once(empty_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(empty_url) for _ in range(3)))
    await new_game(stores[0])
    assert len(await stores[1].games_of(1)) == 1
    for store in stores:
        await store.close()


async def test_a_newer_schema_on_a_server_is_refused(postgres: Server) -> None:
    url = postgres.empty()
    store = await Store.open(url)
    async with store.writing() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    await store.close()
    assert "newer than this program" in await refusal(url)

"""A backup of a database that is written to holds whole games; what is put back is what it held."""

import asyncio
import itertools
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage import StorageError, Store
from storage.backup import copier_of
from storage.copies import Copied
from storage.dump import Dump, fit_for_older_servers
from tests.storage.conftest import new_game
from tests.storage.writer import GAME_SIZE
from tests.support.databases import file_url, lay_file
from tests.support.postgres import Server

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def backup_of_a_writer(url: str, file: Path) -> tuple[list[list[str]], Copied]:
    """Back up while another process writes; what it had acknowledged before, and the copy."""
    command = [sys.executable, "-m", "tests.storage.writer", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        before = [process.stdout.readline().split() for _ in range(14)]
        copied = copier_of(url).backup(file)
        after = [process.stdout.readline().split() for _ in range(6)]
        with pytest.raises(StorageError, match="open: end it, then restore"):
            copier_of(url).restore(file, NOW, replace=True)
        assert process.stdout.readline(), "it writes on"
        process.kill()
        process.stdout.read()
    assert all(after)
    return before, copied


async def test_a_backup_of_a_bot_that_is_writing_can_be_put_back(tmp_path: Path) -> None:
    """All that was acknowledged before is in it, no half game is, and the writer is not stopped."""
    url, file = file_url(tmp_path / "games.db"), tmp_path / "monday.backup"
    before, copied = backup_of_a_writer(url, file)
    assert sorted(f.name for f in tmp_path.iterdir() if f.name.startswith("monday")) == [file.name]
    assert file.stat().st_mode & 0o777 == 0o600

    back = copier_of(url).restore(file, NOW, replace=True)
    assert (back.games, back.entries) == (copied.games, copied.entries)
    assert back.kept == tmp_path / "games.db.before-20260501-120000"
    store = await Store.open(url)
    try:
        games = {game.id: game for game in await store.all_games()}
        assert len(games) == copied.games
        assert sum(game.last_sequence for game in games.values()) == copied.entries
        for line in before:
            last = GAME_SIZE if line[0] == "game" else int(line[2])
            assert games[int(line[1])].last_sequence >= last
        for game in games.values():
            assert len(game.seats) == 2
            bodies = [action.body for action in await store.actions(game.id)]
            assert bodies == [str(n) for n in range(1, len(bodies) + 1)]
            assert len(bodies) >= GAME_SIZE
        await store.append(1, games[1].last_sequence + 1, "on", 11)
    finally:
        await store.close()
    kept = await Store.open(file_url(back.kept))
    assert len(await kept.all_games()) >= copied.games
    await kept.close()


async def test_nothing_is_overwritten_without_a_word(tmp_path: Path) -> None:
    url, file = file_url(tmp_path / "games.db"), tmp_path / "a.backup"
    store = await Store.open(url)
    await new_game(store, "1")
    copier_of(url).backup(file)
    with pytest.raises(StorageError, match="is there already"):
        copier_of(url).backup(file)
    with pytest.raises(StorageError, match="say --replace"):
        copier_of(url).restore(file, NOW, replace=False)
    with pytest.raises(StorageError, match="end it"):
        copier_of(url).restore(file, NOW, replace=True)
    await new_game(store, "1", "2", channel_id=3)
    await store.close()
    assert copier_of(url).restore(file, NOW, replace=True).games == 1
    elsewhere = tmp_path / "new" / "games.db"
    assert copier_of(file_url(elsewhere)).restore(file, NOW, replace=False).kept is None
    again = await Store.open(file_url(elsewhere))
    assert [game.last_sequence for game in await again.all_games()] == [1]
    await again.close()


async def test_what_is_damaged_can_be_replaced_and_is_kept(tmp_path: Path) -> None:
    path, file = tmp_path / "games.db", tmp_path / "a.backup"
    await (await Store.open(file_url(path))).close()
    copier_of(file_url(path)).backup(file)
    path.write_bytes(b"a letter " * 1000)
    back = copier_of(file_url(path)).restore(file, NOW, replace=True)
    assert back.kept is not None
    assert back.kept.read_bytes().startswith(b"a letter")
    await (await Store.open(file_url(path))).close()


class Killed(BaseException):
    """The process ends here: nothing more is done."""


@pytest.mark.parametrize(("at", "links"), [*((at, True) for at in range(6)), (3, False)])
async def test_one_who_is_killed_leaves_a_whole_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int, links: bool
) -> None:
    """At each step there is the old one or the new one, and it can be put back once more."""
    path, file = tmp_path / "games.db", tmp_path / "a.backup"
    copier = copier_of(file_url(path))
    store = await Store.open(lay_file(path))
    await new_game(store, "1")
    copier.backup(file)
    await new_game(store, "1", channel_id=3)
    await store.close()
    steps = itertools.count()

    def counted(step: Callable[..., None]) -> Callable[..., None]:
        def take(*names: Path) -> None:
            if next(steps) >= at:
                raise Killed
            step(*names)

        return take

    def no_link(*_: Path) -> None:
        raise PermissionError

    with monkeypatch.context() as patch:
        for name in ("fsync", "link", "replace", "unlink"):
            patch.setattr(os, name, counted(getattr(os, name)))
        if not links:
            patch.setattr(os, "link", no_link)
        with suppress(Killed):
            copier.restore(file, NOW, replace=True)
    assert games_in(path) in (1, 2)
    back = copier.restore(file, NOW + timedelta(seconds=1), replace=True)
    assert games_in(path) == 1
    assert back.kept is not None
    assert games_in(back.kept) in (1, 2)


def games_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        [found] = connection.execute("SELECT count(*) FROM games").fetchone()
    return int(found)


async def test_what_is_no_backup_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    url = file_url(tmp_path / "games.db")
    await (await Store.open(url)).close()
    before = (tmp_path / "games.db").read_bytes()
    copier = copier_of(url)
    letter, foreign, newer = (tmp_path / name for name in ("letter", "foreign", "newer"))
    letter.write_bytes(b"a letter " * 1000)
    with closing(sqlite3.connect(foreign)) as other, other:
        other.execute("CREATE TABLE recipes (name)")
    copier.backup(newer)
    with closing(sqlite3.connect(newer)) as other, other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
    other.close()
    for file, words in (
        (letter, "is no backup"),
        (foreign, "is no backup"),
        (newer, "newer than this program"),
        (tmp_path / "none", "There is no file"),
    ):
        with pytest.raises(StorageError, match=words):
            copier.restore(file, NOW, replace=True)
    assert (tmp_path / "games.db").read_bytes() == before
    with pytest.raises(StorageError, match="no folder"):
        copier.backup(tmp_path / "none" / "a.backup")
    with pytest.raises(StorageError, match="There is no database"):
        copier_of(file_url(tmp_path / "none.db")).backup(tmp_path / "b.backup")


def test_each_kind_of_database_has_its_own_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for url in ("postgresql://bot:secret@host/games", "postgresql+asyncpg://host/games"):
        assert isinstance(copier_of(url), Dump)
    for url in ("mysql://host/games", "sqlite+aiosqlite:///:memory:", "nonsense"):
        with pytest.raises(StorageError):
            copier_of(url)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StorageError, match="postgresql-client"):
        copier_of("postgresql://bot:secret@host/games").backup(tmp_path / "a.dump")
    assert list(tmp_path.iterdir()) == []


def test_the_server_that_is_copied_is_that_of_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where host and port stand behind the question mark: one replaces no other's database."""
    program = tmp_path / "pg_dump"
    program.write_text('#!/bin/sh\necho "$PGHOST $PGPORT $PGPASSWORD" >> "$0.seen"; exit 1')
    program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    for place in ("host:5433/games", "/games?host=host&port=5433", "/games?host=a&host=b"):
        with pytest.raises(StorageError, match="pg_dump fails"):
            copier_of(f"postgresql://bot:secret@{place}").backup(tmp_path / "a.dump")
    seen = (tmp_path / "pg_dump.seen").read_text().splitlines()
    assert seen == ["host 5433 secret", "host 5433 secret", "a,b  secret"]


# -- PostgreSQL ------------------------------------------------------------------------------------


async def test_a_dump_of_a_bot_that_is_writing_can_be_put_back(
    tmp_path: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the programs of PostgreSQL: one state, all or nothing, and never over somebody's head."""
    monkeypatch.setenv("PATH", f"{postgres.binaries}{os.pathsep}{os.environ['PATH']}")
    url, file = postgres.empty(), tmp_path / "monday.dump"
    store = await Store.open(url)
    game = await new_game(store, "1")
    writing = asyncio.create_task(append_on(store, game.id))
    copied = await asyncio.to_thread(copier_of(url).backup, file)
    with pytest.raises(StorageError, match="say --replace"):
        await asyncio.to_thread(copier_of(url).restore, file, NOW, replace=False)
    with pytest.raises(StorageError, match="end it, then restore"):
        await asyncio.to_thread(copier_of(url).restore, file, NOW, replace=True)
    writing.cancel()
    await asyncio.wait({writing})
    await store.close()
    assert copied.games == 1
    assert copied.entries >= 1
    assert file.stat().st_mode & 0o777 == 0o600

    back = copier_of(url).restore(file, NOW, replace=True)
    assert back.kept == tmp_path / "monday.dump.before-20260501-120000"
    elsewhere = postgres.empty()
    assert copier_of(elsewhere).restore(file, NOW, replace=False).kept is None
    for place in (url, elsewhere):
        store = await Store.open(place)
        [found] = await store.all_games()
        assert found.last_sequence == copied.entries
        assert (await new_game(store, "1", channel_id=3)).id > game.id
        await store.close()

    half = tmp_path / "pg_restore"  # as it puts back, it is killed in the middle
    real = postgres.binaries / "pg_restore"
    half.write_text(
        f"""#!/bin/sh
        echo >> "$0-runs"
        [ $(wc -l < "$0-runs") = 3 ] && {{ {real} "$@" | head -n 90; kill -9 $$; }}
        exec {real} "$@"
        """
    )
    half.chmod(0o700)
    with monkeypatch.context() as patch:
        patch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        with pytest.raises(StorageError, match="pg_restore fails"):
            copier_of(url).restore(file, NOW + timedelta(seconds=1), replace=True)
    store = await Store.open(url)
    assert len(await store.all_games()) == 2, "what was there is there"
    await store.close()

    letter = tmp_path / "letter"
    letter.write_text("a letter")
    with pytest.raises(StorageError, match="pg_restore fails"):
        copier_of(url).restore(letter, NOW, replace=True)
    postgres.psql("CREATE DATABASE recipes;")
    recipes = copier_of(postgres.url("recipes"))
    with pytest.raises(StorageError, match="is no backup"):
        recipes.backup(tmp_path / "recipes.dump")
    assert not (tmp_path / "recipes.dump").exists()
    postgres.psql("CREATE TABLE dishes (name text);", "recipes")
    for replace in (False, True):
        with pytest.raises(StorageError, match="of another program, such as dishes"):
            recipes.restore(file, NOW, replace=replace)
    postgres.psql("INSERT INTO dishes VALUES ('dal');", "recipes")  # it is still there


async def append_on(store: Store, game_id: int) -> None:
    """Append until told to stop."""
    for sequence in itertools.count(2):
        await store.append(game_id, sequence, str(sequence), None)


def test_a_setting_that_an_older_server_does_not_know_is_left_alone(postgres: Server) -> None:
    head = ["SET client_encoding = 'UTF8';\n", "SET of_a_later_version = 0;\n"]
    rest = ["CREATE TABLE fits (a text);\n", "SET LOCAL work_mem = '1MB';\n"]
    rows = ["COPY fits FROM stdin;\n", "SET of_a_later_version = 0;\n", "\\.\n"]
    script = list(fit_for_older_servers([*head, *rest, *rows]))
    assert script[2:] == rest + rows
    postgres.psql("".join(script[:2]))
    with pytest.raises(subprocess.CalledProcessError):
        postgres.psql("".join(head))

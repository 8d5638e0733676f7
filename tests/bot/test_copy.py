"""`python -m bot copy`: all games come from one database into another, and back, unchanged."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.start.cli import app
from engine import RULEBOOK
from engine.journal import encode
from interchange.replay import Replay
from interchange.site_log import parse
from storage import (
    Busy,
    Card,
    Cards,
    DueTimes,
    Lobbies,
    LobbyPlayer,
    Members,
    NewMessage,
    Preferences,
    Processes,
    Store,
)
from storage.copying import TABLES
from storage.database import Database
from tests.cogs.played import CRASH, log_of
from tests.support.databases import lay_file
from tests.support.postgres import Server
from tests.support.stored import store_game

AT = 30
SUMMER = datetime(2026, 7, 1, tzinfo=UTC)


RECORD = Replay(parse(log_of(CRASH)), RULEBOOK).run(AT + 10)


async def filled(url: str) -> None:
    """A game with something in most tables, and something that belongs to no game."""
    store = await Store.open(url)
    game = await store_game(
        store,
        RECORD.setup,
        [applied.action for applied in RECORD.history[:AT]],
        name="Bengal — ₹",
        author=11,
        outbox=[NewMessage(2, "line", "{}")],
    )
    await Cards(store).put(Card(game.id, "call", 2, 1 << 60))
    await DueTimes(store).put("remind", SUMMER, game_id=game.id, user_id=11)
    await DueTimes(store).put("lobbies", SUMMER)
    await Members(store).note(1, {11: "Asha"})
    await Preferences(store).change(11, away_until=SUMMER, unreachable=True)
    await store.remember("commands:1", "abc")
    await Lobbies(store).open(
        guild_id=1,
        channel_id=3,
        host=LobbyPlayer(11, "Asha"),
        asked=[LobbyPlayer(12, "Bela")],
        name="next",
        ruleset="rulebook",
        shuffle="sealed",
        seed=None,
        seating="random",
    )
    await store.close()


async def played_on(url: str, sequence: int) -> None:
    store = await Store.open(url)
    action = RECORD.history[sequence - 1].action
    await store.append(1, sequence, encode(action), 11, [NewMessage(2, "line", "{}")])
    await store.close()


async def content(url: str) -> dict[str, list[tuple[object, ...]]]:
    store = await Store.open(url)
    async with store.reading() as connection:
        found = {
            table.name: sorted(map(tuple, await connection.execute(table.select())), key=repr)
            for table in TABLES
        }
    await store.close()
    return found


def copied(source: str, target: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["copy", "--from", source, "--to", target])
    assert not isinstance(result.exception, Exception) or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def test_to_a_server_and_back(postgres: Server, tmp_path: Path) -> None:
    here, there, back = lay_file(tmp_path / "a.db"), postgres.empty(), lay_file(tmp_path / "b.db")
    asyncio.run(filled(here))
    code, said = copied(here, there)
    assert (code, said.splitlines()[0]) == (
        0,
        f"game 1, Bengal — ₹: copied, {AT} moves played from it",
    )
    whole = asyncio.run(content(here))
    assert sum(map(bool, whole.values())) >= 11, "most tables hold something"
    assert asyncio.run(content(there)) == whole
    assert "was there already" in copied(here, there)[1]
    asyncio.run(played_on(here, AT + 1))
    assert "brought up to date" in copied(here, there)[1]
    asyncio.run(played_on(there, AT + 2))
    assert "copied" in copied(there, back)[1]
    assert asyncio.run(content(back)) == asyncio.run(content(there))
    code, said = copied(here, there)
    assert code == 1
    assert "was played on there" in said


def test_what_is_new_after_a_copy_gets_numbers_of_its_own(postgres: Server, tmp_path: Path) -> None:
    async def another() -> int:
        store = await Store.open(there)
        game = await store.create_game(
            guild_id=1, channel_id=9, name="x", ruleset="site", setup="{}", source="new", seats=[]
        )
        await store.close()
        return game.id

    here, there = lay_file(tmp_path / "a.db"), postgres.empty()
    asyncio.run(filled(here))
    copied(here, there)
    assert asyncio.run(another()) == 2
    code, said = copied(here, there)
    assert code == 1
    assert 'has the game 2, "x", which the source has not' in said


def test_two_that_went_apart_are_refused(tmp_path: Path) -> None:
    here, there = lay_file(tmp_path / "a.db"), lay_file(tmp_path / "b.db")
    asyncio.run(filled(here))
    assert copied(here, there)[0] == 0
    before = asyncio.run(content(there))
    asyncio.run(played_on(here, AT + 1))
    assert copied(here, there)[0] == 0

    async def forked() -> None:
        store = await Store.open(there)
        async with store.writing() as connection:
            await connection.exec_driver_sql("UPDATE actions SET body = 'x' WHERE sequence = 31")
        await store.close()

    asyncio.run(forked())
    assert "played on in both" in copied(here, there)[1]
    assert asyncio.run(content(there)) != before


def test_a_lobby_that_the_source_has_not_is_not_lost(tmp_path: Path) -> None:
    here, there = lay_file(tmp_path / "a.db"), lay_file(tmp_path / "b.db")

    async def another() -> None:
        store = await Store.open(there)
        lobby = await Lobbies(store).open_in(1, 3)
        assert lobby is not None
        await Lobbies(store).join(lobby.id, LobbyPlayer(13, "Chandra"), most=5)
        await store.close()

    asyncio.run(filled(here))
    assert copied(here, there)[0] == 0
    asyncio.run(another())
    before = asyncio.run(content(there))
    code, said = copied(here, there)
    assert code == 1
    assert 'The lobby 1, "next", of the target' in said
    assert asyncio.run(content(there)) == before
    assert copied(there, here)[0] == 0, "the other way"


@pytest.mark.parametrize("which", ["--from", "--to"])
def test_where_a_bot_runs_nothing_is_copied(which: str, tmp_path: Path) -> None:
    here, there = lay_file(tmp_path / "a.db"), lay_file(tmp_path / "b.db")
    asyncio.run(filled(here))

    async def runs(url: str) -> None:
        store = await Store.open(url)
        await Processes(store, pid=1).join()
        await store.close()

    asyncio.run(runs(here if which == "--from" else there))
    code, said = copied(here, there)
    assert code == 1
    assert f"A bot works on the database that {which} names (process 1" in said
    assert asyncio.run(content(there))["games"] == []


@pytest.mark.parametrize("what", ["reading", "writing", "looking"])
def test_a_database_that_goes_away_meanwhile(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = lay_file(tmp_path / "a.db"), lay_file(tmp_path / "b.db")

    def away(_: object) -> None:
        raise Busy("the server is away")

    monkeypatch.setattr(Database, what, away)
    code, said = copied(here, there)
    assert code == 1
    assert "the server is away" in said


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        ("sqlite:///a.db", "sqlite+aiosqlite:///a.db", "the same database"),
        ("sqlite:///none.db", "sqlite:///b.db", "There is no file none.db: correct --from"),
        ("oracle://x", "sqlite:///b.db", "--from begins with oracle"),
    ],
)
def test_what_makes_no_sense(
    source: str, target: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, said = copied(source, target)
    assert code == 1
    assert words in said
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_cannot_be_played_is_named(tmp_path: Path) -> None:
    here, there = lay_file(tmp_path / "a.db"), lay_file(tmp_path / "b.db")

    async def broken() -> None:
        store = await Store.open(here)
        async with store.writing() as connection:
            await connection.exec_driver_sql("DELETE FROM actions WHERE sequence = 3")
        await store.close()

    asyncio.run(filled(here))
    asyncio.run(broken())
    code, said = copied(here, there)
    assert code == 1
    assert "this program cannot play it" in said

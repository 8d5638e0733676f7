"""A long game is loaded from its copy, and is the very game that its list gives."""

from __future__ import annotations

import os
import pickle
import zlib
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.games import snapshots
from bot.games.live import LiveGame
from bot.games.service import GameService
from bot.games.snapshots import EVERY
from engine.journal import Redo, Undo
from interchange.trace import state_json
from storage.personal import Personal
from storage.snapshots import Snapshots
from tests.bot.games.conftest import Table
from tests.support.databases import lay_file

LONG = "made-353-3p-mixed"
AT = 2 * EVERY + 30


@pytest.fixture
async def long_table(tmp_path: Path) -> AsyncIterator[Table]:
    """A long game in a store, of which no copy was made yet."""
    table = Table(lay_file(tmp_path / "games.db"), LONG, AT)
    yield table
    for store in table.stores:
        await store.close()


@pytest.fixture
def no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody plays a game from its first entry."""

    def start(_stored: object) -> None:
        raise AssertionError("it was played from the first entry on")

    monkeypatch.setattr(LiveGame, "start", start)


async def copied(table: Table) -> GameService:
    """A service that has loaded the game, and so made a copy."""
    games = await table.bring()
    await games.load(1, 2)
    return games


def same(one: LiveGame, other: LiveGame) -> bool:
    told = [
        (live.sequence, live.since, live.movers, live.undone, live.log, live.seats)
        for live in (one, other)
    ]
    states = [(state_json(live.game), live.game.history, live.legal()) for live in (one, other)]
    return told[0] == told[1] and states[0] == states[1]


async def on(games: GameService, table: Table, count: int) -> LiveGame:
    """Play the recorded moves that come next."""
    live = await games.load(1, 2)
    for action in table.actions[live.sequence : live.sequence + count]:
        async with games.playing(live.stored) as live:
            live = await games.add(live, action, None)
    return await games.load(1, 2)


async def test_a_long_game_is_loaded_from_its_copy(
    long_table: Table, request: pytest.FixtureRequest
) -> None:
    played = await copied(long_table)
    await on(played, long_table, 20)
    request.getfixturevalue("no_list")
    loaded = await long_table.service()
    assert same(await loaded.load(1, 2), await played.load(1, 2))
    assert same(await on(loaded, long_table, 20), await played.load(1, 2))


async def test_moves_before_the_copy_are_taken_back_and_brought_again(long_table: Table) -> None:
    played = await copied(long_table)
    loaded = await long_table.service()
    before = await loaded.load(1, 2)
    for to in (AT - 3, EVERY, 1, 0):
        wanted = state_json(long_table.game.until(to))
        assert state_json(before.game.until(to)) == wanted
    for entry in (Undo(AT - 40), Redo(), Undo(2)):
        async with loaded.playing(before.stored) as live:
            await loaded.add(live, entry, 102)
        assert same(await loaded.load(1, 2), await played.load(1, 2))


async def test_a_copy_follows_the_game_as_it_grows(
    long_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10)
    games = await copied(long_table)
    stored = Snapshots(games.store)
    first = await stored.get(1, snapshots.program())
    assert first is not None
    assert first.sequence == AT
    await on(games, long_table, 10)
    second = await stored.get(1, snapshots.program())
    assert second is not None
    assert second.sequence == AT + 10
    assert len(second.body) < 100_000


async def test_a_copy_of_another_program_or_of_another_list_means_nothing(
    long_table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games = await copied(long_table)
    live, stored = await games.load(1, 2), Snapshots(games.store)
    copy = await stored.get(1, snapshots.program())
    assert copy is not None
    things: tuple[object, ...] = (os.system, live.game, set())
    others = (zlib.compress(pickle.dumps(thing)) for thing in things)
    bodies = [b"", copy.body[:-9], copy.body[9:], *others]
    others_own = [replace(copy, mark="0" * 64), replace(copy, program="0" * 64)]
    damaged = [replace(copy, body=body) for body in bodies]
    for wrong in (*others_own, replace(copy, sequence=AT - 1), *damaged):
        caplog.clear()
        await stored.put(wrong)
        assert same(await (await long_table.service()).load(1, 2), live)
        assert ("cannot be read" in caplog.text) == (wrong in damaged)


async def test_no_name_stands_in_a_copy(long_table: Table) -> None:
    played = await long_table.bring()
    await played.names.keep(1, {101: "Xantippe"})
    live = await played.load(1, 2)
    assert live.game.state.players[1].name == "Xantippe"
    copy = await Snapshots(played.store).get(1, snapshots.program())
    assert copy is not None
    body = zlib.decompress(copy.body)
    for name in ("Xantippe", "evening", *live.game.setup.players):
        assert name.encode() not in body, name
    loaded = await (await long_table.service()).load(1, 2)
    for there, here in ((loaded.game, live.game), (loaded.game.until(1), live.game.until(1))):
        assert there.setup == here.setup
        assert there.state.players == here.state.players


async def test_whoever_was_forgotten_does_not_come_back_by_a_copy(long_table: Table) -> None:
    """Another process has the game in memory, with the members who made its moves."""
    played = await copied(long_table)
    async with played.playing((await played.load(1, 2)).stored) as live:
        await played.add(live, long_table.actions[AT], 101)
    other = await long_table.service()
    live = await other.load(1, 2)
    assert live.authors == {101}
    await Personal(played.store).forget(101, lambda *_: ())
    other._copies._last.clear()
    for _ in range(2):  # the first time it finds out, and loads the game anew the second time
        async with other.playing(live.stored):
            pass
    assert await Snapshots(played.store).get(1, snapshots.program()) is not None
    assert (await other.load(1, 2)).authors == set()


async def test_a_copy_that_cannot_be_stored_is_missed_by_nobody(
    long_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_args: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Snapshots, "put", fail)
    games = await copied(long_table)
    assert (await on(games, long_table, 1)).sequence == AT + 1


def test_what_a_copy_is_made_of_is_ours_alone() -> None:
    for harmful in (os.system, eval, pickle.loads, Path):
        with pytest.raises(pickle.UnpicklingError):
            snapshots._read(zlib.compress(pickle.dumps(harmful)))

"""Several processes on one database: who is alive, who speaks for a game, who does what is due."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from datetime import timedelta

import pytest

from storage import DueTimes, NewMessage, Process, Processes, Share, Store, StoredGame, delete_game
from storage.processes import ALIVE
from storage.servers import Servers
from storage.share import WHOLE
from tests.storage.conftest import NOON, Clock, new_game

SECOND = timedelta(seconds=1)
ALIVE_PID = 1
"""Of a process that runs as long as the tests do."""


@pytest.fixture
def ended() -> int:
    """The number of a process that is no more."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def elsewhere(store: Store, clock: Clock) -> Processes:
    """A process on a computer of its own."""
    process = Processes(store, clock)
    process._me = Process(process._me.id, f"host of {process._me.id}", 18, store.share)
    return process


async def test_one_speaks_for_a_game_while_it_is_alive(store: Store, clock: Clock) -> None:
    one, two, game = elsewhere(store, clock), elsewhere(store, clock), await new_game(store)
    assert await one.join() == ()
    assert await two.join() == (one._me,)
    assert await one.speaks(game.id)
    assert not await two.speaks(game.id)
    clock.now += ALIVE - SECOND
    assert not await two.speaks(game.id)
    clock.now += SECOND
    assert await two.speaks(game.id), "the other one was not heard of for so long"
    assert not await one.speaks(game.id), "it comes back too late"


async def test_what_renews_itself_keeps_what_it_has(store: Store, clock: Clock) -> None:
    one, two, game = elsewhere(store, clock), elsewhere(store, clock), await new_game(store)
    await one.join()
    await two.join()
    assert await one.speaks(game.id)
    for _ in range(5):
        clock.now += ALIVE / 3
        await one.renew()
        assert not await two.speaks(game.id)
        assert await one.speaks(game.id)


async def test_one_that_was_away_takes_on_again_what_nobody_took(
    store: Store, clock: Clock
) -> None:
    one, game = elsewhere(store, clock), await new_game(store)
    await one.join()
    term = await one.speaks(game.id)
    assert term
    clock.now += ALIVE - SECOND
    assert await one.speaks(game.id) == term
    clock.now += timedelta(days=3)
    assert await one.speaks(game.id) not in {0, term}, "others may have spoken meanwhile"
    assert await one.others() == ()


async def test_one_that_leaves_is_followed_at_once(store: Store, clock: Clock) -> None:
    one, two, game = elsewhere(store, clock), elsewhere(store, clock), await new_game(store)
    await one.join()
    assert await one.speaks(game.id)
    await one.leave()
    assert await two.join() == ()
    assert await two.speaks(game.id)


async def test_the_one_before_on_this_computer_is_known_to_have_ended(
    store: Store, clock: Clock, ended: int
) -> None:
    """One that was killed, and one that had this one's number, as in a container."""
    game = await new_game(store)
    for pid in (ended, None):
        killed = Processes(store, clock, pid)
        await killed.join()
        assert await killed.speaks(game.id)
    here, now = Processes(store, clock, ALIVE_PID), Processes(store, clock)
    await here.join()
    assert [process.pid for process in await now.join()] == [ALIVE_PID]
    assert [process.host for process in await now.others()] == [socket.gethostname()]
    assert await now.speaks(game.id)


async def test_a_game_that_somebody_speaks_for_can_be_deleted(store: Store, clock: Clock) -> None:
    one, game = elsewhere(store, clock), await new_game(store)
    assert await one.speaks(game.id)
    await delete_game(store, game.id)


async def test_a_departure_is_noted_once(store: Store) -> None:
    noted = await asyncio.gather(*(Servers(store).left(7, NOON + n * SECOND) for n in range(4)))
    assert sorted(noted) == [False, False, False, True]
    assert [departure.guild_id for departure in await Servers(store).departures()] == [7]


# -- shares --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["0-3/16", "5/16", "0/1", "0-15/16"])
def test_a_share_as_it_is_written(text: str) -> None:
    assert str(Share.parse(text)) == text
    assert Share.parse(f" {text.replace('/', ' / ')} ") == Share.parse(text)


@pytest.mark.parametrize("text", ["", "3", "4-3/16", "16/16", "0-16/16", "a/b", "0/0", "-1/2"])
def test_what_is_no_share(text: str) -> None:
    with pytest.raises(ValueError, match="shards"):
        Share.parse(text)


@pytest.mark.parametrize(
    ("one", "other", "overlap"),
    [
        ("0-3/16", "4-15/16", False),
        ("0-3/16", "3-4/16", True),
        ("0/2", "1-1/4", False),
        ("0/2", "2/4", True),
        ("0/2", "0/3", True),
        ("1/3", "0/1", True),
    ],
)
def test_shares_that_overlap(one: str, other: str, overlap: bool) -> None:
    mine, theirs = Share.parse(one), Share.parse(other)
    assert mine.overlaps(theirs) is overlap
    assert theirs.overlaps(mine) is overlap
    both = any(mine.has(n << 22) and theirs.has(n << 22) for n in range(100))
    assert both is overlap


async def spread(store: Store) -> list[StoredGame]:
    """A game in each of six servers, in each something to be said."""
    return [
        await store.create_game(
            guild_id=(n << 22) + 12345,
            channel_id=n,
            name=str(n),
            ruleset="rulebook",
            setup="{}",
            source="new",
            seats=[],
            outbox=[NewMessage(n, "line", "{}")],
        )
        for n in range(6)
    ]


@pytest.mark.parametrize("text", ["0-1/3", "2/3", "0-2/3"])
async def test_a_process_looks_after_its_own_servers(url: str, text: str) -> None:
    share = Share.parse(text)
    store, whole = await Store.open(url, share), await Store.open(url)
    games = await spread(whole)
    own = [game.id for game in games if share.has(game.guild_id)]
    assert 0 < len(own) <= 6
    assert sorted(await store.waiting_games()) == own
    assert sorted(game.id for game in await store.played_last(9)) == own
    due = DueTimes(store)
    for game in games:
        await DueTimes(whole).put("remind", NOON + game.id * SECOND, game_id=game.id)
    assert await due.next() == NOON + own[0] * SECOND
    late = NOON + timedelta(hours=1)
    found = []
    while (thing := await due.claim(late)) is not None:
        found.append(thing.game_id)
        assert await due.done(thing)
    assert found == own
    assert await due.next() is None
    await DueTimes(whole).put("away", NOON, user_id=1)
    assert await due.claim(late) is not None, "it belongs to no server"
    await store.close()
    await whole.close()


def test_all_servers_are_the_share_of_one_process() -> None:
    assert all(WHOLE.has(n) for n in (0, 1, 1 << 22, 1_800_000_000_000_000_018))

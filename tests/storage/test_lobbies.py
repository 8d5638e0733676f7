"""Lobbies: people come and go, one lobby for each channel, one game for each lobby."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from storage import ChannelTaken, Lobbies, LobbyChanged, LobbyOpen, LobbyPlayer, Seat, Store
from tests.storage.conftest import NOON, Clock, new_game

ASHA, BELA, CHAND = (LobbyPlayer(11, "Asha"), LobbyPlayer(12, "Bela"), LobbyPlayer(13, "Chand"))


@pytest.fixture
def lobbies(store: Store, clock: Clock) -> Lobbies:
    return Lobbies(store, clock)


async def opened(lobbies: Lobbies, channel_id: int = 2) -> int:
    return await lobbies.open(
        guild_id=1,
        channel_id=channel_id,
        host=ASHA,
        asked=[BELA],
        name="Evening",
        ruleset="rulebook",
        shuffle="sealed",
        seed=None,
        seating="random",
    )


async def test_people_come_and_go_in_order(lobbies: Lobbies) -> None:
    number = await opened(lobbies)
    lobby = await lobbies.get(number)
    assert lobby is not None
    assert (lobby.players, lobby.asked) == ((ASHA,), (BELA,))
    assert await lobbies.join(number, CHAND, 5)
    assert await lobbies.join(number, BELA, 5)
    assert not await lobbies.join(number, BELA, 5)
    assert await lobbies.leave(number, CHAND.user_id)
    assert not await lobbies.leave(number, CHAND.user_id)
    assert await lobbies.join(number, CHAND, 5)
    lobby = await lobbies.get(number)
    assert lobby is not None
    assert (lobby.players, lobby.asked) == ((ASHA, BELA, CHAND), ())


async def test_no_more_sit_than_may(lobbies: Lobbies) -> None:
    number = await opened(lobbies)
    comers = [LobbyPlayer(n, str(n)) for n in range(20, 30)]
    outcomes = await asyncio.gather(
        *(lobbies.join(number, comer, 5) for comer in comers), return_exceptions=True
    )
    assert outcomes.count(True) == 4
    assert sum(isinstance(o, LobbyChanged) for o in outcomes) == 6


async def test_a_channel_has_one_open_lobby(lobbies: Lobbies) -> None:
    number = await opened(lobbies)
    with pytest.raises(LobbyOpen):
        await opened(lobbies)
    await opened(lobbies, channel_id=3)
    assert await lobbies.close(number)
    assert not await lobbies.close(number)
    await opened(lobbies)
    assert len(await lobbies.open_lobbies()) == 2
    assert await lobbies.open_lobbies(7) == ()


async def test_a_lobby_becomes_one_game(lobbies: Lobbies, store: Store) -> None:
    number = await opened(lobbies)
    seen = await lobbies.get(number)
    await lobbies.join(number, BELA, 5)
    lobby = await lobbies.get(number)
    assert seen is not None
    assert lobby is not None
    seats = [Seat(1, "Bela", 12), Seat(2, "Asha", 11)]
    with pytest.raises(LobbyChanged):
        await lobbies.start(seen, setup="{}", seats=seats, outbox=[])
    outcomes = await asyncio.gather(
        *(lobbies.start(lobby, setup="{}", seats=seats, outbox=[]) for _ in range(3)),
        return_exceptions=True,
    )
    assert sum(isinstance(o, LobbyChanged) for o in outcomes) == 2
    game = await store.game_in(1, 2)
    assert game is not None
    assert game.opened_by == ASHA.user_id
    assert [s.user_id for s in game.seats] == [12, 11]
    for change in (lobbies.join(number, CHAND, 5), lobbies.leave(number, 11)):
        with pytest.raises(LobbyChanged):
            await change


async def test_a_lobby_does_not_start_in_a_channel_with_a_game(
    lobbies: Lobbies, store: Store
) -> None:
    number = await opened(lobbies)
    await new_game(store)
    lobby = await lobbies.get(number)
    assert lobby is not None
    with pytest.raises(ChannelTaken):
        await lobbies.start(lobby, setup="{}", seats=[], outbox=[])
    lobby = await lobbies.get(number)
    assert lobby is not None
    assert lobby.status == "open"


async def test_the_host_is_called_once_for_each_reason(lobbies: Lobbies) -> None:
    number = await opened(lobbies)
    assert [await lobbies.call_once(number, n) for n in (2, 2, 5, 2, 5)] == [
        True,
        False,
        True,
        False,
        False,
    ]


async def test_a_lobby_is_closed_if_nobody_touched_it(lobbies: Lobbies, clock: Clock) -> None:
    number = await opened(lobbies)
    clock.now += timedelta(days=10)
    await lobbies.join(number, CHAND, 5)
    assert not await lobbies.close(number, untouched_since=NOON + timedelta(days=9))
    assert await lobbies.close(number, untouched_since=NOON + timedelta(days=10))

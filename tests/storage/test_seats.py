"""Seats change hands once, with a history; claims are answered once; names follow their members."""

from __future__ import annotations

import asyncio

import pytest

from storage import Members, Seats, SeatTaken, Store, delete_game
from tests.storage.conftest import new_game


async def test_a_seat_is_given_once(store: Store) -> None:
    game = await new_game(store)
    seats = Seats(store)
    outcomes = await asyncio.gather(
        *(seats.give(game.id, 1, user) for user in (21, 22, 23)), return_exceptions=True
    )
    assert sum(isinstance(o, SeatTaken) for o in outcomes) == 2
    assert (await store.game(game.id)).seats[1].user_id in {21, 22, 23}
    with pytest.raises(SeatTaken):
        await seats.give(game.id, 7, 21)
    with pytest.raises(SeatTaken):
        await seats.give(game.id, 0, 21)


async def test_the_history_tells_who_sat_when(store: Store) -> None:
    game = await new_game(store)
    seats = Seats(store)
    await seats.give(game.id, 0, None, instead_of=11)
    await seats.give(game.id, 0, 12)
    history = await seats.history(game.id)
    assert [(s.number, s.user_id) for s in history] == [(0, 11), (0, None), (0, 12)]
    assert sorted(s.at for s in history) == [s.at for s in history]


async def test_a_claim_is_answered_once(store: Store) -> None:
    game = await new_game(store)
    seats = Seats(store)
    claim = await seats.ask(game.id, 1, 21, None)
    assert await seats.ask(game.id, 1, 21, None) == claim
    other = await seats.ask(game.id, 1, 22, None)
    outcomes = await asyncio.gather(
        seats.settle(claim, accept=True),
        seats.settle(claim, accept=True),
        seats.settle(other, accept=True),
        return_exceptions=True,
    )
    assert sum(isinstance(o, SeatTaken) for o in outcomes) == 2
    held = (await store.game(game.id)).seats[1].user_id
    assert held in {21, 22}
    assert len(await seats.history(game.id)) == 2
    with pytest.raises(SeatTaken):
        await seats.settle(claim if held == 21 else other, accept=False)


async def test_a_seat_shows_the_name_of_its_member_in_that_server(store: Store) -> None:
    game = await new_game(store)
    members = Members(store)
    await members.note(2, {11: "Elsewhere"})
    assert (await store.game(game.id)).seats[0].name is None
    for name in ("Asha", "Asha the Great"):
        await members.note(1, {11: name, 12: "Bela"})
        assert await members.name(1, 11) == name
        assert (await store.game(game.id)).seats[0].name == name
    assert (await store.game(game.id)).seats[1].name is None


async def test_a_deleted_game_takes_nothing_of_another_with_it(store: Store) -> None:
    kept, gone = await new_game(store, "1", channel_id=2), await new_game(store, "1", channel_id=3)
    seats = Seats(store)
    for game in (kept, gone):
        await seats.ask(game.id, 1, 21, None)
        await store.remember(f"whatif:{game.id}:{gone.id}", "tries")
    await store.remember(f"theme:{gone.id}", "contrast")
    before = await store.game(kept.id)
    await delete_game(store, gone.id)
    with pytest.raises(LookupError):
        await store.game(gone.id)
    with pytest.raises(LookupError):
        await delete_game(store, gone.id)
    assert await store.game(kept.id) == before
    assert len(await store.actions(kept.id)) == 1
    assert await store.actions(gone.id) == ()
    assert len(await seats.history(kept.id)) == 1
    assert await seats.history(gone.id) == ()
    assert await store.recall(f"whatif:{kept.id}:{gone.id}") == "tries"
    assert await store.recall(f"whatif:{gone.id}:{gone.id}") is None
    assert await store.recall(f"theme:{gone.id}") == "contrast"

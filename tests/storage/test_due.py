"""Due times: in order, each done once whoever does it, also if the one who claimed it died."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

from storage import Due, DueTimes, NewMessage, Store, delete_game
from tests.storage.conftest import NOON, new_game

HOUR = timedelta(hours=1)
LEASE = timedelta(minutes=5)


async def all_of(due: DueTimes, now: datetime) -> list[Due]:
    found = []
    while (thing := await due.claim(now)) is not None:
        found.append(thing)
    return found


async def test_what_is_due_comes_in_its_order_and_nothing_before_its_time(store: Store) -> None:
    due = DueTimes(store)
    for hours, kind in ((3, "c"), (1, "a"), (2, "b")):
        await due.put(kind, NOON + hours * HOUR)
    assert await due.next() == NOON + HOUR
    assert await due.claim(NOON + HOUR - timedelta(seconds=1)) is None
    found = await all_of(due, NOON + 2 * HOUR)
    assert [(thing.kind, thing.at) for thing in found] == [
        ("a", NOON + HOUR),
        ("b", NOON + 2 * HOUR),
    ]


async def test_there_is_one_thing_of_a_kind_for_each_game_and_member(store: Store) -> None:
    due, game = DueTimes(store), await new_game(store)
    await due.put("remind", NOON + HOUR, game_id=game.id, user_id=1)
    await due.put("remind", NOON, game_id=game.id, user_id=2)
    await due.put("remind", NOON + 2 * HOUR, game_id=game.id, user_id=1, body='{"n":2}')
    await due.put("away", NOON + 3 * HOUR, user_id=1)
    await due.put("away", NOON + 4 * HOUR, user_id=1)
    found = await all_of(due, NOON + 9 * HOUR)
    assert [(t.kind, t.game_id, t.user_id, t.body) for t in found] == [
        ("remind", game.id, 2, "{}"),
        ("remind", game.id, 1, '{"n":2}'),
        ("away", None, 1, "{}"),
    ]


async def test_two_processes_share_what_is_due(store: Store, url: str) -> None:
    other = await Store.open(url)
    game = await new_game(store)
    one, two = DueTimes(store), DueTimes(other)
    for user in range(20):
        await one.put("remind", NOON, game_id=game.id, user_id=user)
    mine, yours = await asyncio.gather(all_of(one, NOON), all_of(two, NOON))
    assert sorted(t.user_id or 0 for t in [*mine, *yours]) == list(range(20))
    await other.close()


async def test_what_a_process_claimed_and_left_is_done_by_another(store: Store) -> None:
    died, lives = DueTimes(store, LEASE), DueTimes(store, LEASE)
    game = await new_game(store)
    await died.put("remind", NOON, game_id=game.id, user_id=1)
    left = await died.claim(NOON)
    assert left is not None
    assert await lives.next() == NOON + LEASE
    assert await lives.claim(NOON + LEASE - timedelta(seconds=1)) is None
    assert await lives.claim(NOON + LEASE) == left
    said = [NewMessage(2, "note", "x")]
    assert not await died.done(left, said), "its claim ran out: the other one does it"
    assert await store.pending_outbox() == ()
    assert await lives.done(left, said)
    assert [entry.body for entry in await store.pending_outbox()] == ["x"]
    assert await lives.next() is None


async def test_what_was_changed_while_it_was_done_is_done_again_at_its_new_time(
    store: Store,
) -> None:
    due = DueTimes(store)
    await due.put("away", NOON, user_id=1)
    thing = await due.claim(NOON)
    assert thing is not None
    await due.put("away", NOON + HOUR, user_id=1)
    assert not await due.done(thing)
    assert await due.next() == NOON + HOUR


async def test_a_thing_can_come_again(store: Store) -> None:
    due = DueTimes(store)
    await due.put("away", NOON, user_id=1)
    thing = await due.claim(NOON)
    assert thing is not None
    assert await due.done(thing, again=NOON + HOUR, body='{"times":1}')
    again = await due.claim(NOON + HOUR)
    assert again is not None
    assert (again.at, again.body) == (NOON + HOUR, '{"times":1}')


async def test_a_deleted_game_takes_what_was_due_along(store: Store) -> None:
    due, game = DueTimes(store), await new_game(store)
    await due.put("remind", NOON, game_id=game.id, user_id=1)
    await due.put("away", NOON, user_id=1)
    await delete_game(store, game.id)
    assert [thing.kind for thing in await all_of(due, NOON)] == ["away"]

"""Moves are taken once and only where their player knows of the turn; looking waits for nobody."""

from __future__ import annotations

import asyncio
import pickle
from typing import Any

import pytest
from sqlalchemy import text

from bot.games.facts import Sentence, decode, encode
from bot.games.live import LiveGame
from bot.games.now import step_now
from bot.games.refusals import NotAnnounced
from bot.games.service import GameService, Hand, Make, Moved
from bot.refusal import PlayerError
from cogs.passing import passing
from engine.actions import AnyAction
from interchange.trace import state_json
from storage import StoredAction, Unsure, delete_game
from tests.bot.games.conftest import LAY, PLACE, USERS, Table


def given(action: AnyAction) -> Make:
    """Make that very action."""
    return lambda _game: action


async def mover(games: GameService) -> int:
    """The member on turn."""
    live = await games.load(1, 2)
    user = live.holder(live.game.player_to_act or 0)
    assert user is not None
    return user


def told(games: GameService, moved: Moved, message_id: int) -> None:
    """The line of a move was said in a message."""
    games.answering.discard(moved.line_id)
    games.announced(moved.live, message_id)


# -- one interaction, one move -------------------------------------------------------------------


async def test_an_interaction_that_is_delivered_twice_is_one_move(table: Table) -> None:
    games = await table.bring()
    user = await mover(games)
    first = await games.move(PLACE, Hand(user, 900), given(table.actions[LAY]))
    second = await games.move(PLACE, Hand(user, 900), passing)
    assert (first.again, second.again) == (False, True)
    assert second.told == first.told
    assert second.live.sequence == LAY + 1


async def test_the_same_interaction_in_two_processes_is_one_move(table: Table) -> None:
    """The second would be a legal move of its own, or no move at all any more."""
    here, there = await table.bring(), await table.service()
    for n in range(6):
        user = await mover(here)
        action = table.actions[LAY + n]
        moved = await asyncio.gather(
            here.move(PLACE, Hand(user, 900 + 10 * n), given(action)),
            there.move(PLACE, Hand(user, 900 + 10 * n), given(action)),
        )
        assert sorted(m.again for m in moved) == [False, True]
        assert moved[0].told == moved[1].told
        first = next(m for m in moved if not m.again)
        for games in (here, there):
            games.announced(first.live, 905 + 10 * n)
        await here.store.mark_said(first.line_id)
    live = await there.load(1, 2)
    assert live.sequence == LAY + 6
    assert [a.action for a in live.game.history] == table.actions[: LAY + 6]


async def test_an_undo_that_is_delivered_twice_takes_one_move_back(table: Table) -> None:
    games = await table.bring()
    user = await mover(games)
    for n in range(2):
        await games.move(PLACE, Hand(user), given(table.actions[LAY + n]))
    for _ in range(2):
        undone = await games.undo(PLACE, Hand(user, 950))
    assert undone.again
    assert len(undone.live.game.history) == LAY + 1


# -- the turn that was announced last ------------------------------------------------------------


async def passed(games: GameService, interaction: int) -> Moved:
    return await games.move(PLACE, Hand(await mover(games), interaction), passing)


async def test_a_pass_that_was_given_twice_does_not_end_what_was_not_announced(
    table: Table,
) -> None:
    games = await table.bring()
    moved = await passed(games, 1_000)
    user = moved.told.author
    assert moved.told.call is not None
    assert moved.told.call.user == user, "the same player goes on in the next step"
    told(games, moved, 1_010)
    with pytest.raises(NotAnnounced) as refused:
        await games.move(PLACE, Hand(user or 0, 1_001), passing)
    assert refused.value.live.game.step == moved.told.call.step
    assert (await passed(games, 1_011)).live.sequence == moved.live.sequence + 1


async def test_who_was_told_once_knows_it_also_where_he_is_told_again(table: Table) -> None:
    games = await table.bring()
    moved = await passed(games, 1_000)
    told(games, moved, 1_010)
    told(games, moved, 1_020)
    assert (await passed(games, 1_015)).live.sequence == moved.live.sequence + 1


async def test_what_was_never_said_is_not_announced(table: Table) -> None:
    """Discord took the answer of the first pass as lost: its player passes once more."""
    games = await table.bring()
    moved = await passed(games, 1_000)
    games.answering.discard(moved.line_id)
    user = moved.told.author or 0
    with pytest.raises(NotAnnounced) as refused:
        await games.move(PLACE, Hand(user, 1_500), passing)
    games.announced(refused.value.live, 1_501, user)
    assert not (await games.move(PLACE, Hand(user, 1_502), passing)).again


async def test_after_a_restart_what_the_store_has_as_said_is_announced(table: Table) -> None:
    moved = await passed(await table.bring(), 1_000)
    games = await table.service()
    user = moved.told.author or 0
    with pytest.raises(NotAnnounced):
        await games.move(PLACE, Hand(user, 1_500), passing)
    await games.store.mark_said(moved.line_id)
    await games.move(PLACE, Hand(user, 1_501), passing)


async def test_within_a_step_moves_may_follow_each_other_as_fast_as_they_like(
    table: Table,
) -> None:
    games = await table.bring()
    user = await mover(games)
    since = (await games.load(1, 2)).since
    first = await games.move(PLACE, Hand(user, 1_000), given(table.actions[LAY]))
    assert first.live.since == since
    second = await games.move(PLACE, Hand(user, 1_001), given(table.actions[LAY + 1]))
    assert second.live.sequence == first.live.sequence + 1


async def test_the_call_names_every_turn_and_pings_where_the_player_changes(
    table: Table,
) -> None:
    games = await table.bring()
    pings = 0
    for action in table.actions[LAY : LAY + 60]:
        before = await games.load(1, 2)
        moved = await games.move(PLACE, Hand(await mover(games)), given(action))
        after, call = moved.live.game, moved.told.call
        assert call is not None
        assert (call.seat, call.actor) == (after.player_to_act, after.actor)
        assert call.step == step_now(after)
        assert call.user == USERS[call.seat]
        assert call.ping is (call.seat != before.game.player_to_act)
        pings += call.ping
    assert pings > 5


# -- looking -------------------------------------------------------------------------------------


class SlowDisk:
    """A store whose next move waits until it is let through."""

    def __init__(self, games: GameService, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self.free = asyncio.Event(), asyncio.Event()
        append = games.store.append

        async def wait(*arguments: Any, **options: Any) -> StoredAction:
            self.reached.set()
            await self.free.wait()
            return await append(*arguments, **options)

        monkeypatch.setattr(games.store, "append", wait)


async def test_looking_does_not_wait_for_a_move_that_waits_for_the_disk(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = await table.bring()
    before = await games.load(1, 2)
    disk = SlowDisk(games, monkeypatch)
    moving = asyncio.create_task(passed(games, 1_000))
    await disk.reached.wait()
    looked = await games.load(1, 2)
    assert looked.sequence == LAY
    assert state_json(looked.game) == state_json(before.game)
    assert not moving.done()
    disk.free.set()
    moved = await moving
    assert (await games.load(1, 2)) == moved.live


async def test_a_move_that_could_not_be_stored_is_seen_by_nobody(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = await table.bring()
    before = state_json((await games.load(1, 2)).game)

    async def fail(*_arguments: object, **_options: object) -> StoredAction:
        raise OSError("no space left")

    monkeypatch.setattr(games.store, "append", fail)
    with pytest.raises(OSError, match="no space"):
        await passed(games, 1_000)
    monkeypatch.undo()
    assert state_json((await games.load(1, 2)).game) == before
    assert (await passed(games, 1_001)).live.sequence == LAY + 1


async def test_a_busy_disk_is_told_and_the_move_is_not_taken(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = await table.bring()
    user = await mover(games)
    monkeypatch.setattr("storage.sqlite.BUSY_SECONDS", 0)
    impatient, other = await table.service(), await table.service()
    async with other.store.writing() as connection:
        await connection.execute(text("SELECT 1"))  # a writer has the file from here on
        with pytest.raises(PlayerError, match="was not taken"):
            await impatient.move(PLACE, Hand(user), passing)
    assert (await games.load(1, 2)).sequence == LAY


@pytest.mark.parametrize("stored", [True, False])
async def test_after_a_connection_that_broke_at_the_commit_the_store_is_asked(
    table: Table, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    games = await table.bring()
    append = games.store.append

    async def broken(*args: Any, **options: Any) -> StoredAction:
        if stored:
            await append(*args, **options)
        raise Unsure

    monkeypatch.setattr(games.store, "append", broken)
    if stored:
        assert (await passed(games, 1_000)).again
    else:
        with pytest.raises(PlayerError, match="whether your move was taken"):
            await passed(games, 1_000)
    assert (await games.load(1, 2)).sequence == LAY + stored


async def test_what_was_handed_out_never_changes(table: Table) -> None:
    games = await table.bring()
    kept: list[tuple[LiveGame, bytes, int]] = []
    for n, action in enumerate(table.actions[LAY : LAY + 40]):
        live = await games.load(1, 2)
        live.legal()
        kept.append((live, pickle.dumps(live.game.state), len(live.game.history)))
        user = await mover(games)
        await games.move(PLACE, Hand(user), given(action))
        if n % 5 == 0:
            await games.undo(PLACE, Hand(user))
            await games.redo(PLACE, Hand(user))
    for live, state, moves in kept:
        assert pickle.dumps(live.game.state) == state
        assert len(live.game.history) == moves
        with pytest.raises(TypeError, match="sealed"):
            live.game.apply(table.actions[LAY])


async def test_a_game_that_another_process_deleted_is_not_the_one_that_followed_it(
    table: Table,
) -> None:
    """The channel has another game now; what is in memory is no longer that of the channel."""
    games, other = await table.bring(), await table.service()
    assert (await games.load(1, 2)).sequence == LAY
    await delete_game(other.store, 1)
    again = await table.bring(until=10)
    assert (await again.load(1, 2)).sequence == 10
    found = await games.load(1, 2)
    assert (found.stored.id, found.sequence) == (2, 10)


async def test_games_are_ready_after_a_restart_the_last_played_first(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = await table.bring()
    first = await games.load(1, 2)
    other = await games.store.create_game(
        guild_id=1,
        channel_id=3,
        name="broken",
        ruleset="rulebook",
        setup="{}",
        source="new",
        seats=[],
    )
    await passed(games, 1_000)
    order = [game.id for game in await games.store.played_last(9)]
    assert order == [first.stored.id, other.id]
    assert [g.id for g in await games.store.played_last(1)] == [first.stored.id]
    fresh = await table.service()
    await fresh.warm()

    async def no_disk(*_arguments: object, **_options: object) -> tuple[StoredAction, ...]:
        raise AssertionError("the game was to be in memory")

    monkeypatch.setattr(fresh.store, "actions", no_disk)
    assert (await fresh.load(1, 2)).sequence == LAY + 1


async def test_a_game_that_left_memory_while_it_was_played_is_still_played_by_one(
    table: Table,
) -> None:
    await table.bring()
    games = GameService((await table.service()).store, most_kept=1)
    first = (await games.load(1, 2)).stored
    other = await games.store.create_game(
        guild_id=1,
        channel_id=3,
        name="other",
        ruleset="rulebook",
        setup=first.setup,
        source="new",
        seats=first.seats,
    )
    told: list[str] = []

    async def play(name: str, wait: asyncio.Event) -> None:
        async with games.playing(first):
            told.append(f"{name} begins")
            begun.set()
            await wait.wait()
            told.append(f"{name} ends")

    begun, leave, at_once = asyncio.Event(), asyncio.Event(), asyncio.Event()
    at_once.set()
    one = asyncio.create_task(play("one", leave))
    await begun.wait()
    assert (await games.fresh(other)).sequence == 0, "the only game that is kept now"
    two = asyncio.create_task(play("two", at_once))
    for _ in range(20):  # time enough to load the game anew
        await games.store.actions(first.id)
    leave.set()
    await asyncio.gather(one, two)
    assert told == ["one begins", "one ends", "two begins", "two ends"]


def test_facts_of_a_newer_program_are_not_read_as_ours() -> None:
    kept = encode(Sentence("A line.", 7))
    assert decode(kept) == Sentence("A line.", 7)
    for wrong in (kept.replace('"v":1', '"v":2'), "{}", "A line.", "[]", '{"v":1}'):
        with pytest.raises(ValueError):
            decode(wrong)

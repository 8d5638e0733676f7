"""The store keeps what it was given, in order, whole or not at all."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError

from storage import (
    ChannelTaken,
    NewAction,
    NewMessage,
    NoSuchGame,
    Questions,
    Seat,
    SequenceTaken,
    Store,
    delete_game,
)
from tests.storage.conftest import new_game


async def test_a_game_comes_back_as_it_was_given(store: Store) -> None:
    game = await new_game(store, '{"a":1}', '{"b":"₹"}')
    assert game == await store.game(game.id) == await store.game_in(1, 2)
    assert game.seats == (Seat(0, "Asha", 11), Seat(1, "Bela"))
    assert (game.name, game.ruleset, game.source) == ("Bengal evenings", "rulebook", "new")
    assert (game.status, game.status_message_id, game.last_sequence) == ("active", None, 2)
    assert abs(datetime.now(UTC) - game.created_at) < timedelta(minutes=1)
    actions = await store.actions(game.id)
    assert [(a.sequence, a.body) for a in actions] == [(1, '{"a":1}'), (2, '{"b":"₹"}')]


async def test_actions_since_a_place(store: Store) -> None:
    game = await new_game(store, "1", "2", "3")
    assert [a.sequence for a in await store.actions(game.id, since=1)] == [2, 3]
    assert await store.actions(game.id, since=3) == ()


async def test_append_takes_the_next_place_only(store: Store) -> None:
    game = await new_game(store, "1")
    appended = await store.append(game.id, 2, "2", author=11)
    assert await store.actions(game.id, since=1) == (appended,)
    with pytest.raises(SequenceTaken):
        await store.append(game.id, 2, "again", author=12)
    with pytest.raises(ValueError, match="does not follow"):
        await store.append(game.id, 4, "gap", author=11)
    with pytest.raises(NoSuchGame):
        await store.append(game.id + 1, 1, "nowhere", author=11)
    assert (await store.game(game.id)).last_sequence == 2


async def test_of_two_stores_one_gets_the_place(url: str) -> None:
    first, second = await Store.open(url), await Store.open(url)
    try:
        game = await new_game(first)
        for sequence in range(1, 21):
            outcomes = await asyncio.gather(
                first.append(game.id, sequence, "first", author=11),
                second.append(game.id, sequence, "second", author=12),
                return_exceptions=True,
            )
            won = [o for o in outcomes if not isinstance(o, BaseException)]
            lost = [o for o in outcomes if isinstance(o, SequenceTaken)]
            assert (len(won), len(lost)) == (1, 1), outcomes
            assert (await second.actions(game.id))[-1] == won[0]
    finally:
        await first.close()
        await second.close()


async def test_an_action_and_what_it_says_are_stored_together(store: Store) -> None:
    game = await new_game(store)
    said = [NewMessage(2, "line", '"one"'), NewMessage(2, "turn", '"two"')]
    await store.append(game.id, 1, "1", author=11, outbox=said)
    with pytest.raises(SequenceTaken):
        await store.append(game.id, 1, "1", author=12, outbox=[NewMessage(2, "line", "lost")])
    pending = await store.pending_outbox()
    assert [(e.kind, e.body, e.channel_id, e.game_id) for e in pending] == [
        ("line", '"one"', 2, game.id),
        ("turn", '"two"', 2, game.id),
    ]
    await store.mark_said(pending[0].id)
    await store.mark_said(pending[0].id)
    assert [e.kind for e in await store.pending_outbox(game.id)] == ["turn"]
    assert await store.pending_outbox(game.id + 1) == ()


async def test_an_import_is_stored_whole_or_not_at_all(store: Store) -> None:
    broken = [NewAction("1"), NewAction("2"), NewAction(None)]  # type: ignore[arg-type]
    with pytest.raises(IntegrityError):
        await store.create_game(
            guild_id=1,
            channel_id=2,
            name="Broken",
            ruleset="site",
            setup="{}",
            source="import",
            seats=[Seat(0, "Asha")],
            actions=broken,
        )
    assert await store.games_of(1) == ()
    assert await store.game_in(1, 2) is None
    game = await new_game(store, "1")
    assert [a.body for a in await store.actions(game.id)] == ["1"]


async def test_one_active_game_in_a_channel(store: Store) -> None:
    first = await new_game(store)
    with pytest.raises(ChannelTaken):
        await new_game(store)
    elsewhere = await new_game(store, channel_id=3)
    await store.archive(first.id)
    second = await new_game(store)
    assert [g.id for g in await store.games_of(1)] == [elsewhere.id, second.id]
    assert [g.id for g in await store.games_of(1, archived=True)] == [first.id]
    assert await store.games_of(9) == ()
    with pytest.raises(NoSuchGame):
        await store.archive(99)


async def test_two_imports_into_one_channel_at_once(url: str) -> None:
    first, second = await Store.open(url), await Store.open(url)
    try:
        outcomes = await asyncio.gather(
            new_game(first, "1"), new_game(second, "1"), return_exceptions=True
        )
        assert sum(isinstance(o, ChannelTaken) for o in outcomes) == 1, outcomes
        assert len(await first.games_of(1)) == 1
    finally:
        await first.close()
        await second.close()


async def test_the_standing_message_is_remembered_and_forgotten(store: Store) -> None:
    game = await new_game(store)
    await store.set_status_message(game.id, 1 << 60)
    assert (await store.game(game.id)).status_message_id == 1 << 60
    await store.forget_status_messages(1)
    assert (await store.game(game.id)).status_message_id is None
    with pytest.raises(NoSuchGame):
        await store.set_status_message(99, 1)


async def test_notes_of_the_program(store: Store) -> None:
    assert await store.recall("commands") is None
    await store.remember("commands", "one")
    await store.remember("commands", "two")
    assert await store.recall("commands") == "two"


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(bodies=st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=20))
async def test_any_text_comes_back_unchanged(tmp_path_factory: object, bodies: list[str]) -> None:
    assert isinstance(tmp_path_factory, pytest.TempPathFactory)
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('any')}/games.db")
    try:
        half = len(bodies) // 2
        game = await new_game(store, *bodies[:half])
        for sequence, body in enumerate(bodies[half:], start=half + 1):
            await store.append(game.id, sequence, body, author=None)
        assert [a.body for a in await store.actions(game.id)] == bodies
    finally:
        await store.close()


async def test_the_end_waits_for_what_is_being_written(url: str) -> None:
    store = await Store.open(url)
    game = await new_game(store)
    async with store.writing():
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        assert not closing.done()
    await closing
    again = await Store.open(url)
    assert await again.game(game.id) == game
    await again.close()


async def test_the_number_of_a_deleted_game_is_given_to_no_other(store: Store) -> None:
    """Buttons of the deleted one are still in the channel."""
    first, last = await new_game(store), await new_game(store, channel_id=3)
    await delete_game(store, last.id)
    await delete_game(store, first.id)
    after = await new_game(store)
    assert after.id > last.id
    assert (await new_game(store, channel_id=3)).id == after.id + 1


async def test_the_numbers_of_a_deleted_game_s_questions_neither(store: Store) -> None:
    game = await new_game(store)
    old = await Questions(store).ask(game.id, "undo", 0, 11, "{}")
    await delete_game(store, game.id)
    new = await Questions(store).ask((await new_game(store)).id, "undo", 0, 11, "{}")
    assert new.id > old.id

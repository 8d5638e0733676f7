"""The store keeps what it was given, in order, whole or not at all."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from storage import (
    ChannelTaken,
    InteractionTaken,
    Lobbies,
    LobbyPlayer,
    NewAction,
    NewMessage,
    NoSuchGame,
    Offer,
    Offers,
    Questions,
    Seat,
    Seats,
    SequenceTaken,
    Store,
    StoredPrograms,
    delete_game,
    schema,
)
from storage.copying import copy_games
from storage.personal import Personal
from storage.servers import Servers
from tests.storage.conftest import POSTGRESQL, new_game
from tests.support.databases import lay_file
from tests.support.postgres import Server


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
    stored = await store.append(game.id, 1, "1", author=11, outbox=said)
    with pytest.raises(SequenceTaken):
        await store.append(game.id, 1, "1", author=12, outbox=[NewMessage(2, "line", "lost")])
    pending = await store.pending_outbox()
    assert [(e.kind, e.body, e.channel_id, e.game_id) for e in pending] == [
        ("line", '"one"', 2, game.id),
        ("turn", '"two"', 2, game.id),
    ]
    assert stored.outbox_ids == tuple(entry.id for entry in pending)
    await store.mark_said(pending[0].id)
    await store.mark_said(pending[0].id)
    assert [e.kind for e in await store.pending_outbox(game.id)] == ["turn"]
    assert await store.pending_outbox(game.id + 1) == ()


async def test_an_interaction_counts_once_in_whatever_game(store: Store) -> None:
    one, other = await new_game(store, "first"), await new_game(store, channel_id=3)
    told = NewMessage(2, "line", "lost")
    await store.append(one.id, 2, "a", 11, interaction_id=77)
    for game, place in ((one, 2), (one, 3), (other, 1)):
        with pytest.raises(InteractionTaken):
            await store.append(game.id, place, "b", 11, [told], interaction_id=77)
    assert [action.body for action in await store.actions(one.id)] == ["first", "a"]
    assert await store.actions(other.id) == ()
    assert await store.pending_outbox() == ()


async def test_a_move_knows_how_many_are_set_ahead_in_its_game(store: Store) -> None:
    one, other = await new_game(store), await new_game(store, channel_id=3)
    programs = StoredPrograms(store)
    for number in (0, 1):
        await programs.add(one.id, number, 11 + number, "{}", sequence=0, moves=0)
    assert (await store.append(one.id, 1, "a", 11)).ahead == 2
    await programs.end((await programs.running(one.id))[0].id)
    assert (await store.append(one.id, 2, "b", 11)).ahead == 1
    assert (await store.append(other.id, 1, "a", 11)).ahead == 0


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


async def numbered(store: Store, game_id: int) -> list[int]:
    """The numbers of a game, and of one thing in each other table whose numbers buttons carry."""
    questions, offer = Questions(store), Offer(0, game_id, 0, 11, "EIR", "2", 5, 2)
    lobby = await Lobbies(store).open(
        guild_id=1,
        channel_id=100 + game_id,
        host=LobbyPlayer(11, "Asha"),
        asked=[],
        name="Evening",
        ruleset="rulebook",
        shuffle="sealed",
        seed=None,
        seating="random",
    )
    return [
        game_id,
        lobby,
        (await Seats(store).ask(game_id, 1, 11, None)).id,
        (await Offers(store).make(offer))[0].id,
        (await questions.ask(game_id, "undo", 0, 11, "{}")).id,
        await StoredPrograms(store).add(game_id, 0, 11, "{}", sequence=0, moves=0),
    ]


async def test_a_number_on_a_button_is_never_given_to_something_else(
    store: Store, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Not when a game, a server or a member was deleted, nor in a copy that is worked on."""
    assert len(await numbered(store, (await new_game(store)).id)) == len(schema.NUMBERED)
    last = await numbered(store, (await new_game(store, channel_id=3)).id)
    for deed in ("forget", "delete the game", "delete the server"):
        if deed == "forget":
            await Personal(store).forget(11, lambda *_: ())
        elif deed == "delete the game":
            await delete_game(store, last[0])
        else:
            await Servers(store).delete(1)
        new = await numbered(store, (await new_game(store, channel_id=4)).id)
        assert all(later > before for later, before in zip(new, last, strict=True))
        last = new
    await Servers(store).delete(1)
    server = kind == POSTGRESQL and request.getfixturevalue("postgres")
    copy = await Store.open(server.empty() if server else lay_file(tmp_path / "copy.db"))
    async for _ in copy_games(store, copy):
        pass
    new = await numbered(copy, (await new_game(copy)).id)
    await copy.close()
    assert all(later > before for later, before in zip(new, last, strict=True))


async def test_a_game_can_be_deleted_while_another_process_plays_it(
    postgres: Server,
) -> None:
    """The deletion waits for the move, and takes it along."""
    store = await Store.open(postgres.migrated())
    game = (await new_game(store)).id
    async with store.writing() as connection:
        row = {"game_id": game, "sequence": 1, "body": "1", "created_at": datetime.now(UTC)}
        await connection.execute(schema.actions.insert().values(row))
        deleting = asyncio.create_task(delete_game(store, game))
        await held_up(store, deleting)
    await deleting
    with pytest.raises(NoSuchGame):
        await store.append(game, 2, "2", 11)
    await store.close()


@pytest.mark.parametrize("same_game", [True, False])
async def test_an_interaction_that_another_process_is_storing_counts_once(
    postgres: Server, *, same_game: bool
) -> None:
    store = await Store.open(postgres.migrated())
    game = (await new_game(store)).id
    other = game if same_game else (await new_game(store, channel_id=3)).id
    row = {"game_id": game, "sequence": 1, "body": "1", "created_at": datetime.now(UTC)}
    async with store.writing() as connection:
        await connection.execute(schema.actions.insert().values(row | {"interaction_id": 7}))
        again = asyncio.create_task(
            store.append(other, 1, "2", 11, [NewMessage(2, "line", "2")], interaction_id=7)
        )
        await held_up(store, again)
    with pytest.raises(InteractionTaken):
        await again
    assert await store.pending_outbox() == ()
    await store.close()


async def test_nothing_is_put_into_a_game_that_another_process_is_deleting(
    postgres: Server,
) -> None:
    store = await Store.open(postgres.migrated())
    game = (await new_game(store)).id
    async with store.writing() as connection:
        for table in (schema.seat_history, schema.seats):
            await connection.execute(table.delete())
        await connection.execute(schema.games.delete())
        appending = asyncio.create_task(store.append(game, 1, "1", 11))
        await held_up(store, appending)
    with pytest.raises(NoSuchGame):
        await appending
    await store.close()


async def held_up(store: Store, task: asyncio.Task[Any]) -> None:
    """Wait until a task waits for a lock of PostgreSQL."""
    while not await waiting(store):
        assert not task.done()


async def waiting(store: Store) -> bool:
    """Whether somebody waits for a lock of PostgreSQL."""
    async with store.reading() as connection:
        locks = await connection.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted"))
    return bool(locks)

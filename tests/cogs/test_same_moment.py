"""Two commands at the same moment, in one bot and in two: one wins, nothing is lost or doubled."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.games.service import GameService, Hand
from cogs.passing import passing
from interchange.trace import state_json
from storage import Store, StoredAction
from tests.cogs.cards import tells_all
from tests.cogs.played import CRASH, HOARDER, Played
from tests.support.world import World, answer_of

LAY, PASS, RUN = 64, 66, 402


async def test_a_move_sent_twice_is_made_once(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    command, options = played.command
    results = await world.together(
        *(world.slash(played.on_turn, command, **options) for _ in range(2))
    )
    played.advance()
    await played.check()
    await tells_all(played, LAY)
    answers = [answer_of(result).content for result in results]
    assert sum(text == "Done. Next for you: **DHR**, track." for text in answers) == 1


async def test_two_players_at_the_same_moment(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    command, options = played.command
    other = (played.on_turn + 1) % 4
    refused, moved = await world.together(
        world.slash(other, command, **options), world.slash(played.on_turn, command, **options)
    )
    assert "turn, led by" in answer_of(refused).content
    assert answer_of(moved).content.startswith("Done. ")
    played.advance()
    await played.check()


async def test_several_moves_at_once_are_each_said_once(world: World) -> None:
    played = await Played.bring(world, CRASH, PASS)
    await world.together(*(world.slash(player, "pass") for player in range(4) for _ in range(3)))
    live = await played.live()
    moves = len(live.game.history) - PASS
    assert moves > 0
    await tells_all(played, PASS)
    assert not [e for e in await world.bot.store.pending_outbox() if e.kind == "line"]


async def test_looking_while_others_move_shows_a_game_as_it_was_or_is(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    command, options = played.command
    kept = await played.live()
    moved, looked = await world.together(
        world.slash(played.on_turn, command, **options), world.slash(4, "status")
    )
    assert answer_of(looked).embeds
    assert answer_of(moved).content.startswith("Done. ")
    assert kept.sequence == len(kept.game.history) == LAY
    assert (await played.live()).sequence == LAY + 1


async def test_the_same_button_twice(world: World) -> None:
    played = await Played.bring(world, HOARDER, RUN)
    player = played.on_turn
    shown = answer_of(await world.slash(player, "run"))
    label = shown.components[0]["components"][0]["label"]
    await world.together(*(world.click(player, shown, label) for _ in range(2)))
    assert len((await played.live()).game.history) == RUN + 1
    await tells_all(played, RUN)


# -- two processes on one database ---------------------------------------------------------------


@asynccontextmanager
async def another_process(world: World) -> AsyncIterator[GameService]:
    """What another process of the bot has: its own games in memory, the same database."""
    store = await Store.open(world.settings.database)
    try:
        yield GameService(store)
    finally:
        await store.close()


async def move_there(other: GameService, played: Played, *, said: bool = True) -> None:
    """The recorded move is made in the other process, which says it unless it dies."""
    world, action = played.world, played.action
    user = world.players[played.on_turn].id
    moved = await other.move(played.place, Hand(user), lambda _: action)
    if said:
        await other.store.mark_said(moved.line_id)
    played.advance()


async def test_each_process_goes_on_from_the_moves_of_the_other(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    async with another_process(world) as other:
        for _ in range(3):
            await played.step()
            await move_there(other, played)
            await played.check()
            live = await other.load(world.guild.id, world.channel.id)
            assert state_json(live.game) == state_json(played.game)


async def test_two_processes_never_store_a_move_at_the_same_place(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lay here and a pass there: the pass is faster, and the lay is forgotten."""
    played = await Played.bring(world, CRASH, LAY)
    player, (command, options) = played.on_turn, played.command
    user = world.players[played.on_turn].id
    append = world.bot.store.append
    async with another_process(world) as other:

        async def append_too_late(*arguments: Any, **options: Any) -> StoredAction:
            monkeypatch.undo()
            await other.move(played.place, Hand(user), passing)
            return await append(*arguments, **options)

        async def agree() -> int:
            here, there = await played.live(), await other.load(world.guild.id, world.channel.id)
            assert state_json(here.game) == state_json(there.game)
            return len(here.game.history)

        monkeypatch.setattr(world.bot.store, "append", append_too_late)
        refusal = await world.refused(player, command, **options)
        assert "Somebody moved at the same moment" in refusal
        assert await agree() == LAY + 1
        await world.refused(player, "pass")  # nobody had told of the turn that is on
        await world.slash(player, "pass")
        assert await agree() == LAY + 2
        await tells_all(played, LAY)


async def test_what_a_process_that_died_did_not_say_is_said_by_the_next(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    async with another_process(world) as other:
        await move_there(other, played, said=False)
    await played.step()
    await tells_all(played, LAY)
    before = len(world.said())
    await world.restart()
    await tells_all(played, LAY)
    assert len(world.said()) == before

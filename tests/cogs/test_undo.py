"""Undo and redo through Discord: by the author alone, and back to the very same state."""

from __future__ import annotations

import pytest

from interchange.trace import state_json
from tests.cogs.played import CRASH, MIXED2, Played
from tests.support.world import World, answer_of

LAY, OFFER = 64, 126


async def test_undo_then_redo_is_the_same_state(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    before = state_json(played.game)
    player = played.on_turn
    line = answer_of(await played.step()).content
    after = state_json(played.game)
    for _ in range(2):
        undone = answer_of(await world.slash(player, "game undo"))
        assert undone.content == f"↩ Taken back: {line}"
        assert state_json((await played.live()).game) == before
        redone = answer_of(await world.slash(player, "game redo"))
        assert redone.content == f"↪ Brought back: {line}"
        assert state_json((await played.live()).game) == after
    await world.restart()
    await played.check()


async def test_many_moves_are_undone_one_by_one_and_redone(world: World) -> None:
    one = f"<@{world.players[0].id}>"
    played = await Played.bring(world, MIXED2, 40, seats=f"{one} {one}")
    states = [state_json(played.game)]
    for _ in range(8):
        command, options = played.command
        await world.slash(0, command, **options)
        played.advance()
        states.append(state_json(played.game))
    for state in states[-2::-1]:
        await world.slash(0, "game undo")
        assert state_json((await played.live()).game) == state
    for state in states[1:]:
        await world.slash(0, "game redo")
        assert state_json((await played.live()).game) == state
    assert "nothing to redo" in await world.refused(0, "game redo")


async def test_only_the_author_undoes_a_move_and_redoes_it(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    author = played.on_turn
    others = {0, 1, 2, 3, 4} - {author}
    await played.step()
    for player in others:
        refusal = await world.refused(player, "game undo")
        assert refusal == f"Only {world.players[author].name}, who made the last move, can undo it."
    await played.check()
    await world.slash(author, "game undo")
    for player in others:
        assert "Only the player who undid" in await world.refused(player, "game redo")
    await world.slash(author, "game redo")
    await played.check()


async def test_after_another_move_nothing_is_redone(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    player = played.on_turn
    await played.step()
    await world.slash(player, "game undo")
    await world.slash(player, "pass")
    assert await world.refused(player, "game redo") == "There is nothing to redo."


@pytest.mark.parametrize("command", ["undo", "redo"])
async def test_there_is_nothing_to_take_back_at_the_start(world: World, command: str) -> None:
    await Played.bring(world, CRASH, 0)
    assert f"nothing to {command}" in await world.refused(0, f"game {command}")


async def test_an_imported_move_is_undone_by_the_holder_of_its_seat(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY - 1)
    author = played.on_turn
    channel = world.guild.create_text_channel("another")
    played = await Played.bring(world, CRASH, LAY, channel=channel)
    for player in {0, 1, 2, 3, 4} - {author}:
        refusal = await world.refused(player, "game undo", channel=channel)
        assert f"Only {world.players[author].name}" in refusal
    await world.slash(author, "game undo", channel=channel)
    assert len((await played.live()).game.history) == LAY - 1


async def test_a_sale_between_players_is_undone_by_the_buyer(world: World) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    buyer, owner = played.on_turn, played.owner_of_train()
    before = state_json(played.game)
    await played.step()
    assert f"Only {world.players[buyer].name}" in await world.refused(owner, "game undo")
    await world.slash(buyer, "game undo")
    assert state_json((await played.live()).game) == before


async def test_undo_and_redo_outlive_a_restart(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    before, author = state_json(played.game), played.on_turn
    await played.step()
    await world.restart()
    await world.slash(author, "game undo")
    await world.restart()
    assert state_json((await played.live()).game) == before
    await world.slash(author, "game redo")
    await played.check()

"""Undo and redo through Discord: one's own at once, others are asked; the very same state."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from interchange.trace import state_json
from tests.cogs.buttons import RESTARTS, begun_anew, labels, message
from tests.cogs.cards import card, lines
from tests.cogs.played import CRASH, MIXED2, Played
from tests.support.world import World, answer_of

LAY, OFFER = 64, 126


async def test_undo_then_redo_is_the_same_state(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    before = state_json(played.game)
    player = played.on_turn
    await played.step()
    [line], name = lines(card(world)), world.players[player].name
    after = state_json(played.game)
    for _ in range(2):
        undone = answer_of(await world.slash(player, "game undo"))
        assert undone.content == "↩ Taken back. Next for you: **DHR**, track."
        assert lines(card(world)) == [f"~~{line}~~ ↩ taken back by {name}"]
        assert state_json((await played.live()).game) == before
        redone = answer_of(await world.slash(player, "game redo"))
        assert redone.content == "↪ Brought back. Next for you: **DHR**, track."
        assert lines(card(world)) == [line]
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
    refusal = await world.refused(4, "game undo")
    assert refusal == f"Only {world.players[author].name}, who made the last move, can undo it."
    for player in others - {4}:
        asked = answer_of(await world.slash(player, "game undo"))
        assert asked.content.startswith(f"<@{world.players[author].id}>: ")
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
    refusal = await world.refused(4, "game undo", channel=channel)
    assert f"Only {world.players[author].name}" in refusal
    await world.slash(author, "game undo", channel=channel)
    assert len((await played.live()).game.history) == LAY - 1


async def test_a_sale_between_players_is_undone_by_the_buyer(world: World) -> None:
    played = await Played.bring(world, CRASH, OFFER)
    buyer, owner = played.on_turn, played.owner_of_train()
    before = state_json(played.game)
    await played.step()
    asked = answer_of(await world.slash(owner, "game undo"))
    assert asked.content.startswith(f"<@{world.players[buyer].id}>: ")
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


# -- with the consent of others ------------------------------------------------------------------


async def three_moves(world: World) -> tuple[Played, int]:
    """A game in which its last three moves were made by several players, and who asks."""
    played = await Played.bring(world, CRASH, 66)
    owners: list[int] = []
    while len(set(owners)) < 3:
        owners.append(played.on_turn)
        await played.step()
    return played, owners[-1]


def asked_first(world: World, question: ResponseMessage) -> int:
    """The player who is named first in a question."""
    return next(n for n in range(4) if question.content.startswith(f"<@{world.players[n].id}>"))


@RESTARTS
async def test_all_whose_moves_would_go_are_asked(world: World, restart: bool) -> None:
    played, asker = await three_moves(world)
    before = state_json(played.game)
    first = 66
    owners = {
        mover.seat - 1 for mover in (await played.live()).movers[first:] if mover.seat is not None
    }
    asked = owners - {asker}
    question = answer_of(await world.slash(asker, "game rewind", to=str(first)))
    assert not question.ephemeral
    assert labels(question) == ["Agree", "Do not agree"]
    for player in asked:
        assert f"<@{world.players[player].id}>" in question.content
    for number in range(first + 1, len(played.game.history) + 1):
        assert f"`{number}` " in question.content
    spectator = await world.click(4, question, "Agree")
    assert "not asked" in answer_of(spectator).content
    for player in asked:
        assert state_json((await played.live()).game) == before
        if restart:
            await world.restart()
        await world.click(player, question, "Agree")
    live = await played.live()
    assert len(live.game.history) == first
    assert "All agreed: it is taken back." in message(world, question).content
    assert not labels(message(world, question))
    log = answer_of(await world.slash(asker, "game log")).content
    struck = [line for line in log.split("\n") if line.startswith("~~")]
    assert len(struck) == len(played.game.history) - first
    assert all("agreed" in line for line in struck)
    assert "of them taken back" in log


async def test_who_does_not_agree_ends_the_question(world: World) -> None:
    played, asker = await three_moves(world)
    question = answer_of(await world.slash(asker, "game rewind", to="66"))
    owner = asked_first(world, question)
    await world.click(owner, question, "Do not agree")
    assert "nothing is taken back" in message(world, question).content
    await played.check()


async def test_a_question_ends_when_somebody_moves(world: World) -> None:
    played, asker = await three_moves(world)
    question = answer_of(await world.slash(asker, "game rewind", to="66"))
    owner = asked_first(world, question)
    await played.step()
    refused = await world.click(owner, question, "Agree")
    assert "over" in answer_of(refused).content
    await played.check()


async def test_a_question_takes_nothing_back_in_another_game(world: World) -> None:
    played, asker = await three_moves(world)
    question = answer_of(await world.slash(asker, "game rewind", to="66"))
    again = await begun_anew(world, CRASH, len(played.game.history))
    for player in range(4):
        refused = await world.click(player, question, "Agree")
        assert "over" in answer_of(refused).content
    await again.check()


async def test_ones_own_turn_is_taken_back_at_once(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    player, count = played.on_turn, 0
    while played.on_turn == player and count < 3:
        await played.step()
        count += 1
    assert count > 1
    undone = answer_of(await world.slash(player, "game undo", what="turn"))
    assert undone.content.startswith(f"↩ Taken back, {count} moves. Next for you: ")
    struck = [line for line in lines(card(world)) if line.startswith("~~")]
    assert len(struck) == count
    assert len((await played.live()).game.history) <= LAY
    redone = answer_of(await world.slash(player, "game redo"))
    assert redone.content.startswith(f"↪ Brought back, {count} moves. ")
    assert "~~" not in card(world)
    await played.check()


async def test_rewind_offers_the_moves_in_words(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)
    offered = await world.players[0].autocomplete(world.channel, "game rewind", "to", "")
    assert offered[0]["value"] == str(LAY - 1)
    assert offered[0]["name"].startswith(f"{LAY - 1}. ")
    assert "**" not in offered[0]["name"]
    assert len((await played.live()).game.history) == LAY


async def test_past_the_open_choices_everybody_is_asked(world: World) -> None:
    played = await Played.bring(world, CRASH, 4)
    assert played.game.step == "draft"
    question = answer_of(await world.slash(3, "game undo"))
    for player in range(3):
        assert f"<@{world.players[player].id}>" in question.content


async def test_moves_that_are_taken_back_by_agreement_are_told_though_the_question_is_gone(
    world: World,
) -> None:
    played, asker = await three_moves(world)
    question = answer_of(await world.slash(asker, "game rewind", to="66"))
    live = await played.live()
    owners = {mover.seat - 1 for mover in live.movers[66:] if mover.seat is not None} - {asker}
    for n, player in enumerate(sorted(owners), 1):
        if n == len(owners):
            world.env.inject_error("PATCH", "/webhooks/*", status=404, code=10008)
        await world.click(player, question, "Agree")
    assert len((await played.live()).game.history) == 66
    assert await world.bot.store.pending_outbox() == ()
    world.faults()  # that its message is gone is one

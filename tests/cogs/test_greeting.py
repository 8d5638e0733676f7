"""An empty channel greets, and its buttons lead to a game."""

from __future__ import annotations

from engine import OperatingRound
from tests.cogs.test_lobby import board, labels_of
from tests.support.world import World, answer_of


async def test_a_new_game_with_one_button(world: World) -> None:
    await world.bot.notifier.greet(world.channel.id)
    message = world.channel.history()[-1]
    assert labels_of(message) == ["New game", "Ready-made example"]
    await world.restart()
    answer = answer_of(await world.click(1, message, "New game"))
    assert answer.ephemeral
    assert "Bela's game" in (board(world).embeds[0].title or "")
    refusal = answer_of(await world.click(2, message, "Ready-made example"))
    assert refusal.ephemeral
    assert "lobby is open" in refusal.content


async def test_the_example_is_played_at_once_by_one(world: World) -> None:
    await world.bot.notifier.greet(world.channel.id)
    message = world.channel.history()[-1]
    answer = answer_of(await world.click(0, message, "Ready-made example"))
    assert "all seats" in answer.content
    live = await world.bot.games.load(world.guild.id, world.channel.id)
    assert isinstance(live.game.state.round, OperatingRound)
    assert live.game.actor == "WR"
    assert live.game.step == "track"
    assert {seat.user_id for seat in live.seats} == {world.players[0].id}
    await world.slash(0, "pass")
    live = await world.bot.games.load(world.guild.id, world.channel.id)
    assert live.game.step != "track"
    assert {p.name for p in live.game.state.players.values()} == {"Amar", "Bina", "Chetan"}
    assert "played in this channel" in answer_of(await world.click(1, message, "New game")).content


async def test_lobbies_are_posted_anew_where_the_channel_begins_empty(world: World) -> None:
    await world.slash(0, "game new")
    await world.players[0].delete(board(world))
    assert await world.bot.lobby_board.post_all(world.guild.id) == 1
    await world.click(1, board(world), "Join")
    assert "2. Bela" in "".join(field.value or "" for field in board(world).embeds[0].fields)

"""Games that are over make room; games are put away and deleted by those who may."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from bot.games.service import Hand, Place
from engine.actions import EndGame
from engine.sealed import Secret
from tests.cogs.buttons import labels
from tests.cogs.cards import is_status, public
from tests.cogs.played import CRASH, MIXED2, Played
from tests.cogs.test_lobby import begun, board, opened
from tests.support.world import World, answer_of

AT = 64


async def games(world: World, *, archived: bool = False) -> list[str]:
    """The names of the server's games."""
    found = await world.bot.store.games_of(world.guild.id, archived=archived)
    return [game.name for game in found]


async def end(world: World) -> None:
    """The players end the game."""
    live = await world.bot.games.load(world.guild.id, world.channel.id)
    seat = live.game.player_to_act
    assert seat is not None
    user = live.holder(seat)
    assert user is not None
    place = Place(world.guild.id, world.channel.id)
    moved = await world.bot.games.move(place, Hand(user), lambda _: EndGame())
    world.bot.games.answering.discard(moved.line_id)
    await world.bot.notifier.flush_game(live.stored.id)


async def test_the_secret_is_told_when_the_game_is_over(world: World) -> None:
    live = await begun(world)
    secret = live.game.setup.seed
    assert isinstance(secret, Secret)
    await end(world)
    [told] = [line for line in world.said() if secret.reveal() in line]
    assert secret.sha256 in told
    assert secret.reveal() in answer_of(await world.slash(4, "game verify")).content


@pytest.mark.parametrize("command", ["game new", "game import"])
async def test_a_game_that_is_over_frees_its_channel(world: World, command: str) -> None:
    await Played.bring(world, CRASH, AT)
    await end(world)
    if command == "game new":
        await opened(world, name="Evening")
        assert "Evening" in (board(world).embeds[0].title or "")
    else:
        played = await Played.bring(world, MIXED2, AT)
        await played.check()
    assert await games(world, archived=True) == [CRASH]


async def test_a_running_game_is_put_away_after_a_question(world: World) -> None:
    await Played.bring(world, CRASH, AT)
    asked = answer_of(await world.slash(0, "game archive"))
    assert asked.ephemeral
    assert "is not over (64 moves)" in asked.content
    await world.click(0, asked, "Keep it")
    assert await games(world) == [CRASH]
    asked = answer_of(await world.slash(0, "game archive"))
    await world.restart()
    await world.click(0, asked, "Archive it")
    assert await games(world) == []
    assert await games(world, archived=True) == [CRASH]
    assert "Asha has archived" in world.said()[-1]


async def test_a_finished_game_is_put_away_by_any_of_its_players(world: World) -> None:
    await Played.bring(world, CRASH, AT)
    await end(world)
    assert "Only the one who opened" in await world.refused(4, "game archive")
    await world.slash(2, "game archive")
    assert await games(world) == []


async def test_the_status_of_a_game_that_is_over_leads_to_no_turn(world: World) -> None:
    await Played.bring(world, CRASH, AT)
    await end(world)
    [status] = filter(is_status, public(world))
    shown = ResponseMessage(world.env, world.env.backend.get_message(world.channel.id, status.id))
    assert labels(shown) == ["In words"]


@pytest.mark.parametrize("command", ["game archive", "game delete"])
async def test_others_neither_archive_nor_delete(world: World, command: str) -> None:
    await Played.bring(world, CRASH, AT)
    for player in (1, 4):
        assert "Only the one who opened" in await world.refused(player, command)
    assert await games(world) == [CRASH]


async def test_delete_names_what_goes_and_takes_that_alone(world: World) -> None:
    other = world.guild.create_text_channel("other")
    kept = await Played.bring(world, MIXED2, AT, channel=other)
    await Played.bring(world, CRASH, AT)
    asked = answer_of(await world.slash(0, "game delete"))
    assert asked.ephemeral
    for part in ("64 moves", "its log", "seats of Asha, Bela, Chand and Devi", "other games stay"):
        assert part in asked.content
    await world.click(0, asked, "Keep it")
    assert await games(world) == [MIXED2, CRASH]
    asked = answer_of(await world.slash(0, "game delete"))
    await world.click(0, asked, "Delete it for good")
    assert await games(world) == [MIXED2]
    assert await games(world, archived=True) == []
    assert "Asha has deleted" in world.said()[-1]
    await kept.check()
    await opened(world)


async def test_a_sealed_game_that_is_deleted_tells_its_secret(world: World) -> None:
    live = await begun(world)
    secret = live.game.setup.seed
    assert isinstance(secret, Secret)
    asked = answer_of(await world.slash(0, "game delete"))
    await world.click(0, asked, "Delete it for good")
    assert secret.reveal() in world.said()[-1]


async def test_a_game_whose_channel_is_gone_is_ended_from_another(world: World) -> None:
    lost = world.guild.create_text_channel("lost")
    await Played.bring(world, CRASH, AT, channel=lost)
    world.env.backend.delete_channel(lost.id)
    await world.env.settle()
    assert "channel is gone" in answer_of(await world.slash(1, "game list")).content
    assert "channel is gone" not in answer_of(await world.slash(4, "game list")).content
    [number] = await world.choices(0, "game archive", "game")
    assert number not in await world.choices(4, "game archive", "game")
    asked = answer_of(await world.slash(0, "game archive", game=number))
    await world.click(0, asked, "Archive it")
    assert await games(world) == []


@pytest.mark.parametrize("game", ["0", "99999999999999999999", "x", "-1"])
async def test_a_game_that_is_none(world: World, game: str) -> None:
    for command in ("archive", "delete", "verify"):
        assert "no such game" in await world.refused(0, f"game {command}", game=game)

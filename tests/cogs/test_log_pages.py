"""`/game log` is turned page by page, nothing is cut; `/game list` says what is left out."""

from __future__ import annotations

import re

import pytest
from simcord.results import ResponseMessage

from bot.present.card import shortened
from tests.bot.present.recorded import lines_of
from tests.cogs.cards import card
from tests.cogs.played import CRASH, HOARDER, Played
from tests.support.world import World, answer_of

MOVES = 700
READER = 4


def now(world: World, shown: ResponseMessage) -> ResponseMessage:
    """A message as it is now."""
    return ResponseMessage(world.env, world.env.backend.get_message(shown.channel_id, shown.id))


def numbers(text: str) -> list[int]:
    """The moves on a page."""
    return [int(n) for n in re.findall(r"(?m)^`(\d+)`", text)]


def enabled(shown: ResponseMessage) -> set[str]:
    """The buttons that can be pressed."""
    return {
        c["label"] for row in shown.components for c in row["components"] if not c.get("disabled")
    }


async def test_every_move_can_be_read_page_by_page(world: World) -> None:
    played = await Played.bring(world, CRASH, 170)
    shown = answer_of(await world.slash(READER, "game log", since="1"))
    assert shown.ephemeral
    read: list[str] = []
    while True:
        page = now(world, shown)
        assert len(page.content) <= 2000
        body, _, foot = page.content.rpartition("\n")
        read += body.split("\n")
        first, last = numbers(body)[0], numbers(body)[-1]
        assert foot == f"Moves {first} to {last} of 170."
        if "Later" not in enabled(page):
            break
        await world.click(READER, page, "Later")
    game = (await played.live()).game
    assert read == lines_of(game)
    assert enabled(now(world, shown)) == {"First", "Earlier"}


@pytest.mark.parametrize("restart", [False, True])
async def test_the_last_moves_are_shown_and_turned_back(world: World, restart: bool) -> None:
    await Played.bring(world, HOARDER, MOVES)
    shown = answer_of(await world.slash(READER, "game log"))
    seen = numbers(now(world, shown).content)
    assert seen[-1] == MOVES
    assert enabled(now(world, shown)) == {"First", "Earlier"}
    if restart:
        await world.restart()
    await world.click(READER, now(world, shown), "Earlier")
    earlier = numbers(now(world, shown).content)
    assert earlier[-1] == seen[0] - 1
    assert enabled(now(world, shown)) == {"First", "Earlier", "Later", "Last"}
    await world.click(READER, now(world, shown), "First")
    assert numbers(now(world, shown).content)[0] == 1
    assert enabled(now(world, shown)) == {"Later", "Last"}
    await world.click(READER, now(world, shown), "Last")
    assert numbers(now(world, shown).content) == seen


async def test_a_page_turned_after_an_undo(world: World) -> None:
    played = await Played.bring(world, CRASH, 64)
    player = played.on_turn
    await played.step()
    shown = answer_of(await world.slash(READER, "game log"))
    assert numbers(shown.content)[-1] == 65
    await world.slash(player, "game undo")
    await world.click(READER, shown, "Earlier")
    await world.click(READER, now(world, shown), "Last")
    assert numbers(now(world, shown).content)[-1] == 64


async def test_the_log_says_the_same_as_the_channel(world: World) -> None:
    played = await Played.bring(world, HOARDER, 211)
    company = str(played.game.actor)
    await played.step()
    shown = answer_of(await world.slash(READER, "game log")).content
    [line] = [line for line in shown.split("\n") if line.startswith("`212` ")]
    _, sold, bought = line.removesuffix(".").split(f"**{company}** ")
    assert sold == "is done selling. "
    assert f"**Certificates** · nothing sold; {shortened(bought)}\n" in card(world)


async def test_since_my_last_turn(world: World) -> None:
    """What others did after it, and not what is done in the turn that is on."""
    played = await Played.bring(world, HOARDER, 50)
    me, own = played.on_turn, 0
    await played.step()
    while played.on_turn == me:
        await played.step()
    own = len(played.game.history)
    refusal = await world.refused(me, "game log", since="my last turn")
    assert refusal == "Nothing was done since your last turn."
    while played.on_turn != me:
        await played.step()
    offered = await world.choices(me, "game log", "since", "my last")
    assert offered == ["my last turn"]
    shown = answer_of(await world.slash(me, "game log", since="my last turn"))
    assert numbers(shown.content) == list(range(own + 1, len(played.game.history) + 1))
    await played.step()
    shown = answer_of(await world.slash(me, "game log", since="my last turn"))
    assert numbers(shown.content) == list(range(own + 1, len(played.game.history) + 1))
    assert "You have no seat" in await world.refused(READER, "game log", since="my last turn")


async def test_since_offers_the_moves_in_words(world: World) -> None:
    await Played.bring(world, HOARDER, 211)
    [offered, *_] = await world.players[READER].autocomplete(
        world.channel, "game log", "since", "lays"
    )
    shown = answer_of(await world.slash(READER, "game log", since=offered["value"]))
    assert numbers(shown.content)[0] == int(offered["value"])
    assert "lays" in shown.content.partition("\n")[0]
    assert "Choose from the list" in await world.refused(READER, "game log", since="yesterday")


async def test_the_list_says_how_many_games_it_leaves_out(world: World) -> None:
    played = await Played.bring(world, CRASH, 0)
    [stored] = await world.bot.store.games_of(world.guild.id)
    live = await played.live()
    games = 35
    original = type(world.bot.store).games_of
    try:
        type(world.bot.store).games_of = lambda *_: _many(stored, games)  # type: ignore[assignment]
        shown = answer_of(await world.slash(READER, "game list")).content
    finally:
        type(world.bot.store).games_of = original  # type: ignore[method-assign]
    assert len(shown) <= 2000
    told = shown.count(f"**{live.stored.name}**")
    assert 0 < told < games
    assert f"… and {games - told} more games." in shown


async def _many(stored: object, games: int) -> list[object]:
    return [stored] * games

"""A game goes out as a file and comes back as it was; what is hidden while it runs is left out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import SITE
from interchange import own
from interchange.replay import Replay
from interchange.site_log import parse
from interchange.trace import state_json
from tests.cogs.played import CRASH, MIXED2, Played
from tests.cogs.test_opening import begin, first_cards, keep, live_of
from tests.support.world import World, answer_of

MIDDLE = 120


async def exported(world: World, form: str, player: int = 0) -> bytes:
    """The file that a player gets."""
    shown = answer_of(await world.slash(player, "game export", format=form))
    assert shown.ephemeral
    [file] = shown.attachments
    return await file.read()


async def test_the_own_form_comes_back_unchanged(world: World) -> None:
    played = await Played.bring(world, CRASH, MIDDLE)
    await played.step()
    author = played.record.game.history and (await played.live()).movers[-1].author
    await world.slash(next(n for n in range(5) if world.players[n].id == author), "game undo")
    first = await exported(world, "own")
    other = world.guild.create_text_channel("another")
    brought = await world.slash(0, "game import", channel=other, file=("game.json", first))
    assert "The game is here" in answer_of(brought).content
    shown = answer_of(await world.slash(0, "game export", channel=other, format="own"))
    [file] = shown.attachments
    assert own.decode(await file.read()) == own.decode(first)
    here = await live_of(world)
    there = await world.bot.games.load(world.guild.id, other.id)
    assert state_json(there.game) == state_json(here.game)
    assert [s.user_id for s in there.seats] == [s.user_id for s in here.seats]
    assert there.log[-1].back is not None


HUGE = "9" * 20


@pytest.mark.parametrize(
    ("path", "value", "word"),
    [
        (["name"], "a\0b", "name"),
        (["name"], "a\n@everyone", "name"),
        (["source"], "x" * 50, "origin"),
        (["created_at"], "0001-01-01T00:00:00+12:00", "times"),
        (["entries", 0, "at"], "9999-12-31T23:59:59-12:00", "times"),
        (["entries", 0, "author"], HUGE, "members"),
        (["seats", 0, "sittings"], [{"user": HUGE}], "members"),
        (["seats", 0, "sittings"], [{"user": "1", "until": "1500-01-01T00:00:00Z"}], "times"),
        (["setup", "players"], ["Asha"], "players"),
        (["setup", "players"], ["Asha", 1, "Chand", "Devi"], "players"),
        (["setup", "players"], ["A\0", "Bela", "Chand", "Devi"], "players"),
        (["setup", "seed"], None, "shuffle"),
        (["setup", "more"], "x" * 20_000, "setup"),
    ],
)
async def test_a_file_with_what_no_game_has_is_refused(
    world: World, path: list[Any], value: object, word: str
) -> None:
    await Played.bring(world, CRASH, 1)
    await world.click(0, answer_of(await world.slash(0, "game archive")), "Archive it")
    file = json.loads(await exported(world, "own"))
    place: Any = file
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    told = await world.refused(
        0, "game import", file=("game.json", json.dumps(file).encode()), rules="rulebook"
    )
    assert "is damaged" in told
    assert word in told
    assert await world.bot.store.games_of(world.guild.id) == ()


async def test_a_shuffle_that_is_damaged_cannot_be_verified(world: World) -> None:
    await begin(world, 3, "sealed")
    await world.click(0, answer_of(await world.slash(0, "game archive")), "Archive it")
    file = json.loads(await exported(world, "own"))
    del file["setup"]["dealt"]
    await world.slash(0, "game import", file=("game.json", json.dumps(file).encode()))
    await world.click(0, answer_of(await world.slash(0, "game archive")), "Archive it")
    assert "is damaged" in await world.refused(0, "game verify")


async def test_a_log_for_the_site_is_followed_to_the_same_state(world: World) -> None:
    await world.slash(0, "game new", name="E", seats="joined", shuffle="site", rules="site", seed=5)
    await world.slash(1, "game join")
    await world.slash(0, "game start")
    live = await live_of(world)
    for player in (1, 0):
        await keep(world, player, first_cards(live, player))
    for _ in range(3):
        live = await live_of(world)
        legal = live.game.legal()
        assert legal is not None
        seat = live.game.player_to_act or 0
        await world.slash(seat - 1, "draft pick", card=legal.draft[0])
    assert "hidden until this game is over" in await world.refused(0, "game export", format="18xx")
    live = await live_of(world)
    question = answer_of(await world.slash(0, "game archive"))
    await world.click(0, question, "Archive it")
    file = await exported(world, "18xx")
    replay = Replay(parse(file), SITE)
    assert state_json(replay.run()) == state_json(live.game)
    assert [player["name"] for player in json.loads(file)["players"]] == ["Asha", "Bela"]


async def test_what_is_hidden_is_left_out_and_said(world: World) -> None:
    live = await begin(world, 3, "sealed")
    kept = {player: first_cards(live, player) for player in range(3)}
    for player in range(3):
        await keep(world, player, kept[player])
    shown = answer_of(await world.slash(0, "game export", format="own"))
    assert "leaves out what is hidden" in shown.content
    text = (await shown.attachments[0].read()).decode()
    secret = json.loads((await live_of(world)).stored.setup)["secret"]
    assert secret not in text
    for cards in kept.values():
        assert not any(f'"{card}"' in text for card in cards)
    other = world.guild.create_text_channel("another")
    refusal = await world.refused(
        0, "game import", channel=other, file=("game.json", text.encode())
    )
    assert "leaves out what was hidden" in refusal


async def test_18xx_is_refused_where_the_site_cannot_follow(world: World) -> None:
    await Played.bring(world, MIXED2, 20)
    assert "does not play by the rulebook" in await world.refused(0, "game export", format="18xx")

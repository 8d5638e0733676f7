"""Players whose names are alike, or look like seats, are told apart wherever one is chosen."""

from __future__ import annotations

import json

import pytest

from bot.typed.players import read_player
from tests.cogs.played import log_of
from tests.support.world import World, answer_of

LOG = "made-353-3p-mixed"


async def bring(world: World, names: list[str], *, seated: bool = False) -> None:
    """The start of a game of players so called; `seated` with members in their seats."""
    log = json.loads(log_of(LOG))
    for player, name in zip(log["players"], names, strict=True):
        player["name"] = name
    seats = " ".join(f"<@{member.id}>" for member in world.players[:3]) if seated else ""
    answer = await world.slash(
        0,
        "game import",
        file=("game.json", json.dumps(log).encode()),
        seats=seats,
        until=40,
        rules="rulebook",
    )
    assert "The game is here" in answer_of(answer).content


@pytest.mark.parametrize(
    "names",
    [
        ["Bob", "bob", "BOB"],
        ["2", "3", "1"],
        ["Maximilian the Great of Aa", "Maximilian the Great of Ab", "Maximilian"],
    ],
)
async def test_each_player_is_offered_and_found(world: World, names: list[str]) -> None:
    await bring(world, names)
    live = await world.bot.games.load(world.guild.id, world.channel.id)
    offered = await world.players[4].autocomplete(world.channel, "player", "who", "")
    assert [choice["value"] for choice in offered] == ["seat:1", "seat:2", "seat:3"]
    assert len({choice["name"].casefold() for choice in offered}) == 3
    titles = set()
    for choice in offered:
        shown = answer_of(await world.slash(4, "player", who=choice["value"]))
        titles.add(shown.embeds[0].title)
    assert len(titles) == 3
    for seat, name in enumerate(names, 1):
        assert read_player(live, name, 0) == seat
        assert read_player(live, f" seat:{seat} ", 0) == seat


async def test_a_name_that_several_share_is_asked_about(world: World) -> None:
    await bring(world, ["Bob", "bob", "Asha"])
    refusal = await world.refused(4, "player", who="bOb")
    assert refusal == (
        "Several players are called `bOb`; say the seat: "
        "Bob (seat 1), bob (seat 2) and Asha (seat 3)."
    )


async def test_a_member_is_found_by_mention_and_by_the_name_on_discord(world: World) -> None:
    await bring(world, ["One", "Two", "Three"], seated=True)
    live = await world.bot.games.load(world.guild.id, world.channel.id)
    for seat, member in enumerate(world.players[:3], 1):
        for text in (f"<@{member.id}>", live.game.state.players[seat].name):
            shown = answer_of(await world.slash(4, "player", who=text))
            assert shown.embeds[0].title == live.game.state.players[seat].name
    assert read_player(live, "Two", 0) == 2, "the name in the log still finds its seat"
    info = answer_of(await world.slash(4, "game info"))
    assert "<@" not in str(info.embeds[0].to_dict())


async def test_a_seat_may_be_said_by_its_number(world: World) -> None:
    await bring(world, ["Asha", "Bela", "Chandra"])
    shown = answer_of(await world.slash(4, "player", who="2"))
    assert shown.embeds[0].title == "Bela"

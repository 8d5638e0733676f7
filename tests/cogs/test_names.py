"""Players whose names are alike, or look like seats, are told apart wherever one is chosen."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.present.privacy import kept_text
from bot.typed.players import read_player
from cogs.turn.steps import certificates, trains
from cogs.waiting import time_up_view
from storage.personal import Kept
from tests.cogs.played import CRASH, MIXED2, log_of
from tests.cogs.turn.seen import options, seen_at
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


async def test_a_name_has_no_backslashes_where_markdown_is_not_read() -> None:
    sale, train = seen_at(MIXED2, 164), seen_at(CRASH, 74)
    for seen in (sale, train):
        for player in seen.game.state.players.values():
            player.name = f"a_b{player.id}"
    sold = options(await certificates.stock(sale), "sell")
    assert any(", a_b2 leads as" in option.note for option in sold)
    offered = options(await trains.first(train), "train_of")
    assert "a_b3 must agree to your price" in [option.note for option in offered]
    game = train.game
    live = SimpleNamespace(
        game=game, stored=SimpleNamespace(id=1), sequence=74, legal=lambda **_: game.legal()
    )
    view = time_up_view(cast("Any", live))
    assert view is not None
    labels = [item["label"] for row in view.to_components() for item in row["components"]]
    assert f"Pass for a_b{game.player_to_act}" in labels


def test_the_name_of_a_game_is_no_markdown() -> None:
    assert r"**a\*\*b\_c**" in kept_text(Kept(games={1: "a**b_c"}), 30)

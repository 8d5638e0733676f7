"""Autocomplete offers what is legal and nothing else: everything offered is accepted when sent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.games.live import LiveGame
from bot.games.service import GameService, Moved
from bot.refusal import PlayerError
from bot.typed.options import FROM, trains_on_sale
from engine.actions import EndGame
from engine.components import components
from engine.journal import Entry
from tests.cogs.played import CRASH, HOARDER, MIXED3, Played
from tests.support.world import World, answer_of

ACCEPTED = "The rules allow it; this test only asks."
CHAINS = {
    "track lay": ("hex", "tile", "rotation"),
    "track unmark": ("border",),
    "station build": ("city",),
    "train buy": ("train", "from"),
    "train sell": ("train",),
    "certificate sell": ("what",),
    "certificate buy": ("what",),
    "stock sell": ("what",),
    "stock buy": ("what",),
    "draft pick": ("card",),
    "home place": ("hex", "city", "tile", "rotation"),
    "private use": ("private", "hex", "tile", "rotation", "city"),
}
MOST = 3
"""So many of the offers of an option are followed, spread over all of them."""
HIDDEN_HEXES = 769
"""A moment at which there is a choice between more than 25 hexes."""


@pytest.fixture
def only_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot do everything that it does for a move, but for making it."""

    async def ask(self: GameService, live: LiveGame, entry: Entry, author: int) -> Moved:
        live.try_out(entry)  # type: ignore[arg-type]
        raise PlayerError(ACCEPTED)

    monkeypatch.setattr(GameService, "_store", ask)


async def offers(
    played: Played, command: str, option: str, typed: str, filled: dict[str, Any]
) -> list[Any]:
    """What an option offers to the player on turn, within Discord's limits."""
    found = await played.world.players[played.on_turn].autocomplete(
        played.channel, command, option, typed, **filled
    )
    assert len(found) <= 25
    for choice in found:
        assert 1 <= len(choice["name"]) <= 100
        assert len(str(choice["value"])) <= 100
    values = [choice["value"] for choice in found]
    assert len(values) == len(set(values))
    return values


async def commands(
    played: Played, command: str, chain: tuple[str, ...], filled: dict[str, Any]
) -> AsyncIterator[dict[str, Any]]:
    """The commands that can be composed of what is offered, option after option."""
    if not chain:
        yield filled
        return
    option, *rest = chain
    values = await offers(played, command, option, "", filled)
    if not values and filled:
        async for composed in commands(played, command, tuple(rest), filled):
            yield composed
    for value in values[:: max(1, len(values) // MOST)]:
        async for composed in commands(played, command, tuple(rest), filled | {option: value}):
            yield composed


async def priced(played: Played, composed: dict[str, Any]) -> dict[str, Any]:
    """A purchase with the lowest price, as another company's train needs one."""
    for kind, seller, low, _ in trains_on_sale(await played.live()):
        if composed.get("train") == f"{kind}{FROM}{seller}":
            return composed | {"price": low}
    return composed


@pytest.mark.usefixtures("only_asking")
@pytest.mark.parametrize(("name", "every"), [(MIXED3, 211), (HOARDER, 307)])
async def test_what_is_offered_is_accepted(world: World, name: str, every: int) -> None:
    """At moments all over a game, and where a command or a Private is used first."""
    played = await Played.bring(world, name, 0)
    live = await played.live()
    followed: set[tuple[str, str]] = set()
    for n in range(len(played.record.entries)):
        recorded, options = played.command
        first = recorded, str(options.get("private"))
        if n % every == 0 or (recorded in CHAINS and first not in followed):
            for command, chain in CHAINS.items():
                async for composed in commands(played, command, chain, {}):
                    sent = await priced(played, composed)
                    answer = answer_of(await world.slash(played.on_turn, command, **sent)).content
                    accepted = answer == ACCEPTED or " offers ₹" in answer
                    assert accepted, f"move {n}: /{command} {sent}: {answer}"
                    followed.add((command, str(sent.get("private"))))
            if recorded in CHAINS:
                assert first in followed, f"move {n}: /{recorded} {options} was not offered"
                assert await world.choices(4, recorded, CHAINS[recorded][0]) == []
        live, _ = live.after([(played.action, None)])
        world.bot.games._keep(live)
        played.advance()


async def test_what_was_typed_finds_the_hexes_that_do_not_fit_the_list(world: World) -> None:
    played = await Played.bring(world, MIXED3, HIDDEN_HEXES)
    legal = (await played.live()).legal()
    assert legal is not None
    hexes = list(dict.fromkeys(h for h, _, _ in legal.lay))
    shown = await offers(played, "track lay", "hex", "", {})
    assert len(hexes) > 25
    assert shown == hexes[:25]
    for hex_id in hexes[25:]:
        assert hex_id in await offers(played, "track lay", "hex", hex_id.lower(), {})


async def test_a_name_finds_a_hex(world: World) -> None:
    played = await Played.bring(world, MIXED3, HIDDEN_HEXES)
    everything = await offers(played, "track lay", "hex", "", {})
    assert await offers(played, "track lay", "hex", "nowhere at all", {}) == []
    hex_id, name = next((h, n) for h in everything if (n := components().hexes[h].name))
    assert hex_id in await offers(played, "track lay", "hex", name, {})


async def test_in_a_game_that_is_over_nothing_is_offered(world: World) -> None:
    played = await Played.bring(world, CRASH, 64)
    over, _ = (await played.live()).after([(EndGame(), None)])
    world.bot.games._keep(over)
    for command, chain in CHAINS.items():
        assert await offers(played, command, chain[0], "", {}) == []


async def test_each_train_is_offered_with_its_seller_and_bought_there(world: World) -> None:
    played = await Played.bring(world, MIXED3, 76)
    values = await offers(played, "train buy", "train", "", {})
    assert "2 from WIP" in values
    assert "2 from bank" in values
    assert await offers(played, "train buy", "from", "", {"train": "2 from WIP"}) == ["WIP"]
    asked = await world.refused(played.on_turn, "train buy", train="2 from WIP")
    assert asked.startswith("From WIP a train costs what you offer")

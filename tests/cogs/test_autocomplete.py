"""Autocomplete offers what is legal and nothing else: everything offered is accepted when sent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.errors import NO_CHOICE, NO_NUMBER
from bot.games.live import LiveGame
from bot.games.service import GameService, Moved
from bot.refusal import PlayerError
from bot.typed.dealing import FROM, trains_on_sale
from engine.actions import EndGame
from engine.components import components
from engine.journal import Entry
from tests.cogs.played import CRASH, HOARDER, MIXED2, MIXED3, Played
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
BOTH = 135
"""A moment at which new track and upgrades are possible, in few hexes."""
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
        assert not choice["name"].endswith("…"), "a label is never cut"
    values = [choice["value"] for choice in found]
    assert len(values) == len(set(values))
    real = [value for value in values if not is_reason(value)]
    assert real or len(values) == 1, "an empty list says why"
    return real


def is_reason(value: str | int) -> bool:
    """Whether a choice only says why there is nothing, or nothing more, to choose."""
    return value == NO_NUMBER or str(value).startswith(NO_CHOICE)


async def reason(played: Played, command: str, option: str, **filled: Any) -> str:
    """Why nothing is offered to the player on turn; the choice, sent, is answered the same."""
    player = played.world.players[played.on_turn]
    [choice] = await player.autocomplete(played.channel, command, option, "", **filled)
    assert is_reason(choice["value"])
    sent = filled | {option: choice["value"]}
    answer = await played.world.refused(played.on_turn, command, **sent)
    assert answer.replace("`", "") == choice["name"]
    return answer


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
    if "train" not in composed or "price" in composed or " from " not in composed["train"]:
        return composed
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
                [other] = await world.choices(4, recorded, CHAINS[recorded][0])
                assert "'s turn" in other
        live, _ = live.after([(played.action, None)])
        world.bot.games._keep(live)
        played.advance()


async def test_what_was_typed_finds_the_hexes_that_do_not_fit_the_list(world: World) -> None:
    played = await Played.bring(world, MIXED3, HIDDEN_HEXES)
    legal = (await played.live()).legal()
    assert legal is not None
    hexes = {h for h, _, _ in legal.lay}
    shown = await offers(played, "track lay", "hex", "", {})
    assert len(hexes) > 25
    assert len(shown) == 24
    everything = await played.world.players[played.on_turn].autocomplete(
        played.channel, "track lay", "hex", ""
    )
    assert everything[-1]["name"].startswith(f"{len(hexes) - 24} more: type")
    for hex_id in hexes - set(shown):
        assert hex_id in await offers(played, "track lay", "hex", hex_id.lower(), {})


async def test_a_name_finds_a_hex(world: World) -> None:
    played = await Played.bring(world, MIXED3, HIDDEN_HEXES)
    legal = (await played.live()).legal()
    assert legal is not None
    assert await offers(played, "track lay", "hex", "nowhere at all", {}) == []
    hex_id, name = next((h, n) for h, _, _ in legal.lay if (n := components().hexes[h].name))
    assert hex_id in await offers(played, "track lay", "hex", name, {})


async def test_hexes_are_sorted_new_track_before_upgrades(world: World) -> None:
    played = await Played.bring(world, CRASH, BOTH)
    tiles = played.game.state.board.tiles
    shown = await world.players[played.on_turn].autocomplete(played.channel, "track lay", "hex", "")
    kinds = ["upgrade" if "– upgrade" in choice["name"] else "new track" for choice in shown]
    assert kinds == sorted(kinds)
    assert set(kinds) == {"new track", "upgrade"}
    for kind in set(kinds):
        places = [c["value"] for c, k in zip(shown, kinds, strict=True) if k == kind]
        assert places == sorted(places, key=lambda h: (h[0], int(h[1:])))
    new = [c["value"] for c, k in zip(shown, kinds, strict=True) if k == "new track"]
    assert not set(new) & set(tiles)
    upgrades = await offers(played, "track lay", "hex", "upgrade", {})
    assert upgrades
    assert not set(upgrades) & set(new)


@pytest.mark.parametrize(
    ("command", "option", "filled", "words"),
    [
        ("station build", "city", {}, "step 1, track: `/pass` ends it; station is step 2."),
        ("train buy", "train", {}, "trains is step 5."),
        ("certificate buy", "what", {}, "buy a certificate is step 6."),
        ("track lay", "tile", {"hex": " "}, "First `hex:`"),
        ("track lay", "tile", {"hex": "Atlantis"}, "There is no hex `Atlantis`"),
        ("track lay", "tile", {"hex": "A16"}, "Nothing can be laid in Karachi A16 now"),
        ("track unmark", "border", {}, "from Phase IV on"),
        ("stock buy", "what", {}, "No stock round is on"),
        ("draft pick", "card", {}, "No draft is on"),
        ("home place", "hex", {}, "No home station waits"),
        ("private use", "private", {}, "No Private of"),
    ],
)
async def test_an_empty_list_says_why_and_what_to_do(
    world: World, command: str, option: str, filled: dict[str, Any], words: str
) -> None:
    played = await Played.bring(world, CRASH, 64)
    assert played.game.step == "track"
    assert words in await reason(played, command, option, **filled)


async def test_a_number_that_cannot_be_chosen_says_why(world: World) -> None:
    played = await Played.bring(world, CRASH, 64)
    _, options = played.command
    player = world.players[played.on_turn]
    [choice] = await player.autocomplete(
        played.channel, "track lay", "rotation", "", hex=options["hex"]
    )
    assert choice == {
        "name": "First hex: and tile:; the rotations that fit are offered then.",
        "value": NO_NUMBER,
    }


@pytest.mark.parametrize(("at", "selling"), [(91, True), (35, False)])
async def test_a_stock_turn_says_which_kind_it_is(world: World, at: int, selling: bool) -> None:
    played = await Played.bring(world, MIXED2, at)
    command, words = (
        ("buy", "Selling turn: `/pass` ends it") if selling else ("sell", "Buying turn")
    )
    assert words in await reason(played, f"stock {command}", "what")
    assert words in await world.refused(played.on_turn, f"stock {command}", what="NSR 10%")


async def test_in_a_game_that_is_over_nothing_is_offered(world: World) -> None:
    played = await Played.bring(world, CRASH, 64)
    over, _ = (await played.live()).after([(EndGame(), None)])
    world.bot.games._keep(over)
    for command, chain in CHAINS.items():
        assert await reason(played, command, chain[0]) == "The game is over."


async def test_each_train_is_offered_with_its_seller_and_bought_there(world: World) -> None:
    played = await Played.bring(world, MIXED3, 76)
    values = await offers(played, "train buy", "train", "", {})
    assert "2 from WIP" in values
    assert "2 from bank" in values
    assert await offers(played, "train buy", "from", "", {"train": "2 from WIP"}) == ["WIP"]
    asked = await world.refused(played.on_turn, "train buy", train="2 from WIP")
    assert asked.startswith("From WIP a train costs what you offer")

"""What goes wrong with a panel, at every step and question: nothing happens twice, all is said.

Double taps, two phones, strangers, a restart, a panel older than 15 minutes, a message gone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from simcord.results import ResponseMessage

from bot import play
from bot.speak.latest import Latest
from engine.actions import BuyTrain
from tests.cogs.cards import cards
from tests.cogs.played import CRASH, HOARDER, MIXED2, Played
from tests.cogs.turn.tapping import controls, tap
from tests.support.world import World, answer_of

GONE_ON = "The game has gone on since this panel was made; nothing was done."
QUARTER = 16 * 60
"""Seconds after which Discord takes no more edits by the tap that opened a panel."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A step or question in a recorded game, and the taps that take `moves` moves in it."""

    game: str
    at: int
    taps: str
    moves: int = 1


SPOTS = {
    "draft": Spot(MIXED2, 2, "draft draft_take"),
    "buying": Spot(MIXED2, 25, "hand"),
    "selling": Spot(MIXED2, 91, "sell"),
    "home": Spot(HOARDER, 28, "home"),
    "exchange": Spot(CRASH, 155, "exchange"),
    "track": Spot(MIXED2, 46, "pass"),
    "station": Spot(CRASH, 73, "pass"),
    "run": Spot(CRASH, 83, "run_only"),
    "dividend": Spot(CRASH, 94, "pay"),
    "trains": Spot(MIXED2, 50, "pass"),
    "sell": Spot(MIXED2, 74, "pass"),
    "buy": Spot(MIXED2, 51, "card"),
    "offer": Spot(HOARDER, 75, "offer"),
}
EVERYWHERE = pytest.mark.parametrize("step", SPOTS)


async def brought(world: World, step: str) -> tuple[Played, int]:
    """The game at a step, and the player who is asked; for an offer it is made in the panel."""
    spot = SPOTS[step]
    played = await Played.bring(world, spot.game, spot.at)
    if step != "offer":
        return played, played.on_turn
    bought = played.action
    assert isinstance(bought, BuyTrain)
    buyer = played.on_turn
    owner = played.owner_of_train()
    seller = next(c.id for c in played.game.state.companies.values() if c.train(bought.train))
    kind = bought.train.rpartition("-")[0]
    panel = answer_of(await world.slash(buyer, "turn"))
    await tap(world, buyer, panel, "train_of", f"{kind}/{seller}")
    await tap(world, buyer, panel, "train_at")
    assert "has not answered yet" in panel.content
    return played, owner


async def led(world: World, player: int, panel: ResponseMessage, step: str) -> str:
    """Tap up to the last tap, which is the one that moves; returns its verb."""
    *before, last = SPOTS[step].taps.split()
    for verb in before:
        await tap(world, player, panel, verb)
    return last


async def moves(played: Played) -> int:
    """How many moves the bot's game has."""
    return len((await played.live()).game.history)


@EVERYWHERE
async def test_two_taps_on_two_phones_after_a_restart_and_a_quarter_of_an_hour_are_one(
    world: World, step: str
) -> None:
    played, player = await brought(world, step)
    panel = answer_of(await world.slash(player, "turn"))
    world.bot.latest = Latest()  # as after the 15 minutes in which a message can be edited
    second = answer_of(await world.slash(player, "turn"))
    assert panel.ephemeral
    assert panel.id != second.id
    await world.restart()
    await world.env.advance_time(QUARTER)
    last = await led(world, player, panel, step)
    before = await moves(played)
    control = next(c for c in controls(panel) if c.verb == last)
    member, values = world.players[player], control.values[:1]
    await world.together(
        *(
            member.select(panel, values, custom_id=control.id)
            if values
            else member.click(panel, custom_id=control.id)
            for _ in range(2)
        )
    )
    assert await moves(played) == before + SPOTS[step].moves
    old = await tap(world, player, second, controls(second)[0].verb)
    assert GONE_ON in old.content
    assert await moves(played) == before + SPOTS[step].moves


@EVERYWHERE
async def test_somebody_else_gets_no_panel(world: World, step: str) -> None:
    played, player = await brought(world, step)
    before = await moves(played)
    stranger = 4
    refusal = answer_of(await world.slash(stranger, "turn"))
    assert refusal.ephemeral
    assert "turn" in refusal.content
    assert not refusal.components
    assert answer_of(await world.slash(player, "turn")).components
    assert await moves(played) == before


@EVERYWHERE
async def test_a_panel_whose_message_is_gone_comes_anew(
    world: World, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move counts, and what follows is shown in a new message."""
    played, player = await brought(world, step)
    panel = answer_of(await world.slash(player, "turn"))
    last = await led(world, player, panel, step)
    before, defer = await moves(played), play.defer

    gone: list[int] = []

    async def dismissed(interaction: Any) -> None:
        await defer(interaction)
        if not gone:
            gone.append(panel.id)
            world.env.backend.delete_message(panel.channel_id, panel.id)

    monkeypatch.setattr("bot.play.defer", dismissed)
    anew = await tap(world, player, panel, last)
    assert await moves(played) == before + SPOTS[step].moves
    assert anew.ephemeral
    if step in {"draft", "offer"}:
        assert anew.content.startswith("The message of your panel is gone; here it is anew.")
    else:  # the first move of a turn: the panel goes below the card that was posted for it
        assert anew.id > cards(world)[-1].id

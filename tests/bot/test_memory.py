"""What players do leaves nothing in memory: no task, no view, no copy of their game."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from typing import Any

import discord
import pytest

from bot.games.service import Hand
from cogs.turn.items import PanelForm, Place
from cogs.turn.panel import Form
from engine import Game
from tests.bot.test_notify import given, nothing_waits
from tests.cogs.cards import tells_all
from tests.cogs.played import CRASH, Played
from tests.support.world import World

LAY = 64
KEPT = (discord.ui.View, discord.ui.Modal, discord.Interaction, Game)


def alive() -> Counter[str]:
    """How many things of each kind there are that would be large if they became many."""
    gc.collect()
    kinds = [type(thing) for thing in gc.get_objects()]
    return Counter(kind.__name__ for kind in kinds if issubclass(kind, KEPT))


async def test_while_discord_is_slow_one_task_waits_to_speak_and_tells_all(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Played.bring(world, CRASH, LAY)
    stored, notifier = (await played.live()).stored, world.bot.notifier
    show, begun, taken = notifier.cards.show, asyncio.Event(), asyncio.Event()

    async def slow(*what: Any) -> None:
        begun.set()
        await taken.wait()
        await show(*what)

    monkeypatch.setattr(notifier.cards, "show", slow)
    speaking = []
    for _ in range(5):
        action, user = played.action, world.players[played.on_turn].id
        moved = await world.bot.games.move(played.place, Hand(user), given(action))
        world.bot.games.answering.discard(moved.line_id)
        played.advance()
        speaking.append(asyncio.create_task(notifier.flush_game(stored.id)))
        await begun.wait()
    await asyncio.sleep(0)
    assert [task.done() for task in speaking] == [False, False, True, True, True]
    taken.set()
    await asyncio.gather(*speaking)
    await tells_all(played, LAY)
    await nothing_waits(world)


async def test_a_task_that_was_called_off_while_it_waited_keeps_nobody_from_speaking(
    world: World,
) -> None:
    played = await Played.bring(world, CRASH, LAY)
    stored, notifier = (await played.live()).stored, world.bot.notifier
    async with notifier._turn_to_speak(stored.id):
        waiting = asyncio.create_task(notifier.flush_game(stored.id))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
    await played.step()
    await tells_all(played, LAY)


async def test_panels_pages_and_moves_leave_nothing_behind(world: World) -> None:
    played = await Played.bring(world, CRASH, LAY)

    async def use() -> Counter[str]:
        for command in ("turn", "whatif", "game log", "status"):
            await world.slash(played.on_turn, command)
        await played.step()
        return alive()

    await use()
    before = await use()
    assert await use() <= before


async def test_a_form_that_was_closed_is_forgotten_some_time() -> None:
    """Discord does not tell that a player has closed it."""
    form = PanelForm(Place(1, 2), Form("Routes", "run", "", (("Stops", "G8 G10"),)))
    assert form.timeout is not None

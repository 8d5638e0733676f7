"""The newest private messages: what a game that goes on takes from them, and what it leaves."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.speak.latest import Key, Latest, Message
from tests.cogs.played import CRASH, Played
from tests.support.world import World

LAY = 64


async def test_a_panel_that_is_shown_while_others_are_edited_keeps_its_buttons(
    world: World,
) -> None:
    played = await Played.bring(world, CRASH, LAY)
    live = await played.live()
    latest, edited = Latest(), list[str]()
    first, pressed = asyncio.Event(), asyncio.Event()
    game, on_turn = live.stored.id, world.players[played.on_turn].id

    async def slow(**_: Any) -> None:
        first.set()
        await pressed.wait()

    async def panel(**_: Any) -> None:
        edited.append("panel")

    mine = Key("panel", game, on_turn)
    await latest.shown(Key("panel", game, on_turn + 1), Message(slow, LAY - 1))
    await latest.shown(mine, Message(panel, LAY - 1))
    following = asyncio.create_task(latest.follow(live))
    await first.wait()
    with latest.used(mine):
        before = latest.gone_on(mine)
        await latest.shown(mine, Message(panel, LAY, decides=True))
    pressed.set()
    await following
    assert before is not None
    assert edited == []
    assert latest.shows(mine, panel)

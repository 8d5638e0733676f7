"""What the tests of buttons share: restarts in between, and messages as they are now."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from tests.cogs.played import Played
from tests.support.world import World, answer_of

GONE_ON = "The game has gone on"
ANOTHER = "This belongs to another game"
RESTARTS = pytest.mark.parametrize("restart", [False, True], ids=["same bot", "after a restart"])


def message(world: World, shown: ResponseMessage) -> ResponseMessage:
    """A message as it is now."""
    return ResponseMessage(world.env, world.env.backend.get_message(shown.channel_id, shown.id))


async def begun_anew(world: World, name: str, at: int) -> Played:
    """The channel's game put away, and the same one brought in again: another game."""
    question = answer_of(await world.slash(0, "game archive"))
    await world.click(0, question, "Archive it")
    return await Played.bring(world, name, at)


def labels(shown: ResponseMessage) -> list[str]:
    """What the buttons of a message say."""
    return [c["label"] for row in shown.components for c in row["components"] if "label" in c]

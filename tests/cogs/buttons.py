"""What the tests of buttons share: restarts in between, and messages as they are now."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from tests.support.world import World

GONE_ON = "The game has gone on"
RESTARTS = pytest.mark.parametrize("restart", [False, True], ids=["same bot", "after a restart"])


def message(world: World, shown: ResponseMessage) -> ResponseMessage:
    """A message as it is now."""
    return ResponseMessage(world.env, world.env.backend.get_message(shown.channel_id, shown.id))


def labels(shown: ResponseMessage) -> list[str]:
    """What the buttons of a message say."""
    return [c["label"] for row in shown.components for c in row["components"] if "label" in c]

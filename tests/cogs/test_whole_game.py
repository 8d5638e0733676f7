"""Recorded games played to their end by slash commands, with the real bot."""

from __future__ import annotations

import json
import re

import pytest

from tests.cogs.played import CRASH, HOARDER, MIXED2, MIXED3, Played
from tests.support import forms
from tests.support.world import World

CARD = re.compile(r"\b(?:[A-Z]+_\d+|P[1-6])\b")


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [(MIXED2, 0, 519), (HOARDER, 640, 717), (CRASH, 140, 182), (MIXED3, 1030, 1070)],
)
async def test_a_recorded_game_is_played_by_commands(
    world: World, name: str, start: int, end: int
) -> None:
    """One from its first move to its last, and late parts of others with all that is rare.

    Those parts end where a 4 is taken from the discard as a 4E though a 4E lies there too: the
    command takes that one.
    """
    played = await Played.bring(world, name, start)
    secrets = Secrets(played)
    while len(played.game.history) < end:
        await played.step()
        await played.check()
        secrets.check()
    assert len(played.game.history) == end
    for message in forms.messages(world.env.http_requests):
        forms.check_limits(message)
    if not forms.DESCRIPTION.exists():
        pytest.skip(f"played; but {forms.DESCRIPTION} is not here to check the requests against")
    for request in world.env.http_requests:
        forms.check_described(request.method, request.path, request.json)


class Secrets:
    """The cards that the players kept, which nobody else may know until they are bought."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.kept: set[str] = set()
        self.read = 0

    def check(self) -> None:
        """None of them was said in public since the last call."""
        players = self.played.game.state.players.values()
        hands = {card for player in players for card in player.hand}
        if len(self.played.game.history) == len(players):
            self.kept = hands
        requests = self.played.world.env.http_requests
        for message in forms.messages(requests[self.read :]):
            if not message.get("flags", 0) & forms.EPHEMERAL:
                assert not set(CARD.findall(json.dumps(message))) & self.kept & hands
        self.read = len(requests)

"""Recorded games played by slash commands with the real bot, one from lobby to final scores."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from engine import RULEBOOK
from interchange.replay import Replay
from interchange.site_log import parse
from tests.cogs.played import CRASH, HOARDER, MIXED2, MIXED3, Played, log_of
from tests.support import forms
from tests.support.world import World, answer_of

PRIED = 40
OFFERED = (
    ("stock buy", "what"),
    ("stock sell", "what"),
    ("draft pick", "card"),
    ("game rewind", "to"),
)
CARD = re.compile(r"\b(?:[A-Z]+_\d+|P[1-6])\b")


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [(HOARDER, 640, 717), (CRASH, 140, 182), (MIXED3, 1030, 1070)],
)
async def test_a_recorded_game_is_played_by_commands(
    world: World, name: str, start: int, end: int
) -> None:
    """One from its first move to its last, and late parts of others with all that is rare.

    Those parts end where a 4 is taken from the discard as a 4E though a 4E lies there too: the
    command takes that one.
    """
    played = await Played.bring(world, name, start)
    await follow(played, end)
    assert len(played.game.history) == end
    check_forms(world)


async def test_a_game_is_played_from_the_lobby(world: World) -> None:
    """Its shuffle has the seed of the recorded game, so that its moves fit."""
    record = Replay(parse(log_of(MIXED2)), RULEBOOK)
    played = await Played.open(world, record)
    await follow(played, 150)
    assert len((await played.live()).game.history) == 150
    check_forms(world)


async def follow(played: Played, end: int) -> None:
    """Play the record to its move `end`: the state is the same after each, nothing hidden said."""
    secrets = Secrets(played)
    while len(played.game.history) < end:
        await played.step()
        await played.check()
        secrets.check()
        if len(played.game.history) % PRIED == 0:
            await secrets.pry()


def check_forms(world: World) -> None:
    """All that was sent is what Discord takes."""
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

    async def pry(self) -> None:
        """Another player looks at what is offered to him, and takes the game out: nothing more."""
        world, game = self.played.world, self.played.game
        pryer = next(n for n in range(len(game.state.players)) if n != self.played.on_turn)
        own = set(game.state.players[pryer + 1].hand)
        hidden = {card for p in game.state.players.values() for card in p.hand} - own
        seen: list[Any] = []
        for command, option in OFFERED:
            seen += await world.players[pryer].autocomplete(
                self.played.channel, command, option, ""
            )
        refused = await world.slash(pryer, "pass", channel=self.played.channel)
        seen += [answer_of(refused).content]
        assert not set(CARD.findall(json.dumps(seen))) & self.kept & hidden

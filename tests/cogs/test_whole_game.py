"""Recorded games played by slash commands with the real bot, one from lobby to final scores."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from discord.app_commands import Command

from bot import play
from bot.present import words
from engine import RULEBOOK
from engine.state import State
from interchange.replay import Replay
from interchange.site_log import parse
from tests.cogs.played import CRASH, HOARDER, MIXED2, MIXED3, Played, log_of
from tests.support import forms
from tests.support.secrets import other_hands
from tests.support.world import World, answer_of

PRIED = 75
LOOKED_UP = ("status", "treasury", "market", "ipo", "game info", "game log", "pass")
CARD = re.compile(r"\b(?:[A-Z]+_\d+|P[1-6])\b")


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [(HOARDER, 650, 700), (CRASH, 140, 182), (MIXED3, 1030, 1070)],
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
    await follow(played, 110)
    assert len((await played.live()).game.history) == 110
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
        """Another player looks at what is offered to him: what others hold changes nothing."""
        played = self.played
        pryer = next(n for n in range(len(played.game.state.players)) if n != played.on_turn)
        seen = await self.seen_by(pryer)
        with other_hands(await played.live(), pryer + 1):
            again = await self.seen_by(pryer)
        for before, after in zip(seen, again, strict=True):
            assert before == after, "what others hold can be seen"

    async def seen_by(self, player: int) -> list[str]:
        """All that autocomplete offers to a player, what he can look up, and how he is refused."""
        world, channel = self.played.world, self.played.channel
        seen = []
        for command, option in offered(world):
            found = await world.players[player].autocomplete(channel, command, option, "")
            seen.append(f"{command} {option}: {found}")
        seats = [f"seat:{number}" for number in self.played.game.state.players]
        asked = [
            *((command, {}) for command in LOOKED_UP),
            *(("player", {"who": w}) for w in seats),
        ]
        for command, options in asked:
            answer = answer_of(await world.slash(player, command, channel=channel, **options))
            shown = [embed.to_dict() for embed in answer.embeds]
            seen.append(f"{command}: {answer.content} {shown}")
        return seen


def offered(world: World) -> Iterator[tuple[str, str]]:
    """Every option with autocomplete, with its command."""
    for command in world.bot.tree.walk_commands():
        if isinstance(command, Command):
            for option in command.parameters:
                if option.autocomplete:
                    yield command.qualified_name, option.display_name


async def test_a_hand_that_is_offered_to_others_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: autocomplete does not ask whose turn it is."""
    played = await Played.bring(world, MIXED2, 27)
    assert played.game.step == "stock"
    await Secrets(played).pry()
    monkeypatch.setattr("bot.play.mine", play.look)
    with pytest.raises(AssertionError, match="what others hold"):
        await Secrets(played).pry()


async def test_a_hand_that_is_in_the_status_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: the look-up of a player names the hand."""
    played = await Played.bring(world, MIXED2, 27)

    def shares(state: State, seat: int) -> list[str]:
        return [words.card_name(card) for card in state.players[seat].hand]

    monkeypatch.setattr("bot.present.lookups._shares", shares)
    with pytest.raises(AssertionError, match="what others hold"):
        await Secrets(played).pry()

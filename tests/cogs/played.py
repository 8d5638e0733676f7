"""A recorded game brought into a world, and played on by slash commands.

    played = await Played.bring(world, HOARDER, 330)
    await played.step()        # the next recorded move, by the player who made it
    await played.check()       # the bot's game is the recorded one

Seat n is player n - 1 of the world.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import lru_cache
from typing import Any

import simcord
from simcord.results import InteractionResult

from bot.games.live import LiveGame
from bot.games.service import Place
from engine import RULEBOOK, Game
from engine.actions import AnyAction, BuyTrain, DraftCard
from interchange.convert import Converter
from interchange.replay import Replay
from interchange.site_log import parse
from interchange.trace import state_json
from tests.cogs.commands import Command, command_for
from tests.support.data import DATA
from tests.support.world import World, answer_of

MIXED2, HOARDER, CRASH, MIXED3 = (
    "made-312-2p-mixed",
    "made-344-2p-hoarder",
    "made-350-4p-crash",
    "made-353-3p-mixed",
)


def log_of(name: str) -> bytes:
    """A recorded game as the file that a player has."""
    return (DATA / f"{name}.json").read_bytes()


def recorded(name: str, at: int) -> Replay:
    """The record of a game that has followed `at` moves: a copy, since many tests begin there."""
    followed = _followed(name, at)
    record = copy(followed)
    record.game = followed.game.copy()
    record.converter = Converter(record.game, followed.converter.players)
    record.converter.copies = dict(followed.converter.copies)
    return record


@lru_cache(128)
def _followed(name: str, at: int) -> Replay:
    record = Replay(parse(log_of(name)), RULEBOOK)
    record.run(at)
    return record


class Played:
    """A game in a channel beside the record that it follows."""

    def __init__(self, world: World, record: Replay, channel: simcord.ChannelHandle) -> None:
        self.world = world
        self.record = record
        self.channel = channel

    @classmethod
    async def bring(
        cls,
        world: World,
        name: str,
        at: int,
        *,
        channel: simcord.ChannelHandle | None = None,
        seats: str | None = None,
        warned: bool = False,
    ) -> Played:
        """Import the first `at` moves; without `seats` every seat is taken by its player.

        `warned` where the bot is expected to say what it is not allowed in the channel.
        """
        record = recorded(name, at)
        if seats is None:
            members = world.players[: len(record.game.state.players)]
            seats = " ".join(f"<@{member.id}>" for member in members)
        played = cls(world, record, channel or world.channel)
        result = await world.slash(
            0,
            "game import",
            channel=played.channel,
            file=(f"{name}.json", log_of(name)),
            seats=seats,
            until=at,
            rules="rulebook",
        )
        assert result.response
        assert "The game is here" in result.response.content
        assert any("allow me" in m.content for m in result.followups) is warned
        return played

    @classmethod
    async def open(cls, world: World, record: Replay, rules: str = "rulebook") -> Played:
        """Begin the recorded game from a lobby, with the shuffle of 18xx.games and its seed."""
        seed, players = record.game.setup.seed, len(record.game.setup.players)
        terms: dict[str, Any] = {"seats": "joined", "shuffle": "site", "seed": seed, "rules": rules}
        await world.slash(0, "game new", name="Evening", **terms)
        for player in range(1, players):
            await world.slash(player, "game join")
        await world.slash(0, "game start")
        names = tuple(member.name for member in world.players[:players])
        record.game.setup = replace(record.game.setup, players=names)
        record.game.call(names)
        return cls(world, record, world.channel)

    @property
    def game(self) -> Game:
        """The recorded game as it stands."""
        return self.record.game

    @property
    def on_turn(self) -> int:
        """The player who must decide now."""
        seat = self.game.player_to_act
        assert seat is not None
        return seat - 1

    @property
    def entry(self) -> dict[str, Any]:
        """The recorded entry that comes next."""
        return self.record.entries[len(self.game.history)]

    @property
    def action(self) -> AnyAction:
        """The recorded move that comes next."""
        action = self.record.converter.action(self.entry)
        assert action is not None
        return action

    @property
    def command(self) -> Command:
        """The recorded move that comes next, as a command with its options."""
        return command_for(self.game, self.action)

    def advance(self) -> None:
        """Go on in the record alone."""
        entry = self.entry
        self.game.apply(self.action)
        self.record.converter.took(entry)

    async def step(self) -> InteractionResult:
        """Play the next recorded move; an offer is agreed to by the head of the other company.

        The last card of a draft is taken by itself: the record follows.
        """
        command, options = self.command
        result = await self.world.slash(self.on_turn, command, channel=self.channel, **options)
        if isinstance(self.action, BuyTrain) and "offers" in answer_of(result).content:
            await self.world.click(self.owner_of_train(), answer_of(result), "Sell")
        drafting = isinstance(self.action, DraftCard)
        self.advance()
        if drafting and len((await self.live()).game.history) > len(self.game.history):
            self.advance()
        return result

    def owner_of_train(self) -> int:
        """The player who is the head of the company whose train is bought next."""
        assert isinstance(self.action, BuyTrain)
        train = self.action.train
        owner = next(c for c in self.game.state.companies.values() if c.train(train))
        assert owner.head is not None
        return owner.head - 1

    @property
    def place(self) -> Place:
        """Where the game is played."""
        return Place(self.world.guild.id, self.channel.id)

    async def live(self) -> LiveGame:
        """The bot's game."""
        return await self.world.bot.games.load(self.world.guild.id, self.channel.id)

    async def check(self) -> None:
        """The bot's game is the recorded one; choices of the selection wait for the last."""
        if self.game.step == "select":
            assert len((await self.live()).game.history) <= len(self.game.history)
            return
        assert state_json((await self.live()).game) == state_json(self.game)

"""Players who use a bot over real sockets: it runs in a process of its own, Discord in this one.

Each game is a recorded one of two players, brought in at its first turns, whose players go on as
recorded by slash commands; who is not on turn looks things up. What Discord has got as an answer is
what counts as acknowledged.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from discord.utils import time_snowflake, utcnow
from sqlalchemy import insert, literal, select

from benchmarks.hosted import Bot, payload
from bot.speak.answer import DONE as PLACEHOLDER
from engine import RULEBOOK
from engine.actions import AnyAction, BuyTrain
from interchange.replay import Replay
from interchange.site_log import parse
from storage import Store, schema
from storage.schema import UtcTime
from tests.cogs.commands import Command, command_for
from tests.cogs.played import HOARDER, MIXED2, log_of
from tests.support.loopback import GUILD, USER, LoopbackDiscord, message, serving
from tests.support.stored import store_game

GAMES = 50
SHARD_BITS = 22
"""What stands above them in a server's number decides its shard."""
BEGIN = 60
"""So many moves of the record stand when the load begins: the first company runs."""
FIRST_CHANNEL, FIRST_USER = 1000, 5000
PATIENCE = 60.0
"""After so many seconds an interaction is given up: Discord gives the bot three."""
COMMAND = 2
DEFERRED = {5, 6}
"""The kinds of first answers after which another one follows."""
LOOK_UPS: Sequence[Command] = (
    ("status", {}),
    ("treasury", {}),
    ("trains", {}),
    ("ipo", {}),
    ("bonds", {}),
    ("player", {}),
    ("game info", {}),
    ("game log", {}),
)
PICTURES: Sequence[Command] = (("map", {}), ("market", {}))
"""Look-ups whose answer is a picture."""
_numbers = itertools.count()


@dataclass
class Game:
    """A game that is played along its record; `users` are its two players, by seat."""

    number: int
    guild: str
    channel: str
    record: Replay
    users: tuple[str, str]
    moving: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def on_turn(self) -> str | None:
        """The player who must move; None at the end of the record."""
        game = self.record.game
        if len(game.history) >= len(self.record.entries) or game.player_to_act is None:
            return None
        return self.users[game.player_to_act - 1]

    @property
    def action(self) -> AnyAction:
        """The recorded move that comes next."""
        action = self.record.converter.action(self._entry)
        if action is None:
            raise ValueError("the record has something that is no move")
        return action

    @property
    def _entry(self) -> Any:
        return self.record.entries[len(self.record.game.history)]

    def advance(self) -> None:
        """The recorded move was taken."""
        entry, action = self._entry, self.action
        self.record.game.apply(action)
        self.record.converter.took(entry)


@dataclass
class Traffic:
    """What was measured: seconds to the first answers, and moves that were acknowledged."""

    discord: LoopbackDiscord
    games: list[Game]
    seconds: list[float] = field(default_factory=list)
    moves: dict[int, int] = field(default_factory=dict)
    """The games of the interactions whose moves were acknowledged, by their numbers."""
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    """Set at each of them."""
    refused: int = 0
    look_ups: Sequence[Command] = LOOK_UPS
    open: dict[int, tuple[Any, str, str, int]] = field(default_factory=dict)
    """What was sent and not answered: data, user, channel and kind, by number."""

    async def use(
        self, user: str, channel: str, command: Command, *, number: int | None = None
    ) -> tuple[int, Any]:
        """Run a command; its number, and the answer. Raises TimeoutError."""
        name, options = command
        return await self._send(payload(name, options), user, channel, COMMAND, number)

    async def press(self, user: str, channel: str, custom_id: str) -> tuple[int, Any]:
        """Press a button of a message that is there."""
        data = {"component_type": 2, "custom_id": custom_id}
        row = {"type": 1, "components": [{"type": 2, "style": 1, "custom_id": custom_id}]}
        shown = {"message": {**message(), "channel_id": channel, "components": [row]}}
        return await self._send(data, user, channel, 3, None, **shown)

    async def complete(self, user: str, channel: str) -> None:
        """Ask for the choices of an option, as while typing."""
        focused = {"name": "area", "type": 3, "value": "", "focused": True}
        data = {"id": "300", "name": "map", "type": 1, "options": [focused]}
        await self._send(data, user, channel, 4, None)

    async def _send(
        self, data: Any, user: str, channel: str, kind: int, number: int | None, **more: Any
    ) -> tuple[int, Any]:
        number = number or time_snowflake(utcnow()) + next(_numbers) % 2**22
        key, loop = str(number), asyncio.get_running_loop()
        first = self.discord.first_answers[key] = loop.create_future()
        later = self.discord.later_answers[key] = asyncio.Queue()
        began = loop.time()
        who = {**USER, "id": user, "username": f"user{user}"}
        if kind == COMMAND:
            self.open[number] = (data, user, channel, kind)
        try:
            async with asyncio.timeout(PATIENCE):
                await self.discord.send(
                    data, number=key, user=who, channel=channel, kind=kind, **more
                )
                body, at = await first
                self.seconds.append(at - began)
                if body["type"] in DEFERRED:
                    body = await later.get()
                    while not body or body.get("content") == PLACEHOLDER:  # what is said follows
                        body = await later.get()
                else:
                    body = body.get("data")
                self.open.pop(number, None)
        finally:
            del self.discord.first_answers[key], self.discord.later_answers[key]
        return number, body

    async def send_again(self) -> int:
        """Send everything once more that was not answered, as the same interactions; how many."""
        unanswered, self.open = self.open, {}
        await asyncio.gather(
            *(self._send(*sent, number) for number, sent in unanswered.items()),
            return_exceptions=True,
        )
        self.open.clear()
        return len(unanswered)

    async def move(self, game: Game) -> None:
        """The player on turn makes the recorded move; the owner of a train sells it."""
        user, action = game.on_turn, game.action
        if user is None:
            return
        command = command_for(game.record.game, action)
        number, answer = await self.use(user, game.channel, command)
        sell = _button(answer, "Sell")
        if isinstance(action, BuyTrain) and sell is not None:
            other = next(one for one in game.users if one != user)
            number, answer = await self.press(other, game.channel, sell)
            answer = {"content": "Done"}
        if str((answer or {}).get("content", "")).startswith("Done"):
            self.moves[number] = game.number
            self.moved.set()
            game.advance()
        else:
            self.refused += 1

    async def play(self, user: str, game: Game, chance: random.Random) -> None:
        """One thing that a player does: the move if it is his turn, else a look."""
        if game.on_turn == user and not game.moving.locked():
            async with game.moving:
                await self.move(game)
        elif chance.random() < 0.3:
            await self.complete(user, game.channel)
        else:
            await self.use(user, game.channel, chance.choice(self.look_ups))


def _button(answer: Any, label: str) -> str | None:
    """The id of the button of that label in an answer."""
    rows = (answer or {}).get("components") or []
    buttons = [button for row in rows for button in row.get("components", [])]
    return next((b["custom_id"] for b in buttons if b.get("label") == label), None)


# -- games -----------------------------------------------------------------------------------------


async def lay(
    url: str, games: int, others: int, begin: int = BEGIN, *, servers: int = 1
) -> list[Game]:
    """Put games into a new database: those that are played, and others that nobody plays.

    Those that are played are shared out to so many servers, each of a shard of its own.
    """
    store = await Store.open(url)
    laid = [await _lay(store, place, begin, servers) for place in range(games)]
    if others:
        await _copy(store, laid[0].number, others)
    await store.close()
    return laid


async def _lay(store: Store, place: int, begin: int, servers: int) -> Game:
    record = Replay(parse(log_of((MIXED2, HOARDER)[place % 2])), RULEBOOK)
    record.run(begin)
    users = (str(FIRST_USER + 2 * place), str(FIRST_USER + 2 * place + 1))
    guild = str(int(GUILD) + (place // 2 % servers << SHARD_BITS))
    channel = str(FIRST_CHANNEL + place)
    stored = await store_game(
        store,
        record.game.setup,
        (applied.action for applied in record.game.history),
        guild_id=int(guild),
        channel_id=int(channel),
        name=f"game {place}",
        users=[int(user) for user in users],
    )
    return Game(stored.id, guild, channel, record, users)


async def _copy(store: Store, template: int, count: int) -> None:
    """Copy a game so many times: other servers' games, played long ago."""
    games, seats, actions = schema.games, schema.seats, schema.actions
    row = await store.game(template)
    rows = [
        {
            "guild_id": 10_000 + number % 500,
            "channel_id": 1_000_000 + number,
            "name": f"stored {number}",
            "ruleset": row.ruleset,
            "setup": row.setup,
            "source": row.source,
            "status": "active",
            "created_at": row.created_at.replace(year=2020),
        }
        for number in range(count)
    ]
    async with store.writing() as connection:
        for start in range(0, count, 1000):
            await connection.execute(insert(games), rows[start : start + 1000])
        new = games.c.channel_id >= 1_000_000
        old = literal(row.created_at.replace(year=2020), UtcTime).label("created_at")
        for table, columns in (
            (seats, [seats.c.number, seats.c.player, seats.c.user_id]),
            (actions, [actions.c.sequence, actions.c.author, actions.c.body, old]),
        ):
            found = select(games.c.id, *columns).select_from(games.join(table, new))
            names = ["game_id", *(column.name for column in columns)]
            found = found.where(table.c.game_id == template)
            await connection.execute(insert(table).from_select(names, found))


# -- the bot ---------------------------------------------------------------------------------------


@asynccontextmanager
async def running(
    folder: Path, url: str, games: list[Game], processes: int = 1, **how: bool
) -> AsyncIterator[tuple[Traffic, Bot]]:
    """A Discord with the channels of the games, and a bot that is not started yet.

    `how` are `pictures` and `forked`, if it is to make those and to be that.
    """
    discord = LoopbackDiscord()
    discord.channels |= {game.channel: game.guild for game in games}
    async with serving(discord):
        bot = Bot(discord, folder, url, processes, **how)
        look_ups = (*LOOK_UPS, *PICTURES) if how.get("pictures") else LOOK_UPS
        try:
            yield Traffic(discord, games, look_ups=look_ups), bot
        finally:
            bot.close()


def url_of(folder: Path, given: str | None) -> str:
    """The database that was named, or a file in a folder."""
    return given or f"sqlite+aiosqlite:///{folder / 'load.db'}"

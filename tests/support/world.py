"""A small Discord in memory with the real bot, for tests of what players do.

    async def test_status(world: World) -> None:
        result = await world.slash(0, "status")        # player 0 types /status
        assert "Phase" in result.response.embeds[0].title

Players are numbered from 0. At the end of a test, errors of the bot that were not refusals fail
it, unless the test took them with `world.faults()`.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import simcord
from simcord.results import InteractionResult, ResponseMessage

from bot.client import OperatingRoundBot
from bot.errors import innermost, is_refusal
from bot.games.importing import Imported, follow
from bot.settings import DATABASE_FILE, Settings
from bot.start.local_table import lay_table
from tests.support.databases import in_this_thread, lay_file
from tests.support.patience import PATIENCE


class World:
    """A server with a channel and five players, and the bot on a database of its own."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.bot = bot_for(settings)
        table = lay_table(self.bot, seats=5)
        self.env: simcord.Env = table.env
        _hurry(self.env)
        self.guild = table.guild
        self.channel = table.channel
        self.players = table.members
        self._seen = 0

    async def slash(
        self,
        player: int,
        command: str,
        /,
        *,
        channel: simcord.ChannelHandle | None = None,
        **options: Any,
    ) -> InteractionResult:
        """Player runs a command such as "track lay"; a file is a (name, bytes) pair."""
        member = self.players[player]
        return await member.slash(channel or self.channel, command, **options)

    async def refused(self, player: int, command: str, /, **options: Any) -> str:
        """Player runs a command that must be refused in words to that player alone."""
        before = len(self.env.errors)
        result = await self.slash(player, command, **options)
        assert self.env.errors[before:] == [], "a refusal is no fault"
        answer = answer_of(result)
        assert answer.ephemeral
        assert not answer.embeds, f"/{command} was not refused: {result!r}"
        return answer.content

    async def choices(
        self, player: int, command: str, option: str, typed: str = "", **filled: Any
    ) -> list[Any]:
        """The values that autocomplete offers to the player."""
        offered = await self.players[player].autocomplete(
            self.channel, command, option, typed, **filled
        )
        return [choice["value"] for choice in offered]

    async def click(self, player: int, message: Any, label: str) -> InteractionResult:
        """Player presses the button of that label."""
        return await self.players[player].click(message, label=label)

    async def choose(self, player: int, message: Any, value: str) -> InteractionResult:
        """Player takes a value of the message's select."""
        return await self.players[player].select(message, [value])

    async def restart(self) -> None:
        """End the bot and start a new one on the same database and the same Discord."""
        old = self.bot
        self.bot = bot_for(self.settings)
        await self.env.restart_bot(self.bot)
        await old.close()

    async def together(self, *begun: Awaitable[InteractionResult]) -> list[InteractionResult]:
        """What players do at the same moment: everything is sent before anything is answered."""
        internals = vars(self.env)
        settle = internals["_settle_internal"]
        internals["_settle_internal"] = _at_once
        try:
            results = [await action for action in begun]
        finally:
            internals["_settle_internal"] = settle
        await self.env.settle()
        return results

    def said(self) -> list[str]:
        """The public messages of the channel, oldest first."""
        return [m.content for m in self.channel.history() if not m.flags.ephemeral]

    def faults(self) -> list[BaseException]:
        """The bot's errors since the last call that were not refusals."""
        errors = self.env.errors[self._seen :]
        self._seen += len(errors)
        return [error for error in map(innermost, errors) if not is_refusal(error)]


class RememberingReader:
    """Follows logs in this process; many tests begin with the same moves of the same log."""

    async def read(self, text: bytes, rules: str, until: int | None) -> Imported:
        """What `follow` makes of a log."""
        return await asyncio.to_thread(_followed, text, rules, until)


@lru_cache(128)
def _followed(text: bytes, rules: str, until: int | None) -> Imported:
    return follow(text, rules, until)


class QuickBot(OperatingRoundBot):
    """The bot, without what takes a second each time and is proved by real processes elsewhere.

    It follows logs in this process, each once, and its cogs are not imported anew for each bot.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, always_sync=True)
        self.log_reader = RememberingReader()
        self.time_leaps = True

    async def load_extension(self, name: str, *, package: str | None = None) -> None:
        """Set up the extension's module, which stays imported when the bot ends."""
        await import_module(name, package).setup(self)


def bot_for(settings: Settings) -> OperatingRoundBot:
    """A bot for tests."""
    return QuickBot(settings)


async def _at_once(**_options: Any) -> None:
    """Do not wait for the bot."""


def _hurry(env: simcord.Env) -> None:
    """Look every 5 ms whether the bot has settled, not every 50; begin anew on a busy computer.

    A longer limit in place of tries would do harm: within it the bot's own pauses are waited for.
    """
    vars(env)["_settle_internal"] = partial(_settled, partial(env._settle_internal, idle=0.005))


async def _settled(settle: Callable[..., Awaitable[None]], **options: Any) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return await settle(**options)
        except TimeoutError:
            options.pop("_deadline", None)
            if time.monotonic() > end:
                raise


def answer_of(result: InteractionResult) -> ResponseMessage:
    """The last message with which the bot answered."""
    messages = [*([result.response] if result.response else []), *result.followups]
    assert messages, f"no answer: {result!r}"
    return messages[-1]


def settings_for(folder: Path, **values: Any) -> Settings:
    """Settings on a folder of the test's own, untouched by the environment."""
    known: dict[str, Any] = {
        "data_dir": folder,
        "discord_token": None,
        "database_url": None,
        "log_level": "INFO",
    }
    known |= {"pictures": False, "forecast_seconds": 0.0}
    return Settings(_env_file=None, **{**known, **values})


@asynccontextmanager
async def open_world(folder: Path, **settings: Any) -> AsyncIterator[World]:
    """A world whose database is in that folder."""
    world = World(settings_for(folder, **settings))
    lay_file(folder / DATABASE_FILE)
    with in_this_thread(yielding=True):
        await world.env.start()
        try:
            yield world
            faults = world.faults()
            if faults:
                failed = [fault for fault in faults if isinstance(fault, Exception)]
                raise ExceptionGroup("the bot failed", failed)
        finally:
            await world.env.shutdown()
            await world.bot.close()

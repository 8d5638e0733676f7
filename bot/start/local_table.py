"""The local table: the same bot on a simulated Discord, in the browser of this computer.

The simulated Discord is new at each start, the database is not. So server, channel and players
are made in the same order with the same numbers every time, and the games find them again.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import structlog

from bot.client import OperatingRoundBot
from bot.games.servers import LOCAL_TABLE
from bot.refusal import StartError
from bot.settings import Settings
from storage import Cards

if TYPE_CHECKING:
    import simcord

    from bot.start.table_preview import TablePreview

log = structlog.stdlib.get_logger(__name__)

PLAYERS = ("Asha", "Bela", "Chand", "Devi", "Esha")
GUILD_NAME = "The local table"
CHANNEL_NAME = "18-india"
SETTLE_SECONDS = 10.0
TICK_SECONDS = 1.0
MOST_SECONDS, NEXT_SECONDS = 60.0, 0.05
"""So much time passes at once, and so soon more: after a night in which the computer slept there is
much to make up for, and meanwhile players are answered."""
REMEMBERED = "table:address"


@dataclass(frozen=True, slots=True)
class Table:
    """A simulated Discord with one server, one channel and some members at the table."""

    env: "simcord.Env"
    guild: "simcord.GuildHandle"
    channel: "simcord.ChannelHandle"
    members: tuple["simcord.MemberActor", ...]


def lay_table(bot: OperatingRoundBot, seats: int) -> Table:
    """Set up the simulated Discord, with ids that are the same at every start.

    Raises:
        StartError: The packages of the local table are not installed.
    """
    logging.getLogger("discord.state").setLevel(logging.ERROR)  # simcord's import warns there
    try:
        import simcord
        import simcord.preview
    except ImportError as error:
        raise StartError(
            "No DISCORD_TOKEN is set, and the local table is not installed: set the token, or "
            "install the table with .venv/bin/pip install -c constraints.txt -e '.[table]'."
        ) from error
    env = simcord.Env(bot, check_errors=False, settle_timeout=SETTLE_SECONDS)
    bot.sleep = partial(_sleep, env)
    env.backend.edit_bot_profile("Operating Round")
    users = [env.create_user(name) for name in PLAYERS]
    guild = env.create_guild(GUILD_NAME, id=LOCAL_TABLE, owner=users[0])
    channel = guild.create_text_channel(CHANNEL_NAME)
    members = tuple(guild.add_member(user) for user in users[:seats])
    env.backend.advance_clock(_behind(env))
    return Table(env, guild, channel, members)


async def serve_table(settings: Settings, stop: asyncio.Event) -> None:
    """Serve the local table until `stop` is set or the page ends the session.

    Raises:
        StartError: It cannot be served; the message says what to do.
        StorageError: The database cannot be used.
    """
    bot = OperatingRoundBot(settings, always_sync=True)
    async with open_table(bot, settings) as (table, preview):
        names = ", ".join(member.name for member in table.members)
        print(f"The table is laid for {names}. Open this address in a browser:", flush=True)
        print(preview.url, flush=True)
        print("Ctrl+C ends it; the games stay in the database.", flush=True)
        ends = [asyncio.create_task(stop.wait()), asyncio.create_task(preview.wait_closed())]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for task in ends:
            task.cancel()


@asynccontextmanager
async def open_table(
    bot: OperatingRoundBot, settings: Settings
) -> AsyncIterator[tuple[Table, "TablePreview"]]:
    """The local table with this bot, served on its port; closed with the bot at the end.

    Raises:
        StartError: It cannot be served; the message says what to do.
        StorageError: The database cannot be used.
    """
    async with AsyncExitStack() as stack:
        stack.push_async_callback(bot.close)
        table = lay_table(bot, settings.table_seats)
        await table.env.start()
        stack.push_async_callback(_leave, table.env)
        await bot.health.start(settings.metrics_port)
        await _show_games(bot, table)
        preview = await _serve(table, settings.table_port, await _secret(bot))
        stack.push_async_callback(preview.close)
        ticking = asyncio.create_task(_tick(table.env, preview))
        stack.callback(ticking.cancel)
        yield table, preview


async def _leave(env: "simcord.Env") -> None:
    """End the simulation; work that goes on beside it, such as an import, is not waited for."""
    try:
        await env.shutdown()
    except TimeoutError as error:
        log.warning("the table was left while work went on", problem=error)


async def _show_games(bot: OperatingRoundBot, table: Table) -> None:
    """Post the status of the games, and the lobbies, again: a simulated channel begins empty.

    Where no game is played, whoever comes in is greeted with the ways to one.
    """
    await bot.store.forget_status_messages(LOCAL_TABLE)
    await Cards(bot.store).forget(LOCAL_TABLE)
    games = await bot.store.games_of(LOCAL_TABLE)
    for game in games:
        await bot.notifier.standing.refresh(game.id)
    lobbies = await bot.lobby_board.post_all(LOCAL_TABLE)
    if not games and not lobbies:
        await bot.notifier.greet(table.channel.id)


async def _secret(bot: OperatingRoundBot) -> str:
    """The secret of the address, the same at every start so that the address stays the same."""
    found = await bot.store.recall(REMEMBERED)
    if found is None:
        found = secrets.token_urlsafe(32)
        await bot.store.remember(REMEMBERED, found)
    return found


async def _serve(table: Table, port: int, secret: str) -> "TablePreview":
    from simcord import SetupError

    from bot.start.table_preview import TablePreview

    preview = TablePreview(table.env, table.channel, table.members, port, secret)
    try:
        await preview.__aenter__()
    except SetupError as error:
        raise StartError(_explain(str(error), port)) from error
    return preview


async def _tick(env: "simcord.Env", preview: "TablePreview") -> None:
    """Let the simulated time pass, and show what the bot says of its own accord."""
    from simcord import SetupError

    shown = 0
    while True:
        await asyncio.sleep(TICK_SECONDS if _behind(env) < MOST_SECONDS else NEXT_SECONDS)
        async with preview.turn:
            try:
                await env.advance_time(min(_behind(env), MOST_SECONDS))
                if shown != len(env.backend.transcript):
                    await preview.refresh()
                    shown = len(env.backend.transcript)
            except (SetupError, TimeoutError) as error:
                log.warning("the table did not settle", problem=error)


async def _sleep(env: "simcord.Env", seconds: float) -> None:
    """Let simulated time pass; no answer to a player waits for the end of it.

    For what was begun by the table and not by the bot, which no answer waits for, it is real time.
    """
    from simcord import SetupError

    try:
        await env.external_wait(asyncio.sleep(seconds), reason="until there is work again")
    except SetupError:
        await asyncio.sleep(seconds)


def _behind(env: "simcord.Env") -> float:
    """How many seconds the simulated clock is behind the time of day."""
    return max(0.0, (datetime.now(UTC) - env.now()).total_seconds())


def _explain(problem: str, port: int) -> str:
    if "could not bind port" in problem:
        return (
            f"Port {port} is in use: end the program that uses it, "
            "or set TABLE_PORT to another port."
        )
    return (
        f"The local table cannot be shown ({problem.rstrip('.')}): install its packages with "
        ".venv/bin/pip install -c constraints.txt -e '.[table]'."
    )

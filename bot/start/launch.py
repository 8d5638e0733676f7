"""Runs the bot: on Discord if there is a token, at the local table if there is none."""

import asyncio
import contextlib
import math
import signal

import aiohttp
import discord
import structlog
from discord.backoff import ExponentialBackoff

from bot.client import OperatingRoundBot, bot_of
from bot.refusal import StartError
from bot.settings import Settings
from bot.start.local_table import serve_table
from storage import Busy, StorageError, Unsure

log = structlog.stdlib.get_logger(__name__)

AUTHENTICATION_FAILED = 4004
DISALLOWED_INTENTS = 4014
USES = ("CommandTree-invoker", "discord-ui-")
"""How discord.py names the tasks that see to a command, a button or a form."""
LAST_SECONDS = 5.0
"""So long they are waited for at the end."""
CALLED_OFF_SECONDS = 1.0
"""So long those that are called off then may take to end."""
TROUBLE = (
    discord.LoginFailure,
    discord.ConnectionClosed,
    discord.PrivilegedIntentsRequired,
    discord.HTTPException,
    aiohttp.ClientError,
    TimeoutError,
)
"""What ends a connection to Discord and is no fault of the program."""


async def run(settings: Settings) -> None:
    """Run until Ctrl+C or SIGTERM.

    Raises:
        StartError: It cannot start or go on; the message says what to do.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows knows only KeyboardInterrupt
            loop.add_signal_handler(number, stop.set)
    try:
        if settings.discord_token is None:
            if settings.shards is not None:
                raise StartError(
                    "SHARDS divides the servers of Discord: set DISCORD_TOKEN, or leave it empty."
                )
            await serve_table(settings, stop)
        else:
            await _connect(settings, settings.discord_token.get_secret_value().strip(), stop)
    except StorageError as error:
        raise StartError(str(error)) from error
    except (Busy, Unsure) as error:
        raise StartError(f"The bot cannot start now ({error}): start it again.") from error


async def _connect(settings: Settings, token: str, stop: asyncio.Event) -> None:
    """Stay connected to Discord until `stop` is set."""
    if not token.isascii() or not token.isprintable() or " " in token:
        raise StartError(_NOT_ACCEPTED)
    async with bot_of(settings) as bot:
        running = asyncio.create_task(_stay_connected(bot, token))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if stop.is_set():
            bot.hear_no_more()
            await _let_uses_end()
        await bot.close()
        if stop.is_set():
            running.cancel()
            await asyncio.wait({running})
            return
        try:
            await running
        except TROUBLE as error:
            raise StartError(_explain(error)) from error


async def _let_uses_end() -> None:
    """Wait for the answers to what players have used already, but not for long.

    What is called off then is no fault of the program: moves are stored before they are shown.
    """
    uses = [task for task in asyncio.all_tasks() if task.get_name().startswith(USES)]
    if uses:
        _, late = await asyncio.wait(uses, timeout=LAST_SECONDS)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=CALLED_OFF_SECONDS)


async def _stay_connected(bot: OperatingRoundBot, token: str) -> None:
    """Log in and stay connected until the bot is closed.

    discord.py connects again by itself, except where its very first connection fails.
    """
    await bot.login(token)
    await bot.health.start(bot.settings.metrics_port)
    backoff = ExponentialBackoff()
    while True:
        try:
            return await bot.connect()
        except AttributeError:
            if not math.isnan(bot.latency):  # it is a number once there was a connection
                raise
            wait = backoff.delay()
            log.warning("Discord lets nobody in yet", next_try=f"{wait:.1f} s")
            await asyncio.sleep(wait)


def _explain(error: Exception) -> str:
    """What to do about an error of Discord after which it makes no sense to go on."""
    if isinstance(error, discord.LoginFailure):
        return _NOT_ACCEPTED
    if isinstance(error, discord.ConnectionClosed):
        return _NOT_ACCEPTED if error.code == AUTHENTICATION_FAILED else _closed(error.code)
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return _closed(DISALLOWED_INTENTS)
    if isinstance(error, discord.HTTPException):
        return f"Discord refuses to work at the moment ({error.status}): start again later."
    return "Discord cannot be reached: check the connection to the internet and start again."


def _closed(code: int) -> str:
    return (
        f"Discord closed the connection for good (code {code}): start again, and if that does "
        "not help, get the newest version of this program."
    )


_NOT_ACCEPTED = (
    "Discord does not accept the DISCORD_TOKEN: copy it anew from the page Bot of your "
    "application in Discord's Developer Portal, or leave it empty for the local table."
)

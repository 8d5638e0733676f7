"""Runs the bot: on Discord if there is a token, at the local table if there is none."""

import asyncio
import contextlib
import signal

import aiohttp
import discord

from bot.client import OperatingRoundBot
from bot.refusal import StartError
from bot.settings import Settings
from bot.start.local_table import serve_table


async def run(settings: Settings) -> None:
    """Run until Ctrl+C or SIGTERM.

    Raises:
        StartError: It cannot start; the message says what to do.
        StorageError: The database cannot be used.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows knows only KeyboardInterrupt
            loop.add_signal_handler(number, stop.set)
    if settings.discord_token is None:
        await serve_table(settings, stop)
    else:
        await _connect(settings, settings.discord_token.get_secret_value().strip(), stop)


async def _connect(settings: Settings, token: str, stop: asyncio.Event) -> None:
    """Stay connected to Discord until `stop` is set."""
    if not token.isascii() or not token.isprintable() or " " in token:
        raise StartError(_NOT_ACCEPTED)
    async with OperatingRoundBot(settings) as bot:
        running = asyncio.create_task(bot.start(token))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        await bot.close()
        if stop.is_set():
            running.cancel()
            await asyncio.wait({running})
            return
        try:
            await running
        except discord.LoginFailure as error:
            raise StartError(_NOT_ACCEPTED) from error
        except discord.HTTPException as error:
            raise StartError(
                f"Discord refuses to work at the moment ({error.status}): start again later."
            ) from error
        except aiohttp.ClientConnectionError as error:
            raise StartError(
                "Discord cannot be reached: check the connection to the internet and start again."
            ) from error


_NOT_ACCEPTED = (
    "Discord does not accept the DISCORD_TOKEN: copy it anew from the page Bot of your "
    "application in Discord's Developer Portal, or leave it empty for the local table."
)

"""How the subcommands for the operator end: what cannot work is one sentence and exit code 1."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from bot.games.service import GameService
from bot.refusal import PlayerError, StartError
from bot.settings import Settings, load_settings
from bot.start.cmd_replay import fail
from storage import StorageError, Store


@contextmanager
def sentences() -> Iterator[Settings]:
    """The settings; what goes wrong with them or meanwhile ends the program with a sentence."""
    try:
        yield load_settings()
    except (StartError, StorageError, PlayerError) as error:
        fail(str(error))


@asynccontextmanager
async def open_games(url: str) -> AsyncIterator[GameService]:
    """The games of the database, beside a bot that may be running. Raises StorageError."""
    store = await Store.open(url)
    try:
        yield GameService(store)
    finally:
        await store.close()

"""`python -m bot copy --from URL --to URL`: moves all games into another database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from bot.games.live import LiveGame
from bot.start.telling import failing
from engine import RuleViolation, journal
from storage import Processes, StorageError, Store
from storage.connection import address_of
from storage.copying import NEW, RENEWED, SAME, Copied, copy_games

WORDS = {SAME: "was there already", NEW: "copied", RENEWED: "brought up to date"}
FROM, TO = "--from", "--to"


def copy(
    source: Annotated[str, typer.Option(FROM, help="The address of the database to read")],
    target: Annotated[str, typer.Option(TO, help="The address of the one to write")],
) -> None:
    """Copy all games from one database into another, and play each there to see that it is whole.

    The other one is empty, or an older copy, which is brought up to date. No bot may run on them.
    """
    with failing():
        broken = asyncio.run(_copy(source, target))
    if broken:
        raise typer.Exit(1)


async def _copy(source: str, target: str) -> int:
    """Copy, and tell of each game; how many cannot be played."""
    _check(source, target)
    reading = await _open(source, FROM)
    try:
        writing = await _open(target, TO)
        try:
            broken = games = 0
            async for copied in copy_games(reading, writing):
                games += 1
                broken += not await _tell(writing, copied)
            print(f"{games} games are the same in both databases.")
            return broken
        finally:
            await writing.close()
    finally:
        await reading.close()


def _check(source: str, target: str) -> None:
    """Raise StorageError unless the one is there and the other is another."""
    with _named(FROM):
        address, _ = address_of(source)
    with _named(TO):
        other, _ = address_of(target)
    if address == other:
        raise StorageError(f"{FROM} and {TO} name the same database.")
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").is_file():
        raise StorageError(f"There is no file {address.database}: correct {FROM}.")


async def _open(url: str, option: str) -> Store:
    with _named(option):
        store = await Store.open(url)
    for process in await Processes(store).others():
        await store.close()
        raise StorageError(
            f"A bot works on the database that {option} names (process {process.pid} on "
            f"{process.host}): end it first."
        )
    return store


@contextmanager
def _named(option: str) -> Iterator[None]:
    """Let what is said of an address name the option in which it stands."""
    try:
        yield
    except StorageError as error:
        raise StorageError(str(error).replace("DATABASE_URL", option)) from error


async def _tell(store: Store, copied: Copied) -> bool:
    """Play a game from its copy, and say what came of it; whether it can be played."""
    stored = await store.game(copied.game_id)
    actions = await store.actions(copied.game_id)
    name = f"game {copied.game_id}, {copied.name}: {WORDS[copied.outcome]}"
    try:
        live = LiveGame.start(stored)
        entries = [(journal.decode(action.body), action.author) for action in actions]
        live, _ = live.after(entries, [action.why for action in actions])
    except (RuleViolation, ValueError, KeyError) as error:
        print(f"{name}, but this program cannot play it ({error})")
        return False
    print(f"{name}, {len(live.game.history)} moves played from it")
    return True

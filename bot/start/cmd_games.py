"""`python -m bot games list|export|archive`: the games of the database, from the command line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bot.games import ending, exporting
from bot.games.live import LiveGame
from bot.games.names import clean
from bot.games.service import GameService
from bot.present.ending import archived_line
from bot.refusal import PlayerError
from bot.start.telling import fail, sentences, write
from storage import NoSuchGame, Store, StoredGame

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="The games of the database: list, take out."
)
Number = Annotated[int, typer.Argument(help="The game's number, as `games list` shows it")]


LARGEST = 2**31 - 1
"""The largest number of a game that a database can look for."""


class Form(StrEnum):
    """What `/game export` can write, too."""

    own = "own"
    site = "18xx"
    report = "report"


@app.command("list")
def list_(
    archived: Annotated[bool, typer.Option("--archived", help="Those put away, too")] = False,
) -> None:
    """Print the games, one a line: number, status, server, channel, entries, name."""
    with sentences() as settings:
        asyncio.run(_list(settings.database, archived))


@app.command()
def export(
    number: Number,
    out: Annotated[Path, typer.Option(help="The new file")],
    form: Annotated[Form, typer.Option("--format", help="As in `/game export`")] = Form.own,
) -> None:
    """Write a game to a file; what is hidden while it runs is left out."""
    if out.exists():
        fail(f"{out} is there already: name another file.")
    with sentences() as settings:
        data, what = asyncio.run(_export(settings.database, number, form))
    write(out, data)
    print(f"{out}: {what}")


@app.command()
def archive(number: Number) -> None:
    """Put a game away, as `/game archive` does: its channel is free again."""
    with sentences() as settings:
        asyncio.run(_archive(settings.database, number))


@asynccontextmanager
async def open_games(url: str) -> AsyncIterator[GameService]:
    """The games of the database, beside a bot that may be running. Raises StorageError."""
    store = await Store.open(url)
    try:
        yield GameService(store)
    finally:
        await store.close()


async def _list(url: str, archived: bool) -> None:
    async with open_games(url) as games:
        for stored in await games.store.all_games(archived=archived):
            print(_line(stored))


def _line(stored: StoredGame) -> str:
    where = "channel gone" if stored.channel_lost_at else f"channel {stored.channel_id}"
    return (
        f"{stored.id:>6}  {stored.status:<8}  server {stored.guild_id}  {where}  "
        f"{stored.last_sequence:>5} entries  {clean(stored.name)}"
    )


async def _found(games: GameService, number: int) -> LiveGame:
    refusal = PlayerError(f"There is no game {number}: see `python -m bot games list`.")
    if not 0 < number <= LARGEST:
        raise refusal
    try:
        return await games.fresh(await games.store.game(number))
    except NoSuchGame as error:
        raise refusal from error


async def _export(url: str, number: int, form: Form) -> tuple[bytes, str]:
    async with open_games(url) as games:
        live = await _found(games, number)
        data, note = await _data(games, live, form)
        return data, f"{clean(live.stored.name)}{note}"


async def _data(games: GameService, live: LiveGame, form: Form) -> tuple[bytes, str]:
    """The file of a game, and what is to be said of it."""
    if form is Form.report:
        from bot.apart import InTurn
        from bot.report.making import report_file

        return await report_file(live, InTurn()), ""
    if form is Form.site:
        return exporting.site_file(live).data, ""
    export = await exporting.own_file(games, live)
    return export.data, ", without what is hidden while it runs" if export.hides else ""


async def _archive(url: str, number: int) -> None:
    async with open_games(url) as games:
        live = await _found(games, number)
        await ending.archive(games, live, lambda game: archived_line(game, OPERATOR))
    print(f"{clean(live.stored.name)} is archived; its channel hears of it from the bot.")


OPERATOR = "Who runs this bot"

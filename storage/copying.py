"""Copies all that a database holds into another one, also of another kind, row by row.

The other one is empty, or an older copy: then it is brought up to date. So a copy can be repeated,
and one that broke off is finished by the next. Each game is one transaction.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Table, delete, false, insert, select, true
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.database import Database
from storage.errors import Busy, StorageError, Unsure
from storage.schema import (
    actions,
    games,
    lobbies,
    lobby_players,
    metadata,
    processes,
    snapshots,
    speakers,
)

SAME, NEW, RENEWED = "same", "new", "renewed"
"""What came of a game: it was there, it was copied, its copy was brought up to date."""
PASSING = {processes, speakers, snapshots}
TABLES = [table for table in metadata.sorted_tables if table not in PASSING]
"""What is copied: not which processes run, nor what follows from the rest."""
Rows = Mapping[str, list[tuple[Any, ...]]]
"""The rows of some tables by name, in the order of their primary keys."""


@dataclass(frozen=True, slots=True)
class Copied:
    """A game that is the same in both databases now, and what came of it."""

    game_id: int
    name: str
    outcome: str


async def copy_games(source: Database, target: Database) -> AsyncIterator[Copied]:
    """Copy what belongs to no game, then the games one after the other.

    Raises:
        StorageError: The target holds something that did not come from the source, or that goes
            beyond it, and nothing was changed; or it does not take a game, and those that were
            given out are copied all the same.
    """
    known = await _numbers(source)
    for game_id, name in (await _numbers(target)).items():
        if game_id not in known:
            raise StorageError(
                f'The target has the game {game_id}, "{name}", which the source has not: copy into '
                "an empty database."
            )
    await _check_lobbies(source, target)
    outcomes = {game_id: await _compare(source, target, game_id) for game_id in known}
    await _copy(source, target, None)
    for game_id, outcome in outcomes.items():
        if outcome != SAME:
            await _copy(source, target, game_id)
        yield Copied(game_id, known[game_id], outcome)
    async with target.writing() as connection:
        await target.backend.renumber(connection)


async def _numbers(database: Database) -> dict[int, str]:
    """The games of a database by number."""
    query = select(games.c.id, games.c.name).order_by(games.c.id)
    async with database.looking() as connection:
        return {row.id: row.name for row in await connection.execute(query)}


async def _check_lobbies(source: Database, target: Database) -> None:
    """Raise StorageError where the target has a lobby that is not, or no longer, the source's."""
    query = select(lobbies).order_by(lobbies.c.id)
    async with source.looking() as connection:
        known = {row.id: row for row in await connection.execute(query)}
    async with target.looking() as connection:
        there = (await connection.execute(query)).all()
    for lobby in there:
        own = known.get(lobby.id)
        if own is None or own.guild_id != lobby.guild_id or own.touched_at < lobby.touched_at:
            raise StorageError(
                f'The lobby {lobby.id}, "{lobby.name}", of the target is not as the source has it: '
                "copy into an empty database, or the other way."
            )


async def _compare(source: Database, target: Database, game_id: int) -> str:
    """What a copy will make of a game. Raises StorageError where it would lose something."""
    async with source.reading() as connection:
        wanted = await _rows(connection, game_id)
    async with target.reading() as connection:
        there = await _rows(connection, game_id)
    if there == wanted:
        return SAME
    if not there[games.name]:
        return NEW
    _check_older(there, wanted, game_id)
    return RENEWED


async def _copy(source: Database, target: Database, game_id: int | None) -> None:
    """Put what belongs to a game, or to none, in place of what the target has of it."""
    async with source.reading() as connection:
        wanted = await _rows(connection, game_id)
    what = "what belongs to no game" if game_id is None else f"the game {game_id}"
    try:
        async with target.writing() as connection:
            for table in reversed(metadata.sorted_tables):
                await connection.execute(delete(table).where(_belongs(table, game_id)))
            for table in TABLES:
                names = table.c.keys()
                rows = [dict(zip(names, row, strict=True)) for row in wanted[table.name]]
                if rows:
                    await connection.execute(insert(table), rows)
            if await _rows(connection, game_id) != wanted:
                raise StorageError(f"The target gives back {what} otherwise than it was given.")
    except DBAPIError as error:
        cause = str(error.orig).partition("\n")[0]
        raise StorageError(f"The target does not take {what} ({cause}).") from error
    except (Busy, Unsure) as error:
        raise StorageError(f"The target does not take {what}: {error}.") from error


def _check_older(there: Rows, wanted: Rows, game_id: int) -> None:
    """Raise StorageError unless a game is not there, or is an older copy of what is wanted."""
    begins = ("id", "guild_id", "ruleset", "setup", "created_at")
    places = [games.c.keys().index(name) for name in begins]
    [[*old_game], [*new_game]] = *there[games.name], *wanted[games.name]
    if any(old_game[place] != new_game[place] for place in places):
        raise StorageError(
            f"The game {game_id} of the target is another one than that of the source: copy into "
            "an empty database."
        )
    old, new = there[actions.name], wanted[actions.name]
    if len(old) > len(new):
        raise StorageError(
            f"The game {game_id} has {len(old)} moves in the target and {len(new)} in the source: "
            "it was played on there. Copy the other way, or into an empty database."
        )
    if new[: len(old)] != old:
        raise StorageError(
            f"The game {game_id} was played on in both databases: copy into an empty one, and "
            "choose which to keep."
        )


async def _rows(connection: AsyncConnection, game_id: int | None) -> Rows:
    found = {}
    for table in TABLES:
        query = select(table).where(_belongs(table, game_id)).order_by(*table.primary_key)
        found[table.name] = [tuple(row) for row in await connection.execute(query)]
    return found


def _belongs(table: Table, game_id: int | None) -> ColumnElement[bool]:
    """The rows of a table that belong to a game; with None, those that belong to none."""
    if table is games:
        return games.c.id == game_id
    if table is lobby_players:
        own = select(lobbies.c.id).where(_belongs(lobbies, game_id))
        return lobby_players.c.lobby_id.in_(own)
    if "game_id" in table.c:
        return table.c.game_id == game_id  # with None: IS NULL
    return true() if game_id is None else false()

"""Looks into a database without changing anything, to see whether all is well."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from alembic.script import ScriptDirectory
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from storage.connection import NO_DRIVER, address_of, migration_config
from storage.errors import StorageError
from storage.records import ACTIVE
from storage.schema import games


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel in which a game is played; `lost` if it was found to be gone."""

    guild_id: int
    channel_id: int
    name: str
    lost: bool


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was found. `schema` is None before the first start, `newest` that of this program."""

    schema: str | None
    newest: str
    newer: bool = False
    damage: tuple[str, ...] = ()
    channels: tuple[Channel, ...] = field(default=(), repr=False)


async def inspect(url: str) -> Inspection:
    """Look into the database at `url`.

    Raises:
        StorageError: It cannot be opened.
    """
    scripts = ScriptDirectory.from_config(migration_config())
    newest = str(scripts.get_current_head())
    address, backend = address_of(url)
    if address.get_backend_name() == "sqlite":
        file = _read_only(Path(address.database or ""))
        if file is None:
            return Inspection(None, newest)
        address = address.set(database=file, query={"uri": "true"})
    known = {script.revision for script in scripts.walk_revisions()}
    try:
        engine = create_async_engine(address, hide_parameters=True, **backend.options(address))
    except ImportError as error:
        raise StorageError(NO_DRIVER) from error
    try:
        async with engine.connect() as connection:
            return await _look(connection, newest, known)
    except backend.errors as error:
        raise StorageError(backend.explain(error, address)) from error
    finally:
        await engine.dispose()


def _read_only(path: Path) -> str | None:
    """The address at which nothing of a file is changed; None where there is none yet."""
    return f"file:{quote(str(path.absolute()))}?mode=ro" if path.is_file() else None


async def _look(connection: AsyncConnection, newest: str, known: set[str]) -> Inspection:
    damage = await _damage(connection)
    if damage:
        return Inspection("", newest, damage=damage)
    found = await connection.run_sync(lambda c: c.dialect.has_table(c, "alembic_version"))
    if not found:
        return Inspection(None, newest)
    schema = str(await connection.scalar(text("SELECT version_num FROM alembic_version")))
    columns = games.c
    query = select(
        columns.guild_id, columns.channel_id, columns.name, columns.channel_lost_at
    ).where(columns.status == ACTIVE)
    rows = (await connection.execute(query)).all() if schema in known else []
    channels = tuple(
        Channel(r.guild_id, r.channel_id, r.name, bool(r.channel_lost_at)) for r in rows
    )
    return Inspection(schema, newest, schema not in known, (), channels)


async def _damage(connection: AsyncConnection) -> tuple[str, ...]:
    """What SQLite finds wrong with pages, indexes and references; PostgreSQL sees to its own."""
    if connection.dialect.name != "sqlite":
        return ()
    found = (await connection.scalars(text("PRAGMA integrity_check(3)"))).all()
    if list(found) != ["ok"]:
        return tuple(map(str, found))
    stray = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
    return tuple(f"a row of {row[0]} belongs to no {row[2]}" for row in stray[:3])

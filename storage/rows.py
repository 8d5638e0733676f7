"""Rows of the tables of games, made of records and read back; each within a transaction."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, Table, bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema
from storage.clock import utc_now
from storage.database import Database
from storage.errors import ChannelTaken, NoSuchGame
from storage.records import (
    ACTIVE,
    NewAction,
    NewMessage,
    Offer,
    Seat,
    Sitting,
    StoredGame,
)

LAST = (
    select(func.coalesce(func.max(schema.actions.c.sequence), 0))
    .where(schema.actions.c.game_id == schema.games.c.id)
    .scalar_subquery()
)
"""The place of the last action of a game."""
PLACES = select(
    LAST,
    select(schema.actions.c.sequence)
    .where(schema.actions.c.interaction_id == bindparam("interaction"))
    .scalar_subquery(),
).where(schema.games.c.id == bindparam("game"))


async def insert_game(
    connection: AsyncConnection,
    row: Mapping[str, Any],
    seats: Sequence[Seat],
    actions: Sequence[NewAction] = (),
    outbox: Sequence[NewMessage] = (),
    *,
    created_at: datetime | None = None,
    sittings: Sequence[Sitting] = (),
) -> int:
    """Insert a new game with all that it begins with; returns its number.

    Raises:
        ChannelTaken: Another game is active in that channel.
    """
    now = utc_now()
    guild_id, channel_id = row["guild_id"], row["channel_id"]
    if await _active_in(connection, guild_id, channel_id) is not None:
        raise ChannelTaken(f"channel {channel_id} has an active game")
    try:
        whole = {**row, "status": ACTIVE, "created_at": created_at or now}
        game_id = await insert_new(connection, schema.games, whole)
    except IntegrityError as error:
        raise ChannelTaken(f"channel {channel_id} has an active game") from error
    sat = _history(seats, sittings, now)
    for table, rows in (
        (schema.seats, [_seat_row(game_id, seat) for seat in seats]),
        (schema.seat_history, [_sat(game_id, s.number, s.user_id, s.at) for s in sat]),
        (schema.actions, [action_row(game_id, n, a, now) for n, a in enumerate(actions, start=1)]),
    ):
        if rows:
            await connection.execute(insert(table), rows)
    await insert_said(connection, game_id, outbox, now, len(actions))
    return game_id


def _history(seats: Sequence[Seat], sittings: Sequence[Sitting], now: datetime) -> list[Sitting]:
    """Who sat where before, and who sits there now if that is somebody else."""
    last = {sitting.number: sitting.user_id for sitting in sittings}
    new = [seat for seat in seats if last.get(seat.number) != seat.user_id]
    return [*sittings, *(Sitting(seat.number, seat.user_id, now) for seat in new)]


async def insert_messages(
    connection: AsyncConnection, game_id: int, messages: Sequence[NewMessage]
) -> None:
    """Insert what is to be said of a game as it stands. Raises NoSuchGame."""
    if messages:
        last, _ = await places(connection, game_id)
        await insert_said(connection, game_id, messages, utc_now(), last)


async def insert_said(
    connection: AsyncConnection,
    game_id: int,
    messages: Sequence[NewMessage],
    now: datetime,
    sequence: int,
) -> tuple[int, ...]:
    """Insert what is to be said of the action at a place; returns the numbers of the entries."""
    if not messages:
        return ()
    rows = [_message_row(game_id, message, now, sequence) for message in messages]
    new = insert(schema.outbox).returning(schema.outbox.c.id, sort_by_parameter_order=True)
    return tuple((await connection.scalars(new, rows)).all())


def game_query() -> Select[Any]:
    """All games, oldest first, each with the place of its last action."""
    return select(schema.games, LAST.label("last_sequence")).order_by(schema.games.c.id)


def seat_query(game_ids: Sequence[int]) -> Select[Any]:
    """The seats of games, each with the name of its member."""
    seats, members = schema.seats.c, schema.members.c
    joined = schema.seats.join(schema.games, seats.game_id == schema.games.c.id).outerjoin(
        schema.members,
        (members.guild_id == schema.games.c.guild_id) & (members.user_id == seats.user_id),
    )
    return (
        select(schema.seats, members.name)
        .select_from(joined)
        .where(seats.game_id.in_(game_ids))
        .order_by(seats.number)
    )


def offer_query(*conditions: Any) -> Select[Any]:
    """The columns of offers in the order of their record."""
    columns = schema.offers.c
    return select(
        columns.id,
        columns.game_id,
        columns.sequence,
        columns.buyer,
        columns.company,
        columns.train,
        columns.price,
        columns.channel_id,
        columns.status,
        columns.message_id,
    ).where(*conditions)


def stored_game(row: Row[Any], seats: Sequence[Row[Any]], offers: Sequence[Offer]) -> StoredGame:
    """The game of a row with its seats, and that of the offers that is its own."""
    own = (Seat(s.number, s.player, s.user_id, s.name) for s in seats)
    offer = next((offer for offer in offers if offer.game_id == row.id), None)
    return StoredGame(seats=tuple(own), offer=offer, **row._asdict())


async def _active_in(connection: AsyncConnection, guild_id: int, channel_id: int) -> int | None:
    columns = schema.games.c
    found = await connection.scalar(
        select(columns.id).where(
            columns.guild_id == guild_id,
            columns.channel_id == channel_id,
            columns.status == ACTIVE,
        )
    )
    return None if found is None else int(found)


async def places(
    connection: AsyncConnection, game_id: int, interaction_id: int | None = None
) -> tuple[int, int | None]:
    """The place of a game's last action, 0 before the first, and that of an action of any game.

    The second is the one that came from an interaction of Discord, None if none did. Raises
    NoSuchGame.
    """
    asked = {"game": game_id, "interaction": interaction_id}
    found = (await connection.execute(PLACES, asked)).first()
    if found is None:
        raise NoSuchGame(f"there is no game {game_id}")
    return found[0], found[1]


async def lock_game(connection: AsyncConnection, game_id: int) -> None:
    """Let nobody else change what hangs on a game, until this transaction ends.

    SQLite has one writer at a time anyway, and leaves the lock out.
    """
    own = schema.games.c.id == game_id
    await connection.execute(select(schema.games.c.id).where(own).with_for_update(key_share=True))


async def may_act(connection: AsyncConnection, program_id: int) -> bool:
    """Whether something set ahead is still on; nobody ends it until this transaction ends."""
    own = (schema.programs.c.id == program_id, schema.programs.c.status == "on")
    found = select(schema.programs.c.id).where(*own).with_for_update()
    return await connection.scalar(found) is not None


async def insert_new(connection: AsyncConnection, table: Table, row: Mapping[str, Any]) -> int:
    """Insert a row under a number that no other ever had, one that is deleted neither; returns it.

    SQLite would give the number of a deleted row once more.
    """
    new = insert(table).values(**row)
    if connection.dialect.name == "sqlite":
        new = new.values(id=await _highest(connection, table) + 1)
    return int(await connection.scalar(new.returning(table.c.id)) or 0)


async def keep_numbers(store: Database, connection: AsyncConnection) -> None:
    """Note the highest number of each table whose rows are about to be deleted."""
    for table in schema.NUMBERED:
        highest = str(await _highest(connection, table))
        await store.put(
            connection, schema.meta, {"key": schema.highest_key(table), "value": highest}
        )


async def _highest(connection: AsyncConnection, table: Table) -> int:
    """The highest number that a row of a table has, or had when rows were deleted."""
    noted = select(schema.meta.c.value).where(schema.meta.c.key == schema.highest_key(table))
    known = int(await connection.scalar(noted) or 0)
    return max(known, await connection.scalar(select(func.max(table.c.id))) or 0)


def _seat_row(game_id: int, seat: Seat) -> dict[str, Any]:
    return {
        "game_id": game_id,
        "number": seat.number,
        "player": seat.player,
        "user_id": seat.user_id,
    }


def _sat(game_id: int, number: int, user_id: int | None, at: datetime) -> dict[str, Any]:
    return {"game_id": game_id, "number": number, "user_id": user_id, "at": at}


def action_row(game_id: int, sequence: int, action: NewAction, now: datetime) -> dict[str, Any]:
    """An action at a place of a game's list."""
    return {
        "game_id": game_id,
        "sequence": sequence,
        "author": action.author,
        "body": action.body,
        "created_at": action.at or now,
        "why": action.why,
    }


def _message_row(game_id: int, message: NewMessage, now: datetime, sequence: int) -> dict[str, Any]:
    """What is to be said of the action at a place."""
    return {
        "game_id": game_id,
        "channel_id": message.channel_id,
        "kind": message.kind,
        "body": message.body,
        "created_at": now,
        "sequence": sequence,
    }

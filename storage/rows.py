"""Rows of the tables of games, made of records and read back; each within a transaction."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Row, Select, Table, bindparam, exists, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema
from storage.clock import utc_now
from storage.database import Database
from storage.errors import ChannelTaken, InteractionTaken, NoSuchGame, SequenceTaken
from storage.records import (
    ACTIVE,
    ON,
    NewAction,
    NewMessage,
    Offer,
    Seat,
    Sitting,
    StoredGame,
)

WAITING = "open"
"""An offer that was not answered yet."""


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
        (schema.outbox, [message_row(game_id, m, now, len(actions)) for m in outbox]),
    ):
        if rows:
            await connection.execute(insert(table), rows)
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
        now, (last, _) = utc_now(), await last_place(connection, game_id)
        rows = [message_row(game_id, message, now, last) for message in messages]
        await connection.execute(insert(schema.outbox), rows)


_LAST = (
    select(func.coalesce(func.max(schema.actions.c.sequence), 0))
    .where(schema.actions.c.game_id == schema.games.c.id)
    .scalar_subquery()
)
LAST_PLACE = _LAST.label("last_sequence")
_GAME = (*schema.games.c, LAST_PLACE)
_SEAT = (*(schema.seats.c[name] for name in ("number", "player", "user_id")), schema.members.c.name)
_OFFER = tuple(
    schema.offers.c[name]
    for name in (
        *("id", "game_id", "sequence", "buyer", "company", "train", "price"),
        *("channel_id", "status", "message_id"),
    )
)
"""The columns of an offer in the order of its record."""


def game_query() -> Select[Any]:
    """All games, oldest first, each with its offer that waits: a row for each of its seats."""
    games, seats, members, offers = schema.games, schema.seats, schema.members, schema.offers
    member = (members.c.guild_id == games.c.guild_id) & (members.c.user_id == seats.c.user_id)
    offer = (offers.c.game_id == games.c.id) & (offers.c.status == WAITING)
    return (
        select(*_GAME, *_SEAT, *_OFFER)
        .select_from(games.outerjoin(seats).outerjoin(members, member).outerjoin(offers, offer))
        .order_by(games.c.id, seats.c.number, offers.c.id)
    )


GAME = game_query().where(schema.games.c.id == bindparam("game"))
GAME_IN = game_query().where(
    schema.games.c.guild_id == bindparam("guild"),
    schema.games.c.channel_id == bindparam("channel"),
    schema.games.c.status == ACTIVE,
)


def stored_games(rows: Iterable[Row[Any]]) -> tuple[StoredGame, ...]:
    """The games of such rows."""
    names, after = [column.name for column in _GAME], len(_GAME) + len(_SEAT)
    found: dict[int, dict[str, Any]] = {}
    seats: dict[int, dict[int, Seat]] = {}
    for row in rows:
        game_id, seat, offer = row[0], row[len(_GAME) : after], row[after:]
        if game_id not in found:
            waits = Offer(*offer) if offer[0] is not None else None
            found[game_id] = {**dict(zip(names, row, strict=False)), "offer": waits}
        if seat[0] is not None:
            seats.setdefault(game_id, {})[seat[0]] = Seat(*seat)
    return tuple(
        StoredGame(seats=tuple(seats.get(game_id, {}).values()), **values)
        for game_id, values in found.items()
    )


def offer_query(*conditions: Any) -> Select[Any]:
    """The columns of offers in the order of their record."""
    return select(*_OFFER).where(*conditions)


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


PLACE = select(
    LAST_PLACE,
    select(schema.actions.c.sequence)
    .where(schema.actions.c.interaction_id == bindparam("interaction"))
    .scalar_subquery()
    .label("taken"),
).where(schema.games.c.id == bindparam("game"))


async def last_place(
    connection: AsyncConnection, game_id: int, interaction_id: int | None = None
) -> tuple[int, int | None]:
    """The place of a game's last action, and that of an interaction's, if one came from it.

    Raises NoSuchGame.
    """
    known = {"game": game_id, "interaction": interaction_id}
    found = (await connection.execute(PLACE, known)).first()
    if found is None:
        raise NoSuchGame(f"there is no game {game_id}")
    return found.last_sequence, found.taken


_NEXT = {
    name: bindparam(name, type_=schema.actions.c[name].type)
    for name in ("game_id", "sequence", "author", "body", "created_at", "interaction_id", "why")
}


@cache
def _append(new: Callable[[Table], Any]) -> Any:
    """An action is put at the next place of its game, or nothing is done where that is not so.

    It returns how many moves are set ahead there. `new` is the database's own insert.
    """
    ahead = select(func.count()).where(
        schema.programs.c.game_id == _NEXT["game_id"], schema.programs.c.status == ON
    )
    next_one = select(*_NEXT.values()).where(
        schema.games.c.id == _NEXT["game_id"],
        _NEXT["sequence"] - 1 == _LAST,
        ~exists().where(schema.actions.c.interaction_id == _NEXT["interaction_id"]),
    )
    appending = new(schema.actions).from_select(list(_NEXT), next_one)
    return appending.on_conflict_do_nothing().returning(ahead.scalar_subquery())


NEW_MESSAGES = insert(schema.outbox).returning(schema.outbox.c.id, sort_by_parameter_order=True)


async def append_action(
    connection: AsyncConnection, new: Callable[[Table], Any], row: Mapping[str, Any]
) -> int:
    """Put an action at the next place of its game; how many moves are set ahead there.

    `new` is the database's own insert. Raises what `Store.append` does.
    """
    game_id, sequence = row["game_id"], row["sequence"]
    try:
        ahead = await connection.scalar(_append(new), row)
    except IntegrityError as error:  # another process deleted it meanwhile
        raise NoSuchGame(f"there is no game {game_id}") from error
    if ahead is not None:
        return int(ahead)
    last, taken = await last_place(connection, game_id, row["interaction_id"])
    if taken is not None:
        raise InteractionTaken(f"interaction {row['interaction_id']} is an action already")
    if sequence <= last:
        raise SequenceTaken(f"game {game_id} already has {last} actions")
    raise ValueError(f"place {sequence} does not follow {last}")


async def lock_game(connection: AsyncConnection, game_id: int) -> None:
    """Let nobody else change what hangs on a game, until this transaction ends.

    SQLite has one writer at a time anyway, and leaves the lock out.
    """
    own = schema.games.c.id == game_id
    await connection.execute(select(schema.games.c.id).where(own).with_for_update(key_share=True))


async def may_act(connection: AsyncConnection, program_id: int) -> bool:
    """Whether something set ahead is still on; nobody ends it until this transaction ends."""
    own = (schema.programs.c.id == program_id, schema.programs.c.status == ON)
    found = select(schema.programs.c.id).where(*own).with_for_update()
    return await connection.scalar(found) is not None


async def insert_new(connection: AsyncConnection, table: Table, row: Mapping[str, Any]) -> int:
    """Insert a row under a number that no other ever had, one that is deleted neither; returns it.

    SQLite would give the number of a deleted row once more.
    """
    new = insert(table).values(**row)
    if connection.dialect.name == "sqlite":
        new = new.values(id=await _highest(connection, table) + 1)
    return new_id(await connection.execute(new))


async def keep_numbers(store: Database, connection: AsyncConnection) -> None:
    """Note the highest number of each table whose rows are about to be deleted."""
    for table in schema.NUMBERED:
        noted = {
            "key": schema.highest_key(table),
            "value": str(await _highest(connection, table)),
        }
        await store.put(connection, schema.meta, noted)


async def _highest(connection: AsyncConnection, table: Table) -> int:
    """The highest number that a row of a table has, or had when rows were deleted."""
    noted = select(schema.meta.c.value).where(schema.meta.c.key == schema.highest_key(table))
    known = int(await connection.scalar(noted) or 0)
    return max(known, await connection.scalar(select(func.max(table.c.id))) or 0)


def new_id(result: Any) -> int:
    """The number of the row that an insert made."""
    return int(result.inserted_primary_key[0])


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


def message_row(game_id: int, message: NewMessage, now: datetime, sequence: int) -> dict[str, Any]:
    """What is to be said of the action at a place."""
    return {
        "game_id": game_id,
        "channel_id": message.channel_id,
        "kind": message.kind,
        "body": message.body,
        "created_at": now,
        "sequence": sequence,
    }

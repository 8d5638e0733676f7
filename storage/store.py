"""The append-only event store: games, their seats, their actions, and what must still be said.

Nothing here is ever deleted, but for a whole game on request (`storage.removal`), and a game's list
of actions only grows: undo and redo are entries of that list like every other. Each method is one
transaction; when it returns, the change is on the disk. Any number of stores, in one process or in
several, may work on the same database.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime
from typing import Any, Self

from sqlalchemy import Row, Select, func, insert, select, update
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage import schema
from storage.connection import READ_ONLY, open_engine
from storage.errors import (
    Busy,
    ChannelTaken,
    InteractionTaken,
    NoSuchGame,
    SequenceTaken,
)
from storage.records import (
    NewAction,
    NewMessage,
    Offer,
    OutboxEntry,
    Seat,
    Sitting,
    StoredAction,
    StoredGame,
)

ACTIVE = "active"
ARCHIVED = "archived"
CLOSE_SECONDS = 5.0
"""So long the end waits for what is still being read or written."""
WAITING = "open"
"""An offer that was not answered yet."""


class Store:
    """All that the program remembers. Get one with `Store.open`, give it back with `close`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._reader = engine.execution_options(**{READ_ONLY: True})
        self._used = 0
        self._free = asyncio.Event()
        self._free.set()

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database at `url` and bring its schema up to date.

        Raises:
            StorageError: It cannot be used; the message says what to do.
        """
        return cls(await open_engine(url))

    async def close(self) -> None:
        """Close all connections, those in use when they are free; no use of it afterwards."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._free.wait()
        await self._engine.dispose()

    async def create_game(
        self,
        *,
        guild_id: int,
        channel_id: int,
        name: str,
        ruleset: str,
        setup: str,
        source: str,
        seats: Sequence[Seat],
        opened_by: int | None = None,
        actions: Sequence[NewAction] = (),
        outbox: Sequence[NewMessage] = (),
        created_at: datetime | None = None,
        sittings: Sequence[Sitting] = (),
    ) -> StoredGame:
        """Store a new game with all the actions that it begins with, or nothing at all.

        `created_at` and `sittings` are when it began and who sat there, if it began elsewhere.

        Raises:
            ChannelTaken: Another game is active in that channel.
        """
        row = {
            "guild_id": guild_id,
            "channel_id": channel_id,
            "name": name,
            "ruleset": ruleset,
            "setup": setup,
            "source": source,
            "opened_by": opened_by,
        }
        async with self.writing() as connection:
            game_id = await insert_game(
                connection, row, seats, actions, outbox, created_at=created_at, sittings=sittings
            )
        return await self.game(game_id)

    async def append(
        self,
        game_id: int,
        sequence: int,
        body: str,
        author: int | None,
        outbox: Sequence[NewMessage] = (),
        *,
        interaction_id: int | None = None,
    ) -> StoredAction:
        """Put an action at place `sequence`, which must be the next one, with what it says.

        `interaction_id` is that of Discord's interaction from which it came; it counts once. The
        numbers of the outbox entries come back in `outbox_ids`, in the same order.

        Raises:
            InteractionTaken: The interaction has put an action in already.
            SequenceTaken: The game already has an action there.
            NoSuchGame: There is no such game.
            ValueError: The place would leave a gap.
        """
        now = _now()
        async with self.writing() as connection:
            if interaction_id and await _sequence_of(connection, interaction_id) is not None:
                raise InteractionTaken(f"interaction {interaction_id} is an action already")
            last = await _last_sequence(connection, game_id)
            if sequence <= last:
                raise SequenceTaken(f"game {game_id} already has {last} actions")
            if sequence > last + 1:
                raise ValueError(f"place {sequence} does not follow {last}")
            try:
                row = _action_row(game_id, sequence, NewAction(body, author), now)
                row["interaction_id"] = interaction_id
                await connection.execute(insert(schema.actions).values(row))
            except IntegrityError as error:
                raise SequenceTaken(f"game {game_id} already has place {sequence}") from error
            said = [
                await connection.execute(
                    insert(schema.outbox).values(_message_row(game_id, message, now, sequence))
                )
                for message in outbox
            ]
        return StoredAction(sequence, body, author, now, tuple(map(new_id, said)))

    async def game(self, game_id: int) -> StoredGame:
        """The game of that number, archived or not.

        Raises:
            NoSuchGame: There is none.
        """
        found = await self._games(schema.games.c.id == game_id)
        if not found:
            raise NoSuchGame(f"there is no game {game_id}")
        return found[0]

    async def game_in(self, guild_id: int, channel_id: int) -> StoredGame | None:
        """The active game of a channel, if it has one."""
        found = await self._games(
            schema.games.c.guild_id == guild_id,
            schema.games.c.channel_id == channel_id,
            schema.games.c.status == ACTIVE,
        )
        return found[0] if found else None

    async def games_of(self, guild_id: int, *, archived: bool = False) -> tuple[StoredGame, ...]:
        """The games of a server, oldest first: the active ones, or the archived ones."""
        status = ARCHIVED if archived else ACTIVE
        return await self._games(
            schema.games.c.guild_id == guild_id, schema.games.c.status == status
        )

    async def actions(self, game_id: int, since: int = 0) -> tuple[StoredAction, ...]:
        """The actions of a game after place `since`, in order."""
        columns = schema.actions.c
        query = (
            select(columns.sequence, columns.body, columns.author, columns.created_at)
            .where(columns.game_id == game_id, columns.sequence > since)
            .order_by(columns.sequence)
        )
        async with self.reading() as connection:
            return tuple(StoredAction(*row) for row in await connection.execute(query))

    async def place_of(self, interaction_id: int) -> tuple[int, int] | None:
        """The game and the place of the action that came from an interaction of Discord."""
        columns = schema.actions.c
        query = select(columns.game_id, columns.sequence).where(
            columns.interaction_id == interaction_id
        )
        async with self.reading() as connection:
            found = (await connection.execute(query)).first()
        return None if found is None else (found.game_id, found.sequence)

    async def played_last(self, limit: int) -> tuple[StoredGame, ...]:
        """The active games, those in which somebody moved last before the others."""
        columns = schema.actions.c
        moved = (
            select(func.max(columns.created_at))
            .where(columns.game_id == schema.games.c.id)
            .scalar_subquery()
        )
        last = func.coalesce(moved, schema.games.c.created_at)
        query = (
            select(schema.games.c.id)
            .where(schema.games.c.status == ACTIVE)
            .order_by(last.desc())
            .limit(limit)
        )
        async with self.reading() as connection:
            ids = (await connection.scalars(query)).all()
        found = {game.id: game for game in await self._games(schema.games.c.id.in_(ids))}
        return tuple(found[game_id] for game_id in ids if game_id in found)

    async def set_status_message(self, game_id: int, message_id: int | None) -> None:
        """Remember which message shows the standing status of a game."""
        await self._change_game(game_id, status_message_id=message_id)

    async def forget_status_messages(self, guild_id: int) -> None:
        """Forget the standing messages of a server, which is gone or new and empty."""
        async with self.writing() as connection:
            await connection.execute(
                update(schema.games)
                .where(schema.games.c.guild_id == guild_id)
                .values(status_message_id=None)
            )

    async def channel_lost(self, channel_id: int, *, lost: bool = True) -> None:
        """Note of the games in a channel that it is gone, or that it is there after all."""
        columns = schema.games.c
        change = update(schema.games).where(columns.channel_id == channel_id)
        change = change.where(
            columns.channel_lost_at.is_(None) if lost else columns.channel_lost_at.is_not(None)
        )
        async with self.writing() as connection:
            await connection.execute(change.values(channel_lost_at=_now() if lost else None))

    async def archive(self, game_id: int, outbox: Sequence[NewMessage] = ()) -> None:
        """Put a game away: its channel is free again, and it can still be read.

        Raises:
            NoSuchGame: There is no such game, or it is put away already.
        """
        archiving = (
            update(schema.games)
            .where(schema.games.c.id == game_id, schema.games.c.status == ACTIVE)
            .values(status=ARCHIVED)
        )
        async with self.writing() as connection:
            if (await connection.execute(archiving)).rowcount != 1:
                raise NoSuchGame(f"there is no active game {game_id}")
            await insert_messages(connection, game_id, outbox)

    async def pending_outbox(
        self, game_id: int | None = None, limit: int = 100
    ) -> tuple[OutboxEntry, ...]:
        """What must still be said, oldest first, of one game or of all."""
        unsaid = schema.outbox.c.said_at.is_(None)
        if game_id is None:
            return await self._outbox(unsaid, limit=limit)
        return await self._outbox(unsaid, schema.outbox.c.game_id == game_id, limit=limit)

    async def waiting_games(self) -> tuple[int, ...]:
        """The games of which something must still be said, where they have a channel."""
        query = (
            select(schema.outbox.c.game_id)
            .join(schema.games)
            .where(schema.outbox.c.said_at.is_(None), schema.games.c.channel_lost_at.is_(None))
            .distinct()
            .order_by(schema.outbox.c.game_id)
        )
        async with self.reading() as connection:
            return tuple((await connection.scalars(query)).all())

    async def told_of(self, game_id: int, sequence: int) -> tuple[OutboxEntry, ...]:
        """What was, or is still, to be said of the action at a place of a game's list."""
        columns = schema.outbox.c
        return await self._outbox(columns.game_id == game_id, columns.sequence == sequence)

    async def _outbox(self, *conditions: Any, limit: int = 100) -> tuple[OutboxEntry, ...]:
        columns = schema.outbox.c
        query = (
            select(
                columns.id,
                columns.game_id,
                columns.channel_id,
                columns.kind,
                columns.body,
                columns.created_at,
                columns.said_at,
                columns.sequence,
            )
            .where(*conditions)
            .order_by(columns.id)
            .limit(limit)
        )
        async with self.reading() as connection:
            return tuple(OutboxEntry(*row) for row in await connection.execute(query))

    async def mark_said(self, *entry_ids: int) -> None:
        """Note that these entries of the outbox were said; saying so twice does no harm."""
        columns = schema.outbox.c
        said = (
            update(schema.outbox)
            .where(columns.id.in_(entry_ids), columns.said_at.is_(None))
            .values(said_at=_now())
        )
        async with self.writing() as connection:
            await connection.execute(said)

    async def recall(self, key: str) -> str | None:
        """A small note that the program left for itself, if there is one."""
        async with self.reading() as connection:
            value = await connection.scalar(
                select(schema.meta.c.value).where(schema.meta.c.key == key)
            )
        return None if value is None else str(value)

    async def remember(self, key: str, value: str) -> None:
        """Leave a small note for a later start of the program."""
        async with self.writing() as connection:
            changed = await connection.execute(
                update(schema.meta).where(schema.meta.c.key == key).values(value=value)
            )
            if not changed.rowcount:
                await connection.execute(insert(schema.meta).values(key=key, value=value))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads."""
        with self._in_use():
            async with self._reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes. Raises Busy where another program holds the database."""
        try:
            with self._in_use():
                async with self._engine.begin() as connection:
                    yield connection
        except OperationalError as error:
            if "locked" in str(error.orig):  # at the begin, which takes the lock
                raise Busy("another program holds the database") from error
            raise

    @contextmanager
    def _in_use(self) -> Iterator[None]:
        self._used += 1
        self._free.clear()
        try:
            yield
        finally:
            self._used -= 1
            if not self._used:
                self._free.set()

    async def _change_game(self, game_id: int, **values: Any) -> None:
        change = update(schema.games).where(schema.games.c.id == game_id).values(**values)
        async with self.writing() as connection:
            if (await connection.execute(change)).rowcount != 1:
                raise NoSuchGame(f"there is no game {game_id}")

    async def _games(self, *conditions: Any) -> tuple[StoredGame, ...]:
        """Games with their seats, both from one transaction."""
        async with self.reading() as connection:
            rows = (await connection.execute(_game_query().where(*conditions))).all()
            ids = [row.id for row in rows]
            taken = (await connection.execute(_seat_query(ids))).all()
            waiting = offer_query(
                schema.offers.c.game_id.in_(ids), schema.offers.c.status == WAITING
            )
            offers = [Offer(*row) for row in await connection.execute(waiting)]
        return tuple(_stored_game(row, taken, offers) for row in rows)


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
    now = _now()
    guild_id, channel_id = row["guild_id"], row["channel_id"]
    if await _active_in(connection, guild_id, channel_id) is not None:
        raise ChannelTaken(f"channel {channel_id} has an active game")
    try:
        result = await connection.execute(
            insert(schema.games).values(**row, status=ACTIVE, created_at=created_at or now)
        )
    except IntegrityError as error:
        raise ChannelTaken(f"channel {channel_id} has an active game") from error
    game_id = new_id(result)
    sat = _history(seats, sittings, now)
    for table, rows in (
        (schema.seats, [_seat_row(game_id, seat) for seat in seats]),
        (schema.seat_history, [_sat(game_id, s.number, s.user_id, s.at) for s in sat]),
        (schema.actions, [_action_row(game_id, n, a, now) for n, a in enumerate(actions, start=1)]),
        (schema.outbox, [_message_row(game_id, m, now, len(actions)) for m in outbox]),
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
    """Insert what is to be said of a game as it stands."""
    now, last = _now(), await _last_sequence(connection, game_id)
    rows = [_message_row(game_id, message, now, last) for message in messages]
    if rows:
        await connection.execute(insert(schema.outbox), rows)


def _game_query() -> Select[Any]:
    last = (
        select(func.coalesce(func.max(schema.actions.c.sequence), 0))
        .where(schema.actions.c.game_id == schema.games.c.id)
        .scalar_subquery()
        .label("last_sequence")
    )
    return select(schema.games, last).order_by(schema.games.c.id)


def _seat_query(game_ids: Sequence[int]) -> Select[Any]:
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


def _stored_game(row: Row[Any], seats: Sequence[Row[Any]], offers: Sequence[Offer]) -> StoredGame:
    own = (Seat(s.number, s.player, s.user_id, s.name) for s in seats if s.game_id == row.id)
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


async def _sequence_of(connection: AsyncConnection, interaction_id: int) -> int | None:
    columns = schema.actions.c
    found = await connection.scalar(
        select(columns.sequence).where(columns.interaction_id == interaction_id)
    )
    return None if found is None else int(found)


async def _last_sequence(connection: AsyncConnection, game_id: int) -> int:
    if not await connection.scalar(select(schema.games.c.id).where(schema.games.c.id == game_id)):
        raise NoSuchGame(f"there is no game {game_id}")
    last = await connection.scalar(
        select(func.max(schema.actions.c.sequence)).where(schema.actions.c.game_id == game_id)
    )
    return int(last or 0)


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


def _action_row(game_id: int, sequence: int, action: NewAction, now: datetime) -> dict[str, Any]:
    return {
        "game_id": game_id,
        "sequence": sequence,
        "author": action.author,
        "body": action.body,
        "created_at": action.at or now,
    }


def _message_row(game_id: int, message: NewMessage, now: datetime, sequence: int) -> dict[str, Any]:
    return {
        "game_id": game_id,
        "channel_id": message.channel_id,
        "kind": message.kind,
        "body": message.body,
        "created_at": now,
        "sequence": sequence,
    }


def _now() -> datetime:
    return datetime.now(UTC)

"""The append-only event store: games, their seats, their actions, and what must still be said.

Nothing here is ever deleted, but for whole games (`storage.removal`, `storage.servers`) and, on
request, what is kept of a member (`storage.personal`). A game's list of actions only grows: undo
and redo are entries of that list like every other. Each method is one transaction; when it returns,
the change is on the disk. Any number of stores, in one process or in several, may work on the same
database.
"""

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy import Select, bindparam, func, select, type_coerce, update

from storage import schema
from storage.clock import utc_now
from storage.database import Database
from storage.errors import NoSuchGame, ProgramOver
from storage.records import (
    ACTIVE,
    ARCHIVED,
    NewAction,
    NewMessage,
    OutboxEntry,
    Seat,
    Sitting,
    StoredAction,
    StoredGame,
)
from storage.rows import (
    GAME,
    GAME_IN,
    NEW_MESSAGES,
    action_row,
    append_action,
    game_query,
    insert_game,
    insert_messages,
    may_act,
    message_row,
    stored_games,
)

AT_ONCE = 500
"""So many games are read at once."""

_ENTRY = schema.outbox.c
_ENTRIES = select(*(_ENTRY[field.name] for field in fields(OutboxEntry))).order_by(_ENTRY.id)
UNSAID = _ENTRIES.where(_ENTRY.said_at.is_(None)).limit(bindparam("limit"))
UNSAID_IN = UNSAID.where(_ENTRY.game_id == bindparam("game"))
TOLD_OF = _ENTRIES.where(_ENTRY.game_id == bindparam("game"), _ENTRY.sequence == bindparam("place"))
SAID = (
    update(schema.outbox)
    .where(_ENTRY.id.in_(bindparam("entries", expanding=True)), _ENTRY.said_at.is_(None))
    .values(said_at=bindparam("now"))
)


class Store(Database):
    """All that the program remembers. Get one with `Store.open`, give it back with `close`."""

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
        why: str | None = None,
        program: int | None = None,
    ) -> StoredAction:
        """Put an action at place `sequence`, which must be the next one, with what it says.

        `interaction_id` is that of Discord's interaction from which it came; it counts once. `why`
        the bot made the move itself, if it did; `program` is what was set ahead and makes it. The
        numbers of the outbox entries come back in `outbox_ids`, in the same order, and `ahead` is
        the number of moves that are set ahead in the game.

        Raises:
            ProgramOver: What was set ahead is over.
            InteractionTaken: The interaction has put an action in already.
            SequenceTaken: The game already has an action there.
            NoSuchGame: There is no such game.
            ValueError: The place would leave a gap.
        """
        now = utc_now()
        row = action_row(game_id, sequence, NewAction(body, author, why=why), now)
        row["interaction_id"] = interaction_id
        messages = [message_row(game_id, message, now, sequence) for message in outbox]
        async with self.writing() as connection:
            if program is not None and not await may_act(connection, program):
                raise ProgramOver(f"program {program} is over")
            ahead = await append_action(connection, self.backend.insert, row)
            said = await connection.scalars(NEW_MESSAGES, messages) if messages else ()
            ids = tuple(map(int, said))
        return StoredAction(sequence, body, author, now, ids, why, ahead)

    async def game(self, game_id: int) -> StoredGame:
        """The game of that number, archived or not.

        Raises:
            NoSuchGame: There is none.
        """
        found = await self._games(GAME, game=game_id)
        if not found:
            raise NoSuchGame(f"there is no game {game_id}")
        return found[0]

    async def game_in(self, guild_id: int, channel_id: int) -> StoredGame | None:
        """The active game of a channel, if it has one."""
        found = await self._games(GAME_IN, guild=guild_id, channel=channel_id)
        return found[0] if found else None

    async def games_of(self, guild_id: int, *, archived: bool = False) -> tuple[StoredGame, ...]:
        """The games of a server, oldest first: the active ones, or the archived ones."""
        status = ARCHIVED if archived else ACTIVE
        own = (schema.games.c.guild_id == guild_id, schema.games.c.status == status)
        return await self._games(game_query().where(*own))

    async def all_games(self, *, archived: bool = False) -> tuple[StoredGame, ...]:
        """The games of all servers, oldest first: the active ones, or those put away as well."""
        statuses = [ACTIVE, ARCHIVED] if archived else [ACTIVE]
        columns = schema.games.c
        query = select(columns.id).where(columns.status.in_(statuses)).order_by(columns.id)
        async with self.looking() as connection:
            ids = (await connection.scalars(query)).all()
        found: list[StoredGame] = []
        for start in range(0, len(ids), AT_ONCE):
            some = columns.id.in_(ids[start : start + AT_ONCE])
            found += await self._games(game_query().where(some))
        return tuple(found)

    async def actions(self, game_id: int, since: int = 0) -> tuple[StoredAction, ...]:
        """The actions of a game after place `since`, in order."""
        columns = schema.actions.c
        query = (
            select(columns.sequence, columns.body, columns.author, columns.created_at, columns.why)
            .where(columns.game_id == game_id, columns.sequence > since)
            .order_by(columns.sequence)
        )
        async with self.looking() as connection:
            rows = (await connection.execute(query)).all()
        return tuple(StoredAction(*row[:4], why=row.why) for row in rows)

    async def place_of(self, interaction_id: int) -> tuple[int, int] | None:
        """The game and the place of the action that came from an interaction of Discord."""
        columns = schema.actions.c
        query = select(columns.game_id, columns.sequence).where(
            columns.interaction_id == interaction_id
        )
        async with self.looking() as connection:
            found = (await connection.execute(query)).first()
        return None if found is None else (found.game_id, found.sequence)

    async def played_last(self, limit: int) -> tuple[StoredGame, ...]:
        """The active games of this share, those in which somebody moved last before the others."""
        columns = schema.actions.c
        moved = (
            select(columns.created_at)
            .where(columns.game_id == schema.games.c.id)
            .order_by(columns.sequence.desc())
            .limit(1)
            .scalar_subquery()
        )
        last = func.coalesce(moved, schema.games.c.created_at)
        query = (
            select(schema.games.c.id)
            .where(schema.games.c.status == ACTIVE, self.share.holds(schema.games.c.guild_id))
            .order_by(last.desc())
            .limit(limit)
        )
        async with self.looking() as connection:
            ids = (await connection.scalars(query)).all()
        games = await self._games(game_query().where(schema.games.c.id.in_(ids)))
        found = {game.id: game for game in games}
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
            await connection.execute(change.values(channel_lost_at=utc_now() if lost else None))

    async def lost_channels(self) -> frozenset[int]:
        """The channels of games that were found to be gone."""
        lost = schema.games.c.channel_lost_at.is_not(None)
        async with self.looking() as connection:
            found = await connection.scalars(select(schema.games.c.channel_id).where(lost))
            return frozenset(found)

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
        if game_id is None:
            return await self._outbox(UNSAID, limit=limit)
        return await self._outbox(UNSAID_IN, game=game_id, limit=limit)

    async def waiting_games(self) -> tuple[int, ...]:
        """The games of this share of which something must, and can, still be said."""
        query = (
            select(schema.outbox.c.game_id)
            .join(schema.games)
            .where(schema.outbox.c.said_at.is_(None), schema.games.c.channel_lost_at.is_(None))
            .where(self.share.holds(schema.games.c.guild_id))
            .distinct()
            .order_by(schema.outbox.c.game_id)
        )
        async with self.looking() as connection:
            return tuple((await connection.scalars(query)).all())

    async def outbox_age(self) -> tuple[int, datetime | None]:
        """How many entries must still be said where there is a channel, and when the oldest came.

        Those of games whose channel is gone wait for somebody to be heard from there.
        """
        oldest = type_coerce(func.min(schema.outbox.c.created_at), schema.UtcTime)
        query = (
            select(func.count(), oldest)
            .select_from(schema.outbox.join(schema.games))
            .where(schema.outbox.c.said_at.is_(None), schema.games.c.channel_lost_at.is_(None))
        )
        async with self.looking() as connection:
            count, first = (await connection.execute(query)).one()
        return int(count), first

    async def told_of(self, game_id: int, sequence: int) -> tuple[OutboxEntry, ...]:
        """What was, or is still, to be said of the action at a place of a game's list."""
        return await self._outbox(TOLD_OF, game=game_id, place=sequence)

    async def _outbox(self, query: Select[Any], **known: Any) -> tuple[OutboxEntry, ...]:
        async with self.looking() as connection:
            return tuple(OutboxEntry(*row) for row in await connection.execute(query, known))

    async def mark_said(self, *entry_ids: int) -> None:
        """Note that these entries of the outbox were said; saying so twice does no harm."""
        async with self.writing() as connection:
            await connection.execute(SAID, {"entries": entry_ids, "now": utc_now()})

    async def recall(self, key: str) -> str | None:
        """A small note that the program left for itself, if there is one."""
        async with self.looking() as connection:
            value = await connection.scalar(
                select(schema.meta.c.value).where(schema.meta.c.key == key)
            )
        return None if value is None else str(value)

    async def remember(self, key: str, value: str) -> None:
        """Leave a small note for a later start of the program."""
        async with self.writing() as connection:
            await self.put(connection, schema.meta, {"key": key, "value": value})

    async def _change_game(self, game_id: int, **values: Any) -> None:
        change = update(schema.games).where(schema.games.c.id == game_id).values(**values)
        async with self.writing() as connection:
            if (await connection.execute(change)).rowcount != 1:
                raise NoSuchGame(f"there is no game {game_id}")

    async def _games(self, query: Select[Any], **known: Any) -> tuple[StoredGame, ...]:
        """Games with their seats and offers."""
        async with self.looking() as connection:
            return stored_games(await connection.execute(query, known))

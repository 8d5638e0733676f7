"""What is kept of a member, in all tables: found, and forgotten on request.

A member who is forgotten leaves the games as they are: the moves stay, under a neutral name, and
the seat is free. This and the deletion of whole games are all that the store ever forgets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import BigInteger, Table, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import schema
from storage.clock import utc_now
from storage.lobbies import CLOSED, OPEN
from storage.offers import WITHDRAWN
from storage.queries import Queries
from storage.records import ACTIVE, NewMessage
from storage.rows import insert_messages, keep_numbers

NOBODY = 0
"""Stands for a member who was forgotten, where a number must stand."""
WHO = frozenset({"user_id", "author", "asker", "buyer", "host", "opened_by", "instead_of"})
"""The columns that name a member."""
NOT_WHO = frozenset(
    {"guild_id", "channel_id", "message_id", "status_message_id", "interaction_id", "seed"}
)
"""The other columns of numbers as large as Discord's."""
NAMES = frozenset({"name", "player", "players", "joined", "by", "text"})
"""The fields of facts and questions in which names stand."""
BESIDE = {"importer": "by", "user": "name", "by": "name"}
"""Where a member's number stands, the field beside it that says what he was called then."""
SOMEBODY = "a player"
HIDDEN = frozenset({"claimed_by", "claimed_until"})
"""Columns of the program's own, which say nothing of anybody."""

Row = Mapping[str, Any]
Say = Callable[[int, int], Iterable[NewMessage]]
"""What is to be said when a seat (channel, number) becomes free."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a member: rows by table, and notes by name."""

    rows: dict[str, list[Row]] = field(default_factory=dict, repr=False)
    notes: dict[str, str] = field(default_factory=dict, repr=False)
    games: dict[int, str] = field(default_factory=dict)
    """The games in which the member has a seat now, by number with their names."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was changed: games that are to be read anew, and lobbies that are to be shown anew."""

    games: tuple[int, ...]
    lobbies: tuple[int, ...]


class Personal(Queries):
    """What is kept of members."""

    async def of(self, user_id: int) -> Kept:
        """All that is kept of a member; of cards chosen ahead those of the seats held now."""
        kept = Kept()
        async with self._read() as connection:
            for table in schema.metadata.sorted_tables:
                rows = (await connection.execute(select(table).where(_of(table, user_id)))).all()
                if rows:
                    kept.rows[table.name] = [_shown(row._mapping) for row in rows]  # noqa: SLF001
            chosen = await connection.execute(select(schema.sealed).where(_sealed_by(user_id)))
            if rows := chosen.all():
                kept.rows["sealed"] = [_shown(row._mapping) for row in rows]  # noqa: SLF001
            notes = select(schema.meta).where(_notes_of(user_id))
            kept.notes.update({row.key: row.value for row in await connection.execute(notes)})
            held = schema.seats.c.user_id == user_id
            query = select(schema.games.c.id, schema.games.c.name).join(schema.seats).where(held)
            kept.games.update({row.id: row.name for row in await connection.execute(query)})
        return kept

    async def forget(self, user_id: int, say: Say) -> Forgotten:
        """Forget a member; where a seat becomes free in a game that is played, it is said."""
        async with self._write() as connection:
            await keep_numbers(self._store, connection)
            games = await _games_with(connection, user_id)
            lobbies = await _leave_lobbies(connection, user_id)
            for game_id in games:
                await _rename(connection, game_id, user_id)
            copies = schema.snapshots.c.game_id.in_(games)  # the member stands in them
            await connection.execute(delete(schema.snapshots).where(copies))
            await _free_seats(connection, user_id, say)
            await _forget_rows(connection, user_id)
        return Forgotten(games, lobbies)


def _of(table: Table, user_id: int) -> Any:
    """The rows of a table that name a member."""
    found = [c == user_id for c in table.c if c.name in WHO and isinstance(c.type, BigInteger)]
    return or_(*found) if found else False


def _sealed_by(user_id: int) -> Any:
    """The cards chosen ahead for the seats that a member holds."""
    sealed, seats = schema.sealed.c, schema.seats.c
    held = select(seats.game_id).where(
        seats.user_id == user_id, seats.game_id == sealed.game_id, seats.number == sealed.number
    )
    return held.exists()


def _notes_of(user_id: int) -> Any:
    """The small notes that are kept of a member: their keys end with the member's number."""
    return schema.meta.c.key.like(f"%:{user_id}")


def _shown(row: Any) -> Row:
    """A row without what is the program's own."""
    return {key: value for key, value in row.items() if key not in HIDDEN}


async def _games_with(connection: AsyncConnection, user_id: int) -> tuple[int, ...]:
    """The games in which a member has, or had, any part."""
    found: set[int] = set()
    for table in schema.metadata.sorted_tables:
        if "game_id" in table.c:
            query = select(table.c.game_id).where(_of(table, user_id)).distinct()
            found.update(game for game in await connection.scalars(query) if game is not None)
    opened = select(schema.games.c.id).where(schema.games.c.opened_by == user_id)
    found.update((await connection.scalars(opened)).all())
    return tuple(sorted(found))


async def _leave_lobbies(connection: AsyncConnection, user_id: int) -> tuple[int, ...]:
    """Leave all lobbies, and close those that the member opened; returns those that were open."""
    lobbies, players = schema.lobbies, schema.lobby_players
    named = {
        row.lobby_id: row.name
        for row in await connection.execute(select(players).where(players.c.user_id == user_id))
    }
    mine = or_(lobbies.c.id.in_(list(named)), lobbies.c.host == user_id)
    found = (await connection.execute(select(lobbies).where(mine))).all()
    for lobby in found:
        values: dict[str, Any] = {"name": lobby.name}
        if lobby.id in named:
            values["name"] = _in_words(lobby.name, user_id, {named[lobby.id]: SOMEBODY})
        if lobby.host == user_id and lobby.status == OPEN:
            values["status"] = CLOSED
        await connection.execute(update(lobbies).where(lobbies.c.id == lobby.id).values(values))
    return tuple(lobby.id for lobby in found if lobby.status == OPEN)


async def _rename(connection: AsyncConnection, game_id: int, user_id: int) -> None:
    """Give the seats that have their names of a member neutral ones, wherever those stand."""
    seats, games = schema.seats, schema.games
    rows = (await connection.execute(select(seats).where(seats.c.game_id == game_id))).all()
    numbers = {row.number for row in rows if row.user_id == user_id}
    numbers |= await _began_with(connection, game_id, user_id)
    names = await _called(connection, game_id, user_id)
    names |= {row.player: _neutral(row.number) for row in rows if row.number in numbers}
    for number in numbers:
        own = (seats.c.game_id == game_id, seats.c.number == number)
        await connection.execute(update(seats).where(*own).values(player=_neutral(number)))
    game = (await connection.execute(select(games).where(games.c.id == game_id))).one()
    changed = {"name": _in_words(game.name, user_id, names), "setup": _setup(game.setup, names)}
    await connection.execute(update(games).where(games.c.id == game_id).values(changed))
    history = schema.seat_history.c
    sat = select(history.number).where(history.game_id == game_id, history.user_id == user_id)
    had = set(await connection.scalars(sat))
    for table in (schema.outbox, schema.questions, schema.due):
        query = select(table.c.id, table.c.body).where(table.c.game_id == game_id)
        for row in (await connection.execute(query)).all():
            before = json.loads(row.body or "null")
            after = without(_since_older(before, user_id, had), user_id, names)
            if after != before:
                change = update(table).where(table.c.id == row.id)
                await connection.execute(change.values(body=json.dumps(after)))


def _neutral(number: int) -> str:
    return f"Player {number}"


async def _began_with(connection: AsyncConnection, game_id: int, user_id: int) -> set[int]:
    """The seats that a member was the first to have: a seat is named after that one."""
    history = schema.seat_history.c
    query = (
        select(history.number, history.user_id)
        .where(history.game_id == game_id, history.user_id.is_not(None))
        .order_by(history.id.desc())
    )
    first = {row.number: row.user_id for row in await connection.execute(query)}
    return {number for number, user in first.items() if user == user_id}


async def _called(connection: AsyncConnection, game_id: int, user_id: int) -> dict[str, str]:
    """What the member is called on the server of a game, with what stands there instead."""
    members = schema.members.c
    server = select(schema.games.c.guild_id).where(schema.games.c.id == game_id).scalar_subquery()
    query = select(members.name).where(members.user_id == user_id, members.guild_id == server)
    return dict.fromkeys((await connection.scalars(query)).all(), SOMEBODY)


def _setup(text: str, names: Mapping[str, str]) -> str:
    """A setup with other names; the shuffle and its proof are as they were."""
    setup = json.loads(text)
    for key in {"players", "joined"} & set(setup):
        setup[key] = [names.get(name, name) for name in setup[key]]
    return json.dumps(setup)


def _since_older(value: Any, user_id: int, had: Collection[int]) -> Any:
    """A body in which facts of older versions say, too, whose name they may hold.

    They did not say who took a seat; and of who sold a card they kept the name.
    """
    if isinstance(value, list):
        return [_since_older(item, user_id, had) for item in value]
    if not isinstance(value, dict):
        return value
    new = {key: _since_older(item, user_id, had) for key, item in value.items()}
    if value.get("type") == "seated" and "user" not in value and value["number"] in had:
        new["user"] = user_id
    if value.get("type") == "CardMoved" and value["owner"] == "bank":
        new["source"] = ""
    return new


def without(value: Any, user_id: int, names: Mapping[str, str], key: str = "") -> Any:
    """A JSON value without a member's number and names.

    >>> without({"user": 7, "by": "Asha", "company": "Asha", "call": {"user": 7}}, 7, {"Asha": "X"})
    {'user': 0, 'by': 'X', 'company': 'Asha', 'call': {'user': None}}
    >>> without({"importer": 7, "by": "an earlier name"}, 7, {})
    {'importer': 0, 'by': 'a player'}
    """
    if isinstance(value, dict):
        new = {name: without(item, user_id, names, name) for name, item in value.items()}
        if key == "call" and value.get("user") == user_id:
            new |= {"user": None, "ping": False} if "ping" in value else {"user": None}
        named = [name for who, name in BESIDE.items() if value.get(who) == user_id]
        return new | {name: SOMEBODY for name in named if name in value}
    if isinstance(value, list):
        return [without(item, user_id, names, key) for item in value]
    if isinstance(value, str):
        return _in_words(value, user_id, names) if key in NAMES else value
    return NOBODY if value == user_id and isinstance(value, int) else value


def _in_words(text: str, user_id: int, names: Mapping[str, str]) -> str:
    text = text.replace(f"<@{user_id}>", SOMEBODY)
    for name, neutral in names.items():
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", neutral.replace("\\", ""), text)
    return text


async def _free_seats(connection: AsyncConnection, user_id: int, say: Say) -> None:
    seats, games = schema.seats, schema.games
    query = (
        select(seats.c.game_id, seats.c.number, games.c.channel_id, games.c.status)
        .join(games)
        .where(seats.c.user_id == user_id)
        .order_by(seats.c.game_id, seats.c.number)
    )
    held = (await connection.execute(query)).all()
    await connection.execute(delete(schema.sealed).where(_sealed_by(user_id)))
    await connection.execute(update(seats).where(seats.c.user_id == user_id).values(user_id=None))
    for row in held:
        left = {"game_id": row.game_id, "number": row.number, "user_id": None, "at": utc_now()}
        await connection.execute(insert(schema.seat_history).values(left))
        if row.status == ACTIVE:
            said = tuple(say(row.channel_id, row.number))
            await insert_messages(connection, row.game_id, said)


async def _forget_rows(connection: AsyncConnection, user_id: int) -> None:
    """Delete what is the member's alone; take the number out of what belongs to a game."""
    for table in (
        schema.preferences,
        schema.members,
        schema.programs,
        schema.waits,
        schema.due,
        schema.answers,
        schema.lobby_players,
    ):
        await connection.execute(delete(table).where(table.c.user_id == user_id))
    await connection.execute(delete(schema.claims).where(schema.claims.c.user_id == user_id))
    await connection.execute(delete(schema.meta).where(_notes_of(user_id)))
    mine = schema.offers.c.buyer == user_id
    waiting = schema.offers.c.status == OPEN
    await connection.execute(update(schema.offers).where(mine, waiting).values(status=WITHDRAWN))
    for table, column, value in (
        (schema.seat_history, "user_id", NOBODY),
        (schema.actions, "author", None),
        (schema.claims, "instead_of", None),
        (schema.offers, "buyer", NOBODY),
        (schema.questions, "asker", NOBODY),
        (schema.lobbies, "host", NOBODY),
        (schema.games, "opened_by", None),
    ):
        change = update(table).where(table.c[column] == user_id).values({column: value})
        await connection.execute(change)

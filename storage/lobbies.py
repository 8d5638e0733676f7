"""Lobbies: who gathers for a game, until it starts or is called off."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.clock import Clock, utc_now
from storage.database import Database
from storage.errors import LobbyChanged, LobbyOpen
from storage.queries import Queries
from storage.records import Lobby, LobbyPlayer, NewMessage, Seat
from storage.rows import insert_game, insert_new
from storage.schema import lobbies, lobby_players

OPEN, STARTED, CLOSED = "open", "started", "closed"


class Lobbies(Queries):
    """The lobbies of all servers. `clock` tells when one was last touched."""

    def __init__(self, store: Database, clock: Clock = utc_now) -> None:
        super().__init__(store)
        self._clock = clock

    # -- reading ---------------------------------------------------------------------------------

    async def get(self, lobby_id: int) -> Lobby | None:
        """The lobby of that number, open or not."""
        found = await self._find(lobbies.c.id == lobby_id)
        return found[0] if found else None

    async def open_in(self, guild_id: int, channel_id: int) -> Lobby | None:
        """The open lobby of a channel, if it has one."""
        found = await self._find(
            lobbies.c.guild_id == guild_id,
            lobbies.c.channel_id == channel_id,
            lobbies.c.status == OPEN,
        )
        return found[0] if found else None

    async def open_lobbies(self, guild_id: int | None = None) -> tuple[Lobby, ...]:
        """The open lobbies of a server or of all, those first that were not touched for longest."""
        server = () if guild_id is None else (lobbies.c.guild_id == guild_id,)
        return await self._find(lobbies.c.status == OPEN, *server)

    async def _find(self, *conditions: Any) -> tuple[Lobby, ...]:
        query = select(lobbies).where(*conditions).order_by(lobbies.c.touched_at, lobbies.c.id)
        async with self._read() as connection:
            rows = (await connection.execute(query)).all()
            people = (
                await connection.execute(
                    select(lobby_players)
                    .where(lobby_players.c.lobby_id.in_([row.id for row in rows]))
                    .order_by(lobby_players.c.place, lobby_players.c.user_id)
                )
            ).all()
        return tuple(
            Lobby(
                **row._asdict(),
                players=_people(p for p in people if p.lobby_id == row.id and p.place),
                asked=_people(p for p in people if p.lobby_id == row.id and not p.place),
            )
            for row in rows
        )

    # -- writing ---------------------------------------------------------------------------------

    async def open(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host: LobbyPlayer,
        asked: Sequence[LobbyPlayer],
        **terms: Any,
    ) -> int:
        """Open a lobby in which the host sits; `terms` are its other columns. Returns its number.

        Raises:
            LobbyOpen: The channel has an open lobby.
        """
        row = {
            "guild_id": guild_id,
            "channel_id": channel_id,
            "host": host.user_id,
            "status": OPEN,
            "called": 0,
            "touched_at": self._clock(),
            **terms,
        }
        async with self._write() as connection:
            try:
                lobby_id = await insert_new(connection, lobbies, row)
            except IntegrityError as error:
                raise LobbyOpen(f"channel {channel_id} has an open lobby") from error
            rows = [_player_row(lobby_id, host, 1)]
            rows += [_player_row(lobby_id, player, None) for player in asked]
            await connection.execute(insert(lobby_players), rows)
        return lobby_id

    async def set_message(self, lobby_id: int, message_id: int) -> None:
        """Remember which message shows a lobby."""
        async with self._write() as connection:
            await connection.execute(
                update(lobbies).where(lobbies.c.id == lobby_id).values(message_id=message_id)
            )

    async def join(self, lobby_id: int, player: LobbyPlayer, most: int) -> bool:
        """Let a member sit down, if fewer than `most` sit; false if the member sits already.

        Raises:
            LobbyChanged: It is open no more, or full.
        """
        own = lobby_players.c.lobby_id == lobby_id
        async with self._write() as connection:
            await self._touch(connection, lobby_id)
            rows = (await connection.execute(select(lobby_players).where(own))).all()
            places = {row.user_id: row.place for row in rows if row.place}
            if player.user_id in places:
                return False
            if len(places) >= most:
                raise LobbyChanged(f"lobby {lobby_id} is full")
            await connection.execute(
                delete(lobby_players).where(own, lobby_players.c.user_id == player.user_id)
            )
            place = max(places.values(), default=0) + 1
            await connection.execute(
                insert(lobby_players).values(_player_row(lobby_id, player, place))
            )
        return True

    async def leave(self, lobby_id: int, user_id: int) -> bool:
        """Let a member go, or say no when asked; false if the member was neither.

        Raises:
            LobbyChanged: It is open no more.
        """
        async with self._write() as connection:
            await self._touch(connection, lobby_id)
            gone = await connection.execute(
                delete(lobby_players).where(
                    lobby_players.c.lobby_id == lobby_id, lobby_players.c.user_id == user_id
                )
            )
        return bool(gone.rowcount)

    async def call_once(self, lobby_id: int, players: int) -> bool:
        """Whether the host was never called for so many players or more; only once true."""
        calling = (
            update(lobbies)
            .where(lobbies.c.id == lobby_id, lobbies.c.status == OPEN, lobbies.c.called < players)
            .values(called=players)
        )
        async with self._write() as connection:
            return bool((await connection.execute(calling)).rowcount)

    async def close(self, lobby_id: int, untouched_since: datetime | None = None) -> bool:
        """Call a lobby off, if nobody touched it since that time; false if it is open no more."""
        closing = update(lobbies).where(lobbies.c.id == lobby_id, lobbies.c.status == OPEN)
        if untouched_since is not None:
            closing = closing.where(lobbies.c.touched_at <= untouched_since)
        async with self._write() as connection:
            return bool((await connection.execute(closing.values(status=CLOSED))).rowcount)

    async def start(
        self,
        lobby: Lobby,
        *,
        setup: str,
        seats: Sequence[Seat],
        outbox: Sequence[NewMessage],
    ) -> int:
        """Make a game of a lobby as it was read; returns the game's number.

        Raises:
            LobbyChanged: Somebody came or went since, or it has started or closed.
            ChannelTaken: The channel has a game.
        """
        row = {
            "guild_id": lobby.guild_id,
            "channel_id": lobby.channel_id,
            "name": lobby.name,
            "ruleset": lobby.ruleset,
            "setup": setup,
            "source": "lobby",
            "opened_by": lobby.host,
        }
        async with self._write() as connection:
            await self._touch(connection, lobby.id)
            sitting = await connection.execute(
                select(lobby_players.c.user_id)
                .where(lobby_players.c.lobby_id == lobby.id, lobby_players.c.place.is_not(None))
                .order_by(lobby_players.c.place)
            )
            if [user for (user,) in sitting] != [p.user_id for p in lobby.players]:
                raise LobbyChanged(f"other people sit in lobby {lobby.id} now")
            game_id = await insert_game(connection, row, seats, outbox=outbox)
            await connection.execute(
                update(lobbies)
                .where(lobbies.c.id == lobby.id)
                .values(status=STARTED, game_id=game_id)
            )
        return game_id

    async def _touch(self, connection: AsyncConnection, lobby_id: int) -> None:
        touched = await connection.execute(
            update(lobbies)
            .where(lobbies.c.id == lobby_id, lobbies.c.status == OPEN)
            .values(touched_at=self._clock())
        )
        if not touched.rowcount:
            raise LobbyChanged(f"lobby {lobby_id} is open no more")


def _people(rows: Any) -> tuple[LobbyPlayer, ...]:
    return tuple(LobbyPlayer(row.user_id, row.name) for row in rows)


def _player_row(lobby_id: int, player: LobbyPlayer, place: int | None) -> dict[str, Any]:
    return {
        "lobby_id": lobby_id,
        "user_id": player.user_id,
        "name": player.name,
        "place": place,
    }

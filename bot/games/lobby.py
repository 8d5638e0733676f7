"""Lobbies: people gather in a channel, and their game begins there."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.games.facts import NOTE, STATUS, Begun, Call, encode
from bot.games.names import clean, clip, told_apart
from bot.games.service import GameService
from bot.games.setups import RANDOM, SEALED, Shuffled, shuffle
from bot.refusal import PlayerError
from engine import RULESETS
from engine.sealed import Secret
from storage import (
    ChannelTaken,
    Clock,
    Lobbies,
    Lobby,
    LobbyChanged,
    LobbyOpen,
    LobbyPlayer,
    NewMessage,
    NoSuchGame,
    Seat,
    StoredGame,
)
from storage.lobbies import OPEN

FEWEST, MOST = 2, 5
KEPT = timedelta(days=14)
"""A lobby that nobody touched for so long closes itself."""
OVER = "This lobby is open no more. `/game new` opens another one."


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played, and how it is shuffled and seated."""

    name: str
    ruleset: str
    shuffle: str
    seed: int | None
    seating: str


class LobbyService:
    """All lobbies of the bot; `clock` tells the time."""

    def __init__(self, games: GameService, clock: Clock) -> None:
        self._games = games
        self._store = Lobbies(games.store, clock)
        self._clock = clock

    async def get(self, lobby_id: int) -> Lobby:
        """The lobby of that number, open or not. Raises PlayerError if it is gone."""
        lobby = await self._store.get(lobby_id)
        if lobby is None:
            raise PlayerError(OVER)
        return lobby

    async def open_in(self, guild_id: int | None, channel_id: int | None) -> Lobby | None:
        """The open lobby of a channel, if it has one."""
        if guild_id is None or channel_id is None:
            return None
        return await self._store.open_in(guild_id, channel_id)

    async def of_server(self, guild_id: int) -> tuple[Lobby, ...]:
        """The open lobbies of a server."""
        return await self._store.open_lobbies(guild_id)

    # -- gathering -------------------------------------------------------------------------------

    async def open(
        self,
        guild_id: int,
        channel_id: int,
        host: LobbyPlayer,
        asked: Sequence[LobbyPlayer],
        terms: Terms,
    ) -> Lobby:
        """Open a lobby in which the host sits. A finished game makes room.

        Raises:
            PlayerError: The channel has a game or a lobby, or the terms do not fit each other.
        """
        if terms.seed is not None and terms.shuffle == SEALED:
            raise PlayerError(
                "A sealed shuffle has no seed: leave `seed` out, or choose `shuffle:site`."
            )
        asked = [player for player in asked if player.user_id != host.user_id]
        if len(asked) >= MOST:
            raise PlayerError(
                f"18 India is for {FEWEST} to {MOST} players: ask at most {MOST - 1} others."
            )
        await make_room(self._games, guild_id, channel_id)
        try:
            lobby_id = await self._store.open(
                guild_id=guild_id,
                channel_id=channel_id,
                host=host,
                asked=asked,
                name=clean(terms.name),
                ruleset=terms.ruleset,
                shuffle=terms.shuffle,
                seed=terms.seed,
                seating=terms.seating,
            )
        except LobbyOpen as error:
            raise PlayerError(
                "A lobby is open in this channel already: join it with `/game join`. For another "
                "game use another channel, or add `thread:True`."
            ) from error
        await self._games.names.keep(guild_id, {host.user_id: host.name})
        return await self.get(lobby_id)

    async def shown(self, lobby_id: int, message_id: int) -> None:
        """Remember which message shows a lobby."""
        await self._store.set_message(lobby_id, message_id)

    async def join(self, lobby_id: int, player: LobbyPlayer) -> bool:
        """Let a member sit down; false if the member sat already.

        Raises:
            PlayerError: The lobby is open no more, or full.
        """
        try:
            sat = await self._store.join(lobby_id, player, MOST)
        except LobbyChanged as error:
            lobby = await self.get(lobby_id)
            full = lobby.status == OPEN
            raise PlayerError(f"All {MOST} places are taken." if full else OVER) from error
        lobby = await self.get(lobby_id)
        await self._games.names.keep(lobby.guild_id, {player.user_id: player.name})
        return sat

    async def leave(self, lobby_id: int, user_id: int) -> bool:
        """Let a member go, or say no when asked; false if the member was neither.

        Raises:
            PlayerError: The lobby is open no more.
        """
        try:
            return await self._store.leave(lobby_id, user_id)
        except LobbyChanged as error:
            raise PlayerError(OVER) from error

    async def calls_host(self, lobby: Lobby) -> bool:
        """Whether the host is to be called now: once when the game can start, once when full."""
        reason = max((n for n in (FEWEST, MOST) if len(lobby.players) >= n), default=None)
        return reason is not None and await self._store.call_once(lobby.id, reason)

    # -- ending ----------------------------------------------------------------------------------

    async def close(self, lobby_id: int, user_id: int, *, manages: bool) -> None:
        """Call a lobby off. Raises PlayerError unless its host or a manager asks."""
        lobby = await self.get(lobby_id)
        check_host(lobby, user_id, manages=manages)
        if not await self._store.close(lobby_id):
            raise PlayerError(OVER)

    async def start(self, lobby_id: int, user_id: int, *, manages: bool) -> StoredGame:
        """Begin the game: shuffle, seat the players, store it with what is to be said of it.

        Raises:
            PlayerError: There are too few players, somebody else must start it, or it has started.
        """
        lobby = await self.get(lobby_id)
        check_host(lobby, user_id, manages=manages)
        if lobby.status != OPEN:
            raise PlayerError("This game has begun already." if lobby.game_id else OVER)
        missing = FEWEST - len(lobby.players)
        if missing > 0:
            raise PlayerError(
                f"18 India is for {FEWEST} to {MOST} players: {missing} more must join first."
            )
        await make_room(self._games, lobby.guild_id, lobby.channel_id)
        shuffled = shuffle(lobby.shuffle, lobby.seed, len(lobby.players), lobby.seating)
        seated = dict(enumerate((lobby.players[place] for place in shuffled.order), 1))
        names = told_apart({n: clip(clean(p.name, "Player")) for n, p in seated.items()})
        seats = [Seat(number, names[number], p.user_id) for number, p in seated.items()]
        joined = [names[shuffled.order.index(place) + 1] for place in range(len(names))]
        try:
            game_id = await self._store.start(
                lobby,
                setup=shuffled.setup_json(joined, RULESETS[lobby.ruleset]),
                seats=seats,
                outbox=[
                    NewMessage(lobby.channel_id, NOTE, encode(_begun(lobby, shuffled, seats))),
                    NewMessage(lobby.channel_id, STATUS, ""),
                ],
            )
        except LobbyChanged as error:
            raise PlayerError("Somebody came or went at the same moment: look again.") from error
        except ChannelTaken as error:
            raise PlayerError(TAKEN) from error
        return await self._games.store.game(game_id)

    # -- time ------------------------------------------------------------------------------------

    def now(self) -> datetime:
        """What time it is."""
        return self._clock()

    async def seconds_to_next_end(self) -> float | None:
        """Until the next lobby closes itself if nobody touches it; None if none is open."""
        lobbies = await self._store.open_lobbies()
        if not lobbies:
            return None
        return (lobbies[0].touched_at + KEPT - self._clock()).total_seconds()

    async def close_untouched(self) -> AsyncIterator[Lobby]:
        """Close the lobbies that nobody touched for two weeks, each when the one before is told."""
        before = self._clock() - KEPT
        for lobby in await self._store.open_lobbies():
            if lobby.touched_at <= before and await self._store.close(lobby.id, before):
                yield await self.get(lobby.id)


def _begun(lobby: Lobby, shuffled: Shuffled, seats: Sequence[Seat]) -> Begun:
    by_user = {seat.user_id: seat.player for seat in seats}
    return Begun(
        name=lobby.name,
        ruleset=lobby.ruleset,
        players=tuple(seat.player for seat in seats),
        joined=tuple(by_user[player.user_id] for player in lobby.players),
        drawn=lobby.seating == RANDOM,
        sha256=shuffled.seed.sha256 if isinstance(shuffled.seed, Secret) else None,
        call=Call(seats[0].number, seats[0].number, "select", seats[0].user_id, ping=True),
    )


TAKEN = (
    "A game is played in this channel already. For another one use another channel, or add "
    "`thread:True` to `/game new`."
)


def check_host(lobby: Lobby, user_id: int, *, manages: bool) -> None:
    """Raise PlayerError unless it is the host, or a member who manages the server's messages."""
    if user_id != lobby.host and not manages:
        host = next((p.name for p in lobby.players if p.user_id == lobby.host), "the host")
        raise PlayerError(f"Only {clean(host)}, who opened it, can do that.")


async def make_room(games: GameService, guild_id: int, channel_id: int) -> None:
    """Put a finished game of the channel away, so that another can begin.

    Raises:
        PlayerError: A game is played there.
    """
    stored = await games.store.game_in(guild_id, channel_id)
    if stored is None:
        return
    live = await games.fresh(stored)
    if not live.game.finished:
        raise PlayerError(TAKEN)
    with contextlib.suppress(NoSuchGame):
        await games.store.archive(stored.id)

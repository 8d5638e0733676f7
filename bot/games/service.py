"""The games: finds and keeps them, takes moves: the rules first, then the store, then the reply."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import discord

from bot.games.live import LiveGame, who
from bot.games.names import Names
from bot.present import words
from bot.present.ask import what_now
from bot.present.lines import move_line
from bot.present.reveal import reveal_line
from bot.refusal import PlayerError
from engine.actions import AnyAction
from engine.errors import RuleViolation, WrongStepError
from engine.events import Event
from engine.game import Game
from engine.journal import Entry, Redo, Undo, encode
from engine.sealed import Secret
from storage import (
    Lobbies,
    NewMessage,
    NoSuchGame,
    OutboxEntry,
    Seat,
    Seats,
    SeatTaken,
    SequenceTaken,
    Store,
    StoredGame,
)

MOST_KEPT = 64
LINE, STATUS, SEATS = "line", "status", "seats"
"""What an entry of the outbox asks for: say its body, renew the status, say it and offer seats."""

CALL = "→ "
"""How the line begins that calls the next player; the mention in it is the one that pings."""
Make = Callable[[Game], AnyAction]


@dataclass(frozen=True, slots=True)
class Moved:
    """A move that is stored: the game after it, what happened, and the line that tells it.

    `line_id` is the outbox entry of the line; whoever holds this is the one to say it.
    """

    live: LiveGame
    events: tuple[Event, ...]
    line: str
    line_id: int


class GameService:
    """All games of the bot. One task at a time works on a game; the store guards the rest."""

    def __init__(self, store: Store, most_kept: int = MOST_KEPT) -> None:
        self.store = store
        self.names = Names(store)
        self._lobbies = Lobbies(store)
        self._seats = Seats(store)
        self._most_kept = most_kept
        self._games: OrderedDict[int, LiveGame] = OrderedDict()
        self._locks: dict[int, asyncio.Lock] = {}
        self.answering: set[int] = set()
        """Outbox entries of lines with which a command is being answered right now."""

    # -- finding ---------------------------------------------------------------------------------

    async def find(self, guild_id: int | None, channel_id: int | None) -> StoredGame:
        """The game that is played in a channel or thread.

        Raises:
            PlayerError: There is none.
        """
        found = None
        if guild_id is not None and channel_id is not None:
            found = await self.store.game_in(guild_id, channel_id)
        if found is None:
            raise PlayerError(await self._nothing_here(guild_id, channel_id))
        return found

    async def _nothing_here(self, guild_id: int | None, channel_id: int | None) -> str:
        if guild_id is not None and channel_id is not None:
            lobby = await self._lobbies.open_in(guild_id, channel_id)
            if lobby is not None:
                return (
                    "The game of this channel has not begun. Sit down with **Join** or "
                    "`/game join`; the host begins with **Start** or `/game start`."
                )
        return (
            "No game is played in this channel. `/game new` opens one, `/game import` brings one "
            "in from 18xx.games, and `/game list` shows the channels that have one."
        )

    async def load(self, guild_id: int | None, channel_id: int | None) -> LiveGame:
        """The game of a channel, up to date. To look at only: moves go through `move`.

        Raises:
            PlayerError: There is none.
        """
        return await self.fresh(await self.find(guild_id, channel_id))

    async def fresh(self, stored: StoredGame) -> LiveGame:
        """A stored game, up to date. To look at only."""
        async with self._locked(stored) as live:
            return live

    async def summary(self, stored: StoredGame) -> str:
        """A game in a line: its name, its channel, its players, how far it is, whose turn it is."""
        async with self._locked(stored) as live:
            name = discord.utils.escape_markdown(stored.name)
            turn = "over" if live.game.finished else whose_turn(live)
            return (
                f"**{name}** in <#{stored.channel_id}>: {len(stored.seats)} players, "
                f"{len(live.game.history)} moves, {turn}"
            )

    @asynccontextmanager
    async def _locked(self, stored: StoredGame) -> AsyncIterator[LiveGame]:
        async with self._lock(stored.id):
            yield await self._fresh(stored)

    def _lock(self, game_id: int) -> asyncio.Lock:
        return self._locks.setdefault(game_id, asyncio.Lock())

    async def _fresh(self, stored: StoredGame) -> LiveGame:
        """The game in memory with every entry that is in the store.

        `stored` may be older than the game in memory: somebody moved while this task waited.
        """
        live = self._games.get(stored.id) or LiveGame.start(stored)
        if live.sequence > stored.last_sequence:
            stored = await self.store.game(stored.id)
        live.renew(stored, self.names.called(stored))
        if live.sequence < stored.last_sequence:
            actions = await self.store.actions(stored.id, since=live.sequence)
            if len(actions) > MANY:
                await asyncio.to_thread(live.replay, actions)
            else:
                live.replay(actions)
        self._keep(live)
        return live

    def _keep(self, live: LiveGame) -> None:
        self._games[live.stored.id] = live
        self._games.move_to_end(live.stored.id)
        while len(self._games) > self._most_kept:
            oldest, _ = self._games.popitem(last=False)
            if not self._locks[oldest].locked():
                del self._locks[oldest]

    def forget(self, game_id: int) -> None:
        """Drop a game from memory; it is loaded anew from the store."""
        self._games.pop(game_id, None)

    async def due(self, game_id: int) -> list[OutboxEntry]:
        """What must be said of a game, without the lines that answer a command just now.

        A move is stored and noted in `answering` under the game's lock, so none falls between.
        """
        async with self._lock(game_id):
            answering = set(self.answering)
            pending = await self.store.pending_outbox(game_id)
            return [entry for entry in pending if entry.id not in answering]

    # -- moving ----------------------------------------------------------------------------------

    async def move(
        self,
        guild_id: int | None,
        channel_id: int | None,
        user_id: int,
        make: Make,
        *,
        after: int | None = None,
    ) -> Moved:
        """Take a move of a member: `make` builds it from the game as it stands.

        `after` is the place in the list that the member saw (for buttons). The move is stored
        before this returns.

        Raises:
            PlayerError: It is not the member's turn, or the game has gone on.
            RuleViolation: The rules forbid it.
        """
        stored = await self.find(guild_id, channel_id)
        async with self._locked(stored) as live:
            check_sequence(live, after)
            check_turn(live, user_id)
            action = make(live.game)
            return await self._store(live, action, user_id)

    async def agreed(
        self, guild_id: int | None, channel_id: int | None, after: int, author: int, make: Make
    ) -> Moved:
        """Take a move that its author proposed and another player has agreed to.

        Raises:
            PlayerError: The game has gone on since.
            RuleViolation: The rules forbid it.
        """
        stored = await self.find(guild_id, channel_id)
        async with self._locked(stored) as live:
            check_sequence(live, after)
            check_turn(live, author)
            return await self._store(live, make(live.game), author)

    async def undo(self, guild_id: int | None, channel_id: int | None, user_id: int) -> Moved:
        """Take the last standing move back; only its author may.

        Raises:
            PlayerError: Nobody moved, or somebody else did.
        """
        stored = await self.find(guild_id, channel_id)
        async with self._locked(stored) as live:
            if not live.movers:
                raise PlayerError("There is nothing to undo: no move was made yet.")
            mover = live.movers[-1]
            if user_id not in {mover.author, live.holder(mover.seat) if mover.seat else None}:
                name = who(live.game, mover.seat) if mover.seat else "somebody else"
                raise PlayerError(f"Only {name}, who made the last move, can undo it.")
            return await self._store(live, Undo(len(live.movers) - 1), user_id)

    async def redo(self, guild_id: int | None, channel_id: int | None, user_id: int) -> Moved:
        """Bring back what the member undid last.

        Raises:
            PlayerError: There is nothing, or somebody else undid it.
        """
        stored = await self.find(guild_id, channel_id)
        async with self._locked(stored) as live:
            if not live.undone:
                raise PlayerError("There is nothing to redo.")
            if live.undone[-1][0] != user_id:
                raise PlayerError("Only the player who undid the move can redo it.")
            return await self._store(live, Redo(), user_id)

    async def _store(self, live: LiveGame, entry: Entry, author: int) -> Moved:
        """Play an entry and store it; if it cannot be stored, the game in memory is dropped."""
        seat = live.game.player_to_act
        undone = move_line(live.game) if isinstance(entry, Undo) else ""
        try:
            events = live.take(entry, author)
            line = tell(live, entry, undone) + call_next(live, seat, author)
            channel = live.stored.channel_id
            said = [NewMessage(channel, LINE, line), NewMessage(channel, STATUS, "")]
            seed = live.game.setup.seed
            if live.game.finished and isinstance(seed, Secret):
                said.append(NewMessage(channel, LINE, reveal_line(seed)))
            stored = await self.store.append(
                live.stored.id, live.sequence, encode(entry), author, said
            )
        except WrongStepError as refusal:
            raise PlayerError(f"{refusal} {what_now(live.game)}") from refusal
        except RuleViolation:
            raise
        except SequenceTaken as error:
            self.forget(live.stored.id)
            raise PlayerError(
                "Somebody moved at the same moment. Look at `/status`, then try again."
            ) from error
        except NoSuchGame as error:
            self.forget(live.stored.id)
            raise PlayerError("This game was deleted.") from error
        except BaseException:
            self.forget(live.stored.id)
            raise
        live.stored = replace(live.stored, last_sequence=live.sequence)
        self.answering.add(stored.outbox_ids[0])
        return Moved(live, events, line, stored.outbox_ids[0])

    # -- seats -----------------------------------------------------------------------------------

    async def claim(
        self, guild_id: int | None, channel_id: int | None, number: int, user_id: int
    ) -> LiveGame:
        """Give an empty seat to a member.

        Raises:
            PlayerError: It is taken, or there is none of that number.
        """
        stored = await self.find(guild_id, channel_id)
        if number not in {s.number for s in stored.seats}:
            raise PlayerError(f"This game has the seats 1 to {len(stored.seats)}, not {number}.")
        try:
            await self._seats.give(stored.id, number, user_id)
        except SeatTaken as error:
            raise PlayerError(f"Seat {number} is taken already.") from error
        return await self.load(guild_id, channel_id)

    async def give_back(
        self, guild_id: int | None, channel_id: int | None, user_id: int, number: int | None
    ) -> tuple[LiveGame, Seat]:
        """Free a seat of a member: `number`, or the only one.

        Raises:
            PlayerError: The member has no such seat, or several and names none.
        """
        live = await self.load(guild_id, channel_id)
        own = live.seats_of(user_id)
        found = [seat for seat in own if number in {None, seat.number}]
        if not found:
            raise PlayerError("That is no seat of yours." if own else "You have no seat here.")
        if len(found) > 1:
            numbers = ", ".join(str(seat.number) for seat in own)
            raise PlayerError(f"You have the seats {numbers}: say which with `seat:`.")
        try:
            await self._seats.give(live.stored.id, found[0].number, None, instead_of=user_id)
        except SeatTaken as error:
            raise PlayerError("That seat is given back already.") from error
        return await self.load(guild_id, channel_id), found[0]


MANY = 200
"""From so many entries on a game is loaded beside the event loop."""


def tell(live: LiveGame, entry: Entry, undone: str) -> str:
    """The line that tells the channel of an entry; `undone` is that of the move taken back."""
    if isinstance(entry, Undo):
        return f"↩ Taken back: {undone}"
    if isinstance(entry, Redo):
        return f"↪ Brought back: {move_line(live.game)}"
    return move_line(live.game)


def call_next(live: LiveGame, before: int | None, author: int) -> str:
    """A second line that calls the player whose turn begins; nothing while the same player acts.

    `before` is the seat that had to act before the move, `author` the member who made it.
    """
    seat = live.game.player_to_act
    holder = None if seat is None else live.holder(seat)
    if seat == before or holder in {None, author}:
        return ""
    actor = live.game.actor
    turn = f"**{actor}**, " if isinstance(actor, str) else ""
    return f"\n{CALL}<@{holder}>: {turn}{words.STEPS[str(live.game.step)]}"


def check_sequence(live: LiveGame, after: int | None) -> None:
    """Refuse what was begun on an older state of the game. Raises PlayerError."""
    if after is not None and after != live.sequence:
        raise PlayerError("The game has gone on since then. Look at `/status` and choose anew.")


def check_turn(live: LiveGame, user_id: int) -> None:
    """Refuse a move of anybody but the player who has to decide. Raises PlayerError."""
    game = live.game
    if game.finished:
        raise PlayerError("The game is over.")
    seat = game.player_to_act
    if seat is None:
        raise PlayerError("Nobody can move now.")
    holder = live.holder(seat)
    if holder == user_id:
        return
    turn = whose_turn(live)
    if holder is None:
        raise PlayerError(
            f"It is {turn}. Nobody has that seat yet: if it is yours, claim it with "
            f"`/game claim seat:{seat}`."
        )
    raise PlayerError(f"It is {turn}. You can look things up with `/status` and `/treasury`.")


def whose_turn(live: LiveGame) -> str:
    """Whose turn it is, as in "NWR's turn, led by Asha" or "Asha's turn"."""
    actor, seat = live.game.actor, live.game.player_to_act
    if isinstance(actor, str) and seat is not None:
        return f"{actor}'s turn, led by {who(live.game, seat)}"
    return f"{who(live.game, seat)}'s turn" if seat is not None else "nobody's turn"

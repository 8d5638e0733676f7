"""Whose seat it is: claimed and confirmed, given back, given on when its member has left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.games.facts import NOTE, STATUS, Call, Seated, encode
from bot.games.live import LiveGame
from bot.games.names import clean
from bot.games.service import GameService
from bot.games.turns import call_next
from bot.refusal import PlayerError
from storage import Claim, LobbyPlayer, NewMessage, Seat, Seats, SeatTaken

IMPORT = "import"
ANSWERED = "This was answered already, or somebody else has the seat by now."


class SecondSeat(PlayerError):
    """The member has a seat already, and has not said that another one is wanted."""

    def __init__(self, own: Sequence[Seat], number: int) -> None:
        super().__init__(f"You have seat {own[0].number} already.")
        self.own = own
        self.number = number


@dataclass(frozen=True, slots=True)
class Sat:
    """What those were called who had a seat, one after the other, since when; None: nobody."""

    number: int
    since: tuple[tuple[str | None, datetime], ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A claim that somebody must confirm: any of `judges`."""

    live: LiveGame
    seat: Seat
    claim: Claim
    judges: tuple[int, ...]


class Seating:
    """The seats of all games."""

    def __init__(self, games: GameService) -> None:
        self._games = games
        self._seats = Seats(games.store)

    async def claim(
        self, live: LiveGame, number: int, by: LobbyPlayer, *, left: bool, second: bool
    ) -> Asked | None:
        """Give a seat to a member, or note that the member asks for it.

        It is given at once to the one who brought the game in, to the one who had it last, and
        where nobody could confirm. `left` says that its member is no longer on the server,
        `second` that the asker wants another seat beside his own.

        Raises:
            PlayerError: Somebody has it, or there is none of that number.
            SecondSeat: The member has one, and did not say that he wants another.
        """
        seat = _seat(live, number)
        own = live.seats_of(by.user_id)
        if seat in own:
            raise PlayerError(f"Seat {number} is yours already.")
        if seat.user_id is not None and not left:
            raise PlayerError(
                f"Seat {number} is taken already, by {seat_name(live, number)}. Only "
                f"{seat_name(live, number)} can give it back, with `/game leave`."
            )
        if own and not second:
            raise SecondSeat(own, number)
        judges = self.judges(live, by.user_id, number)
        if not judges or _brought_in(live) == by.user_id or await self._had_last(live, seat, by):
            await self._give(live, seat, by)
            return None
        claim = await self._seats.ask(live.stored.id, number, by.user_id, seat.user_id)
        return Asked(live, seat, claim, judges)

    def judges(self, live: LiveGame, asker: int, number: int) -> tuple[int, ...]:
        """Who may confirm a claim: who brought the game in, and who sits in it."""
        sitting = [s.user_id for s in live.seats if s.user_id and s.number != number]
        found = dict.fromkeys(user for user in (_brought_in(live), *sitting) if user)
        return tuple(user for user in found if user != asker)

    async def sat(self, live: LiveGame) -> list[Sat]:
        """Who has sat when, seat by seat, where a seat has changed hands."""
        history = await self._seats.history(live.stored.id)
        found = []
        for number in sorted({sitting.number for sitting in history}):
            own = [sitting for sitting in history if sitting.number == number]
            who = [await self._who(live, sitting.user_id) for sitting in own]
            found.append(Sat(number, tuple(zip(who, (s.at for s in own), strict=True))))
        return [sat for sat in found if len(sat.since) > 1]

    async def _who(self, live: LiveGame, user_id: int | None) -> str | None:
        if user_id is None:
            return None
        return await self._games.names.of(live.stored.guild_id, user_id) or "somebody"

    async def settle(self, claim_id: int, user_id: int, name: str, *, accept: bool) -> Asked:
        """Answer a claim; `name` is what its asker is called. The asker may withdraw it.

        Raises:
            PlayerError: The member may not, or it was answered already.
        """
        claim = await self._seats.claim(claim_id)
        if claim is None:
            raise PlayerError(ANSWERED)
        live = await self._games.fresh(await self._games.store.game(claim.game_id))
        judges, seat = self.judges(live, claim.user_id, claim.number), live.seat(claim.number)
        withdrawn = user_id == claim.user_id and not accept
        if user_id not in judges and not withdrawn:
            raise PlayerError(
                "Only the one who brought the game in, or who sits in it, can confirm that."
            )
        told = self._told(live, seat, LobbyPlayer(claim.user_id, name)) if accept else []
        try:
            await self._seats.settle(claim, accept=accept, outbox=told)
        except SeatTaken as error:
            raise PlayerError(ANSWERED) from error
        return Asked(live, seat, claim, judges)

    async def asker_of(self, claim_id: int) -> int:
        """The member who asks by a claim. Raises PlayerError if it is gone."""
        claim = await self._seats.claim(claim_id)
        if claim is None:
            raise PlayerError(ANSWERED)
        return claim.user_id

    async def give_back(self, live: LiveGame, user_id: int, number: int | None) -> Seat:
        """Free a seat of a member: `number`, or the only one.

        Raises:
            PlayerError: The member has no such seat, or several and names none.
        """
        own = live.seats_of(user_id)
        found = [seat for seat in own if number in {None, seat.number}]
        if not found:
            raise PlayerError("That is no seat of yours." if own else "You have no seat here.")
        if len(found) > 1:
            numbers = ", ".join(str(seat.number) for seat in own)
            raise PlayerError(f"You have the seats {numbers}: say which with `seat:`.")
        status = NewMessage(live.stored.channel_id, STATUS, "")
        try:
            await self._seats.give(live.stored.id, found[0].number, None, user_id, [status])
        except SeatTaken as error:
            raise PlayerError("That seat is given back already.") from error
        return found[0]

    async def _give(self, live: LiveGame, seat: Seat, by: LobbyPlayer) -> None:
        told = self._told(live, seat, by)
        try:
            await self._seats.give(live.stored.id, seat.number, by.user_id, seat.user_id, told)
        except SeatTaken as error:
            raise PlayerError(f"Seat {seat.number} is taken already.") from error
        await self._games.names.keep(live.stored.guild_id, {by.user_id: by.name})

    async def _had_last(self, live: LiveGame, seat: Seat, by: LobbyPlayer) -> bool:
        """Whether the free seat was given back by the very member who wants it again."""
        history = [s for s in await self._seats.history(live.stored.id) if s.user_id is not None]
        own = [sitting.user_id for sitting in history if sitting.number == seat.number]
        return seat.user_id is None and own[-1:] == [by.user_id]

    def _told(self, live: LiveGame, seat: Seat, by: LobbyPlayer) -> list[NewMessage]:
        """What is said when a seat is taken."""
        fact = Seated(
            live.sequence,
            seat.number,
            by.name,
            seat.player,
            _call(live, seat.number, by.user_id),
            by.user_id,
        )
        channel = live.stored.channel_id
        return [NewMessage(channel, NOTE, encode(fact)), NewMessage(channel, STATUS, "")]


def _call(live: LiveGame, number: int, user_id: int) -> Call | None:
    """The player on turn is called when his seat is taken, and when the last one is."""
    call = call_next(live, None, None)
    if call is None:
        return None
    if call.seat == number:
        return Call(call.seat, call.actor, call.step, user_id, ping=True)
    free = [s for s in live.seats if s.user_id is None and s.number != number]
    return None if free else call


def _seat(live: LiveGame, number: int) -> Seat:
    found = next((seat for seat in live.seats if seat.number == number), None)
    if found is None:
        raise PlayerError(f"This game has the seats 1 to {len(live.seats)}, not {number}.")
    return found


def _brought_in(live: LiveGame) -> int | None:
    """Who brought a game in; the host of a lobby has no more right than others."""
    return live.stored.opened_by if live.stored.source == IMPORT else None


def seat_name(live: LiveGame, number: int) -> str:
    """What the player in a seat is called."""
    return clean(live.game.state.players[number].name)

"""Who sits where: seats taken, given back and claimed; every change stays in the history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.clock import utc_now
from storage.errors import SeatTaken
from storage.programs import SEAT_LOST
from storage.queries import Queries
from storage.records import ON, UNREAD, NewMessage, Sitting
from storage.rows import insert_messages, insert_new, lock_game
from storage.schema import claims, programs, seat_history, seats

OPEN, ACCEPTED, DECLINED = "open", "accepted", "declined"


@dataclass(frozen=True, slots=True)
class Claim:
    """A member asks for a seat, which `instead_of` held (None: nobody) when it was asked for."""

    id: int
    game_id: int
    number: int
    user_id: int
    instead_of: int | None
    status: str


class Seats(Queries):
    """The seats of games."""

    async def give(
        self,
        game_id: int,
        number: int,
        user_id: int | None,
        instead_of: int | None = None,
        outbox: Sequence[NewMessage] = (),
    ) -> None:
        """Give a seat that `instead_of` holds to a member, or to nobody, and say so.

        Raises:
            SeatTaken: Somebody else holds it, or there is none of that number.
        """
        async with self._write() as connection:
            await _give(connection, game_id, number, user_id, instead_of)
            await insert_messages(connection, game_id, outbox)

    async def history(self, game_id: int) -> tuple[Sitting, ...]:
        """Every change of a game's seats, oldest first."""
        query = (
            select(seat_history.c.number, seat_history.c.user_id, seat_history.c.at)
            .where(seat_history.c.game_id == game_id)
            .order_by(seat_history.c.id)
        )
        async with self._look() as connection:
            return tuple(Sitting(*row) for row in await connection.execute(query))

    async def ask(self, game_id: int, number: int, user_id: int, instead_of: int | None) -> Claim:
        """Note that a member asks for a seat; the same question is not noted twice."""
        row = {
            "game_id": game_id,
            "number": number,
            "user_id": user_id,
            "instead_of": instead_of,
            "status": OPEN,
        }
        same = [claims.c[key] == value for key, value in row.items()]
        async with self._write() as connection:
            await lock_game(connection, game_id)
            found = await connection.scalar(select(claims.c.id).where(*same))
            if found is None:
                found = await insert_new(connection, claims, {**row, "at": utc_now()})
        return Claim(int(found), game_id, number, user_id, instead_of, OPEN)

    async def claim(self, claim_id: int) -> Claim | None:
        """The claim of that number."""
        query = select(
            claims.c.id,
            claims.c.game_id,
            claims.c.number,
            claims.c.user_id,
            claims.c.instead_of,
            claims.c.status,
        ).where(claims.c.id == claim_id)
        async with self._look() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Claim(*row)

    async def settle(
        self, claim: Claim, *, accept: bool, outbox: Sequence[NewMessage] = ()
    ) -> None:
        """Answer a claim, and say so; if it is accepted, the seat is the member's.

        Raises:
            SeatTaken: It was answered already, or the seat is no longer as it was.
        """
        status = ACCEPTED if accept else DECLINED
        answer = (
            update(claims)
            .where(claims.c.id == claim.id, claims.c.status == OPEN)
            .values(status=status)
        )
        async with self._write() as connection:
            if (await connection.execute(answer)).rowcount != 1:
                raise SeatTaken(f"claim {claim.id} was answered already")
            if accept:
                await _give(
                    connection, claim.game_id, claim.number, claim.user_id, claim.instead_of
                )
            await insert_messages(connection, claim.game_id, outbox)


async def _give(
    connection: AsyncConnection,
    game_id: int,
    number: int,
    user_id: int | None,
    instead_of: int | None,
) -> None:
    own = (seats.c.game_id == game_id, seats.c.number == number)
    held = seats.c.user_id.is_(None) if instead_of is None else seats.c.user_id == instead_of
    given = await connection.execute(update(seats).where(*own, held).values(user_id=user_id))
    if given.rowcount != 1:
        raise SeatTaken(f"seat {number} of game {game_id} is not held by {instead_of}")
    row = {"game_id": game_id, "number": number, "user_id": user_id, "at": utc_now()}
    await connection.execute(insert(seat_history).values(row))
    here = (programs.c.game_id == game_id, programs.c.number == number, programs.c.status == ON)
    of_others = update(programs).where(*here, programs.c.user_id != (user_id or 0))
    await connection.execute(of_others.values(status=UNREAD, note=SEAT_LOST))

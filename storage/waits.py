"""Whom a game waits for, and since when; and the time that is left to him where it has a clock."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, bindparam, delete, select, update

from storage.queries import Queries
from storage.schema import clocks, savings, waits


@dataclass(frozen=True, slots=True)
class Wait:
    """A game waits for a member in a seat, since it has so many `moves` and `began`.

    It is kept when it has `ended`, until the next one of the same member. `clock_left` are the
    seconds that he had at `clock_from`, from when on his clock runs; None in a game without one.
    """

    game_id: int
    user_id: int
    seat: int
    moves: int
    began: datetime
    ended: datetime | None = None
    nudged: datetime | None = None
    clock_left: int | None = None
    clock_from: datetime | None = None

    @property
    def deadline(self) -> datetime | None:
        """When the clock has run out; None without a clock."""
        if self.clock_left is None or self.clock_from is None:
            return None
        return self.clock_from + timedelta(seconds=self.clock_left)


@dataclass(frozen=True, slots=True)
class GameClock:
    """`hours` for each turn; what is not used is saved, up to `cap` hours."""

    hours: int
    cap: int


_WAITS = select(waits).order_by(waits.c.game_id, waits.c.began)
OF_GAME = _WAITS.where(waits.c.game_id == bindparam("game"))
OF_USER = _WAITS.where(waits.c.user_id == bindparam("user"), waits.c.ended.is_(None))
CLOCK = select(clocks.c.hours, clocks.c.cap).where(clocks.c.game_id == bindparam("game"))
SAVED = select(savings.c.number, savings.c.seconds).where(savings.c.game_id == bindparam("game"))


class Waits(Queries):
    """Whom the games wait for."""

    async def of_game(self, game_id: int) -> dict[int, Wait]:
        """The waits of a game by member, the last one of each; also those that have ended."""
        found = await self._find(OF_GAME, game=game_id)
        return {wait.user_id: wait for wait in found}

    async def of_user(self, user_id: int) -> tuple[Wait, ...]:
        """The waits for a member in all games, without those that have ended."""
        return await self._find(OF_USER, user=user_id)

    async def _find(self, query: Select[Any], **known: Any) -> tuple[Wait, ...]:
        async with self._look() as connection:
            return tuple(Wait(**row._asdict()) for row in await connection.execute(query, known))

    async def put(self, wait: Wait) -> None:
        """Store a wait in place of the last one of the same member in the same game."""
        async with self._write() as connection:
            await self._put(connection, waits, asdict(wait))

    async def change(self, wait: Wait, **values: Any) -> None:
        """Change what is named of a wait."""
        own = (waits.c.game_id == wait.game_id, waits.c.user_id == wait.user_id)
        async with self._write() as connection:
            await connection.execute(update(waits).where(*own).values(values))

    # -- clocks ----------------------------------------------------------------------------------

    async def clock(self, game_id: int) -> GameClock | None:
        """The clock of a game, if it has one."""
        async with self._look() as connection:
            row = (await connection.execute(CLOCK, {"game": game_id})).first()
        return None if row is None else GameClock(*row)

    async def set_clock(self, game_id: int, clock: GameClock | None) -> None:
        """Give a game a clock, or take it away, with all that was saved."""
        async with self._write() as connection:
            if clock is None:
                await connection.execute(delete(clocks).where(clocks.c.game_id == game_id))
                await connection.execute(delete(savings).where(savings.c.game_id == game_id))
            else:
                await self._put(connection, clocks, {"game_id": game_id, **asdict(clock)})

    async def saved(self, game_id: int) -> dict[int, int]:
        """The seconds that each seat has saved."""
        async with self._look() as connection:
            found = await connection.execute(SAVED, {"game": game_id})
            return {row.number: row.seconds for row in found}

    async def save(self, game_id: int, number: int, seconds: int) -> None:
        """Note what a seat has saved."""
        row = {"game_id": game_id, "number": number, "seconds": seconds}
        async with self._write() as connection:
            await self._put(connection, savings, row)

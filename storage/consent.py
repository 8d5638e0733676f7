"""Questions that several members must answer before something is done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, update

from storage.clock import Clock, utc_now
from storage.database import Database
from storage.queries import Queries
from storage.rows import insert_new
from storage.schema import answers, questions

OPEN, DONE, DECLINED = "open", "done", "declined"


@dataclass(frozen=True, slots=True)
class Question:
    """What `asker` asked when the game had `sequence` entries; `body` is JSON of its `kind`.

    `agreed` are the members who said yes.
    """

    id: int
    game_id: int
    kind: str
    sequence: int
    asker: int
    body: str
    status: str
    at: datetime
    agreed: tuple[int, ...] = ()


class Questions(Queries):
    """The questions of all games; `clock` tells when one was asked or answered."""

    def __init__(self, store: Database, clock: Clock = utc_now) -> None:
        super().__init__(store)
        self._clock = clock

    async def ask(self, game_id: int, kind: str, sequence: int, asker: int, body: str) -> Question:
        """Note a question."""
        now = self._clock()
        row = {
            "game_id": game_id,
            "kind": kind,
            "sequence": sequence,
            "asker": asker,
            "body": body,
            "status": OPEN,
            "at": now,
        }
        async with self._write() as connection:
            number = await insert_new(connection, questions, row)
        return Question(number, game_id, kind, sequence, asker, body, OPEN, now)

    async def get(self, question_id: int) -> Question | None:
        """The question of that number, with those who agreed in the order in which they did."""
        own = answers.c.question_id == question_id
        query = select(answers.c.user_id).where(own).order_by(answers.c.at, answers.c.user_id)
        async with self._read() as connection:
            found = await connection.execute(select(questions).where(questions.c.id == question_id))
            row = found.one_or_none()
            agreed = tuple((await connection.scalars(query)).all())
        return None if row is None else Question(**row._asdict(), agreed=agreed)

    async def agree(self, question: Question, user_id: int) -> Question:
        """Note that a member agrees; doing so twice does no harm."""
        if user_id not in question.agreed:
            row = {
                "question_id": question.id,
                "user_id": user_id,
                "game_id": question.game_id,
                "at": self._clock(),
            }
            async with self._write() as connection:
                await self._put_new(connection, answers, row)
        return await self.get(question.id) or question

    async def close(self, question_id: int, status: str) -> bool:
        """End a question; false if it was ended before."""
        change = (
            update(questions)
            .where(questions.c.id == question_id, questions.c.status == OPEN)
            .values(status=status)
        )
        async with self._write() as connection:
            return bool((await connection.execute(change)).rowcount)

    async def reopen(self, question_id: int) -> None:
        """Let a question that is done wait again, since what was asked for could not be done."""
        own = (questions.c.id == question_id, questions.c.status == DONE)
        async with self._write() as connection:
            await connection.execute(update(questions).where(*own).values(status=OPEN))

"""Cards chosen before it counts: sealed choices of the selection, lists for the draft."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Delete, delete, select

from storage.queries import Queries
from storage.records import NewMessage
from storage.rows import insert_messages
from storage.schema import sealed

KEEP, LIST = "keep", "list"
"""The certificates that a player keeps (1.3), and those that he wants to draft, the best first."""


@dataclass(frozen=True, slots=True)
class SealedCards:
    """The cards of a seat, chosen when the game had `sequence` entries."""

    cards: tuple[str, ...] = field(repr=False)
    sequence: int


class Sealed(Queries):
    """What players chose in secret."""

    async def of(self, game_id: int, kind: str) -> dict[int, SealedCards]:
        """The cards of a kind, by seat."""
        query = select(sealed.c.number, sealed.c.cards, sealed.c.sequence).where(
            sealed.c.game_id == game_id, sealed.c.kind == kind
        )
        async with self._look() as connection:
            rows = (await connection.execute(query)).all()
        return {row.number: SealedCards(tuple(json.loads(row.cards)), row.sequence) for row in rows}

    async def put(
        self,
        game_id: int,
        number: int,
        kind: str,
        chosen: SealedCards,
        outbox: Sequence[NewMessage] = (),
    ) -> None:
        """Keep the cards of a seat in place of those before, and say what is to be said."""
        row = {
            "game_id": game_id,
            "number": number,
            "kind": kind,
            "cards": json.dumps(chosen.cards),
            "sequence": chosen.sequence,
        }
        async with self._write() as connection:
            await self._put(connection, sealed, row)
            await insert_messages(connection, game_id, outbox)

    async def drop(
        self,
        game_id: int,
        kind: str,
        number: int | None = None,
        outbox: Sequence[NewMessage] = (),
    ) -> None:
        """Forget the cards of a seat, or of all, and say what is to be said."""
        async with self._write() as connection:
            await connection.execute(_removal(game_id, kind, number))
            await insert_messages(connection, game_id, outbox)


def _removal(game_id: int, kind: str, number: int | None) -> Delete:
    found = delete(sealed).where(sealed.c.game_id == game_id, sealed.c.kind == kind)
    return found if number is None else found.where(sealed.c.number == number)

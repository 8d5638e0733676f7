"""Offers for trains of other players' companies: one open offer a game, answered once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import update

from storage.clock import utc_now
from storage.queries import Queries
from storage.records import Offer
from storage.rows import insert_new, lock_game, offer_query
from storage.schema import offers

OPEN, ACCEPTED, REFUSED, WITHDRAWN, REPLACED = (
    "open",
    "accepted",
    "refused",
    "withdrawn",
    "replaced",
)


class Offers(Queries):
    """The offers of all games."""

    async def make(self, offer: Offer) -> tuple[Offer, tuple[Offer, ...]]:
        """Store a new offer, which replaces those open in its game; returns it, and those.

        Its `id`, `status` and `message_id` are set here.
        """
        row = {
            "game_id": offer.game_id,
            "sequence": offer.sequence,
            "buyer": offer.buyer,
            "company": offer.company,
            "train": offer.train,
            "price": offer.price,
            "channel_id": offer.channel_id,
            "status": OPEN,
            "at": utc_now(),
        }
        before = (offers.c.game_id == offer.game_id, offers.c.status == OPEN)
        async with self._write() as connection:
            await lock_game(connection, offer.game_id)
            old = (await connection.execute(offer_query(*before))).all()
            await connection.execute(update(offers).where(*before).values(status=REPLACED))
            new = await insert_new(connection, offers, row)
            made = (await connection.execute(offer_query(offers.c.id == new))).one()
        return Offer(*made), tuple(Offer(*row) for row in old)

    async def get(self, offer_id: int) -> Offer | None:
        """The offer of that number, open or not."""
        async with self._look() as connection:
            row = (await connection.execute(offer_query(offers.c.id == offer_id))).one_or_none()
        return None if row is None else Offer(*row)

    async def shown(self, offer_id: int, message_id: int) -> None:
        """Remember which message shows an offer."""
        await self._change(offer_id, {"message_id": message_id})

    async def answer(self, offer_id: int, status: str) -> bool:
        """Answer an open offer; false if it was answered or replaced already."""
        return await self._change(offer_id, {"status": status}, [offers.c.status == OPEN])

    async def reopen(self, offer_id: int) -> None:
        """Let an accepted offer wait again, since the sale could not be stored."""
        await self._change(offer_id, {"status": OPEN}, [offers.c.status == ACCEPTED])

    async def _change(
        self, offer_id: int, values: dict[str, Any], conditions: Sequence[Any] = ()
    ) -> bool:
        change = update(offers).where(offers.c.id == offer_id, *conditions).values(values)
        async with self._write() as connection:
            return bool((await connection.execute(change)).rowcount)

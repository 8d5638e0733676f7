"""Messages in channels that are kept up to date: which message shows which card, and what of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import bindparam, delete, func, select

from storage.queries import Queries
from storage.schema import cards, games

CARD = select(cards).where(cards.c.game_id == bindparam("game"), cards.c.name == bindparam("name"))


@dataclass(frozen=True, slots=True)
class Card:
    """The message that shows the card `name` of a game.

    `shown` tells one content from another, `picture` one picture from another; "" is none.
    """

    game_id: int
    name: str
    channel_id: int
    message_id: int
    shown: str = ""
    picture: str = ""


class Cards(Queries):
    """The cards of all games."""

    async def get(self, game_id: int, name: str) -> Card | None:
        """A card of a game, if it was posted."""
        async with self._look() as connection:
            row = (await connection.execute(CARD, {"game": game_id, "name": name})).first()
        return None if row is None else Card(**row._asdict())

    async def newest(self, game_id: int, *, but: str) -> int:
        """The newest message of a game's cards, but for the card `but`; 0 if there is none."""
        query = select(func.max(cards.c.message_id)).where(
            cards.c.game_id == game_id, cards.c.name != but
        )
        async with self._look() as connection:
            return int(await connection.scalar(query) or 0)

    async def put(self, card: Card) -> None:
        """Keep a card in place of the one of that name before."""
        async with self._write() as connection:
            await self._put(connection, cards, asdict(card))

    async def forget(self, guild_id: int) -> None:
        """Forget all cards of a server, which is gone or new and empty."""
        own = select(games.c.id).where(games.c.guild_id == guild_id)
        async with self._write() as connection:
            await connection.execute(delete(cards).where(cards.c.game_id.in_(own)))

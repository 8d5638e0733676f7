"""How members want to be called and reminded; one row for each, in all servers."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select, update

from storage.queries import Queries
from storage.schema import preferences

CHANNEL, DIRECT, BOTH = "channel", "direct", "both"
DAY = 24


@dataclass(frozen=True, slots=True)
class Preference:
    """What a member wants: `calls` in the channel, by direct message or both.

    The first reminder comes after `remind` hours, 0 for none. From `quiet_from` to `quiet_to`,
    minutes of the day in the IANA `zone`, none comes. Until `away_until` nothing is asked of him.
    `unreachable` is noted when a direct message could not be sent.
    """

    user_id: int
    calls: str = CHANNEL
    remind: int = DAY
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: str = "UTC"
    away_until: datetime | None = None
    unreachable: bool = False


class Preferences(Queries):
    """The preferences of all members."""

    async def of(self, user_id: int) -> Preference:
        """What a member wants; what the program does of itself if he never said."""
        return (await self.of_all([user_id]))[user_id]

    async def of_all(self, user_ids: list[int]) -> dict[int, Preference]:
        """What several members want."""
        query = select(preferences).where(preferences.c.user_id.in_(user_ids))
        async with self._look() as connection:
            rows = (await connection.execute(query)).all()
        found = {row.user_id: Preference(**row._asdict()) for row in rows}
        return {user: found.get(user, Preference(user)) for user in user_ids}

    async def change(self, user_id: int, **values: Any) -> Preference:
        """Change what a member wants; what is not named stays as it is."""
        own = preferences.c.user_id == user_id
        async with self._write() as connection:
            await self._put_new(connection, preferences, asdict(Preference(user_id)))
            if values:
                await connection.execute(update(preferences).where(own).values(values))
            row = (await connection.execute(select(preferences).where(own))).one()
        return Preference(**row._asdict())

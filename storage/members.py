"""What members of a server are called, kept for those who have a seat or sit in a lobby."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from storage.queries import Queries
from storage.schema import members

columns = members.c
NAME = select(columns.name).where(
    columns.guild_id == bindparam("guild"), columns.user_id == bindparam("user")
)


class Members(Queries):
    """The names of members by server."""

    async def name(self, guild_id: int, user_id: int) -> str | None:
        """What the member was called when it was last noted; None if nobody noted it."""
        async with self._look() as connection:
            found = await connection.scalar(NAME, {"guild": guild_id, "user": user_id})
        return None if found is None else str(found)

    async def note(self, guild_id: int, names: dict[int, str]) -> None:
        """Note what members are called now."""
        async with self._write() as connection:
            for user_id, name in names.items():
                row = {"guild_id": guild_id, "user_id": user_id, "name": name}
                await self._put(connection, members, row)

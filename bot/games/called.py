"""What players are called: their names on Discord as they are now, once their seats are taken."""

from __future__ import annotations

from bot.games.names import clean
from storage import Members, Store, StoredGame

MOST_KNOWN = 10_000


class Names:
    """The names of members by server: those seen last, over those that are stored."""

    def __init__(self, store: Store) -> None:
        self._members = Members(store)
        self._seen: dict[tuple[int, int], str] = {}

    async def see(self, guild_id: int, user_id: int, name: str) -> bool:
        """A member does something: note the name if it is kept and new; true if it was."""
        name, key = clean(name, "somebody"), (guild_id, user_id)
        if self._seen.get(key) == name:
            return False
        kept = await self._members.name(guild_id, user_id)
        new = kept not in {None, name}
        if new:
            await self._members.note(guild_id, {user_id: name})
        if len(self._seen) >= MOST_KNOWN:
            self._seen.clear()
        self._seen[key] = name
        return new

    async def keep(self, guild_id: int, names: dict[int, str]) -> None:
        """Keep the names of members who have sat down."""
        await self._members.note(guild_id, {u: clean(n, "somebody") for u, n in names.items()})

    def forget(self, user_id: int) -> None:
        """Forget what a member is called, in all servers."""
        self._seen = {key: name for key, name in self._seen.items() if key[1] != user_id}

    async def of(self, guild_id: int, user_id: int) -> str | None:
        """What a member is called, also one who has no seat any more; None if nobody knows."""
        seen = self._seen.get((guild_id, user_id))
        return seen or await self._members.name(guild_id, user_id)

    def called(self, stored: StoredGame) -> tuple[str, ...]:
        """What the players of a game are called now, in the order of the seats.

        Where one member has all seats, they are told apart by the players whose seats they were.
        """
        if len(stored.seats) > 1 and len({seat.user_id for seat in stored.seats}) == 1:
            return tuple(seat.player for seat in stored.seats)
        return tuple(
            self._seen.get((stored.guild_id, seat.user_id or 0))
            or (seat.user_id and seat.name)
            or seat.player
            for seat in stored.seats
        )

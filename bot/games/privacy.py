"""What the bot keeps of a member: shown, taken out as a file, and forgotten."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from bot.games.facts import SEATS, STATUS, Freed, encode
from bot.games.service import GameService
from storage import NewMessage
from storage.personal import Forgotten, Kept, Personal


class Privacy:
    """What is kept of members, in all games and servers."""

    def __init__(self, games: GameService) -> None:
        self._games = games
        self._personal = Personal(games.store)

    async def kept(self, user_id: int) -> Kept:
        """What is kept of a member."""
        return await self._personal.of(user_id)

    async def file(self, user_id: int, now: datetime) -> bytes:
        """The same as JSON: rows by table, as they are stored."""
        kept = await self._personal.of(user_id)
        body = {"user": str(user_id), "at": now, "notes": kept.notes, **kept.rows}
        return json.dumps(body, default=_plain, indent=1, ensure_ascii=False).encode()

    async def forget(self, user_id: int) -> Forgotten:
        """Forget a member: what was set goes, seats are free, the games stay under other names."""
        forgotten = await self._personal.forget(user_id, _said)
        self._games.names.forget(user_id)
        for game_id in forgotten.games:
            self._games.forget(game_id)
        return forgotten


def _said(channel_id: int, number: int) -> list[NewMessage]:
    return [
        NewMessage(channel_id, SEATS, encode(Freed(number))),
        NewMessage(channel_id, STATUS, ""),
    ]


def _plain(value: Any) -> str:
    """What JSON has no form for: times."""
    return value.isoformat() if isinstance(value, datetime) else str(value)

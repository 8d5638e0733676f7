"""The newest private message of a kind: the one before it loses its buttons while it can."""

from __future__ import annotations

import contextlib
from collections.abc import Hashable

from bot.speak.answer import TROUBLE, Edit

MOST = 1_000
"""So many messages are remembered, the newest ones: Discord lets each be edited for 15 minutes."""


class Latest:
    """How to edit the newest message of each key."""

    def __init__(self) -> None:
        self._edits: dict[Hashable, Edit] = {}

    async def shown(self, key: Hashable, edit: Edit, *, anew: bool) -> None:
        """Remember a message; where it came `anew`, take the buttons of the one before it away."""
        before = self._edits.pop(key, None)
        self._edits[key] = edit
        if len(self._edits) > MOST:
            del self._edits[next(iter(self._edits))]
        if anew and before is not None:
            with contextlib.suppress(*TROUBLE):
                await before(view=None)

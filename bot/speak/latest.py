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

    def gone_on(self, key: Hashable) -> Edit | None:
        """The newest message will show something else, or there will be another; how to edit it."""
        return self._edits.pop(key, None)

    def shows(self, key: Hashable, edit: Edit) -> bool:
        """Whether the newest message shows still what it did when it was remembered so."""
        return self._edits.get(key) == edit

    async def shown(self, key: Hashable, edit: Edit, before: Edit | None = None) -> None:
        """Remember a message; the one `before`, if another is in its place, loses its buttons."""
        self._edits[key] = edit
        if len(self._edits) > MOST:
            del self._edits[next(iter(self._edits))]
        if before is not None:
            with contextlib.suppress(*TROUBLE):
                await before(view=None)

"""The newest private message of a kind, and what becomes of its buttons when the game goes on.

Discord lets such a message be edited for 15 minutes after the last use of its controls.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import discord

from bot.games.live import LiveGame
from bot.speak.answer import TROUBLE, Edit

MOST = 1_000
"""So many messages are remembered, the newest ones."""


class Key(NamedTuple):
    """A kind of message, of a member in a game."""

    kind: str
    game: int
    user: int


@dataclass(slots=True)
class Message:
    """How to edit a message, and what its controls are for.

    They were made when the game's list had `after` entries. Where the member `decides` in it, they
    lead on for as long as he does. `waiting` is what is left of them while he waits for his turn,
    `left` whether it is what the message shows already. `ended` is the text that it has then, where
    its own is no longer true.
    """

    edit: Edit
    after: int
    decides: bool = False
    waiting: discord.ui.View | None = None
    left: bool = False
    ended: str | None = None


class Latest:
    """The newest message of each key."""

    def __init__(self) -> None:
        self._shown: dict[Key, Message] = {}
        self._used: Counter[Key] = Counter()

    def gone_on(self, key: Key) -> Message | None:
        """The newest message will show something else, or there will be another; what it was."""
        return self._shown.pop(key, None)

    def shows(self, key: Key, edit: Edit) -> bool:
        """Whether the newest message shows still what it did when it was remembered so."""
        found = self._shown.get(key)
        return found is not None and found.edit == edit

    async def shown(self, key: Key, message: Message, before: Message | None = None) -> None:
        """Remember a message; the one `before`, if another is in its place, loses its buttons."""
        self._shown[key] = message
        if len(self._shown) > MOST:
            del self._shown[next(iter(self._shown))]
        if before is not None:
            await _edit(before, None)

    @contextlib.contextmanager
    def used(self, key: Key) -> Iterator[None]:
        """While this lasts a message is being used, and shows soon what follows."""
        self._used[key] += 1
        try:
            yield
        finally:
            self._used[key] -= 1
            self._used += Counter()  # forgets those that are used no more

    async def follow(self, live: LiveGame) -> None:
        """Take away what does nothing more, now that a game has gone on."""
        seat = live.game.player_to_act
        decides = live.holder(seat) if seat is not None else None
        for key, message in list(self._shown.items()):
            if key.game != live.stored.id or key in self._used or message.after >= live.sequence:
                continue
            if self._shown.get(key) is not message:  # it shows more since others were edited
                continue
            if seat is not None and key.user != decides:
                if not message.left:
                    message.left = True
                    await _edit(message, message.waiting, message.ended)
            elif seat is None or not message.decides:
                del self._shown[key]
                await _edit(message, None, message.ended)


async def _edit(message: Message, view: discord.ui.View | None, text: str | None = None) -> None:
    """Show other controls, or none, and a text; if Discord lets the message be edited still."""
    with contextlib.suppress(*TROUBLE):
        if text is None:
            await message.edit(view=view)
        else:
            await message.edit(view=view, content=text)

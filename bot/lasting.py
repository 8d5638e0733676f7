"""Buttons and selects that outlive a restart: what they are for stands in their id."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import discord

from bot.games.live import LiveGame
from engine.actions import AnyAction, to_json

ItemT = TypeVar("ItemT", bound=discord.ui.Item[Any])


AT = r"(?P<game>\d{1,9}):(?P<after>\d{1,9})"
"""How the id of an item tells for which state of a game it was made."""


@dataclass(frozen=True, slots=True)
class At:
    """A game after so many entries: the state for which an item was made."""

    game: int
    after: int

    @classmethod
    def of(cls, live: LiveGame) -> Self:
        """The state of a game now."""
        return cls(live.stored.id, live.sequence)

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The state that an id tells."""
        return cls(int(match["game"]), int(match["after"]))

    def __str__(self) -> str:
        """As it stands in an id."""
        return f"{self.game}:{self.after}"


def mark(actions: Iterable[AnyAction]) -> str:
    """What stands for moves in an id, which has no room for the moves themselves: eight letters."""
    told = "\n".join(to_json(action) for action in actions)
    return hashlib.sha256(told.encode()).hexdigest()[:8]


class Lasting(discord.ui.DynamicItem[ItemT], template=""):
    """An item of a message that may have been sent before a restart."""

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """The item whose id was pressed."""
        return cls.read(match)

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The item whose id this is."""
        raise NotImplementedError


class LastingView(discord.ui.View):
    """The controls of a message, `Lasting` ones and links: their ids tell all that is to be known.

    So discord.py need not remember the view. It would keep that of each private message with its
    buttons for 15 minutes, unless the view is stopped already when it is sent.
    """

    def __init__(self, *items: discord.ui.Item[Any]) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)
        self.stop()

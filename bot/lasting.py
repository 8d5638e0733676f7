"""Buttons and selects that outlive a restart: what they are for stands in their id."""

from __future__ import annotations

import re
from typing import Any, Self, TypeVar

import discord

ItemT = TypeVar("ItemT", bound=discord.ui.Item[Any])


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

"""Embeds inside Discord's limits, and their colours."""

from __future__ import annotations

import discord

from bot.present.layout import DESCRIPTION, FIELD, FIELD_NAME, TITLE, clip
from engine.components import components

MAROON = 0x8C2F39


def embed(title: str, description: str = "", company: str | None = None) -> discord.Embed:
    """An embed with title and description, in the colour of a company where one is named."""
    return discord.Embed(
        title=clip(title, TITLE),
        description=clip(description, DESCRIPTION) or None,
        color=colour(company),
    )


def add(to: discord.Embed, name: str, value: str | list[str], inline: bool = False) -> None:
    """Add a field of one text or of lines; one without text is left out."""
    text = value if isinstance(value, str) else "\n".join(value)
    if text:
        to.add_field(name=clip(name, FIELD_NAME), value=clip(text, FIELD), inline=inline)


def colour(company: str | None) -> int:
    """The printed colour of a company; maroon for the game itself."""
    printed = components().companies.get(company or "")
    if printed is None or not printed.color.startswith("#"):
        return MAROON
    return int(printed.color[1:], 16)

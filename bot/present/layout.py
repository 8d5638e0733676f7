"""Embeds inside Discord's limits, and their colours."""

from __future__ import annotations

import discord

from engine.components import components

TITLE = 256
DESCRIPTION = 4096
FIELD_NAME = 256
FIELD = 1024
FOOTER = 2048
CHOICE = 100
"""The most letters of a choice that autocomplete offers."""
CHOICES = 25
"""The most choices that autocomplete offers, and that a select has."""
MAROON = 0x8C2F39


def clip(text: str, length: int, end: str = "…") -> str:
    r"""The text cut to a length, at the end of a line where it has several.

    >>> clip("one\ntwo\nthree", 9)
    'one\ntwo\n…'
    """
    if len(text) <= length:
        return text
    room = length - len(end)
    cut = text.rfind("\n", 0, room)
    return (text[: cut + 1] if cut > 0 else text[:room]) + end


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

"""Discord's limits for texts and lists, and texts cut to them."""

from __future__ import annotations

TITLE = 256
DESCRIPTION = 4096
FIELD_NAME = 256
FIELD = 1024
CHOICE = 100
"""The most letters of a choice that autocomplete offers."""
CHOICES = 25
"""The most choices that autocomplete offers, and that a select has."""


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

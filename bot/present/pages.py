"""Cuts long texts into messages that Discord takes."""

from __future__ import annotations

from discord.ext.commands import Paginator

LONGEST = 2000
MARGIN = 2
"""Characters that the paginator wants free beside a line."""


def pages(text: str, longest: int = LONGEST) -> list[str]:
    """The text in pieces of at most `longest` characters, cut between lines; at least one piece."""
    paginator = Paginator(prefix=None, suffix=None, max_size=longest)
    most = longest - MARGIN
    for line in text.split("\n"):
        for start in range(0, max(len(line), 1), most):
            paginator.add_line(line[start : start + most])
    return paginator.pages

"""Names as they are given, made fit to be shown: safe, short, and told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

LONGEST = 20
"""The most letters of a name in a game, in a line or on a button."""
UNSAFE = str.maketrans({"@": "＠", "<": "‹"})


def clean(text: str, otherwise: str = "") -> str:
    r"""A name that can stand anywhere: in one line, pinging nobody, without broken characters.

    >>> clean("  @every\u202eone \ud800 "), clean("\n", "game")
    ('＠everyone', 'game')
    """
    squeezed = " ".join(text.split())
    shown = "".join(c for c in squeezed if c.isprintable()).translate(UNSAFE)
    return " ".join(shown.split()) or otherwise


def clip(name: str, length: int = LONGEST) -> str:
    """A name cut to a length."""
    return name if len(name) <= length else name[: length - 1].rstrip() + "…"


def told_apart(names: Mapping[int, str]) -> dict[int, str]:
    """The names by seat; those that would read alike, or like a seat, with the seat behind.

    >>> told_apart({1: "Bob", 2: "bob", 3: "Asha", 4: "3"})
    {1: 'Bob (seat 1)', 2: 'bob (seat 2)', 3: 'Asha', 4: '3 (seat 4)'}
    """
    alike = Counter(name.casefold() for name in names.values())
    told = {
        seat: f"{name} (seat {seat})" if alike[name.casefold()] > 1 or name.isdecimal() else name
        for seat, name in names.items()
    }
    distinct = len({name.casefold() for name in told.values()}) == len(told)
    return told if distinct else told_apart(told)

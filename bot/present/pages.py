"""Long texts in messages that Discord takes; what does not fit is named, and can be turned to."""

from __future__ import annotations

from collections.abc import Sequence

LONGEST = 2000
"""The most letters of a message."""


def fitting(lines: Sequence[str], room: int = LONGEST) -> int:
    """How many of the first lines fit into one message; at least one.

    >>> fitting(["one", "two", "three"], 8), fitting(["one", "two"], 2)
    (2, 1)
    """
    used = 0
    for number, line in enumerate(lines):
        used += len(line) + (1 if number else 0)
        if used > room:
            return max(number, 1)
    return len(lines)


def shortened(lines: Sequence[str], left_out: str, room: int = LONGEST) -> str:
    r"""The first lines in one message; `left_out`, with `{}` for a number, says how many are not.

    >>> shortened(["one", "two", "three"], "and {} more", 12)
    'one\nand 2 more'
    """
    if fitting(lines, room) == len(lines):
        return "\n".join(lines)
    shown = fitting(lines, room - len(left_out) - 5)
    return "\n".join([*lines[:shown], left_out.format(len(lines) - shown)])

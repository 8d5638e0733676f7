"""The memory of a process that lives for months."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable
from functools import cache
from typing import Any

GARBAGE = 10_000, 10, 20
"""After how many new objects, and rounds, Python looks for those that only know each other.

A copy of a game has thousands of objects, which go by themselves when it is not used any more. By
Python's own numbers a fifth of the work of a move was to look through them in vain.
"""

YOUNG = 1
"""The generation of objects that have not been looked at more than once."""


def settle() -> None:
    """Look no more through what is loaded by now, and less often through the rest."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def give_back() -> None:
    """Give memory that is free back to the system, where the C library can.

    A picture is some hundred kilobytes that live for a moment. Those that only know each other wait
    for Python to look, which counts objects and not their size; and between small objects that
    stay, the holes that they leave are kept by the C library until it is told.
    """
    gc.collect(YOUNG)
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Callable[[int], Any] | None:
    try:
        found: Callable[[int], Any] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another library, or another system
        return None
    return found

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

ARENA_MAX = -8
"""The number by which mallopt(3) knows M_ARENA_MAX."""
ARENAS = 2
"""So many places the C library takes memory from, whatever the number of threads.

By its own number there are eight for each core, and each keeps what was once used there: a tenth of
a process that serves many games.
"""

YOUNG = 1
"""The generation of objects that have not been looked at more than once."""


def settle() -> None:
    """Look no more through what is loaded by now, and less often through the rest.

    To be called before there are threads: they would have places of their own already.
    """
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    limit = _of_the_c_library("mallopt")
    if limit is not None:
        limit(ARENA_MAX, ARENAS)


def give_back() -> None:
    """Give memory that is free back to the system, where the C library can.

    A picture is some hundred kilobytes that live for a moment. Those that only know each other wait
    for Python to look, which counts objects and not their size; and between small objects that
    stay, the holes that they leave are kept by the C library until it is told.
    """
    gc.collect(YOUNG)
    trim = _of_the_c_library("malloc_trim")
    if trim is not None:
        trim(0)


@cache
def _of_the_c_library(name: str) -> Callable[..., Any] | None:
    """A function of glibc; None where there is another library, or another system."""
    try:
        found: Callable[..., Any] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None
    return found

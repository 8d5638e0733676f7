"""Memory that is free goes back to the system, and what is loaded is looked through no more."""

from __future__ import annotations

import gc
import re
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import memory

STATUS = Path("/proc/self/status")


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)


def resident() -> int:
    """Kilobytes that are in use."""
    found = re.search(r"VmRSS:\s+(\d+)", STATUS.read_text())
    assert found is not None
    return int(found[1])


@pytest.mark.skipif(memory._trim() is None, reason="the C library cannot give memory back")
def test_holes_between_small_objects_go_back() -> None:
    pieces = [bytes(90_000 if place % 2 else 600) for place in range(1_000)]
    pieces = [piece for piece in pieces if len(piece) < 1_000]
    before = resident()
    memory.give_back()
    assert before - resident() > 20_000
    assert len(pieces) == 500


def test_a_picture_in_a_circle_goes_at_once() -> None:
    class Circle:
        def __init__(self) -> None:
            self.me = self

    gone = weakref.ref(Circle())
    memory.give_back()
    assert gone() is None


def test_where_nothing_can_be_given_back_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def library(_name: object) -> object:
        return object()

    memory._trim.cache_clear()
    monkeypatch.setattr("ctypes.CDLL", library)
    memory.give_back()
    monkeypatch.undo()
    memory._trim.cache_clear()


def test_what_is_loaded_is_not_looked_through() -> None:
    before, kept = gc.get_freeze_count(), [[] for _ in range(1_000)]  # type: ignore[var-annotated]
    memory.settle()
    assert gc.get_freeze_count() >= before + len(kept)
    assert gc.get_threshold() == memory.GARBAGE

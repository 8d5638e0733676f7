"""Memory that is free goes back to the system, and what is loaded is looked through no more."""

from __future__ import annotations

import gc
import platform
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import memory
from bot.speak.attachment import Attachment
from tests.support.patience import PATIENCE

ROOT = Path(__file__).parents[2]
HOLES = """
import re
from pathlib import Path
from bot.memory import give_back

def resident():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

pieces = [bytes(90_000 if place % 2 else 600) for place in range(1_000)]
pieces = [piece for piece in pieces if len(piece) < 1_000]
before = resident()
give_back()
print(before - resident())
"""
"""Prints how many kilobytes less are in use once the holes are given back."""


PLACES = """
import os, tempfile, threading
from ctypes import CDLL, c_void_p
from bot.memory import settle

settle()
met = threading.Barrier(33)

def work():
    kept = bytes(5_000)
    met.wait()
    met.wait()

for _ in range(32):
    threading.Thread(target=work).start()
met.wait()
c = CDLL(None)
c.fdopen.restype = c_void_p
with tempfile.TemporaryFile() as file:
    stream = c_void_p(c.fdopen(os.dup(file.fileno()), b"w"))
    c.malloc_info(0, stream)
    c.fclose(stream)
    file.seek(0)
    print(file.read().count(b"<heap nr"))
met.wait()
"""
"""Prints from how many places 32 threads took their memory."""

only_glibc = pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="only glibc gives memory back"
)


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)


def printed_by(program: str) -> int:
    """The number that a program prints, in a process of its own, whose memory is as at a start."""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE
    )
    assert run.stdout, run.stderr
    return int(run.stdout)


@only_glibc
def test_holes_between_small_objects_go_back() -> None:
    assert printed_by(HOLES) > 20_000


@only_glibc
def test_threads_take_memory_from_few_places() -> None:
    assert printed_by(PLACES) <= memory.ARENAS


def test_a_picture_in_a_circle_goes_at_once() -> None:
    class Circle:
        def __init__(self) -> None:
            self.me = self

    gone = weakref.ref(Circle())
    memory.give_back()
    assert gone() is None


def test_a_file_that_was_sent_goes_at_once() -> None:
    """Also where Python looks for no circles."""
    gc.disable()
    try:
        file = Attachment(b"a picture", "map.png")
        stream = weakref.ref(file.fp)
        for tries in range(3):
            file.reset(seek=tries)
            assert file.fp.read() == b"a picture"
            file.fp.close()  # Discord's library keeps it open for the next try
        file.close()
        del file
        assert stream() is None
    finally:
        gc.enable()


def test_where_nothing_can_be_given_back_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def library(_name: object) -> object:
        return object()

    memory._of_the_c_library.cache_clear()
    monkeypatch.setattr("ctypes.CDLL", library)
    assert memory._of_the_c_library("malloc_trim") is None
    memory.give_back()
    memory.settle()
    monkeypatch.undo()
    memory._of_the_c_library.cache_clear()


def test_what_is_loaded_is_not_looked_through() -> None:
    before = gc.get_freeze_count()
    kept: list[list[int]] = [[] for _ in range(1_000)]
    memory.settle()
    assert gc.get_freeze_count() >= before + len(kept)
    assert gc.get_threshold() == memory.GARBAGE

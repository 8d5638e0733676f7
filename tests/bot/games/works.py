"""Work for processes of their own, in place of following a log; they load little else."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

from bot.refusal import PlayerError

if TYPE_CHECKING:
    from bot.games.importing import Imported


def hang(text: bytes, rules: str, until: int | None) -> Imported:
    """Never come to an end; leave word of the process in the file that `text` names."""
    Path(text.decode()).write_text(str(os.getpid()))
    while True:
        pass


def die(text: bytes, rules: str, until: int | None) -> Imported:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("dead already")


def fail(text: bytes, rules: str, until: int | None) -> Imported:
    raise KeyError("a fault of the program")


def note(text: bytes, rules: str, until: int | None) -> Imported:
    """Write down when this begins and ends; `text` names the file."""
    path = Path(text.decode())
    with path.open("a") as file:
        file.write("begin\n")
    with path.open("a") as file:
        file.write("end\n")
    raise PlayerError("noted")

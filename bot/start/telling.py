"""How subcommands end: what cannot work is one sentence and exit code 1."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from bot.refusal import PlayerError, StartError

if TYPE_CHECKING:
    from bot.settings import Settings


def fail(message: str) -> NoReturn:
    """Say what is wrong on standard error and end with exit code 1."""
    print(message, file=sys.stderr)
    raise typer.Exit(1)


def write(file: Path, data: bytes) -> None:
    """Write a file; where that cannot be, the program ends."""
    try:
        file.write_bytes(data)
    except OSError as error:
        fail(not_written(file, error))


def not_written(file: Path, error: OSError) -> str:
    """The sentence for a file that cannot be written."""
    return f"{file} cannot be written ({error.strerror or error})."


@contextmanager
def sentences() -> Iterator[Settings]:
    """The settings; what goes wrong with them or meanwhile ends the program with a sentence."""
    from bot.settings import load_settings  # not loaded where only a log is read

    with failing():
        yield load_settings()


@contextmanager
def failing() -> Iterator[None]:
    """What goes wrong meanwhile, and is no fault of the program, ends it with a sentence."""
    from storage.errors import Busy, StorageError, Unsure

    try:
        yield
    except (StartError, StorageError, PlayerError) as error:
        fail(str(error))
    except (Busy, Unsure) as error:
        fail(f"It cannot be done now ({error}): see `python -m bot doctor`, then try again.")

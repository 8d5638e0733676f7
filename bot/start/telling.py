"""How the subcommands for the operator end: what cannot work is one sentence and exit code 1."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from bot.refusal import PlayerError, StartError
from bot.settings import Settings, load_settings


@contextmanager
def sentences() -> Iterator[Settings]:
    """The settings; what goes wrong with them or meanwhile ends the program with a sentence."""
    from storage.errors import StorageError  # not loaded where only a heartbeat is read

    try:
        yield load_settings()
    except (StartError, StorageError, PlayerError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(1) from error

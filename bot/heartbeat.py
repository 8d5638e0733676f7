"""The heartbeat of a running bot: a small file in its data folder, by which others see it works."""

from __future__ import annotations

from pathlib import Path

import msgspec


class Heartbeat(msgspec.Struct, frozen=True):
    """How the bot was `at` a time, in Unix seconds.

    `cut_off` is since when it has had no connection to Discord, None while it has one.
    """

    at: float
    pid: int
    database: bool
    cut_off: float | None


def read_heartbeat(file: Path) -> Heartbeat | None:
    """The last heartbeat of the bot that writes that file; None where there is none."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Heartbeat)
    except (OSError, msgspec.DecodeError):
        return None


def write_heartbeat(file: Path, beat: Heartbeat) -> None:
    """Write the file anew, all at once. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix(".new")
    new.write_bytes(msgspec.json.encode(beat))
    new.replace(file)

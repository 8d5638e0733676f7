"""Prints how long hostile logs take to read, against their size: the time grows as the size does.

Each log is some entries that change nothing and then undo and redo in a row. Beside the whole
reading, which refuses what is too long, the undo and redo alone are shown without that limit.
Times are processor time, so that neighbours on the machine do not count.

    python -m benchmarks.logs
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from interchange.chain import standing
from interchange.replay import Replay, ReplayError
from interchange.site_log import TITLE, LogError, RawAction, parse

SIZES = (2_500, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000)
"""Entries of a log; 160,000 make 6 to 9 MB."""


def log(entries: list[RawAction]) -> str:
    """A file with the entries, each with its id."""
    file = {
        "title": TITLE,
        "players": [{"id": 1, "name": "Asha"}, {"id": 2, "name": "Bela"}],
        "settings": {"seed": 1},
        "actions": [{**entry, "id": 10 * i} for i, entry in enumerate(entries, 1)],
    }
    return json.dumps(file)


def storm(undo: Mapping[str, Any]) -> Callable[[int], list[RawAction]]:
    """Entries that change nothing, then pairs of an undo and a redo."""

    def entries(count: int) -> list[RawAction]:
        pairs: list[RawAction] = [{"type": "undo", **undo}, {"type": "redo"}]
        return [{"type": "program_disable"}] * (count // 2) + pairs * (count // 4)

    return entries


STORMS: Mapping[str, Callable[[int], list[RawAction]]] = {
    "undo to an id that is missing, redo": storm({"action_id": 15}),
    "undo of everything, redo": storm({"action_id": 0}),
    "undo of one, redo": storm({}),
    "undo in a row, redo in a row": lambda n: (
        [{"type": "log"}] * (n // 3) + [{"type": "undo"}] * (n // 3) + [{"type": "redo"}] * (n // 3)
    ),
    "chat": lambda n: [{"type": "message", "message": "x" * 20}] * n,
    "programs with auto_actions": lambda n: (
        [{"type": "program_x", "auto_actions": [{"type": "log"}]}] * n
    ),
}


def timed(run: Callable[[], object]) -> tuple[float, str]:
    """Milliseconds of a run, and whether it was refused."""
    start = time.process_time()
    try:
        run()
    except (LogError, ReplayError):
        return (time.process_time() - start) * 1000, "refused"
    return (time.process_time() - start) * 1000, "read"


def read(text: str) -> None:
    """All that an import does with a file before it is stored."""
    for _ in Replay(parse(text)).steps():
        pass


def main() -> None:
    """Print a table for each kind of log."""
    for name, entries in STORMS.items():
        print(name)
        for count in SIZES:
            text = log(entries(count))
            actions = json.loads(text)["actions"]
            whole, said = timed(partial(read, text))
            alone, _ = timed(partial(standing, actions))
            print(
                f"  {len(actions):7,} entries {len(text) / 1e6:5.2f} MB"
                f"   import {whole:7.1f} ms {said:7}"
                f"   undo and redo {alone:7.1f} ms, {alone * 1000 / len(actions):.2f} µs an entry"
            )


if __name__ == "__main__":
    main()

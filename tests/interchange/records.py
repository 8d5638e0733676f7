"""The recorded games: those copied into this suite, and the shared ones where they are at hand."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import RULEBOOK, SITE, Ruleset
from interchange.replay import Replay
from interchange.site_log import SiteLog, parse

DATA = Path(__file__).parents[1] / "data"
SHARED = Path(__file__).parents[3] / "shared" / "games"
SMALL = "made-344-2p-hoarder"


@dataclass(frozen=True)
class Record:
    """A recorded game: its log and its trace."""

    folder: Path
    name: str

    @property
    def ruleset(self) -> Ruleset:
        """The rules that the game was recorded by."""
        return SITE if self.name.startswith("real-") else RULEBOOK

    def raw(self) -> dict[str, Any]:
        """The log as plain JSON."""
        raw: dict[str, Any] = json.loads((self.folder / f"{self.name}.json").read_bytes())
        return raw

    def log(self) -> SiteLog:
        """The log as read by the program."""
        return parse((self.folder / f"{self.name}.json").read_bytes())

    def replay(self) -> Replay:
        """A replay of the log, at its beginning."""
        return Replay(self.log(), self.ruleset)

    def trace(self) -> list[dict[str, Any]]:
        """The lines of the trace."""
        path = self.folder / f"{self.name}.trace.jsonl.gz"
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]

    def __str__(self) -> str:
        return self.name


def _records(folder: Path) -> list[Record]:
    return [Record(folder, path.stem) for path in sorted(folder.glob("*.json"))]


COPIED = _records(DATA)
OTHERS = [r for r in _records(SHARED) if r.name not in {c.name for c in COPIED}]
ALL = COPIED + OTHERS


def record(name: str = SMALL) -> Record:
    """One of the copied games."""
    return Record(DATA, name)

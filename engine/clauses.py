"""The clauses of `docs/rules.md`: their titles, and the printed rulebook's numbers where known."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

PAGE = "docs/rules.md"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause by its `number` on the page; `printed` is its own number in the printed rulebook."""

    number: str
    title: str
    printed: str | None = None

    @property
    def anchor(self) -> str:
        """Where the page has it."""
        return f"{PAGE}#{self.number}"

    @property
    def citation(self) -> str:
        """What a player can look up: the printed rule, or else the clause of the page."""
        printed = self.printed or _printed_above(self.number)
        return f"rule {printed}" if printed else f"rules page {self.number}, {self.title}"


@cache
def clauses() -> Mapping[str, Clause]:
    """All clauses by their number, in the order of the page."""
    text = (files("engine") / "data" / "clauses.json").read_text(encoding="utf-8")
    rows = json.loads(text)
    return {row["clause"]: Clause(row["clause"], row["title"], row.get("printed")) for row in rows}


def _printed_above(number: str) -> str | None:
    """The printed number of the nearest clause of which this one is a part."""
    while "." in number:
        number = number.rpartition(".")[0]
        above = clauses().get(number)
        if above and above.printed:
            return above.printed
    return None

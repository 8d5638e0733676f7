"""Which servers a process takes care of, where several share the work: those of its shards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import gcd
from typing import Any

from sqlalchemy import ColumnElement, true

FORM = re.compile(r"\s*(\d+)(?:-(\d+))?\s*/\s*(\d+)\s*")
SNOWFLAKE_TIME = 22
"""So many low bits of a server's number say nothing to which shard it belongs."""


@dataclass(frozen=True, slots=True)
class Share:
    """The shards from `first` to `last` out of `count`: Discord's way to divide the servers."""

    first: int = 0
    last: int = 0
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Share:
        """Read what `str` writes: "0-3/16", or "5/16". Raises ValueError."""
        found = FORM.fullmatch(text)
        if found is None:
            raise ValueError("write it like 0-3/16: these shards, of so many in all")
        first, last, count = (int(number) for number in (found[1], found[2] or found[1], found[3]))
        if not first <= last < count:
            raise ValueError(f"shards of {count} go from 0 to {count - 1}, the lower one first")
        return cls(first, last, count)

    def __str__(self) -> str:
        span = f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"
        return f"{span}/{self.count}"

    @property
    def shards(self) -> range:
        """The numbers of its shards."""
        return range(self.first, self.last + 1)

    def has(self, guild_id: int) -> bool:
        """Whether a server is in it."""
        return (guild_id >> SNOWFLAKE_TIME) % self.count in self.shards

    def holds(self, guild_id: ColumnElement[Any]) -> ColumnElement[bool]:
        """The same of a column."""
        if len(self.shards) == self.count:
            return true()
        shard = guild_id // (1 << SNOWFLAKE_TIME) % self.count
        return shard.between(self.first, self.last)

    def overlaps(self, other: Share) -> bool:
        """Whether a server may be in both."""
        common = gcd(self.count, other.count)
        mine, theirs = ({shard % common for shard in share.shards} for share in (self, other))
        return not mine.isdisjoint(theirs)


WHOLE = Share()
"""All servers: there is one process."""

"""The newest lines of CHANGELOG.md, which lies beside the program."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FILE = Path(__file__).parents[1] / "CHANGELOG.md"
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@cache
def newest(most: int, file: Path = FILE) -> tuple[str, ...]:
    """The first so many points of the newest version, each in one line; none without the file."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError:
        return ()
    _, _, rest = text.partition("\n## ")
    section = rest.partition("\n## ")[0]
    points = re.split(r"^- ", section, flags=re.MULTILINE)[1:]
    return tuple(LINK.sub(r"\1", " ".join(point.split())) for point in points[:most])

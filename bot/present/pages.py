"""Cuts long texts into messages that Discord takes."""

from __future__ import annotations

LONGEST = 2000


def pages(text: str, longest: int = LONGEST) -> list[str]:
    """The text in pieces of at most `longest` characters, cut between lines; at least one piece."""
    found = [""]
    for line in text.split("\n"):
        for part in [line[i : i + longest] for i in range(0, len(line), longest)] or [""]:
            joined = f"{found[-1]}\n{part}" if found[-1] else part
            if len(joined) > longest:
                found.append(part)
            else:
                found[-1] = joined
    return found

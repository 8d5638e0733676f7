"""A game log of 18xx.games: what it must contain, and which of its actions still stand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

TITLE = "18 India"
RawAction = dict[str, Any]


class LogError(Exception):
    """A file that is no log this program can follow. The message is one sentence for the user."""


@dataclass(frozen=True, slots=True)
class SiteLog:
    """`players` are (id, name) in seating order; `actions` all entries of the file in order."""

    title: str
    seed: int
    players: tuple[tuple[int, str], ...]
    actions: tuple[RawAction, ...]


def parse(text: str | bytes) -> SiteLog:
    """Read a log. Raises LogError for anything that is not a log of 18 India."""
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LogError("The file is not JSON; export the game from 18xx.games as JSON.") from error
    if not isinstance(raw, dict) or not isinstance(raw.get("actions"), list):
        raise LogError("The file is no 18xx.games log: it has no list of actions.")
    title = raw.get("title")
    if title != TITLE:
        raise LogError(f"The log is of the game {shown(title)}; only {TITLE} can be played here.")
    settings = raw.get("settings")
    seed = settings.get("seed") if isinstance(settings, dict) else None
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise LogError("The log has no seed (settings.seed), so its setup cannot be repeated.")
    players = _players(raw.get("players"))
    actions = raw["actions"]
    for i, action in enumerate(actions):
        if not is_action(action):
            raise LogError(f"Entry {i + 1} of the log's actions is no action.")
        if not isinstance(action.get("id", 0), int):
            raise LogError(f"Entry {i + 1} of the log's actions has no proper id.")
    return SiteLog(TITLE, seed, players, tuple(actions))


MOST_LETTERS = 60


def is_action(raw: object) -> bool:
    """Whether an entry (or one of its `auto_actions`) is an object with a proper `type`."""
    kind = raw.get("type") if isinstance(raw, dict) else None
    return isinstance(kind, str) and len(kind) <= MOST_LETTERS


def shown(value: object) -> str:
    """A value of a log as it is quoted in a message: short, whatever it is."""
    if not isinstance(value, str | int | float | None):
        return "something else"
    text = repr(value)
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


def _players(raw: object) -> tuple[tuple[int, str], ...]:
    if not isinstance(raw, list) or not 2 <= len(raw) <= 5:
        raise LogError("18 India is for 2 to 5 players; the log names none or another number.")
    found: list[tuple[int, str]] = []
    for row in raw:
        if not isinstance(row, Mapping) or not isinstance(row.get("id"), int):
            raise LogError("A player of the log has no id.")
        name = _clean(row.get("name")) or f"Player {len(found) + 1}"
        names = {n for _, n in found}
        while name in names:
            name += "'"
        found.append((row["id"], name))
    if len({i for i, _ in found}) < len(found):
        raise LogError("Two players of the log have the same id.")
    return tuple(found)


def _clean(name: object) -> str:
    """A name that can be written anywhere: short, in one line, without broken characters."""
    text = name if isinstance(name, str) else ""
    return "".join(c for c in text if c.isprintable()).strip()[:MOST_LETTERS]


CHAT = "message"


def _left_by(undo: RawAction, kept: Sequence[RawAction]) -> int:
    """How many of the actions that stand are left by an undo."""
    target = undo.get("action_id")
    if target is None:
        return max(len(kept) - 1, 0)
    for i in range(len(kept), 0, -1):
        if kept[i - 1].get("id") == target:
            return i
    after = (
        i for i, a in enumerate(kept) if isinstance(target, int) and a.get("id", target) > target
    )
    left = next(after, None)
    if left is None and target != 0:
        raise LogError(
            f"Action {shown(undo.get('id'))} undoes back to {shown(target)}, "
            "after which nothing stands."
        )
    return left or 0


def standing(actions: Sequence[RawAction]) -> list[RawAction]:
    """The actions that still stand once every undo and redo is applied; chat is left out.

    An undo takes back the last action that stands, or everything after its `action_id`, be that a
    chat or what does not stand any more. A redo
    brings back what the latest undo not yet redone took, until any other action is made.
    """
    kept: list[RawAction] = []
    undone: list[list[RawAction]] = []
    for action in actions:
        kind = action["type"]
        if kind == CHAT:
            continue
        if kind == "undo":
            to = _left_by(action, kept)
            undone.append(kept[to:])
            del kept[to:]
        elif kind == "redo":
            if not undone:
                entry = shown(action.get("id"))
                raise LogError(f"Action {entry} is a redo with nothing to bring back.")
            kept += undone.pop()
        else:
            undone.clear()
            kept.append(action)
    return kept

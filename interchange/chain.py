"""Which entries of a log still stand once every undo and redo is applied."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from interchange.site_log import LogError, RawAction, shown

CHAT, UNDO, REDO = "message", "undo", "redo"
START = 0
"""The `action_id` with which an undo takes everything back."""


def standing(actions: Sequence[RawAction]) -> list[RawAction]:
    """The entries that still stand, without chat, in the order in which they are followed.

    An undo takes back the last entry that stands, or with an `action_id` all that stands after the
    entry of that id, whatever that entry is and whether it stands; 0 is the start of the game. A
    redo brings back what the latest undo not yet redone took, until any other entry is made. Chat
    changes nothing here and is never taken back.

    Raises LogError for an undo to what is no entry, and for a redo with nothing to bring back.
    """
    ids = _Ids(actions)
    kept: list[RawAction] = []
    places: list[int] = []
    stand = 0
    undone: list[int] = []
    # What an undo takes is always the end of what stands, and a redo brings the same end back, so
    # it is enough to move the mark `stand`; what lies behind it goes when another entry is made.
    for place, action in enumerate(actions):
        kind = action["type"]
        if kind == UNDO:
            undone.append(stand)
            stand = _left_by(action, ids, places, stand)
        elif kind == REDO:
            if not undone:
                entry = shown(action.get("id"))
                raise LogError(f"Action {entry} is a redo with nothing to bring back.")
            stand = undone.pop()
        elif kind != CHAT:
            del kept[stand:], places[stand:]
            undone.clear()
            kept.append(action)
            places.append(place)
            stand += 1
    return kept[:stand]


def _left_by(undo: RawAction, ids: _Ids, places: Sequence[int], stand: int) -> int:
    """How many of the entries that stand are left by an undo."""
    target = undo.get("action_id")
    if target is None:
        return max(stand - 1, 0)
    place = ids.place(target)
    if place is None:
        raise LogError(
            f"Action {shown(undo.get('id'))} undoes back to {shown(target)}, "
            "which is no action of the log."
        )
    return bisect_right(places, place, hi=stand)


class _Ids:
    """Finds the place of an entry by its id."""

    def __init__(self, actions: Sequence[RawAction]) -> None:
        found = [a.get("id") for a in actions]
        self._places: dict[int, int] = {}
        for place, id_ in enumerate(found):
            if isinstance(id_, int):
                self._places.setdefault(id_, place)
        in_order = all(
            isinstance(a, int) and isinstance(b, int) and a < b for a, b in pairwise(found)
        )
        self._ordered = list(self._places) if in_order else []

    def place(self, target: object) -> int | None:
        """The place after which an undo to `target` takes back; -1 is before all entries.

        Ids have gaps where entries were left out of the file: then it is the last one before.
        """
        if not isinstance(target, int) or isinstance(target, bool):
            return None
        if target == START:
            return -1
        place = self._places.get(target)
        if place is None and self._ordered and START < target < self._ordered[-1]:
            return bisect_right(self._ordered, target) - 1
        return place

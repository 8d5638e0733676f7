"""The list that is a game: actions, and the undo and redo that are entries of it too.

Nothing is ever deleted from a journal; playing it again from the start gives the game.
"""

from __future__ import annotations

import msgspec

from engine.actions import VERSION, AnyAction, from_json, to_json
from engine.events import Event
from engine.game import Game


class Undo(
    msgspec.Struct,
    frozen=True,
    tag_field="type",
    tag="undo",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Take back every standing action after the first `to`; the seats of `agreed` were asked."""

    to: int
    agreed: tuple[int, ...] = ()


class Redo(msgspec.Struct, frozen=True, tag_field="type", tag="redo", forbid_unknown_fields=True):
    """Bring back what the latest undo took."""


Entry = AnyAction | Undo | Redo


def encode(entry: Entry) -> str:
    """The JSON form of an entry, with the version of the form."""
    if isinstance(entry, Undo | Redo):
        return msgspec.json.encode({"v": VERSION, **msgspec.to_builtins(entry)}).decode()
    return to_json(entry)


def decode(text: str) -> Entry:
    """Read an entry back. Raises ValueError for an unknown form or a newer version."""
    raw = msgspec.json.decode(text)
    if isinstance(raw, dict) and raw.get("v") == VERSION and raw.get("type") in {"undo", "redo"}:
        del raw["v"]
        undo: Undo | Redo = msgspec.convert(raw, Undo | Redo)
        return undo
    return from_json(text)


def play(game: Game, entry: Entry) -> tuple[Event, ...]:
    """Take one entry; returns what happened (nothing is told of an undo or a redo).

    Raises RuleViolation, the game then being as before.
    """
    if isinstance(entry, Undo):
        game.undo(entry.to)
        return ()
    if isinstance(entry, Redo):
        game.redo()
        return ()
    return game.apply(entry)

"""The whole of a state as plain data, for comparing two states or one state before and after."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from engine.board import Board
from engine.node import Node
from engine.state import State


def fingerprint(state: State) -> Any:
    """Everything in the state but the events of the last action and remembered networks."""
    return _plain({k: v for k, v in vars(state).items() if k != "events"})


PLAIN = frozenset({str, int, bool, float, type(None)})
"""Most values of a state are of these; to ask them first makes a fingerprint three times faster."""


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind in PLAIN:
        return value
    if isinstance(value, list | tuple):
        return [v if type(v) in PLAIN else _plain(v) for v in value]
    if isinstance(value, dict):
        return {k: v if type(v) in PLAIN else _plain(v) for k, v in value.items()}
    if isinstance(value, Board):
        return _plain({k: v for k, v in vars(value).items() if k not in ("_reach", "version")})
    if isinstance(value, Node):
        return (value.hex, value.piece.kind, value.index, value.exits, *_places(value))
    if is_dataclass(kind):
        return kind.__name__, {name: _plain(getattr(value, name)) for name in _fields(kind)}
    if isinstance(value, set | frozenset):
        return sorted(value)
    return value


@cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _places(node: Node) -> tuple[tuple[str | None, ...], tuple[str, ...], tuple[str, ...]]:
    return tuple(node.stations), tuple(node.extra), tuple(node.reserved)

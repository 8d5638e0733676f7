"""The whole of a state as plain data, for comparing two states or one state before and after."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from engine.board import Board, Node
from engine.state import State


def fingerprint(state: State) -> Any:
    """Everything in the state but the events of the last action and remembered networks."""
    return _plain({k: v for k, v in vars(state).items() if k != "events"})


def _plain(value: Any) -> Any:
    if isinstance(value, Board):
        return _plain({k: v for k, v in vars(value).items() if k not in ("_reach", "version")})
    if isinstance(value, Node):
        node: Node = value
        return (node.hex, node.piece.kind, node.index, node.exits, *_places(node))
    if is_dataclass(value) and not isinstance(value, type):
        return (
            type(value).__name__,
            {f.name: _plain(getattr(value, f.name)) for f in fields(value)},
        )
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value


def _places(node: Node) -> tuple[tuple[str | None, ...], tuple[str, ...], tuple[str, ...]]:
    return tuple(node.stations), tuple(node.extra), tuple(node.reserved)

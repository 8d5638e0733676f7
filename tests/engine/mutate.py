"""Spoils actions: well-formed ones that are wrong in some field, or at the wrong place."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from engine.actions import AnyAction
from engine.components import components
from engine.state import State

NAMES = (
    *components().companies,
    *components().privates,
    *components().tiles,
    *components().hexes,
    *components().trains,
)
ODD_NAMES = (
    "",
    "-",
    "0",
    "EIR_0",
    "GIPR_10",
    "RB",
    "RB0",
    "P7",
    "2-0",
    "4-1",
    "4x3-0",
    "D23-²",
    "_",
)
ODD_NUMBERS = (-(10**12), -7, -1, 0, 1, 2, 3, 5, 6, 10, 20, 60, 180, 450, 10**12)


def spoiled(action: AnyAction, state: State, rng: Random) -> AnyAction:
    """The action with one or two of its fields changed to something of the same type."""
    form: dict[str, Any] = msgspec.to_builtins(action)
    for _ in range(rng.randint(1, 2)):
        key = rng.choice(sorted(form))
        if key != "type":
            form[key] = _other(form[key], state, rng)
    try:
        other: AnyAction = msgspec.convert(form, AnyAction)
    except msgspec.ValidationError:
        return action
    return other


def _other(value: Any, state: State, rng: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice((value + rng.choice((-1, 1, 10)), *rng.sample(ODD_NUMBERS, 3)))
    if isinstance(value, list):
        return _other_list(value, state, rng)
    if isinstance(value, dict):
        key = rng.choice(sorted(value))
        return {**value, key: _other(value[key], state, rng)}
    if isinstance(value, str) and "/" in value and rng.random() < 0.7:
        return f"{rng.choice(sorted(components().hexes))}/{rng.choice(('0', '3', '9', '²', 'x'))}"
    cards = [*state.market_privates, *(c for row in state.ipo_rows for c in row[:3])]
    return rng.choice(
        (
            *rng.sample(NAMES, 3),
            *rng.sample(ODD_NAMES, 3),
            *cards,
            rng.choice(list(state.companies or "x")),
        )
    )


def _other_list(value: list[Any], state: State, rng: Random) -> list[Any]:
    if not value:
        return value
    i = rng.randrange(len(value))
    how = rng.randrange(4)
    if how == 0:
        return value[:i] + value[i + 1 :]
    if how == 1:
        return [*value, value[i]]
    if how == 2:
        return [*value[:i], *reversed(value[i:])]
    return [*value[:i], _other(value[i], state, rng), *value[i + 1 :]]

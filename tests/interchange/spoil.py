"""Spoils game logs: drops, doubles, reorders and changes actions, fields, the head of the file."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

Log = dict[str, Any]

DEEP: Any = [0]
for _ in range(300):
    DEEP = [DEEP]
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, -7, 3, 6, 10**30, 1.5, float("nan"), "", "-", "0", "²", "_",
    "9" * 5000, "D23-0-1", "57-0", "D23-²", "EIR", "EIR_0", "P2", "RB0", "RB", "4-0", chr(0xD800),
    [], [[]], [1], {}, {"type": []}, {"type": "pass"}, [None], [["A1", "B2"]], ["EIR_1"],
    ["EIR_1", "MR_1"], DEEP, "player", "corporation", "company",
)  # fmt: skip
KINDS = (
    "pass", "undo", "redo", "message", "end_game", "bid", "buy_company", "buy_shares",
    "sell_shares", "lay_tile", "place_token", "run_routes", "dividend", "buy_train", "sell_train",
    "choose", "choose_ability", "assign", "remove_border", "remove_token", "sell_company",
    "select_multiple_companies", "corporate_buy_shares", "corporate_sell_company",
    "program_share_pass", "merge",
)  # fmt: skip
KEYS = (
    "entity", "entity_type", "id", "company", "price", "shares", "percent", "hex", "tile",
    "rotation", "city", "slot", "tokener", "routes", "kind", "train", "variant", "target", "edge",
    "action_id", "auto_actions", "companies", "type",
)  # fmt: skip


def spoiled(log: Log, rng: Random, changes: int) -> Log:
    """A copy of the log with some changes."""
    log = copy.deepcopy(log)
    for _ in range(changes):
        _change(log, rng)
    return log


def _change(log: Log, rng: Random) -> None:
    actions = log.get("actions")
    if rng.random() < 0.1 or not isinstance(actions, list) or not actions:
        _spoil_value(log, rng)
        return
    i = rng.randrange(len(actions))
    how = rng.randrange(8)
    if how == 0:
        del actions[i]
    elif how == 1:
        actions.insert(rng.randrange(len(actions)), copy.deepcopy(actions[i]))
    elif how == 2:
        j = rng.randrange(len(actions))
        actions[i], actions[j] = actions[j], actions[i]
    elif how == 3:
        actions[i] = copy.deepcopy(rng.choice(ODD))
    elif not isinstance(actions[i], dict):
        actions[i] = {"type": rng.choice(KINDS), "id": i}
    elif how == 4:
        actions[i]["type"] = rng.choice(KINDS)
    elif how == 5:
        actions[i][rng.choice(KEYS)] = copy.deepcopy(rng.choice(ODD))
    else:
        _spoil_value(actions[i], rng)


def _spoil_value(value: Any, rng: Random) -> None:
    """Change something inside, at any depth."""
    while isinstance(value, dict | list) and value:
        keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = rng.choice(keys)
        inner = value[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.7:
            value = inner
            continue
        if rng.random() < 0.3:
            del value[key]
        else:
            value[key] = copy.deepcopy(rng.choice(ODD))
        return

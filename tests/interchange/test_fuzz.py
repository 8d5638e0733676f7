"""Any bytes, any JSON, any log: a list of actions, or one clear sentence; never another exception.

What is drawn here are whole files, their numbers, texts and nesting; `test_spoiled` changes logs.
"""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.actions import AnyAction
from interchange.keys import READ
from interchange.replay import Replay, ReplayError
from interchange.site_log import DEEPEST, LARGEST, MOST_DIGITS, MOST_ENTRIES, LogError, parse
from tests.interchange.records import record

LOG = record().raw()
HEAD = {k: v for k, v in LOG.items() if k != "actions"}
SHORT: list[dict[str, Any]] = LOG["actions"][:90]


def taken(data: str | bytes) -> list[AnyAction] | str:
    """All that stands between a file and the actions to be stored: the actions, or a sentence."""
    try:
        replay = Replay(parse(data), record().ruleset)
        return [action for step in replay.steps() for action in step.actions]
    except (LogError, ReplayError) as fault:
        return str(fault)


def check(data: str | bytes) -> None:
    found = taken(data)
    if isinstance(found, str):
        assert 10 < len(found) < 400
        assert found.isprintable()
        assert found.endswith((".", "?"))


TEXTS = st.text(st.characters(codec=None), max_size=80) | st.sampled_from(
    ["EIR", "EIR_0", "P2", "RB0", "57-0", "G8", "G8-0-0", "player", "corporation", "\ud800", "²"]
)
NUMBERS = st.integers() | st.floats() | st.integers(-3, 7) | st.sampled_from([10**19, 10**25])
LEAVES = st.none() | st.booleans() | NUMBERS | TEXTS
VALUES = st.recursive(
    LEAVES, lambda v: st.lists(v, max_size=4) | st.dictionaries(TEXTS, v, max_size=4), max_leaves=12
)
KEYS = st.sampled_from(
    sorted(
        {"id", "entity", "entity_type", "auto_actions", "action_id", *set().union(*READ.values())}
    )
)
ENTRIES = st.fixed_dictionaries(
    {"type": st.sampled_from([*READ, "log", "message", "program_x"]) | TEXTS},
    optional={"id": VALUES, "entity": VALUES, "entity_type": VALUES},
).flatmap(lambda e: st.dictionaries(KEYS, VALUES, max_size=4).map(lambda more: {**e, **more}))

thorough = settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@thorough
@given(VALUES)
def test_any_json_is_a_log_or_a_sentence(value: Any) -> None:
    check(json.dumps(value))
    check(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))


@thorough
@given(st.dictionaries(st.sampled_from([*LOG, "mode"]), VALUES, max_size=3))
def test_any_head_is_a_log_or_a_sentence(changed: dict[str, Any]) -> None:
    check(json.dumps({**HEAD, "actions": SHORT[:3], **changed}))


@thorough
@given(st.lists(ENTRIES, max_size=5), st.integers(0, len(SHORT)))
def test_any_entries_are_followed_or_a_sentence(entries: list[dict[str, Any]], at: int) -> None:
    check(json.dumps({**HEAD, "actions": [*SHORT[:at], *entries]}))


@thorough
@given(st.integers(0, len(SHORT) - 1), KEYS, VALUES)
def test_any_value_in_an_entry_is_followed_or_a_sentence(at: int, key: str, value: Any) -> None:
    actions = copy.deepcopy(SHORT)
    actions[at][key] = value
    check(json.dumps({**HEAD, "actions": actions}))


@thorough
@given(st.integers(0, 2**32))
def test_spoilt_bytes_are_followed_or_a_sentence(seed: int) -> None:
    rng = Random(seed)
    data = bytearray(json.dumps({**HEAD, "actions": SHORT[:30]}).encode())
    for _ in range(rng.randint(1, 6)):
        place = rng.randrange(len(data))
        how = rng.randrange(4)
        if how == 0:
            data[place] = rng.randrange(256)
        elif how == 1:
            del data[place : place + rng.randint(1, 30)]
        elif how == 2:
            data[place:place] = rng.choice(
                [b"[" * 50, b"9" * 60, b"NaN", b"\\ud800", b"\xff", b'"']
            )
        else:
            end = place + rng.randint(1, 200)
            data[place:place] = data[place:end]
    check(bytes(data))


def having(*actions: dict[str, Any]) -> str:
    """A file with these entries."""
    return json.dumps({**HEAD, "actions": actions})


def deep(levels: int) -> Any:
    found: Any = 1
    for _ in range(levels):
        found = [found]
    return found


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (having({"type": "pass", "id": int("9" * 2500)}), "2,500 digits"),
        (having({"type": "pass", "x": 10**MOST_DIGITS}), "21 digits"),
        (having({"type": "pass", "x": float("nan")}), "NaN"),
        (having({"type": "pass", "x": float("-inf")}), "-Infinity"),
        (having({"type": "pass", "x": deep(DEEPEST)}), "too deep"),
        (having({"type": "pass", "x": deep(900)}), "too deep"),
        (having(*[{"type": "x"}] * (MOST_ENTRIES + 1)), "at most 20,000"),
        (b" " * (LARGEST + 1), "larger than 4 MB"),
    ],
    ids=["id", "number", "nan", "inf", "deep", "deeper", "entries", "bytes"],
)
def test_what_is_beyond_the_limits_is_refused(data: str | bytes, words: str) -> None:
    with pytest.raises(LogError, match=words):
        parse(data)


def test_what_is_within_the_limits_is_read() -> None:
    entry = {"type": "message", "id": 10**MOST_DIGITS - 1, "x": deep(DEEPEST - 4)}
    assert taken(having(entry)) == []
    chat = [{"type": "message", "id": i} for i in range(1, MOST_ENTRIES + 1)]
    assert taken(having(*chat)) == []

"""The JSON form of actions: there and back again, and what is no action."""

from __future__ import annotations

import json

import pytest

from engine.actions import VERSION, LayTile, Pass, from_json, to_json
from tests.engine.recorded import positions


def test_every_recorded_action_comes_back_the_same() -> None:
    kinds = set()
    for game in positions():
        if game.history:
            action = game.history[-1].action
            kinds.add(type(action))
            assert from_json(to_json(action)) == action
    assert len(kinds) >= 17


def test_the_form_is_plain_and_carries_its_version() -> None:
    assert json.loads(to_json(Pass("MR"))) == {"v": VERSION, "type": "pass", "entity": "MR"}
    assert json.loads(to_json(LayTile("MR", "A1", "9", 0)))["private"] is None


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "[]", "1", "null", "{}", '{"v": 1}', '{"v": 2, "type": "pass", "entity": 1}',
        '{"v": 1, "type": "no"}', '{"v": 1, "type": "pass"}',
        '{"v": 1, "type": "pass", "entity": 1.5}', '{"v": 1, "type": "pass", "entity": 1, "x": 2}',
    ],
)  # fmt: skip
def test_anything_else_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        from_json(text)

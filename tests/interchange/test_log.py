"""Reading a log: what a file must contain, and which of its actions stand after undo and redo."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from interchange.replay import Replay, ReplayError
from interchange.site_log import LogError, RawAction, parse
from tests.engine.fingerprint import fingerprint
from tests.interchange.records import SMALL, record

Change = Callable[[dict[str, Any]], object]


def row(id_: int, kind: str = "pass", **more: Any) -> RawAction:
    return {"type": kind, "id": id_, **more}


def test_undo_and_redo_in_a_log_lead_to_the_same_game() -> None:
    game = record()
    raw = game.raw()
    last = raw["actions"][-1]["id"]
    raw["actions"] += [
        row(last + 1, "undo", action_id=raw["actions"][200]["id"]),
        row(last + 2, "undo"),
        row(last + 3, "redo"),
        row(last + 4, "redo"),
    ]
    twice = Replay(parse(json.dumps(raw)), game.ruleset).run()
    assert fingerprint(twice.state) == fingerprint(game.replay().run().state)


@pytest.mark.parametrize(
    "text",
    ["", "no", "[", "[" * 100_000, b"\xff\xfe\x00", '{"a": ' * 50_000, "9" * 5000, "\x00"],
    ids=["empty", "words", "half", "deep", "bytes", "deep objects", "long number", "null"],
)
def test_a_file_that_is_not_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(LogError, match=r"JSON|18xx|digits"):
        parse(text)


def without(*keys: str) -> Change:
    def change(raw: dict[str, Any]) -> None:
        for key in keys:
            raw.pop(key)

    return change


def having(**values: Any) -> Change:
    return lambda raw: raw.update(values)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (without("actions"), "list of actions"),
        (having(actions={}), "list of actions"),
        (without("title"), "18 India"),
        (having(title="1830"), "'1830'"),
        (having(title=["18 India"] * 99), "18 India"),
        (without("settings"), "seed"),
        (having(settings={"seed": "x"}), "seed"),
        (having(settings={"seed": True}), "seed"),
        (without("players"), "2 to 5 players"),
        (having(players=[{"id": 1, "name": "Asha"}]), "2 to 5 players"),
        (having(players=[{"id": 1, "name": "Asha"}, {"name": "Bela"}]), "no id"),
        (having(players=[{"id": 1}, {"id": 1}]), "same id"),
        (having(actions=[[]]), "Entry 1"),
        (having(actions=[{"type": "pass"}, {"id": 3}]), "Entry 2"),
        (having(actions=[{"type": "pass", "id": "x"}]), "proper id"),
        (having(actions=[{"type": "x" * 999, "id": 1}]), "Entry 1"),
    ],
)
def test_a_log_that_cannot_be_followed_is_refused_in_one_sentence(
    change: Change, words: str
) -> None:
    raw = record().raw()
    change(raw)
    with pytest.raises(LogError, match=words) as caught:
        parse(json.dumps(raw))
    assert len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)


def test_names_of_players_are_cleaned_and_told_apart() -> None:
    raw = record().raw()
    raw["players"] = [
        {"id": 1, "name": "A\ud800s\nha"}, {"id": 2, "name": "Asha"}, {"id": 3, "name": ["x"]},
    ]  # fmt: skip
    assert [name for _, name in parse(json.dumps(raw)).players] == ["Asha", "Asha'", "Player 3"]


def spoil(kind: str, key: str, value: Any, number: int = 1) -> dict[str, Any]:
    """The small game with one field changed in the `number`-th action of a kind that has it."""
    raw = record().raw()
    actions = [
        a for a in raw["actions"] if a["type"] == kind and (key in a or key == "auto_actions")
    ]
    actions[number - 1][key] = value
    return raw


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (spoil("lay_tile", "hex", "Z99"), "no hex Z99"),
        (spoil("lay_tile", "hex", 7), "no proper 'hex'"),
        (spoil("lay_tile", "tile", "999-0"), "no tile 999"),
        (spoil("lay_tile", "rotation", "1"), "no proper 'rotation'"),
        (spoil("lay_tile", "rotation", 6), "0 to 5"),
        (spoil("buy_company", "company", "XYZ"), "no card XYZ"),
        (spoil("buy_company", "price", 1), "not ₹1"),
        (spoil("buy_train", "price", 1), "costs ₹180"),
        (spoil("buy_train", "train", "9-9"), "9-9"),
        (spoil("bid", "entity", 99), "unknown player 99"),
        (spoil("bid", "entity", [1]), "unknown player"),
        (spoil("dividend", "kind", "half"), "'half'"),
        (spoil("run_routes", "routes", 5), "names no routes"),
        (spoil("run_routes", "routes", [5]), "no route"),
        (spoil("pass", "auto_actions", [{"type": []}]), "auto_actions"),
        (spoil("pass", "type", "merge"), "'merge'"),
    ],
)  # fmt: skip
def test_a_log_with_a_wrong_action_stops_there_and_says_why(
    raw: dict[str, Any], words: str
) -> None:
    game = Replay(parse(json.dumps(raw)), record().ruleset)
    with pytest.raises(ReplayError, match=words) as caught:
        game.run()
    fault = caught.value
    assert fault.raw in raw["actions"]
    assert str(fault.n) in str(fault)
    assert str(fault.raw["id"]) in str(fault)
    assert len(str(fault)) < 300


def test_a_wrong_revenue_is_refused_naming_both_numbers() -> None:
    raw = record().raw()
    run = next(a for a in raw["actions"] if a["type"] == "run_routes" and a["routes"])
    right = run["routes"][0]["revenue"]
    run["routes"][0]["revenue"] = right + 10
    with pytest.raises(ReplayError, match=f"₹{right}, not ₹{right + 10}"):
        Replay(parse(json.dumps(raw)), record().ruleset).run()


def test_a_game_can_be_followed_up_to_the_action_before_the_wrong_one() -> None:
    raw = spoil("dividend", "kind", "half")
    replay = Replay(parse(json.dumps(raw)), record().ruleset)
    with pytest.raises(ReplayError) as caught:
        replay.run()
    again = Replay(parse(json.dumps(raw)), record().ruleset)
    assert again.run(until=caught.value.n - 1).step == "dividend"


def test_a_game_ended_by_hand_takes_no_more_actions() -> None:
    raw = record(SMALL).raw()
    raw["actions"].insert(100, {"type": "end_game", "entity": 1, "entity_type": "player", "id": 0})
    replay = Replay(parse(json.dumps(raw)), record().ruleset)
    with pytest.raises(ReplayError, match="over"):
        replay.run()
    assert replay.game.finished

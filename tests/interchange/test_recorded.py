"""Recorded games: every state, legal list and refusal; each move is among the legal ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import Game, Legal, RuleViolation
from engine.actions import AnyAction, KeepCards, Pass, RunTrains
from interchange.replay import Replay
from interchange.site_log import RawAction
from interchange.trace import legal_json, state_json
from tests.engine.fingerprint import fingerprint
from tests.interchange.offered import is_offered
from tests.interchange.records import ALL, COPIED, Record

UNORDERED = (
    "trains", "stations", "concessions", "hand", "privates", "open_market_privates",
    "gauge_changes", "unclaimed",
)  # fmt: skip
"""Lists of a trace in whose order there is no meaning."""


def unordered(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {k: unordered(v, k) for k, v in value.items()}
    if isinstance(value, list):
        rows = [unordered(v) for v in value]
        return sorted(rows, key=str) if key in UNORDERED else rows
    return value


def rows_of(legal: dict[str, Any], key: str) -> set[str]:
    return {json.dumps(row) for row in legal.get(key, [])}


RICH = 250
"""With this much in the treasury the yellow lays are exactly the recorded ones."""


def check_legal(mine: dict[str, Any], line: dict[str, Any]) -> None:
    recorded = line["legal"]
    for key in (set(recorded) | set(mine)) - {"lay"}:
        if isinstance(recorded.get(key, mine.get(key)), list):
            assert rows_of(mine, key) == rows_of(recorded, key), key
        else:
            assert mine.get(key) == recorded.get(key), key
    offered, possible = set(mine.get("lay", [])), set(recorded.get("lay", []))
    assert offered <= possible
    state = line["state"]
    company = state["companies"].get(state["actor"])
    if recorded["step"] == "track" and company and company["cash"] >= RICH:
        assert {x for x in possible - offered if x.split()[0] not in state["tiles"]} == set()


def check_refused(replay: Replay, refused: RawAction) -> None:
    """The action is refused in plain words, and nothing has changed."""
    game, before = replay.game, fingerprint(replay.game.state)
    played = len(game.history)
    action = replay.converter.action(refused)
    assert action is not None
    with pytest.raises(RuleViolation) as caught:
        game.apply(action)
    assert len(str(caught.value).split()) >= 4, "a message for a player"
    assert fingerprint(game.state) == before
    assert len(game.history) == played


def check_offered(game: Game, legal: Legal, action: AnyAction) -> None:
    assert is_offered(game.state, legal, action), f"{action} was not offered"


@pytest.mark.parametrize("record", ALL, ids=str)
def test_a_recorded_game_replays_equal_to_its_trace(record: Record) -> None:
    replay = record.replay()
    game = replay.game
    lines = record.trace()
    assert len(lines) == len(replay.entries) + 1
    for i, line in enumerate(lines):
        mine, recorded = state_json(game), line["state"]
        assert mine == recorded or unordered(mine) == unordered(recorded), f"n={i}"
        legal = game.legal()
        if "legal" in line and legal is not None:
            check_legal(legal_json(game, legal), line)
        for refused in line.get("refused", []):
            check_refused(replay, refused["action"])
        if i < len(replay.entries):
            _follow(replay, replay.entries[i], legal)


def _follow(replay: Replay, raw: RawAction, legal: Legal | None) -> None:
    """Apply an entry and what comes with it; each action was offered at its moment."""
    game = replay.game
    for part in (raw, *raw.get("auto_actions", [])):
        action = replay.converter.action(part)
        if action is None:
            continue
        now = legal or game.legal()
        if now is not None:
            check_offered(game, now, action)
        game.apply(action)
        replay.converter.took(part)
        legal = None


@pytest.mark.parametrize("record", ALL, ids=str)
def test_undo_of_everything_and_redo_give_the_same_states(record: Record) -> None:
    game = record.replay().run()
    whole = fingerprint(game.state)
    actions = [a.action for a in game.history]
    events = [a.events for a in game.history]
    marks = [0, len(actions) // 3, 2 * len(actions) // 3, len(actions) - 1]
    states = {}
    for n in reversed(marks):
        game.undo(to=n)
        states[n] = fingerprint(game.state)
        assert len(game.history) == n
    for n in marks:
        assert fingerprint(game.state) == states[n]
        game.redo()
    assert fingerprint(game.state) == whole
    assert [a.action for a in game.history] == actions
    assert [a.events for a in game.history] == events


def test_the_records_hold_every_kind_of_action() -> None:
    kinds: set[type] = set()
    for record in COPIED:
        kinds.update(type(a.action) for a in record.replay().run().history)
    assert {KeepCards, Pass, RunTrains} <= kinds
    assert len(kinds) >= 17

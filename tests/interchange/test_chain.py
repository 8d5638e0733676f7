"""Undo, redo and chat: which entries stand, beside an independent model of the log's rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interchange.chain import standing
from interchange.site_log import LogError, RawAction


def row(id_: int, kind: str = "pass", **more: Any) -> RawAction:
    return {"type": kind, "id": id_, **more}


def ids(*actions: RawAction) -> list[int]:
    return [a["id"] for a in standing(actions)]


def test_chat_never_stands_and_is_never_undone() -> None:
    assert ids(row(1), row(2, "message"), row(3, "undo")) == []
    assert ids(row(1), row(2), row(3, "message"), row(4, "undo")) == [1]


def test_a_line_of_the_sites_own_log_stands_and_is_undone() -> None:
    assert ids(row(1), row(2, "log")) == [1, 2]
    assert ids(row(1), row(2, "log"), row(3, "undo")) == [1]
    with pytest.raises(LogError, match="redo"):
        standing([row(1), row(2, "undo"), row(3, "log"), row(4, "redo")])


def test_chat_does_not_end_what_can_be_redone() -> None:
    assert ids(row(1), row(2, "undo"), row(3, "message"), row(4, "redo")) == [1]


def test_undo_takes_back_the_last_that_stands() -> None:
    assert ids(row(1), row(2), row(3), row(4, "undo"), row(5, "undo")) == [1]
    assert ids(row(1), row(2, "undo"), row(3)) == [3]


def test_undo_where_nothing_stands_takes_nothing_back() -> None:
    assert ids(row(1, "undo"), row(2)) == [2]
    assert ids(row(1), row(2, "undo"), row(3, "undo"), row(4, "redo"), row(5, "redo")) == [1]


def test_undo_with_an_id_takes_back_all_after_it() -> None:
    assert ids(row(1), row(2), row(3), row(4, "undo", action_id=1)) == [1]
    assert ids(row(1), row(2), row(3, "undo", action_id=0)) == []
    assert ids(row(1), row(2), row(3, "undo", action_id=None)) == [1]


def test_undo_to_the_last_entry_takes_nothing_back() -> None:
    assert ids(row(1), row(2), row(3, "undo", action_id=2)) == [1, 2]
    assert ids(row(1), row(2, "message"), row(3, "undo", action_id=2)) == [1]
    assert ids(row(1), row(2, "undo", action_id=1), row(3, "redo")) == [1]


def test_undo_with_the_id_of_chat_or_of_what_was_undone_takes_back_all_after_it() -> None:
    chat = [row(1), row(2, "message"), row(3), row(4)]
    assert ids(*chat, row(5, "undo", action_id=2)) == [1]
    assert ids(row(1), row(2), row(3, "undo"), row(4), row(5, "undo", action_id=2)) == [1]
    assert ids(row(1), row(2), row(3, "undo"), row(4), row(5, "undo", action_id=3)) == [1]


def test_undo_to_an_id_in_a_gap_takes_back_all_after_it() -> None:
    assert ids(row(1), row(3), row(7), row(9, "undo", action_id=5)) == [1, 3]
    assert ids(row(2), row(3), row(4, "undo", action_id=1)) == []


def test_redo_brings_back_what_the_latest_undo_took() -> None:
    assert ids(row(1), row(2), row(3), row(4, "undo", action_id=1), row(5, "redo")) == [1, 2, 3]
    both = [row(1), row(2), row(3, "undo"), row(4, "undo")]
    assert ids(*both, row(5, "redo")) == [1]
    assert ids(*both, row(5, "redo"), row(6, "redo")) == [1, 2]


def test_any_other_action_ends_what_can_be_redone() -> None:
    undone = [row(1), row(2), row(3, "undo"), row(4)]
    assert ids(*undone) == [1, 4]
    with pytest.raises(LogError, match="redo"):
        standing([*undone, row(5, "redo")])


@pytest.mark.parametrize("target", [77, "x", [1], 1.5, True, -1])
def test_undo_to_what_is_no_action_is_refused(target: object) -> None:
    with pytest.raises(LogError, match="no action of the log"):
        standing([row(1), row(2, "undo", action_id=target)])


@dataclass
class Model:
    """The rules as the log's format states them, with a list of what stands and nothing clever."""

    stands: list[RawAction]
    undone: list[list[RawAction]]

    def take(self, action: RawAction, before: list[RawAction]) -> None:
        if action["type"] == "message":
            return
        if action["type"] == "undo":
            taken = self._taken(action, before)
            self.stands = [a for a in self.stands if a not in taken]
            self.undone.append(taken)
        elif action["type"] == "redo":
            if not self.undone:
                raise LogError("nothing")
            self.stands = self.stands + self.undone.pop()
        else:
            self.undone = []
            self.stands = [*self.stands, action]

    def _taken(self, undo: RawAction, before: list[RawAction]) -> list[RawAction]:
        target = undo.get("action_id")
        if target is None:
            return self.stands[-1:]
        if target == 0:
            return list(self.stands)
        named = next(a for a in before if a["id"] == target)
        after = before[before.index(named) + 1 :]
        return [a for a in self.stands if a in after]


def modelled(actions: list[RawAction]) -> list[RawAction] | None:
    """What stands by the model; None where it refuses."""
    model = Model([], [])
    for i, action in enumerate(actions):
        try:
            model.take(action, actions[:i])
        except LogError:
            return None
    return model.stands


WEIGHTED = ["pass"] * 6 + ["undo"] * 4 + ["back"] * 4 + ["redo"] * 2 + ["message"] * 2 + ["log"]
KINDS = st.sampled_from(WEIGHTED)


@st.composite
def chains(draw: st.DrawFn) -> list[RawAction]:
    """Entries with rising ids, some left out; an undo names any earlier entry, or the start."""
    return chain(draw(st.lists(KINDS, max_size=30)), draw(st.randoms(use_true_random=False)))


def chain(kinds: Sequence[str], rng: Random) -> list[RawAction]:
    actions: list[RawAction] = []
    id_ = 0
    for kind in kinds:
        id_ += rng.randint(1, 3)
        if kind == "back":
            target = rng.choice([0, *(a["id"] for a in actions)])
            actions.append(row(id_, "undo", action_id=target))
        else:
            actions.append(row(id_, kind))
    return actions


def check_chain(actions: list[RawAction]) -> bool:
    """Whether the model follows the chain; the program does the same."""
    expected = modelled(actions)
    if expected is None:
        with pytest.raises(LogError, match="nothing to bring back"):
            standing(actions)
        return False
    assert standing(actions) == expected
    return True


@settings(max_examples=300, deadline=None)
@given(chains())
def test_any_chain_stands_as_the_model_says(actions: list[RawAction]) -> None:
    check_chain(actions)


def test_thousands_of_chains_stand_as_the_model_says() -> None:
    rng = Random(18)
    followed = sum(
        check_chain(chain(rng.choices(WEIGHTED, k=rng.randint(0, 25)), rng)) for _ in range(8000)
    )
    assert followed > 2000, "most of the chains must say something"

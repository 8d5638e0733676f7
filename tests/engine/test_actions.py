"""The JSON form of actions: there and back again, and what is no action."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.actions import (
    AnyAction,
    BuyCard,
    BuyShare,
    BuyTrain,
    ConvertBond,
    Dividend,
    DraftCard,
    EndGame,
    Exchange,
    KeepCards,
    LayTile,
    Pass,
    PlaceHome,
    PlaceJewelry,
    PlaceStation,
    RemoveMarker,
    Route,
    RunTrains,
    SellCard,
    SellShares,
    SellTrain,
    UseDiscount,
    from_json,
    to_json,
)
from tests.engine.recorded import positions


def test_every_recorded_action_comes_back_the_same() -> None:
    kinds = set()
    for game in positions():
        if game.history:
            action = game.history[-1].action
            kinds.add(type(action))
            assert from_json(to_json(action)) == action
    assert len(kinds) >= 17


WRITTEN = [
    (KeepCards(1, ("EIR_3", "P2")), '{"v":1,"type":"keep","player":1,"cards":["EIR_3","P2"]}'),
    (DraftCard(2, "P1"), '{"v":1,"type":"draft","player":2,"card":"P1"}'),
    (BuyCard(3, "RB"), '{"v":1,"type":"buy_card","entity":3,"card":"RB"}'),
    (BuyCard("EIR", "GIPR_4"), '{"v":1,"type":"buy_card","entity":"EIR","card":"GIPR_4"}'),
    (BuyShare(4, "WR"), '{"v":1,"type":"buy_share","entity":4,"company":"WR"}'),
    (BuyShare("MR", "WR"), '{"v":1,"type":"buy_share","entity":"MR","company":"WR"}'),
    (
        SellShares(5, "WR", 20),
        '{"v":1,"type":"sell_shares","entity":5,"company":"WR","percent":20}',
    ),
    (SellCard("EIR", "P3"), '{"v":1,"type":"sell_card","entity":"EIR","card":"P3"}'),
    (ConvertBond(1), '{"v":1,"type":"convert","entity":1}'),
    (
        LayTile("MR", "G8", "9", 2),
        '{"v":1,"type":"lay","company":"MR","hex":"G8","tile":"9","rotation":2,"private":null}',
    ),
    (
        LayTile("MR", "G8", "9", 2, "P2"),
        '{"v":1,"type":"lay","company":"MR","hex":"G8","tile":"9","rotation":2,"private":"P2"}',
    ),
    (RemoveMarker("MR", "G8", 5), '{"v":1,"type":"unmark","company":"MR","hex":"G8","edge":5}'),
    (
        PlaceStation("MR", "G8"),
        '{"v":1,"type":"station","company":"MR","hex":"G8","city":0,"slot":null,"private":null,"token":null}',
    ),
    (
        PlaceStation("MR", "G8", 1, 2, "P5", "ordinary"),
        '{"v":1,"type":"station","company":"MR","hex":"G8","city":1,"slot":2,"private":"P5","token":"ordinary"}',
    ),
    (
        PlaceHome("GIPR", "G8"),
        '{"v":1,"type":"home","company":"GIPR","hex":"G8","city":0,"slot":null,"tile":null,"rotation":0}',
    ),
    (
        PlaceHome("GIPR", "G8", 1, 0, "57", 3),
        '{"v":1,"type":"home","company":"GIPR","hex":"G8","city":1,"slot":0,"tile":"57","rotation":3}',
    ),
    (
        RunTrains("MR", (Route("2-1", "G8-0", ("G8/1", "G9/4"), 120), Route("2-2", "G8-0", ()))),
        '{"v":1,"type":"run","company":"MR","routes":[{"train":"2-1","start":"G8-0","sides":["G8/1","G9/4"],"revenue":120},{"train":"2-2","start":"G8-0","sides":[],"revenue":null}]}',
    ),
    (Dividend("MR", True), '{"v":1,"type":"dividend","company":"MR","pay":true}'),
    (
        BuyTrain("MR", "4-1", 300),
        '{"v":1,"type":"buy_train","company":"MR","train":"4-1","price":300,"kind":null}',
    ),
    (
        BuyTrain("MR", "4-1", 300, "4E"),
        '{"v":1,"type":"buy_train","company":"MR","train":"4-1","price":300,"kind":"4E"}',
    ),
    (SellTrain("MR", "2-1"), '{"v":1,"type":"sell_train","company":"MR","train":"2-1"}'),
    (UseDiscount("MR"), '{"v":1,"type":"discount","company":"MR"}'),
    (PlaceJewelry("MR", "G8"), '{"v":1,"type":"jewelry","company":"MR","hex":"G8"}'),
    (Exchange(False), '{"v":1,"type":"exchange","accept":false}'),
    (Pass(2), '{"v":1,"type":"pass","entity":2}'),
    (Pass("MR"), '{"v":1,"type":"pass","entity":"MR"}'),
    (EndGame(), '{"v":1,"type":"end"}'),
]
"""As it stands in the rows of games that are under way: it must never change."""


@pytest.mark.parametrize(("action", "text"), WRITTEN, ids=lambda given: type(given).__name__)
def test_every_kind_is_written_and_read_as_it_ever_was(action: AnyAction, text: str) -> None:
    assert to_json(action) == text
    assert from_json(text) == action


def test_no_kind_is_left_out() -> None:
    assert {type(action) for action, _ in WRITTEN} == set(get_args(AnyAction))


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

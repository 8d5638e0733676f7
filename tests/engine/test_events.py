"""What happened can be kept as JSON and read back, and tells all that a line needs to know."""

from __future__ import annotations

import msgspec
import pytest

from engine import RULEBOOK
from engine.actions import Pass, SellShares
from engine.events import Event, PriceMoved, StationPlaced, StepSkipped, TrainsRan
from engine.journal import Redo, Undo, play
from interchange.replay import Replay
from interchange.site_log import parse
from interchange.trace import state_json
from tests.engine.builders import Table, in_row
from tests.support.data import DATA

GAMES = ("made-344-2p-hoarder", "made-353-3p-mixed")


def recorded(name: str) -> Replay:
    return Replay(parse((DATA / f"{name}.json").read_bytes()), RULEBOOK)


@pytest.mark.parametrize("name", GAMES)
def test_every_event_of_a_game_is_read_back_as_it_was(name: str) -> None:
    events = [e for applied in recorded(name).run().history for e in applied.events]
    kinds = {type(e) for e in events}
    assert {PriceMoved, StationPlaced, StepSkipped, TrainsRan} <= kinds
    kept = msgspec.json.encode(events)
    assert msgspec.json.decode(kept, type=list[Event]) == events


@pytest.mark.parametrize("name", GAMES)
def test_the_path_of_a_train_goes_from_hex_to_hex_and_earns_its_revenue(name: str) -> None:
    runs = [e for a in recorded(name).run().history for e in a.events if isinstance(e, TrainsRan)]
    assert any(ran.paths for ran in runs)
    for ran in runs:
        for (train, stops, revenue), path in zip(ran.runs, ran.paths, strict=True):
            assert (path.train, path.revenue) == (train, revenue)
            assert tuple(h for h, kind in path.nodes if kind in ("city", "town")) == stops
            assert [h for h, _ in path.sides] == [h for h, _ in path.nodes[:-1]]
            paid = sum(value or 0 for _, value in path.stops)
            assert paid + sum(amount for _, amount in path.bonuses) == revenue


def skipped(table: Table) -> list[tuple[str, str, int]]:
    """The steps that the last move passed over: step, reason, cash."""
    events = table.game.history[-1].events
    return [(e.step, e.reason, e.cash) for e in events if isinstance(e, StepSkipped)]


def test_1_6_6_a_purchase_without_cash_is_passed_over_and_told() -> None:
    table = Table("WR", "MR")
    table.manage("WR", head=1, cash=14)
    table.manage("MR", head=1, cash=500)
    in_row(table, "MR_1")
    table.market("MR", 10)
    table.shares("WR", "MR", 10)
    table.turn("WR", "sell")
    table.game.apply(Pass("WR"))
    assert ("buy", "no_cash", 14) in skipped(table)


@pytest.mark.parametrize(("trains", "reason"), [((), "nothing_owned"), (("2",), "no_route")])
def test_1_6_3_a_run_is_passed_over_for_want_of_a_train_or_of_a_route(
    trains: tuple[str, ...], reason: str
) -> None:
    table = Table("WR", "MR")
    table.manage("WR", head=1, cash=500)
    for kind in trains:
        table.train("WR", kind)
    table.turn("WR", "station")
    table.game.apply(Pass("WR"))
    assert ("run", reason) in {(step, why) for step, why, _ in skipped(table)}


def test_1_6_5_trains_are_passed_over_for_want_of_cash() -> None:
    table = Table("WR", "MR")
    table.manage("WR", head=1, cash=10)
    table.turn("WR", "station")
    table.game.apply(Pass("WR"))
    assert ("trains", "no_cash", 10) in skipped(table)


@pytest.mark.parametrize(
    ("moves", "company", "reason"),
    [(50, "PNS", "own_everywhere"), (128, "NSR", "nothing_offered")],
)
def test_1_6_2_why_no_station_can_be_built(moves: int, company: str, reason: str) -> None:
    """Either no other city is reached, or those that are have no room."""
    game = Replay(parse((DATA / "made-312-2p-mixed.json").read_bytes()), RULEBOOK).run(moves)
    told = [e for e in game.history[-1].events if isinstance(e, StepSkipped)]
    assert (company, "station", reason) in [(e.entity, e.step, e.reason) for e in told]
    board = game.state.board
    others = [
        node
        for node in board.reach(company).nodes
        if node.kind == "city" and not board.in_hex(node.hex, company)
    ]
    assert bool(others) == (reason == "nothing_offered")
    assert not any(board.free_for(node, company) for node in others)


@pytest.mark.parametrize("there", ["row", "private", "bond"])
def test_1_6_6_what_is_too_dear_is_offered_all_the_same(there: str) -> None:
    """A purchase is passed over for want of cash wherever there is something to buy."""
    table = Table("WR", "MR")
    table.manage("WR", head=1, cash=1)
    table.state.bonds_in_bank = int(there == "bond")
    table.state.market_privates = ["P1"] * (there == "private")
    if there == "row":
        in_row(table, "MR_1")
    table.turn("WR", "trains")
    table.state.discard = []
    table.game.apply(Pass("WR"))
    assert ("buy", "no_cash", 1) in skipped(table)


def test_1_6_a_step_that_was_taken_is_not_told_as_passed_over() -> None:
    table = Table("WR", "MR")
    table.manage("WR", head=1, cash=500)
    in_row(table, "MR_1")
    table.shares("WR", "MR", 10)
    table.turn("WR", "sell")
    table.game.apply(SellShares("WR", "MR", 10))
    assert "sell" not in {step for step, _, _ in skipped(table)}


def test_a_copy_of_a_game_goes_its_own_way() -> None:
    record = recorded(GAMES[0])
    game = record.run(100)
    before = state_json(game)
    other = game.copy()
    play(other, Undo(60))
    play(other, Redo())
    assert state_json(other) == before
    for applied in recorded(GAMES[0]).run(140).history[100:]:
        other.apply(applied.action)
    assert state_json(game) == before
    assert (len(game.history), len(other.history)) == (100, 140)
    assert state_json(other) == state_json(recorded(GAMES[0]).run(140))

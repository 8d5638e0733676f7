"""What building costs: rivers and borders on every side, GIPR's home tile, the French EIC's ₹40."""

from __future__ import annotations

import pytest

from engine import RuleViolation, Turn, lay_cost
from engine.actions import LayTile, Pass, PlaceHome, UseDiscount
from engine.board import Board
from engine.components import EDGES, components
from engine.hexsides import exit_of
from tests.engine.builders import Table
from tests.engine.test_ending import gipr_homeless
from tests.engine.test_tables import BORDERS, DEAR_BORDERS, RIVERS

SIDES = [
    *((side, 30, False) for side in RIVERS.split()),
    *((side, 30, True) for side in DEAR_BORDERS.split()),
    *((side, 0, True) for side in BORDERS.split()),
]


def tile_for(hex_id: str) -> str:
    """A tile with track at its edge 0 that the hex can take."""
    return {0: "9", 1: "57", 2: "235"}[components().hexes[hex_id].city_count]


@pytest.mark.parametrize(("side", "cost", "marker"), SIDES, ids=lambda v: str(v))
def test_1_6_1_8_who_joins_track_over_a_side_pays_for_it_once(
    side: str, cost: int, marker: bool
) -> None:
    here, there = side.split("-")
    hexes = components().hexes
    if not hexes[here].buildable:
        here, there = there, here
    edge = next(e for e in EDGES if hexes[here].neighbors.get(e) == there)
    board = Board()
    mask = 1 << edge
    if hexes[there].buildable:
        assert board.joins(here, mask, markers=True) == [], "no track lies on the other side yet"
        board.lay(there, tile_for(there), (edge + 3) % 6, markers=True)
    assert [(j.cost, j.marker) for j in board.joins(here, mask, markers=True)] == [(cost, marker)]
    assert [(j.cost, j.marker) for j in board.joins(here, mask, markers=False)] == [(cost, False)]
    board.lay(here, tile_for(here), edge, markers=True)
    assert board.has_marker(exit_of(here, edge)) == marker
    assert board.joins(here, mask, markers=True) == []


@pytest.mark.parametrize("phase", ["I", "IV"])
def test_1_6_1_9_a_dear_border_costs_30_in_every_phase(phase: str) -> None:
    table = Table("TR")
    table.lay("M14 9 0")
    table.phase(phase)
    tile, here = components().tiles["9"], components().hexes["M12"]
    assert lay_cost(table.state, Turn("TR"), tile, here, 0) == 30
    table.lay("M12 9 0")
    assert table.marked("M12", 0) == (phase == "I")


# -- GIPR's home tile -----------------------------------------------------------------------------


def test_1_8_3_the_home_tile_pays_for_the_river_that_it_crosses() -> None:
    """C16 meets the track of D17 over a river."""
    table = gipr_homeless()
    table.lay("D17 6 0")
    table.game.apply(PlaceHome("GIPR", "C16", 0, None, "13", 1))
    assert table["GIPR"].cash == 370
    assert not table.marked("C16", 5)


def test_1_8_3_a_river_that_its_track_does_not_cross_costs_nothing() -> None:
    for rotation, cash in ((0, 370), (1, 400)):
        table = gipr_homeless()
        table.lay("P15 9 1")
        table.game.apply(PlaceHome("GIPR", "O16", 0, None, "13", rotation))
        assert table["GIPR"].cash == cash


@pytest.mark.parametrize("phase", ["II", "IV"])
def test_1_8_3_terrain_river_and_border_add_up(phase: str) -> None:
    """N13 lies at three borders; N15 and M14 have track, and each crossing costs 30."""
    table = gipr_homeless()
    table.lay("N15 9 0", "M14 9 1")
    table.phase(phase)
    table.game.apply(PlaceHome("GIPR", "N13", 0, None, "12", 0))
    assert table["GIPR"].cash == 400 - 60
    assert [table.marked("N13", e) for e in (0, 1)] == [phase == "II"] * 2


def test_1_8_3_yellow_track_has_paid_for_the_terrain_already() -> None:
    table = gipr_homeless()
    table.lay("D11 4 0")
    table.game.apply(PlaceHome("GIPR", "D11", 0, None, "205", 0))
    assert table["GIPR"].cash == 400


def test_1_8_3_a_home_tile_that_gipr_cannot_pay_is_refused() -> None:
    table = gipr_homeless()
    table.lay("D17 6 0")
    table.cash("GIPR", 29)
    with pytest.raises(RuleViolation, match="₹29; the terrain costs ₹30"):
        table.game.apply(PlaceHome("GIPR", "C16", 0, None, "13", 1))
    assert table.standing("C16") == []


# -- the French EIC -------------------------------------------------------------------------------


def mountain_line(cash: int = 1000) -> Table:
    """WIP of Asha, who owns the French EIC; from Pune into the mountains F25, F27 and F29."""
    table = Table("WIP")
    table.manage("WIP", cash=cash)
    table.lay("E24 57 2")
    table.private(1, "P4")
    table.turn("WIP")
    return table


def test_1_6_1_13_the_40_is_granted_once_for_all_tiles_of_the_turn() -> None:
    table = mountain_line()
    table.game.apply(UseDiscount("WIP"))
    paid = []
    for lay in (("F25", "58", 0), ("F27", "4", 0), ("F29", "9", 0)):
        before = table["WIP"].cash
        table.game.apply(LayTile("WIP", *lay))
        paid.append(before - table["WIP"].cash)
    assert paid == [0, 20, 30]
    assert table.owner(1).privates == ["P4"]
    cash = table.owner(1).cash
    table.game.apply(Pass("WIP"))
    assert table.owner(1).privates == []
    assert table.owner(1).cash == cash + 75


def test_1_6_1_13_without_it_every_tile_is_paid_in_full() -> None:
    table = mountain_line()
    for lay in (("F25", "58", 0), ("F27", "4", 0), ("F29", "9", 0)):
        table.game.apply(LayTile("WIP", *lay))
    assert table["WIP"].cash == 910
    assert table.owner(1).privates == ["P4"]


def test_1_6_1_13_it_helps_a_company_that_could_not_pay() -> None:
    table = mountain_line(cash=20)
    with pytest.raises(RuleViolation, match="₹30; WIP has ₹20, ₹10 too little"):
        table.game.apply(LayTile("WIP", "F25", "58", 0))
    table.game.apply(UseDiscount("WIP"))
    table.game.apply(LayTile("WIP", "F25", "58", 0))
    table.game.apply(LayTile("WIP", "F27", "4", 0))
    assert table["WIP"].cash == 0
    with pytest.raises(RuleViolation, match="₹30; WIP has ₹0, ₹30 too little"):
        table.game.apply(LayTile("WIP", "F29", "9", 0))


def test_1_6_1_13_rivers_count_too() -> None:
    table = Table("WR")
    table.manage("WR")
    table.private("WR", "P4")
    table.lay("D17 6 0")
    table.turn("WR")
    table.game.apply(UseDiscount("WR"))
    table.game.apply(LayTile("WR", "C16", "58", 5))
    assert table["WR"].cash == 1000
    table.game.apply(Pass("WR"))
    assert table["WR"].cash == 1075


def test_1_6_1_13_nothing_is_left_of_it_in_the_next_turn() -> None:
    table = mountain_line()
    table.game.apply(UseDiscount("WIP"))
    table.game.apply(LayTile("WIP", "F25", "58", 0))
    table.game.apply(Pass("WIP"))
    table.turn("WIP").line.append("F25")
    table.game.apply(LayTile("WIP", "F27", "4", 0))
    assert table["WIP"].cash == 970


# -- stations -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("company", "costs"),
    [
        ("BNR", [40, 100, 100, 100]), ("NCR", [40, 100, 100]), ("NWR", [40, 100, 100]),
        ("SIR", [40, 100, 100]), ("EIR", [40, 100]), ("MR", [40, 100]), ("TR", [40]),
        ("WR", [40]), ("GIPR", [40, 100, 100]),
    ],
)  # fmt: skip
def test_1_6_2_1_what_the_stations_cost_in_order(company: str, costs: list[int]) -> None:
    table = Table(*([company] if company != "GIPR" else []))
    found = table[company]
    found.stations_used = 1
    seen = []
    while found.next_station_cost is not None:
        seen.append(found.next_station_cost)
        found.stations_used += 1
    assert seen == costs

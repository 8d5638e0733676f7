"""Track and stations (1.6.1, 1.6.2): what may be laid, its cost, markers, Delhi and Kolkata."""

from __future__ import annotations

import pytest

from engine import RULEBOOK, Ruleset, RuleViolation, line_ends
from engine.actions import LayTile, Pass, PlaceHome, PlaceStation, RemoveMarker
from engine.steps.track import upgrades, yellow_lays
from tests.engine.builders import Table


def lays(table: Table, company: str, hex_id: str) -> set[str]:
    """The yellow lays in a hex, as "tile rotation"."""
    found = yellow_lays(table.state, company)
    return {f"{tile} {rotation}" for h, tile, rotation in found if h == hex_id}


def table_at(company: str, *others: str, ruleset: Ruleset = RULEBOOK) -> Table:
    """The company at the beginning of its track step."""
    table = Table(company, *others, ruleset=ruleset)
    table.manage(company)
    table.turn(company)
    return table


def test_1_6_1_1_four_yellow_tiles_in_a_line_end_the_step() -> None:
    table = table_at("WR")
    for lay in ("D17 57 0", "D15 9 0", "D13 9 0"):
        table.game.apply(LayTile("WR", *_parts(lay)))
        assert table.game.step == "track"
    table.game.apply(LayTile("WR", *_parts("D11 4 0")))
    assert table.game.step != "track"


def _parts(text: str) -> tuple[str, str, int]:
    hex_id, tile, rotation = text.split()
    return hex_id, tile, int(rotation)


def test_1_6_1_1_one_upgrade_ends_the_step() -> None:
    table = table_at("WR")
    table.lay("D17 57 0")
    rows = [row for row in upgrades(table.state, "WR") if row[0] == "D17"]
    table.game.apply(LayTile("WR", *rows[0]))
    assert table.game.step != "track"


def test_1_6_1_7_terrain_is_paid_with_the_first_tile_of_the_hex_only() -> None:
    table = table_at("WR")
    table.lay("D17 57 0", "D15 9 0", "D13 9 0")
    table.game.apply(LayTile("WR", "D11", "4", 0))
    assert table["WR"].cash == 985


def test_1_6_1_8_a_river_is_paid_by_who_joins_the_track() -> None:
    table = table_at("WR")
    table.lay("D17 6 0")
    table.game.apply(LayTile("WR", "C16", "58", 5))
    assert table["WR"].cash == 970


def test_1_6_1_9_a_province_border_gets_a_marker_where_track_meets() -> None:
    table = table_at("WR")
    table.lay("D17 57 0")
    table.game.apply(LayTile("WR", "D19", "4", 0))
    assert table.marked("D19", 0)
    assert table.marked("D21", 3)
    assert table["WR"].cash == 1000


def test_1_6_1_9_in_phase_iv_no_new_marker() -> None:
    table = table_at("WR")
    table.lay("D17 57 0")
    table.phase("IV")
    table.game.apply(LayTile("WR", "D19", "4", 0))
    assert not table.marked("D19", 0)


def test_1_6_1_10_removing_a_marker_is_the_whole_track_step() -> None:
    table = table_at("WR")
    table.lay("D17 57 0", "D19 4 0")
    with pytest.raises(RuleViolation, match="from Phase IV on"):
        table.game.apply(RemoveMarker("WR", "D19", 0))
    table.phase("IV")
    table.game.apply(RemoveMarker("WR", "D21", 3))
    assert not table.marked("D19", 0)
    assert table.game.step != "track"
    assert table["WR"].cash == 1000


def test_1_6_1_10_a_marker_out_of_reach_is_not_removed() -> None:
    table = table_at("WR")
    table.lay("G16 9 0", "G18 9 0")
    table.phase("IV")
    assert table.marked("G16", 0)
    with pytest.raises(RuleViolation, match="on WR's network"):
        table.game.apply(RemoveMarker("WR", "G16", 0))


def test_1_6_1_6_the_ferry_lies_in_three_ways_only() -> None:
    table = Table("CGR")
    table.manage("CGR")
    board = table.state.board
    board.reach("CGR").edges["J37"] = 63
    found = set()
    for lay in lays(table, "CGR", "J37"):
        tile, rotation = lay.split()
        table.state.board.lay("J37", tile, int(rotation), False)
        (node,) = board.nodes["J37"]
        found.add(frozenset(e % 6 for e in node.exits))
        board.supply[tile] += 1
        del board.tiles["J37"]
        board.reach("CGR").edges["J37"] = 63
    names = {1: "I38", 2: "I36", 3: "J35", 5: "K38"}
    assert {frozenset(names[e] for e in edges) for edges in found} == {
        frozenset({"I36", "K38"}),
        frozenset({"J35", "K38"}),
        frozenset({"I38", "K38"}),
    }


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("3", {"12", "205", "206", "141", "142", "143"}),
        ("4", {"205", "206", "141", "142"}),
        ("58", {"12", "13", "205", "206", "141", "142", "143", "144"}),
    ],
)
def test_1_6_1_5_upgrades_of_yellow_towns(old: str, new: set[str]) -> None:
    table = table_at("WR")
    table.lay(f"E4 {old} 1")
    assert {tile for _, tile, _ in _all_upgrades(table, "E4")} == new


def _all_upgrades(table: Table, hex_id: str) -> list[tuple[str, str, int]]:
    """Upgrades of a hex for a company that reaches all its sides."""
    table.state.board.reach("WR").edges[hex_id] = 63
    return [row for row in upgrades(table.state, "WR") if row[0] == hex_id]


def test_1_6_1_5_the_towns_k38_and_l39_never_become_cities() -> None:
    table = table_at("WR")
    table.lay("K38 4 2")
    assert {t for _, t, _ in _all_upgrades(table, "K38")} <= {"141", "142", "143", "144"}


def test_1_6_1_3_the_line_goes_on_from_where_the_tile_points() -> None:
    table = table_at("WR")
    table.game.apply(LayTile("WR", "D17", "57", 0))
    assert set(line_ends(table.state, "WR", ["D17"])) == {"D15", "D19"}
    table.game.apply(LayTile("WR", "D19", "4", 0))
    assert set(line_ends(table.state, "WR", ["D17", "D19"])) >= {"E20", "E22"}
    assert "D15" not in line_ends(table.state, "WR", ["D17", "D19"])


def test_1_6_1_3_the_line_runs_on_through_red_cities() -> None:
    """From D19 over gray D21 and Mumbai to D25."""
    table = table_at("WR")
    table.lay("D17 57 0", "D19 4 0")
    assert "D25" in line_ends(table.state, "WR", ["D19"])


# -- Delhi and Kolkata ----------------------------------------------------------------------------


def test_1_6_1_11_a_home_station_waits_for_the_yellow_tile() -> None:
    table = Table("NWR", "SPD")
    table.manage("NWR")
    assert table.state.board.waiting["G8"] == ["NWR"]
    assert table["NWR"].station_order == ["G8"]


def test_1_6_1_11_a_home_company_that_lays_chooses_and_the_other_gets_the_rest() -> None:
    table = Table("NWR", "SPD")
    table.manage("NWR")
    table.manage("SPD")
    table.turn("NWR")
    table.game.apply(LayTile("NWR", "G8", "235", 1))
    assert (table.game.step, table.game.actor) == ("home", "NWR")
    table.game.apply(PlaceHome("NWR", "G8", 1))
    assert table.standing("G8") == [["SPD"], ["NWR"]]
    assert table.game.step == "track"


def test_1_6_1_11_a_third_company_that_lays_decides_for_the_one_that_waits() -> None:
    table = Table("NWR", "PNS", without=("SPD",))
    table.manage("NWR")
    table.manage("PNS")
    table.lay("F9 8 5")
    table.station("PNS", "D17")
    table.turn("PNS")
    table.state.board.reach("PNS").edges["G8"] = 63
    table.game.apply(LayTile("PNS", "G8", "235", 1))
    assert (table.game.step, table.game.actor) == ("home", "PNS")
    table.game.apply(PlaceHome("NWR", "G8", 1))
    assert table.standing("G8") == [[None], ["NWR"]]


def test_1_5_4_who_floats_after_a_tile_that_nobody_awaited_chooses_while_both_are_free() -> None:
    table = Table("NWR", "SPD")
    table.lay("G8 235 1")
    table.manage("SPD")
    legal = table.game.legal()
    assert legal is not None
    assert (legal.step, legal.home_of) == ("home", "SPD")
    assert (legal.homes, legal.only_home) == ([("G8", 0), ("G8", 1)], None)
    table.game.apply(PlaceHome("SPD", "G8", 0))
    table.manage("NWR")
    legal = table.game.legal()
    assert legal is not None
    assert (legal.homes, legal.only_home) == ([("G8", 1)], ("G8", 1))
    table.game.apply(PlaceHome("NWR", "G8", 1))
    assert table.standing("G8") == [["SPD"], ["NWR"]]


def test_1_5_4_a_place_is_kept_for_the_home_that_is_still_to_come() -> None:
    table = Table("NWR", "SPD", "MR")
    table.lay("G8 235 1")
    table.manage("SPD")
    table.game.apply(PlaceHome("SPD", "G8", 0))
    board = table.state.board
    assert board.kept_for("G8") == ["NWR"]
    assert not any(board.free_for(n, "MR") for n in board.cities("G8"))


def test_1_5_4_who_floats_after_another_chose_gets_the_city_left() -> None:
    table = Table("NWR", "SPD")
    table.manage("NWR")
    table.turn("NWR")
    table.game.apply(LayTile("NWR", "G8", "235", 1))
    table.game.apply(PlaceHome("NWR", "G8", 1))
    table.manage("SPD")
    with pytest.raises(RuleViolation, match="no free slot"):
        table.game.apply(PlaceHome("SPD", "G8", 1))
    table.game.apply(PlaceHome("SPD", "G8", 0))
    assert table.standing("G8") == [["SPD"], ["NWR"]]


def test_1_6_1_4_stations_stay_with_their_track_in_an_upgrade() -> None:
    table = Table("NWR", "SPD")
    table.manage("NWR")
    table.state.board.waiting.clear()
    table.lay("G8 235 1")
    node = table.state.board.city("G8", 0)
    assert node is not None
    node.add("NWR")
    table.lay("G8 59 5")
    where = [n for n in table.state.board.cities("G8") if n.has("NWR")]
    assert [[e % 6 for e in n.exits] for n in where] == [[1]]


# -- stations -------------------------------------------------------------------------------------


def test_1_6_2_1_stations_cost_40_then_100() -> None:
    table = table_at("NCR")
    table.lay("K14 57 0")
    for hex_id, paid in (("K16", 40), ("K18", 100)):
        here = table.state.board.nodes
        assert hex_id in here
        table.turn("NCR", "station")
        assert table["NCR"].next_station_cost == paid
        table["NCR"].stations_used += 1


def test_1_6_2_1_one_station_a_turn() -> None:
    table = table_at("WR")
    table.lay("D17 57 0", "D19 4 0")
    table.turn("WR", "station")
    table.game.apply(PlaceStation("WR", "D23", 0))
    assert table["WR"].cash == 960
    assert table.standing("D23")[0] == ["WR", None]
    assert table.game.step != "station"


def test_1_6_9_1_the_track_step_is_asked_even_where_nothing_can_be_laid() -> None:
    table = table_at("WR")
    for number in table.state.board.supply:
        table.state.board.supply[number] = 0
    legal = table.game.legal()
    assert legal is not None
    assert (legal.step, legal.lay, legal.may_pass) == ("track", [], True)
    table.game.apply(Pass("WR"))
    assert table.game.step != "track"

"""What routes earn (1.6.3): values of games that people played, bonuses, expresses, concessions."""

from __future__ import annotations

import pytest

from engine import RULEBOOK, Ruleset
from engine.actions import Route, RunTrains
from engine.components import components
from engine.node import Node
from engine.revenue import Breakdown, evaluate, sources_for
from engine.state import Train
from tests.engine.builders import Table


def stops(table: Table, text: str) -> list[Node]:
    """The stops named as "hex" or "hex/number of the stop in the hex", in order."""
    found = []
    for name in text.split():
        hex_id, _, number = name.partition("/")
        found.append(table.state.board.nodes[hex_id][int(number or 0)])
    return found


def earn(table: Table, company: str, kind: str, text: str) -> Breakdown:
    sources = sources_for(table.state, table[company])
    train = components().trains[kind]
    return evaluate(table.state, table[company], train, stops(table, text), sources)


def table_for(*companies: str, ruleset: Ruleset = RULEBOOK) -> Table:
    table = Table(*companies, ruleset=ruleset)
    for company in companies:
        table.manage(company)
    return table


def test_1_12_kolkata_haldia_dhaka_with_a_yellow_tile() -> None:
    table = table_for("EIR")
    table.lay("P17 235 0")
    assert earn(table, "EIR", "2", "P17 P19 R17").total == 80


def test_1_12_only_red_cities_make_x_20() -> None:
    table = table_for("PNS")
    assert earn(table, "PNS", "2", "D3 C6 A16").total == 100


def test_1_12_lahore_to_green_delhi_over_a_triple_town() -> None:
    table = table_for("PNS")
    table.lay("G8 235 1", "G8 59 1", "E4 4 2", "F5 IND2 1")
    assert earn(table, "PNS", "2", "D3 E4 F5/0 F1 F5/1 G8").total == 160


def test_1_12_towns_pay_and_are_not_counted_a_marker_pays_nothing() -> None:
    table = table_for("MR")
    table.lay("G34 4 2")
    assert earn(table, "MR", "3", "K30 G34 G36").total == 100


def test_1_6_3_4_multiples_apply_to_stops_with_x_but_not_to_bonuses() -> None:
    table = table_for("NWR")
    table.lay("G8 235 1", "G8 59 1", "G34 4 2")
    found = earn(table, "NWR", "3x3", "G8 G34 G36")
    assert found.total == 3 * (40 + 10 + 40 + 20) + 100
    assert [b.name for b in found.bonuses] == ["Delhi–Kochi"]


def test_1_6_3_5_x_is_the_best_city_visited_paid_or_not() -> None:
    """An express that counts four of five cities still takes its X from the fifth."""
    table = table_for("MR")
    table.lay("K14 5 0", "D17 57 0")
    for city in ("K14", "D17"):
        stops(table, city)[0].piece = components().tiles["513"].layouts[0][0]
    found = earn(table, "MR", "4E", "K30 D23 A16 G36 Q10 K14")
    assert sum(v is not None for _, v in found.stops) == 4
    assert found.total == 90 + 100 + 80 + 80 + 80


def test_1_6_3_3_an_express_counts_an_own_station_even_if_it_earns_least() -> None:
    table = table_for("TR", "MR")
    table.state.pending.clear()
    stops(table, "M10")[0].add("TR")
    found = earn(table, "TR", "4E", "M10 K30 D3 K40 G36")
    counted = {n.hex for n, v in found.stops if v is not None}
    assert "M10" in counted
    assert len(counted) == 4


def test_1_6_3_3_an_express_prefers_the_set_with_the_connection_bonus() -> None:
    table = table_for("MR")
    table.lay("K14 5 0", "D17 57 0")
    found = earn(table, "MR", "4E", "A16 K14 D17 K30 G36 E24")
    assert [b.amount for b in found.bonuses] == [80]


def test_1_6_3_3_towns_of_an_express_pay_nothing() -> None:
    table = table_for("EIR")
    table.lay("P17 235 0")
    assert earn(table, "EIR", "4E", "P17 P19 R17").total == 70


@pytest.mark.parametrize(
    ("route", "bonus"),
    [
        ("B17 D23", 30), ("B17 K30", 0), ("H15 A16", 50), ("H15 L21 K30", 100), ("H21 K30", 40),
        ("I18 G36 K30", 70), ("I18 K30 D3", 50), ("I18 D3", 40), ("I18 P19", 30), ("I28 G36", 50),
        ("J13 P19", 100), ("J13 D3", 100), ("P15 Q10", 30), ("P15 M10", 30), ("I18 R17", 0),
    ],
)  # fmt: skip
def test_1_6_3_7_commodities(route: str, bonus: int) -> None:
    table = table_for("MR")
    plain = {"B17", "H15", "L21", "H21", "I18", "I28", "J13", "P15"}
    table.lay(*(f"{h} 9 0" for h in route.split() if h in plain))
    found = earn(table, "MR", "4", route)
    assert sum(b.amount for b in found.bonuses if b.commodity) == bonus


def test_1_6_3_8_the_first_to_deliver_takes_the_concession_of_all_sources() -> None:
    table = table_for("MR", "NWR")
    table.state.unclaimed.remove("ORE1")
    table.state.unclaimed.remove("ORE2")
    table["NWR"].concessions += ["ORE1", "ORE2"]
    table.lay("H15 9 0", "L21 9 0")
    assert not earn(table, "MR", "4", "H15 K30").bonuses
    assert [b.amount for b in earn(table, "NWR", "4", "H15 L21 K30").bonuses] == [50, 50]


def test_1_6_3_8_a_run_takes_concessions() -> None:
    """From Mumbai over Ahmedabad and the oil of B17 to Karachi, one marker on the way."""
    table = table_for("WR")
    table.lay("D17 6 0", "D19 4 0", "C16 58 5", "B17 8 2")
    table["WR"].trains = [Train("4-0", "4")]
    table.turn("WR", "run")
    sides = ("D23/3", "D21/3", "D19/3", "D17/2", "C16/1", "B17/2")
    table.game.apply(RunTrains("WR", (Route("4-0", "D23-0", sides, 180),)))
    assert table["WR"].concessions == ["OIL"]
    assert "OIL" not in table.state.unclaimed
    assert table.game.step == "dividend"


def test_1_6_3_9_jewelry_pays_20_at_its_destinations() -> None:
    table = table_for("MR", "NWR")
    table.state.jewelry = "J31"
    table.state.unclaimed.remove("JEWELRY")
    table["MR"].concessions.append("JEWELRY")
    table.lay("J31 9 0")
    assert [b.amount for b in earn(table, "MR", "2", "K30 J31").bonuses] == [20]
    assert not earn(table, "NWR", "2", "K30 J31").bonuses


def test_1_6_3_6_connections_add_up() -> None:
    table = table_for("NWR")
    table.lay("G8 235 1", "P17 235 0")
    found = earn(table, "NWR", "4", "G8 G36 D3 P17")
    assert sorted(b.amount for b in found.bonuses) == [80, 100]

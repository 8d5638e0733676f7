"""Every bonus, variable city and multiplier of 1.6.3, and that nothing else earns any."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.components import components
from tests.engine.builders import Table
from tests.engine.test_revenue import earn, stops, table_for
from tests.engine.test_tables import cells

PLACES = {
    "A16": "Karachi", "D3": "Lahore", "D23": "Mumbai", "G8": "Delhi", "G36": "Kochi",
    "K30": "Chennai", "K40": "Colombo", "M10": "Nepal", "P17": "Kolkata", "Q10": "China",
    "R17": "Dhaka", "P19": "Haldia", "M24": "Visakhapatnam",
}  # fmt: skip
SOURCES = ("B17", "H15", "L21", "H21", "I18", "I28", "J13", "K38", "O12", "P15")
CONNECTIONS = {
    ("Delhi", "Kochi"): 100,
    ("Karachi", "Chennai"): 80,
    ("Lahore", "Kolkata"): 80,
    ("Nepal", "Mumbai"): 70,
}
COMMODITIES = """
    B17     | Mumbai 30
    H15 L21 | Karachi 50 Chennai 50
    H21     | Karachi 40 Chennai 40
    I18     | Kochi 70 Colombo 50 Chennai 50 Lahore 40 Mumbai 40 China 40 Nepal 40 Karachi 30 \
              Haldia 30 Visakhapatnam 30
    I28     | Kochi 50
    J13     | Lahore 100 Haldia 100
    K38 O12 | Visakhapatnam 70
    P15     | China 30 Nepal 30
    J31     | Karachi 20 Lahore 20 Mumbai 20 Kochi 20 Chennai 20 Colombo 20 Nepal 20 China 20 \
              Haldia 20 Visakhapatnam 20
"""
"""J31 is where the British EIC has put the jewelry."""


def table_with_places() -> Table:
    """MR on a map with track in every named place and every source."""
    table = table_for("MR")
    table.lay("G8 235 1", "P17 235 0", "K38 4 2", "J31 9 1")
    table.lay(*(f"{h} 9 0" for h in SOURCES if h != "K38"))
    table.state.jewelry = "J31"
    return table


def bonus(table: Table, route: str) -> int:
    return sum(b.amount for b in earn(table, "MR", "4", route).bonuses)


def test_1_6_3_6_every_connection_and_no_other() -> None:
    table = table_with_places()
    for a, b in combinations(PLACES, 2):
        pair = (PLACES[a], PLACES[b])
        expected = CONNECTIONS.get(pair, CONNECTIONS.get(pair[::-1], 0))
        assert bonus(table, f"{a} {b}") == expected, pair
    everything = bonus(table, "G8 G36 A16 K30 D3 P17 M10 D23")
    assert everything == 100 + 80 + 80 + 70


def test_1_6_3_7_every_commodity_at_every_place() -> None:
    table = table_with_places()
    seen = 0
    for sources, listed in cells(COMMODITIES):
        words = listed.split()
        paid = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        seen += len(paid) * len(sources.split())
        for source in sources.split():
            for place, name in PLACES.items():
                assert bonus(table, f"{source} {place}") == paid.get(name, 0), (source, name)
    assert seen == 34


def test_1_6_3_7_a_source_pays_once_and_two_sources_pay_twice() -> None:
    table = table_with_places()
    assert bonus(table, "H21 A16 K30") == 40 + 80
    assert bonus(table, "K38 O12 M24") == 140
    assert bonus(table, "H15 L21 A16") == 100


VARIABLE = {
    "A16": 20, "D3": 30, "D23": 40, "G36": 20, "K30": 30, "K40": 20, "M10": 10, "Q10": 20,
    "R17": 10,
}  # fmt: skip


@pytest.mark.parametrize(("hex_id", "more"), VARIABLE.items())
def test_1_6_3_5_every_variable_city(hex_id: str, more: int) -> None:
    table = table_for("NCR")
    (place,) = stops(table, hex_id)
    for tile, x in (("57", 20), ("14", 30), ("611", 40), ("513", 60)):
        stops(table, "K14")[0].piece = components().tiles[tile].layouts[0][0]
        found = dict(earn(table, "NCR", "2", f"K14 {hex_id}").stops)
        assert found[place] == x + more


@pytest.mark.parametrize(
    ("kind", "total"),
    [
        ("2", 90), ("3", 90), ("4", 90), ("4E", 80), ("3x2", 180), ("3x3", 270), ("4x2", 180),
        ("4Ex2", 160), ("4x3", 270), ("4Ex3", 240),
    ],
)  # fmt: skip
def test_1_6_3_4_what_each_train_multiplies(kind: str, total: int) -> None:
    """Chennai 20 + 30, a town of 10 that an express does not earn, Dhaka 20 + 10."""
    table = table_for("MR")
    table.lay("G34 4 2")
    found = earn(table, "MR", kind, "K30 G34 R17")
    assert found.total == total


def test_1_6_3_4_bonuses_are_never_multiplied() -> None:
    table = table_with_places()
    assert earn(table, "MR", "3x3", "A16 K30").total == 3 * (40 + 50) + 80
    assert earn(table, "MR", "4x2", "B17 D23 R17").total == 2 * (60 + 30) + 30

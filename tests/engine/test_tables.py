"""The tables of the rules page, written out by hand: the engine's data must agree with them."""

from __future__ import annotations

import pytest

from engine import Game, Turn, company_cards, guaranty, kinds_of, lay_cost
from engine.board import Board
from engine.components import EDGES, Piece, components
from engine.hexsides import border_at, border_name, exit_of, opposite
from engine.questions.home import home_tile_cost
from engine.rounds.sequence import OPERATING_ROUNDS
from engine.state import DIRECTORS, EXCHANGE_TOKENS, SHARE, face_value
from tests.engine.builders import PLAYERS, Table


def cells(text: str) -> list[list[str]]:
    """The rows of a table, the cells apart by "|"."""
    lines = [line.strip() for line in text.strip().splitlines()]
    return [[cell.strip() for cell in line.split("|")] for line in lines if line]


# -- 1.1 ------------------------------------------------------------------------------------------


def test_1_1_1_cash_and_bank() -> None:
    assert components().bank == 9000
    assert OPERATING_ROUNDS == 2
    for players, cash in ((2, 1100), (3, 733), (4, 550), (5, 440)):
        state = Game.new(1, PLAYERS[:players]).state
        assert {p.cash for p in state.players.values()} == {cash}
    for players in (1, 6):
        with pytest.raises(ValueError, match="2 to 5 players"):
            Game.new(1, ("A", "B", "C", "D", "E", "F")[:players])


PER_PLAYERS = """
    2 | 15 | 8 | 18 | 4 | 23
    3 | 13 | 7 | 15 | 4 | 27
    4 | 11 | 6 | 13 | 5 | 29
    5 | 10 | 5 | 12 | 2 | 34
"""


@pytest.mark.parametrize("row", cells(PER_PLAYERS), ids=lambda row: f"{row[0]}p")
def test_1_1_2_cards_by_the_number_of_players(row: list[str]) -> None:
    players, dealt, kept, length, left, draft = map(int, row)
    printed = components()
    assert printed.by_players("certificates_dealt", players) == dealt
    assert printed.by_players("certificates_kept", players) == kept
    assert printed.by_players("ipo_row_length", players) == length
    assert 88 - 3 * length - players * dealt == left
    assert players * (dealt - kept) + 9 == draft


LIMITS = """
    10 | 37 | 23 | 18 | 15
    9  | 33 | 22 | 17 | 13
    8  | 29 | 19 | 15 | 12
"""


def test_1_1_3_certificate_limits() -> None:
    for row in cells(LIMITS):
        limits = [
            components().by_players("certificate_limit", players)[row[0]] for players in range(2, 6)
        ]
        assert limits == list(map(int, row[1:]))


def test_1_1_4_share_track() -> None:
    track = (
        "0 56 58 61 64 67 71 76 82 90 100 112 126 142 160 180 205 230 255 280 300 320 340 360 380 "
        "400 420 440 460"
    )
    printed = components()
    assert printed.prices == tuple(map(int, track.split()))
    assert printed.end_prices == {400, 420, 440, 460}
    faces = {c.face_value for c in printed.companies.values()}
    assert faces == {64, 67, 71, 76, 82, 90, 100, 112}


PRINTED_TRACK = """
    A16 | city 45        | B11 | plain 03        | B13 | plain 03
    C6  | town 045       | C18 | junction 4      | D3  | city 045
    D21 | town 0345      | D23 | city 03 city 45 | F1  | town 015
    G36 | city 345       | H39 | town 34         | K30 | city 123
    K40 | city 4         | L9  | plain 15        | M10 | city 02 city 15
    M24 | town 123       | P19 | town 1234       | Q10 | city 015
    R17 | city 123
"""
"""The edges that each city, town, junction and plain track of a printed hex joins."""


def test_1_1_printed_track() -> None:
    wanted = {}
    for row in cells(PRINTED_TRACK):
        wanted.update(dict(zip(row[::2], row[1::2], strict=True)))
    printed = {
        h.id: " ".join(
            f"{p.kind} {''.join(map(str, sorted(p.edges)))}" for p in h.pieces if p.edges
        )
        for h in components().hexes.values()
    }
    assert {hex_id: track for hex_id, track in printed.items() if track} == wanted


COMPANIES = """
    EIR  | East India Railway              | east  | 100 | 0 40 100         | P17 0
    NCR  | North Central Railway           | east  | 90  | 0 40 100 100     | K14 0
    BNR  | Bengal Nagpur Railway           | east  | 82  | 0 40 100 100 100 | I20 0
    EBR  | Eastern Bengal Railway          | east  | 76  | 0 40 100         | P17 1
    TR   | Tirhoot Railway                 | east  | 71  | 0 40             | M10 0
    DHR  | Darjeeling-Himalayan Railway    | east  | 67  | 0 40             | Q10 0
    NWR  | Northwestern Railway            | west  | 100 | 0 40 100 100     | G8 0
    PNS  | Punjab Northern State Railway   | west  | 76  | 0 40 100         | D3 0
    BR   | Bombay Railway                  | west  | 71  | 0 40 100         | D23 0
    SPD  | Sind Punjab & Delhi Railroad    | west  | 67  | 0 40             | G8 1
    WR   | Western Railway                 | west  | 64  | 0 40             | D17 0
    MR   | Madras Railway                  | south | 90  | 0 40 100         | K30 0
    SIR  | South Indian Railway            | south | 82  | 0 40 100 100     | G36 0
    CGR  | Ceylon Government Railway       | south | 76  | 0 40 100         | K40 0
    WIP  | West of India Portuguese Railway| south | 76  | 0 40 100         | E24 0
    NSR  | Nizam State Railway             | south | 71  | 0 40 100         | H25 0
    KGF  | Kolar Gold Fields Railways      | south | 64  | 0 40             | H31 0
    GIPR | Great Indian Peninsula Railway  |       | 112 | 0 40 100 100     |
"""


def test_1_1_5_companies() -> None:
    printed = components().companies
    rows = cells(COMPANIES)
    assert {row[0] for row in rows} == set(printed)
    for sign, name, region, face, costs, home in rows:
        info = printed[sign]
        assert (info.name, info.region or "", info.face_value) == (name, region, int(face))
        assert info.station_costs == tuple(map(int, costs.split()))
        assert (f"{info.home} {info.home_city}" if info.home else "") == home
        assert face_value(f"{sign}_1") == int(face)
        if sign != "GIPR":
            assert face_value(f"{sign}_0") == 2 * int(face)
    assert EXCHANGE_TOKENS == 3
    assert (SHARE, DIRECTORS) == (10, 20)


PRIVATES = """
    P1 | Swedish EIC    | 25  | 5
    P2 | Portuguese EIC | 35  | 5
    P3 | Dutch EIC      | 60  | 10
    P4 | French EIC     | 75  | 15
    P5 | Danish EIC     | 115 | 20
    P6 | British EIC    | 150 | 25
"""


def test_1_1_6_private_companies() -> None:
    found = {(p.id, p.name, p.face_value, p.income) for p in components().privates.values()}
    assert found == {(a, b, int(c), int(d)) for a, b, c, d in cells(PRIVATES)}


def test_1_1_7_royal_bonds() -> None:
    printed = components()
    assert (printed.bonds, printed.bond_value, printed.bond_income) == (10, 100, 10)
    assert Game.new(1, PLAYERS[:2]).state.bonds_in_bank == 10


def test_1_1_8_the_deck_has_88_cards_and_no_directors_certificate() -> None:
    assert company_cards("EIR") == [f"EIR_{n}" for n in range(1, 9)]
    assert len(company_cards("GIPR")) == 10
    state = Game.new(5, PLAYERS[:4]).state
    cards = [c for row in state.ipo_rows for c in row]
    cards += [c for p in state.players.values() for c in p.hand]
    shares = sum(c.market for c in state.companies.values()) // 10
    assert len(cards) + shares + len(state.market_privates) == 88
    assert not [c for c in cards if c.endswith("_0") and c != "GIPR_0"]


# -- 1.1.9, the map -------------------------------------------------------------------------------

CITIES = """
    A16 | Karachi | red   | 20 | 1
    D3  | Lahore  | red   | 30 | 1
    D17 |         | white | 0  | 1
    D23 | Mumbai  | red   | 40 | 2 1
    E24 |         | white | 0  | 1
    G8  | Delhi   | white | 0  | 1 1
    G36 | Kochi   | red   | 20 | 2
    H25 |         | white | 0  | 1
    H31 |         | white | 0  | 1
    I20 |         | white | 0  | 1
    K14 |         | white | 0  | 1
    K30 | Chennai | red   | 30 | 2
    K40 | Colombo | red   | 20 | 1
    M10 | Nepal   | red   | 10 | 1 1
    P17 | Kolkata | white | 0  | 1 1
    Q10 | China   | red   | 20 | 1
    R17 | Dhaka   | red   | 10 | 1
"""
TOWNS = (
    "C16 D11 D19 E4 E30 F11 F13 F17 F23 F25 F27 G6 G34 H11 H17 I8 J11 J17 J27 J33 K38 L13 L23 L39 "
    "N13 N17 O16 R13"
)


def printed_cities(hex_id: str) -> list[Piece]:
    return [p for p in components().hexes[hex_id].pieces if p.kind == "city"]


@pytest.mark.parametrize("row", cells(CITIES), ids=lambda row: row[0])
def test_1_1_9_cities(row: list[str]) -> None:
    hex_id, name, color, more, slots = row
    here = components().hexes[hex_id]
    if name:
        assert here.name == name
    assert here.color == color
    pieces = printed_cities(hex_id)
    assert {p.revenue for p in pieces} == {int(more)}
    assert {p.variable for p in pieces} == {color == "red"}
    assert [p.slots for p in pieces] == list(map(int, slots.split()))


def test_1_1_9_no_other_cities_and_the_towns() -> None:
    hexes = components().hexes.values()
    assert [h.id for h in hexes if h.city_count] == [row[0] for row in cells(CITIES)]
    white = [h for h in hexes if h.color == "white"]
    assert {h.id for h in white if h.town_count == 1} == set(TOWNS.split())
    assert {h.id for h in white if h.town_count == 3} == {"E22", "F5", "H35", "K12"}
    gray = {
        h.id: [p.revenue for p in h.pieces if p.kind == "town"] for h in hexes if h.color == "gray"
    }
    towns = {h: values for h, values in gray.items() if values}
    assert towns == {h: [10] for h in ("C6", "D21", "F1", "H39", "M24", "P19")}
    named = {h: components().hexes[h].name for h in ("M24", "P19")}
    assert named == {"M24": "Visakhapatnam", "P19": "Haldia"}
    assert {h.id for h in white if h.label == "OO"} == {"G8", "P17"}


def test_1_6_2_4_sides_and_slots_of_mumbai_and_nepal() -> None:
    """Edges go clockwise from the bottom: 0 S, 1 SW, 2 NW, 3 N, 4 NE, 5 SE."""
    mumbai = [(set(p.edges), p.slots, p.group) for p in printed_cities("D23")]
    assert mumbai == [({0, 3}, 2, "Mumbai"), ({4, 5}, 1, "Mumbai")]
    nepal = [(set(p.edges), p.slots, p.group) for p in printed_cities("M10")]
    assert nepal == [({0, 2}, 1, "Nepal"), ({1, 5}, 1, "Nepal")]
    slots = {h: printed_cities(h)[0].slots for h in ("A16", "D3", "K40", "Q10", "R17")}
    assert set(slots.values()) == {1}
    assert {printed_cities(h)[0].slots for h in ("G36", "K30")} == {2}


# -- 1.1.10, tiles --------------------------------------------------------------------------------

TILES = """
    yellow | 7                      | 6  |          |   | 80 82 83
    yellow | 8                      | 41 |          |   | 80 81 82 83
    yellow | 9                      | 41 |          |   | 82 83
    yellow | 3                      | 8  | town 10  |   | 141 142 143 12 205 206
    yellow | 4                      | 16 | town 10  |   | 141 142 205 206
    yellow | 58                     | 16 | town 10  |   | 141 142 143 144 12 13 205 206
    yellow | 5 6 57                 | 3  | city 20  | 1 | 14 15 619
    yellow | 235                    | 2  | city 30 30 | 1 1 | 59
    yellow | IF1 IF2                | 1  |          |   |
    yellow | IND2 IND3 IND4 IND5 IND6 | 2 | town 20 10 10 | |
    green  | 80                     | 4  |          |   | 545 546
    green  | 81                     | 4  |          |   | 546
    green  | 82 83                  | 4  |          |   | 544 545 546
    green  | 141 142                | 3  | town 10  |   | 145 146 147
    green  | 143                    | 3  | town 10  |   | 146 147
    green  | 144                    | 3  | town 10  |   | 147
    green  | 12 13 205 206          | 2  | city 30  | 1 | 611
    green  | 14 15 619              | 2  | city 30  | 2 | 611
    green  | 59                     | 2  | city 40 40 | 1 1 | 64 65 66 67 68 984
    brown  | 544 545 546            | 2  |          |   | 60
    brown  | 145 146 147            | 2  | town 20  |   | GT6
    brown  | 611                    | 6  | city 40  | 2 | 513
    brown  | 64 65 66 67 68         | 1  | city 50 50 | 1 1 | IND1
    brown  | 984                    | 2  | city 50 50 | 1 1 | IND1
    gray   | 60                     | 1  |          |   |
    gray   | GT6                    | 1  | town 20  |   |
    gray   | 513                    | 4  | city 60  | 3 |
    gray   | IND1                   | 2  | city 60  | 3 |
"""
CROSSES = {("143", "145"), ("144", "145"), ("144", "146"), ("80", "544"), ("81", "544")} | {
    ("81", "545"), ("3", "13"), ("4", "12"), ("4", "13"), ("3", "144"), ("4", "143"), ("4", "144"),
}  # fmt: skip
"""Upgrades that the chain of colours has and the track of the two tiles forbids."""


def turns_into(old: str, new: str) -> bool:
    """Whether some rotation of the new tile keeps the track of the old one."""
    tiles = components().tiles
    return any(not tiles[old].masks[0] & ~mask for mask in tiles[new].masks)


@pytest.mark.parametrize("row", cells(TILES), ids=lambda row: row[1])
def test_1_1_10_tiles(row: list[str]) -> None:
    color, numbers, count, stops, slots, becomes = row
    for number in numbers.split():
        tile = components().tiles[number]
        assert (tile.color, tile.count) == (color, int(count))
        kind, *values = stops.split() or [""]
        pieces = [p for p in tile.layouts[0] if p.kind in ("city", "town")]
        assert [p.revenue for p in pieces] == list(map(int, values))
        assert {p.kind for p in pieces} == ({kind} if kind else set())
        assert [p.slots for p in pieces if p.kind == "city"] == list(map(int, slots.split()))
        possible = {n for n in tile.upgrades if turns_into(number, n)}
        assert possible == set(becomes.split())
        assert {(number, n) for n in tile.upgrades if n not in possible} <= CROSSES
        assert Board().supply[number] == int(count)


def test_1_1_10_no_other_tiles() -> None:
    assert sorted(n for row in cells(TILES) for n in row[1].split()) == sorted(components().tiles)


# -- 1.6.1, what a hex and a hexside cost ---------------------------------------------------------

HILLS = "D11 E10 E18 F9 G18 G22 G32 H35 I16 I30 N19"
MOUNTAINS = "F15 F19 F25 F27 F29 G6 G16 G30 H15 H17 I14 I28 J23 J25 J27 K22 L21 N21"
RIVERS = """
    C16-D17 G24-H23 H7-H9 H9-I8 H9-I10 H11-I10 H23-H25 H25-I24 I10-I12 I12-J11 I24-I26 I24-J25
    J11-J13 J13-K12 J23-J25 K12-K14 K12-L13 K24-L23 L11-L13 L13-M12 L23-L25 L25-M24 N15-O14 O14-O16
    O16-P15 P15-P17 P17-Q16 Q16-Q18 Q18-R17
"""
DEAR_BORDERS = "G6-H7 G8-H7 J23-K24 K22-K24 M12-M14 M14-N13 N13-N15"
BORDERS = """
    D19-D21 D19-E20 D23-E24 D25-E24 E18-E20 E18-F19 E22-E24 E22-F23 E24-E26 E26-F25 E26-F27 E28-F27
    E28-F29 E30-F29 F17-F19 F17-G18 F21-F23 F21-G22 F29-F31 F31-G30 G4-H5 G6-H5 G8-H9 G10-H9 G10-H11
    G12-H11 G16-G18 G16-H17 G20-G22 G20-H21 G30-G32 G30-H31 H3-H5 H11-H13 H13-I12 H13-I14 H15-H17
    H15-I14 H15-I16 H19-H21 H19-I20 H29-H31 H29-I30 I14-I16 I14-J15 I18-I20 I20-J19 I28-I30 I30-J29
    J13-J15 J15-K14 J19-J21 J21-K20 J25-K24 J25-K26 J27-K26 J29-J31 J31-K30 K14-K16 K14-L15 K20-K22
    K22-L21 K22-L23 K26-K28 L13-L15 L13-M14 N13-O14 O12-O14 O14-P13 P13-P15 P13-Q14 Q12-Q14 Q14-R13
    R13-R15
"""


def sides(text: str) -> set[frozenset[str]]:
    return {frozenset(side.split("-")) for side in text.split()}


def test_1_6_1_7_terrain() -> None:
    costs = dict.fromkeys(HILLS.split(), 15) | dict.fromkeys(MOUNTAINS.split(), 30) | {"J37": 60}
    found = {h.id: h.terrain_cost for h in components().hexes.values() if h.terrain_cost}
    assert found == costs


def test_1_6_1_9_a_border_is_printed_on_both_its_hexes() -> None:
    hexes = components().hexes
    for h in hexes.values():
        for edge, border in h.borders.items():
            back = hexes[h.neighbors[edge]].borders[(edge + 3) % 6]
            assert (back.kind, back.cost) == (border.kind, border.cost)


def test_1_6_1_8_rivers_and_1_6_1_9_borders() -> None:
    found: dict[tuple[str, int], set[frozenset[str]]] = {}
    for h in components().hexes.values():
        for edge in EDGES:
            border = border_at(exit_of(h.id, edge))
            if border:
                assert border == border_at(opposite()[exit_of(h.id, edge)])
                name = border_name(exit_of(h.id, edge))
                found.setdefault(border, set()).add(frozenset(name.split("-")))
    assert found == {
        ("water", 30): sides(RIVERS),
        ("province", 30): sides(DEAR_BORDERS),
        ("province", 0): sides(BORDERS),
    }
    assert [len(sides(t)) for t in (RIVERS, DEAR_BORDERS, BORDERS)] == [29, 7, 74]


def first_tile(hex_id: str) -> tuple[str, int]:
    """A yellow tile for an empty hex that points nowhere off the map."""
    here = components().hexes[hex_id]
    for tile in components().tiles.values():
        if (
            tile.color == "yellow"
            and tile.label == here.label
            and (tile.cities, tile.towns) == (here.city_count, here.town_count)
        ):
            return tile.number, 0
    raise AssertionError(hex_id)


@pytest.mark.parametrize(
    ("hexes", "cost"), [(HILLS, 15), (MOUNTAINS, 30), ("J37", 60), ("D15 E14 C8", 0)]
)
def test_1_6_1_7_the_first_tile_of_a_hex_costs_its_terrain(hexes: str, cost: int) -> None:
    for hex_id in hexes.split():
        table = Table("WR")
        here = components().hexes[hex_id]
        number, rotation = first_tile(hex_id)
        tile = components().tiles[number]
        assert lay_cost(table.state, Turn("WR"), tile, here, rotation) == cost
        if here.town_count == 1:
            assert home_tile_cost(table.state, hex_id, "13", 0) == cost


# -- trains, guaranty -----------------------------------------------------------------------------

TRAINS = """
    2    | 2   | 180  | 180 | 6 | 2 | any town  | 1
    3    | 3   | 300  | 300 | 4 | 3 | any town  | 1
    4    | 4   | 450  | 300 | 3 | 4 | any town  | 1
    4E   | 4   | 450  | 300 | 3 | 4 | express   | 1
    3x2  | 3x2 | 700  | 500 | 3 | 3 | any town  | 2
    3x3  | 3x3 | 900  | 700 | 3 | 3 | any town  | 3
    4x2  | 4x2 | 800  | 650 | 3 | 4 | any town  | 2
    4Ex2 | 4x2 | 800  | 650 | 3 | 4 | express   | 2
    4x3  | 4x3 | 1100 | 0   | 3 | 4 | any town  | 3
    4Ex3 | 4x3 | 1100 | 0   | 3 | 4 | express   | 3
"""


@pytest.mark.parametrize("row", cells(TRAINS), ids=lambda row: row[0])
def test_1_6_5_1_trains(row: list[str]) -> None:
    name, of_row, price, resale, count, cities, way, times = row
    kind = components().trains[name]
    assert (kind.row, kind.price, kind.resale) == (of_row, int(price), int(resale))
    assert (kind.count, kind.cities, kind.multiplier) == (int(count), int(cities), int(times))
    assert kind.express == (way == "express")
    assert kind.phase_iv == ("x" in name)
    assert name in {k.name for k in kinds_of(of_row)}
    depot = Game.new(1, PLAYERS[:2]).state.depot
    assert len(depot[of_row]) == int(count)


def test_1_6_5_1_no_other_trains() -> None:
    assert list(components().trains) == [row[0] for row in cells(TRAINS)]


def test_1_6_4_3_guaranty_at_every_price() -> None:
    paid = "2 2 3 3 3 3 3 4 4 5 5 6 7 8 9 10 11 12 14 15 16 17 18 19 20 21 22 23"
    found = [guaranty(price) for price in components().prices if price]
    assert found == list(map(int, paid.split()))

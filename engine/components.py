"""The printed components of 18 India, read once from `engine/data`.

Hexes have flat tops. Edge 0 is the bottom edge, then clockwise to 5; a rotation of r turns edge e
to (e + r) mod 6. Amounts are rupees (₹).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec.structs import force_setattr

NodeKind = Literal["city", "town", "junction", "plain"]

GIPR = "GIPR"
PORTUGUESE, DUTCH, FRENCH, DANISH, BRITISH = "P2", "P3", "P4", "P5", "P6"
"""The Privates that have a power."""
SIDES = 6
EDGES = range(SIDES)


class Piece(msgspec.Struct, frozen=True):
    """One connected piece of track on a hex: a city, a town, a junction, or plain track.

    On every tile of this game an edge carries at most one piece. `edges` are in the order printed.
    `index` counts the pieces of the same kind from 0; `revenue` in ₹. A `variable` (red) city is
    worth that much more than X (1.6.3); of the cities of one `group` a route visits only one.
    `mask` is made of the edges: bit e is set where the piece has track at edge e.
    """

    kind: NodeKind
    index: int
    edges: tuple[int, ...]
    revenue: int = 0
    slots: int = 0
    variable: bool = False
    group: str | None = None
    mask: int = 0

    def __post_init__(self) -> None:
        force_setattr(self, "mask", sum(1 << e for e in self.edges))

    def rotated(self, rotation: int) -> Piece:
        """The same piece turned clockwise by `rotation` times 60°."""
        return Piece(
            self.kind,
            self.index,
            tuple((e + rotation) % SIDES for e in self.edges),
            self.revenue,
            self.slots,
            self.variable,
            self.group,
        )


@dataclass(frozen=True, slots=True)
class Border:
    """A printed hexside, and the ₹ `cost` of the first track over it.

    `water` always costs; `province` makes a gauge-change marker (1.6.1), and may cost too.
    """

    edge: int
    kind: Literal["water", "province"]
    cost: int


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex of the map as printed. `neighbors` maps an edge to the hex that track over it can join.

    `terrain_cost` (₹) is paid for the first tile; the counts are of cities and towns without track
    too.
    """

    id: str
    name: str | None
    color: str
    label: str | None
    pieces: tuple[Piece, ...]
    neighbors: Mapping[int, str]
    terrain: str | None
    terrain_cost: int
    borders: Mapping[int, Border]
    town_count: int
    city_count: int

    @property
    def buildable(self) -> bool:
        """Whether tiles may be laid here: every other hex never changes."""
        return self.color == "white"


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile by its number; `count` are printed, `upgrades` the numbers that may replace it.

    `layouts[r]` is its track turned by r times 60°, `masks[r]` the edges that this uses; `cities`
    and `towns` say how many of them it has.
    """

    number: str
    color: str
    count: int
    label: str | None
    upgrades: tuple[str, ...]
    layouts: tuple[tuple[Piece, ...], ...]
    masks: tuple[int, ...]
    cities: int
    towns: int


@dataclass(frozen=True, slots=True)
class CompanyDef:
    """A company as printed; `home_city` is the number of its city in the hex `home`, from 0.

    `station_costs` (₹) are paid in order; the first, the home station, is free.
    """

    id: str
    name: str
    face_value: int
    home: str | None
    home_city: int
    station_costs: tuple[int, ...]
    region: str | None
    color: str


@dataclass(frozen=True, slots=True)
class PrivateDef:
    """A Private Company as printed, with its income in each Operating Round; amounts in ₹."""

    id: str
    name: str
    face_value: int
    income: int


@dataclass(frozen=True, slots=True)
class TrainKind:
    """A kind of train, sold from `row` (a 4E from that of the 4); ₹ `resale` is 0 if it has none.

    `cities` are the cities it counts; an express (E-train) visits any number and earns no towns.
    """

    name: str
    row: str
    count: int
    price: int
    resale: int
    cities: int
    express: bool
    multiplier: int
    phase_iv: bool


@dataclass(frozen=True, slots=True)
class CommodityDef:
    """A source of a commodity: `bonuses` (₹) by the name of the destination (1.6.3).

    `hex` is None for the jewelry, whose hex the British EIC chooses.
    """

    source: str
    commodity: str
    hex: str | None
    bonuses: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Components:
    """All that is printed; constant for the life of the program."""

    hexes: Mapping[str, Hex]
    tiles: Mapping[str, Tile]
    companies: Mapping[str, CompanyDef]
    privates: Mapping[str, PrivateDef]
    trains: Mapping[str, TrainKind]
    commodities: tuple[CommodityDef, ...]
    connections: tuple[tuple[str, str, int], ...]
    prices: tuple[int, ...]
    end_prices: frozenset[int]
    bank: int
    bonds: int
    bond_value: int
    bond_income: int
    constants: Mapping[str, Any]

    def by_players(self, key: str, players: int) -> Any:
        """A constant of the table in 1.1 that depends on the number of players."""
        return self.constants[key][str(players)]


def neighbor_edge(edge: int) -> int:
    """The same hexside seen from the other hex."""
    return (edge + SIDES // 2) % SIDES


def _pieces(row: dict[str, Any]) -> tuple[Piece, ...]:
    edges: dict[str, list[int]] = {}
    plain: list[tuple[int, ...]] = []
    for a, b in row.get("track", []):
        ends = [x for x in (a, b) if isinstance(x, int)]
        nodes = [x for x in (a, b) if isinstance(x, str)]
        if nodes:
            edges.setdefault(nodes[0], []).extend(ends)
        else:
            plain.append(tuple(ends))
    found = [
        Piece(
            "city",
            i,
            tuple(edges.get(f"city{i}", ())),
            city.get("revenue", 0) or city.get("plus", 0),
            city["slots"],
            bool(city.get("variable")),
            city.get("group"),
        )
        for i, city in enumerate(row.get("cities", []))
    ]
    found += [
        Piece("town", i, tuple(edges.get(f"town{i}", ())), town["revenue"])
        for i, town in enumerate(row.get("towns", []))
        if f"town{i}" in edges
    ]
    if "junction" in edges:
        found.append(Piece("junction", 0, tuple(edges["junction"])))
    found += [Piece("plain", i, path) for i, path in enumerate(plain)]
    return tuple(found)


def _hex(row: dict[str, Any]) -> Hex:
    terrain = row.get("terrain", {})
    borders = [Border(b["edge"], b["kind"], b.get("cost", 0)) for b in row.get("borders", [])]
    return Hex(
        id=row["hex"],
        name=row.get("name"),
        color=row["color"],
        label=row.get("label"),
        pieces=_pieces(row),
        neighbors={int(e): h for e, h in row["neighbors"].items()},
        terrain=terrain.get("terrain"),
        terrain_cost=terrain.get("cost", 0),
        borders={b.edge: b for b in borders},
        town_count=len(row.get("towns", [])),
        city_count=len(row.get("cities", [])),
    )


def _tile(row: dict[str, Any]) -> Tile:
    pieces = _pieces(row)
    layouts = tuple(tuple(p.rotated(r) for p in pieces) for r in EDGES)
    return Tile(
        number=row["tile"],
        color=row["color"],
        count=row["count"],
        label=row.get("label"),
        upgrades=tuple(row["upgrades"]),
        layouts=layouts,
        masks=tuple(sum(p.mask for p in layout) for layout in layouts),
        cities=sum(p.kind == "city" for p in pieces),
        towns=sum(p.kind == "town" for p in pieces),
    )


def _train(row: dict[str, Any]) -> TrainKind:
    return TrainKind(
        name=row["train"],
        row=row.get("shares_supply_with", row["train"]),
        count=row["count"],
        price=row["price"],
        resale=row["bank_buys_back_at"],
        cities=row["cities_paid"],
        express=row.get("express", False),
        multiplier=row["multiplier"],
        phase_iv="x" in row["train"],
    )


def _commodity(row: dict[str, Any], hexes: Mapping[str, Hex]) -> CommodityDef:
    value = row["value"]
    bonuses = value if isinstance(value, dict) else dict.fromkeys(row["destinations"], value)
    place = next((h.id for h in hexes.values() if (h.name or "").upper() == row["source"]), None)
    return CommodityDef(row["source"], row["commodity"], place, bonuses)


@cache
def components() -> Components:
    """The components, read at the first call."""
    folder = files("engine") / "data"

    def read(name: str) -> Any:
        return json.loads((folder / name).read_text(encoding="utf-8"))

    game = read("game.json")
    hexes = {row["hex"]: _hex(row) for row in read("map.json")}
    return Components(
        hexes=hexes,
        tiles={row["tile"]: _tile(row) for row in read("tiles.json")},
        companies={
            row["id"]: CompanyDef(
                row["id"],
                row["name"],
                row["face_value"],
                row.get("home"),
                row.get("home_city", 0),
                tuple(row["token_costs"]),
                row.get("region"),
                row["color"],
            )
            for row in read("corporations.json")
        },
        privates={row["id"]: PrivateDef(**row) for row in read("privates.json")},
        trains={row["train"]: _train(row) for row in read("trains.json")},
        commodities=tuple(_commodity(row, hexes) for row in game["commodities"]),
        connections=tuple((a, b, bonus) for a, b, bonus in game["connection_bonus"]),
        prices=tuple(game["share_prices"]),
        end_prices=frozenset(game["game_end_prices"]),
        bank=game["bank"],
        bonds=game["royal_bonds"]["count"],
        bond_value=game["royal_bonds"]["face_value"],
        bond_income=game["royal_bonds"]["income"],
        constants=game,
    )

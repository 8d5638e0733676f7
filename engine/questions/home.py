"""Home stations (1.5, 1.6.1, 1.8).

They are placed when a company floats, and settled when Delhi or Kolkata gets its first tile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from typing_extensions import override

from engine import ledger, terrain
from engine.actions import AnyAction, PlaceHome
from engine.board import Board, fits, keeps_track
from engine.components import EDGES, GIPR, SIDES, components
from engine.errors import RuleViolation, require
from engine.events import BANK, StationPlaced, StationRemoved, TileLaid
from engine.flow import wrong_step
from engine.hexsides import border_name
from engine.legal import City, Lay, Legal
from engine.node import Node
from engine.state import Company, Pending, State

DOUBLE = "OO"


def is_double(hex_id: str) -> bool:
    """Whether the hex is Delhi or Kolkata."""
    return components().hexes[hex_id].label == DOUBLE


def waits_for_tile(state: State, hex_id: str) -> bool:
    """Whether a home station in the hex would wait for its first tile, which asks for the city."""
    return is_double(hex_id) and hex_id not in state.board.tiles


def arrive(state: State, company: Company) -> None:
    """Place the home station of a company that floats, or ask its head where.

    Delhi and Kolkata are asked for once they have a tile (1.5). On 18xx.games not when no station
    waited for that tile: the company has its printed city then.
    """
    hex_id = company.info.home
    if hex_id is None:
        state.pending.append(HomeQuestion(company.id))
        return
    board = state.board
    definite = board.home_of(company.id, hex_id)
    board.release(company.id)
    if waits_for_tile(state, hex_id):
        board.waiting.setdefault(hex_id, []).append(company.id)
        board.changed()
        _count(company, hex_id)
        return
    if is_double(hex_id) and not state.ruleset.late_home_has_printed_city:
        board.open_reservations(hex_id)
        definite = None
    if definite is None:
        state.pending.append(HomeQuestion(company.id))
    else:
        others = [n for n in board.cities(hex_id) if n.free_slots()]
        put(state, company, definite if definite.free_slots() or not others else others[0])


def _count(company: Company, hex_id: str, place: int = 0) -> None:
    """Note that a station stands in the hex, the home as the first of the company's stations."""
    company.stations_used += 1
    company.station_order.insert(place, hex_id)


def put(state: State, company: Company, node: Node, slot: int | None = None) -> None:
    """Stand a company's home station in a city."""
    state.board.place(node, company.id, slot)
    _count(company, node.hex)
    state.emit(StationPlaced(company.id, node.hex, node.index, 0, state.board.towards(node)))


def settle(state: State, hex_id: str, layer: str) -> None:
    """Ask the layer of Delhi's or Kolkata's first tile which city each waiting station gets.

    A layer that waits there itself is asked for its own city only, any other for each in turn, the
    last one going by itself. Until then the stations leave the hex. A home company that has not
    floated yet will then choose between the cities, too.

    On 18xx.games GIPR as the layer is like any other, the last one is asked for too, and a Danish
    EIC's station leaves with those that wait: unused if the layer waits for its own city.
    """
    board = state.board
    waiting = board.waiting.get(hex_id, [])
    at_home = layer in waiting and not (layer == GIPR and state.ruleset.last_home_is_asked)
    order = sorted(
        waiting,
        key=lambda c: (
            at_home and c != layer,
            components().companies[c].home_city,
            c == GIPR,
        ),
    )
    waiting[:] = []
    guests = _guests(board, hex_id) if state.ruleset.danish_station_leaves_with_homes else {}
    if not order and not guests:
        return
    board.open_reservations(hex_id)
    places = {c: _leave(state, hex_id, c) for c in (*order, *guests)}
    for guest, city in guests.items():
        board.take_away(city, guest)
        state.emit(StationRemoved(guest, hex_id))
    if not at_home:
        order = sorted((*order, *guests), key=lambda c: _rank(c, guests))
    board.changed()
    ask_last = state.ruleset.last_home_is_asked and not at_home
    state.pending.append(SettleQuestion(hex_id, layer, order, places, list(guests), ask_last))


def _guests(board: Board, hex_id: str) -> dict[str, Node]:
    """The stations that stand in a city of the hex, and which: a Danish EIC's alone can (1.6.2)."""
    return {c: node for node in board.cities(hex_id) for c in node.all_stations()}


def _rank(company: str, guests: Mapping[str, Node]) -> tuple[int, bool, bool]:
    """Where a station stands among those that leave the hex: by its city, homes first."""
    if company in guests:
        return guests[company].index, True, False
    return components().companies[company].home_city, False, company == GIPR


def _leave(state: State, hex_id: str, company_id: str) -> int:
    """A station leaves the hex; returns its place among the company's stations."""
    company = state.companies[company_id]
    place = company.station_order.index(hex_id)
    company.stations_used -= 1
    company.station_order.remove(hex_id)
    return place


@dataclass(slots=True)
class SettleQuestion(Pending):
    """Which city of a new Delhi or Kolkata tile gets the first of the stations in `order`.

    `places` tells for each where it stands among its company's stations, `guests` are those built
    by the Danish EIC; `ask_last` whether the last is asked for though one city only is left.
    """

    hex: str
    layer: str
    order: list[str]
    places: dict[str, int] = field(default_factory=dict)
    guests: list[str] = field(default_factory=list)
    ask_last: bool = False

    @override
    def step(self, state: State) -> str:
        return "home"

    @override
    def actor(self, state: State) -> str:
        return self.layer

    @override
    def apply(self, state: State, action: AnyAction) -> None:
        if not isinstance(action, PlaceHome):
            raise wrong_step(state)
        require(
            action.hex == self.hex, f"The station stands in {self.hex}; choose one of its cities."
        )
        require(action.company == self.order[0], f"The station of {self.order[0]} comes first.")
        node = state.board.city(self.hex, action.city)
        if node is None or node not in self._cities(state):
            raise RuleViolation(f"{self.hex} has no free city number {action.city + 1}.")
        self._place(state, node, action.slot)
        rest = self._cities(state) if self.order else []
        if len(self.order) == 1 and len(rest) == 1 and not self.ask_last:
            self._place(state, rest[0])
        if not self.order:
            state.pending.remove(self)

    def _cities(self, state: State) -> list[Node]:
        """The cities that the first station may have; a Danish EIC's may stand beside the slots."""
        cities = state.board.cities(self.hex)
        return [n for n in cities if n.free_slots() or self.order[0] in self.guests]

    def _place(self, state: State, node: Node, slot: int | None = None) -> None:
        board = state.board
        company = state.companies[self.order.pop(0)]
        free = sum(n.free_slots() for n in board.cities(self.hex))
        spare = free > len(board.kept_for(self.hex)) + len(self.order)
        if company.id in self.guests and not (spare and node.free_slots()):
            board.place_beside(node, company.id)
        else:
            board.place(node, company.id, slot)
        _count(company, self.hex, self.places[company.id])
        state.emit(StationPlaced(company.id, self.hex, node.index, 0, board.towards(node)))

    @override
    def legal(self, state: State, lays: bool) -> Legal:
        cities = [City(n.hex, n.index) for n in self._cities(state)]
        return Legal("home", self.layer, homes=cities, home_of=self.order[0])


def home_cities(state: State, company: Company) -> list[City]:
    """The (hex, city) pairs that the company may choose for its home.

    Delhi and Kolkata are one choice before their first tile: only that asks for the city.
    """
    board = state.board
    if company.info.home:
        nodes = board.cities(company.info.home)
        return [City(n.hex, n.index) for n in nodes if n.free_slots()]
    free = [n for n in board.all_cities() if board.free_for(n, company.id)]
    waits = {n.hex for n in free if waits_for_tile(state, n.hex)}
    return [
        *(City(hex_id, 0) for hex_id in sorted(waits)),
        *(City(n.hex, n.index) for n in free if n.hex not in waits),
    ]


def home_tiles(state: State) -> list[Lay]:
    """Each (hex, tile, rotation) with which GIPR may turn a town into its home city (1.8)."""
    found: list[Lay] = []
    for hex_id in components().hexes:
        if not _can_become_city(state, hex_id):
            continue
        for number in components().constants["gipr_home_tiles"]:
            found += [
                Lay(hex_id, number, r)
                for r in EDGES
                if _tile_fault(state, hex_id, number, r) is None
            ]
    return found


def _can_become_city(state: State, hex_id: str) -> bool:
    here = components().hexes[hex_id]
    tile = state.board.tile(hex_id)
    return (
        here.buildable
        and here.town_count == 1
        and hex_id not in components().constants["never_cities"]
        and (tile is None or tile.color == "yellow")
    )


def _tile_fault(state: State, hex_id: str, number: str, rotation: int) -> str | None:
    tile = components().tiles[number]
    if not state.board.supply[number]:
        return f"No tile {number} is left."
    if not fits(tile, rotation, components().hexes[hex_id]):
        return f"Tile {number} turned by {rotation} points off the map in {hex_id}."
    if not keeps_track(state.board.nodes[hex_id], tile, rotation):
        return f"Tile {number} turned by {rotation} does not keep the track of {hex_id}."
    return None


def home_tile_cost(state: State, hex_id: str, number: str, rotation: int) -> int:
    """₹ that GIPR pays for its home tile: the terrain of an empty hex, and new river crossings."""
    return terrain.bill(state.board, hex_id, components().tiles[number], rotation)


@dataclass(slots=True)
class HomeQuestion(Pending):
    """Where the home station of a company that floated goes."""

    company: str

    @override
    def step(self, state: State) -> str:
        return "home"

    @override
    def actor(self, state: State) -> str:
        return self.company

    @override
    def apply(self, state: State, action: AnyAction) -> None:
        if not isinstance(action, PlaceHome):
            raise wrong_step(state)
        require(
            action.company == self.company, f"{self.company} has to place its home station first."
        )
        company = state.companies[self.company]
        if action.tile is not None:
            self._with_tile(state, company, action, action.tile)
        else:
            self._in_city(state, company, action)
        state.pending.remove(self)

    def _in_city(self, state: State, company: Company, action: PlaceHome) -> None:
        options = home_cities(state, company)
        hexes = {h for h, _ in options}
        require(
            action.hex in hexes,
            f"{self.company}'s home station cannot stand in {action.hex}: "
            "no city with a free slot.",
            "1.8",
        )
        if waits_for_tile(state, action.hex):
            state.board.waiting.setdefault(action.hex, []).append(company.id)
            state.board.changed()
            _count(company, action.hex)
            return
        node = state.board.city(action.hex, action.city)
        if node is None or (action.hex, action.city) not in options:
            raise RuleViolation(f"City {action.city + 1} of {action.hex} has no free slot.", "1.8")
        put(state, company, node, action.slot)

    def _with_tile(self, state: State, company: Company, action: PlaceHome, number: str) -> None:
        require(company.id == GIPR, "Only GIPR turns a town into its home.", "1.8")
        require(
            number in components().constants["gipr_home_tiles"],
            "GIPR's home is a tile 12, 13, 205 or 206.",
            "1.8",
        )
        require(
            action.hex in components().hexes and _can_become_city(state, action.hex),
            f"{action.hex} is no single town that can become a city.",
            "1.8",
        )
        rotation = action.rotation % SIDES
        fault = _tile_fault(state, action.hex, number, rotation)
        if fault:
            raise RuleViolation(fault, "1.8")
        cost = home_tile_cost(state, action.hex, number, rotation)
        require(
            company.cash >= cost,
            f"{company.id} has ₹{company.cash:,}; the terrain costs ₹{cost:,}.",
        )
        no_marker = state.ruleset.home_tile_has_no_marker
        mask = components().tiles[number].masks[rotation]
        overlooked = state.board.joins(action.hex, mask, markers=True) if no_marker else []
        markers = state.markers_allowed and not no_marker
        joins = state.board.lay(action.hex, number, rotation, markers)
        state.board.overlook([j for j in overlooked if not j.cost])
        ledger.move(state, company.id, BANK, cost, "terrain of the home hex")
        laid = tuple(border_name(j.exit) for j in joins if j.marker)
        state.emit(TileLaid(company.id, action.hex, number, rotation, cost, laid))
        put(state, company, state.board.cities(action.hex)[0])

    @override
    def legal(self, state: State, lays: bool) -> Legal:
        company = state.companies[self.company]
        found = Legal(
            "home",
            self.company,
            homes=home_cities(state, company),
            home_of=self.company,
            home_anywhere=company.info.home is None,
        )
        if company.id == GIPR and lays:
            found.home_tiles = home_tiles(state)
        return found

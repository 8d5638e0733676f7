"""Home stations (1.5, 1.6.1, 1.8).

They are placed when a company floats, and settled when Delhi or Kolkata gets its first tile.
"""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import override

from engine import ledger
from engine.actions import AnyAction, PlaceHome
from engine.board import Node, border_name, fits, keeps_track
from engine.components import EDGES, GIPR, SIDES, components
from engine.errors import RuleViolation, require
from engine.events import BANK, StationPlaced, TileLaid
from engine.flow import Legal, Pending, wrong_step
from engine.state import Company, State

DOUBLE = "OO"


def is_double(hex_id: str) -> bool:
    """Whether the hex is Delhi or Kolkata."""
    return components().hexes[hex_id].label == DOUBLE


def arrive(state: State, company: Company) -> None:
    """Place the home station of a company that floats, or ask its head where."""
    hex_id = company.info.home
    if hex_id is None:
        state.pending.append(HomeQuestion(company.id))
        return
    board = state.board
    definite = board.home_of(company.id, hex_id)
    board.release(company.id)
    if is_double(hex_id) and hex_id not in board.tiles:
        board.waiting.setdefault(hex_id, []).append(company.id)
        board.changed()
        _count(company, hex_id)
    elif definite is None:
        state.pending.append(HomeQuestion(company.id))
    else:
        others = [n for n in board.cities(hex_id) if n.free_slots()]
        put(state, company, definite if definite.free_slots() or not others else others[0])


def _count(company: Company, hex_id: str) -> None:
    """Note that the home station stands in the hex, as the first of the company's stations."""
    company.stations_used += 1
    company.station_order.insert(0, hex_id)


def put(state: State, company: Company, node: Node, slot: int | None = None) -> None:
    """Stand a company's home station in a city."""
    state.board.place(node, company.id, slot)
    _count(company, node.hex)
    state.emit(StationPlaced(company.id, node.hex, node.index, 0, state.board.towards(node)))


def settle(state: State, hex_id: str, layer: str) -> None:
    """Ask the layer of Delhi's or Kolkata's first tile which city each waiting station gets.

    A layer that waits there itself is asked for its own city only. Until then the stations leave
    the hex. A home company that has not floated yet will then choose between the cities, too; where
    nobody waited it has its printed city.
    """
    waiting = state.board.waiting.get(hex_id, [])
    if not waiting:
        return
    order = sorted(
        waiting, key=lambda c: (c != layer, components().companies[c].home_city, c == GIPR)
    )
    waiting[:] = []
    state.board.open_reservations(hex_id)
    for company in order:
        state.companies[company].stations_used -= 1
        state.companies[company].station_order.remove(hex_id)
    state.board.changed()
    state.pending.append(SettleQuestion(hex_id, layer, order))


@dataclass(slots=True)
class SettleQuestion(Pending):
    """Which city of a new Delhi or Kolkata tile gets the first of the stations in `order`."""

    hex: str
    layer: str
    order: list[str]

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
        if node is None or not node.free_slots():
            raise RuleViolation(f"{self.hex} has no free city number {action.city + 1}.")
        put(state, state.companies[self.order.pop(0)], node, action.slot)
        rest = [n for n in state.board.cities(self.hex) if n.free_slots()]
        if len(self.order) == 1 and len(rest) == 1:
            put(state, state.companies[self.order.pop(0)], rest[0])
        if not self.order:
            state.pending.remove(self)

    @override
    def legal(self, state: State, lays: bool) -> Legal:
        cities = [(n.hex, n.index) for n in state.board.cities(self.hex) if n.free_slots()]
        return Legal("home", self.layer, homes=cities)


def home_cities(state: State, company: Company) -> list[tuple[str, int]]:
    """The (hex, city) pairs that the company may choose for its home."""
    board = state.board
    if company.info.home:
        nodes = board.cities(company.info.home)
        return [(n.hex, n.index) for n in nodes if n.free_slots()]
    return [(n.hex, n.index) for n in board.all_cities() if board.free_for(n, company.id)]


def home_tiles(state: State) -> list[tuple[str, str, int]]:
    """Each (hex, tile, rotation) with which GIPR may turn a town into its home city (1.8)."""
    found: list[tuple[str, str, int]] = []
    for hex_id in components().hexes:
        if not _can_become_city(state, hex_id):
            continue
        for number in components().constants["gipr_home_tiles"]:
            found += [
                (hex_id, number, r) for r in EDGES if _tile_fault(state, hex_id, number, r) is None
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
    here = components().hexes[hex_id]
    terrain = here.terrain_cost if hex_id not in state.board.tiles else 0
    mask = components().tiles[number].masks[rotation]
    return terrain + sum(j.cost for j in state.board.joins(hex_id, mask, markers=False))


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
        if is_double(action.hex) and action.hex not in state.board.tiles:
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
        markers = state.markers_allowed and not state.ruleset.home_tile_has_no_marker
        mask = components().tiles[number].masks[rotation]
        overlooked = [] if markers else state.board.joins(action.hex, mask, state.markers_allowed)
        joins = state.board.lay(action.hex, number, rotation, markers)
        state.board.overlook([j for j in overlooked if not j.cost])
        ledger.move(state, company.id, BANK, cost, "terrain of the home hex")
        laid = tuple(border_name(j.exit) for j in joins if j.marker)
        state.emit(TileLaid(company.id, action.hex, number, rotation, cost, laid))
        put(state, company, state.board.cities(action.hex)[0])

    @override
    def legal(self, state: State, lays: bool) -> Legal:
        company = state.companies[self.company]
        found = Legal("home", self.company, homes=home_cities(state, company))
        if company.id == GIPR and lays:
            found.home_tiles = home_tiles(state)
        return found

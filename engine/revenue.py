"""What a route earns (1.6.3): stops, variable cities, multipliers and bonuses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from engine.components import Piece, TrainKind, components
from engine.node import Node
from engine.state import Company, State

LEAST_X = 20
"""₹ that X, the variable part of a red city, is worth at least."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """₹ `amount` beside the stops, of a connection ("Delhi–Kochi") or a source ("ORE1")."""

    name: str
    amount: int
    commodity: bool


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The revenue of one route in ₹.

    `stops` are (node, ₹ multiplied), None for a stop that is not paid.
    """

    stops: tuple[tuple[Node, int | None], ...]
    bonuses: tuple[Bonus, ...]
    total: int


@cache
def place_name(hex_id: str) -> str:
    """The name of a hex on the map, or its coordinate."""
    return components().hexes[hex_id].name or hex_id


@dataclass(frozen=True, slots=True)
class Source:
    """A source in `hex` of a commodity that the company may earn: ₹ by the destination's name."""

    source: str
    hex: str
    bonuses: dict[str, int]


def sources_for(state: State, company: Company) -> list[Source]:
    """The commodities that are unclaimed, or whose concession the company has."""
    found = []
    for c in components().commodities:
        place = c.hex or state.jewelry
        if place and (c.source in state.unclaimed or c.source in company.concessions):
            found.append(Source(c.source, place, dict(c.bonuses)))
    return found


def variable_base(cities: Iterable[Piece]) -> int:
    """X: the highest value of a city that is not red among the cities visited, at least 20."""
    return max([LEAST_X, *(c.revenue for c in cities if not c.variable)])


def city_value(city: Piece, base: int) -> int:
    """₹ of a city before the multiplier; `base` is X."""
    return city.revenue + base if city.variable else city.revenue


def connection_bonuses(places: set[str]) -> list[Bonus]:
    """The connection bonuses that the named places earn together."""
    return [
        Bonus(f"{a}–{b}", amount, False)
        for a, b, amount in components().connections
        if a in places and b in places
    ]


def commodity_bonuses(sources: Sequence[Source], hexes: set[str], places: set[str]) -> list[Bonus]:
    """One bonus a source: the best of the destinations visited."""
    found = []
    for source in sources:
        if source.hex in hexes:
            best = max((b for name, b in source.bonuses.items() if name in places), default=0)
            if best:
                found.append(Bonus(source.source, best, True))
    return found


def evaluate(
    state: State,
    company: Company,
    kind: TrainKind,
    nodes: Sequence[Node],
    sources: Sequence[Source],
) -> Breakdown:
    """The revenue of a route that passes `nodes` in order (plain track and junctions included).

    An express counts the best `kind.cities` cities with an own station among them; its towns and
    gauge-change markers do not matter.
    """
    cities = [n for n in nodes if n.kind == "city"]
    base = variable_base(c.piece for c in cities)
    stops = [n for n in nodes if n.kind in ("city", "town")]
    places = {place_name(n.hex) for n in stops}
    visited = connection_bonuses({place_name(c.hex) for c in cities})
    counted: Sequence[Node] = cities
    linked = visited
    if kind.express:
        at_counted = not state.ruleset.connection_counts_visited_ends
        counted = _best_cities(company.id, kind, cities, base, at_counted)
        if at_counted:
            linked = connection_bonuses({place_name(c.hex) for c in counted})
    paid = []
    for stop in stops:
        if stop.kind == "town":
            paid.append((stop, None if kind.express else stop.piece.revenue * kind.multiplier))
        else:
            value = city_value(stop.piece, base) * kind.multiplier
            paid.append((stop, value if stop in counted else None))
    bonuses = linked + commodity_bonuses(sources, {n.hex for n in nodes}, places)
    total = sum(v for _, v in paid if v) + sum(b.amount for b in bonuses)
    return Breakdown(tuple(paid), tuple(bonuses), total)


def _best_cities(
    company: str, kind: TrainKind, cities: Sequence[Node], base: int, bonus_counts: bool
) -> Sequence[Node]:
    """The counted cities of an express: the set with the largest sum, bonuses included."""
    if len(cities) <= kind.cities:
        return cities

    def worth(chosen: Sequence[Node]) -> int:
        total = sum(city_value(c.piece, base) for c in chosen) * kind.multiplier
        if bonus_counts:
            total += sum(b.amount for b in connection_bonuses({place_name(c.hex) for c in chosen}))
        return total

    sets = (s for s in combinations(cities, kind.cities) if any(c.has(company) for c in s))
    return max(sets, key=worth)


def markers_crossed(state: State, sides: Iterable[int]) -> int:
    """Gauge-change markers on the hexsides of a route, each a stop."""
    return sum(state.board.is_gauge_change(s) for s in sides)

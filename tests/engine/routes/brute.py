"""Brute force, written from the rules alone: every path of the board, every set of routes.

It shares nothing with `engine.routes` nor `engine.revenue`; only the board's pieces of track.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from engine.components import TrainKind, components
from engine.hexsides import canonical, opposite
from engine.node import Node
from engine.state import Company, State


@dataclass(frozen=True)
class Way:
    """A path over the board: its nodes, the hexsides that it crosses."""

    nodes: tuple[Node, ...]
    sides: frozenset[int]


class TooLargeError(Exception):
    """The network is too large for brute force."""


def all_ways(state: State, company: str, most: int) -> list[Way]:
    """Every path between two cities that the company may run, both directions once."""
    found: dict[frozenset[int], Way] = {}
    cities = [n for n in state.board.all_cities() if n.exits]
    for start in cities:
        for way in _from(state, company, (start,), frozenset(), [0], most):
            found[way.sides] = way
    return list(found.values())


def _from(
    state: State,
    company: str,
    nodes: tuple[Node, ...],
    sides: frozenset[int],
    steps: list[int],
    most: int,
) -> Iterator[Way]:
    steps[0] += 1
    if steps[0] > most:
        raise TooLargeError
    here = nodes[-1]
    if len(nodes) > 1 and here.kind == "city":
        if any(company in n.all_stations() for n in nodes if n.kind == "city"):
            yield Way(nodes, sides)
        full = here.stations and None not in here.stations
        if full and company not in here.all_stations():
            return
    for exit_ in here.exits:
        far = opposite()[exit_]
        to = state.board.owner[far] if far >= 0 else None
        if to is None or canonical(exit_) in sides:
            continue
        again = state.ruleset.name == "site" and to.kind == "junction"
        if to in nodes and not again:
            continue
        name = components().hexes[to.hex].name
        if name in ("Mumbai", "Nepal") and any(n.hex == to.hex for n in nodes):
            continue
        yield from _from(state, company, (*nodes, to), sides | {canonical(exit_)}, steps, most)


def worth(state: State, company: Company, kind: TrainKind, way: Way) -> int | None:
    """What the route earns in ₹; None when the train cannot run it."""
    cities = [n for n in way.nodes if n.kind == "city"]
    towns = [n for n in way.nodes if n.kind == "town"]
    markers = len(way.sides & state.board.markers)
    if not kind.express and len(cities) + markers > kind.cities:
        return None
    x = max([20] + [c.piece.revenue for c in cities if not c.piece.variable])
    pays = {c: c.piece.revenue + (x if c.piece.variable else 0) for c in cities}
    names = {components().hexes[n.hex].name for n in cities + towns}
    bonus = 0
    hexes = {n.hex for n in way.nodes}
    for c in components().commodities:
        place = state.jewelry if c.source == "JEWELRY" else c.hex
        mine = c.source in state.unclaimed or c.source in company.concessions
        if mine and place in hexes:
            bonus += max([0] + [b for name, b in c.bonuses.items() if name in names])
    if not kind.express:
        money = sum(pays.values()) + sum(t.piece.revenue for t in towns)
        return money * kind.multiplier + bonus + linked(cities)
    best = 0
    for chosen in combinations(cities, min(4, len(cities))):
        if any(company.id in c.all_stations() for c in chosen):
            ends = cities if state.ruleset.name == "site" else list(chosen)
            best = max(best, sum(pays[c] for c in chosen) * kind.multiplier + linked(ends))
    return best + bonus


def linked(cities: list[Node]) -> int:
    """The connection bonuses of cities on one route."""
    names = {components().hexes[c.hex].name for c in cities}
    pairs = {
        ("Delhi", "Kochi"): 100,
        ("Karachi", "Chennai"): 80,
        ("Lahore", "Kolkata"): 80,
        ("Nepal", "Mumbai"): 70,
    }
    return sum(amount for (a, b), amount in pairs.items() if a in names and b in names)


def best_total(state: State, company: Company, most: int = 4000) -> int:
    """The most that the company's trains can earn together in ₹. Raises TooLargeError."""
    ways = all_ways(state, company.id, most)
    lists = []
    for train in company.trains:
        values = [(worth(state, company, train.info, way), way.sides) for way in ways]
        lists.append([(0, frozenset[int]()), *((v, s) for v, s in values if v is not None)])
    if len(lists) > 1 and len(lists[0]) * len(lists[1]) > 400_000:
        raise TooLargeError
    best = 0
    for value, sides in lists[0] if lists else ():
        if len(lists) == 1:
            best = max(best, value)
            continue
        for other, more in lists[1]:
            if value + other > best and not sides & more:
                best = value + other
    return best

"""What a route of one train earns, remembered by what matters: the cities visited, the bonuses met.

The rules of revenue are those of `engine.revenue`, which stays the authority: every plan that is
offered is computed anew there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from engine.components import TrainKind, components
from engine.revenue import (
    city_value,
    connection_bonuses,
    place_name,
    sources_for,
    variable_base,
)
from engine.routes.graph import Network, View
from engine.state import Company, State


class Worth:
    """The revenue in ₹ of routes of one kind of train of one company.

    It is `cities[visited] + multiplier * towns + bonuses[marks]`; both parts are computed at the
    first need, by `city_worth` and `bonus_worth`.

    `own` are the bits of the cities with an own station. `sources` are the bits of the sources that
    the company may deliver from, each with the places that pay for it and ₹; `links` the places
    that are joined by a connection, and its ₹, which an express earns only if both are among the
    cities that it counts (`counted_ends`).
    """

    def __init__(self, state: State, company: Company, network: Network, kind: TrainKind) -> None:
        self.kind = kind
        self.network = network
        self.towns = 0 if kind.express else kind.multiplier
        self.cities: dict[int, int] = {}
        self.bonuses: dict[int, int] = {}
        marks = network.marks
        self.sources = [
            (marks.sources[s.source], [(marks.places[n], b) for n, b in s.bonuses.items()])
            for s in sources_for(state, company)
        ]
        self.counted_ends = kind.express and not state.ruleset.connection_counts_visited_ends
        self.links = [(marks.places[a], marks.places[b], n) for a, b, n in components().connections]
        self.own = sum(
            1 << i for i, n in enumerate(network.nodes) if n.kind == "city" and n.has(company.id)
        )
        ends = {name for a, b, _ in components().connections for name in (a, b)}
        self._ends = sum(
            1 << i
            for i, n in enumerate(network.nodes)
            if n.kind == "city" and place_name(n.hex) in ends
        )

    def bonus_worth(self, marks: int) -> int:
        """The bonuses of a route that meets `marks`: commodities, connections of visited ends."""
        total = 0
        if not self.counted_ends:
            total = sum(amount for a, b, amount in self.links if a & marks and b & marks)
        for bit, places in self.sources:
            if bit & marks:
                total += max((amount for place, amount in places if place & marks), default=0)
        self.bonuses[marks] = total
        return total

    def of(self, visited: int) -> int:
        """What the cities visited pay, remembered."""
        known = self.cities.get(visited)
        return self.city_worth(visited) if known is None else known

    def city_worth(self, visited: int) -> int:
        """What the cities visited (bits) pay; for an express the best that it may count."""
        cities = [i for i in range(visited.bit_length()) if visited >> i & 1]
        pieces = {i: self.network.nodes[i].piece for i in cities}
        x = variable_base(pieces.values())
        pays = {i: city_value(p, x) for i, p in pieces.items()}
        if self.kind.express:
            total = self._best_counted(pays)
        else:
            total = sum(pays.values()) * self.kind.multiplier
        self.cities[visited] = total
        return total

    def _best_counted(self, pays: dict[int, int]) -> int:
        """The largest sum of cities that an express may count, an own station among them.

        Only the best cities, the best own one and the ends of connections need be tried: any other
        city of a set can be exchanged for one of these that pays as much, and no bonus is lost.
        """
        count = self.kind.cities
        ranked = sorted(pays, key=lambda i: -pays[i])
        own = [i for i in ranked if self.own >> i & 1]
        if not own:
            return 0
        if len(ranked) <= count:
            return self._counted(ranked, pays)
        first = ranked[:count]
        if not any(self.own >> i & 1 for i in first):
            first[-1] = own[0]
        if not self._linked(pays):
            return self._counted(first, pays)
        tried = {*ranked[:count], own[0], *(i for i in ranked if self._ends >> i & 1)}
        return max(
            self._counted(chosen, pays)
            for chosen in combinations(sorted(tried), count)
            if any(self.own >> i & 1 for i in chosen)
        )

    def _linked(self, cities: Iterable[int]) -> bool:
        """Whether a connection's ends are among the cities, and must be counted to earn it."""
        places = {place_name(self.network.nodes[i].hex) for i in cities if self._ends >> i & 1}
        return self.counted_ends and bool(connection_bonuses(places))

    def _counted(self, chosen: Sequence[int], pays: dict[int, int]) -> int:
        total = sum(pays[i] for i in chosen) * self.kind.multiplier
        if self.counted_ends:
            places = {place_name(self.network.nodes[i].hex) for i in chosen}
            total += sum(b.amount for b in connection_bonuses(places))
        return total

    def most(self, view: View) -> int:
        """₹ that no route of the train can exceed: every stop and bonus that it reaches counts.

        A train that counts N cities counts the best N.
        """
        within = [i for i in range(len(self.network.nodes)) if view.nodes >> i & 1]
        pieces = [self.network.nodes[i].piece for i in within]
        cities = [p for p in pieces if p.kind == "city"]
        x = variable_base(cities)
        pays = sorted((city_value(p, x) for p in cities), reverse=True)
        marks = towns = 0
        for i in within:
            marks |= view.met[i]
            for step in view.steps[i]:
                marks |= step.marks
        edges = self.network.chosen(view.edges)
        towns = sum(e.towns for e in edges) + sum(p.revenue for p in pieces if p.kind == "town")
        total = sum(pays[: self.kind.cities]) * self.kind.multiplier + towns * self.towns
        if self.counted_ends:
            places = {place_name(self.network.nodes[i].hex) for i in within}
            total += sum(b.amount for b in connection_bonuses(places))
        return total + self.bonus_worth(marks)

"""Draws the diagram of an express: the states of the sweep, kept apart by the bonuses still open.

States with only one way on are merged into the way that leads there, and those with the same ways
on into one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from engine.revenue import LEAST_X, city_value
from engine.routes.diagram import END, HOME, City, Diagram, Node, Way
from engine.routes.enumerate import NO_ROUTE, Found
from engine.routes.graph import Network, View
from engine.routes.sweep import DONE, sweep
from engine.routes.worth import Worth

COUNTED = 40
"""The mark of a place whose city is counted stands so many bits above that of the place."""
LEVELS = 100
"""The mark of a city that pays enough for a level of X stands from this bit on."""
LEVEL_BONUS = 1 << 30
"""That a level is reached is noted in multiples of this, above the ₹ of the bonuses."""
PLEDGE = 1 << 28
"""₹ that a route gives for a level of X, and gets back when it reaches it: more than any earns."""


class Draft(NamedTuple):
    """A way of the diagram for any express: of the cities twice the node, + 1 if claimed.

    `bonus` are ₹, and the levels of X reached, the first one in `LEVEL_BONUS`.
    """

    to: int
    edges: int
    bonus: int
    cities: tuple[int, ...]


class Drawing:
    """The diagrams of all expresses of a company.

    `check` is called now and then while one is drawn, and may raise.
    """

    def __init__(
        self, network: Network, view: View, worth: Worth, check: Callable[[], None]
    ) -> None:
        self.network = network
        self.view = view
        self.worth = worth
        self.check = check
        self.sweep = sweep(network, view, check)
        shift = COUNTED if worth.counted_ends else 0
        self.links = [(a << shift, b << shift, amount) for a, b, amount in worth.links]
        within = [n for i, n in enumerate(network.nodes) if view.nodes >> i & 1]
        cities = [n.piece for n in within if n.kind == "city"]
        self._drafts: dict[int, list[list[Draft]]] = {}
        self.levels = [LEAST_X]
        if any(c.variable for c in cities):
            paid = {c.revenue for c in cities if not c.variable and c.revenue > LEAST_X}
            self.levels = [*sorted(paid, reverse=True), LEAST_X]

    def diagram(self, worth: Worth, noted: int = 0) -> Diagram:
        """The diagram of one kind of train.

        It holds the routes once for each of the first levels of X, so many as are `noted`, which
        they must reach there; and once with X at the next level, reached or not. With all levels
        but the last one noted every path adds up what its route earns.
        """
        if noted not in self._drafts:
            self._drafts[noted] = _Drafting(self, noted).nodes
        copies = [
            self._at_level(level, self._drafts[noted], worth, must=level < noted)
            for level in range(noted + 1)
        ]
        finer = None
        if noted + 1 < len(self.levels):
            finer = partial(self.diagram, worth, noted + 1)
        return self._diagram(worth, copies, finer)

    def _at_level(
        self, level: int, drafts: list[list[Draft]], worth: Worth, must: bool
    ) -> list[Node]:
        """The nodes as one kind of train runs, when X is the level.

        If the level `must` be reached, that gives a pledge back.
        """
        cities = {}
        for i, node in enumerate(self.network.nodes):
            if node.kind == "city":
                pays = city_value(node.piece, self.levels[level]) * worth.kind.multiplier
                own = bool(worth.own >> i & 1)
                cities[2 * i] = City(pays, own, claimed=False)
                cities[2 * i + 1] = City(pays, own, claimed=True)
        visited = {d.cities: tuple(cities[c] for c in d.cities) for node in drafts for d in node}

        def bonus(noted: int) -> int:
            reached = must and noted // LEVEL_BONUS >> level & 1
            return noted % LEVEL_BONUS + (PLEDGE if reached else 0)

        return [
            tuple([Way(d.to, d.edges, bonus(d.bonus), visited[d.cities]) for d in node])
            for node in drafts
        ]

    def _diagram(
        self, worth: Worth, copies: Sequence[list[Node]], finer: Callable[[], Diagram] | None
    ) -> Diagram:
        """The diagram with the nodes of all the copies; or the train stays at home.

        The ways into the copies take off what reaching the level gives back, but for the last one.
        """
        nodes: list[Node] = [()]
        first = [Way(END, 0, 0, (HOME,))]
        for copy in copies:
            base = len(nodes) - 1
            nodes += [
                tuple([w._replace(to=w.to + base) if w.to else w for w in node])
                for node in copy[1:]
            ]
            if len(copy) > 1:
                first.append(Way(len(nodes) - 1, 0, 0 if copy is copies[-1] else -PLEDGE, ()))
        nodes.append(tuple(first))
        found: dict[int, Found] = {0: NO_ROUTE}

        def route(track: int) -> Found:
            if track not in found:
                found[track] = _route(self.network, self.view, worth, track)
            return found[track]

        order = tuple(edge.bit for edge in self.sweep.order)
        return Diagram(nodes, order, worth.kind.cities, needs_own=True, found=route, finer=finer)


def _route(network: Network, view: View, worth: Worth, track: int) -> Found:
    visited = marks = 0
    for edge in network.chosen(track):
        visited |= 1 << edge.a | 1 << edge.b
        marks |= edge.marks | view.met[edge.a] | view.met[edge.b]
    return Found(worth.of(visited & network.cities) + worth.bonus_worth(marks), track)


class _Drafting:
    """Finds the `nodes`; so many `levels` of X are noted.

    `met` are the marks that a visit of a node sets, `claims` those when its city is counted.
    """

    def __init__(self, drawing: Drawing, levels: int) -> None:
        self.check = drawing.check
        self.sweep = drawing.sweep
        self.sources = drawing.worth.sources
        self.links = drawing.links
        self.levels = levels
        self.cities = drawing.network.cities
        self.met: list[int] = []
        self.claims: list[int] = []
        for i, marks in enumerate(drawing.view.met):
            piece = drawing.network.nodes[i].piece
            met = marks
            if self.cities >> i & 1 and not piece.variable:
                for k, level in enumerate(drawing.levels[:levels]):
                    met |= (piece.revenue >= level) << LEVELS + k
            self.met.append(met)
            counts = self.cities >> i & 1 and drawing.worth.counted_ends
            self.claims.append(marks << COUNTED if counts else 0)
        self.ahead = self._ahead()
        self.relevant = self._relevant()
        self.claims = [claim & self.relevant for claim in self.claims]
        self._notes: dict[int, int] = {}
        self._kept: dict[tuple[int, int], int] = {}
        self.nodes = _merged(self._spread())

    def _ahead(self) -> list[int]:
        """The marks that may still be met, or claimed, from each edge of the sweep on."""
        closed: dict[int, list[int]] = {}
        last: dict[int, int] = {}
        for i, edge in enumerate(self.sweep.order):
            last[edge.a] = last[edge.b] = i
        for node, i in last.items():
            closed.setdefault(i, []).append(node)
        ahead = [0]
        for i in range(len(self.sweep.order) - 1, -1, -1):
            marks = ahead[-1] | self.sweep.order[i].marks
            for node in closed.get(i, ()):
                marks |= self.met[node] | self.claims[node]
            ahead.append(marks)
        return ahead[::-1]

    def _relevant(self) -> int:
        """The marks that can earn something."""
        there = self.ahead[0]
        relevant = there >> LEVELS << LEVELS
        for source, places in self.sources:
            paying = sum(place for place, _ in places if place & there)
            if source & there and paying:
                relevant |= source | paying
        for a, b, _ in self.links:
            if a & there and b & there:
                relevant |= a | b
        return relevant

    def note(self, marks: int) -> int:
        """What the marks earn by bonuses, and the levels reached."""
        known = self._notes.get(marks)
        if known is None:
            known = sum(amount for a, b, amount in self.links if a & marks and b & marks)
            for source, places in self.sources:
                if source & marks:
                    known += max((amount for p, amount in places if p & marks), default=0)
            known += (marks >> LEVELS) * LEVEL_BONUS
            self._notes[marks] = known
        return known

    def kept(self, i: int, marks: int) -> int:
        """The marks that may earn something from an edge on, or twice if they were forgotten."""
        ahead = self.ahead[i]
        known = self._kept.get((ahead, marks))
        if known is None:
            known = marks & ahead & -1 << LEVELS
            for source, places in self.sources:
                best, place = max(((n, p) for p, n in places if p & marks), default=(0, 0))
                if source & marks:
                    if source & ahead or any(n > best for p, n in places if p & ahead):
                        known |= source | place
                elif source & ahead:
                    known |= place
            for a, b, _ in self.links:
                met = (a | b) & marks
                if met and (a | b) & ahead:
                    known |= met
            self._kept[ahead, marks] = known
        return known

    def _spread(self) -> list[list[Draft]]:
        """The states of the sweep, kept apart by the marks that matter, in order."""
        levels = self.sweep.levels
        if not levels or not levels[0]:
            return []
        rows: list[list[Draft]] = []
        front: dict[tuple[int, int], int] = {(0, 0): 0}
        total = 1
        for i, level in enumerate(levels):
            self.check()
            after: dict[tuple[int, int], int] = {}
            marked = self.sweep.order[i].marks & self.relevant
            options = {visits: self._visits(visits) for row in level for _, _, visits in row}
            for state, marks in front:
                row = []
                for edge, to, visits in level[state]:
                    for met, cities in options[visits] if edge else ((0, ()),):
                        now = marks | met | marked if edge else marks
                        earned = self.note(now) - self.note(marks) if now != marks else 0
                        target = DONE
                        if to != DONE:
                            key = to, self.kept(i + 1, now)
                            target = after.setdefault(key, total + len(after))
                        row.append(Draft(target, edge, earned, cities))
                rows.append(row)
            total += len(after)
            front = after
        return rows

    def _visits(self, visits: int) -> list[tuple[int, tuple[int, ...]]]:
        """What is met and which cities are visited with the nodes, with and without each claim."""
        options: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        while visits:
            low = visits & -visits
            visits ^= low
            node = low.bit_length() - 1
            met, claim = self.met[node] & self.relevant, self.claims[node]
            if not self.cities & low:
                options = [(m | met, c) for m, c in options]
                continue
            more = [(m | met, (*c, 2 * node)) for m, c in options]
            if claim:
                more += [(m | met | claim, (*c, 2 * node + 1)) for m, c in options]
            options = more
        return options


def _merged(rows: list[list[Draft]]) -> list[list[Draft]]:
    """The nodes with more than one way on, the first one last; ways lead to nodes before."""
    done = Draft(END, 0, 0, ())
    nodes: list[list[Draft]] = [[]]
    known: dict[tuple[Draft, ...], int] = {}
    leads = [done] * len(rows)
    for i in range(len(rows) - 1, -1, -1):
        row = []
        for to, edges, bonus, cities in rows[i]:
            then = leads[to] if to != DONE else done
            row.append(Draft(then.to, edges | then.edges, bonus + then.bonus, cities + then.cities))
        if len(row) == 1:
            leads[i] = row[0]
            continue
        number = known.setdefault(tuple(row), len(nodes))
        if number == len(nodes):
            nodes.append(row)
        leads[i] = Draft(number, 0, 0, ())
    if rows and leads[0] != Draft(len(nodes) - 1, 0, 0, ()):
        nodes.append([leads[0]])
    return nodes

"""The track of a board as a small multigraph: cities, and junctions and towns where track parts.

Plain track, and towns and junctions of which only two exits lead on, are merged into the edge that
they lie on; dead ends are dropped. An edge is a bit, so a route's track is an integer, and two
routes share no track when the `and` of their integers is 0.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

from engine.board import Board
from engine.components import components
from engine.hexsides import opposite
from engine.node import Node
from engine.revenue import place_name


@dataclass(frozen=True, slots=True)
class Edge:
    """Track between two nodes of the network, without a choice on the way.

    `exits` are the hexsides crossed, from `a` to `b`, each seen from the hex that is left; `inner`
    the pieces of track passed. `towns` is the ₹ of the towns among them, `markers` the gauge-change
    markers crossed, `marks` what it does for bonuses (see `Marks`).
    """

    a: int
    b: int
    bit: int
    exits: tuple[int, ...]
    inner: tuple[Node, ...]
    towns: int
    markers: int
    marks: int


@dataclass(frozen=True, slots=True)
class Marks:
    """A bit for each thing that earns bonuses: the source hexes, and the places that are ends.

    `sources` maps the source of a commodity to its bit, `places` the name of a place to its bit,
    `hexes` a source's hex to the bits of its sources.
    """

    sources: dict[str, int]
    places: dict[str, int]
    hexes: dict[str, int]

    def of(self, node: Node) -> int:
        """The bits that a route sets when it passes the node."""
        marks = self.hexes.get(node.hex, 0)
        if node.kind in ("city", "town"):
            marks |= self.places.get(place_name(node.hex), 0)
        return marks


@cache
def marks_for(jewelry: str | None) -> Marks:
    """The bits of all bonuses; the jewelry's source is the hex where its marker lies."""
    parts = components()
    names = {name for c in parts.commodities for name in c.bonuses}
    names |= {name for a, b, _ in parts.connections for name in (a, b)}
    sources = {c.source: 1 << i for i, c in enumerate(parts.commodities)}
    places = {name: 1 << i for i, name in enumerate(sorted(names), len(sources))}
    hexes: dict[str, int] = {}
    for c in parts.commodities:
        hex_id = c.hex or jewelry
        if hex_id:
            hexes[hex_id] = hexes.get(hex_id, 0) | sources[c.source]
    return Marks(sources, places, hexes)


class Step(NamedTuple):
    """One way on from a node, as one company may take it; all that the search adds up.

    `edge` is its bit and `to` the node reached; `here` the bit of that node, `shut` the bits of all
    nodes that a route may no longer visit then (itself, the other city of Mumbai or Nepal).
    A junction that may be passed again has no bit; an edge at one has a bit in both, above those
    of the nodes, so that it is used once.
    `city` is the bit of a city or 0, `passes` whether a route may go on from there.
    """

    edge: int
    to: int
    here: int
    shut: int
    city: int
    passes: bool
    markers: int
    towns: int
    marks: int


@dataclass(frozen=True, slots=True)
class View:
    """The part of a network that one company's trains can reach: `stations` and the ways on.

    `shut` and `met` tell of each node what `shut` and `marks` of a step to it do.
    """

    stations: tuple[int, ...]
    steps: tuple[tuple[Step, ...], ...]
    shut: tuple[int, ...]
    met: tuple[int, ...]
    nodes: int
    edges: int


@dataclass(frozen=True, slots=True)
class Network:
    """The multigraph. `nodes` have the cities first; node i has the bit `1 << i`.

    `cities` are the bits of all cities, `shut[i]` the nodes that a route may no longer visit when
    it has visited node i. With `junction_twice` a junction may be passed again on other track.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    cities: int
    marks: Marks
    shut: tuple[int, ...]
    junction_twice: bool = False
    views: dict[str, View] = field(default_factory=dict)

    def view(self, company: str) -> View:
        """What the company's trains can reach, remembered."""
        known = self.views.get(company)
        if known is None:
            known = self.views[company] = _view(self, company)
        return known

    def likeness(self, company: str) -> Hashable:
        """All that a company's trains can meet: networks that agree in it earn it the same.

        Track that leads nowhere is no part of it.
        """
        view = self.view(company)
        at: dict[int, Hashable] = {}
        edges = self.chosen(view.edges)
        for i in {i for edge in edges for i in (edge.a, edge.b)}:
            node, piece = self.nodes[i], self.nodes[i].piece
            at[i] = (
                *(node.hex, node.kind, node.index, node.has(company), node.blocks(company)),
                *(piece.revenue, piece.variable, piece.group, view.met[i]),
            )
        return frozenset(
            (frozenset((at[e.a], at[e.b])), e.exits, e.towns, e.markers, e.marks) for e in edges
        )

    def ends(self, edge: Edge) -> tuple[Node, Node]:
        """The nodes that an edge joins."""
        return self.nodes[edge.a], self.nodes[edge.b]

    def chosen(self, edges: int) -> list[Edge]:
        """The edges whose bits are set."""
        found = []
        while edges:
            low = edges & -edges
            found.append(self.edges[low.bit_length() - 1])
            edges ^= low
        return found

    def walk(self, edges: int) -> tuple[list[Node], list[int]]:
        """A route given by its edges, from end to end: the nodes in order, the exits crossed.

        It starts at the end that comes first among the nodes. Where a junction is passed again it
        is one of the ways over the same track.
        """
        start = min(i for i, found in self._at(edges).items() if len(found) == 1)
        nodes = [self.nodes[start]]
        exits: list[int] = []
        here = start
        for edge in self._trail(edges, start):
            if edge.a == here:
                here = edge.b
                nodes += edge.inner
                exits += edge.exits
            else:
                here = edge.a
                nodes += reversed(edge.inner)
                exits += [opposite()[x] for x in reversed(edge.exits)]
            nodes.append(self.nodes[here])
        return nodes, exits

    def _at(self, edges: int) -> dict[int, list[Edge]]:
        at: dict[int, list[Edge]] = {}
        for edge in self.chosen(edges):
            at.setdefault(edge.a, []).append(edge)
            if edge.b != edge.a:
                at.setdefault(edge.b, []).append(edge)
        return at

    def _trail(self, edges: int, start: int) -> list[Edge]:
        """The edges in an order in which they are walked, each once (Hierholzer)."""
        at = self._at(edges)
        used = 0
        stack: list[tuple[int, Edge | None]] = [(start, None)]
        trail: list[Edge] = []
        while stack:
            here, came = stack[-1]
            while at[here] and at[here][-1].bit & used:
                at[here].pop()
            if at[here]:
                edge = at[here].pop()
                used |= edge.bit
                stack.append((edge.b if edge.a == here else edge.a, edge))
            else:
                stack.pop()
                if came:
                    trail.append(came)
        return trail[::-1]


_Key = tuple[int, str | None, bool]
_networks: WeakKeyDictionary[Board, dict[_Key, Network]] = WeakKeyDictionary()


def network_of(board: Board, jewelry: str | None, junction_twice: bool = False) -> Network:
    """The network of a board, kept while the board stands as it is.

    A board is known by its identity and its version: one restored from a pickle is another board.
    """
    key = (board.version, jewelry, junction_twice)
    known = _networks.get(board)
    if known is None or key not in known:
        known = _networks[board] = {key: _build(board, jewelry, junction_twice)}
    return known[key]


def _build(board: Board, jewelry: str | None, junction_twice: bool) -> Network:
    ways = _ways(board)
    live = [n for n in ways if n.kind == "city" or len(ways[n]) > 2]
    nodes = [n for n in live if n.kind == "city"]
    cities = len(nodes)
    nodes += [n for n in live if n.kind != "city"]
    index = {n: i for i, n in enumerate(nodes)}
    marks = marks_for(jewelry)
    edges: list[Edge] = []
    for i, node in enumerate(nodes):
        for first in ways[node]:
            exits, inner = _follow(board, ways, index, first)
            last = opposite()[exits[-1]]
            end = board.owner[last]
            other = index.get(end, i) if end else i
            loop = junction_twice and end is node and node.kind == "junction" and first < last
            if other > i or loop:
                edges.append(_edge(board, marks, i, other, len(edges), exits, inner))
    groups = [n.piece.group for n in nodes]
    shut = tuple(
        0
        if junction_twice and node.kind == "junction"
        else sum(1 << j for j, g in enumerate(groups) if j == i or (g and g == groups[i]))
        for i, node in enumerate(nodes)
    )
    return Network(tuple(nodes), tuple(edges), (1 << cities) - 1, marks, shut, junction_twice)


def _ways(board: Board) -> dict[Node, list[int]]:
    """The exits of every piece of track over which it is joined, dead ends dropped."""
    owner = board.owner
    ways: dict[Node, list[int]] = {}
    for pieces in board.nodes.values():
        for node in pieces:
            joined = [x for x, f in zip(node.exits, node.far, strict=True) if f >= 0 and owner[f]]
            if joined:
                ways[node] = joined
    stack = [n for n, found in ways.items() if n.kind != "city" and len(found) < 2]
    while stack:
        node = stack.pop()
        for exit_ in ways.pop(node, ()):
            back = opposite()[exit_]
            other = owner[back]
            if other is not None and other in ways:
                ways[other].remove(back)
                if not ways[other] or (other.kind != "city" and len(ways[other]) == 1):
                    stack.append(other)
    return ways


def _follow(
    board: Board, ways: dict[Node, list[int]], index: dict[Node, int], first: int
) -> tuple[list[int], list[Node]]:
    """The exits crossed and the pieces passed from an exit to the next node of the network."""
    exits = [first]
    inner: list[Node] = []
    while True:
        back = opposite()[exits[-1]]
        node = board.owner[back]
        if node is None or node in index:
            return exits, inner
        inner.append(node)
        a, b = ways[node]
        exits.append(b if a == back else a)


def _edge(
    board: Board, marks: Marks, a: int, b: int, i: int, exits: list[int], inner: list[Node]
) -> Edge:
    touched = 0
    for node in inner:
        touched |= marks.of(node)
    return Edge(
        a,
        b,
        1 << i,
        tuple(exits),
        tuple(inner),
        sum(n.piece.revenue for n in inner if n.kind == "town"),
        sum(board.is_gauge_change(x) for x in exits),
        touched,
    )


def _view(network: Network, company: str) -> View:
    nodes = network.nodes
    passes = [not n.blocks(company) for n in nodes]
    at: list[list[Edge]] = [[] for _ in nodes]
    for edge in network.edges:
        at[edge.a].append(edge)
        if edge.b != edge.a:
            at[edge.b].append(edge)
    stations = tuple(i for i, n in enumerate(nodes) if n.kind == "city" and n.has(company))
    seen = set(stations)
    stack = list(stations)
    steps: list[tuple[Step, ...]] = [()] * len(nodes)
    edges = 0
    while stack:
        here = stack.pop()
        steps[here] = tuple(_steps(network, passes, here, at[here]))
        for step in steps[here]:
            edges |= step.edge
            if step.to not in seen:
                seen.add(step.to)
                if step.passes:
                    stack.append(step.to)
    met = tuple(network.marks.of(n) for n in nodes)
    return View(stations, tuple(steps), network.shut, met, sum(1 << i for i in seen), edges)


def _steps(
    network: Network, passes: Sequence[bool], here: int, edges: Iterable[Edge]
) -> Iterable[Step]:
    for edge in edges:
        to = edge.b if edge.a == here else edge.a
        node = network.nodes[to]
        shut = network.shut[to]
        once = 0 if shut and network.shut[here] else edge.bit << len(network.nodes)
        yield Step(
            edge=edge.bit,
            to=to,
            here=(1 << to if shut else 0) | once,
            shut=shut | once,
            city=(1 << to) & network.cities,
            passes=passes[to],
            markers=edge.markers,
            towns=edge.towns + (node.piece.revenue if node.kind == "town" else 0),
            marks=edge.marks | network.marks.of(node),
        )

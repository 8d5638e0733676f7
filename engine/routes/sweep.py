"""Every route of a view as a path through a small diagram: the edges are decided one by one.

After some edges have been decided, all that matters of a part of a route is how it looks from the
edges to come: which nodes between it may still join, and which of those hang together. Parts that
look alike are one *state*, so there are few states where there are very many routes (a sweep over
the frontier, as in Sekine, Imai and Tani 1995; Knuth's Simpath).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from engine.routes.graph import Edge, Network, View

FREE, SHUT, PART = 0, 1, 2
"""Codes of an open node: not visited; without a way on; from here on 2 × its part, + 1 if an end.

A part is a connected piece of the route. A node is an end of its part if an odd number of its
edges are used.
"""
DONE = -1
"""The target of a choice that completes the route."""
ENDS = 2
"""A route has so many ends."""


class Choice(NamedTuple):
    """A way on from a state: the edge's bit (0: not used), the next state, the nodes now visited.

    `to` is the number of a state after the next edge, or `DONE`; `visits` are bits of nodes.
    """

    edge: int
    to: int
    visits: int


class Frontier(NamedTuple):
    """A state: parts of routes that look alike, told by a code for each open node.

    `ends` counts, for each part, those of its ends that are settled: the node is no longer open.
    """

    codes: tuple[int, ...]
    ends: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sweep:
    """The diagram: before edge `order[i]` there are the states `levels[i]`, each with its choices.

    Every choice leads on to a complete route. There is one state before the first edge, or none.
    """

    order: tuple[Edge, ...]
    levels: tuple[tuple[tuple[Choice, ...], ...], ...]


def sweep(network: Network, view: View, check: Callable[[], None]) -> Sweep:
    """The diagram of all routes of a view, be a station on them or not.

    `check` is called for each edge and may raise.
    """
    order = _order(network, view)
    levels = _Builder(network, view, order).levels(check)
    return Sweep(tuple(order), _alive(levels))


def _order(network: Network, view: View) -> list[Edge]:
    """The edges in an order in which few nodes are open at a time.

    Node after node is closed, the one first that opens the fewest; of all first nodes the best.
    """
    at: dict[int, list[Edge]] = {}
    for edge in network.chosen(view.edges):
        at.setdefault(edge.a, []).append(edge)
        if edge.b != edge.a:
            at.setdefault(edge.b, []).append(edge)
    near = {node: {n for e in edges for n in (e.a, e.b)} for node, edges in at.items()}
    best: list[int] = []
    least: int | None = None
    for start in at:
        opened, closed, cost = {start}, [], 0
        left = set(at)
        while left and (least is None or cost < least):
            node = min(opened or left, key=lambda n: (len(near[n] - opened), n))
            opened |= near[node] & left
            opened.discard(node)
            left.discard(node)
            closed.append(node)
            cost += 4 ** len(opened)
        if not left and (least is None or cost < least):
            least, best = cost, closed
    order = dict.fromkeys(edge for node in best for edge in at[node])
    return list(order)


class _Builder:
    def __init__(self, network: Network, view: View, order: list[Edge]) -> None:
        self.order = order
        self.cities = network.cities
        self.again = network.junction_twice
        self.passes = {s.to: s.passes for steps in view.steps for s in steps}
        self.passes.update(dict.fromkeys(view.stations, True))
        self.shut = view.shut
        self.first: dict[int, int] = {}
        self.last: dict[int, int] = {}
        for i, edge in enumerate(order):
            for node in (edge.a, edge.b):
                self.first.setdefault(node, i)
                self.last[node] = i
        self.twins = {
            node: [n for n in self.first if n != node and view.shut[node] >> n & 1]
            for node in self.first
        }
        for node, twins in self.twins.items():
            self.first[node] = min(self.first[n] for n in (node, *twins))

    def levels(self, check: Callable[[], None]) -> list[list[list[Choice]]]:
        """The choices of all states, whether they lead on to a complete route or not."""
        entering: dict[int, list[int]] = {}
        for node, i in self.first.items():
            entering.setdefault(i, []).append(node)
        found: list[list[list[Choice]]] = []
        states = [Frontier((), ())]
        opened: list[int] = []
        for i, edge in enumerate(self.order):
            check()
            enter = entering.get(i, [])
            opened += enter
            place = {node: k for k, node in enumerate(opened)}
            leave = [k for k, node in enumerate(opened) if self.last[node] == i]
            free = (FREE,) * len(enter)
            known: dict[Frontier, int] = {}
            rows = []
            for state in states:
                row = []
                for used in (False, True):
                    codes, ends = [*state.codes, *free], list(state.ends)
                    visits = self._use(edge, place, codes, ends) if used else 0
                    if visits is None:
                        continue
                    to = self._close(opened, leave, codes, ends, known)
                    if to is not None:
                        row.append(Choice(edge.bit if used else 0, to, visits))
                rows.append(row)
            found.append(rows)
            states = list(known)
            opened = [node for k, node in enumerate(opened) if k not in leave]
        return found

    def _use(
        self, edge: Edge, place: dict[int, int], codes: list[int], ends: list[int]
    ) -> int | None:
        """Put the edge on the route, and tell the nodes that it visits; None if it may not."""
        visits = 0
        for node in dict.fromkeys((edge.a, edge.b)):
            here = place[node]
            if codes[here] == SHUT:
                return None
            if codes[here] == FREE:
                visits |= 1 << node
                codes[here] = PART * len(ends) + PART
                ends.append(0)
                for twin in self.twins[node]:
                    if twin in place:
                        codes[place[twin]] = SHUT
            codes[here] ^= edge.a != edge.b
        a, b = (codes[place[n]] // PART - 1 for n in (edge.a, edge.b))
        if a != b:
            ends[a] += ends[b]
            ends[b] = -1
            for k, code in enumerate(codes):
                if code // PART - 1 == b:
                    codes[k] = PART * a + PART + code % PART
        elif not self.again:
            return None
        for node in (edge.a, edge.b):
            code = codes[place[node]]
            end = code % PART
            if self.shut[node] and (not end or not self.passes[node]):
                codes[place[node]] = SHUT
                ends[a] += end
        return visits

    def _close(
        self,
        opened: list[int],
        leave: list[int],
        codes: list[int],
        ends: list[int],
        known: dict[Frontier, int],
    ) -> int | None:
        """The number of the next state, when nodes have left; None if no route can follow."""
        for k in leave:
            code = codes[k]
            if code >= PART and code % PART:
                if not self.cities >> opened[k] & 1:
                    return None
                ends[code // PART - 1] += 1
        if sum(n for n in ends if n > 0) > ENDS:
            return None
        part: dict[int, int] = {}
        left = []
        for k, code in enumerate(codes):
            if k in leave:
                continue
            if code >= PART:
                number = part.setdefault(code // PART - 1, len(part))
                code = PART * number + PART + code % PART
            left.append(code)
        gone = [n for k, n in enumerate(ends) if n >= 0 and k not in part]
        if gone:
            return DONE if gone == [ENDS] and not part else None
        state = Frontier(tuple(left), tuple(ends[k] for k in part))
        return known.setdefault(state, len(known))


def _alive(levels: list[list[list[Choice]]]) -> tuple[tuple[tuple[Choice, ...], ...], ...]:
    """The choices that lead on to a complete route, and the states that have any."""
    after: dict[int, int] = {}
    found = []
    for rows in reversed(levels):
        number: dict[int, int] = {}
        kept: list[tuple[Choice, ...]] = []
        for k, row in enumerate(rows):
            ways = tuple(
                choice if choice.to == DONE else choice._replace(to=after[choice.to])
                for choice in row
                if choice.to == DONE or choice.to in after
            )
            if ways:
                number[k] = len(kept)
                kept.append(ways)
        after = number
        found.append(tuple(kept))
    return tuple(reversed(found))

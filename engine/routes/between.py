"""Routes from their stops as a player names them: the track between, or what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from engine.board import Board
from engine.components import NodeKind, components
from engine.errors import RuleViolation
from engine.hexsides import border_name, canonical, opposite
from engine.node import Node
from engine.revenue import evaluate, place_name, sources_for
from engine.state import Company, State, Train
from engine.steps.run import CLAUSE, RunRoute, route_fault

MOST_PATHS = 400
"""Ways between two stops that are looked at, the shortest first."""
MOST_ROUTES = 1000
"""Ways of a whole route that are looked at."""
STOPS = ("city", "town")
SILENT: tuple[frozenset[NodeKind], ...] = (
    frozenset({"plain", "junction"}),
    frozenset({"plain", "junction", "town"}),
    frozenset({"plain", "junction", "town", "city"}),
)
"""What the track between two named stops may pass: first nothing, then towns, then cities too."""
TWICE: frozenset[NodeKind] = frozenset({"junction"})
"""What a route may pass again on other track, in the ruleset that allows it."""


@dataclass(frozen=True, slots=True)
class Path:
    """Track from a stop to the next: the exits crossed and the nodes reached, the stop the last."""

    exits: tuple[int, ...]
    nodes: tuple[Node, ...]


def routes_between(
    state: State, company: Company, train: Train, stops: Sequence[str]
) -> list[RunRoute]:
    """Every correct route of the train over the named stops in order, the best first.

    A stop is a hex or the name of a place; a hex with several cities or towns may be named once for
    each. Towns between two stops need not be named, nor cities that an express passes; where the
    route can be run without any, it is. Raises RuleViolation, telling what is wrong.
    """
    hexes = [_hex_of(state.board, stop) for stop in stops]
    if len(hexes) < 2:
        raise RuleViolation("A route joins at least two stops; name them in order.", CLAUSE)
    faults: list[str] = []
    again = TWICE if state.ruleset.junction_twice else frozenset()
    for passed in SILENT[: 3 if train.info.express else 2]:
        walks = Walks(state.board, hexes, passed, again)
        found = _correct(state, company, train, walks)
        if found:
            return found
        faults += walks.faults(state, company, train)
    raise RuleViolation(faults[0] if faults else _gap(state.board, hexes), CLAUSE)


def _correct(state: State, company: Company, train: Train, walks: Walks) -> list[RunRoute]:
    sources = sources_for(state, company)
    found = [
        RunRoute(
            train, tuple(nodes), tuple(exits), evaluate(state, company, train.info, nodes, sources)
        )
        for nodes, exits in walks.all(apart=True)
        if route_fault(state, company.id, train.info, nodes, exits) is None
    ]
    return sorted(found, key=lambda r: (-r.revenue.total, len(r.sides), r.sides))


@dataclass(slots=True)
class Walks:
    """The ways over the stops in `hexes`, passing without a word what `passed` allows.

    `again` is what a route may come to a second time between other stops.
    """

    board: Board
    hexes: Sequence[str]
    passed: frozenset[NodeKind]
    again: frozenset[NodeKind] = frozenset()
    known: dict[tuple[Node, str], list[Path]] = field(default_factory=dict)

    def all(self, apart: bool) -> Iterator[tuple[list[Node], list[int]]]:
        """Ways of the whole route as nodes and exits; with `apart` no stop twice."""
        left = MOST_ROUTES
        for start in _stops_in(self.board, self.hexes[0]):
            for walk in self._onward([start], [], 1, apart):
                yield walk
                left -= 1
                if not left:
                    return

    def _onward(
        self, nodes: list[Node], exits: list[int], i: int, apart: bool
    ) -> Iterator[tuple[list[Node], list[int]]]:
        if i == len(self.hexes):
            yield nodes, exits
            return
        for path in self.paths(nodes[-1], self.hexes[i]):
            if not apart or not any(n in nodes for n in path.nodes if n.kind not in self.again):
                yield from self._onward([*nodes, *path.nodes], [*exits, *path.exits], i + 1, apart)

    def paths(self, start: Node, hex_id: str) -> list[Path]:
        """The ways from a stop to one in the hex, the shortest first; no node twice in one."""
        known = self.known.get((start, hex_id))
        if known is None:
            known = self.known[start, hex_id] = list(self._paths(start, hex_id))
        return known

    def _paths(self, start: Node, hex_id: str) -> Iterator[Path]:
        ways = [Path((), (start,))]
        count = 0
        while ways and count < MOST_PATHS:
            longer: list[Path] = []
            for way in ways[:MOST_PATHS]:
                for exit_ in way.nodes[-1].exits:
                    far = opposite()[exit_]
                    node = self.board.owner[far] if far >= 0 else None
                    if node is None or node in way.nodes:
                        continue
                    onward = Path((*way.exits, exit_), (*way.nodes, node))
                    if node.hex == hex_id and node.kind in STOPS:
                        count += 1
                        yield Path(onward.exits, onward.nodes[1:])
                    elif node.kind in self.passed:
                        longer.append(onward)
            ways = longer

    def faults(self, state: State, company: Company, train: Train) -> list[str]:
        """What is wrong with the ways there are, the fault that most of them have first."""
        found: dict[str, int] = {}
        for nodes, exits in self.all(apart=False):
            fault = route_fault(state, company.id, train.info, nodes, exits)
            if fault:
                fault = _stops_fault(state, train, nodes, exits) if _counts(fault) else fault
                found[fault] = found.get(fault, 0) + 1
        return sorted(found, key=lambda f: -found[f])


def _counts(fault: str) -> bool:
    return " train counts " in fault


def _stops_fault(state: State, train: Train, nodes: Sequence[Node], exits: Sequence[int]) -> str:
    """The fault of a route with too many stops, every gauge-change marker named."""
    cities = [place_name(n.hex) for n in nodes if n.kind == "city"]
    markers = [border_name(x) for x in exits if state.board.is_gauge_change(x)]
    most = train.info.cities
    text = (
        f"A {train.kind} train has {most} stops for cities; this route visits {len(cities)} cities"
    )
    if markers:
        what = (
            "a gauge-change marker" if len(markers) == 1 else f"{len(markers)} gauge-change markers"
        )
        text += f" and crosses {what} ({', '.join(markers)}), each a stop"
    return f"{text}: {len(cities) + len(markers)} in all."


# -- stops -----------------------------------------------------------------------------------


@cache
def _places() -> dict[str, str]:
    """The hex of each name on the map, in small letters."""
    return {h.name.lower(): h.id for h in components().hexes.values() if h.name}


def _hex_of(board: Board, stop: str) -> str:
    """The hex of a stop. Raises RuleViolation for one that is not on the map or has no stop."""
    text = stop.strip()
    hex_id = _places().get(text.lower(), text.upper())
    if hex_id not in components().hexes:
        raise RuleViolation(f"{text or 'A stop without a name'} is no hex and no place on the map.")
    if not _stops_in(board, hex_id):
        name = place_name(hex_id)
        if any(n.kind in STOPS for n in board.nodes[hex_id]):
            raise RuleViolation(f"No track leads to {name} yet.", CLAUSE)
        if components().hexes[hex_id].town_count:
            raise RuleViolation(f"The town in {name} has no track yet.", CLAUSE)
        raise RuleViolation(f"There is no city and no town in {name}.", CLAUSE)
    return hex_id


def _stops_in(board: Board, hex_id: str) -> list[Node]:
    """The cities and towns in a hex that have track."""
    return [n for n in board.nodes[hex_id] if n.kind in STOPS and n.exits]


def _gap(board: Board, hexes: Sequence[str]) -> str:
    """Between which two stops the track is missing, and what lies in the way if something does."""
    ends = _stops_in(board, hexes[0])
    walks = Walks(board, hexes, SILENT[1])
    for here, there in pairwise(hexes):
        reached = [p.nodes[-1] for end in ends for p in walks.paths(end, there)]
        if not reached:
            return _missing(board, ends, here, there)
        ends = list(dict.fromkeys(reached))
    return "There is no track over these stops in this order."


def _missing(board: Board, ends: Sequence[Node], here: str, there: str) -> str:
    text = f"There is no track between {place_name(here)} and {place_name(there)}"
    over = Walks(board, (here, there), SILENT[2])
    ways = [p for end in ends for p in over.paths(end, there)]
    if not ways:
        return f"{text}."
    way = min(ways, key=lambda p: len(p.nodes))
    cities = [place_name(n.hex) for n in way.nodes[:-1] if n.kind == "city"]
    return f"{text} but over {' and '.join(cities)}."


def sides_mask(route: RunRoute) -> int:
    """The track of a route as bits, one for each hexside."""
    return sum(1 << canonical(x) for x in route.sides)

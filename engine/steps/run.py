"""Step 3, run (1.6.3): the trains run on routes, and the revenue is added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import override

from engine.actions import Route, RunTrains
from engine.board import Board
from engine.components import EDGES, TrainKind, components
from engine.errors import RuleViolation, require
from engine.events import ConcessionTaken, Path, TrainsRan
from engine.hexsides import border_hexes, canonical, exit_of, exit_place, opposite
from engine.legal import Legal
from engine.node import Node
from engine.revenue import Breakdown, Source, evaluate, markers_crossed, place_name, sources_for
from engine.state import Company, State, Train
from engine.turn import Step, Turn

CLAUSE = "1.6.3"


class RunStep(Step):
    """Run: the trains earn the revenue."""

    actions = (RunTrains,)
    compulsory = "The trains must run; a run without routes earns nothing."

    @override
    def asked(self, state: State, turn: Turn, company: Company) -> bool:
        return bool(company.trains) and joined_to_stop(state.board, company.id)

    @override
    def passed_over(self, state: State, turn: Turn, company: Company) -> str | None:
        return "no_route" if company.trains else "nothing_owned"

    @override
    def apply(self, state: State, turn: Turn, company: Company, action: RunTrains) -> None:
        routes = check_routes(state, company, action.routes)
        revenue = sum(r.revenue.total for r in routes)
        for source in claims(state, routes):
            state.unclaimed.remove(source)
            company.concessions.append(source)
            state.emit(ConcessionTaken(company.id, source))
        turn.revenue = revenue
        turn.over = True
        runs = tuple(
            (
                r.train.kind,
                tuple(n.hex for n in r.nodes if n.kind in ("city", "town")),
                r.revenue.total,
            )
            for r in routes
        )
        paths = tuple(path_of(state, r) for r in routes)
        state.emit(TrainsRan(company.id, runs, revenue, paths))

    @override
    def fill(self, state: State, turn: Turn, company: Company, found: Legal, lays: bool) -> None:
        found.run = True


@dataclass(frozen=True, slots=True)
class RunRoute:
    """A route found correct: the train, the nodes in order, the hexsides as exits, the revenue."""

    train: Train
    nodes: tuple[Node, ...]
    sides: tuple[int, ...]
    revenue: Breakdown


def path_of(state: State, run: RunRoute) -> Path:
    """The way of a train as it can be told and drawn whatever becomes of the board."""
    places = {node: i for i, node in enumerate(run.nodes)}
    return Path(
        train=run.train.kind,
        nodes=tuple((node.hex, node.kind) for node in run.nodes),
        sides=tuple(exit_place(side) for side in run.sides),
        gauges=tuple(
            i
            for i, side in enumerate(run.sides)
            if state.board.is_gauge_change(side) and not run.train.info.express
        ),
        stops=tuple((places[node], value) for node, value in run.revenue.stops),
        bonuses=tuple((bonus.name, bonus.amount) for bonus in run.revenue.bonuses),
        revenue=run.revenue.total,
    )


def joined_to_stop(board: Board, company: str) -> bool:
    """Whether one of the company's stations is joined by track to another stop, city or town."""
    for station in board.stations_of(company):
        seen = {station}
        stack = [station]
        while stack:
            for far in stack.pop().far:
                node = board.owner[far] if far >= 0 else None
                if node is None or node in seen:
                    continue
                if node.kind in ("city", "town"):
                    return True
                seen.add(node)
                stack.append(node)
    return False


def claims(state: State, routes: Sequence[RunRoute]) -> tuple[str, ...]:
    """The sources whose concessions a run takes: all of each commodity first delivered by it."""
    delivered = {b.name for r in routes for b in r.revenue.bonuses if b.commodity}
    kinds = {c.commodity for c in components().commodities if c.source in delivered}
    return tuple(
        c.source
        for c in components().commodities
        if c.commodity in kinds and c.source in state.unclaimed
    )


def check_routes(state: State, company: Company, routes: Sequence[Route]) -> list[RunRoute]:
    """Check every route of a run, and their track together.

    Raises RuleViolation for the first fault.
    """
    used: set[str] = set()
    sides: dict[int, str] = {}
    sources = sources_for(state, company)
    found = []
    for route in routes:
        train = company.train(route.train)
        if train is None:
            raise RuleViolation(f"{company.id} does not own the train {route.train}.", CLAUSE)
        require(train.id not in used, f"The {train.kind} train runs one route only.", CLAUSE)
        used.add(train.id)
        checked = _check_route(state, company, train, route, sources)
        for exit_ in checked.sides:
            side = canonical(exit_)
            require(
                side not in sides,
                f"Two trains use the same track between {' and '.join(border_hexes(exit_))}.",
                CLAUSE,
            )
            sides[side] = train.id
        found.append(checked)
    return found


def trace_route(board: Board, route: Route) -> tuple[list[Node], list[int]]:
    """Follow a route over the board: its nodes and its hexsides as exits. Raises RuleViolation."""
    hex_id, _, index = route.start.rpartition("-")
    cities = board.cities(hex_id) if hex_id in board.nodes else []
    node = next((n for n in cities if str(n.index) == index), None)
    if node is None:
        raise RuleViolation(f"A route starts at a city; {route.start} is none.", CLAUSE)
    nodes, sides = [node], []
    for text in route.sides:
        side_hex, _, edge = text.rpartition("/")
        if side_hex not in board.nodes or edge not in {str(e) for e in EDGES}:
            raise RuleViolation(f"{text} is no side of a hex.")
        exit_ = exit_of(side_hex, int(edge))
        require(
            exit_ in node.exits, f"The track does not lead from {node.hex} over {text}.", CLAUSE
        )
        far = opposite()[exit_]
        onward = board.owner[far] if far >= 0 else None
        if onward is None:
            raise RuleViolation(f"The track ends at {text}.", CLAUSE)
        node = onward
        nodes.append(node)
        sides.append(exit_)
    return nodes, sides


def _check_route(
    state: State, company: Company, train: Train, route: Route, sources: Sequence[Source]
) -> RunRoute:
    nodes, sides = trace_route(state.board, route)
    fault = route_fault(state, company.id, train.info, nodes, sides)
    if fault:
        raise RuleViolation(fault, CLAUSE)
    revenue = evaluate(state, company, train.info, nodes, sources)
    require(
        route.revenue in (None, revenue.total),
        f"The {train.kind} train's route is worth ₹{revenue.total}, not ₹{route.revenue}.",
        CLAUSE,
    )
    return RunRoute(train, tuple(nodes), tuple(sides), revenue)


def route_fault(
    state: State, company: str, kind: TrainKind, nodes: Sequence[Node], sides: Sequence[int]
) -> str | None:
    """What is wrong with a route, as a player reads it; None when it is correct."""
    stops = [n for n in nodes if n.kind in ("city", "town")]
    cities = [n for n in nodes if n.kind == "city"]
    if len(stops) < 2:
        return "A route joins at least two stops."
    if nodes[0].kind != "city" or nodes[-1].kind != "city":
        end = nodes[-1] if nodes[-1].kind != "city" else nodes[0]
        return f"A route starts and ends at a city; {place_name(end.hex)} is none."
    fault = _twice_fault(nodes, sides, state.ruleset.junction_twice)
    if fault:
        return fault
    full = next((n for n in nodes[1:-1] if n.blocks(company)), None)
    if full is not None:
        return (
            f"{place_name(full.hex)} is full of other companies' stations: "
            "a route may end there, not pass."
        )
    if not any(c.has(company) for c in cities):
        return f"A route visits at least one station of {company}."
    if kind.express:
        return None
    return _length_fault(kind, len(cities), markers_crossed(state, sides))


def _twice_fault(nodes: Sequence[Node], sides: Sequence[int], junction_twice: bool) -> str | None:
    """A stop, a junction, track, or a city of Mumbai's or Nepal's pair that comes a second time."""
    seen: set[Node] = set()
    for node in nodes:
        if node in seen and not (junction_twice and node.kind == "junction"):
            what = "visits" if node.kind in ("city", "town") else "passes the junction in"
            return f"The route {what} {place_name(node.hex)} twice."
        seen.add(node)
    if len({canonical(s) for s in sides}) < len(sides):
        return "The route uses the same track twice."
    groups = [n.piece.group for n in nodes if n.kind == "city" and n.piece.group]
    for i, group in enumerate(groups):
        if group in groups[:i]:
            return f"Only one of the two cities of {group} may be on a route."
    return None


def _length_fault(kind: TrainKind, cities: int, markers: int) -> str | None:
    """More stops than a train that is no express counts: cities, and markers crossed."""
    if cities + markers <= kind.cities:
        return None
    crossed = "a gauge-change marker" if markers == 1 else f"{markers} gauge-change markers"
    extra = f" and crosses {crossed}, each a stop" if markers else ""
    return f"A {kind.name} train counts {kind.cities} cities; this route visits {cities}{extra}."

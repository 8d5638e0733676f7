"""A train's route in the log's form (hexes between stops) and the engine's (hexsides in order)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine import (
    LEAST_X,
    RuleViolation,
    RunRoute,
    check_routes,
    markers_crossed,
    require,
    trace_route,
    variable_base,
)
from engine.actions import Route
from engine.board import Board
from engine.components import components
from engine.hexsides import exit_of, exit_place, opposite
from engine.node import Node
from engine.state import Company, State
from interchange.keys import check_route_keys
from interchange.site_log import RawAction, is_text, is_whole, shown

NEPAL, NEPAL_SECOND = "M10", 3
"""Nepal, and the number that the log gives to the second of its cities."""

Stretch = list[int]
"""The exits that a train crosses from one stop to the next."""
MOST_HEXES = 300
"""Stretches of a route, and hexes of a stretch, that are read: more than the map has."""


def from_log(board: Board, raw: object) -> Route:
    """The route of a run_routes entry. Raises RuleViolation where no track fits."""
    if not isinstance(raw, dict):
        raise RuleViolation("A route of the run is no route.")
    check_route_keys(raw)
    train, revenue = raw.get("train"), raw.get("revenue")
    if not isinstance(train, str) or not is_text(train):
        raise RuleViolation("A route names no train.")
    if revenue is not None and not is_whole(revenue):
        raise RuleViolation(f"The revenue of train {train} is {shown(revenue)}, no number.")
    connections = raw.get("connections")
    if not isinstance(connections, list) or not 0 < len(connections) <= MOST_HEXES:
        raise RuleViolation(f"The route of train {train} has no connections.")
    stretches = [_stretch(hexes) for hexes in connections]
    named = raw.get("nodes")
    first = named[0] if isinstance(named, list) and named else None
    sides = _chain(board, stretches, first if isinstance(first, str) else None)
    if sides is None:
        raise RuleViolation(f"The stretches of train {train}'s route do not follow each other.")
    start = board.owner[sides[0]]
    if start is None:
        hex_id = exit_place(sides[0])[0]
        raise RuleViolation(f"There is no track from {hex_id} on the route of train {train}.")
    route = Route(
        train,
        f"{start.hex}-{start.index if start.kind == 'city' else 'town'}",
        tuple("{}/{}".format(*exit_place(x)) for x in sides),
        revenue,
    )
    if start.kind == "city":
        _check_stops(board, route, raw)
    return route


def _check_stops(board: Board, route: Route, raw: RawAction) -> None:
    """Raises RuleViolation where the log's `hexes` or `nodes` are not those of the track named."""
    nodes, _ = trace_route(board, route)
    stops = _stops(nodes)
    hexes, names = raw.get("hexes"), raw.get("nodes")
    here = [n.hex for n in stops]
    require(
        hexes in (None, here, here[::-1]),
        f"The track of train {route.train} joins {'-'.join(here)}; the log names other hexes.",
    )
    signs = [_sign(n) for n in stops]
    same = isinstance(names, list) and all(map(is_text, names)) and set(names) == set(signs)
    require(
        names is None or same,
        f"The track of train {route.train} joins {', '.join(signs)}; the log names other nodes.",
    )


def to_log(state: State, company: Company, routes: Sequence[Route]) -> list[RawAction]:
    """The routes of a run as the log has them. Raises RuleViolation for the first fault."""
    runs = check_routes(state, company, routes)
    return [_written(state, run) for run in runs]


def _written(state: State, run: RunRoute) -> RawAction:
    stops = _stops(run.nodes)
    stretches = [[run.nodes[0].hex]]
    for node in run.nodes[1:]:
        stretches[-1].append(node.hex)
        if node in stops:
            stretches.append([node.hex])
    return {
        "train": run.train.id,
        "connections": stretches[:-1],
        "hexes": [n.hex for n in stops],
        "revenue": run.revenue.total,
        "revenue_str": _in_words(state, run),
        "nodes": [_sign(n) for n in stops],
    }


def _in_words(state: State, run: RunRoute) -> str:
    """The revenue as the site shows it: the stops, gauge changes, and what comes beside them."""
    kind = run.train.info
    base = variable_base(n.piece for n in run.nodes if n.kind == "city")
    red = sum(1 for n, paid in run.revenue.stops if paid is not None and n.piece.variable)
    extra = {
        " Gauge:": markers_crossed(state, run.sides),
        " ?+": red * (base - LEAST_X) * kind.multiplier,
        " R+": sum(b.amount for b in run.revenue.bonuses if not b.commodity),
        " C+": sum(b.amount for b in run.revenue.bonuses if b.commodity),
    }
    hexes = "-".join(n.hex for n in _stops(run.nodes))
    return hexes + "".join(f"{what}{value}" for what, value in extra.items() if value)


def _stops(nodes: Sequence[Node]) -> list[Node]:
    return [n for n in nodes if n.kind in ("city", "town")]


def city_number(hex_id: str, city: int) -> int:
    """The number that the log gives to a city, from its number in the hex."""
    return NEPAL_SECOND if hex_id == NEPAL and city == 1 else city


def _sign(node: Node) -> str:
    """A stop as `nodes` name it."""
    return f"{node.hex}-{city_number(node.hex, node.index)}"


def _stretch(hexes: object) -> Stretch:
    if not isinstance(hexes, list) or not 2 <= len(hexes) <= MOST_HEXES:
        raise RuleViolation("A stretch of a route names fewer than two hexes.")
    exits = []
    for a, b in pairwise(hexes):
        here = components().hexes.get(a) if isinstance(a, str) else None
        edge = (
            next((e for e, other in here.neighbors.items() if other == b), None) if here else None
        )
        if here is None or edge is None:
            raise RuleViolation(f"{shown(a)} and {shown(b)} are no neighbors.")
        exits.append(exit_of(here.id, edge))
    return exits


def _reverse(stretch: Stretch) -> Stretch:
    return [opposite()[x] for x in reversed(stretch)]


def _ends(board: Board, stretch: Stretch) -> tuple[Node | None, Node | None]:
    far = opposite()[stretch[-1]]
    return board.owner[stretch[0]], board.owner[far] if far >= 0 else None


def _chain(board: Board, stretches: Sequence[Stretch], start: str | None) -> list[int] | None:
    """Turn each stretch to start where the one before ended, beginning at the named node."""
    first = stretches[0]
    options = [first, _reverse(first)]
    if start is not None:
        hex_id = start.rpartition("-")[0]
        options.sort(key=lambda s: exit_place(s[0])[0] != hex_id)
    for option in options:
        chain = list(option)
        end = _ends(board, option)[1]
        for stretch in stretches[1:]:
            turned = next(
                (
                    s
                    for s in (stretch, _reverse(stretch))
                    if end is not None and _ends(board, s)[0] is end
                ),
                None,
            )
            if turned is None:
                break
            chain += turned
            end = _ends(board, turned)[1]
        else:
            return chain
    return None

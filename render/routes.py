"""The routes of a train run: cased lines over the map, what stops earn, the sums below."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from render import svg
from render.geometry import EDGE_MIDDLE, Point, along, centre, length
from render.labels import Disc
from render.themes import RouteStyle, Theme
from render.track import Track
from render.view import RouteView, Stop

CASING = 20.0
GROUND = 16.0
LINE = 11.0
NUMBER_RADIUS = 15.0
LEGS_PER_NUMBER = 5
NO_BREAK = "\N{NO-BREAK SPACE}"

TrackOf = Callable[[str], Track]


@dataclass(frozen=True, slots=True)
class Overlay:
    """What routes add to the map: lines, numbers on them, for each hex the chips of its stops."""

    lines: str
    numbers: str
    chips: Mapping[str, tuple[tuple[str, int, str], ...]]
    discs: Mapping[str, tuple[Disc, ...]]
    hexes: frozenset[str]


def style_of(route: RouteView, theme: Theme) -> RouteStyle:
    """The look of a route by its number."""
    return theme.routes[(route.number - 1) % len(theme.routes)]


def line_of(route: RouteView, track_of: TrackOf) -> tuple[Point, ...]:
    """The whole way of a train on the map."""
    found: list[Point] = []
    for leg in route.legs:
        cx, cy = centre(leg.hex)
        for x, y in track_of(leg.hex).way(leg.entry, leg.exit):
            point = (cx + x, cy + y)
            if not found or abs(found[-1][0] - point[0]) + abs(found[-1][1] - point[1]) > 0.5:
                found.append(point)
    return tuple(found)


def overlay(
    routes: Sequence[RouteView], track_of: TrackOf, busy: frozenset[str], theme: Theme
) -> Overlay:
    """Lines, numbers and chips of all routes; numbers keep off `busy` hexes where they can."""
    lines = numbers = ""
    chips: dict[str, list[tuple[str, int, str]]] = {}
    discs: dict[str, list[Disc]] = {}
    for route in routes:
        style = style_of(route, theme)
        d = svg.polyline_path(line_of(route, track_of))
        lines += line(d, style, theme, "round")
        for at, hexes in _number_places(route, track_of, busy):
            numbers += number(route, at, NUMBER_RADIUS, theme)
            for h in hexes:
                cx, cy = centre(h)
                discs.setdefault(h, []).append((at[0] - cx, at[1] - cy, NUMBER_RADIUS + 1))
        for stop in route.stops:
            place = _node(stop, route, track_of)
            if place is not None:
                value = 0 if stop.value is None else stop.value
                chips.setdefault(stop.hex, []).append((*place, f"{route.number}|{value}"))
    return Overlay(
        lines,
        numbers,
        {h: tuple(found) for h, found in chips.items()},
        {h: tuple(found) for h, found in discs.items()},
        frozenset(leg.hex for route in routes for leg in route.legs),
    )


def number(route: RouteView, at: Point, radius: float, theme: Theme) -> str:
    """The number of a train on a disc of its colour."""
    style = style_of(route, theme)
    return (
        svg.circle(at, radius, fill=theme.route_casing)
        + svg.circle(at, radius - 1.5, fill="#FFFFFF")
        + svg.circle(at, radius - 3, fill=style.colour)
        + svg.text(str(route.number), at, radius * 1.35, style.ink)
    )


def _node(stop: Stop, route: RouteView, track_of: TrackOf) -> tuple[str, int] | None:
    if stop.kind == "gauge":
        return None
    edge = stop.edge
    if edge is None:
        leg = next((leg for leg in route.legs if leg.hex == stop.hex), None)
        if leg is None:
            return None
        edge = leg.entry if leg.entry is not None else leg.exit
    node = track_of(stop.hex).node_at(edge) if edge is not None else None
    return (node.kind, node.index) if node else None


def _number_places(
    route: RouteView, track_of: TrackOf, busy: frozenset[str]
) -> list[tuple[Point, tuple[str, ...]]]:
    """Points on plain track for the route's number; on a hexside if it has none."""
    plain: list[tuple[Point, tuple[str, ...]]] = []
    quiet: list[tuple[Point, tuple[str, ...]]] = []
    for leg in route.legs:
        track = track_of(leg.hex)
        if leg.entry is None or leg.exit is None or track.node_at(leg.entry):
            continue
        way = track.way(leg.entry, leg.exit)
        at, _ = along(way, length(way) / 2)
        cx, cy = centre(leg.hex)
        found = ((cx + at[0], cy + at[1]), (leg.hex,))
        plain.append(found)
        if leg.hex not in busy:
            quiet.append(found)
    candidates = quiet or plain
    if not candidates:
        gauges = {(s.hex, s.edge) for s in route.stops if s.kind == "gauge"}
        for leg, after in zip(route.legs, route.legs[1:], strict=False):
            if leg.exit is None:
                continue
            crossing = {(leg.hex, leg.exit), (after.hex, after.entry)}
            cx, cy = centre(leg.hex)
            x, y = EDGE_MIDDLE[leg.exit]
            if not crossing & gauges or not candidates:
                candidates = [((cx + x, cy + y), (leg.hex, after.hex)), *candidates]
        return candidates[:1]
    wanted = max(1, round(len(route.legs) / LEGS_PER_NUMBER))
    wanted = min(wanted, len(candidates))
    return [candidates[(2 * i + 1) * len(candidates) // (2 * wanted)] for i in range(wanted)]


def sample(route: RouteView, left: float, y: float, length: float, theme: Theme) -> str:
    """A stretch of a route's line, for a legend."""
    return line(f"M{svg.num(left)} {svg.num(y)}h{svg.num(length)}", style_of(route, theme), theme)


def line(d: str, style: RouteStyle, theme: Theme, cap: str | None = None) -> str:
    """A route's line along a path: casing, ground, its colour, and its white core if it has one."""
    join = {"stroke_linejoin": "round"}
    found = svg.path(
        d, stroke=theme.route_casing, stroke_width=CASING, stroke_linecap=cap, **join
    ) + svg.path(d, stroke="#FFFFFF", stroke_width=GROUND, stroke_linecap=cap, **join)
    found += svg.path(
        d, stroke=style.colour, stroke_width=LINE, stroke_dasharray=style.dash, **join
    )
    if style.core:
        found += svg.path(d, stroke="#FFFFFF", stroke_width=style.core, **join)
    return found


def formula(route: RouteView) -> str:
    """How a route's total is made up: "(20 + 60) × 3 + 100 Delhi–Kochi"; it breaks at a plus."""
    values = [str(stop.value) for stop in route.stops if stop.value is not None]
    stops = " + ".join(values) or "0"
    if route.multiplier > 1:
        stops = f"({stops})" if len(values) > 1 else stops
        stops += f" × {route.multiplier}".replace(" ", NO_BREAK)
    return stops + "".join(f" + {bonus.amount} {bonus.name}" for bonus in route.bonuses)

"""Track as it is painted, on the map and on a tile by itself."""

from __future__ import annotations

from collections.abc import Iterable

from render import svg, symbols
from render.geometry import Point
from render.labels import Source, wishes
from render.placing import place
from render.themes import Theme
from render.track import Line, Track


def tile_body(number: str, rotation: int, theme: Theme) -> Iterable[str]:
    """The track, stops and labels of a tile by itself, its middle at the origin."""
    source = Source(number, rotation)
    yield from rails([((0.0, 0.0), source.track)], theme, theme.track)
    for node in source.track.nodes:
        if node.boxed:
            yield symbols.valued_town(node.at, str(node.revenue), theme)
        elif node.kind == "town":
            yield symbols.town(node, node.at, theme)
        else:
            yield symbols.city(node.slot_points(), node.radius, theme)
    for placed in place(source, wishes(None, source), None):
        if placed.kind == "revenue":
            yield symbols.badge(placed.shape, placed.at, theme)
        else:
            yield svg.text(placed.shape.text, placed.at, placed.shape.size, theme.ink)


def rails(tracks: Iterable[tuple[Point, Track]], theme: Theme, colour: str) -> Iterable[str]:
    """Track at several places: its light edges below, the rails above, round where spokes meet."""
    d = joints = ""
    for (cx, cy), track in tracks:
        for line in track.lines:
            bend: Line = (line[0], line[-1]) if _straight(line) else line
            d += svg.polyline_path([(cx + x, cy + y) for x, y in bend])
        for x, y in sorted(_joints(track)):
            joints += svg.circle((cx + x, cy + y), theme.track_width / 2, fill=colour)
    if d:
        join = "round"
        yield svg.path(
            d, stroke=theme.track_edge, stroke_width=theme.track_edge_width, stroke_linejoin=join
        )
        yield svg.path(d, stroke=colour, stroke_width=theme.track_width, stroke_linejoin=join)
        yield joints


def _straight(line: tuple[Point, ...]) -> bool:
    (ax, ay), (bx, by), (mx, my) = line[0], line[-1], line[len(line) // 2]
    return abs((bx - ax) * (my - ay) - (by - ay) * (mx - ax)) < 1.0


def _joints(track: Track) -> set[Point]:
    """Where spokes of track meet: a round joint is drawn there."""
    inner = [line[-1] for line in track.lines if len(line) == 2]
    return {(round(x, 3), round(y, 3)) for x, y in inner}

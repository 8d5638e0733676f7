"""The layers of a board, from fields to names, for any part of the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from engine.components import Hex, components, neighbor_edge
from render import svg, symbols
from render.geometry import EDGE_MIDDLE, Box, Frame, Point, centre, hex_points, hexside
from render.labels import (
    COORDINATE_AT,
    COORDINATE_SIZE,
    COST_RADIUS,
    DELIVERIES,
    GAUGE_RADIUS,
    TICKS_AT,
    Disc,
    Placed,
    Source,
    commodity_at,
    cost_point,
    place,
    plate,
    wishes,
)
from render.routes import Overlay, overlay, style_of
from render.themes import Theme
from render.track import Line, Track
from render.view import BoardView, Home, Station

GENERATIONS = {"yellow": 1, "green": 2, "brown": 3, "gray": 4}


class Board:
    """One view, with what its layers need to know of every hex."""

    def __init__(self, view: BoardView, theme: Theme) -> None:
        self.view = view
        self.theme = theme
        self.hexes: Mapping[str, Hex] = components().hexes
        self.stations: dict[str, list[Station]] = {}
        for station in view.stations:
            self.stations.setdefault(station.hex, []).append(station)
        self.homes: dict[str, list[Home]] = {}
        for home in view.homes:
            self.homes.setdefault(home.hex, []).append(home)
        self.gauges = frozenset(
            side for m in view.gauge_markers for side in self._sides(m.hex, m.edge)
        )

    def _sides(self, hex_id: str, edge: int) -> Iterable[tuple[str, int]]:
        yield hex_id, edge
        if edge in self.hexes[hex_id].neighbors:
            yield self.hexes[hex_id].neighbors[edge], neighbor_edge(edge)

    def source(self, hex_id: str) -> Source:
        """What lies on a hex: its tile, or the print of the map."""
        laid = self.view.tiles.get(hex_id)
        return Source(laid.tile, laid.rotation % 6) if laid else Source(hex_id, None)

    def track(self, hex_id: str) -> Track:
        """The track on a hex."""
        return self.source(hex_id).track

    def colour(self, hex_id: str) -> str:
        """The colour of a hex or of the tile on it, by its name."""
        laid = self.view.tiles.get(hex_id)
        return components().tiles[laid.tile].color if laid else self.hexes[hex_id].color

    @cached_property
    def overlay(self) -> Overlay:
        """The routes of the view."""
        busy = frozenset(h for h in self.hexes if commodity_at(h) or self.hexes[h].name)
        return overlay(self.view.routes, self.track, busy, self.theme)

    def layers(self, frame: Frame) -> Iterable[str]:
        """All that is seen in a frame, from the lowest layer to the highest."""
        shown = [h for h in self.hexes if _meets(h, frame)]
        view = self.view
        if view.colour is None:
            bright = set(shown)
        else:
            bright = {h for h in shown if h in view.colour or h in self.overlay.hexes}
            dim = [h for h in shown if h not in bright]
            yield from self.hex_layers(dim, dim, routes=False)
            d = "".join(svg.polyline_path(hex_points(h, 102), close=True) for h in dim)
            if d:
                veil = self.theme.veil
                yield svg.path(d, fill=veil, fill_opacity=self.theme.veil_opacity)
        yield from self.hex_layers([h for h in shown if h in bright], shown, routes=True)

    def hex_layers(self, hexes: list[str], around: list[str], *, routes: bool) -> Iterable[str]:
        """All layers of some hexes; `around` are those whose hexsides may be drawn with them."""
        theme = self.theme
        fields: dict[str, str] = {}
        for h in hexes:
            colour = theme.fields[self.colour(h)]
            fields[colour] = fields.get(colour, "") + svg.polyline_path(hex_points(h), close=True)
        for colour, d in fields.items():
            yield svg.path(d, fill=colour, stroke=theme.grid, stroke_width=theme.grid_width)
        sides = list(self.borders(hexes, set(around)))
        yield from self.border_lines(sides)
        yield from self.highlights(hexes)
        yield from _rails([(centre(h), self.track(h)) for h in hexes], theme)
        if routes:
            yield self.overlay.lines
        for h in hexes:
            yield from self.stops(h)
        if routes:
            yield self.overlay.numbers
        for h in hexes:
            for placed in self.labels(h):
                yield from self.label(h, placed)
            if h in DELIVERIES and h not in self.view.tiles:
                yield from self.deliveries(h)
        yield from self.border_marks(sides)
        for h in hexes:
            yield from self.corner(h)

    def borders(self, hexes: Iterable[str], around: set[str]) -> Iterable[tuple[str, int]]:
        """Each printed hexside of the hexes once, when the hex beyond is drawn by now as well."""
        mine = set(hexes)
        for h in hexes:
            for edge in self.hexes[h].borders:
                other = self.hexes[h].neighbors.get(edge)
                if other not in mine or h < other:
                    yield h, edge

    def border_lines(self, sides: Iterable[tuple[str, int]]) -> Iterable[str]:
        """Rivers as lines, province borders broken; these vanish in Phase IV."""
        theme = self.theme
        water = province = ""
        for h, edge in sides:
            cx, cy = centre(h)
            line = svg.polyline_path([(cx + x, cy + y) for x, y in hexside(edge)])
            border = self.hexes[h].borders[edge]
            if border.kind == "water" or (border.cost and not self.view.provinces):
                water += line
            elif self.view.provinces:
                province += line
        if water:
            yield svg.path(water, stroke="#FFFFFF", stroke_width=11, stroke_linecap="round")
            yield svg.path(water, stroke=theme.water, stroke_width=7, stroke_linecap="round")
        if province:
            yield svg.path(province, stroke="#FFFFFF", stroke_width=9)
            yield svg.path(
                province, stroke=theme.province, stroke_width=5.5, stroke_dasharray="16 6 4 6"
            )

    def border_marks(self, sides: Iterable[tuple[str, int]]) -> Iterable[str]:
        """Gauge-change markers, and the costs that are still to be paid."""
        for h, edge in sides:
            cx, cy = centre(h)
            border = self.hexes[h].borders[edge]
            if (h, edge) in self.gauges:
                x, y = EDGE_MIDDLE[edge]
                yield symbols.gauge_marker((cx + x, cy + y), edge, self.theme)
            at = self.cost_at(h, edge)
            if at is not None:
                water = border.kind == "water" or not self.view.provinces
                colour = self.theme.water if water else self.theme.province
                yield symbols.cost(border.cost, (cx + at[0], cy + at[1]), colour)

    def cost_at(self, hex_id: str, edge: int) -> Point | None:
        """Where a hexside's cost stands; None when it costs nothing, or is paid already."""
        border = self.hexes[hex_id].borders.get(edge)
        if border is None or not border.cost:
            return None
        here = edge in self.track(hex_id).arms
        other = self.hexes[hex_id].neighbors.get(edge)
        there = other is not None and neighbor_edge(edge) in self.track(other).arms
        if here and there:
            return None
        return cost_point(edge, tracked=here or there)

    def slots_used(self, hex_id: str, city: int) -> int:
        """How many slots the stations of a city need."""
        return max((s.slot + 1 for s in self.stations.get(hex_id, ()) if s.city == city), default=0)

    def stops(self, hex_id: str) -> Iterable[str]:
        """Towns, cities with their stations, waiting stations and the places kept for homes."""
        cx, cy = centre(hex_id)
        waiting = [w.company for w in self.view.waiting if w.hex == hex_id]
        homes = list(self.homes.get(hex_id, ()))
        for node in self.track(hex_id).nodes:
            at = (cx + node.at[0], cy + node.at[1])
            if node.kind == "town":
                yield symbols.town(node, at, self.theme)
                continue
            slots = node.slot_points(self.slots_used(hex_id, node.index))
            places = [(cx + x, cy + y) for x, y in slots]
            yield symbols.city(places, node.radius, self.theme)
            taken: set[int] = set()
            for s in self.stations.get(hex_id, ()):
                if s.city == node.index:
                    taken.add(s.slot)
                    yield symbols.station(s.company, places[s.slot], node.radius, self.theme)
            free = [i for i in range(len(places)) if i not in taken]
            if free and waiting:
                company = waiting.pop(0)
                yield symbols.waiting(company, places[free.pop(0)], node.radius, self.theme)
            for home in list(homes):
                if free and home.city in (None, node.index):
                    homes.remove(home)
                    yield symbols.home(home.company, places[free.pop(0)], node.radius)

    def labels(self, hex_id: str) -> tuple[Placed, ...]:
        """The labels of a hex in their places."""
        source = self.source(hex_id)
        commodity = commodity_at(hex_id)
        claimed = self.view.claimed.get(commodity.source) if commodity else None
        jewelry = (self.view.jewelry_holder or "") if self.view.jewelry == hex_id else None
        chips = self.overlay.chips.get(hex_id, ())
        wanted = wishes(hex_id, source, claimed=claimed, jewelry=jewelry, chips=chips)
        if not wanted:
            return ()
        cities = sum(n.kind == "city" for n in source.track.nodes)
        slots = tuple(self.slots_used(hex_id, i) for i in range(cities))
        return place(source, wanted, hex_id, self.marks(hex_id), slots)

    def marks(self, hex_id: str) -> tuple[Disc, ...]:
        """The discs of costs, gauge-change markers and train numbers that reach into a hex."""
        found: list[Disc] = list(self.overlay.discs.get(hex_id, ()))
        for edge in range(6):
            if (hex_id, edge) in self.gauges:
                found.append((*EDGE_MIDDLE[edge], GAUGE_RADIUS))
            at = self.cost_at(hex_id, edge)
            if at is not None:
                found.append((*at, COST_RADIUS))
        return tuple(found)

    def label(self, hex_id: str, placed: Placed) -> Iterable[str]:
        """One label, drawn as its kind is."""
        theme = self.theme
        cx, cy = centre(hex_id)
        at = (cx + placed.at[0], cy + placed.at[1])
        shape = placed.shape
        if placed.kind == "revenue":
            yield symbols.badge(shape, at, theme)
        elif placed.kind == "chip":
            yield self.chip(placed, at)
        elif placed.kind == "plate" and "/" in shape.text:
            holder = symbols.company_colour(shape.text.split("/")[1])
            yield symbols.stack(shape, at, (theme.plate, holder), theme.plate)
        elif placed.kind == "plate":
            parts = shape.text.split("|")
            halves = [theme.plate, *(symbols.company_colour(p) for p in parts[1:])]
            yield symbols.plate(shape, at, halves, "#FFFFFF" if len(parts) == 1 else theme.plate)
        elif placed.kind == "terrain":
            yield symbols.terrain(placed.key, at, shape, theme)
        else:
            ground = theme.fields[self.colour(hex_id)]
            yield svg.text(shape.text, at, shape.size, theme.ink, halo=ground, halo_width=4)

    def chip(self, placed: Placed, at: Point) -> str:
        """What a train earns at a stop, in its colour; a broken outline where it earns nothing."""
        shape, edge = placed.shape, self.theme.route_casing
        train, value = placed.key.split(":")[1].split("|")
        route = next(r for r in self.view.routes if r.number == int(train))
        ground = "#FFFFFF" if value == "0" else style_of(route, self.theme).colour
        dash = "5 4" if value == "0" else None
        if "/" in shape.text:
            return symbols.stack(shape, at, ("#FFFFFF", ground), edge, dash=dash)
        grounds = ("#FFFFFF", ground) if "|" in shape.text else (ground,)
        return symbols.plate(shape, at, grounds, edge, dash=dash)

    def deliveries(self, hex_id: str) -> Iterable[str]:
        """What deliveries to the place beside this hex earn, and the bonus of its connection."""
        theme = self.theme
        city = DELIVERIES[hex_id]
        cx, cy = centre(hex_id)
        found: dict[str, int] = {}
        for c in components().commodities:
            if city in c.bonuses:
                found[c.commodity] = c.bonuses[city]
        plates = [plate(f"{name[:3]}|{amount}", 18.0) for name, amount in found.items()]
        ends = [
            (b if a == city else a, bonus)
            for a, b, bonus in components().connections
            if city in (a, b)
        ]
        rows = (len(plates) + 1) // 2
        y = cy - 14.0 * rows - (12 if ends else 0) + 6
        yield svg.text(f"to {city}", (cx, y - 16), 20.0 if len(city) < 10 else 17.0, theme.ink)
        for i, shape in enumerate(plates):
            alone = i == len(plates) - 1 and i % 2 == 0
            x = cx if alone else cx + (shape.width / 2 + 2) * (1 if i % 2 else -1)
            at = (x, y + 14 + 30 * (i // 2))
            yield symbols.plate(shape, at, (theme.plate, "#FFFFFF"), theme.plate)
        for other, bonus in ends:
            at = (cx, y + 30 * rows + 12)
            yield svg.text(f"{other} {bonus}", at, 19.0, theme.ink)

    def highlights(self, hexes: Iterable[str]) -> Iterable[str]:
        """A strong outline around the marked hexes."""
        d = "".join(
            svg.polyline_path(hex_points(h, 97), close=True)
            for h in hexes
            if h in self.view.highlight
        )
        if d:
            yield svg.path(d, stroke="#FFFFFF", stroke_width=9, stroke_linejoin="round")
            yield svg.path(
                d, stroke=self.theme.highlight, stroke_width=5.5, stroke_linejoin="round"
            )

    def corner(self, hex_id: str) -> Iterable[str]:
        """The hex's name, and for a laid tile one to four strokes for its colour."""
        cx, cy = centre(hex_id)
        x, y = COORDINATE_AT
        ink = self.theme.coordinate
        yield svg.text(
            hex_id, (cx + x, cy + y), COORDINATE_SIZE, ink, weight="medium", anchor="start"
        )
        if hex_id in self.view.tiles:
            count = GENERATIONS[self.colour(hex_id)]
            x, y = cx + TICKS_AT[0], cy + TICKS_AT[1]
            d = "".join(f"M{svg.num(x + 1.5 + 5 * i)} {svg.num(y - 4.5)}v9" for i in range(count))
            yield svg.path(d, stroke=ink, stroke_width=2.6)


def tile_body(number: str, rotation: int, theme: Theme) -> Iterable[str]:
    """The track, stops and labels of a tile by itself, its middle at the origin."""
    source = Source(number, rotation)
    yield from _rails([((0.0, 0.0), source.track)], theme)
    for node in source.track.nodes:
        if node.kind == "town":
            yield symbols.town(node, node.at, theme)
        else:
            yield symbols.city(node.slot_points(), node.radius, theme)
    for placed in place(source, wishes(None, source), None):
        if placed.kind == "revenue":
            yield symbols.badge(placed.shape, placed.at, theme)
        else:
            yield svg.text(placed.shape.text, placed.at, placed.shape.size, theme.ink)


def _rails(tracks: Iterable[tuple[Point, Track]], theme: Theme) -> Iterable[str]:
    """Track at several places: its light edges below, the rails above, round where spokes meet."""
    d = joints = ""
    for (cx, cy), track in tracks:
        for line in track.lines:
            bend: Line = (line[0], line[-1]) if _straight(line) else line
            d += svg.polyline_path([(cx + x, cy + y) for x, y in bend])
        for x, y in sorted(_joints(track)):
            joints += svg.circle((cx + x, cy + y), theme.track_width / 2, fill=theme.track)
    if d:
        join = "round"
        yield svg.path(
            d, stroke=theme.track_edge, stroke_width=theme.track_edge_width, stroke_linejoin=join
        )
        yield svg.path(d, stroke=theme.track, stroke_width=theme.track_width, stroke_linejoin=join)
        yield joints


def _straight(line: tuple[Point, ...]) -> bool:
    (ax, ay), (bx, by), (mx, my) = line[0], line[-1], line[len(line) // 2]
    return abs((bx - ax) * (my - ay) - (by - ay) * (mx - ax)) < 1.0


def _joints(track: Track) -> set[Point]:
    """Where spokes of track meet: a round joint is drawn there."""
    inner = [line[-1] for line in track.lines if len(line) == 2]
    return {(round(x, 3), round(y, 3)) for x, y in inner}


def _meets(hex_id: str, frame: Frame) -> bool:
    x, y = centre(hex_id)
    box = Box(frame.left + frame.width / 2, frame.top + frame.height / 2, frame.width, frame.height)
    return box.distance((x, y)) < 110

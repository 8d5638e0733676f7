"""The layers of a board, from fields to names, for any part of the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from engine.components import Hex, components, neighbor_edge
from render import deliveries, svg, symbols
from render.geometry import CORNER, EDGE_MIDDLE, Box, Frame, Point, centre, hex_points, hexside
from render.labels import (
    COORDINATE_AT,
    COORDINATE_SIZE,
    COST_RADIUS,
    DELIVERIES,
    GAUGE_RADIUS,
    Disc,
    Placed,
    Source,
    commodity_at,
    cost_point,
    leader,
    tick_corner,
    wishes,
)
from render.legend import SIGNS
from render.placing import place
from render.rails import rails
from render.routes import Overlay, overlay, style_of
from render.themes import Theme, washed
from render.track import Node, Track
from render.view import BoardView, Home, Station

WAITING_CORNERS = (1, 5, 3)  # of the hex: those at which no coordinate is written
WAITING_RADIUS = 23.0


class Board:
    """One view, with what its layers need to know of every hex."""

    def __init__(
        self,
        view: BoardView,
        theme: Theme,
        *,
        coordinates: bool = True,
        taken: Mapping[str, Sequence[Disc]] | None = None,
    ) -> None:
        """`taken` are discs of each hex that something else will cover: labels keep off them."""
        self.view = view
        self.coordinates = coordinates
        self.taken = taken or {}
        self.theme = theme
        self.hexes: Mapping[str, Hex] = components().hexes
        self.stations: dict[str, list[Station]] = {}
        for station in view.stations:
            self.stations.setdefault(station.hex, []).append(station)
        self.homes: dict[str, list[Home]] = {}
        for home in view.homes:
            self.homes.setdefault(home.hex, []).append(home)
        self.letters = {choice.hex: choice.letter for choice in view.choices}
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

    @cached_property
    def bright(self) -> frozenset[str]:
        """The hexes in full colour: the view's own, the choices with their neighbors, the ends of
        the network, and all that a route passes.
        """
        view = self.view
        if view.colour is None:
            return frozenset(self.hexes)
        chosen = frozenset(choice.hex for choice in view.choices)
        near = frozenset(n for h in chosen for n in self.hexes[h].neighbors.values())
        return view.colour | chosen | near | view.ends | view.highlight | self.overlay.hexes

    def field(self, hex_id: str) -> str:
        """The colour in which a hex is painted."""
        colour = self.theme.fields[self.colour(hex_id)]
        return colour if hex_id in self.bright else washed(colour, self.theme.wash)

    def shown(self, frame: Frame) -> list[str]:
        """The hexes that are seen in a frame."""
        return [h for h in self.hexes if _meets(h, frame)]

    def layers(self, hexes: list[str]) -> Iterable[str]:
        """All that is seen of some hexes, from the lowest layer to the highest."""
        theme = self.theme
        fields: dict[str, str] = {}
        for h in hexes:
            colour = self.field(h)
            fields[colour] = fields.get(colour, "") + svg.polyline_path(hex_points(h), close=True)
        for colour, d in fields.items():
            yield svg.path(d, fill=colour, stroke=theme.grid, stroke_width=theme.grid_width)
        yield from self.rings(hexes)
        sides = list(self.borders(hexes))
        yield from self.border_lines(sides)
        for colour, group in (
            (theme.dim_track, [h for h in hexes if h not in self.bright]),
            (theme.track, [h for h in hexes if h in self.bright]),
        ):
            yield from rails([(centre(h), self.track(h)) for h in group], theme, colour)
        yield self.overlay.lines
        for h in hexes:
            yield from self.stops(h)
        yield self.overlay.numbers
        for h in hexes:
            for placed in self.labels(h):
                yield from self.label(h, placed)
            if h in DELIVERIES and h not in self.view.tiles:
                yield from deliveries.draw(h, centre(h), self.theme)
        yield from self.border_marks(sides)
        yield from self.waiting(hexes)
        for h in hexes:
            yield from self.corner(h)

    def signs(self, frame: Frame) -> tuple[str, ...]:
        """The names of the signs that occur in a frame, as `legend.SIGNS` has them."""
        view = self.view
        hexes = {h for h in self.hexes if frame.holds(centre(h))}
        nodes = [(h, n) for h in hexes for n in self.track(h).nodes]
        sides = [
            (h, e, self.hexes[h].borders[e].kind) for h in hexes for e in self.hexes[h].borders
        ]
        goods = {h: commodity_at(h) for h in hexes}
        holders = [view.claimed.get(c.source) for c in goods.values() if c]
        holders += [view.jewelry_holder] if view.jewelry in hexes else []
        laid = {self.colour(h) for h in hexes if h in view.tiles}
        occurs = {
            "choice": any(c.hex in hexes for c in view.choices),
            view.highlighted: bool(hexes & view.highlight),
            "pale": bool(hexes - self.bright),
            "waiting": any(w.hex in hexes for w in view.waiting),
            "home": any(h in hexes for h in self.homes),
            "gauge": any(h in hexes for h, _ in self.gauges),
            "river": any(self.cost_at(h, e) for h, e, _ in sides),
            "province": view.provinces and any(kind == "province" for _, _, kind in sides),
            "plus": any(n.variable for _, n in nodes),
            "free": None in holders,
            "claimed": any(holders),
            "towns": any(n.boxed for _, n in nodes),
            "town": any(n.kind == "town" and not n.boxed for _, n in nodes),
        }
        return tuple(key for key in SIGNS if occurs.get(key) or key in laid)

    def borders(self, hexes: Iterable[str]) -> Iterable[tuple[str, int]]:
        """Each printed hexside of the hexes once."""
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
        """Towns, cities with their stations, and the places kept for homes."""
        cx, cy = centre(hex_id)
        homes = list(self.homes.get(hex_id, ()))
        for node in self.track(hex_id).nodes:
            at = (cx + node.at[0], cy + node.at[1])
            if node.kind == "town":
                yield self.town(hex_id, node, at)
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
            for home in list(homes):
                if free and home.city in (None, node.index):
                    homes.remove(home)
                    yield symbols.home(home.company, places[free.pop(0)], node.radius)

    def town(self, hex_id: str, node: Node, at: Point) -> str:
        """A town; one that shares its hex with others carries its value."""
        if not node.boxed:
            return symbols.town(node, at, self.theme)
        chips = self.overlay.chips.get(hex_id, ())
        earned = next((t for kind, i, t in chips if (kind, i) == ("town", node.index)), None)
        if earned is None:
            return symbols.valued_town(at, str(node.revenue), self.theme)
        train, value = earned.split("|")
        ground, dash = self.earned(train, value)
        return symbols.valued_town(at, value, self.theme, ground=ground, dash=dash)

    def waiting(self, hexes: list[str]) -> Iterable[str]:
        """Stations that wait for a city of their hex: they stand beside it, at its corners."""
        for at, company in self.waiting_at(hexes):
            yield symbols.waiting(company, at, WAITING_RADIUS, self.theme)

    def waiting_at(self, hexes: Sequence[str]) -> Iterator[tuple[Point, str]]:
        """Where each station that waits stands on the map, and whose it is."""
        waiting: dict[str, int] = {}
        for w in (w for w in self.view.waiting if w.hex in hexes):
            n = waiting[w.hex] = waiting.get(w.hex, -1) + 1
            (cx, cy), (x, y) = centre(w.hex), CORNER[WAITING_CORNERS[n % len(WAITING_CORNERS)]]
            yield (cx + 1.14 * x, cy + 1.14 * y), w.company

    def labels(self, hex_id: str) -> tuple[Placed, ...]:
        """The labels of a hex in their places."""
        source = self.source(hex_id)
        commodity = commodity_at(hex_id)
        claimed = self.view.claimed.get(commodity.source) if commodity else None
        jewelry = (self.view.jewelry_holder or "") if self.view.jewelry == hex_id else None
        chips = self.overlay.chips.get(hex_id, ())
        letter = self.letters.get(hex_id, "")
        wanted = wishes(
            hex_id,
            source,
            claimed=claimed,
            jewelry=jewelry,
            chips=chips,
            letter=letter,
            numbered=self.view.tile_numbers,
        )
        if not wanted:
            return ()
        cities = sum(n.kind == "city" for n in source.track.nodes)
        slots = tuple(self.slots_used(hex_id, i) for i in range(cities))
        marks = (*self.marks(hex_id), *self.taken.get(hex_id, ()))
        return place(source, wanted, hex_id, marks, slots)

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
        elif placed.kind == "letter":
            yield symbols.letter(shape, at, theme)
        elif placed.kind == "chip":
            if line := leader(placed, self.track(hex_id)):
                d = svg.polyline_path([(cx + x, cy + y) for x, y in line])
                yield svg.path(d, stroke="#FFFFFF", stroke_width=7)
                yield svg.path(d, stroke=theme.route_casing, stroke_width=3.5)
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
            yield from symbols.name(shape, at, theme, self.field(hex_id))

    def chip(self, placed: Placed, at: Point) -> str:
        """What a train earns at a stop, in its colour; a broken outline where it earns nothing."""
        shape, edge = placed.shape, self.theme.route_casing
        ground, dash = self.earned(*placed.key.split(":")[1].split("|"))
        if "/" in shape.text:
            return symbols.stack(shape, at, ("#FFFFFF", ground), edge, dash=dash)
        grounds = ("#FFFFFF", ground) if "|" in shape.text else (ground,)
        return symbols.plate(shape, at, grounds, edge, dash=dash)

    def earned(self, train: str, value: str) -> tuple[str, str | None]:
        """The ground and the dash of what a train, by its number, earns at a stop."""
        route = next(r for r in self.view.routes if r.number == int(train))
        return ("#FFFFFF", "5 4") if value == "0" else (style_of(route, self.theme).colour, None)

    def rings(self, hexes: Iterable[str]) -> Iterable[str]:
        """A strong outline around the marked hexes and the choices."""
        marked = self.view.highlight | frozenset(c.hex for c in self.view.choices)
        d = "".join(
            svg.polyline_path(hex_points(h, 93.5), close=True) for h in hexes if h in marked
        )
        if d:
            yield symbols.ring(d, self.theme)

    def corner(self, hex_id: str) -> Iterable[str]:
        """The hex's name, and for a laid tile the strokes for its colour."""
        cx, cy = centre(hex_id)
        x, y = COORDINATE_AT
        ink, ground = self.theme.coordinate, self.field(hex_id)
        if self.coordinates:
            at = (cx + x, cy + y)
            yield svg.text(
                hex_id, at, COORDINATE_SIZE, ink, anchor="start", halo=ground, halo_width=4
            )
        if hex_id in self.view.tiles:
            generation = symbols.GENERATIONS[self.colour(hex_id)]
            yield symbols.ticks(generation, (cx, cy), ink, tick_corner(self.source(hex_id)))


def _meets(hex_id: str, frame: Frame) -> bool:
    x, y = centre(hex_id)
    box = Box(frame.left + frame.width / 2, frame.top + frame.height / 2, frame.width, frame.height)
    return box.distance((x, y)) < 110

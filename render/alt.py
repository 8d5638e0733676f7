"""Alt texts from the same views as the pictures, made so that a blind player can play from them.

A text is a list of short sentences; the most important ones come first, so that a place with little
room can show the beginning (`fit`).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.components import Piece, components, neighbor_edge
from render.geometry import centre
from render.labels import commodity_at
from render.legend import SIGNS
from render.map import frame_of
from render.market import WORDS, kind_of
from render.sheet import tiles
from render.view import (
    BoardView,
    Laid,
    Marker,
    MarketView,
    OptionsView,
    RouteView,
    Stop,
)

DISCORD_LIMIT = 1024
SIDES = ("bottom", "lower left", "upper left", "top", "upper right", "lower right")


def fit(text: str, limit: int = DISCORD_LIMIT) -> str:
    """A text cut after a whole line to at most `limit` characters, saying how much is missing."""
    if len(text) <= limit:
        return text
    lines = text.split("\n")
    kept: list[str] = []
    for i, line in enumerate(lines):
        rest = f"… and {len(lines) - i} more lines."
        if len("\n".join([*kept, line, f"… and {len(lines) - i - 1} more lines."])) > limit:
            shown = "\n".join([*kept, rest])
            return shown if len(shown) <= limit else text[: limit - 1] + "…"
        kept.append(line)
    return "\n".join(kept)


def place(hex_id: str) -> str:
    """A hex with its printed name: "G8 Delhi"."""
    printed = components().hexes[hex_id]
    known = printed.name and not commodity_at(hex_id)
    return f"{hex_id} {printed.name}" if known else hex_id


def board(view: BoardView) -> str:
    """A board: its routes, what is highlighted, then hex by hex what lies in the frame."""
    frame = frame_of(view)
    shown = [
        h
        for h in components().hexes
        if frame.left <= centre(h)[0] <= frame.right and frame.top <= centre(h)[1] <= frame.bottom
    ]
    clear = [h for h in shown if view.colour is None or h in view.colour]
    head = view.heading.name if view.heading else "Map"
    area = "the whole map" if view.crop is None else f"columns {_span(h[0] for h in shown)}"
    if view.crop is not None:
        rows = [int(h[1:]) for h in shown]
        area += f", rows {min(rows)} to {max(rows)}"
    lines = [f"{head}: {area}."]
    lines += [route(r) for r in view.routes]
    lines += [f"Marked: {_laid_text(view, h)}" for h in sorted(view.highlight)]
    lines += [
        f"{place(w.hex)}: station of {w.company} waits for a city."
        for w in view.waiting
        if w.hex in shown
    ]
    lines += [line for h in clear for line in _hex_lines(view, h)]
    faded = sum(h in view.tiles for h in shown if h not in clear)
    if faded:
        lines.append(f"Outside this network, veiled: {faded} more tiles.")
    return "\n".join(lines)


def _span(letters: Iterable[str]) -> str:
    found = sorted(set(letters))
    return f"{found[0]} to {found[-1]}"


def _hex_lines(view: BoardView, hex_id: str) -> Iterable[str]:
    """One sentence for a hex, or none when nothing is there to know."""
    facts = [*_track_facts(view, hex_id), *_extra_facts(view, hex_id)]
    if facts:
        yield f"{place(hex_id)}: {'; '.join(facts)}."


def _pieces(view: BoardView, hex_id: str) -> tuple[Piece, ...]:
    laid = view.tiles.get(hex_id)
    if laid:
        return components().tiles[laid.tile].layouts[laid.rotation % 6]
    return components().hexes[hex_id].pieces


def _track_facts(view: BoardView, hex_id: str) -> Iterable[str]:
    printed = components().hexes[hex_id]
    laid = view.tiles.get(hex_id)
    if laid:
        yield f"{components().tiles[laid.tile].color} tile {laid.tile}"
    for piece in _pieces(view, hex_id):
        yield _piece_text(view, hex_id, piece)
    if not laid:
        drawn = sum(p.kind == "town" for p in printed.pieces)
        if printed.town_count > drawn:
            yield "town" if printed.town_count == 1 else f"{printed.town_count} towns"


def _piece_text(view: BoardView, hex_id: str, piece: Piece) -> str:
    ways = _ways(hex_id, piece)
    if piece.kind in ("plain", "junction"):
        return f"track {ways}"
    worth = f" +{piece.revenue}" if piece.variable else f" {piece.revenue}" if piece.revenue else ""
    text = f"{piece.kind}{worth}"
    if piece.kind == "city":
        here = sorted(
            (s for s in view.stations if s.hex == hex_id and s.city == piece.index),
            key=lambda s: s.slot,
        )
        free = max(piece.slots - len(here), 0)
        stations = ", ".join(s.company for s in here)
        text += f" with {stations}" if stations else ""
        text += f", {free} free" if free else ", full"
    return f"{text}, track {ways}" if piece.edges else text


def _ways(hex_id: str, piece: Piece) -> str:
    """The hexes to which track leads, or the side where there is no hex."""
    neighbors = components().hexes[hex_id].neighbors
    return " ".join(("to", "–".join(neighbors.get(e) or SIDES[e] for e in sorted(piece.edges))))


def _extra_facts(view: BoardView, hex_id: str) -> Iterable[str]:
    printed = components().hexes[hex_id]
    for home in view.homes:
        if home.hex == hex_id:
            yield f"home of {home.company}, not floated"
    commodity = commodity_at(hex_id)
    if commodity:
        holder = view.claimed.get(commodity.source)
        claim = f"concession of {holder}" if holder else "concession free"
        yield f"{commodity.commodity.lower()}, {claim}"
    if view.jewelry == hex_id:
        holder = view.jewelry_holder
        yield f"jewelry, concession of {holder}" if holder else "jewelry, concession free"
    if hex_id not in view.tiles and printed.terrain_cost:
        yield f"{printed.terrain} ₹{printed.terrain_cost}"
    for marker in view.gauge_markers:
        beyond = components().hexes[marker.hex].neighbors.get(marker.edge)
        if marker.hex == hex_id:
            yield f"gauge-change marker towards {beyond}"
        elif beyond == hex_id:
            yield f"gauge-change marker towards {marker.hex}"
    yield from _border_facts(view, hex_id)


def _border_facts(view: BoardView, hex_id: str) -> Iterable[str]:
    """What it still costs to join track over a hexside, and where a gauge change would come."""
    printed = components().hexes[hex_id]
    mine = {e for p in _pieces(view, hex_id) for e in p.edges}
    for edge, border in sorted(printed.borders.items()):
        beyond = printed.neighbors.get(edge)
        theirs = {e for p in _pieces(view, beyond) for e in p.edges} if beyond else set()
        if edge in mine and neighbor_edge(edge) in theirs:
            continue
        province = border.kind == "province" and view.provinces
        kinds = (["province border"] if province else []) + (
            [f"₹{border.cost}"] if border.cost else []
        )
        if kinds:
            yield f"{' '.join(kinds)} towards {beyond or SIDES[edge]}"


def _laid_text(view: BoardView, hex_id: str) -> str:
    return next(iter(_hex_lines(view, hex_id)), f"{place(hex_id)}.")


def route(view: RouteView) -> str:
    """A route: each stop with what it earned, the bonuses, and the sum."""
    stops = ", ".join(_stop(s) for s in view.stops)
    extra = "".join(f", {b.name} {b.amount}" for b in view.bonuses)
    return f"Route {view.number}, {view.train}-train: {stops}{extra}. Total ₹{view.total}."


def _stop(stop: Stop) -> str:
    name = stop.name if stop.name.startswith(stop.hex) else f"{stop.hex} {stop.name}"
    if stop.kind == "gauge":
        return f"gauge change at {stop.hex}, uses a stop, no pay"
    return f"{name} {stop.value}" if stop.value is not None else f"{name} no pay"


def options(view: OptionsView) -> str:
    """The choices with their numbers, each with the hexes that its track joins."""
    count = len(view.options)
    lines = [f"{count} way{'s' if count != 1 else ''} to lay a tile on {place(view.hex)}."]
    for number, option in enumerate(view.options, 1):
        laid = Laid(option.tile, option.rotation)
        pieces = components().tiles[laid.tile].layouts[laid.rotation % 6]
        ways = ", ".join(_ways(view.hex, p) for p in pieces if p.edges)
        note = f" {option.note}." if option.note else ""
        lines.append(
            f"{number}: tile {option.tile}, turned {60 * option.rotation}°, track {ways}.{note}"
        )
    return "\n".join(lines)


def market(view: MarketView) -> str:
    """The prices in falling order, each with its companies from top to bottom."""
    head = view.title or "Share prices"
    lines = [f"{head}, highest first; companies on one price from top to bottom."]
    for price in sorted(view.spaces, reverse=True):
        if view.spaces[price]:
            word = WORDS[kind_of(price)].lower()
            kind = f" ({word} space)" if word == "end" else ""
            companies = ", ".join(_marker(m) for m in view.spaces[price])
            lines.append(f"₹{price}{kind}: {companies}.")
    if view.unfloated:
        faces = components().companies
        known = ", ".join(f"{c} ₹{faces[c].face_value}" for c in view.unfloated)
        lines.append(f"Not floated, at face value: {known}.")
    return "\n".join(lines)


def _marker(marker: Marker) -> str:
    if not marker.steps:
        return marker.company
    way = "right" if marker.steps > 0 else "left"
    return f"{marker.company} ({abs(marker.steps)} to the {way})"


def legend() -> str:
    """What every sign means."""
    return "What the signs of the map mean: " + "; ".join(s.meaning for s in SIGNS.values()) + "."


def sheet() -> str:
    """All tiles with their numbers and how many there are."""
    return "All tiles: " + ", ".join(f"{t.number} ({t.color}, {t.count})" for t in tiles()) + "."

"""Alt texts from the same views as the pictures, made so that a blind player can play from them.

A text is a list of short sentences; the most important ones come first, so that a place with little
room can show the beginning (`fit`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.components import Piece, components, neighbor_edge
from render.geometry import centre
from render.labels import commodity_at, place
from render.legend import SIGNS
from render.map import frame_of, outside
from render.market import WORDS, kind_of
from render.sheet import tiles
from render.track import printed_track, tile_track
from render.view import (
    BoardView,
    Choice,
    Laid,
    Marker,
    MarketView,
    OptionsView,
    RouteView,
    Stop,
)

DISCORD_LIMIT = 1024
SIDES = ("bottom", "lower left", "upper left", "top", "upper right", "lower right")


SETTING, BUTTON = "/settings words", "the button In words"
"""What gives the whole text as a file."""


def fit(text: str, limit: int = DISCORD_LIMIT, more: str = SETTING) -> str:
    """A text cut after a whole line to at most `limit` characters, saying how much is missing.

    `more` is what gives all of it.
    """
    if len(text) <= limit:
        return text
    lines = text.split("\n")
    kept: list[str] = []
    for i, line in enumerate(lines):
        if len("\n".join([*kept, line, _rest(len(lines) - i - 1, more)])) > limit:
            shown = "\n".join([*kept, _rest(len(lines) - i, more)])
            return shown if len(shown) <= limit else text[: limit - 1] + "…"
        kept.append(line)
    return "\n".join(kept)


def _rest(lines: int, more: str) -> str:
    return f"… and {lines} more lines; {more} gives all of them as a file."


def board(view: BoardView) -> str:
    """A board: what is to be decided, the routes, how the companies stand; then hex by hex.

    Of the hexes come first those that may be chosen, then what is marked and the network, and last
    the others that are shown.
    """
    frame = frame_of(view)
    shown = [h for h in components().hexes if frame.holds(centre(h))]
    lines = [*_heads(view)]
    if view.choices:
        count = len(view.choices)
        lines.append("1 hex to choose." if count == 1 else f"{count} hexes to choose from.")
    lines += [_choice(view, choice) for choice in view.choices]
    if view.ends:
        lines.append(f"The network points into: {', '.join(map(place, sorted(view.ends)))}.")
    lines += list(view.situation.aside) if view.situation else []
    lines += [route(r) for r in view.routes]
    if len(view.routes) > 1:
        lines.append(f"Together ₹{sum(r.total for r in view.routes):,}.")
    mark = view.highlighted.capitalize()
    lines += [f"{mark}: {_laid_text(view, h)}" for h in sorted(view.highlight)]
    lines += list(view.situation.state) if view.situation else []
    lines += [f"{place(w.hex)}: station of {w.company} waits for a city." for w in view.waiting]
    lines.append(_area(view, shown))
    beyond = outside(view, frame)
    lines += [f"{beyond}."] if beyond else []
    told = {c.hex for c in view.choices} | view.highlight
    near = [h for h in components().hexes if h in view.network or h in (view.colour or shown)]
    rest = [h for h in shown if h not in near]
    lines += [line for h in (*near, *rest) if h not in told for line in _hex_lines(view, h)]
    return "\n".join(lines)


def _heads(view: BoardView) -> Iterable[str]:
    """Whose turn it is and what may be done; the company with its means."""
    if view.situation:
        yield view.situation.now
    heading = view.heading
    if heading:
        name = f"{heading.company}, {heading.name}" if heading.company else heading.name
        held = ", ".join(heading.concessions)
        parts = [name, heading.when, *heading.lines, f"concessions {held}" if held else ""]
        yield "; ".join(filter(None, parts)) + "."
    if view.situation:
        yield from view.situation.facts


def _choice(view: BoardView, choice: Choice) -> str:
    """A hex in which something may be done: what, for how much, and what lies around it."""
    name = f"{choice.letter}: {place(choice.hex)}" if choice.letter else place(choice.hex)
    facts = [name]
    if choice.tiles:
        kind = "new track" if choice.new else "upgrade"
        facts.append(f"{kind} with tile {' or '.join(choice.tiles)}")
    if choice.cost:
        least, most = choice.cost
        facts.append(_money(least) if least == most else f"{_money(least)} to {_money(most)}")
    if choice.hex in view.ends:
        facts.append("the network points into it")
    facts += [*_track_facts(view, choice.hex), *_extra_facts(view, choice.hex)]
    facts.append(f"next to {', '.join(_neighbors(view, choice.hex))}")
    return "; ".join(facts) + "."


def _money(amount: int) -> str:
    return f"₹{amount}" if amount else "free"


def _neighbors(view: BoardView, hex_id: str) -> Iterable[str]:
    """The hexes around a hex by side, and whether their track leads to it."""
    for edge, other in sorted(components().hexes[hex_id].neighbors.items()):
        theirs = {e for p in _pieces(view, other) for e in p.edges}
        leads = " with track to it" if neighbor_edge(edge) in theirs else ""
        yield f"{place(other)} at the {SIDES[edge]}{leads}"


def _area(view: BoardView, shown: list[str]) -> str:
    if view.whole or not shown:
        return "The whole map, hex by hex:"
    rows = [int(h[1:]) for h in shown]
    columns = _span(h[0] for h in shown)
    return f"Columns {columns}, rows {min(rows)} to {max(rows)}, hex by hex:"


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
    if piece.edges:
        return f"{text}, track {ways}"
    beside = [p for p in _pieces(view, hex_id) if p.kind == piece.kind == "city"]
    return f"{text}, at the {_side(view, hex_id, piece)}" if len(beside) > 1 else text


def _side(view: BoardView, hex_id: str, piece: Piece) -> str:
    """Where a city without track stands in its hex."""
    laid = view.tiles.get(hex_id)
    track = tile_track(laid.tile, laid.rotation) if laid else printed_track(hex_id)
    return next(n.side for n in track.nodes if (n.kind, n.index) == (piece.kind, piece.index))


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
        kind = "river" if border.kind == "water" or not view.provinces else "province border"
        if border.cost or kind != "river":
            cost = f" ₹{border.cost}" if border.cost else ""
            yield f"{kind}{cost} towards {beyond or SIDES[edge]}"


def _laid_text(view: BoardView, hex_id: str) -> str:
    return next(iter(_hex_lines(view, hex_id)), f"{place(hex_id)}.")


def route(view: RouteView) -> str:
    """A route: each stop with what it earned, the bonuses, and the sum."""
    stops = ", ".join(_stop(s) for s in view.stops)
    times = f", all that times {view.multiplier}" if view.multiplier > 1 else ""
    extra = "".join(f", plus {b.name} {b.amount}" for b in view.bonuses)
    return f"Route {view.number}, {view.train}-train: {stops}{times}{extra}. Total ₹{view.total}."


def _stop(stop: Stop) -> str:
    name = stop.name if stop.name.startswith(stop.hex) else f"{stop.hex} {stop.name}"
    if stop.kind == "gauge":
        return f"gauge change at {stop.hex}, uses a stop, no pay"
    return f"{name} {stop.value}" if stop.value is not None else f"{name} no pay"


def options(view: OptionsView) -> str:
    """The choices with their numbers: exits, towns and cities with values, who stands there."""
    count = len(view.options)
    lines = [f"{count} way{'s' if count != 1 else ''} to lay a tile on {place(view.hex)}."]
    if view.left_out:
        lines.append(f"{view.left_out} more ways are not shown: name a tile to see all of it.")
    lines += [
        f"{place(w.hex)}: station of {w.company} waits for a city."
        for w in view.board.waiting
        if w.hex == view.hex
    ]
    for number, option in enumerate(view.options, 1):
        board = replace(
            view.board,
            tiles={**view.board.tiles, view.hex: Laid(option.tile, option.rotation)},
            stations=view.board.stations if option.stations is None else option.stations,
        )
        pieces = components().tiles[option.tile].layouts[option.rotation % 6]
        parts = "; ".join(_piece_text(board, view.hex, p) for p in pieces)
        left = view.supply.get(option.tile)
        supply = f" ({left} left)" if left is not None else ""
        turned = f"turned {60 * option.rotation}°"
        note = f"; {option.note}" if option.note else ""
        lines.append(f"{number}: tile {option.tile}{supply}, {turned}: {parts}{note}.")
    return "\n".join(lines)


def market(view: MarketView) -> str:
    """The prices in falling order, each with its companies from top to bottom."""
    told = view.situation
    lines = [told.now, *told.facts] if told else []
    lines.append(
        "Share prices, highest first; companies on one price from top to bottom, the top runs "
        "first."
    )
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
    if view.closed:
        lines.append(f"Closed: {', '.join(view.closed)}.")
    lines += told.state if told else ()
    return "\n".join(lines)


def _marker(marker: Marker) -> str:
    facts = []
    if marker.steps:
        way = "right" if marker.steps > 0 else "left"
        steps = {1: "one", 2: "two", 3: "three", 4: "four"}.get(abs(marker.steps))
        facts.append(f"moved {steps or abs(marker.steps)} {way}")
    if marker.dividend is not None:
        facts.append(f"last dividend ₹{marker.dividend} a share")
    return f"{marker.company} ({', '.join(facts)})" if facts else marker.company


def legend() -> str:
    """What every sign means."""
    return "What the signs of the map mean: " + "; ".join(s.meaning for s in SIGNS.values()) + "."


def sheet() -> str:
    """All tiles with their numbers and how many there are."""
    return "All tiles: " + ", ".join(f"{t.number} ({t.color}, {t.count})" for t in tiles()) + "."

"""From a game's state to what a picture shows: board, routes, tile choices, share track."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from bot.present import deciding, words
from engine import Game, Lay, Legal, RunRoute, line_ends, market, path_of, turn_now
from engine.components import components
from engine.events import CompanyClosed, DividendDecided, Path, PriceMoved, RoundStarted
from engine.hexsides import exit_of, exit_place, opposite
from engine.node import Node
from engine.state import Company, State
from render.labels import commodity_at
from render.view import (
    BoardView,
    Bonus,
    GaugeMarker,
    Heading,
    Home,
    Laid,
    Leg,
    LegendView,
    Marker,
    MarketView,
    OptionsView,
    RouteView,
    Station,
    Stop,
    ThemeName,
    TileOption,
    Waiting,
)

WHOLE = "whole"
LEGEND = "legend"
STATION_WEIGHT, END_WEIGHT = 6, 2
"""How much it matters that a picture shows a station, or an end of the network."""
REGIONS = {
    "northwest": ("A", "H", 1, 15),
    "northeast": ("I", "R", 9, 21),
    "centre": ("E", "N", 15, 27),
    "west": ("A", "H", 15, 29),
    "south": ("D", "L", 25, 41),
}
"""Parts of the map by their first and last column and row."""


def board_view(
    game: Game,
    *,
    crop: frozenset[str] | None = None,
    colour: frozenset[str] | None = None,
    routes: Sequence[RouteView] = (),
    highlight: Iterable[str] = (),
    theme: ThemeName = "standard",
    heading: Heading | None = None,
) -> BoardView:
    """The board as it stands; `crop` and `colour` are the hexes framed and in full colour."""
    state = game.state
    board = state.board
    cities = list(board.all_cities())
    return BoardView(
        tiles={h: Laid(number, rotation) for h, (number, rotation) in board.tiles.items()},
        stations=tuple(s for node in cities for s in _stations(node)),
        waiting=tuple(Waiting(h, c) for h, waiting in board.waiting.items() for c in waiting),
        homes=(
            *(Home(h, None, c) for h, kept in board.reserved.items() for c in kept),
            *(Home(n.hex, n.index, c) for n in cities for c in n.reserved),
        ),
        gauge_markers=tuple(GaugeMarker(*exit_place(m)) for m in sorted(board.markers)),
        claimed={s: c.id for c in state.companies.values() for s in c.concessions},
        jewelry=state.jewelry,
        jewelry_holder=next(
            (c.id for c in state.companies.values() if "JEWELRY" in c.concessions), None
        ),
        highlight=frozenset(highlight),
        colour=colour,
        routes=tuple(routes),
        crop=crop,
        theme=theme,
        provinces=state.markers_allowed,
        heading=heading or deciding.heading(game),
    )


def _stations(node: Node) -> list[Station]:
    placed = [*node.stations, *node.extra]
    return [Station(node.hex, node.index, i, c) for i, c in enumerate(placed) if c]


def network(state: State, company: str) -> frozenset[str]:
    """The hexes in which a company's network lies."""
    reach = state.board.reach(company)
    own = {h for h, waiting in state.board.waiting.items() if company in waiting}
    hexes = {node.hex for node in reach.nodes} | own
    if not hexes and company in state.companies:
        home = state.companies[company].info.home
        hexes = {home} if home else set()
    return frozenset(hexes)


def shown_company(game: Game) -> Company | None:
    """The company that a picture is about when none was named: the one on turn, or that was."""
    actor = game.actor
    if isinstance(actor, str):
        return game.state.companies.get(actor)
    done = getattr(game.state.round, "done", [])
    found = [game.state.companies[c] for c in reversed(done) if c in game.state.companies]
    return found[0] if found else None


def line_ends_of(game: Game, company: str) -> frozenset[str]:
    """The empty hexes into which a company's network points; while it lays a line, its end."""
    state, turn = game.state, turn_now(game.state)
    if turn is not None and turn.company == company and turn.line:
        return frozenset(line_ends(state, company, turn.line))
    return frozenset(h for h in state.board.reach(company).edges if state.board.is_empty(h))


def company_view(
    game: Game, company: Company, theme: ThemeName = "standard", legal: Legal | None = None
) -> BoardView:
    """A company's network, cut to what can be read; all that it may choose now is framed.

    `legal` is what may be done now, if it is known already.
    """
    state = game.state
    hexes = network(state, company.id)
    ends = line_ends_of(game, company.id)
    acts = game.actor == company.id and not game.finished
    may = (legal or game.legal()) if acts else None
    chosen = deciding.choices(game, may)
    stations = {node.hex for node in state.board.stations_of(company.id)}
    view = board_view(game, colour=hexes, theme=theme, heading=deciding.heading(game, company))
    if not hexes:
        tiles = frozenset(hex_id for hex_id, _, _ in may.home_tiles) if may else frozenset()
        return replace(view, choices=chosen, colour=tiles if may else None)
    weights = dict.fromkeys(hexes, 1) | dict.fromkeys(ends, END_WEIGHT)
    return replace(
        view,
        crop=frozenset(choice.hex for choice in chosen) or None,
        focus=weights | dict.fromkeys(stations & hexes, STATION_WEIGHT),
        network=hexes,
        ends=ends,
        choices=chosen,
    )


def area_view(
    game: Game, area: str | None, theme: ThemeName = "standard", legal: Legal | None = None
) -> BoardView | LegendView:
    """A part of the map: a company of the game, a region, "whole", "legend", or a hex.

    Without one it is the network of the company on turn, or the whole map. `legal` is what may be
    done now, if it is known already.
    """
    company = shown_company(game)
    shown = area or (company.id if company else WHOLE)
    if shown == LEGEND:
        return LegendView(theme)
    if shown == WHOLE:
        return board_view(game, theme=theme)
    if shown in REGIONS:
        return board_view(game, crop=_region(shown), theme=theme)
    if shown in game.state.companies:
        return company_view(game, game.state.companies[shown], theme, legal)
    return board_view(game, crop=around(shown), highlight={shown}, theme=theme)


def status_view(game: Game, legal: Legal | None = None) -> BoardView:
    """The picture of the standing status: the company on turn, and in words how all stand."""
    company = shown_company(game)
    view = company_view(game, company, legal=legal) if company else board_view(game)
    return replace(view, situation=deciding.situation(game, legal or game.legal()))


def _region(name: str) -> frozenset[str]:
    first, last, top, bottom = REGIONS[name]
    hexes = components().hexes
    return frozenset(h for h in hexes if first <= h[0] <= last and top <= int(h[1:]) <= bottom)


def around(hex_id: str) -> frozenset[str]:
    """A hex with its neighbors and theirs."""
    found = {hex_id}
    for _ in range(2):
        found |= {n for h in found for n in components().hexes[h].neighbors.values()}
    return frozenset(found)


# -- routes --------------------------------------------------------------------------------------


def route_views(paths: Sequence[Path]) -> tuple[RouteView, ...]:
    """The routes of a run, numbered from 1."""
    return tuple(_route(path, number) for number, path in enumerate(paths, 1))


def _route(path: Path, number: int) -> RouteView:
    values = dict(path.stops)
    multiplier = components().trains[path.train].multiplier
    legs: list[Leg] = []
    stops: list[Stop] = []
    for i, (hex_id, kind) in enumerate(path.nodes):
        entry = exit_place(opposite()[exit_of(*path.sides[i - 1])])[1] if i else None
        leaving = path.sides[i][1] if i < len(path.sides) else None
        legs.append(Leg(hex_id, entry, leaving))
        edge = entry if entry is not None else leaving
        if i in values:
            stop: Literal["city", "town"] = "city" if kind == "city" else "town"
            earned = values[i]
            paid = None if earned is None else earned // multiplier
            stops.append(Stop(hex_id, stop_name(hex_id), stop, paid, edge))
        if leaving is not None and i in path.gauges:
            stops.append(Stop(hex_id, "gauge change", "gauge", None, leaving))
    bonuses = tuple(Bonus(_bonus_name(name), amount) for name, amount in path.bonuses)
    return RouteView(
        number,
        words.train(path.train),
        tuple(legs),
        tuple(stops),
        path.revenue,
        bonuses,
        multiplier,
    )


def _bonus_name(name: str) -> str:
    """A bonus as players read it: a commodity without its number."""
    return words.commodity(name) if name.isupper() or name[-1:].isdigit() else name


def stop_name(hex_id: str) -> str:
    """The name of a city or town, or its coordinate: a commodity is no name of a place."""
    name = components().hexes[hex_id].name
    return name if name and not commodity_at(hex_id) else hex_id


def run_view(
    game: Game, company: str, runs: Sequence[RunRoute], theme: ThemeName = "standard"
) -> BoardView:
    """Routes that a company could run, on the part of the map that they pass."""
    return ran_view(game, company, [path_of(game.state, run) for run in runs], theme)


def ran_view(
    game: Game, company: str, paths: Sequence[Path], theme: ThemeName = "standard"
) -> BoardView:
    """Ways of trains on the part of the map that they pass; the board may be another by now."""
    hexes = network(game.state, company)
    passed = frozenset(hex_id for path in paths for hex_id, _ in path.nodes)
    return board_view(
        game,
        crop=passed or hexes,
        colour=hexes | passed,
        routes=route_views(paths),
        theme=theme,
        heading=deciding.heading(game, game.state.companies.get(company)),
    )


# -- tiles ---------------------------------------------------------------------------------------


def distinct(lays: list[Lay]) -> list[Lay]:
    """The lays without those that are the same as one before in edges and values.

    Plain track turned by 180°, or a triple town turned so that only the order of its towns differs.
    """
    seen = set()
    found = []
    for hex_id, number, rotation in lays:
        layout = components().tiles[number].layouts[rotation]
        look = hex_id, number, frozenset((p.kind, p.mask, p.revenue, p.slots) for p in layout)
        if look not in seen:
            seen.add(look)
            found.append(Lay(hex_id, number, rotation))
    return found


def options_view(
    game: Game,
    hex_id: str,
    options: Sequence[tuple[Lay, str]],
    theme: ThemeName = "standard",
    left_out: int = 0,
) -> OptionsView:
    """The ways to lay a tile in a hex, each with a note such as its cost."""
    board = game.state.board
    company = shown_company(game)
    return OptionsView(
        board_view(game, theme=theme, heading=deciding.heading(game, company)),
        hex_id,
        tuple(
            TileOption(tile, rotation, note, _stations_after(game, Lay(hex_id, tile, rotation)))
            for (_, tile, rotation), note in options
        ),
        theme,
        {tile: board.supply[tile] for (_, tile, _), _ in options},
        left_out,
    )


def _stations_after(game: Game, lay: Lay) -> tuple[Station, ...]:
    """The stations of a hex as they would stand with a tile; those that wait are left waiting."""
    board = game.fork().board
    board.lay(*lay, markers=False)
    return tuple(s for node in board.nodes[lay.hex] if node.kind == "city" for s in _stations(node))


def preview_view(game: Game, company: str, lay: Lay, theme: ThemeName = "standard") -> BoardView:
    """The board around a hex with a tile laid there that is not laid yet."""
    hex_id, tile, rotation = lay
    view = board_view(
        game,
        crop=around(hex_id),
        colour=network(game.state, company) | {hex_id},
        highlight={hex_id},
        theme=theme,
        heading=deciding.heading(game, game.state.companies[company]),
    )
    elsewhere = (s for s in view.stations if s.hex != hex_id)
    there = _stations_after(game, lay)
    return replace(
        view,
        tiles={**view.tiles, hex_id: Laid(tile, rotation)},
        stations=(*elsewhere, *there),
    )


def laid_view(
    game: Game, company: str, hexes: Sequence[str], theme: ThemeName = "standard"
) -> BoardView:
    """The board around tiles that a company laid in its turn; it may be another by now."""
    return board_view(
        game,
        crop=frozenset().union(*map(around, hexes)),
        colour=network(game.state, company) | set(hexes),
        highlight=set(hexes),
        theme=theme,
        heading=deciding.heading(game, game.state.companies.get(company)),
    )


# -- the share track -----------------------------------------------------------------------------


def market_view(game: Game, theme: ThemeName = "standard") -> MarketView:
    """The share track with what the markers did in the last round, and the last dividends."""
    state = game.state
    prices = components().prices
    moves, paid, closed = last_moves(game), last_dividends(game), closed_companies(game)
    spaces = {
        prices[index]: tuple(Marker(c, moves.get(c, 0), paid.get(c)) for c in row)
        for index, row in sorted(state.track.items())
        if row
    }
    unfloated = [c.id for c in state.companies.values() if market.rank(state, c) is None]
    return MarketView(spaces, tuple(unfloated), theme, closed=closed)


def last_dividends(game: Game) -> dict[str, int]:
    """What each company paid last for a share of 10%, in ₹; 0 when it withheld."""
    found: dict[str, int] = {}
    for applied in game.history:
        for event in applied.events:
            if isinstance(event, DividendDecided):
                found[event.company] = event.per_share if event.paid else 0
    return found


def closed_companies(game: Game) -> tuple[str, ...]:
    """The companies that have left the game, in the order in which they did."""
    return tuple(
        event.company
        for applied in game.history
        for event in applied.events
        if isinstance(event, CompanyClosed)
    )


def last_moves(game: Game) -> dict[str, int]:
    """The steps that each marker made since the last Operating Round began."""
    prices = components().prices
    found: dict[str, int] = {}
    for applied in reversed(game.history):
        for event in reversed(applied.events):
            if isinstance(event, PriceMoved):
                steps = prices.index(event.new) - prices.index(event.old)
                found[event.company] = found.get(event.company, 0) + steps
            elif isinstance(event, RoundStarted) and event.round == "operating":
                return found
    return found

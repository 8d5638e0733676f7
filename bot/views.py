"""From a game's state to what a picture shows: board, routes, tile choices, share track."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from bot import deciding
from bot.errors import PlayerError
from bot.options import read_hex
from bot.present import words
from engine import market
from engine.board import Board, Node, exit_place, opposite
from engine.components import components
from engine.events import CompanyClosed, DividendDecided, PriceMoved, RoundStarted
from engine.flow import Legal
from engine.game import Game
from engine.rounds.operating import OperatingRound
from engine.state import Company, State
from engine.steps.railhead import line_ends
from engine.steps.run import RunRoute
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
Lay = tuple[str, str, int]


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
    state, round_ = game.state, game.state.round
    turn = round_.turn if isinstance(round_, OperatingRound) else None
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
    chosen = deciding.choices(game, legal or game.legal()) if acts else ()
    stations = {node.hex for node in state.board.stations_of(company.id)}
    view = board_view(game, colour=hexes, theme=theme, heading=deciding.heading(game, company))
    if not hexes:
        return view
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
    """What a player asked for: a company, a hex, a region, "whole", or "legend".

    Without a wish it is the network of the company on turn, or the whole map. `legal` is what may
    be done now, if it is known already.

    Raises:
        PlayerError: There is no such place.
    """
    wanted = (area or "").strip()
    if not wanted:
        company = shown_company(game)
        return (
            company_view(game, company, theme, legal) if company else board_view(game, theme=theme)
        )
    if wanted.lower() == LEGEND:
        return LegendView(theme)
    if wanted.lower() == WHOLE:
        return board_view(game, theme=theme)
    if wanted.lower() in REGIONS:
        return board_view(game, crop=_region(wanted.lower()), theme=theme)
    if wanted.upper() in game.state.companies:
        return company_view(game, game.state.companies[wanted.upper()], theme, legal)
    try:
        hex_id = read_hex(wanted)
    except PlayerError as error:
        raise PlayerError(
            f"`{wanted[:30]}` is no company of this game, no hex and no region; regions are "
            f"{', '.join(REGIONS)} and {WHOLE}, and {LEGEND} explains the signs."
        ) from error
    return board_view(game, crop=around(hex_id), highlight={hex_id}, theme=theme)


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


def route_views(state: State, runs: Sequence[RunRoute]) -> tuple[RouteView, ...]:
    """The routes of a run, numbered from 1."""
    return tuple(_route(state, run, number) for number, run in enumerate(runs, 1))


def _route(state: State, run: RunRoute, number: int) -> RouteView:
    values = dict(run.revenue.stops)
    multiplier = run.train.info.multiplier
    legs: list[Leg] = []
    stops: list[Stop] = []
    for i, node in enumerate(run.nodes):
        entry = exit_place(opposite()[run.sides[i - 1]])[1] if i else None
        leaving = exit_place(run.sides[i])[1] if i < len(run.sides) else None
        legs.append(Leg(node.hex, entry, leaving))
        edge = entry if entry is not None else leaving
        if node in values:
            kind: Literal["city", "town"] = "city" if node.kind == "city" else "town"
            earned = values[node]
            paid = None if earned is None else earned // multiplier
            stops.append(Stop(node.hex, stop_name(node.hex), kind, paid, edge))
        if (
            leaving is not None
            and state.board.has_marker(run.sides[i])
            and not run.train.info.express
        ):
            stops.append(Stop(node.hex, "gauge change", "gauge", None, leaving))
    bonuses = tuple(
        Bonus(words.commodity(b.name) if b.commodity else b.name, b.amount)
        for b in run.revenue.bonuses
    )
    return RouteView(
        number,
        words.train(run.train.kind),
        tuple(legs),
        tuple(stops),
        run.revenue.total,
        bonuses,
        multiplier,
    )


def stop_name(hex_id: str) -> str:
    """The name of a city or town, or its coordinate: a commodity is no name of a place."""
    name = components().hexes[hex_id].name
    return name if name and not commodity_at(hex_id) else hex_id


def run_view(
    game: Game, company: str, runs: Sequence[RunRoute], theme: ThemeName = "standard"
) -> BoardView:
    """The routes of a company on the part of the map that they pass."""
    hexes = network(game.state, company)
    passed = frozenset(node.hex for run in runs for node in run.nodes)
    return board_view(
        game,
        crop=passed or hexes,
        colour=hexes | passed,
        routes=route_views(game.state, runs),
        theme=theme,
        heading=deciding.heading(game, game.state.companies[company]),
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
            found.append((hex_id, number, rotation))
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
            TileOption(tile, rotation, note, _stations_after(board, hex_id, tile, rotation))
            for (_, tile, rotation), note in options
        ),
        theme,
        {tile: board.supply[tile] for (_, tile, _), _ in options},
        left_out,
    )


def _stations_after(board: Board, hex_id: str, tile: str, rotation: int) -> tuple[Station, ...]:
    """The stations of a hex as they would stand with a tile; those that wait are left waiting."""
    nodes = board.after(hex_id, tile, rotation)
    return tuple(s for node in nodes if node.kind == "city" for s in _stations(node))


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
    there = _stations_after(game.state.board, hex_id, tile, rotation)
    return replace(
        view,
        tiles={**view.tiles, hex_id: Laid(tile, rotation)},
        stations=(*elsewhere, *there),
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

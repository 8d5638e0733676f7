"""Random legal play, driven by `game.legal()` alone: the moves that it offers, and good runs."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from engine import Game, Legal, OperatingRound, RuleViolation, current
from engine.actions import (
    AnyAction,
    BuyCard,
    BuyShare,
    BuyTrain,
    ConvertBond,
    Dividend,
    DraftCard,
    Exchange,
    KeepCards,
    LayTile,
    Pass,
    PlaceHome,
    PlaceJewelry,
    PlaceStation,
    RemoveMarker,
    Route,
    RunTrains,
    SellCard,
    SellShares,
    SellTrain,
    UseDiscount,
)
from engine.board import Board
from engine.components import DANISH
from engine.events import BANK
from engine.hexsides import canonical, exit_place
from engine.node import Node
from engine.rounds import sequence
from engine.state import BOND, State
from engine.steps import run, trains

Routes = tuple[Route, ...]


def card_of(name: str) -> str:
    return BOND if name == "bond" else name


def offers(state: State, legal: Legal, rng: Random) -> list[AnyAction]:
    """Every move that `legal` offers, as actions (a run: empty, and the best of a small search)."""
    actor = legal.actor
    if isinstance(actor, int):
        return _players_moves(legal, actor, rng)
    return [*_stations_and_track(state, legal, actor), *_business(state, legal, actor, rng)]


def _players_moves(legal: Legal, seat: int, rng: Random) -> list[AnyAction]:
    found: list[AnyAction] = []
    if legal.keep:
        found.append(KeepCards(seat, tuple(rng.sample(legal.keep, legal.keep_count))))
    found += [DraftCard(seat, card) for card in legal.draft]
    found += _certificates(legal, seat)
    return found + ([Pass(seat)] if legal.may_pass else [])


def _certificates(legal: Legal, actor: int | str) -> list[AnyAction]:
    found: list[AnyAction] = []
    found += [BuyCard(actor, card_of(card)) for card in legal.buy_card]
    found += [BuyShare(actor, company) for company in legal.buy_share]
    found += [SellShares(actor, company, percent) for company, percent, _ in legal.sell_shares]
    found += [SellCard(actor, card_of(card)) for card in legal.sell_card]
    return found + ([ConvertBond(actor)] if legal.convert else [])


def _stations_and_track(state: State, legal: Legal, company: str) -> list[AnyAction]:
    found: list[AnyAction] = []
    found += [LayTile(company, *lay) for lay in legal.lay]
    found += [RemoveMarker(company, *border) for border in legal.unmark]
    found += [PlaceStation(company, *city) for city in legal.stations]
    placed = legal.home_of or company
    found += [PlaceHome(placed, *city) for city in legal.homes]
    found += [PlaceHome(company, h, 0, None, tile, r) for h, tile, r in legal.home_tiles]
    for private in ("P2", "P3"):
        found += [LayTile(company, *lay, private) for lay in legal.powers.lays(private)]
    if legal.powers.discount:
        found.append(UseDiscount(company))
    cities = legal.powers.free_station or []
    found += [PlaceStation(company, *city, None, "P5") for city in cities]
    return found + [PlaceJewelry(company, h) for h in legal.powers.jewelry or []]


def _business(state: State, legal: Legal, company: str, rng: Random) -> list[AnyAction]:
    found: list[AnyAction] = []
    if legal.run:
        found.append(RunTrains(company, ()))
        routes = good_routes(state, company, rng)
        if routes:
            found.append(RunTrains(company, routes))
    if legal.dividend:
        found += [Dividend(company, True), Dividend(company, False)]
    for kind, seller, low, high in legal.buy_train:
        train = _train_for_sale(state, kind, seller)
        found += [BuyTrain(company, train, price, kind) for price in {low, high}]
    round_ = state.round
    fresh = round_.turn.fresh if isinstance(round_, OperatingRound) and round_.turn else []
    for kind, _ in legal.sell_train:
        owned = state.companies[company].trains
        found += [SellTrain(company, t.id) for t in owned if t.kind == kind and t.id not in fresh]
    found += _certificates(legal, company)
    if legal.exchange:
        found += [Exchange(True), Exchange(False)]
    return found + ([Pass(company)] if legal.may_pass else [])


def _train_for_sale(state: State, kind: str, seller: str) -> str:
    if seller != BANK:
        return next(t.id for t in state.companies[seller].trains if t.kind == kind)
    on_sale = [*state.discard, *trains.on_sale(state)]
    return next(t.id for t in on_sale if kind in {k.name for k in trains.kinds_of(t.info.row)})


# -- routes ---------------------------------------------------------------------------------------

MOST_STEPS = 400


def good_routes(state: State, company: str, rng: Random) -> Routes:
    """For each train the best of the routes that a small search finds, none using track twice."""
    used: set[int] = set()
    found = []
    for train in state.companies[company].trains:
        best: tuple[int, Route] | None = None
        for start, sides in paths(state.board, company, rng, used):
            route = Route(train.id, start, tuple("{}/{}".format(*exit_place(s)) for s in sides))
            try:
                (checked,) = run.check_routes(state, state.companies[company], (route,))
            except RuleViolation:
                continue
            if best is None or checked.revenue.total > best[0]:
                best = checked.revenue.total, route
        if best:
            found.append(best[1])
            nodes_sides = run.trace_route(state.board, best[1])[1]
            used |= {canonical(s) for s in nodes_sides}
    return tuple(found)


def paths(
    board: Board, company: str, rng: Random, used: set[int]
) -> Iterator[tuple[str, list[int]]]:
    """Paths from the company's stations that end at a city, in random order, MOST_STEPS at most."""
    steps = 0
    for station in board.stations_of(company):
        start = f"{station.hex}-{station.index}"
        stack: list[tuple[Node, list[int], frozenset[Node]]] = [(station, [], frozenset({station}))]
        while stack and steps < MOST_STEPS:
            node, sides, seen = stack.pop()
            steps += 1
            if sides and node.kind == "city":
                yield start, sides
            ways = list(zip(node.exits, node.far, strict=True))
            rng.shuffle(ways)
            for exit_, far in ways:
                onward = board.owner[far] if far >= 0 else None
                if onward and onward not in seen and canonical(exit_) not in used:
                    stack.append((onward, [*sides, exit_], seen | {onward}))


# -- playing --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Style:
    """How random players play: how much they like each kind of move, how often they pay."""

    pays: float = 0.5
    liked: Mapping[str, float] = field(default_factory=dict)

    def choose(self, state: State, moves: list[AnyAction], rng: Random) -> AnyAction:
        """One of the moves: first the kind of move, then which."""
        kinds: dict[str, list[AnyAction]] = {}
        for move in moves:
            kinds.setdefault(kind_of(state, move), []).append(move)
        kind = rng.choices(list(kinds), [self.liked.get(k, 1.0) for k in kinds])[0]
        same = kinds[kind]
        if kind == "RunTrains":
            return same[-1] if rng.random() < 0.95 else same[0]
        if kind == "Dividend":
            return same[0] if rng.random() < self.pays else same[1]
        return rng.choice(same)


def kind_of(state: State, move: AnyAction) -> str:
    """The name of the kind of move, a purchase by a company or of a company told apart.

    So are what concerns the Danish EIC, and the places where homes are to stand.
    """
    name = type(move).__name__
    if getattr(move, "card", None) == DANISH:
        return name + "OfDanish"
    if isinstance(move, PlaceStation | LayTile) and awaits_home(state.board, move.hex):
        return name + "Danish" * (move.private == DANISH) + "AtHome"
    if isinstance(move, BuyTrain):
        return name + "Of" * any(c.train(move.train) for c in state.companies.values())
    if isinstance(move, BuyCard | BuyShare | SellShares | SellCard):
        return name + "Company" * isinstance(move.actor, str)
    return name


def awaits_home(board: Board, hex_id: str) -> bool:
    """Whether a home waits in the hex or is kept there, or a station stands beside its slots."""
    beside = any(n.beside_slots() for n in board.cities(hex_id))
    return bool(beside or board.waiting.get(hex_id) or board.kept_for(hex_id))


BUILD = {
    "LayTile": 9.0,
    "PlaceStation": 5.0,
    "BuyTrain": 9.0,
    "BuyTrainOf": 0.3,
    "SellTrain": 0.02,
    "BuyCard": 4.0,
    "BuyCardCompany": 0.3,
    "BuyShareCompany": 0.3,
}
STYLES = {
    "mixed": Style(0.5, {**BUILD, "SellShares": 0.3, "BuyShare": 2.0}),
    "payer": Style(0.95, {**BUILD, "SellShares": 0.05, "SellCard": 0.1, "BuyShare": 4.0}),
    "crash": Style(0.1, {**BUILD, "SellTrain": 0.5, "BuyTrainOf": 2.0, "BuyCardCompany": 3.0}),
    "trader": Style(0.8, {**BUILD, "SellShares": 3.0, "BuyShare": 3.0, "SellTrain": 0.3}),
}
HOMES = Style(
    0.3,
    {
        **BUILD,
        "DraftCardOfDanish": 50.0,
        "BuyCardOfDanish": 50.0,
        "BuyCardCompanyOfDanish": 50.0,
        "SellCardOfDanish": 0.0,
        "PlaceStationDanishAtHome": 200.0,
        "PlaceStationAtHome": 20.0,
        "LayTileAtHome": 60.0,
        "SellTrain": 0.3,
        "BuyCard": 2.0,
    },
)
"""Players who use the Danish EIC where homes are to stand, and build there."""


def offer_danish(state: State) -> None:
    """Move the Danish EIC from where it was dealt to the Open Market, so that it is soon bought."""
    for cards in (*state.ipo_rows, *(p.hand for p in state.players.values())):
        if DANISH in cards:
            cards.remove(DANISH)
            state.market_privates.append(DANISH)


def snapshot(state: State) -> bytes:
    return pickle.dumps(state, pickle.HIGHEST_PROTOCOL)


def applied(before: bytes, action: AnyAction) -> State:
    """The state after an action, from a snapshot. Raises RuleViolation."""
    state: State = pickle.loads(before)
    state.events = []
    current(state).apply(state, action)
    sequence.advance(state)
    return state


def play(game: Game, rng: Random, most: int, style: Style) -> Iterator[Legal]:
    """Play at most `most` random moves; yields what was legal before each."""
    for _ in range(most):
        legal = game.legal()
        if legal is None:
            return
        yield legal
        moves = offers(game.state, legal, rng)
        assert moves, f"a dead end in {legal.step} of {legal.actor}"
        game.apply(style.choose(game.state, moves, rng))

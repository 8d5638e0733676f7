"""Says a move of the engine as the slash command that a player would type for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.present.words import DISCARD
from bot.typed.cards import MARKET
from bot.typed.places import border_value, city_value
from engine import Game
from engine import actions as act
from engine.events import BANK
from engine.hexsides import exit_of, opposite
from engine.state import BOND, State

Command = tuple[str, dict[str, Any]]


def command_for(game: Game, action: act.AnyAction) -> Command:
    """The command and its options."""
    return _FORMS[type(action)](game, action)


def _certificates(entity: int | str) -> str:
    return "stock" if isinstance(entity, int) else "certificate"


def _card(card: str) -> str:
    return "bond" if card == BOND else card


def _lay(game: Game, a: act.LayTile) -> Command:
    options = {"hex": a.hex, "tile": a.tile, "rotation": a.rotation}
    if a.private:
        return "private use", {"private": a.private, **options}
    return "track lay", options


def _station(game: Game, a: act.PlaceStation) -> Command:
    city = city_value(game, a.hex, a.city)
    if a.private:
        return "private use", {"private": a.private, "city": city}
    return "station build", {"city": city}


def _home(game: Game, a: act.PlaceHome) -> Command:
    if a.tile:
        return "home place", {"hex": a.hex, "tile": a.tile, "rotation": a.rotation}
    return "home place", {"hex": a.hex, "city": a.city + 1}


def _buy_train(game: Game, a: act.BuyTrain) -> Command:
    kind, seller = _seller(game.state, a.train)
    return "train buy", {"train": a.kind or kind, "from": seller, "price": a.price}


def _seller(state: State, train_id: str) -> tuple[str, str]:
    for company in state.companies.values():
        train = company.train(train_id)
        if train:
            return train.kind, company.id
    for train in state.discard:
        if train.id == train_id:
            return train.kind, DISCARD
    return train_id.rpartition("-")[0], BANK


def _sell_train(game: Game, a: act.SellTrain) -> Command:
    train = game.state.companies[a.actor].train(a.train)
    assert train is not None
    return "train sell", {"train": train.kind}


def stops_of(game: Game, a: act.RunTrains) -> str:
    """The routes of a run as a player types them: each train and the hexes of its stops."""
    found = []
    for route in a.routes:
        train = game.state.companies[a.actor].train(route.train)
        assert train is not None
        stops = [route.start.partition("-")[0]]
        for side in route.sides:
            hex_id, _, edge = side.partition("/")
            node = game.state.board.owner[opposite()[exit_of(hex_id, int(edge))]]
            assert node is not None
            if node.kind in {"city", "town"}:
                stops.append(node.hex)
        found.append(f"{train.kind}: {'-'.join(stops)}")
    return " | ".join(found) or "none"


_FORMS: dict[type, Callable[[Game, Any], Command]] = {
    act.KeepCards: lambda g, a: ("hand keep", {"cards": " ".join(a.cards)}),
    act.DraftCard: lambda g, a: ("draft pick", {"card": a.card}),
    act.BuyCard: lambda g, a: (f"{_certificates(a.actor)} buy", {"what": _card(a.card)}),
    act.BuyShare: lambda g, a: (f"{_certificates(a.actor)} buy", {"what": MARKET + a.company}),
    act.SellShares: lambda g, a: (
        f"{_certificates(a.actor)} sell",
        {"what": a.company, "count": a.percent // 10},
    ),
    act.SellCard: lambda g, a: (f"{_certificates(a.actor)} sell", {"what": _card(a.card)}),
    act.ConvertBond: lambda g, a: (f"{_certificates(a.actor)} convert", {}),
    act.LayTile: _lay,
    act.RemoveMarker: lambda g, a: ("track unmark", {"border": border_value(a.hex, a.edge)}),
    act.PlaceStation: _station,
    act.PlaceHome: _home,
    act.RunTrains: lambda g, a: ("run", {"routes": stops_of(g, a)}),
    act.Dividend: lambda g, a: (f"dividend {'pay' if a.pay else 'withhold'}", {}),
    act.BuyTrain: _buy_train,
    act.SellTrain: _sell_train,
    act.UseDiscount: lambda g, a: ("private use", {"private": "P4"}),
    act.PlaceJewelry: lambda g, a: ("private use", {"private": "P6", "hex": a.hex}),
    act.Exchange: lambda g, a: (f"exchange {'yes' if a.accept else 'no'}", {}),
    act.Pass: lambda g, a: ("pass", {}),
}

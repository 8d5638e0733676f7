"""Whether an action is among those that `legal()` lists."""

from __future__ import annotations

from engine import Legal
from engine.actions import (
    AnyAction,
    BuyCard,
    BuyShare,
    BuyTrain,
    ConvertBond,
    Dividend,
    DraftCard,
    EndGame,
    Exchange,
    KeepCards,
    LayTile,
    Pass,
    PlaceHome,
    PlaceJewelry,
    PlaceStation,
    RemoveMarker,
    RunTrains,
    SellCard,
    SellShares,
    SellTrain,
    UseDiscount,
)
from engine.events import BANK
from engine.hexsides import canonical, exit_of
from engine.state import BOND, State
from engine.steps import trains


def is_offered(state: State, legal: Legal, action: AnyAction) -> bool:
    """Whether `legal` offers the action (a run: that trains may run at all)."""
    match action:
        case Pass():
            return legal.may_pass and legal.actor == action.actor
        case KeepCards():
            kept = action.cards
            return len(kept) == legal.keep_count and set(kept) <= set(legal.keep)
        case DraftCard():
            return action.card in legal.draft
        case RunTrains():
            return legal.run
        case Dividend():
            return legal.dividend
        case Exchange():
            return legal.exchange is not None
        case EndGame():
            return True
        case BuyTrain() | SellTrain():
            return _train_offered(state, legal, action)
        case LayTile() | RemoveMarker() | PlaceStation() | PlaceHome():
            return _map_offered(legal, action)
        case UseDiscount():
            return legal.powers.discount
        case PlaceJewelry():
            return action.hex in (legal.powers.jewelry or [])
        case _:
            return _certificate_offered(legal, action)


def _certificate_offered(
    legal: Legal, action: BuyCard | BuyShare | SellShares | SellCard | ConvertBond
) -> bool:
    if action.actor != legal.actor:
        return False
    match action:
        case BuyCard():
            return ("bond" if action.card == BOND else action.card) in legal.buy_card
        case BuyShare():
            return action.company in legal.buy_share
        case SellShares():
            return any(row[:2] == (action.company, action.percent) for row in legal.sell_shares)
        case SellCard():
            return ("bond" if action.card == BOND else action.card) in legal.sell_card
        case ConvertBond():
            return legal.convert


def _train_offered(state: State, legal: Legal, action: BuyTrain | SellTrain) -> bool:
    if isinstance(action, SellTrain):
        train = state.companies[action.actor].train(action.train)
        return train is not None and train.kind in {kind for kind, _ in legal.sell_train}
    seller = next((c for c in state.companies.values() if c.train(action.train)), None)
    if seller:
        train = seller.train(action.train)
        kind, name = train.kind if train else "", seller.id
    else:
        found = [t for t in state.discard if t.id == action.train]
        row = found[0].info.row if found else action.train.rpartition("-")[0]
        same = found[0].kind if found else row
        kind, name = action.kind or same, BANK
        assert kind in {k.name for k in trains.kinds_of(row)}
    return any(
        row[:2] == (kind, name) and row[2] <= action.price <= row[3] for row in legal.buy_train
    )


def _map_offered(legal: Legal, action: LayTile | RemoveMarker | PlaceStation | PlaceHome) -> bool:
    match action:
        case LayTile():
            rows = legal.powers.lays(action.private) if action.private else legal.lay
            return (action.hex, action.tile, action.rotation) in rows
        case RemoveMarker():
            border = canonical(exit_of(action.hex, action.edge))
            return border in {canonical(exit_of(h, e)) for h, e in legal.unmark}
        case PlaceStation():
            cities = legal.powers.free_station or [] if action.private else legal.stations
            return (action.hex, action.city) in cities
        case PlaceHome():
            if action.tile:
                return (action.hex, action.tile, action.rotation) in legal.home_tiles
            return (action.hex, action.city) in legal.homes

"""Writes a game as a log in the form of 18xx.games, from the game's own actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine import (
    ExchangeQuestion,
    Game,
    SettleQuestion,
    Setup,
    conversion_price,
    current,
    scoring,
    token_for,
)
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
    Token,
    UseDiscount,
)
from engine.components import BRITISH, FRENCH, GIPR, components
from engine.events import BANK, EntityId
from engine.state import BOND, SHARE, Company, State, face_value
from interchange.certificates import Certificates
from interchange.convert import EXCHANGE
from interchange.replay import Replay
from interchange.routes import city_number, to_log
from interchange.site_log import TITLE, PlayerId, RawAction

USE = "use"
"""The one choice that the French EIC offers."""


class SiteWriter:
    """Follows a game and writes each of its actions as the site would.

    It knows what the engine need not: which copy of a tile lies where, and which certificate.
    """

    def __init__(self, setup: Setup, players: Sequence[PlayerId]) -> None:
        """`players` are the players' ids in the log, in seating order."""
        self.game = Game(setup)
        self.players = players
        self._certificates = Certificates(self.game.state)
        self._free = {
            tile.number: [f"{tile.number}-{i}" for i in range(tile.count)]
            for tile in components().tiles.values()
        }
        self._laid: dict[str, str] = {}
        self._forms: dict[type, Callable[[Any], RawAction]] = {
            KeepCards: lambda a: self._entry(
                "select_multiple_companies", a.actor, companies=list(a.cards)
            ),
            DraftCard: lambda a: self._entry(
                "bid", a.actor, company=a.card, price=face_value(a.card)
            ),
            BuyCard: self._buy_card,
            SellCard: self._sell_card,
            BuyShare: self._buy_share,
            SellShares: self._sell_shares,
            ConvertBond: self._convert,
            LayTile: self._lay,
            RemoveMarker: lambda a: self._entry("remove_border", a.actor, hex=a.hex, edge=a.edge),
            PlaceStation: self._station,
            PlaceHome: self._home,
            RunTrains: self._run,
            Dividend: lambda a: self._entry(
                "dividend", a.actor, kind="payout" if a.pay else "withhold"
            ),
            BuyTrain: self._buy_train,
            SellTrain: self._sell_train,
            UseDiscount: lambda _: self._power("choose_ability", FRENCH, choice=USE),
            PlaceJewelry: lambda a: self._power("assign", BRITISH, target=a.hex, target_type="hex"),
            Exchange: self._exchange,
            Pass: lambda a: self._entry("pass", a.actor),
            EndGame: lambda _: self._entry("end_game", self.game.actor or 1),
        }

    @property
    def _state(self) -> State:
        return self.game.state

    def entry(self, action: AnyAction) -> RawAction:
        """Take an action; returns the entry that stands for it, without an id.

        Raises RuleViolation where the game does not allow it.
        """
        entry = self._forms[type(action)](action)
        self.game.apply(action)
        self._certificates.took(action, self._state)
        if isinstance(action, PlaceStation | PlaceHome) and "slot" in entry:
            company = action.company if isinstance(action, PlaceHome) else action.actor
            entry["slot"] = self._slot_of(action.hex, company)
        return entry

    def note(self, raw: RawAction) -> RawAction:
        """An entry that changes nothing, without what belongs to its place in the old list.

        A station that went to the last free city by itself is named where it stands here.
        """
        entry = {k: v for k, v in raw.items() if k not in _PLACE}
        if raw["type"] == "place_token":
            company = raw.get("tokener") or raw["entity"]
            home = self._state.companies[company].station_order[0]
            entry["city"] = self._city(home, self._city_of(home, company))
            entry["slot"] = self._slot_of(home, company)
        return entry

    # -- who -------------------------------------------------------------------------------------

    def _entry(self, kind: str, entity: EntityId, /, **keys: object) -> RawAction:
        if isinstance(entity, int):
            who: dict[str, object] = {
                "entity": self.players[entity - 1],
                "entity_type": "player",
            }
        else:
            who = {"entity": entity, "entity_type": "corporation"}
        return {"type": kind, **who, **keys}

    def _power(self, kind: str, private: str, /, **keys: object) -> RawAction:
        return {"type": kind, "entity": private, "entity_type": "company", **keys}

    # -- certificates ----------------------------------------------------------------------------

    def _buy_card(self, action: BuyCard) -> RawAction:
        card, price = action.card, face_value(action.card)
        name = self._certificates.bond(BANK) if card == BOND else card
        return self._trade("buy_company", action.actor, company=name, price=price)

    def _sell_card(self, action: SellCard) -> RawAction:
        card, price = action.card, face_value(action.card)
        name = self._certificates.bond(action.actor) if card == BOND else card
        return self._trade("sell_company", action.actor, company=name, price=price)

    def _buy_share(self, action: BuyShare) -> RawAction:
        card = self._certificates.in_market(action.company)
        return self._trade("buy_shares", action.actor, shares=[card], percent=SHARE)

    def _sell_shares(self, action: SellShares) -> RawAction:
        cards = self._certificates.bundle(action.actor, action.company, action.percent)
        return self._trade("sell_shares", action.actor, shares=cards, percent=action.percent)

    def _trade(self, kind: str, entity: EntityId, /, **keys: object) -> RawAction:
        return self._entry(kind if isinstance(entity, int) else f"corporate_{kind}", entity, **keys)

    def _convert(self, action: ConvertBond) -> RawAction:
        price = conversion_price(self._state)
        return self._entry("choose", action.actor, choice=f"Convert to {GIPR} Share for ₹{price}")

    # -- the map ---------------------------------------------------------------------------------

    def _lay(self, action: LayTile) -> RawAction:
        keys = self._tile(action.hex, action.tile, action.rotation)
        if action.private:
            return self._power("lay_tile", action.private, **keys)
        return self._entry("lay_tile", action.actor, **keys)

    def _tile(self, hex_id: str, number: str, rotation: int) -> dict[str, object]:
        """The keys of a tile to be laid; the one that lies there goes back behind the others."""
        copy = self._free[number].pop(0)
        old = self._laid.get(hex_id)
        if old is not None:
            self._free[old.rpartition("-")[0]].append(old)
        self._laid[hex_id] = copy
        return {"hex": hex_id, "tile": copy, "rotation": rotation}

    def _city(self, hex_id: str, city: int) -> str:
        return f"{self._laid.get(hex_id, f'{hex_id}-0')}-{city_number(hex_id, city)}"

    def _station(self, action: PlaceStation) -> RawAction:
        keys = {
            "city": self._city(action.hex, action.city),
            "slot": 0,
            "tokener": action.actor,
        }
        company = self._state.companies.get(action.actor)
        if company and _token(company, action) == "exchange":
            keys["token_type"] = EXCHANGE
        if action.private:
            return self._power("place_token", action.private, **keys)
        return self._entry("place_token", action.actor, **keys)

    def _home(self, action: PlaceHome) -> RawAction:
        if action.tile is not None:
            keys = self._tile(action.hex, action.tile, action.rotation)
            return self._entry("lay_tile", action.company, **keys)
        question = current(self._state)
        by = question.layer if isinstance(question, SettleQuestion) else action.company
        return self._entry(
            "place_token",
            by,
            city=self._city(action.hex, action.city),
            slot=0,
            tokener=action.company,
        )

    def _city_of(self, hex_id: str, company: str) -> int:
        """The number of the company's city in the hex; 0 where it waits for one."""
        cities = self._state.board.cities(hex_id)
        return next((n.index for n in cities if n.has(company)), 0)

    def _slot_of(self, hex_id: str, company: str) -> int:
        """Where the station stands now: its slot, or the number after the slots beside them."""
        node = next((n for n in self._state.board.cities(hex_id) if n.has(company)), None)
        return [*node.stations, *node.extra].index(company) if node else 0

    def _exchange(self, action: Exchange) -> RawAction:
        question = current(self._state)
        if not action.accept or not isinstance(question, ExchangeQuestion):
            return self._entry("pass", GIPR)
        hex_id, company = question.hexes[0], question.company
        return self._entry(
            "remove_token",
            GIPR,
            city=self._city(hex_id, self._city_of(hex_id, company)),
            slot=self._slot_of(hex_id, company),
        )

    # -- trains ----------------------------------------------------------------------------------

    def _run(self, action: RunTrains) -> RawAction:
        company = self._state.companies[action.actor]
        routes = to_log(self._state, company, action.routes)
        return self._entry("run_routes", action.actor, routes=routes, extra_revenue=0)

    def _buy_train(self, action: BuyTrain) -> RawAction:
        keys: dict[str, object] = {"train": action.train, "price": action.price}
        if not any(c.train(action.train) for c in self._state.companies.values()):
            used = next((t for t in self._state.discard if t.id == action.train), None)
            row = action.train.rpartition("-")[0]
            keys["variant"] = action.kind or (used.kind if used else row)
        return self._entry("buy_train", action.actor, **keys)

    def _sell_train(self, action: SellTrain) -> RawAction:
        company = self._state.companies.get(action.actor)
        train = company.train(action.train) if company else None
        price = train.info.resale if train else 0
        return self._entry("sell_train", action.actor, train=action.train, price=price)


def _token(company: Company, action: PlaceStation) -> Token:
    """Which station is built; the Danish EIC's is an ordinary one as long as there is one."""
    ordinary = action.private and company.ordinary_station_cost is not None
    return token_for(company, action.token or ("ordinary" if ordinary else None))[0]


def rewritten(replay: Replay, until: int | None = None) -> RawAction:
    """A log anew: each entry that stands, from the actions of the game that follows it.

    An entry and its `auto_actions` stay together, and what changes nothing stays as it is. Raises
    LogError and ReplayError, as the replay does.
    """
    writer = SiteWriter(replay.game.setup, replay.ids)
    entries = []
    for step in replay.steps(until):
        first, *rest = [
            writer.note(raw) if action is None else writer.entry(action)
            for raw, action in step.parts
        ]
        entries.append({**first, "auto_actions": rest} if rest else first)
    return document(writer.game, replay.ids, entries)


def written(setup: Setup, actions: Iterable[AnyAction], ids: Sequence[PlayerId]) -> RawAction:
    """A game as a log: an entry for each of the actions that stand.

    `ids` are the players' ids in the log, in seating order. Raises RuleViolation where the game
    does not follow its actions.
    """
    writer = SiteWriter(setup, ids)
    entries = [writer.entry(action) for action in actions]
    return document(writer.game, ids, entries)


_PLACE = ("id", "auto_actions", "user", "created_at")


def numbered(entries: Iterable[RawAction]) -> list[RawAction]:
    """The entries with ids from 1, as the site gives them."""
    return [{"type": entry["type"], "id": id_, **entry} for id_, entry in enumerate(entries, 1)]


def document(game: Game, players: Sequence[PlayerId], entries: Iterable[RawAction]) -> RawAction:
    """The file for the entries of a game: players in seating order, seed, result and the list."""
    worth = {p.id: worth for p, worth in scoring.standing(game.state)}
    ids = dict(enumerate(players, 1))
    file: RawAction = {
        "id": "game",
        "title": TITLE,
        "players": [{"id": ids[p.id], "name": p.name} for p in game.state.players.values()],
        "settings": {"seed": game.setup.seed, "optional_rules": []},
        "status": "finished" if game.finished else "active",
        "result": {str(ids[seat]): worth[seat] for seat in ids},
        "actions": numbered(entries),
    }
    if game.state.end_reason:
        file["game_end_reason"] = game.state.end_reason
    return file

"""Turns the entries of a log into the engine's actions, following the game."""

from __future__ import annotations

from collections.abc import Callable

from engine import (
    ExchangeQuestion,
    Game,
    HomeQuestion,
    OperatingRound,
    RuleViolation,
    SettleQuestion,
    current,
    require,
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
from engine.components import BRITISH, FRENCH, components
from engine.events import EntityId
from engine.state import (
    BOND,
    SHARE,
    State,
    card_company,
    card_percent,
    face_value,
    is_directors,
)
from interchange.keys import changes_nothing, check_keys
from interchange.routes import NEPAL, NEPAL_SECOND, from_log
from interchange.site_log import RawAction, is_text, is_whole, player_key, shown

EXCHANGE = "exchange"
TOKENS: dict[str, Token] = {"normal": "ordinary", EXCHANGE: "exchange"}
"""The kinds of stations in the log; `token_type` is left out for an ordinary one."""
MOST_CARDS = 100
"""Cards that one entry can name: more than there are in the deck."""
_HOMES = (HomeQuestion, SettleQuestion)


class Converter:
    """Knows which copy of a tile lies where and which player has which id in the log."""

    def __init__(self, game: Game, players: dict[str, int]) -> None:
        """`players` are the seats by the players' ids in the log, as `player_key` writes them."""
        self.game = game
        self.players = players
        self.copies: dict[str, str] = {}
        self._forms: dict[str, Callable[[RawAction], AnyAction]] = {
            "select_multiple_companies": self._keep,
            "bid": lambda a: DraftCard(self._seat(a), text(a, "company")),
            "pass": self._pass,
            "buy_company": self._buy_card,
            "corporate_buy_company": self._buy_card,
            "sell_company": self._sell_card,
            "corporate_sell_company": self._sell_card,
            "buy_shares": self._buy_share,
            "corporate_buy_shares": self._buy_share,
            "sell_shares": self._sell_shares,
            "corporate_sell_shares": self._sell_shares,
            "choose": lambda a: ConvertBond(self._entity(a)),
            "choose_ability": self._discount,
            "assign": self._jewelry,
            "remove_border": self._unmark,
            "remove_token": self._exchange,
            "lay_tile": self._lay,
            "place_token": self._place,
            "run_routes": self._run,
            "dividend": self._dividend,
            "buy_train": self._buy_train,
            "sell_train": self._sell_train,
            "end_game": lambda _: EndGame(),
        }

    @property
    def state(self) -> State:
        """The state of the game as far as it has been followed."""
        return self.game.state

    def action(self, raw: RawAction) -> AnyAction | None:
        """The engine's action for one entry, its `auto_actions` apart; None if it changes nothing.

        Raises RuleViolation for an entry that this program does not know or cannot read.
        """
        kind = raw["type"]
        if changes_nothing(kind):
            return None
        form = self._forms.get(kind)
        if form is None:
            raise RuleViolation(f"The log has an action of the unknown kind {shown(kind)}.")
        check_keys(raw)
        return form(raw)

    def stands(self, raw: RawAction) -> bool:
        """Whether the entry only notes a station that went to the last free city by itself."""
        if raw["type"] != "place_token" or isinstance(current(self.state), _HOMES):
            return False
        hex_id, index = self._city(raw)
        node = self.state.board.city(hex_id, index)
        key = "entity" if raw.get("tokener") is None else "tokener"
        return node is not None and node.has(text(raw, key))

    def took(self, raw: RawAction) -> None:
        """Note what an accepted entry changed: which copy of a tile lies where."""
        if raw["type"] == "lay_tile":
            hex_id = raw["hex"]
            self.copies = {c: h for c, h in self.copies.items() if h != hex_id}
            self.copies[raw["tile"]] = hex_id

    # -- who -------------------------------------------------------------------------------------

    def _seat(self, raw: RawAction) -> int:
        entity = raw.get("entity")
        named = isinstance(entity, int | str) and not isinstance(entity, bool)
        seat = self.players.get(player_key(entity)) if entity is not None and named else None
        if seat is None:
            raise RuleViolation(f"The log names an unknown player {shown(entity)}.")
        return seat

    def _entity(self, raw: RawAction) -> EntityId:
        if raw.get("entity_type") == "player":
            return self._seat(raw)
        return text(raw, "entity")

    def _operating(self) -> str:
        round_ = self.state.round
        if not isinstance(round_, OperatingRound) or round_.turn is None:
            raise RuleViolation("No company is operating now.")
        return round_.turn.company

    # -- one for each form -----------------------------------------------------------------------

    def _keep(self, raw: RawAction) -> AnyAction:
        return KeepCards(self._seat(raw), tuple(texts(raw, "companies")))

    def _private(self, raw: RawAction, private: str) -> None:
        """The entry is about the Private whose power it is."""
        named = text(raw, "entity")
        require(named == private, f"This is the power of {private}; the log names {named}.")

    def _discount(self, raw: RawAction) -> AnyAction:
        self._private(raw, FRENCH)
        return UseDiscount(self._operating())

    def _jewelry(self, raw: RawAction) -> AnyAction:
        self._private(raw, BRITISH)
        target = raw.get("target_type", "hex")
        require(target == "hex", f"The jewelry goes into a hex; the log says {shown(target)}.")
        return PlaceJewelry(self._operating(), text(raw, "target"))

    def _pass(self, raw: RawAction) -> AnyAction:
        if isinstance(current(self.state), ExchangeQuestion):
            return Exchange(False)
        return Pass(self._entity(raw))

    def _card(self, raw: RawAction) -> str:
        name = text(raw, "company")
        card = BOND if name.startswith(BOND) else name
        known = (
            card == BOND
            or card in components().privates
            or card_company(card) in components().companies
        )
        require(known, f"There is no card {name}.")
        price = raw.get("price")
        require(
            price in (None, face_value(card)),
            f"{name} costs ₹{face_value(card)}, not ₹{shown(price)} as the log says.",
        )
        return card

    def _buy_card(self, raw: RawAction) -> AnyAction:
        return BuyCard(self._entity(raw), self._card(raw))

    def _sell_card(self, raw: RawAction) -> AnyAction:
        return SellCard(self._entity(raw), self._card(raw))

    def _shares(self, raw: RawAction) -> tuple[str, int]:
        """The company and the percent of a bundle of certificates, their price checked."""
        shares, percent = texts(raw, "shares"), number(raw, "percent")
        companies = {card_company(s) for s in shares}
        company = companies.pop() if companies else None
        if companies or company is None:
            raise RuleViolation("Shares of one company are traded at once, by their names.")
        whole = sum(card_percent(s) for s in shares)
        part = whole - SHARE if any(is_directors(s) for s in shares) else whole
        require(
            percent in (whole, part) and len(set(shares)) == len(shares),
            f"The shares named make {whole}%, not {percent}% as the log says.",
        )
        traded = self.state.companies.get(company)
        price = raw.get("share_price")
        require(
            traded is None or price in (None, traded.price),
            f"A share of {company} costs ₹{traded.price if traded else 0}, "
            f"not ₹{shown(price)} as the log says.",
        )
        return company, percent

    def _buy_share(self, raw: RawAction) -> AnyAction:
        company, percent = self._shares(raw)
        require(percent == SHARE, f"One share of {SHARE}% is bought at a time.")
        return BuyShare(self._entity(raw), company)

    def _sell_shares(self, raw: RawAction) -> AnyAction:
        company, percent = self._shares(raw)
        return SellShares(self._entity(raw), company, percent)

    def _unmark(self, raw: RawAction) -> AnyAction:
        return RemoveMarker(text(raw, "entity"), text(raw, "hex"), number(raw, "edge"))

    def _exchange(self, raw: RawAction) -> AnyAction:
        question = current(self.state)
        if isinstance(question, ExchangeQuestion):
            hex_id, _ = self._city(raw)
            asked = question.hexes[0]
            require(
                hex_id == asked, f"The question is about the station in {asked}, not in {hex_id}."
            )
        return Exchange(True)

    def _lay(self, raw: RawAction) -> AnyAction:
        hex_id, rotation = text(raw, "hex"), number(raw, "rotation")
        tile = text(raw, "tile").rpartition("-")[0]
        entity = text(raw, "entity")
        question = current(self.state)
        if isinstance(question, HomeQuestion) and question.company == entity:
            return PlaceHome(entity, hex_id, 0, None, tile, rotation)
        if raw.get("entity_type") == "company":
            return LayTile(self._operating(), hex_id, tile, rotation, entity)
        return LayTile(entity, hex_id, tile, rotation)

    def _city(self, raw: RawAction) -> tuple[str, int]:
        """The hex and the number of the city that a "tile-copy-index" or "hex-0-index" means."""
        place, _, index = text(raw, "city").rpartition("-")
        if not place or not index.isdecimal():
            raise RuleViolation(f"The log names an unknown city {shown(raw['city'])}.")
        hex_id = place.rpartition("-")[0]
        if hex_id not in components().hexes:
            hex_id = self.copies.get(place, "")
        require(hex_id, f"No tile {place} lies on the map.")
        if hex_id == NEPAL and int(index) == NEPAL_SECOND:
            return hex_id, 1
        return hex_id, int(index)

    def _place(self, raw: RawAction) -> AnyAction:
        hex_id, city = self._city(raw)
        slot = number(raw, "slot") if raw.get("slot") is not None else None
        entity = text(raw, "entity")
        tokener = text(raw, "tokener") if raw.get("tokener") is not None else None
        token = self._token(raw)
        question = current(self.state)
        if isinstance(question, SettleQuestion):
            company = question.order[0] if tokener in (None, question.layer) else tokener
            require(entity == question.layer, f"{question.layer} decides where the stations go.")
            return PlaceHome(company, hex_id, city, slot)
        if raw.get("entity_type") == "company":
            company = tokener or self._operating()
            return PlaceStation(company, hex_id, city, slot, entity, token)
        require(tokener in (None, entity), f"{entity} places its own stations only.")
        if isinstance(question, HomeQuestion):
            return PlaceHome(entity, hex_id, city, slot)
        return PlaceStation(entity, hex_id, city, slot, None, token)

    def _token(self, raw: RawAction) -> Token:
        """Which kind of station an entry builds. Raises RuleViolation for an unknown kind."""
        kind = raw.get("token_type") or "normal"
        if not isinstance(kind, str) or kind not in TOKENS:
            raise RuleViolation(f"The log builds a station of the unknown kind {shown(kind)}.")
        return TOKENS[kind]

    def _run(self, raw: RawAction) -> AnyAction:
        routes = raw.get("routes")
        if not isinstance(routes, list):
            raise RuleViolation("The run names no routes.")
        board = self.state.board
        return RunTrains(text(raw, "entity"), tuple(from_log(board, r) for r in routes))

    def _dividend(self, raw: RawAction) -> AnyAction:
        kind = raw.get("kind")
        require(
            kind in ("payout", "withhold"),
            f"A dividend is paid or withheld; the log says {shown(kind)}.",
        )
        return Dividend(text(raw, "entity"), kind == "payout")

    def _buy_train(self, raw: RawAction) -> AnyAction:
        variant = raw.get("variant")
        kind = text(raw, "variant") if variant is not None else None
        return BuyTrain(text(raw, "entity"), text(raw, "train"), number(raw, "price"), kind)

    def _sell_train(self, raw: RawAction) -> AnyAction:
        company, train_id = text(raw, "entity"), text(raw, "train")
        owner = self.state.companies.get(company)
        train = owner.train(train_id) if owner else None
        price = raw.get("price")
        if train and price is not None:
            require(
                price == train.info.resale,
                f"The bank pays ₹{train.info.resale} for a {train.kind} train, "
                f"not ₹{shown(price)}.",
            )
        return SellTrain(company, train_id)


def text(raw: RawAction, key: str) -> str:
    """A field of an entry as text. Raises RuleViolation when it is missing, too long or no text."""
    value = raw.get(key)
    if not isinstance(value, str) or not is_text(value):
        raise RuleViolation(f"The log's {raw['type']} has no proper {key!r}.")
    return value


def texts(raw: RawAction, key: str) -> list[str]:
    """A field of an entry as a list of texts, each short. Raises RuleViolation if it is none."""
    values = raw.get(key)
    if not isinstance(values, list) or len(values) > MOST_CARDS or not all(map(is_text, values)):
        raise RuleViolation(f"The log's {raw['type']} has no proper {key!r}.")
    return values


def number(raw: RawAction, key: str) -> int:
    """A field of an entry as a whole number. Raises RuleViolation when it is missing or none."""
    value = raw.get(key)
    if not isinstance(value, int) or not is_whole(value):
        raise RuleViolation(f"The log's {raw['type']} has no proper {key!r}.")
    return value

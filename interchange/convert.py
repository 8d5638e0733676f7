"""Turns the entries of a log into the engine's actions, following the game."""

from __future__ import annotations

from collections.abc import Callable

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
from engine.closing import ExchangeQuestion
from engine.components import components
from engine.errors import RuleViolation, require
from engine.events import EntityId
from engine.flow import current
from engine.game import Game
from engine.rounds.operating import OperatingRound
from engine.state import BOND, SHARE, State, card_company, face_value
from engine.steps.home import HomeQuestion, SettleQuestion
from interchange.routes import from_log
from interchange.site_log import MOST_LETTERS, RawAction, shown

NEPAL, NEPAL_SECOND = "M10", 3
"""Nepal, and the number that the log gives to the second of its cities."""
NO_OPS = (
    "program_share_pass",
    "program_disable",
    "program_close_pass",
    "program_harzbahn_draft_pass",
)
"""Entries that only set up what a player's browser does by itself later."""
TOKENS: dict[str, Token] = {"normal": "ordinary", "exchange": "exchange"}
_HOMES = (HomeQuestion, SettleQuestion)
ALWAYS = frozenset(
    ("type", "entity", "entity_type", "id", "original_id", "user", "created_at", "auto_actions")
)
"""What any entry may carry: who made it, when, and its place in the log."""
READ = {
    "select_multiple_companies": "companies",
    "bid": "company price",
    "buy_company": "company price",
    "corporate_buy_company": "company price",
    "sell_company": "company price",
    "corporate_sell_company": "company price",
    "buy_shares": "shares percent share_price",
    "corporate_buy_shares": "shares percent share_price",
    "sell_shares": "shares percent share_price",
    "corporate_sell_shares": "shares percent share_price",
    "choose": "choice",
    "choose_ability": "choice",
    "assign": "target target_type",
    "remove_border": "hex edge",
    "remove_token": "city slot",
    "lay_tile": "hex tile rotation",
    "place_token": "city slot tokener token_type",
    "run_routes": "routes",
    "dividend": "kind",
    "buy_train": "train price variant",
    "sell_train": "train price",
}
"""What else an entry of each kind may say. Anything more could change what it does."""


class Converter:
    """Knows which copy of a tile lies where and which player has which id in the log."""

    def __init__(self, game: Game, players: dict[int, int]) -> None:
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
            "choose_ability": lambda _: UseDiscount(self._operating()),
            "assign": lambda a: PlaceJewelry(self._operating(), text(a, "target")),
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
        if kind in NO_OPS:
            return None
        form = self._forms.get(kind)
        if form is None:
            raise RuleViolation(f"The log has an action of the unknown kind {shown(kind)}.")
        _check_all_read(raw)
        return form(raw)

    def stands(self, raw: RawAction) -> bool:
        """Whether the entry only notes a station that went to the last free city by itself."""
        if raw["type"] != "place_token" or isinstance(current(self.state), _HOMES):
            return False
        hex_id, index = self._city(raw)
        node = self.state.board.city(hex_id, index)
        return node is not None and node.has(str(raw.get("tokener") or raw.get("entity")))

    def took(self, raw: RawAction) -> None:
        """Note what an accepted entry changed: which copy of a tile lies where."""
        if raw["type"] == "lay_tile":
            hex_id = raw["hex"]
            self.copies = {c: h for c, h in self.copies.items() if h != hex_id}
            self.copies[raw["tile"]] = hex_id

    # -- who -------------------------------------------------------------------------------------

    def _seat(self, raw: RawAction) -> int:
        entity = raw.get("entity")
        seat = self.players.get(entity) if isinstance(entity, int) else None
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
        cards = raw.get("companies")
        if not isinstance(cards, list):
            raise RuleViolation("The selection names no cards.")
        return KeepCards(self._seat(raw), tuple(str(c) for c in cards))

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
        shares, percent = raw.get("shares"), raw.get("percent")
        if not isinstance(shares, list) or not shares or not isinstance(percent, int):
            raise RuleViolation("The log does not say which shares are meant.")
        companies = {card_company(str(s)) for s in shares}
        company = companies.pop()
        if companies or company is None:
            raise RuleViolation("Shares of several companies cannot be traded at once.")
        price, issuer = raw.get("share_price"), self.state.companies.get(company)
        require(
            price is None or issuer is None or price == issuer.price,
            f"A share of {company} costs ₹{issuer.price if issuer else 0}, "
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
        slot = raw.get("slot")
        slot = slot if isinstance(slot, int) and slot >= 0 else None
        entity = text(raw, "entity")
        tokener = raw.get("tokener")
        question = current(self.state)
        if isinstance(question, SettleQuestion):
            company = question.order[0] if tokener in (None, question.layer) else str(tokener)
            require(entity == question.layer, f"{question.layer} decides where the stations go.")
            return PlaceHome(company, hex_id, city, slot)
        token = self._token(raw)
        if raw.get("entity_type") == "company":
            company = str(tokener or self._operating())
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
        kind = variant if isinstance(variant, str) else None
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


def _check_all_read(raw: RawAction) -> None:
    """Raise RuleViolation where an entry says something that this program does not read.

    A key without a value, or with 0, says nothing.
    """
    known = ALWAYS.union(READ.get(raw["type"], "").split())
    more = sorted(k for k, v in raw.items() if v and k not in known)
    if more:
        raise RuleViolation(
            f"The log's {raw['type']} says {shown(more[0])}, which this program does not know."
        )


def text(raw: RawAction, key: str) -> str:
    """A field of an entry as text. Raises RuleViolation when it is missing, too long or no text."""
    value = raw.get(key)
    if not isinstance(value, str) or len(value) > MOST_LETTERS:
        raise RuleViolation(f"The log's {raw['type']} has no proper {key!r}.")
    return value


def number(raw: RawAction, key: str) -> int:
    """A field of an entry as a whole number. Raises RuleViolation when it is missing or none."""
    value = raw.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RuleViolation(f"The log's {raw['type']} has no proper {key!r}.")
    return value

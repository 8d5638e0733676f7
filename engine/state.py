"""The state of a game: who owns what, where the markers stand, whose turn it is.

Only data and look-ups; the rules that change it stand elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from engine.actions import AnyAction
from engine.board import Board
from engine.components import GIPR, CompanyDef, TrainKind, components
from engine.events import BANK, EntityId, Event
from engine.legal import Legal
from engine.ruleset import Ruleset

BOND = "RB"
SHARE = 10
"""Percent of a company in one share."""
DIRECTORS = 20
"""Percent of a company in its Director's certificate."""
COMPANY_LIMIT = 3
"""Certificates that a company may own, bonds not counted (1.6.6)."""
FEWEST_OPEN = 8
"""With fewer companies open than these the players' limit falls no further (1.1)."""
EXCHANGE_TOKENS = 3
"""Stations of GIPR that can take the place of a closing company's (1.10)."""


@dataclass(slots=True)
class Bank:
    """The bank: its ₹, below 0 when it plays on credit, and whether it was ever broken (1.11)."""

    cash: int
    broken: bool = False
    id: str = BANK


@dataclass(slots=True)
class Train:
    """A train by its id (as "4-1"). `kind` is what it is at present (4 or 4E)."""

    id: str
    kind: str

    @property
    def info(self) -> TrainKind:
        """The kind as printed: price, length and the rest."""
        return components().trains[self.kind]


@dataclass(slots=True)
class Holdings:
    """What a player or a company owns: ₹, percent of companies, Privates, bonds."""

    cash: int = 0
    shares: dict[str, int] = field(default_factory=dict)
    privates: list[str] = field(default_factory=list)
    bonds: int = 0

    def percent(self, company: str) -> int:
        """Percent of the company that is owned here."""
        return self.shares.get(company, 0)

    def add_shares(self, company: str, percent: int) -> None:
        """Take `percent` of the company in; a negative number gives it away."""
        left = self.shares.get(company, 0) + percent
        if left:
            self.shares[company] = left
        else:
            self.shares.pop(company, None)


@dataclass(slots=True)
class Player(Holdings):
    """A player by seat, from 1; `hand` are the cards that he may buy at face value (1.3)."""

    id: int = 0
    name: str = ""
    hand: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Company(Holdings):
    """A company that is in the game.

    `ipo` is the percent that nobody owns yet, hands included, `market` that in the Open Market,
    `converted` that made from Royal Bonds. `price_index` is the place on the share track; `head`
    the seat of the Director or Manager, `director` that of the owner of the Director's certificate.
    `stations_used` counts ordinary stations, `station_order` has the hexes of all, the home first;
    `exchange_left` are GIPR's exchange tokens, `exchange_idle` those left over where GIPR stood
    already (18xx.games): each may be built as a station for nothing. `concessions` are sources.
    """

    id: str = ""
    face_value: int = 0
    price_index: int = 0
    floated: bool = False
    head: int | None = None
    director: int | None = None
    guaranty: bool = False
    ipo: int = 100
    market: int = 0
    converted: int = 0
    trains: list[Train] = field(default_factory=list)
    stations_used: int = 0
    exchange_left: int = 0
    exchange_idle: int = 0
    station_order: list[str] = field(default_factory=list)
    concessions: list[str] = field(default_factory=list)

    @property
    def info(self) -> CompanyDef:
        """The company as printed."""
        return components().companies[self.id]

    @property
    def price(self) -> int:
        """₹ by its place on the share track; the face value until it floats, 0 when it closes."""
        return components().prices[self.price_index]

    @property
    def kind(self) -> str:
        """How it is led: "directed" or "managed" (1.5), "none" while it has no head."""
        if self.head is None:
            return "none"
        return "managed" if self.director is None else "directed"

    @property
    def role(self) -> str:
        """What its head is called: Director or Manager."""
        return "Manager" if self.director is None else "Director"

    @property
    def stations_left(self) -> int:
        """Stations that can still be built, exchange tokens left over among them."""
        return len(self.info.station_costs) - self.stations_used + self.exchange_idle

    @property
    def ordinary_station_cost(self) -> int | None:
        """₹ for the next unused station, exchange tokens apart; None when all are built."""
        costs = self.info.station_costs
        return costs[self.stations_used] if self.stations_used < len(costs) else None

    @property
    def next_station_cost(self) -> int | None:
        """₹ for the cheapest station that can still be built, None when all are built."""
        return 0 if self.exchange_idle else self.ordinary_station_cost

    def train(self, train_id: str) -> Train | None:
        """The company's train with that id, if it owns it."""
        return next((t for t in self.trains if t.id == train_id), None)


Owner = Player | Company


class Stage(Protocol):
    """Something that waits for somebody: a round, or a question that comes between."""

    def step(self, state: State) -> str:
        """The name of the step that somebody must take."""

    def actor(self, state: State) -> EntityId:
        """The player or company that must act."""

    def apply(self, state: State, action: AnyAction) -> None:
        """Validate in full, then change the state. Raises RuleViolation, the state untouched."""

    def legal(self, state: State, lays: bool) -> Legal:
        """What the actor may do; `lays` false leaves track laying out (it is the costly part)."""


class Round(Stage, Protocol):
    """A round by its `name`; `number` is 1, in the second Operating Round of a set 2."""

    name: str
    number: int

    def advance(self, state: State) -> bool:
        """Pass over what nobody can act on; true when the round is over."""


class Pending(Stage, Protocol):
    """A question that must be answered before the round goes on.

    When it is answered it removes itself from `state.pending`.
    """


class State:
    """Everything that an action can change. Replaying the actions gives it again.

    `order` are the seats in turn order; `track` the companies on each place of the share track from
    top to bottom; `depot` the unsold trains by row; `phase` is I, II, III, III' or IV; `unclaimed`
    the sources without a concession; `turn` counts the sets from 1; `pending` has the open
    questions, the first to be answered first; `end_reached` tells that a price reached the end.
    """

    def __init__(self, ruleset: Ruleset, players: list[Player]) -> None:
        self.ruleset = ruleset
        self.bank = Bank(components().bank)
        self.players: dict[int, Player] = {p.id: p for p in players}
        self.order: list[int] = [p.id for p in players]
        self.companies: dict[str, Company] = {}
        self.track: dict[int, list[str]] = {}
        self.bonds_in_bank = components().bonds
        self.market_privates: list[str] = []
        self.ipo_rows: list[list[str]] = []
        self.depot: dict[str, list[Train]] = {}
        self.discard: list[Train] = []
        self.board = Board()
        self.phase = "I"
        self.unclaimed: list[str] = sorted(c.source for c in components().commodities)
        self.jewelry: str | None = None
        self.turn = 1
        self.round: Round
        self.pending: list[Pending] = []
        self.end_reached = False
        self.finished = False
        self.ended_by_hand = False
        self.end_reason: str | None = None
        self.events: list[Event] = []

    def owner(self, entity: EntityId) -> Owner:
        """The player of a seat or the company of that name. Raises KeyError for any other."""
        return self.players[entity] if isinstance(entity, int) else self.companies[entity]

    def owners(self) -> list[Owner]:
        """Players in seating order, then the companies."""
        return [*self.players.values(), *self.companies.values()]

    def owned_train(self, train_id: str) -> tuple[Company, Train] | None:
        """The train of that number with the company that owns it; None if none does."""
        for company in self.companies.values():
            train = company.train(train_id)
            if train:
                return company, train
        return None

    @property
    def fronts(self) -> list[str]:
        """The cards in front of the IPO rows, which can be bought."""
        return [row[0] for row in self.ipo_rows if row]

    @property
    def gipr(self) -> Company | None:
        """GIPR; None once it has closed."""
        return self.companies.get(GIPR)

    @property
    def markers_allowed(self) -> bool:
        """Whether track over a province border still makes a gauge-change marker (1.7)."""
        return self.phase != "IV"

    def emit(self, event: Event) -> None:
        """Note what has happened; `Game.apply` hands it on."""
        self.events.append(event)

    def name(self, entity: EntityId | None) -> str:
        """The name of an entity as a player reads it."""
        if isinstance(entity, int):
            return self.players[entity].name
        return str(entity)

    def heads_after(self, head: int) -> list[int]:
        """The other players, in turn order from the one after `head`."""
        i = self.order.index(head)
        return self.order[i + 1 :] + self.order[:i]


def card_company(card: str) -> str | None:
    """The company of a certificate card; None for a Private or a bond."""
    return card.rpartition("_")[0] or None


def is_directors(card: str) -> bool:
    """Whether the card is a Director's certificate (GIPR has none)."""
    return card.endswith("_0") and not card.startswith(GIPR)


def card_text(card: str) -> str:
    """A certificate as a refusal names it; a Private and a bond by their letters.

    >>> card_text("EIR_0"), card_text("EIR_3"), card_text("P2")
    ("EIR Director's certificate", 'EIR 10%', 'P2')
    """
    company = card_company(card)
    if company is None:
        return card
    return f"{company} Director's certificate" if is_directors(card) else f"{company} {SHARE}%"


def card_percent(card: str) -> int:
    """Percent of its company in a certificate."""
    return DIRECTORS if is_directors(card) else SHARE


def face_value(card: str) -> int:
    """The price of a card in ₹ when it is first bought."""
    company = card_company(card)
    if company:
        return components().companies[company].face_value * card_percent(card) // SHARE
    if card == BOND:
        return components().bond_value
    return components().privates[card].face_value


def certificates(state: State, owner: Owner) -> int:
    """Certificates toward the limit (1.4): a Director's counts as one, bonds not at all."""
    count = sum(owner.shares.values()) // SHARE + len(owner.privates)
    if isinstance(owner, Player):
        count -= sum(1 for c in owner.shares if state.companies[c].director == owner.id)
    return count


def certificate_limit(state: State) -> int:
    """The players' limit by the companies still open (1.1)."""
    open_companies = max(FEWEST_OPEN, len(state.companies))
    limits = components().by_players("certificate_limit", len(state.players))
    return int(limits[str(open_companies)])

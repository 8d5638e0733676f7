"""What happened, as data: the events that an accepted action returns; texts are made elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

EntityId = int | str
"""A player by seat (1 to 5), a company by its letters, or BANK."""
BANK = "bank"
Reason = Literal[
    "no money",
    "limit",
    "no station",
    "no city",
    "no train",
    "no stop",
    "no revenue",
    "nothing to sell",
    "nothing to buy",
]
"""Why nobody is asked for a step: what the actor lacks, or the limit that it has reached."""


@dataclass(frozen=True, slots=True)
class MoneyMoved:
    """₹ `amount` went from `payer` to `payee`, for the reason given."""

    payer: EntityId
    payee: EntityId
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class CardMoved:
    """A certificate card, Private or bond (`RB`) went from one place to another."""

    card: str
    source: str
    owner: EntityId


@dataclass(frozen=True, slots=True)
class SharesMoved:
    """`percent` of a company went from `source` to `target` (entities, "market", "ipo", "hand")."""

    company: str
    percent: int
    source: EntityId
    target: EntityId


@dataclass(frozen=True, slots=True)
class HeadChanged:
    """The player `head` became the `role` (Manager or Director) of a company (1.5)."""

    company: str
    head: int
    role: str


@dataclass(frozen=True, slots=True)
class CompanyFloated:
    """A company floated at ₹ `price` (1.5)."""

    company: str
    price: int


@dataclass(frozen=True, slots=True)
class PriceMoved:
    """The marker went from ₹ `old` to ₹ `new` (0: the company closes)."""

    company: str
    old: int
    new: int


@dataclass(frozen=True, slots=True)
class TileLaid:
    """A company laid a tile, turned by `rotation` times 60°, for ₹ `cost` (1.6.1).

    `markers` are the borders that got a gauge-change marker.
    """

    company: str
    hex: str
    tile: str
    rotation: int
    cost: int
    markers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MarkerRemoved:
    """A company removed the gauge-change marker on `border`, as "D23-E24" (1.6.1)."""

    company: str
    border: str


@dataclass(frozen=True, slots=True)
class StationPlaced:
    """A station was placed for ₹ `cost` in the city number `city`, from 0, of a hex (1.6.2).

    `towards` are the hexes that the city's track leads to, where the hex has two cities.
    """

    company: str
    hex: str
    city: int
    cost: int
    towards: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class StationRemoved:
    """A station of a company that closes left the map (1.10)."""

    company: str
    hex: str


@dataclass(frozen=True, slots=True)
class TrainsRan:
    """The run of a company: for each train its kind, its stops by hex, and its revenue in ₹."""

    company: str
    runs: tuple[tuple[str, tuple[str, ...], int], ...]
    revenue: int


@dataclass(frozen=True, slots=True)
class ConcessionTaken:
    """A company took the concession of a source ("ORE1") of a commodity (1.6.3)."""

    company: str
    commodity: str


@dataclass(frozen=True, slots=True)
class DividendDecided:
    """`paid` is false when the revenue was withheld; `per_share` in ₹ for each 10%."""

    company: str
    revenue: int
    paid: bool
    per_share: int


@dataclass(frozen=True, slots=True)
class TrainBought:
    """A company bought a train of the kind `train` for ₹ `price` from a company or BANK (1.6.5)."""

    company: str
    train: str
    seller: str
    price: int


@dataclass(frozen=True, slots=True)
class TrainSold:
    """A company sold a train of the kind `train` to the bank for ₹ `price` (1.6.5)."""

    company: str
    train: str
    price: int


@dataclass(frozen=True, slots=True)
class PrivateClosed:
    """A Private left the game, its power used (1.1)."""

    private: str


@dataclass(frozen=True, slots=True)
class BondConverted:
    """`owner` turned a Royal Bond into a share of GIPR for ₹ `price` (1.9)."""

    owner: EntityId
    price: int


@dataclass(frozen=True, slots=True)
class PhaseStarted:
    """A phase began: II, III, III' or IV (1.7)."""

    phase: str


@dataclass(frozen=True, slots=True)
class CompanyClosed:
    """A company left the game (1.10)."""

    company: str


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """`round` is select, draft, stock or operating; `number` is 1 or 2 in operating."""

    round: str
    turn: int
    number: int


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A company's turn in an Operating Round began."""

    company: str


@dataclass(frozen=True, slots=True)
class StepPassedOver:
    """A step of a company's turn that nobody was asked for, or that ended by itself (1.6).

    `needed` is the ₹ that the cheapest way would cost, where money is the reason; `cash` what the
    company has.
    """

    company: str
    step: str
    reason: Reason
    cash: int
    needed: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerPassedOver:
    """A player who could do nothing in a stock turn, and was not asked (1.4).

    `selling` tells the selling turn from a buying turn; `cash` in ₹.
    """

    player: int
    selling: bool
    reason: Reason
    cash: int


@dataclass(frozen=True, slots=True)
class BankBroken:
    """The bank went below 0 for the first time, to ₹ `balance` (1.11)."""

    balance: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; `reason` is bank, stock_market, nobody_can_act or manually_ended."""

    reason: str


Event = (
    MoneyMoved
    | CardMoved
    | SharesMoved
    | HeadChanged
    | CompanyFloated
    | PriceMoved
    | TileLaid
    | MarkerRemoved
    | StationPlaced
    | StationRemoved
    | TrainsRan
    | ConcessionTaken
    | DividendDecided
    | TrainBought
    | TrainSold
    | PrivateClosed
    | BondConverted
    | PhaseStarted
    | CompanyClosed
    | RoundStarted
    | TurnStarted
    | StepPassedOver
    | PlayerPassedOver
    | BankBroken
    | GameEnded
)

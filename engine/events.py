"""What happened, as data: the events that an accepted action returns. Texts are made of them elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

EntityId = int | str
"""A player by seat (1 to 5), a company by its letters, or BANK."""
BANK = "bank"


@dataclass(frozen=True, slots=True)
class MoneyMoved:
    """₹ `amount` went from `payer` to `payee`."""

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
    company: str
    head: int
    role: str


@dataclass(frozen=True, slots=True)
class CompanyFloated:
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
    company: str
    hex: str
    tile: str
    rotation: int
    cost: int
    markers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MarkerRemoved:
    company: str
    border: str


@dataclass(frozen=True, slots=True)
class StationPlaced:
    company: str
    hex: str
    city: int
    cost: int


@dataclass(frozen=True, slots=True)
class StationRemoved:
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
    company: str
    train: str
    seller: str
    price: int


@dataclass(frozen=True, slots=True)
class TrainSold:
    company: str
    train: str
    price: int


@dataclass(frozen=True, slots=True)
class PrivateClosed:
    private: str


@dataclass(frozen=True, slots=True)
class BondConverted:
    owner: EntityId
    price: int


@dataclass(frozen=True, slots=True)
class PhaseStarted:
    phase: str


@dataclass(frozen=True, slots=True)
class CompanyClosed:
    company: str


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """`round` is select, draft, stock or operating; `number` is 1 or 2 in operating."""

    round: str
    turn: int
    number: int


@dataclass(frozen=True, slots=True)
class TurnStarted:
    company: str


@dataclass(frozen=True, slots=True)
class BankBroken:
    balance: int


@dataclass(frozen=True, slots=True)
class GameEnded:
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
    | BankBroken
    | GameEnded
)

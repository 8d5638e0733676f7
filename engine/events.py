"""What happened, as data: the events that an accepted action returns; texts are made elsewhere.

An event can be kept: its JSON form is an object with the name of its class under `type`. A field
that comes later has a default, so that what was kept before can still be read.
"""

from __future__ import annotations

import msgspec

EntityId = int | str
"""A player by seat (1 to 5), a company by its letters, or BANK."""
BANK = "bank"


class Happening(msgspec.Struct, frozen=True, tag_field="type", tag=True):
    """The base of all events."""


class MoneyMoved(Happening, frozen=True):
    """₹ `amount` went from `payer` to `payee`, for the reason given."""

    payer: EntityId
    payee: EntityId
    amount: int
    reason: str


class CardMoved(Happening, frozen=True):
    """A card, Private or bond (`RB`) went from `source`, an entity or a place, to an owner."""

    card: str
    source: EntityId
    owner: EntityId


class SharesMoved(Happening, frozen=True):
    """`percent` of a company went from `source` to `target` (entities, "market", "ipo", "hand")."""

    company: str
    percent: int
    source: EntityId
    target: EntityId


class HeadChanged(Happening, frozen=True):
    """The player `head` became the `role` (Manager or Director) of a company (1.5)."""

    company: str
    head: int
    role: str


class CompanyFloated(Happening, frozen=True):
    """A company floated at ₹ `price` (1.5).

    Its home station waits in `waits` (Delhi or Kolkata) for the first tile there, if it does.
    """

    company: str
    price: int
    waits: str | None = None


class PriceMoved(Happening, frozen=True):
    """The marker went from ₹ `old` to ₹ `new` (0: the company closes).

    `reason` is paid, withheld, no_revenue or no_train.
    """

    company: str
    old: int
    new: int
    reason: str = ""


class TileLaid(Happening, frozen=True):
    """A company laid a tile, turned by `rotation` times 60°, for ₹ `cost` (1.6.1).

    `markers` are the borders that got a gauge-change marker.
    """

    company: str
    hex: str
    tile: str
    rotation: int
    cost: int
    markers: tuple[str, ...]


class MarkerRemoved(Happening, frozen=True):
    """A company removed the gauge-change marker on `border`, as "D23-E24" (1.6.1)."""

    company: str
    border: str


class StationPlaced(Happening, frozen=True):
    """A station was placed for ₹ `cost` in the city number `city`, from 0, of a hex (1.6.2).

    Where the hex has two cities, `towards` are the hexes that this one's track leads to.
    """

    company: str
    hex: str
    city: int
    cost: int
    towards: tuple[str, ...] | None = None


class StationRemoved(Happening, frozen=True):
    """A station of a company that closes left the map (1.10)."""

    company: str
    hex: str


class Path(msgspec.Struct, frozen=True):
    """The way of one train over `nodes`, each a (hex, kind of track: city, town, junction, plain).

    `sides` are the hexsides between them as (hex, edge from 0 to 5), seen from the node before;
    `gauges` those of them, by place, where a change of gauge uses a stop. `stops` are
    (place in `nodes`, ₹), None where nothing is paid, `bonuses` (name, ₹), `revenue` all in ₹.
    """

    train: str
    nodes: tuple[tuple[str, str], ...]
    sides: tuple[tuple[str, int], ...]
    gauges: tuple[int, ...]
    stops: tuple[tuple[int, int | None], ...]
    bonuses: tuple[tuple[str, int], ...]
    revenue: int


class TrainsRan(Happening, frozen=True):
    """The run of a company: for each train its kind, its stops by hex, and its revenue in ₹.

    `paths` are their ways over the map, in the same order.
    """

    company: str
    runs: tuple[tuple[str, tuple[str, ...], int], ...]
    revenue: int
    paths: tuple[Path, ...] = ()


class ConcessionTaken(Happening, frozen=True):
    """A company took the concession of a source ("ORE1") of a commodity (1.6.3)."""

    company: str
    commodity: str


class DividendDecided(Happening, frozen=True):
    """`paid` is false when the revenue was withheld; `per_share` in ₹ for each 10%."""

    company: str
    revenue: int
    paid: bool
    per_share: int


class TrainBought(Happening, frozen=True):
    """A company bought a train of the kind `train` for ₹ `price` from a company or BANK (1.6.5).

    `used` tells that it lay in the discard, where trains are that were sold to the bank.
    """

    company: str
    train: str
    seller: str
    price: int
    used: bool = False


class TrainSold(Happening, frozen=True):
    """A company sold a train of the kind `train` to the bank for ₹ `price` (1.6.5)."""

    company: str
    train: str
    price: int


class PrivateClosed(Happening, frozen=True):
    """A Private left the game, its power used (1.1)."""

    private: str


class BondConverted(Happening, frozen=True):
    """`owner` turned a Royal Bond into a share of GIPR for ₹ `price` (1.9)."""

    owner: EntityId
    price: int


class PhaseStarted(Happening, frozen=True):
    """A phase began: II, III, III' or IV (1.7)."""

    phase: str


class CompanyClosed(Happening, frozen=True):
    """A company left the game (1.10)."""

    company: str


class RoundStarted(Happening, frozen=True):
    """`round` is select, draft, stock or operating; `number` is 1 or 2 in operating."""

    round: str
    turn: int
    number: int


class TurnStarted(Happening, frozen=True):
    """A company's turn in an Operating Round began."""

    company: str


class StepSkipped(Happening, frozen=True):
    """A step was passed over, since its company (or player) could do nothing in it.

    `step` is a step of a company's turn, or of a player's stock turn sell or buy. `reason` is

    - no_cash: what there is costs more than the ₹ `cash` that were there;
    - nothing_owned: there is nothing to sell, or no train to run;
    - nothing_offered: nothing is on sale, or no city is open;
    - own_everywhere: a station of the company's own stands in every hex whose city it reaches;
    - limit: as many are held or built as may be;
    - no_route: the trains have no route;
    - no_revenue: there is nothing to pay out.
    """

    entity: EntityId
    step: str
    reason: str
    cash: int


class TurnEnded(Happening, frozen=True):
    """A player ended a stock turn himself without passing in it (1.4.8).

    `step` is sell or buy; `acted` whether he sold or bought something. A buying turn without a
    purchase is passed, which is no event.
    """

    player: int
    step: str
    acted: bool


class BankBroken(Happening, frozen=True):
    """The bank went below 0 for the first time, to ₹ `balance` (1.11)."""

    balance: int


class GameEnded(Happening, frozen=True):
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
    | StepSkipped
    | TurnEnded
    | BankBroken
    | GameEnded
)

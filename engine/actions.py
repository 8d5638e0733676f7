"""What players can do: one small frozen dataclass for each kind of action, and their JSON form.

`actor` is who acts: a player by seat, or a company by its letters, whose actions are its head's. In
the JSON form it has the name that it had first.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

VERSION = 1
EntityId = int | str
Token = Literal["ordinary", "exchange"]
"""An ordinary station, or an exchange token of GIPR that was left over (18xx.games)."""


class Action(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base of all actions.

    Their JSON form is an object with `type`, `v` (the form's version) and the fields.
    """


class ByPlayer(Action, frozen=True):
    """What a player does, never a company."""

    actor: int = msgspec.field(name="player")


class ByCompany(Action, frozen=True):
    """What a company does in its turn."""

    actor: str = msgspec.field(name="company")


class ByEither(Action, frozen=True):
    """What a player does in the stock round, or a company in its turn."""

    actor: EntityId = msgspec.field(name="entity")


class KeepCards(ByPlayer, frozen=True, tag="keep"):
    """1.3: the certificates of the dealt hand that a player keeps."""

    cards: tuple[str, ...]


class DraftCard(ByPlayer, frozen=True, tag="draft"):
    """1.3: take one open card into the hand."""

    card: str


class BuyCard(ByEither, frozen=True, tag="buy_card"):
    """Buy a card at face value.

    `card` is a certificate such as EIR_3 or a Private P1 to P6, from the hand or the front of an
    IPO row (a Private from the Open Market too), or RB for a Royal Bond of the bank.
    """

    card: str


class BuyShare(ByEither, frozen=True, tag="buy_share"):
    """Buy one share of 10% from the Open Market at its price."""

    company: str


class SellShares(ByEither, frozen=True, tag="sell_shares"):
    """Sell `percent` of a company to the Open Market."""

    company: str
    percent: int


class SellCard(ByEither, frozen=True, tag="sell_card"):
    """Sell a Private or a Royal Bond (RB) at face value."""

    card: str


class ConvertBond(ByEither, frozen=True, tag="convert"):
    """1.9: turn a Royal Bond into a 10% share of GIPR."""


class LayTile(ByCompany, frozen=True, tag="lay"):
    """1.6.1: lay a yellow tile, or upgrade one; with `private` P2 or P3 by that Private's power.

    `rotation` is in turns of 60° (0 to 5).
    """

    hex: str
    tile: str
    rotation: int
    private: str | None = None


class RemoveMarker(ByCompany, frozen=True, tag="unmark"):
    """1.6.1: remove the gauge-change marker at an edge (0 to 5) of a hex (Phase IV)."""

    hex: str
    edge: int


class PlaceStation(ByCompany, frozen=True, tag="station"):
    """1.6.2: build a station in a city (its number within the hex, from 0).

    With `private` P5 it is built by that Private's power. Without `token` the cheaper one is built.
    """

    hex: str
    city: int = 0
    slot: int | None = None
    private: str | None = None
    token: Token | None = None


class PlaceHome(Action, frozen=True, tag="home"):
    """1.5, 1.8: place the station of `company` that waits for a decision.

    `tile` and `rotation` (turns of 60°) are given when GIPR turns a town into its home city.
    """

    company: str
    hex: str
    city: int = 0
    slot: int | None = None
    tile: str | None = None
    rotation: int = 0


class Route(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One train's route: the train's id, and the hexsides that it crosses, in order, as "hex/edge".

    `start` is the first city as "hex-index". `revenue` in ₹ is what the player claims, if anything.
    """

    train: str
    start: str
    sides: tuple[str, ...]
    revenue: int | None = None


class RunTrains(ByCompany, frozen=True, tag="run"):
    """1.6.3: the routes of the company's trains; none at all is allowed."""

    routes: tuple[Route, ...]


class Dividend(ByCompany, frozen=True, tag="dividend"):
    """1.6.4: pay the revenue out, or withhold it."""

    pay: bool


class BuyTrain(ByCompany, frozen=True, tag="buy_train"):
    """1.6.5: buy a train by its id (as "4-1") from the bank or another company, for `price` ₹.

    `kind` chooses between, say, 4 and 4E when it is bought from the bank.
    """

    train: str
    price: int
    kind: str | None = None


class SellTrain(ByCompany, frozen=True, tag="sell_train"):
    """1.6.5: sell a train by its id to the bank."""

    train: str


class UseDiscount(ByCompany, frozen=True, tag="discount"):
    """1.6.1: use the French EIC, ₹40 off this turn's terrain bill."""


class PlaceJewelry(ByCompany, frozen=True, tag="jewelry"):
    """1.6.3: use the British EIC, which puts the jewelry marker in a hex."""

    hex: str


class Exchange(Action, frozen=True, tag="exchange"):
    """1.10: GIPR's answer for one station of a closing company."""

    accept: bool


class Pass(ByEither, frozen=True, tag="pass", omit_defaults=True):
    """End the current step or turn.

    `by` is the seat of another player who did it, where the one on turn had run out of time.
    """

    by: int | None = None


class EndGame(Action, frozen=True, tag="end"):
    """End the game by hand, whatever the rules say."""


AnyAction = (
    KeepCards
    | DraftCard
    | BuyCard
    | BuyShare
    | SellShares
    | SellCard
    | ConvertBond
    | LayTile
    | RemoveMarker
    | PlaceStation
    | PlaceHome
    | RunTrains
    | Dividend
    | BuyTrain
    | SellTrain
    | UseDiscount
    | PlaceJewelry
    | Exchange
    | Pass
    | EndGame
)


def to_json(action: AnyAction) -> str:
    """The JSON form of an action, with its version."""
    body = msgspec.to_builtins(action)
    return msgspec.json.encode({"v": VERSION, **body}).decode()


def from_json(text: str) -> AnyAction:
    """Read the JSON form back. Raises ValueError for an unknown form or a newer version."""
    raw: Any = msgspec.json.decode(text)
    version = raw.pop("v", None) if isinstance(raw, dict) else None
    if version != VERSION:
        raise ValueError(f"action of version {version}, this program knows {VERSION}")
    action: AnyAction = msgspec.convert(raw, AnyAction)
    return action

"""What may be done now, as data: the offers of the step that is on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.components import BRITISH, DANISH, DUTCH, FRENCH, PORTUGUESE
from engine.events import EntityId


class Lay(NamedTuple):
    """A tile in a hex, turned by `rotation` times 60°."""

    hex: str
    tile: str
    rotation: int


class City(NamedTuple):
    """A city by its number within the hex, from 0."""

    hex: str
    number: int


class Border(NamedTuple):
    """A border by a hex and its edge, 0 to 5."""

    hex: str
    edge: int


class Sale(NamedTuple):
    """`percent` of a company, and the ₹ that they bring."""

    company: str
    percent: int
    proceeds: int


class TrainOffer(NamedTuple):
    """A kind of train for ₹ `lowest` to `highest`, from a company or "bank" (the discard too)."""

    kind: str
    seller: str
    lowest: int
    highest: int


class TrainSale(NamedTuple):
    """A kind of train, and the ₹ that the bank pays for it."""

    kind: str
    proceeds: int


@dataclass(slots=True)
class Powers:
    """What the Privates at hand could do now; None for one that is not at hand (1.1)."""

    extra_yellow: list[Lay] | None = None
    """P2, the Portuguese EIC."""
    extra_upgrade: list[Lay] | None = None
    """P3, the Dutch EIC."""
    discount: bool = False
    """P4, the French EIC."""
    free_station: list[City] | None = None
    """P5, the Danish EIC."""
    jewelry: list[str] | None = None
    """P6, the British EIC: the hexes."""

    def at_hand(self) -> list[str]:
        """The Privates that may be used in this step, also where they could do nothing."""
        there = {
            PORTUGUESE: self.extra_yellow is not None,
            DUTCH: self.extra_upgrade is not None,
            FRENCH: self.discount,
            DANISH: self.free_station is not None,
            BRITISH: self.jewelry is not None,
        }
        return [private for private, is_there in there.items() if is_there]

    def usable(self) -> list[str]:
        """The Privates that could do something now."""
        idle = {
            private
            for private, found in (
                (PORTUGUESE, self.extra_yellow),
                (DUTCH, self.extra_upgrade),
                (DANISH, self.free_station),
                (BRITISH, self.jewelry),
            )
            if not found
        }
        return [private for private in self.at_hand() if private not in idle]

    def lays(self, private: str) -> list[Lay]:
        """The lays of P2 or P3; none for any other."""
        found = {PORTUGUESE: self.extra_yellow, DUTCH: self.extra_upgrade}.get(private)
        return found or []


@dataclass(slots=True)
class Legal:
    """Everything that the actor may do now.

    `home_of` is the company whose station is to be placed (the actor may be another, that laid
    Delhi or Kolkata); `home_tiles` are the towns that it may turn into its home, if it is GIPR and
    its home may be anywhere. `sell_card` and `buy_card` name certificates, Privates, and "bond".
    """

    step: str
    actor: EntityId
    may_pass: bool = False
    keep: list[str] = field(default_factory=list)
    keep_count: int = 0
    draft: list[str] = field(default_factory=list)
    buy_card: list[str] = field(default_factory=list)
    buy_share: list[str] = field(default_factory=list)
    sell_shares: list[Sale] = field(default_factory=list)
    sell_card: list[str] = field(default_factory=list)
    convert: bool = False
    buy_train: list[TrainOffer] = field(default_factory=list)
    sell_train: list[TrainSale] = field(default_factory=list)
    stations: list[City] = field(default_factory=list)
    lay: list[Lay] = field(default_factory=list)
    unmark: list[Border] = field(default_factory=list)
    run: bool = False
    dividend: bool = False
    homes: list[City] = field(default_factory=list)
    home_of: str | None = None
    home_anywhere: bool = False
    home_tiles: list[Lay] = field(default_factory=list)
    exchange: str | None = None
    powers: Powers = field(default_factory=Powers)

    @property
    def only_home(self) -> City | None:
        """The one answer to the question for a home; None where there is a choice.

        Whoever may turn towns into its home is taken to have one.
        """
        return self.homes[0] if len(self.homes) == 1 and not self.home_anywhere else None

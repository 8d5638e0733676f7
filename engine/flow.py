"""Who must act next: the shapes of a round and of a question that comes between."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from engine.actions import AnyAction
from engine.errors import WrongStepError
from engine.events import EntityId

if TYPE_CHECKING:
    from engine.state import State


@dataclass(slots=True)
class Legal:
    """Everything that the actor may do now.

    Amounts in ₹, shares in percent. `buy_train` rows are (kind, seller or "bank", lowest, highest
    price); `lay` rows (hex, tile, rotation); `stations` and `homes` rows (hex, city). `home_of` is
    the company whose station is to be placed (the actor may be another, that laid Delhi or
    Kolkata); `home_tiles` are the towns that it may turn into its home, if it is GIPR and its home
    may be anywhere. `powers` maps a Private to what it can do: P2 and P3 to lays, P5 to cities, P6
    to hexes, P4 to an empty list.
    """

    step: str
    actor: EntityId
    may_pass: bool = False
    keep: list[str] = field(default_factory=list)
    keep_count: int = 0
    draft: list[str] = field(default_factory=list)
    buy_card: list[str] = field(default_factory=list)
    buy_share: list[str] = field(default_factory=list)
    sell_shares: list[tuple[str, int, int]] = field(default_factory=list)
    sell_card: list[str] = field(default_factory=list)
    convert: bool = False
    buy_train: list[tuple[str, str, int, int]] = field(default_factory=list)
    sell_train: list[tuple[str, int]] = field(default_factory=list)
    stations: list[tuple[str, int]] = field(default_factory=list)
    lay: list[tuple[str, str, int]] = field(default_factory=list)
    unmark: list[tuple[str, int]] = field(default_factory=list)
    run: bool = False
    dividend: bool = False
    homes: list[tuple[str, int]] = field(default_factory=list)
    home_of: str | None = None
    home_anywhere: bool = False
    home_tiles: list[tuple[str, str, int]] = field(default_factory=list)
    exchange: str | None = None
    powers: dict[str, list[tuple[str, str, int]] | list[tuple[str, int]] | list[str]] = field(
        default_factory=dict
    )

    @property
    def only_home(self) -> tuple[str, int] | None:
        """The one answer (hex, city) to the question for a home; None where there is a choice.

        Whoever may turn towns into its home is taken to have one.
        """
        return self.homes[0] if len(self.homes) == 1 and not self.home_anywhere else None


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


def current(state: State) -> Stage:
    """What waits for somebody now: the first question, or else the round."""
    return state.pending[0] if state.pending else state.round


def head_of(state: State, entity: EntityId) -> int | None:
    """The player who acts for an entity: himself, or the head of the company."""
    if isinstance(entity, int):
        return entity
    return state.companies[entity].head


def wrong_step(state: State) -> WrongStepError:
    """The refusal of an action that the current step does not know."""
    stage = current(state)
    actor = state.name(stage.actor(state))
    return WrongStepError(
        f"It is {actor}'s {STEP_NAMES[stage.step(state)]} now; that cannot be done here."
    )


STEP_NAMES = {
    "select": "certificate selection",
    "draft": "draft pick",
    "stock": "stock turn",
    "home": "choice of a home station",
    "exchange": "exchange of a station",
    "track": "track step",
    "station": "station step",
    "run": "train run",
    "dividend": "dividend decision",
    "trains": "train step",
    "sell": "certificate sale",
    "buy": "certificate purchase",
}

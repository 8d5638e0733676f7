"""What a panel is made of, and what it is made from; nothing of Discord's messages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.games.live import LiveGame
from bot.refusal import PlayerError
from engine import Game, Kind, Legal, Turn, turn_now
from engine.actions import AnyAction
from engine.state import Company
from render.view import ThemeName, View

AHEAD = "ahead"
"""The verb of the button that shows what is set ahead; it never goes stale."""
OLD = "This panel is from an older version. `/turn` opens a new one."
Style = Literal["plain", "main", "good", "bad"]
MOST_OPTIONS = 25
"""Options that a select takes."""
MOST_ROWS = 5
BUTTONS_IN_A_ROW = 5
MOST_BUTTONS = 15
"""Choices that are buttons; more of them become selects."""

Make = Callable[[Game], AnyAction | None]
"""Builds a move from the game as it stands by then; None where it is not needed any more."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button: what it says, and the verb with arguments that it stands for."""

    label: str
    verb: str
    args: str = ""
    style: Style = "plain"
    off: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a select."""

    value: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Select:
    """A list to choose from, at least `least` and at most `most` of its options."""

    verb: str
    hint: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    args: str = ""


Row = tuple[Button, ...] | Select


@dataclass(frozen=True, slots=True)
class Panel:
    """A text, at most one picture, and rows of buttons or selects below it."""

    text: str
    rows: tuple[Row, ...] = ()
    picture: View | None = None
    forecast: Kind | None = None
    """What of this kind the company could have more, of which is told later what it would add."""


@dataclass(frozen=True, slots=True)
class Moves:
    """Moves to be taken one after the other, all of them or none."""

    makes: tuple[Make, ...]
    fewer: Callable[[int], str] = field(default=lambda _count: "", compare=False)
    """What is told where only the first so many of them were needed."""

    def all_of(self, game: Game) -> list[AnyAction]:
        """The moves that are needed, from the game as it stands.

        Raises:
            RuleViolation: One of them is against the rules.
            PlayerError: None is needed: no panel offers that.
        """
        trial, actions = game.copy(), []
        for make in self.makes:
            action = make(trial)
            if action is not None:
                trial.apply(action)
                actions.append(action)
        if not actions:
            raise PlayerError(OLD)
        return actions


@dataclass(frozen=True, slots=True)
class Form:
    """A question that is answered by typing: its title, and what each field asks for."""

    title: str
    verb: str
    args: str
    fields: tuple[tuple[str, str], ...]
    """Label and example of each field."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A train of another company: its head is asked where that is another player."""

    make: Callable[[Game], AnyAction]


Outcome = Panel | Moves | Form | Offer


@dataclass(frozen=True, slots=True)
class Seen:
    """What a panel is made from: the game, real or a private copy, and who looks at it.

    `tried` are the moves that were tried on a private copy; None in the real game. `seconds` is
    the time that a search for runs may take.
    """

    live: LiveGame
    game: Game
    seat: int
    theme: ThemeName = "standard"
    seconds: float = 2.0
    tried: tuple[AnyAction, ...] | None = None
    legal: Legal | None = None

    @property
    def company(self) -> Company:
        """The company that acts. Raises PlayerError when a player acts for himself."""
        actor = self.game.actor
        if not isinstance(actor, str):
            raise PlayerError(OLD)
        return self.game.state.companies[actor]

    @property
    def turn(self) -> Turn | None:
        """The company's turn that is on, if one is."""
        return turn_now(self.game.state)


Handler = Callable[[Seen, str, Sequence[str]], Awaitable[Outcome]]
"""Answers a verb with its arguments and the values that were chosen or typed."""


def with_buttons(panel: Panel, *more: Button) -> Panel:
    """The panel with buttons in a row of their own, or in its last row where five are full."""
    if not more:
        return panel
    rows = list(panel.rows)
    if len(rows) < MOST_ROWS:
        return replace(panel, rows=(*rows, tuple(more)))
    last = rows[-1]
    if isinstance(last, Select):
        return panel
    room = BUTTONS_IN_A_ROW - len(last)
    return replace(panel, rows=(*rows[:-1], (*last, *more[:room])))


def grid(buttons: Sequence[Button], width: int = 5) -> tuple[Row, ...]:
    """Buttons in rows."""
    return tuple(tuple(buttons[i : i + width]) for i in range(0, len(buttons), width))


def choice(
    verb: str, options: Sequence[Option], hint: str, *, args: str = "", style: Style = "plain"
) -> tuple[Row, ...]:
    """Options as buttons if they are few, else as selects of 25, named by their first and last."""
    if len(options) <= MOST_BUTTONS and not any(o.note for o in options):
        return grid([Button(o.label, verb, f"{args}{o.value}", style) for o in options])
    pages = [options[i : i + MOST_OPTIONS] for i in range(0, len(options), MOST_OPTIONS)]
    return tuple(
        Select(
            verb,
            hint if len(pages) == 1 else f"{hint.rstrip(' …?')}: {_range(page)}"[:150],
            tuple(page),
            args=args,
        )
        for page in pages
    )


def _range(page: Sequence[Option]) -> str:
    """The first and the last of some options."""
    first, last = page[0].label, page[-1].label
    return first if len(page) == 1 else f"{first} to {last}"

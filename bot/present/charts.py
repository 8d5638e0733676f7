"""The course of a game as charts: which lines they have, and what they are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.games.chronicle import COMPANIES, MARKET, UNSOLD, Moment
from bot.present import words
from bot.refusal import PlayerError
from engine.components import components
from engine.events import EntityId
from engine.state import State
from render import font
from render.view import ChartView, Series, ThemeName

SOLD_NOT = "IPO rows and hands"


@dataclass(frozen=True, slots=True)
class Course:
    """What a chart is made of: the players' names by seat, the moments, and what to keep to."""

    names: Mapping[int, str]
    moments: Sequence[Moment]
    company: str | None = None
    seat: int | None = None

    def of_players(self, title: str, values: Callable[[Moment], Mapping[int, int]]) -> ChartView:
        """A line for each player, or for the one."""
        found = tuple(
            Series(name, tuple(values(moment)[seat] for moment in self.moments))
            for seat, name in self.names.items()
            if self.seat in (None, seat)
        )
        return ChartView(f"{title} as each round began", axis(self.moments), found)

    def of_companies(
        self,
        title: str,
        moments: Sequence[Moment],
        values: Callable[[Moment], Mapping[str, int]],
    ) -> ChartView:
        """A line for each company that ever had a value, or for the one."""
        found = [values(moment) for moment in moments]
        series = tuple(
            Series(company, tuple(of.get(company) for of in found), company)
            for company in components().companies
            if self.company in (None, company) and any(company in of for of in found)
        )
        return ChartView(title, axis(moments), series)


def chart_view(
    state: State,
    moments: Sequence[Moment],
    what: str,
    company: str | None = None,
    seat: int | None = None,
    theme: ThemeName = "standard",
) -> ChartView:
    """The chart of that kind, kept to a company or a player where they are named.

    Raises:
        PlayerError: There is no such chart, it needs a company that is not named, or nothing has
            happened yet that it could show.
    """
    if what not in KINDS:
        raise PlayerError(f"There is no such chart. There are: {words.listed(list(KINDS))}.")
    if what == "owners" and company is None:
        raise PlayerError("Who owned what? Name a company with `company:`.")
    if len(moments) < 2:
        raise PlayerError("There is no course of the game yet: charts begin with Stock Round 1.")
    if company is not None and not any(company in moment.owners for moment in moments):
        there = words.listed(sorted(state.companies))
        raise PlayerError(f"{company[:20]} is no company of this game. In the game: {there}.")
    names = words.plainly(state)
    shown = {seat: font.known(name) or f"Seat {seat}" for seat, name in names.items()}
    _, draw = KINDS[what]
    view = draw(Course(shown, moments, company, seat))
    if not view.series:
        raise PlayerError("There is nothing to draw yet.")
    return replace(view, theme=theme)


def moment_name(moment: Moment) -> str:
    """A moment as an axis names it: "SR 2", "OR 3.1", "now"."""
    if moment.started is None:
        return "now"
    if moment.started.round == "operating":
        return f"OR {moment.started.turn}.{moment.started.number}"
    return f"SR {moment.started.turn}"


def axis(moments: Sequence[Moment]) -> tuple[str, ...]:
    """The names of the moments."""
    return tuple(map(moment_name, moments))


def _prices(course: Course) -> ChartView:
    title = "Share prices as each round began"
    return course.of_companies(title, course.moments, lambda moment: moment.price)


def _treasuries(course: Course) -> ChartView:
    title = "Treasuries as each round began"
    return course.of_companies(title, course.moments, lambda moment: moment.treasury)


def _revenue(course: Course) -> ChartView:
    rounds = [m for m in course.moments if m.started and m.started.round == "operating"]
    return course.of_companies("Revenue by Operating Round", rounds, lambda moment: moment.revenue)


def _owners(course: Course) -> ChartView:
    there = [m for m in course.moments if course.company in m.owners]
    held = [m.owners[course.company or ""] for m in there]
    owners = {owner for percents in held for owner in percents}
    named: list[tuple[EntityId, str]] = [
        *course.names.items(),
        (COMPANIES, "companies"),
        (MARKET, words.MARKET),
        (UNSOLD, SOLD_NOT),
    ]
    series = tuple(
        Series(name, tuple(percents.get(owner, 0) for percents in held))
        for owner, name in named
        if owner in owners
    )
    return ChartView(f"Who owns {course.company}", axis(there), series, "%", stacked=True)


def _bank(course: Course) -> ChartView:
    series = (Series("The bank", tuple(moment.bank for moment in course.moments)),)
    return ChartView("Money in the bank as each round began", axis(course.moments), series)


KINDS: Mapping[str, tuple[str, Callable[[Course], ChartView]]] = {
    "worth": (
        "what the players are worth",
        lambda course: course.of_players("Worth of the players", lambda moment: moment.worth),
    ),
    "cash": (
        "the cash of the players",
        lambda course: course.of_players("Cash of the players", lambda moment: moment.cash),
    ),
    "prices": ("the share prices", _prices),
    "treasuries": ("the companies' treasuries", _treasuries),
    "revenue": ("what the companies ran for", _revenue),
    "owners": ("who owned how much of a company", _owners),
    "bank": ("the money in the bank", _bank),
}
"""The kinds of chart by name: what they show, and how they are drawn."""

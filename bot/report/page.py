"""From the review of a game to its page: words, charts, maps, in one file of HTML."""

from __future__ import annotations

import base64
import contextlib
import gzip
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from bot.games.chronicle import Moment, chronicle
from bot.games.scores import scored
from bot.present import scenes, words
from bot.present.charts import chart_view, moment_name
from bot.refusal import PlayerError
from bot.report.review import Run, Watch, review
from engine import Game
from engine.events import EntityId, RoundStarted
from engine.state import SHARE
from render import font, picture

CHARTS = ("worth", "prices", "treasuries", "revenue", "bank")


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing that stands in the page: its name, its SVG packed for the page, its words."""

    name: str
    packed: str
    told: str


def page(game: Game, name: str, watch: Watch | None = None) -> str:
    """The page of a game that is over, or as it stands. It takes some seconds in a late game."""
    looked = review(game, watch)
    moments = chronicle(game)
    names = {p.id: words.plain_name(p.name) for p in game.state.players.values()}
    return _template().render(
        name=name,
        rules=game.setup.ruleset.name,
        moves=len(game.history),
        standing=standing_line(game),
        names=names,
        scored=scored(game),
        share=SHARE,
        charts=list(_charts(game, moments)),
        maps=[_map(game, moment) for moment in moments],
        review=looked,
        missed=missed_by(looked.runs),
        entity=lambda who: _entity(names, who),
        round=round_short,
        faces=_faces(),
    )


def standing_line(game: Game) -> str:
    """How the game came to its end, or that it goes on."""
    if not game.finished:
        return f"The game goes on: {words.round_name(game.state)}."
    return f"The game is over: {words.end_reason(game.state.end_reason)}."


def missed_by(runs: Sequence[Run]) -> list[tuple[int, int, int, int]]:
    """For each player who led a company at a run: seat, runs, ₹ earned, ₹ missed in all."""
    seats = sorted({run.head for run in runs})
    return [
        (
            seat,
            sum(run.head == seat for run in runs),
            sum(run.earned for run in runs if run.head == seat),
            sum(run.missed for run in runs if run.head == seat),
        )
        for seat in seats
    ]


def round_short(started: RoundStarted) -> str:
    """A round as a table names it: "OR 3.1"."""
    if started.round == "operating":
        return f"OR {started.turn}.{started.number}"
    return (
        f"SR {started.turn}"
        if started.round == "stock"
        else words.round_title(started.round, started.turn, started.number)
    )


def _entity(names: dict[int, str], who: EntityId) -> str:
    return names[who] if isinstance(who, int) else who


def _charts(game: Game, moments: Sequence[Moment]) -> Iterator[Picture]:
    """The charts that have something to show."""
    for what in CHARTS:
        with contextlib.suppress(PlayerError):
            view = chart_view(game.state, moments, what)
            yield Picture(view.title, _packed(picture.draw(view)), picture.describe(view))


def _map(game: Game, moment: Moment) -> Picture:
    """The whole map as a round began, or as it is now."""
    then = game.until(moment.place)
    view = scenes.area_view(then, scenes.WHOLE)
    name = "Now" if moment.started is None else f"As {moment_name(moment)} began"
    return Picture(name, _packed(picture.draw(view)), picture.describe(view))


def _packed(svg: str) -> str:
    """Compressed, in letters; the page unpacks it. `mtime` 0 makes it the same each time."""
    plain = svg[svg.index("<svg") :]
    return base64.b64encode(gzip.compress(plain.encode(), mtime=0)).decode()


@cache
def _faces() -> list[tuple[int, str]]:
    """The font in which pictures are drawn, as data: weight and content."""
    return [
        (weight, base64.b64encode(font.path(name).read_bytes()).decode())
        for name, weight in font.CSS_WEIGHT.items()
    ]


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("bot.report", "."), autoescape=True, undefined=StrictUndefined
    )
    environment.filters["money"] = words.money
    environment.filters["train"] = words.train
    return environment.get_template("page.html.j2")

"""`python -m bot routes`: the best runs at each train run of a log, beside those that were made."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.events import TrainsRan
from engine.routes import best_runs
from engine.ruleset import RULESETS
from interchange.replay import Replay, ReplayError
from interchange.site_log import LogError, parse

RUN = "run_routes"
LIMIT = 60.0
"""Seconds for one run: at this desk a proof matters more than a quick answer."""


def routes(
    log: Annotated[Path, typer.Argument(help="a game log as 18xx.games exports it")],
    rules: Annotated[str, typer.Option(help="site or rulebook")] = "site",
    at: Annotated[int | None, typer.Option(help="only the run with this number")] = None,
) -> None:
    """Print the best routes at each train run of a log, one JSON object a line."""
    if rules not in RULESETS:
        raise typer.BadParameter(f"{rules} is no ruleset; there are {' and '.join(RULESETS)}.")
    try:
        text = log.read_bytes()
        replay = Replay(parse(text), RULESETS[rules])
        for line in _lines(replay, at):
            print(json.dumps(line), flush=True)
    except (OSError, LogError, ReplayError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error


def _lines(replay: Replay, at: int | None) -> Iterator[dict[str, Any]]:
    """A line for each run (or only the one numbered `at`), as the replay comes to it."""
    entries = replay.entries[:at]
    steps = replay.steps(at)
    for n, raw in enumerate(entries, 1):
        company = replay.game.state.companies.get(str(raw.get("entity")))
        if raw["type"] != RUN or company is None or at not in (None, n):
            next(steps)
            continue
        start = time.perf_counter()
        found = best_runs(replay.game.state, company, LIMIT, alternatives=0)
        ms = (time.perf_counter() - start) * 1000
        next(steps)
        yield {
            "n": n,
            "company": company.id,
            "recorded": _recorded(replay),
            "best": found.best.total,
            "proved": found.proved,
            "ms": round(ms, 2),
        }


def _recorded(replay: Replay) -> int:
    """The revenue in ₹ of the run that was made last, as the engine computed it."""
    return next(
        event.revenue
        for applied in reversed(replay.game.history)
        for event in applied.events
        if isinstance(event, TrainsRan)
    )

"""`python -m bot routes`: the best runs at each train run of a log, beside those that were made."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.start.cmd_replay import Rules, read_log
from bot.start.telling import fail
from engine.events import TrainsRan
from engine.routes import best_runs
from interchange.replay import Replay, ReplayError

RUN = "run_routes"
LIMIT = 60.0
"""Seconds for one run: at this desk a proof matters more than a quick answer."""


def routes(
    log: Annotated[Path, typer.Argument(help="A game log exported from 18xx.games")],
    rules: Annotated[Rules, typer.Option(help="The ruleset to follow")] = Rules.site,
    at: Annotated[int | None, typer.Option(help="Only the run with this number")] = None,
) -> None:
    """Print the best routes at each train run of a log, one JSON object a line."""
    replay = read_log(log, rules)
    if at is not None and (at < 1 or at > len(replay.entries) or not _is_run(replay, at)):
        fail(f"Move {at} of {log} is no train run.")
    try:
        for line in _lines(replay, at):
            print(json.dumps(line), flush=True)
    except ReplayError as error:
        fail(f"{log} cannot be followed: {error}")


def _is_run(replay: Replay, n: int) -> bool:
    return bool(replay.entries[n - 1]["type"] == RUN)


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

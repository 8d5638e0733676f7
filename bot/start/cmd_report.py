"""`python -m bot report LOG.json --out FILE.html`: the page after a game, from its log."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from bot.report.page import page
from bot.start.cmd_replay import Rules, check_move, read_log
from bot.start.telling import fail, write
from interchange.replay import ReplayError


def report(
    log: Annotated[Path, typer.Argument(help="A game log exported from 18xx.games")],
    out: Annotated[Path, typer.Option(help="The HTML file to write")],
    rules: Annotated[Rules, typer.Option(help="The ruleset to follow")] = Rules.site,
    until: Annotated[int | None, typer.Option(help="Only so many moves; all by default")] = None,
) -> None:
    """Write a page on a game: scores, charts, the map by rounds, every run beside the best."""
    replay = read_log(log, rules)
    check_move(log, replay, until)
    try:
        game = replay.run(until)
    except ReplayError as error:
        fail(
            f"{log} cannot be followed: {error}\nFor a page on the game up to that point, add "
            f"--until {error.n - 1}."
        )
    console = Console(file=sys.stderr)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Best runs", total=None)
        text = page(
            game, log.stem, lambda done, of: progress.update(task, completed=done, total=of)
        )
    data = text.encode()
    write(out, data)
    print(f"{out}: {len(data) // 1024:,} KB")

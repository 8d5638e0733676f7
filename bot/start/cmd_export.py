"""`python -m bot export LOG.json --out FILE.json`: writes a game anew from its own actions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from bot.start.cmd_replay import Rules, read_log
from bot.start.telling import fail, write
from interchange.replay import ReplayError
from interchange.site_log import LogError
from interchange.site_writer import rewritten


def export(
    log: Annotated[Path, typer.Argument(help="A game log exported from 18xx.games")],
    out: Annotated[Path, typer.Option(help="The file to write, in the form of 18xx.games")],
    rules: Annotated[Rules, typer.Option(help="The ruleset to follow")] = Rules.site,
    until: Annotated[int | None, typer.Option(help="Only so many moves; all by default")] = None,
) -> None:
    """Follow a log and write the game anew: only what stands, in the form of 18xx.games."""
    replay = read_log(log, rules)
    try:
        file = rewritten(replay, until)
    except LogError as error:
        fail(f"{log}: {error}")
    except ReplayError as error:
        fail(
            f"{log} cannot be followed: {error}\nTo write the game up to that point, add "
            f"--until {error.n - 1}."
        )
    write(out, json.dumps(file).encode("ascii"))
    print(f"{out}: {len(file['actions'])} moves")

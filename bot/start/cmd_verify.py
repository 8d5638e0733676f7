"""`python -m bot verify EXPORT.json`: computes a sealed setup anew and compares it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from bot.games.setups import NotRevealedError, prove
from bot.start.telling import fail
from engine import RULESETS


def verify(
    export: Annotated[Path, typer.Argument(help="A game that `/game export format:own` wrote")],
) -> None:
    """Check the sealed shuffle of a game that is over: docs/shuffle.md tells how it works."""
    try:
        raw = json.loads(export.read_bytes())
    except OSError as error:
        fail(f"{export} cannot be read ({error.strerror or error}).")
    except (ValueError, RecursionError):
        fail(f"{export} is no JSON.")
    setup = raw.get("setup") if isinstance(raw, dict) else None
    if not isinstance(setup, dict) or raw.get("ruleset") not in RULESETS:
        fail(f"{export} is no game that this program has written.")
    try:
        proof = prove(setup, raw["ruleset"])
    except NotRevealedError as error:
        fail(str(error))
    except (ValueError, KeyError, TypeError, AttributeError):
        fail(f"{export}: its setup is damaged.")
    print(f"secret  {proof.secret}")
    print(f"SHA-256 {proof.sha256}")
    print("Compare it with what was posted at the start.")
    for part in proof.agrees:
        print(f"the same:     {part}")
    for part in proof.differs:
        print(f"NOT the same: {part}")
    if proof.differs:
        raise typer.Exit(1)

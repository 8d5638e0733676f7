"""`python -m bot replay LOG.json`: follows a log move by move, and shows the standing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TextIO

import msgspec
import typer

from bot.start.telling import fail, not_written
from engine import RULESETS, Game, scoring
from interchange.replay import Followed, Replay, ReplayError
from interchange.site_log import LogError, RawAction, parse
from interchange.trace import legal_json, state_json


class Rules(StrEnum):
    """The two rulesets."""

    site = "site"
    rulebook = "rulebook"


def read_log(path: Path, rules: Rules) -> Replay:
    """A log ready to be followed; ends the program with one sentence where it cannot be read."""
    try:
        return Replay(parse(path.read_bytes()), RULESETS[rules.value])
    except OSError as error:
        fail(f"{path} cannot be read ({error.strerror or error}).")
    except LogError as error:
        fail(f"{path}: {error}")


def check_move(log: Path, replay: Replay, n: int | None) -> None:
    """End the program with one sentence where a log has no move of that number."""
    if n is not None and not 0 <= n <= len(replay.entries):
        fail(f"{log} has {len(replay.entries)} moves, so there is no move {n}.")


def replay(
    log: Annotated[Path, typer.Argument(help="A game log exported from 18xx.games")],
    rules: Annotated[Rules, typer.Option(help="The ruleset to follow")] = Rules.site,
    trace: Annotated[Path | None, typer.Option(help="Write the state after each action")] = None,
    legal: Annotated[bool, typer.Option("--legal", help="With what may be done next")] = False,
) -> None:
    """Follow a log and print the standing; exit with 1 at the first action that breaks a rule."""
    game_log = read_log(log, rules)
    if trace is None:
        _follow(game_log, None, legal)
    else:
        try:
            with trace.open("w", encoding="utf-8") as out:
                _follow(game_log, out, legal)
        except OSError as error:
            fail(not_written(trace, error))
    for player, worth in scoring.standing(game_log.game.state):
        print(player.name, worth)


def _follow(game_log: Replay, out: TextIO | None, legal: bool) -> None:
    _write(out, game_log.game, 0, None, legal)
    try:
        for step in _watched(game_log.steps(), len(game_log.entries)):
            _write(out, game_log.game, step.n, step.raw, legal)
    except ReplayError as error:
        fail(
            f"The log cannot be followed at action n={error.n}, id={error.raw.get('id')}: "
            f"{msgspec.json.encode(error.raw).decode()[:500]}\n{error.reason}"
        )


def _watched(steps: Iterator[Followed], total: int) -> Iterator[Followed]:
    """The steps, with a bar of progress where somebody watches (only then is rich loaded)."""
    if not sys.stderr.isatty():
        return steps
    from rich.console import Console
    from rich.progress import track

    return iter(track(steps, "Following", total, console=Console(stderr=True)))


def _write(out: TextIO | None, game: Game, n: int, raw: RawAction | None, legal: bool) -> None:
    """One line of the trace."""
    if out is None:
        return
    line: dict[str, Any] = {"n": n, "action": raw, "state": state_json(game)}
    possible = game.legal() if legal else None
    if possible is not None:
        line["legal"] = legal_json(game, possible)
    out.write(msgspec.json.encode(line).decode() + "\n")

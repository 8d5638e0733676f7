"""Whole recorded games by taps on the panel; an ordinary turn takes at most six."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.games.forecast import search
from engine import actions as act
from engine.ruleset import RULEBOOK
from interchange.replay import Replay
from interchange.site_log import parse
from tests.cogs.played import HOARDER, MIXED2, Played, log_of
from tests.cogs.turn import tapping
from tests.support.world import World

SIX = 6
ORDINARY = ["LayTile", "Pass", "RunTrains", "Dividend"]


async def _known(tapper: tapping.Tapper) -> None:
    """Find out whether the recorded run is one of those offered."""
    tapping.BEST.clear()
    played = tapper.played
    run = next((a for a in tapper.coming() if isinstance(a, act.RunTrains)), None)
    if run is None or played.game.step not in {"station", "run"}:
        return
    live = await played.live()
    found = await search(live, live.game.state.companies[run.company], 2.0)
    for index, plan in enumerate([found.best, *found.others]):
        if tapping.same(plan.action(run.company), run):
            tapping.BEST.update(index=index, total=plan.total)
            return


def recorded(name: str) -> list[act.AnyAction]:
    """All moves of a recorded game."""
    replay = Replay(parse(log_of(name)), RULEBOOK)
    return [action for step in replay.steps(None) for action in step.actions]


@pytest.mark.parametrize(("name", "start", "end"), [(MIXED2, 0, 519), (HOARDER, 402, 789)])
async def test_a_recorded_game_is_played_by_taps(
    world: World, name: str, start: int, end: int
) -> None:
    played = await Played.bring(world, name, start)
    tapper = tapping.Tapper(played, recorded(name))
    while len(played.game.history) < end and not played.game.finished:
        await _known(tapper)
        await tapper.step()
    await played.check()
    ordinary = Counter(taps for taps, kinds in tapper.turns if _is_ordinary(kinds))
    print(f"taps by step: {dict(tapper.by_step)}; by command: {tapper.commands}")
    print(f"taps of a turn: {sorted(Counter(t for t, _ in tapper.turns).items())}")
    print(f"taps of an ordinary turn: {sorted(ordinary.items())}")
    assert all(taps <= SIX for taps in ordinary)


def _is_ordinary(kinds: tuple[str, ...]) -> bool:
    """One tile, no station, a run, paid; no trains, no certificates."""
    rest = [kind for kind in kinds if kind != "Pass"]
    return rest == ["LayTile", "RunTrains", "Dividend"]

"""Recorded games by taps on the panel; an ordinary turn takes at most six.

Whole games are played in the same way by `python -m benchmarks.taps`.
"""

from __future__ import annotations

from collections import Counter

import pytest

from bot.games.forecast import search
from engine import RULEBOOK, Game
from engine import actions as act
from engine.events import TurnStarted
from engine.routes import best_runs
from interchange.replay import Replay
from interchange.site_log import parse
from tests.cogs.played import HOARDER, MIXED2, MIXED3, Played, log_of
from tests.cogs.turn import tapping
from tests.support.world import World, answer_of

SIX = 6
STUCK = 20
"""Taps without a move after which the panel is called stuck."""


async def know(tapper: tapping.Tapper) -> None:
    """Find out whether the recorded run is one of those offered."""
    tapping.BEST.clear()
    played = tapper.played
    run = next((a for a in tapper.coming() if isinstance(a, act.RunTrains)), None)
    if run is None or played.game.step not in {"station", "run"}:
        return
    live = await played.live()
    found = await search(live, live.game.state.companies[run.actor], 2.0)
    for index, plan in enumerate([found.best, *found.others]):
        if tapping.same(plan.action(run.actor), run):
            tapping.BEST.update(index=index, total=plan.total)
            return


def recorded(name: str) -> list[act.AnyAction]:
    """All moves of a recorded game."""
    replay = Replay(parse(log_of(name)), RULEBOOK)
    return [action for step in replay.steps(None) for action in step.actions]


@pytest.mark.parametrize(("name", "start", "end"), [(MIXED2, 120, 170), (HOARDER, 402, 440)])
async def test_a_recorded_game_is_played_by_taps(
    world: World, name: str, start: int, end: int
) -> None:
    tapper = await play_by_taps(world, name, start, end)
    assert tapper.commands < (end - start) / 4


async def play_by_taps(world: World, name: str, start: int, end: int) -> tapping.Tapper:
    """Play these moves of a recorded game and print the taps; the game is then the recorded one."""
    played = await Played.bring(world, name, start)
    tapper = tapping.Tapper(played, recorded(name))
    taps_at: Counter[int] = Counter()
    while len(played.game.history) < end and not played.game.finished:
        await know(tapper)
        await tapper.step()
        taps_at[len(played.game.history)] += 1
        assert taps_at[len(played.game.history)] < STUCK, f"after {len(played.game.history)} moves"
    await played.check()
    print(f"taps by step: {dict(tapper.by_step)}; by command: {tapper.commands}")
    print(f"taps of a turn: {sorted(Counter(t for t, _ in tapper.turns).items())}")
    return tapper


def turns_of(name: str) -> list[int]:
    """After how many moves of a recorded game a company's turn begins that can be ordinary."""
    game = Game(Replay(parse(log_of(name)), RULEBOOK).game.setup)
    found = []
    for number, action in enumerate(recorded(name), 1):
        events = game.apply(action)
        began = any(isinstance(event, TurnStarted) for event in events)
        if not began or game.step != "track" or game.finished:
            continue
        legal = game.legal()
        company = game.state.companies[str(game.actor)]
        yellow = [h for h, _, _ in (legal.lay if legal else []) if game.state.board.is_empty(h)]
        if yellow and company.trains and best_runs(game.state, company, 1.0).best.total:
            found.append(number)
    return found


@pytest.mark.parametrize("name", [HOARDER, MIXED3])
async def test_an_ordinary_turn_takes_at_most_six_taps(world: World, name: str) -> None:
    """One yellow tile, no station, the best run, paid, no train and no certificate."""
    counted: Counter[int] = Counter()
    ordinary = turns_of(name)
    for number, at in enumerate(ordinary[:: max(1, len(ordinary) // 4)]):
        channel = world.guild.create_text_channel(f"turn-{number}")
        played = await Played.bring(world, name, at, channel=channel)
        taps = await ordinary_turn(played)
        if taps:
            counted[taps] += 1
    print(f"{name}: ordinary turns by taps {sorted(counted.items())}")
    assert counted
    assert max(counted) <= SIX


async def ordinary_turn(played: Played) -> int:
    """The taps of an ordinary turn of the company on turn; 0 where no train can run."""
    world, player, company = played.world, played.on_turn, played.game.actor
    panel = answer_of(await world.slash(player, "turn", channel=played.channel))
    member, taps = world.players[player], 1
    before = len(played.game.history)
    while taps < 12:
        live = await played.live()
        if live.game.actor != company:
            break
        controls = {c.verb: c for c in reversed(tapping.controls(panel))}
        wanted = next(v for v in ORDER if v in controls)
        if wanted == "run_only":
            return 0  # no route pays
        control = controls[wanted]
        if control.values:
            result = await member.select(panel, control.values[:1], custom_id=control.id)
        else:
            result = await member.click(panel, custom_id=control.id)
        tapping.moved(panel, result)
        taps += 1
    kinds = [type(a.action).__name__ for a in (await played.live()).game.history[before:]]
    if "RunTrains" not in kinds:
        return 0
    assert [kind for kind in kinds if kind != "Pass"] == ["LayTile", "RunTrains", "Dividend"]
    return taps


ORDER = ("run_pay", "lay_done", "tile", "hex", "end", "home", "station_no", "run_only", "pass")
"""What is tapped for an ordinary turn, whichever of it is there first."""

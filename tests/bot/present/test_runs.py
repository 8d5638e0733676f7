"""The text of a run adds up to its revenue, and names what uses a stop."""

import re

from bot.present.runs import other_text, run_text
from engine import RULEBOOK, path_of
from engine.routes import best_runs
from interchange.replay import Replay
from tests.bot.present.recorded import log


def test_a_gauge_change_is_named_where_it_uses_a_stop() -> None:
    replay = Replay(log("made-353-3p-mixed"), RULEBOOK)
    told = 0
    for step in replay.steps():
        game = replay.game
        if game.step != "run" or not isinstance(game.actor, str) or step.n > 700:
            continue
        found = best_runs(game.state, game.state.companies[game.actor], 1.0)
        for run in found.best.runs:
            gauges = path_of(game.state, run).gauges
            parts = run_text(run, gauges).split(" · ")
            changes = parts.count("gauge change (a stop)")
            assert changes == len(gauges)
            stops = len(run.revenue.stops)
            assert "gauge" not in parts[0]
            assert "gauge" not in parts[stops + changes - 1]
            if not run.train.info.express:
                cities = sum(node.kind == "city" for node in run.nodes)
                assert cities + changes <= run.train.info.cities
            values = [int(n) for n in re.findall(r" \+?(\d+)$", "\n".join(parts), re.MULTILINE)]
            assert sum(values) == run.revenue.total
            told += changes
        for other in found.others:
            assert "−₹" not in other_text(other, found.best)
    assert told

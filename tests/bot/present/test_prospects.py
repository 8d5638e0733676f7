"""What a treasury's forecast says comes true when the company runs so, and pays or withholds."""

from collections.abc import Iterator

import pytest

from bot.present.prospects import prospects
from bot.present.words import money
from engine import RULEBOOK, Game
from engine.actions import Dividend, RunTrains
from engine.routes import best_runs
from interchange.replay import Replay
from tests.bot.present.recorded import NAMES, log


def before_runs(name: str) -> Iterator[tuple[Game, str]]:
    """Moments at which a company runs its trains, and the company."""
    replay = Replay(log(name), RULEBOOK)
    for _ in replay.steps():
        if replay.game.step == "run" and isinstance(replay.game.actor, str):
            yield replay.game, replay.game.actor


@pytest.mark.parametrize("name", NAMES)
def test_cash_and_price_come_true(name: str) -> None:
    told = 0
    for game, company_id in list_some(before_runs(name)):
        company = game.state.companies[company_id]
        found = best_runs(game.fork(), company, 1.0)
        lines = prospects(game, company, found)
        for pay in (True, False) if found.best.total else (False,):
            after = game.copy()
            after.apply(found.best.action(company_id) if found.best.routes else none(company_id))
            if found.best.total:
                after.apply(Dividend(company_id, pay=pay))
            then = after.state.companies.get(company_id)
            if then is None:
                continue
            [line] = [x for x in lines if x.startswith("**If paid" if pay else "**")][-1:]
            if not pay:
                assert line.startswith("**If withheld" if found.best.total else "**Without")
            assert f" cash {money(then.cash)} (" in line, (company_id, lines)
            moved = f"→ {money(then.price)})" in line
            assert moved or (line.endswith("price unchanged)") and then.price == company.price)
            told += 1
    assert told


def list_some(moments: Iterator[tuple[Game, str]]) -> Iterator[tuple[Game, str]]:
    """Every fourth of the moments."""
    return (moment for n, moment in enumerate(moments) if n % 4 == 0)


def none(company: str) -> RunTrains:
    """A run without routes."""
    return RunTrains(company, ())

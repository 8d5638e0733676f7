"""Controls that no panel has made: their ids come from elsewhere, and are refused in a sentence."""

from __future__ import annotations

import contextlib

import pytest

from bot.refusal import PlayerError
from cogs.turn import desk, reading
from cogs.turn.panel import Moves, Offer
from engine import RuleViolation
from tests.cogs.turn.seen import seen_at
from tests.cogs.turn.test_hazards import SPOTS

CARRIED = {
    "hex": "P2/E24",
    "tile": "/E24/9/1",
    "lay": "/E24/9/1",
    "lay_done": "/A99/9/1",
    "unmark": "G8/0",
    "station": "G8/7",
    "run_only": "0/123",
    "run_pay": "99/0",
    "run_keep": "0/123",
    "train": "4Ex2/discard",
    "train_sure": "4/NWR",
    "train_of": "2/NWR",
    "train_at": "2/NWR/999999",
    "train_sell": "4",
    "sell": "NWR/990",
    "hand": "NWR_0",
    "card": "=NWR",
    "draft": "NWR_1",
    "draft_take": "NWR_1",
    "home": "G8/1",
    "home_hex": "G8",
    "home_tile": "G8/9/5",
    "power": "P6",
    "p5": "G8/1",
    "p6c": "Z",
    "p6": "G8",
    "exchange": "yes",
}
"""What might be made by hand for a verb: well formed, but offered nowhere."""
WRONG = ("", "x", "/", "A99", "E24/12", "E24/9/7", "P9/E24", "1/2/3/4/5", "NWR/x", "-1/0", "²/1")


@pytest.mark.parametrize("verb", [verb for verb in reading.CARRIED if verb != "own_run"])
def test_what_no_panel_carries_is_of_an_older_version(verb: str) -> None:
    for text in WRONG:
        for args, values in ((text, []), ("", [text])):
            with pytest.raises(PlayerError, match="older version"):
                reading.check(verb, args, values)
    if verb in reading.LISTS | reading.FORMS:
        with pytest.raises(PlayerError, match="older version"):
            reading.check(verb, CARRIED.get(verb, ""), [])


@pytest.mark.parametrize("step", [step for step in SPOTS if step != "offer"])
async def test_what_is_offered_nowhere_is_refused(step: str) -> None:
    """Each verb in each step: it is refused, or does what the rules allow."""
    seen = seen_at(SPOTS[step].game, SPOTS[step].at, seconds=0.01)
    game = seen.game
    for verb, text in CARRIED.items():
        for args, values in ((text, []), ("", [text])):
            with contextlib.suppress(PlayerError, RuleViolation):
                reading.check(verb, args, values)
                outcome = await desk.VERBS[verb](seen, args, values)
                if isinstance(outcome, Moves):
                    outcome.all_of(game)
                if isinstance(outcome, Offer):
                    game.copy().apply(outcome.make(game))


async def test_the_end_of_a_turn_that_cannot_end_yet_is_of_an_older_version() -> None:
    seen = seen_at(SPOTS["track"].game, SPOTS["track"].at)
    ended = await desk.VERBS["end"](seen, "", ())
    assert isinstance(ended, Moves)
    with pytest.raises(PlayerError, match="older version"):
        ended.all_of(seen.game)


async def test_other_runs_are_not_shown_where_there_are_none() -> None:
    seen = seen_at(SPOTS["run"].game, SPOTS["run"].at)
    with pytest.raises(PlayerError, match="no other runs"):
        await desk.VERBS["others"](seen, "", ())

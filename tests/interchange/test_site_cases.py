"""Small logs from random play compared with 18xx.games' engine, where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import SITE
from interchange.replay import Replay, ReplayError
from interchange.site_log import parse

CASES = Path(__file__).parents[3] / "shared" / "cases" / "site"
FOLLOWED = {
    "order-without-marker": ("trains", "BNR"),
    "bond-asks-player-gipr-closed": ("track", "BNR"),
    "gipr-home-after-exchange": ("stock", 1),
    "idle-exchange-token-free": ("run", "GIPR"),
    "third-layer-tokener": ("track", "GIPR"),
    "gipr-lays-delhi-order": ("track", "GIPR"),
    "p5-station-in-unbuilt-kolkata-home-layer": ("track", "EBR"),
    "slot-stays-after-p5-station": ("run", "BNR"),
    "junction-twice": ("dividend", "SIR"),
}
REFUSED = {
    "home-tile-border-is-a-stop": "crosses a gauge-change marker, each a stop",
    "p3-city-not-joined": "must be joined to WIP's network",
}
needs_cases = pytest.mark.skipif(not CASES.is_dir(), reason="the logs are not at hand")


def replay(name: str) -> Replay:
    return Replay(parse((CASES / f"{name}.json").read_bytes()), SITE)


@needs_cases
@pytest.mark.parametrize("name", FOLLOWED)
def test_a_log_of_the_site_is_followed_to_its_end(name: str) -> None:
    game = replay(name).run()
    assert (game.step, game.actor) == FOLLOWED[name]


@needs_cases
@pytest.mark.parametrize("name", REFUSED)
def test_the_last_entry_is_refused(name: str) -> None:
    log = replay(name)
    with pytest.raises(ReplayError, match=REFUSED[name]) as caught:
        log.run()
    assert caught.value.n == len(log.entries)

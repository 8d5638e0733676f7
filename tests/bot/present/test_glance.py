"""What the standing status shows: no whole map while a game goes on, and who owns what."""

from __future__ import annotations

from itertools import chain

import pytest

from bot.present import words
from bot.present.glance import status_pictures
from engine import OperatingRound
from render import picture
from render.view import BoardView, MarketView, TableView
from tests.bot.present.recorded import NAMES, points


def test_the_status_shows_what_a_phone_can_read() -> None:
    """A company that is asked for its home in a Stock Round gets its part of the map."""
    seen = set()
    for game in chain.from_iterable(points(name, 40) for name in NAMES):
        pictures = status_pictures(game)
        kind, shown = next(iter(pictures.items()))
        seen.add((game.state.round.name, kind))
        traded = game.state.round.name in ("stock", "operating")
        assert list(pictures) == [kind, *["owners", "order"] * traded]
        if game.finished:
            continue
        if isinstance(game.state.round, OperatingRound) or isinstance(game.actor, str):
            assert isinstance(shown, BoardView)
            assert not shown.whole or (game.step, game.actor) == ("home", "GIPR")
            assert shown.choices or game.step != "home"
        elif game.state.board.tiles:
            assert isinstance(shown, MarketView)
            told = picture.describe(shown)
            assert shown.situation
            assert told.startswith(shown.situation.now)
            assert all(f"\n{company}, " in told for company in game.state.companies)
        else:
            assert isinstance(shown, TableView)
    assert {("stock", "market"), ("operating", "map")} <= seen


@pytest.mark.parametrize("name", ["select", "draft", "stock"])
def test_before_the_first_track_the_homes_are_told(name: str) -> None:
    game = next(g for g in points(NAMES[0], 1) if g.state.round.name == name)
    shown = status_pictures(game)["companies"]
    assert isinstance(shown, TableView)
    told = picture.describe(shown)
    for company in game.state.companies.values():
        assert words.money(company.price) in told
        assert not company.info.home or f"home {words.place(company.info.home)}" in told
        if "sold" in shown.columns:
            line = next(line for line in shown.lines if line.head == company.id)
            assert line.cells[2] == f"{100 - company.ipo}%"
    assert ("sold" in shown.columns) == (name == "stock")
    assert told.split(":")[0] in ("All players", *(p.name for p in game.state.players.values()))

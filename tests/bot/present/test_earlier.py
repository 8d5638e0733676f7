"""What has changed since a moment: hexes of the map, and share prices."""

from __future__ import annotations

import pytest

from bot.present import words
from bot.present.digest import price_moves
from bot.present.earlier import changes, changes_text, earlier_view, marked_view
from engine.events import CompanyClosed
from render import picture
from render.view import BoardView
from tests.bot.present.recorded import NAMES, game_at


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("since", [0, 60, 180])
def test_what_changed_is_what_differs(name: str, since: int) -> None:
    game = game_at(name)
    then, now = game.until(since).state.board, game.state.board
    found = changes(game, since)
    laid = {h for h, tile in now.tiles.items() if then.tiles.get(h) != tile}
    assert laid <= set(found)
    assert set(marked_view(game, since, "standard").highlight) == set(found)
    view = earlier_view(game, since, None, "standard")
    assert isinstance(view, BoardView)
    assert view.highlight == frozenset(found)
    assert set(view.tiles) == set(then.tiles)
    assert len(changes_text(game, since)) < 2000


def test_a_station_that_went_is_said_to_be_gone_and_the_sign_says_changed() -> None:
    game = game_at("made-350-4p-crash")
    told = [line for lines in changes(game, 0).values() for line in lines]
    assert any(line.endswith("'s station is gone") for line in told)
    for view in (earlier_view(game, 60, None, "standard"), marked_view(game, 60, "standard")):
        shown = picture.draw(view)
        assert "changed since" in shown
        assert "what this is about" not in shown
        assert "Changed: " in picture.describe(view)
        assert "Marked: " not in picture.describe(view)


def test_nothing_has_changed() -> None:
    game = game_at("made-353-3p-mixed", 300)
    assert "nothing on it has changed" in changes_text(game, 300)


@pytest.mark.parametrize("name", NAMES)
def test_prices_are_told_from_end_to_end(name: str) -> None:
    game = game_at(name)
    since = len(game.history) // 2
    then, now = game.until(since).state, game.state
    told = price_moves(game.history[since:])
    closed = {
        e.company for a in game.history[since:] for e in a.events if isinstance(e, CompanyClosed)
    }
    for company in set(then.companies) & set(now.companies) - closed:
        old, new = then.companies[company].price, now.companies[company].price
        move = f"{company} {words.money(old)} → {words.money(new)}"
        assert (move in told) is (old != new)

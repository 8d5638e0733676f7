"""The selection and the draft through the services: what is taken by itself, and after an undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.opening import open_seats
from bot.games.service import Hand
from bot.games.undoing import NeedsConsent, alone, last_move
from bot.present.turns import refusal
from storage import Busy, Sealed
from tests.support.databases import lay_file
from tests.support.whole import FIRST_USER, PLACE, RandomGame


async def choose(game: RandomGame, *seats: int) -> None:
    """Keep the first cards of the hand."""
    for seat in seats:
        cards = game.live.game.state.players[seat].hand[:7]
        game.live = (await game.opening.keep(PLACE, FIRST_USER + seat, cards)).live


async def take_back(game: RandomGame, seat: int) -> None:
    """The last move is taken back, and whoever is asked agrees."""
    hand = Hand(FIRST_USER + seat)
    try:
        undone = await game.games.undo(PLACE, hand, last_move)
    except NeedsConsent as needed:
        agreed = needed.taking.asked
        undone = await game.games.undo(PLACE, hand, last_move, agreed=agreed)
    game.live = undone.live


async def test_whose_choice_was_taken_back_chooses_again_and_the_draft_begins(
    tmp_path: Path,
) -> None:
    game = await RandomGame.begin(lay_file(tmp_path / "games.db"), seed=97, players=3)
    await choose(game, 2, 3, 1)
    assert game.live.game.step == "draft"
    for seat in (3, 2):
        await take_back(game, seat)
    assert game.live.game.step == "select"
    assert open_seats(game.live) == (2, 3)
    await choose(game, 3)
    assert open_seats(game.live) == (2, 3), "sealed until both have chosen"
    await choose(game, 2)
    assert game.live.game.step == "draft"
    await game.close()


async def test_the_choice_that_uncovered_all_is_not_its_makers_alone(tmp_path: Path) -> None:
    game = await RandomGame.begin(lay_file(tmp_path / "games.db"), seed=97, players=3)
    await choose(game, 2, 3, 1)
    assert not any(alone(game.live, FIRST_USER + n, last_move(game.live)) for n in (1, 2, 3))
    with pytest.raises(NeedsConsent) as needed:
        await game.games.undo(PLACE, Hand(FIRST_USER + 3), last_move)
    told = refusal(needed.value).splitlines()
    assert told[0] == "Others made some of those moves: `/game undo` asks them."
    assert told[1].startswith("`3` All have chosen which certificates to keep")
    with pytest.raises(NeedsConsent) as needed:
        await game.games.undo(PLACE, Hand(FIRST_USER + 3), lambda _live: 0)
    assert [line[:3] for line in refusal(needed.value).splitlines()[1:]] == ["`1`", "`2`", "`3`"]
    await game.close()


async def test_a_choice_that_could_not_be_dropped_is_spent_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else an undo of the selection would be undone at once, for ever."""
    game = await RandomGame.begin(lay_file(tmp_path / "games.db"), seed=97, players=3)

    async def busy(*_which: object) -> None:
        raise Busy

    monkeypatch.setattr(Sealed, "drop", busy)
    await choose(game, 1, 2, 3)
    monkeypatch.undo()
    assert game.live.game.step == "draft"
    await take_back(game, 3)
    assert open_seats(game.live) == (3,)
    assert await game.opening.chosen(game.live) == {}
    await choose(game, 3)
    assert game.live.game.step == "draft"
    await game.close()

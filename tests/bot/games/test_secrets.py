"""Whole games in which everything that everybody can read is searched for what is hidden."""

from __future__ import annotations

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.support.whole import RandomGame


def watch(game: RandomGame) -> None:
    """Nothing hidden was said or shown."""
    assert not list(game.leaks())


@pytest.mark.parametrize("players", [3])
async def test_nothing_hidden_is_public_in_a_whole_game(tmp_path: Path, players: int) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/games.db"
    game = await RandomGame.begin(url, seed=players, players=players)
    with capture_logs() as logs:

        def watch_all(game: RandomGame) -> None:
            game.public += map(str, logs)
            watch(game)

        try:
            await game.play(watch_all)
            await game.check_round_trips()
        finally:
            await game.close()


@pytest.mark.parametrize("planted", ["hand", "secret", "choice"])
async def test_a_secret_that_is_planted_is_found(tmp_path: Path, planted: str) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/games.db"
    game = await RandomGame.begin(url, seed=3, players=3)
    hand = game.live.game.state.players[1].hand
    said = {
        "hand": f"Player 1 holds `{hand[0]}`",
        "secret": game.live.game.setup.seed.reveal(),  # type: ignore[union-attr]
        "choice": f'{{"cards": ["{hand[1]}"]}}',
    }
    try:
        watch(game)
        game.public.append(said[planted])
        with pytest.raises(AssertionError):
            watch(game)
    finally:
        await game.close()

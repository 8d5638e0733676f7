"""Whole games in which everything that everybody can read is searched for what is hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.games.facts import AheadMade, Chose
from bot.games.live import LiveGame
from bot.present import words
from bot.present.programs import program_text
from bot.present.said import Line
from engine.state import State
from tests.support.databases import in_this_thread
from tests.support.whole import RandomGame


def watch(game: RandomGame) -> None:
    """Nothing hidden was said or shown."""
    assert not list(game.leaks()), "secrets could be read"


@pytest.mark.parametrize("players", [3])
async def test_nothing_hidden_is_public_in_a_whole_game(tmp_path: Path, players: int) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/games.db"
    game = await RandomGame.begin(url, seed=players, players=players)
    with capture_logs() as logs, in_this_thread():

        def watch_all(game: RandomGame) -> None:
            game.public += map(str, logs)
            watch(game)

        try:
            await game.play(watch_all)
            await game.check_round_trips()
        finally:
            await game.close()


def _first(live: LiveGame) -> str:
    """A certificate in the first player's hand, in words."""
    return words.card_name(next(iter(live.game.state.players[1].hand), "P1"))


def _chose(live: LiveGame, _fact: Chose) -> Line:
    return Line(f"Player 1 keeps {_first(live)}")


def _player_shares(state: State, seat: int) -> list[str]:
    return [f"still holds {words.card_name(card)}" for card in state.players[seat].hand]


def _refusal(_error: BaseException) -> str:
    return "It is not your turn: Player 1 would buy EIR 10%."


def _made(_live: LiveGame, fact: AheadMade) -> str:
    return f"The bot moved, since it was set: {program_text(fact.program)}"


PLANTED: dict[str, tuple[str, Any]] = {
    "a hand, in the words of a line": ("bot.present.said._chose", _chose),
    "a hand, in the words of an embed": ("bot.present.lookups._shares", _player_shares),
    "a choice, in an export": ("bot.games.exporting._sealed", lambda body: body),
    "the secret, in an export": ("bot.games.exporting.without_secret", lambda setup: setup),
    "what was set ahead, in the words of a call": ("tests.support.whole.made_public", _made),
    "a certificate, in the words of a refusal": ("tests.support.whole.refusal", _refusal),
}


@pytest.mark.parametrize("planted", PLANTED)
async def test_what_is_planted_is_found(
    tmp_path: Path, planted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program is made to tell what is hidden, each time in another place."""
    monkeypatch.setattr(*PLANTED[planted])
    url = f"sqlite+aiosqlite:///{tmp_path}/games.db"
    game = await RandomGame.begin(url, seed=3, players=3)
    try:
        with pytest.raises(AssertionError, match="secrets"):
            await game.play(watch, most=200)
    finally:
        await game.close()


@pytest.mark.parametrize("planted", ["hand", "secret", "choice"])
async def test_a_text_that_is_planted_is_found(tmp_path: Path, planted: str) -> None:
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

"""The page is made in a process of its own, from what the bot keeps of a game."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from bot import apart
from bot.apart import MOST_WAITING, InTurn
from bot.games.live import LiveGame
from bot.refusal import PlayerError
from bot.report import making
from bot.report.page import page
from engine import Game
from storage import StoredGame
from tests.bot.present.recorded import game_at


def stored(status: str) -> StoredGame:
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    return StoredGame(
        id=1,
        guild_id=1,
        channel_id=1,
        name="Evening",
        ruleset="rulebook",
        setup="{}",
        source="import",
        status=status,
        status_message_id=None,
        channel_lost_at=None,
        opened_by=None,
        last_sequence=0,
        created_at=begun,
        seats=(),
    )


@pytest.fixture
def game() -> Game:
    return game_at("made-353-3p-mixed", 80)


async def test_the_page_is_that_of_the_game(game: Game) -> None:
    game.call(["Asha", "Bela", "Chand"])
    made = await making.report_file(LiveGame(stored("archived"), game), InTurn())
    assert made.decode() == page(game, "Evening")
    assert "Chand" in made.decode()


async def test_it_waits_for_the_end(game: Game) -> None:
    with pytest.raises(PlayerError, match="when the game is over"):
        await making.report_file(LiveGame(stored("active"), game), InTurn())


async def test_one_that_takes_too_long_says_so(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "SECONDS", 0.01)
    with pytest.raises(PlayerError, match="too long"):
        await making.report_file(LiveGame(stored("archived"), game), InTurn())


async def test_not_too_many_pages_are_made_at_once(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes a processor for some seconds, and a thread that searches need, too."""
    monkeypatch.setattr(apart, "run_apart", lambda *_args, seconds: "page")
    turns, live = InTurn(), LiveGame(stored("archived"), game)
    outcomes = await asyncio.gather(
        *(making.report_file(live, turns) for _ in range(MOST_WAITING + 2)), return_exceptions=True
    )
    assert outcomes.count(b"page") == MOST_WAITING
    assert sum("try again in a minute" in str(outcome) for outcome in outcomes) == 2

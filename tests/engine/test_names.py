"""Players are called by other names without a change of the game."""

from __future__ import annotations

from engine import Game
from engine.journal import Undo, play
from interchange.replay import Replay
from interchange.site_log import parse
from interchange.trace import state_json
from tests.cogs.played import CRASH, log_of


def names(game: Game) -> list[str]:
    return [player.name for player in game.state.players.values()]


def test_names_stay_through_undo_redo_and_forks_and_the_game_is_the_same() -> None:
    game, other = (Replay(parse(log_of(CRASH))).run(30) for _ in range(2))
    called = ["Asha", "Bela", "Chand", "Devi"]
    game.call(called)
    assert names(game) == called
    assert [p.name for p in game.fork().players.values()] == called
    for g in (game, other):
        play(g, Undo(3))
        g.redo()
    assert names(game) == called
    assert state_json(game) == state_json(other)
    assert game.setup == other.setup

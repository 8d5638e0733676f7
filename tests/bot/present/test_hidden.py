"""Nothing hidden is in a text that everybody may read; nothing in it pings anybody."""

import pytest

from engine import Game, SelectRound
from engine.actions import KeepCards
from tests.bot.present.recorded import (
    NAMES,
    game_at,
    line_of,
    lines_of,
    points,
    public_embeds,
    text_of,
)


def public_text(game: Game) -> str:
    """All that everybody may read."""
    return "\n".join([*map(text_of, public_embeds(game)), *lines_of(game)])


@pytest.mark.parametrize("name", NAMES)
def test_hands_change_nothing_in_public(name: str) -> None:
    """With all hands exchanged for other cards, everybody reads the same."""
    for game in points(name, 60):
        before = public_text(game)
        players = list(game.state.players.values())
        hands = [p.hand for p in players]
        for player, other in zip(players, [*hands[1:], hands[0]], strict=True):
            player.hand = [*other[:-1], "P6"] if other else ["EIR_0", "P5"]
        assert public_text(game) == before
        for player, hand in zip(players, hands, strict=True):
            player.hand = hand


@pytest.mark.parametrize("name", NAMES)
def test_choices_of_the_selection_stay_secret(name: str) -> None:
    game = game_at(name, 1)
    assert isinstance(game.history[-1].action, KeepCards)
    line = line_of(game)
    assert line == "**Player 1** has chosen which certificates to keep"
    assert isinstance(game.state.round, SelectRound)
    before = public_text(game)
    game.state.round.kept[1] = tuple(reversed(game.state.players[1].hand))
    assert public_text(game) == before


@pytest.mark.parametrize("name", NAMES)
def test_the_seed_is_nowhere(name: str) -> None:
    for game in points(name, 200):
        before = public_text(game)
        object.__setattr__(game.setup, "seed", 987654321)
        assert public_text(game) == before
        assert "987654321" not in before


def test_names_ping_nobody_and_format_nothing() -> None:
    for name in ("@everyone", "<@123456789012345678>", "**x**", "[a](http://b)", "`@here`"):
        game = game_at("made-353-3p-mixed", 300)
        for player in game.state.players.values():
            player.name = name
        text = public_text(game)
        assert "@" not in text
        assert name not in text

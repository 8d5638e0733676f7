"""Every embed of every recorded game stays inside Discord's limits, with the longest names too."""

import discord
import pytest

from bot.present import choices
from engine.components import components
from tests.bot.present.recorded import NAMES, game_at, lines_of, points, public_embeds, text_of

LONG = "*_`~|" * 12


def fits(embed: discord.Embed) -> None:
    """Check the limits of an embed."""
    assert 0 < len(embed.title or "") <= 256
    assert len(embed.description or "") <= 4096
    assert len(embed.fields) <= 25
    for field in embed.fields:
        assert 0 < len(field.name or "") <= 256
        assert 0 < len(field.value or "") <= 1024
    assert len(embed.footer.text or "") <= 2048
    assert len(embed) <= 6000


@pytest.mark.parametrize("name", NAMES)
def test_recorded_games(name: str) -> None:
    for game in points(name, 40):
        for embed in public_embeds(game):
            fits(embed)


@pytest.mark.parametrize("name", NAMES)
def test_the_longest_names(name: str) -> None:
    for game in points(name, 200):
        for player in game.state.players.values():
            player.name = LONG[:59] + str(player.id)
        for embed in public_embeds(game):
            fits(embed)


def test_ten_companies_that_own_all_they_can() -> None:
    game = game_at("made-350-4p-crash", 60)
    state = game.state
    assert len(state.companies) == 10
    for player in state.players.values():
        player.name = LONG
    for company in state.companies.values():
        company.head, company.floated = 1, True
        company.shares = dict.fromkeys(list(state.companies)[-3:], 10)
        company.bonds, company.cash = 10, 8999
        company.guaranty = True
    status = public_embeds(game)[0]
    fits(status)
    assert not (status.description or "").endswith("…")


@pytest.mark.parametrize("name", NAMES)
def test_lines_of_moves_are_short(name: str) -> None:
    for line in lines_of(game_at(name)):
        assert len(line) <= 400
        assert "\n" not in line


def test_lines_fit_a_phone() -> None:
    """No line of a table is wider than a phone, about 40 letters."""
    for game in points("made-353-3p-mixed", 200):
        for embed in public_embeds(game):
            table = (embed.description or "").split("```")[1::2]
            assert all(len(line) <= 40 for block in table for line in block.split("\n"))


def test_choices_fit_autocomplete() -> None:
    game = game_at("made-353-3p-mixed", 700)
    printed = components()
    labels = [choices.hex_choice(h) for h in printed.hexes]
    labels += [choices.tile_choice(game, t) for t in printed.tiles]
    labels += [
        choices.city_choice(game, node.hex, node.index) for node in game.state.board.all_cities()
    ]
    labels += [choices.private_choice(p) for p in printed.privates]
    labels += [choices.train_choice(k, "GIPR", 1, 9000) for k in printed.trains]
    for number, tile in printed.tiles.items():
        labels += [choices.rotation_choice("K12", number, r) for r in range(len(tile.layouts))]
    assert max(map(len, labels)) <= 100
    assert min(map(len, labels)) > 0


def test_texts_are_never_empty() -> None:
    for game in points("made-344-2p-hoarder", 100):
        assert all(text_of(embed) for embed in public_embeds(game))

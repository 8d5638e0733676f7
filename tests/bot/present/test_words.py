"""The words for things of the game; the examples in the documentation are true."""

import doctest
from dataclasses import replace
from types import ModuleType

import pytest

from bot.games import names
from bot.present import choices, layout, scenes, words
from engine import HomeQuestion
from engine.components import components
from render import picture, track
from tests.bot.present.recorded import game_at
from tests.engine.builders import Table


@pytest.mark.parametrize("module", [words, layout, choices, names, track])
def test_examples(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed


def test_every_certificate_has_a_name() -> None:
    assert words.card_name("GIPR_0") == "GIPR 10%"
    assert words.card_name("NWR_0") == "NWR Director's certificate (20%)"
    assert words.card_name("bond") == words.card_name("RB") == "Royal Bond"
    assert [words.private(p) for p in components().privates] == [
        "Swedish EIC (P1)",
        "Portuguese EIC (P2)",
        "Dutch EIC (P3)",
        "French EIC (P4)",
        "Danish EIC (P5)",
        "British EIC (P6)",
    ]


def test_rounds() -> None:
    assert words.round_name(game_at("made-353-3p-mixed", 1).state) == "Certificate selection"
    assert words.round_name(game_at("made-353-3p-mixed", 5).state) == "Draft"
    assert words.round_name(game_at("made-353-3p-mixed", 30).state) == "Stock Round 1"
    assert words.round_name(game_at("made-353-3p-mixed", 150).state) == "Operating Round 2.1"


def test_cities_of_a_hex_with_two_have_the_numbers_that_commands_take() -> None:
    state = game_at("made-353-3p-mixed", 30).state
    assert words.city(state, "D23", 1) == "Mumbai D23-2 (towards E22 and E24)"
    assert words.city(state, "D3", 0) == "Lahore D3"


@pytest.mark.parametrize("tile", [None, "235", "59", "64", "65", "66", "67", "68", "984"])
def test_two_cities_of_a_hex_are_told_apart_by_more_than_their_number(tile: str | None) -> None:
    table = Table("NWR")
    if tile:
        table.lay(f"G8 {tile} 1")
    told = [words.city(table.state, "G8", index) for index in (0, 1)]
    first, second = (text.partition(" (")[2] for text in told)
    assert first
    assert second
    assert first != second
    view = replace(scenes.board_view(table.game), crop=frozenset({"G8"}))
    line = next(li for li in picture.describe(view).split("\n") if li.startswith("G8 Delhi:"))
    cities = [part for part in line.split("; ") if "city" in part]
    assert len(set(cities)) == 2


def test_before_the_first_tile_a_home_in_delhi_is_one_choice() -> None:
    table = Table("GIPR")
    table.state.pending.append(HomeQuestion("GIPR"))
    legal = table.game.legal()
    assert legal
    assert [city for city in legal.homes if city.hex == "G8"] == [("G8", 0)]
    assert "first tile" in choices.city_choice(table.game, "G8", 0)
    table.lay("G8 235 1")
    told = [choices.city_choice(table.game, "G8", index) for index in (0, 1)]
    assert told[0].startswith("Delhi G8-1 (towards F9)")
    assert told[1].startswith("Delhi G8-2 (upper right, no track yet)")


def test_no_two_players_are_called_alike_even_by_a_name_that_looks_told_apart() -> None:
    told = names.told_apart({1: "Bob", 2: "bob", 3: "Bob (seat 1)"})
    assert len({name.casefold() for name in told.values()}) == 3
    assert told[2] == "bob (seat 2)"


def test_names_are_shortened_and_harmless() -> None:
    assert words.player_name("a" * 60) == "a" * 19 + "…"
    assert words.player_name("two\n\nlines") == "two lines"
    assert words.player_name("**bold**") == r"\*\*bold\*\*"
    assert "@" not in words.player_name("@everyone")
    assert "<" not in words.player_name("<@1234>")

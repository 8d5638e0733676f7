"""`python -m bot verify`: a sealed setup is computed anew; what was changed is found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.games.setups import RANDOM, SEALED, shuffle, without_secret
from bot.start.cli import app
from engine import RULEBOOK

NAMES = ["Asha", "Bela", "Chand"]


@pytest.fixture
def export() -> dict[str, Any]:
    """A game as the program's own file has it, what matters here."""
    shuffled = shuffle(SEALED, None, len(NAMES), RANDOM)
    return {"ruleset": "rulebook", "setup": json.loads(shuffled.setup_json(NAMES, RULEBOOK))}


def verify(folder: Path, export: object) -> tuple[int, str]:
    file = folder / "export.json"
    file.write_text(json.dumps(export))
    result = CliRunner().invoke(app, ["verify", str(file)])
    return result.exit_code, result.output


def test_a_sealed_setup_is_the_same(tmp_path: Path, export: dict[str, Any]) -> None:
    code, text = verify(tmp_path, export)
    assert code == 0, text
    assert export["setup"]["secret"] in text
    assert export["setup"]["sha256"] in text
    assert text.count("the same:") == 7
    assert "NOT" not in text


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("sha256", "the SHA-256"),
        ("players", "the seats"),
        ("companies", "the companies"),
        ("guaranty", "the Guaranty Warrants"),
        ("ipo_rows", "the IPO rows"),
        ("hands", "the hands"),
        ("market", "the Open Market"),
    ],
)
def test_what_was_changed_is_named(
    tmp_path: Path, export: dict[str, Any], part: str, words: str
) -> None:
    setup = export["setup"]
    if part == "sha256":
        setup["sha256"] = "0" * 64
    elif part == "players":
        setup["players"] = setup["players"][1:] + setup["players"][:1]
    else:
        setup["dealt"][part] = setup["dealt"][part][::-1]
    code, text = verify(tmp_path, export)
    assert code == 1
    assert f"NOT the same: {words}" in text


def test_another_secret_gives_another_setup(tmp_path: Path, export: dict[str, Any]) -> None:
    export["setup"]["secret"] = "00" * 32
    code, text = verify(tmp_path, export)
    assert code == 1
    assert "NOT the same: the IPO rows" in text


def test_what_is_hidden_cannot_be_verified(tmp_path: Path, export: dict[str, Any]) -> None:
    hidden = without_secret(export["setup"])
    assert export["setup"]["secret"] not in json.dumps(hidden)
    code, text = verify(tmp_path, export | {"setup": hidden})
    assert code == 1
    assert "not revealed yet" in text


@pytest.mark.parametrize(
    ("export", "words"),
    [
        ([], "is no game"),
        ({"setup": {}, "ruleset": "chess"}, "is no game"),
        ({"setup": {"seed": 3}, "ruleset": "site"}, "no sealed shuffle"),
        ({"setup": {"shuffle": "sealed", "secret": "xy"}, "ruleset": "site"}, "damaged"),
        ({"setup": {"shuffle": "sealed", "secret": "00" * 32}, "ruleset": "site"}, "damaged"),
    ],
)
def test_what_is_no_export(tmp_path: Path, export: object, words: str) -> None:
    code, text = verify(tmp_path, export)
    assert code == 1
    assert words in text


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["verify", str(tmp_path / "none.json")])
    assert result.exit_code == 1
    assert "cannot be read" in result.output

"""Recorded games: the best run is as large as the recorded search's, and no run is above it."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from bot.start.cli import app
from tests.interchange.records import ALL, Record

RUNNER = CliRunner()


def lines(record: Record, *more: str) -> list[dict[str, object]]:
    """What the subcommand prints for a recorded game."""
    log = str(record.folder / f"{record.name}.json")
    result = RUNNER.invoke(app, ["routes", log, "--rules", record.ruleset.name, *more])
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("record", ALL, ids=str)
def test_1_6_3_best_runs_of_a_recorded_game(record: Record) -> None:
    recorded = {
        line["n"]: line.get("best_revenue")
        for line in record.trace()
        if line.get("action", {}).get("type") == "run_routes"
    }
    found = lines(record)
    assert [line["n"] for line in found] == list(recorded)
    for line in found:
        assert line["proved"]
        assert line["recorded"] <= line["best"]  # type: ignore[operator]
        known = recorded[line["n"]]
        if known:
            assert line["best"] >= known["value"]
            assert line["best"] == known["value"] or not known["proved"]


def test_one_run_only() -> None:
    record = ALL[0]
    first = lines(record)[0]
    only = lines(record, "--at", str(first["n"]))
    assert [{**line, "ms": 0} for line in only] == [{**first, "ms": 0}]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("none.json", None, "none.json"),
        ("no.json", "[]", "no 18xx.games log"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(
    tmp_path: object, name: str, text: str | None, told: str
) -> None:
    path = f"{tmp_path}/{name}"
    if text is not None:
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write(text)
    result = RUNNER.invoke(app, ["routes", path])
    assert result.exit_code == 1
    assert told in result.output
    assert RUNNER.invoke(app, ["routes", path, "--rules", "chess"]).exit_code == 2

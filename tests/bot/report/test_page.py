"""The page after a game: its sums are the game's, its runs are beside the best, it needs nobody."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.games.chronicle import chronicle
from bot.report.page import missed_by, page
from bot.report.review import Run, review
from engine import Game
from engine.actions import EndGame
from engine.events import MoneyMoved, RoundStarted, TrainBought, TrainsRan
from tests.bot.present.recorded import game_at

SHORT = 330
"""So many moves of the recorded game have runs and dividends."""


@pytest.fixture(scope="module")
def game() -> Game:
    return game_at("made-353-3p-mixed", SHORT)


def test_every_run_stands_beside_the_best(game: Game) -> None:
    told: list[tuple[int, int]] = []
    found = review(game, lambda done, of: told.append((done, of)))
    ran = [e for a in game.history for e in a.events if isinstance(e, TrainsRan)]
    assert [(r.company, r.earned) for r in found.runs] == [(e.company, e.revenue) for e in ran]
    assert all(r.best >= r.earned and r.proved for r in found.runs)
    assert told == [(i, len(ran)) for i in range(1, len(ran) + 1)]


def test_payouts_and_trains_add_up(game: Game) -> None:
    found = review(game)
    events = [e for a in game.history for e in a.events]
    dividends = sum(
        e.amount for e in events if isinstance(e, MoneyMoved) and e.reason.startswith("dividend of")
    )
    assert sum(sum(of.values()) for of in found.payouts.values()) == dividends > 0
    bought = [e.price for e in events if isinstance(e, TrainBought)]
    assert [note.amount for note in found.trains] == bought
    for greatest in (found.dividends, found.leaps, found.purchases):
        sums = [abs(note.amount) for note in greatest]
        assert sums == sorted(sums, reverse=True)


def test_a_price_that_fell_to_nothing_closed_its_company() -> None:
    found = list(review(game_at("made-350-4p-crash"), limit=0.01).leaps)
    closed = [note for note in found if "to ₹0" in note.what]
    assert closed
    assert all(note.what.endswith("to ₹0, which closed it") for note in closed)
    assert not any("closed" in note.what for note in found if note not in closed)


def table_after(text: str, heading: str) -> list[list[str]]:
    """The cells of the first table after a heading, row by row."""
    table = text.partition(f">{heading}</h2>")[2].partition("</table>")[0]
    return [
        [re.sub(r"<.*?>", "", cell) for cell in re.findall(r"<t[dh].*?</t[dh]>", row)]
        for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)
    ]


def rupees(cell: str) -> int:
    """The ₹ in a cell; an empty one has none."""
    return int(cell.rpartition("₹")[2].replace(",", "") or 0)


def test_rows_of_dividends_and_columns_of_scores_add_up(game: Game) -> None:
    text = page(game, "Evening")
    head, *dividends = table_after(text, "Dividends")
    assert head[-1] == "companies and bank"
    assert any(cell for *_, cell in dividends)
    for _, paid, *parts in dividends:
        assert rupees(paid) == sum(map(rupees, parts))
    head, worth, *rows = table_after(text, "Scores")
    assert len(head) == 1 + len(game.state.players)
    for column in range(1, len(head)):
        assert rupees(worth[column]) == sum(rupees(row[column]) for row in rows)


def test_what_was_missed_is_summed_by_player() -> None:
    round_ = RoundStarted("operating", 1, 1)
    runs = [
        Run(1, round_, "EIR", 1, 100, 120, True, True),
        Run(2, round_, "NCR", 2, 50, 50, True, False),
        Run(3, round_, "EIR", 1, 80, 90, False, True),
    ]
    assert missed_by(runs) == [(1, 2, 180, 30), (2, 1, 50, 0)]


def test_the_page_needs_no_server_and_is_the_same_each_time(game: Game) -> None:
    text = page(game, "Evening")
    assert not re.search(r"""(src|href)=["']?(?!data:)[a-z/]""", text)
    assert "http" not in text
    assert f'max="{len(chronicle(game)) - 1}"' in text
    assert "The game goes on: Operating Round" in text
    assert page(game, "Evening") == text


def test_names_are_no_markup(game: Game) -> None:
    other = game.copy()
    other.call(["<script>alert(1)</script>", "Tom & <b>", '"quoted"'])
    text = page(other, "<i>Evening</i>")
    assert "<script>alert" not in text
    assert "<i>Evening" not in text
    assert "Tom &amp; &lt;b&gt;" in text


def test_a_game_that_is_over_says_how() -> None:
    game = game_at("made-353-3p-mixed", 5)
    game.apply(EndGame())
    text = page(game, "Short")
    assert "The game is over" in text
    assert "No train has run." in text


@pytest.mark.parametrize(("at", "begun"), [(3, False), (64, True)])
def test_an_early_game_has_the_charts_that_there_are(at: int, begun: bool) -> None:
    text = page(game_at("made-350-4p-crash", at), "Early")
    assert "Revenue by Operating Round" not in text
    assert ("Worth of the players" in text) is begun


def test_the_page_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from typer import Exit

    from bot.start.cmd_replay import Rules
    from bot.start.cmd_report import report

    log = Path(__file__).parents[2] / "data" / "made-353-3p-mixed.json"
    out = tmp_path / "page.html"
    report(log, out, Rules.rulebook, 120)
    assert "KB" in capsys.readouterr().out
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    with pytest.raises(Exit):
        report(log, out, Rules.rulebook, 99_999)
    assert "no move 99999" in capsys.readouterr().err
    with pytest.raises(Exit):
        report(log, tmp_path / "none" / "page.html", Rules.rulebook, 5)
    assert "cannot be written" in capsys.readouterr().err

"""The spreadsheet and the charts tell what the game's state says, and nothing hidden."""

from __future__ import annotations

import itertools
import re

import pytest

from bot.games.chronicle import chronicle
from bot.present import words
from bot.present.accounts import account_lines, shown
from bot.present.charts import KINDS, chart_view
from bot.present.spreadsheet import companies_table, holdings_table
from bot.refusal import PlayerError
from engine import Game, scoring
from engine.state import certificates
from render import picture
from render.view import TableView
from tests.bot.present.recorded import NAMES, game_at, points


def column(view: TableView, name: str) -> dict[str, str]:
    """The cells below a heading, by the head of their line."""
    at = view.columns.index(name)
    return {line.head: line.cells[at] for line in [*view.lines, *view.sums]}


@pytest.mark.parametrize("name", NAMES)
def test_the_tables_tell_the_state(name: str) -> None:
    for game in points(name, 150):
        state = game.state
        companies, owners = companies_table(game), holdings_table(game)
        assert {line.head for line in companies.lines} == set(state.companies)
        for company in state.companies.values():
            assert column(companies, "cash")[company.id] == words.money(company.cash)
            assert column(companies, "trains")[company.id] == words.trains(company)
            assert words.money(company.price) in column(companies, "price")[company.id]
        for player in state.players.values():
            mine = column(owners, player.name)
            assert mine["Cash"] == words.money(player.cash)
            assert mine["Worth now"] == words.money(scoring.worth(state, player))
            assert int(mine["Cards in hand"] or 0) == len(player.hand)
            assert mine["Certificates"].startswith(f"{certificates(state, player)}/")
            for name_of in state.companies:
                percent = int(mine[name_of].split("%")[0] or 0)
                assert percent == player.percent(name_of)


@pytest.mark.parametrize("name", NAMES)
def test_every_line_of_owners_makes_a_whole(name: str) -> None:
    for game in points(name, 150):
        for line in holdings_table(game).lines:
            total = sum(int(cell.split("%")[0]) for cell in line.cells[1:] if cell)
            assert total == 100 + game.state.companies[line.head].converted


def test_head_and_director_are_marked() -> None:
    game = game_at("made-353-3p-mixed", 804)
    view = holdings_table(game)
    for line in view.lines:
        head = game.state.companies[line.head].head
        assert {view.columns[i] for i in line.strong} == {game.state.players[head or 0].name}
    assert column(view, "Player 1")["WR"] == "20% D"


def swapped(game: Game) -> Game:
    """The game with other hands."""
    other = game.copy()
    for player in other.state.players.values():
        player.hand = [f"EIR_{n}" for n, _ in enumerate(player.hand)]
    return other


@pytest.mark.parametrize("name", NAMES)
def test_hands_do_not_show(name: str) -> None:
    for game in points(name, 200):
        other = swapped(game)
        assert companies_table(game) == companies_table(other)
        assert holdings_table(game) == holdings_table(other)


def test_a_name_of_signs_that_the_font_has_not() -> None:
    game = game_at("made-353-3p-mixed", 300)
    game.call(["🚂🚂", "Ravi 🚂", "中"])
    view = holdings_table(game)
    assert {"Seat 1", "Ravi", "Seat 3"} <= set(view.columns)
    assert picture.draw(view)


@pytest.mark.parametrize("name", NAMES)
def test_a_moment_is_the_state_at_that_place(name: str) -> None:
    game = game_at(name)
    moments = chronicle(game)
    assert [m.place for m in moments] == sorted(m.place for m in moments)
    for moment in moments[:: max(1, len(moments) // 4)]:
        state = game_at(name, moment.place).state
        assert moment.bank == state.bank.cash
        assert moment.cash == {p.id: p.cash for p in state.players.values()}
        for company in state.companies.values():
            whole = sum(moment.owners[company.id].values())
            assert whole == 100 + company.converted
            if company.floated:
                assert moment.price[company.id] == company.price


def test_the_course_before_the_first_stock_round() -> None:
    game = game_at("made-353-3p-mixed", 5)
    with pytest.raises(PlayerError, match="Stock Round 1"):
        chart_view(game.state, chronicle(game), "worth")


@pytest.mark.parametrize("what", KINDS)
def test_a_chart_tells_its_numbers_in_words(what: str) -> None:
    game = game_at("made-353-3p-mixed", 900)
    moments = chronicle(game)
    view = chart_view(game.state, moments, what, "NCR" if what == "owners" else None)
    told = picture.describe(view).split("\n")
    assert len(told) > 8
    for series in view.series:
        assert any(series.name in line for line in told)
    assert picture.draw(view) == picture.draw(view)
    assert "<!--" not in picture.draw(view)


def test_a_chart_keeps_to_one_player_or_company() -> None:
    game = game_at("made-353-3p-mixed", 900)
    moments = chronicle(game)
    assert [s.name for s in chart_view(game.state, moments, "worth", seat=2).series] == ["Player 2"]
    assert [s.name for s in chart_view(game.state, moments, "prices", "NCR").series] == ["NCR"]


@pytest.mark.parametrize(
    ("what", "company", "says"),
    [("owners", None, "Name a company"), ("prices", "XYZ", "XYZ is no company"), ("x", None, "no")],
)
def test_a_chart_that_cannot_be_drawn(what: str, company: str | None, says: str) -> None:
    game = game_at("made-353-3p-mixed", 900)
    with pytest.raises(PlayerError, match=says):
        chart_view(game.state, chronicle(game), what, company)


@pytest.mark.parametrize("name", NAMES)
def test_the_paragraphs_of_an_account_follow_one_another(name: str) -> None:
    game = game_at(name)
    for company in game.state.companies.values():
        found = account_lines(game, company.id)
        ends = [re.findall(r"₹[\d,]+", paragraph)[:2] for paragraph in found]
        for (opening, _), (_, closing) in itertools.pairwise(ends):
            assert opening == closing
        text, left_out = shown(found)
        assert len(text) <= 4096
        assert left_out == len(found) - len([p for p in found if p in text])

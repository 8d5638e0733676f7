"""A line that is said late says what it would have said at once; only its call is left out."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.games.facts import decode, encode
from bot.games.live import LiveGame
from bot.games.setups import setup_json
from bot.games.telling import tell
from bot.present import words
from bot.present.card import card_embed
from bot.present.digest import digest
from bot.present.lines import log_lines
from bot.present.said import Line, line
from bot.present.scenes import ran_view, run_view
from cogs.turn.steps.shared import told
from engine import Game, check_routes
from engine.actions import BuyCard, BuyShare, RunTrains, SellShares
from engine.events import TrainsRan
from engine.journal import Redo, Undo
from engine.state import certificate_limit, certificates
from storage import Seat, StoredGame
from tests.bot.games.conftest import USERS, Table
from tests.cogs.played import HOARDER, MIXED3


def start(game: Game) -> LiveGame:
    """The game before its first move, as if it were stored."""
    seats = tuple(Seat(n, name, USERS[n]) for n, name in enumerate(game.setup.players, 1))
    stored = StoredGame(
        id=1,
        guild_id=1,
        channel_id=2,
        name="evening",
        ruleset="rulebook",
        setup=setup_json(game.setup),
        source="import",
        status="active",
        created_at=datetime.now(UTC),
        status_message_id=None,
        channel_lost_at=None,
        opened_by=None,
        seats=seats,
        last_sequence=0,
    )
    return LiveGame.start(stored)


@pytest.mark.parametrize("name", [HOARDER, MIXED3])
def test_each_line_of_a_game_is_the_same_when_it_is_said_at_the_end(name: str) -> None:
    table = Table("", name, 0)
    live = start(table.game)
    said: list[tuple[str, str]] = []
    for action in table.actions[:300]:
        after, _ = live.after([(action, 101)])
        told = tell(live, after, action, 101)
        text, called, _ = line(after, told).text.partition("\n→ ")
        assert bool(called) is (told.call is not None)
        said.append((encode(told), text))
        live = after
    undone, _ = live.after([(Undo(0), 101)])
    for kept, text in said[:-1]:
        for late in (live, undone):
            assert line(late, decode(kept)) == Line(text)


def test_a_trade_tells_the_certificates_and_the_limit() -> None:
    table = Table("", HOARDER, 0)
    live, told = start(table.game), []
    for action in table.actions[:100]:
        after, _ = live.after([(action, 101)])
        trade = isinstance(action, BuyCard | BuyShare | SellShares) and action.actor == 1
        if trade:
            me = after.game.state.players[1]
            limit = certificate_limit(after.game.state)
            told.append(f"({certificates(after.game.state, me)} of {limit} certificates)")
            assert told[-1] in line(after, tell(live, after, action, 101)).text
        live = after
    assert len(set(told)) > 3


def test_what_was_taken_back_and_brought_back_is_told_by_its_own_facts() -> None:
    table = Table("", HOARDER, 0)
    live = start(table.game)
    live, _ = live.after([(action, 101) for action in table.actions[:70]])
    made = line(live, tell(before := start_at(live), live, table.actions[69], 101)).text
    undone, _ = live.after([(Undo(69), 101)])
    told = tell(live, undone, Undo(69), 101)
    assert line(undone, told).text.startswith(f"↩ Taken back: {made.partition(chr(10))[0]}")
    again, _ = undone.after([(Redo(), 101)])
    back = tell(undone, again, Redo(), 101)
    assert line(again, back).text.startswith("↪ Brought back: ")
    assert back.made == told.made
    assert before.sequence == 69


def start_at(live: LiveGame) -> LiveGame:
    """The game one move before."""
    entries = [(applied.action, 101) for applied in live.game.history[:-1]]
    return LiveGame.start(live.stored).after(entries)[0]


def test_the_picture_of_a_run_is_drawn_from_its_facts() -> None:
    """It is the picture that the run would have had before it was made, claims apart."""
    table = Table("", HOARDER, 0)
    live = start(table.game)
    seen = 0
    for action in table.actions:
        after, events = live.after([(action, 101)])
        ran = next((e for e in events if isinstance(e, TrainsRan)), None)
        if isinstance(action, RunTrains) and ran is not None and ran.paths:
            company = live.game.state.companies[action.actor]
            checked = check_routes(live.game.state, company, action.routes)
            offered = run_view(live.game, company.id, checked)
            drawn = ran_view(after.game, ran.company, ran.paths)
            assert drawn.routes == offered.routes
            assert drawn.crop == offered.crop
            seen += 1
        live = after
        if seen == 5:
            break
    assert seen == 5


def test_equal_purchases_in_a_row_are_one_sentence() -> None:
    """On the card, in the panel, and in the next call; the log keeps each."""
    table = Table("", HOARDER, 0)
    live = start(table.game)
    live, _ = live.after([(action, 101) for action in table.actions[:32]])
    names, (row, turn) = words.names(live.game.state), (live.log[-1], live.last_turn)
    bought = "uys 3 × TR 10% from the hand for"
    assert row.number == 32
    assert turn is not None
    assert str(card_embed(live, turn).description).count(bought) == 1
    assert "buys TR 10%" not in str(card_embed(live, turn).description)
    [line] = told(live.game, 29)
    assert bought in line
    assert sum(bought in text for text in digest(live, 2)) == 1
    assert all("buys TR 10%" in text for text in log_lines(names, live.game.history, 29))


def test_who_picks_twice_in_the_draft_is_called_to_pick_again() -> None:
    table = Table("", MIXED3, 0)
    live, told = start(table.game), []
    for action in table.actions[:9]:
        after, _ = live.after([(action, 101)])
        text = line(after, tell(live, after, action, None)).text
        again = live.game.step == "draft" and live.game.player_to_act == after.game.player_to_act
        assert ("\n→ Player 1 picks again" in text) is again
        told.append(again)
        live = after
    assert sum(told) == 1

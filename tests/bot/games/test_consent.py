"""A question is decided once: by a no, or by the last yes, which does what was asked for."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.games.consent import Consents
from bot.games.service import GameService, Hand
from bot.games.undoing import NeedsConsent
from bot.refusal import PlayerError
from storage import Busy, LobbyPlayer, Question, Questions, Seats
from storage.clock import utc_now
from storage.consent import DECLINED
from tests.bot.games.conftest import LAY, PLACE, USERS, Table

ASKER, OTHER = 101, 102
NEW = LobbyPlayer(200, "Newcomer")


def consents(games: GameService) -> Consents:
    return Consents(games, utc_now, timedelta(hours=72))


async def asked_back(games: GameService) -> tuple[Question, tuple[int, ...]]:
    """A question whether the last moves may be taken back, and who is asked."""
    live = await games.load(1, 2)
    with pytest.raises(NeedsConsent) as needed:
        await games.undo(PLACE, Hand(ASKER), lambda _live: LAY - 8)
    taking = needed.value.taking
    assert taking.asked
    return await consents(games).ask_undo(live, ASKER, taking), taking.asked


async def test_a_no_at_the_moment_of_the_last_yes_counts(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = await table.bring()
    question, asked = await asked_back(games)
    agree = Questions.agree

    async def and_a_no(own: Questions, question: Question, user_id: int) -> Question:
        found = await agree(own, question, user_id)
        if user_id == asked[-1]:
            assert await own.close(question.id, DECLINED)
        return found

    monkeypatch.setattr(Questions, "agree", and_a_no)
    answering = consents(games)
    for user in asked[:-1]:
        assert (await answering.answer(question.id, Hand(user), yes=True)).missing
    with pytest.raises(PlayerError, match="over"):
        await answering.answer(question.id, Hand(asked[-1]), yes=True)
    assert len((await games.load(1, 2)).movers) == LAY


async def test_what_the_database_could_not_do_is_done_by_another_yes(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = await table.bring()
    answering, live = consents(games), await games.load(1, 2)
    question = await answering.ask_replace(live, ASKER, 2, NEW)
    assert (await answering.answer(question.id, Hand(OTHER), yes=True)).missing == (NEW.user_id,)

    async def busy(*_values: object, **_options: object) -> None:
        raise Busy

    monkeypatch.setattr(Seats, "give", busy)
    with pytest.raises(Busy):
        await answering.answer(question.id, Hand(NEW.user_id), yes=True)
    monkeypatch.undo()
    assert USERS[2] == OTHER
    assert (await answering.answer(question.id, Hand(NEW.user_id), yes=True)).done
    assert (await games.load(1, 2)).holder(2) == NEW.user_id

"""What ends a move made ahead, each condition by itself; of two processes one makes the move."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.games.ahead import Ahead
from bot.games.forecast import search_in
from bot.games.live import LiveGame, Logged
from bot.games.opening import Opening
from bot.games.programs import (
    AnyProgram,
    BuyAhead,
    PassAhead,
    RunAhead,
    Running,
    SkipAhead,
    Stop,
    Watch,
    happened,
    move_now,
    read,
    stopped,
    written,
)
from bot.games.service import GameService
from bot.present.programs import ended_text, program_text
from engine import Applied
from engine import events as ev
from engine.actions import AnyAction, BuyCard, BuyShare, Pass, SellShares
from engine.journal import Redo, Undo
from storage import Seats, StoredProgram, StoredPrograms
from tests.bot.games.conftest import Table

STOCK = 35
"""Seat 3 decides, in the first stock round."""
RUN = 93
"""A company is to run its trains."""


def row(action: AnyAction, *events: ev.Event, seat: int = 1) -> Logged:
    return Logged(1, Applied(action, "stock", events), seat)


PASS = Pass(1)
HAPPENED = [
    (Watch("traded", "EIR"), row(BuyCard(1, "EIR_3")), True),
    (Watch("traded", "EIR"), row(BuyShare(1, "EIR")), True),
    (Watch("traded", "EIR"), row(SellShares(1, "EIR", 10)), True),
    (Watch("traded", "EIR"), row(BuyCard(1, "NWR_3")), False),
    (Watch("traded"), row(BuyCard(1, "NWR_3")), True),
    (Watch("traded"), row(BuyCard(1, "RB")), False),
    (Watch("traded"), row(BuyCard(1, "P2")), False),
    (Watch("traded"), row(BuyShare(2, "EIR"), seat=2), False),
    (Watch("floated", "EIR"), row(PASS, ev.CompanyFloated("EIR", 100)), True),
    (Watch("floated", "EIR"), row(PASS, ev.CompanyFloated("NWR", 100)), False),
    (Watch("floated"), row(PASS, ev.CompanyFloated("NWR", 100)), True),
    (Watch("control", "EIR"), row(PASS, ev.HeadChanged("EIR", 1, "Manager")), True),
    (Watch("control", "NWR"), row(PASS, ev.HeadChanged("EIR", 1, "Manager")), False),
    (Watch("price", "EIR"), row(PASS, ev.PriceMoved("EIR", 100, 112, "paid")), True),
    (Watch("price", "EIR"), row(PASS, ev.HeadChanged("EIR", 1, "Manager")), False),
]


@pytest.mark.parametrize(("watch", "made", "wanted"), HAPPENED)
def test_what_is_watched_for(watch: Watch, made: Logged, wanted: bool) -> None:
    """The player of seat 2 watches; what he does himself does not count."""
    assert happened(watch, made, 2) is wanted


def set_at(
    live: LiveGame, program: AnyProgram, *, seat: int = 3, sequence: int | None = None
) -> Running:
    """Something set when the game had so many entries."""
    at = live.sequence if sequence is None else sequence
    body = written(program)
    return read(StoredProgram(1, live.stored.id, seat, 100 + seat, body, at, at))


async def at(table: Table, moves: int) -> LiveGame:
    table.at = moves
    games = await table.bring()
    return await games.load(1, 2)


async def on(table: Table, live: LiveGame, moves: int) -> LiveGame:
    """The game after further recorded moves, each by the member in its seat."""
    for action in table.actions[len(live.game.history) : moves]:
        live, _ = live.after([(action, live.holder(live.game.player_to_act or 0))])
    return live


async def test_it_acts_from_the_next_move_on_in_its_own_turn_only(table: Table) -> None:
    live = await at(table, STOCK)
    assert move_now(live, set_at(live, PassAhead(on=True))) is None
    assert move_now(live, set_at(live, PassAhead(on=True), sequence=STOCK - 1)) == Pass(3)
    assert move_now(live, set_at(live, PassAhead(on=True), seat=4, sequence=STOCK - 1)) is None


async def test_a_stock_round_that_is_over_ends_it(table: Table) -> None:
    live = await at(table, STOCK)
    here, bonds = PassAhead(on=True), BuyAhead("RB", 20, on=True)
    set_here = [set_at(live, here), set_at(live, bonds)]
    later = await on(table, live, 61)
    assert [stopped(later, one) for one in set_here] == [None, None]
    over = await on(table, live, 62)
    assert [stopped(over, one) for one in set_here] == [Stop("round"), Stop("round")]
    following = set_at(over, PassAhead())
    assert stopped(await on(table, live, 70), following) is None, "it is for the next one"


async def test_purchases_are_counted_and_what_is_gone_ends_it(table: Table) -> None:
    live = await at(table, STOCK)
    once = set_at(live, BuyAhead("RB", 1, on=True))
    twice = set_at(live, BuyAhead("RB", 2, on=True))
    bought = await on(table, live, 43)
    assert table.actions[42] == BuyCard(3, "RB")
    assert stopped(bought, once) == Stop("bought")
    assert stopped(bought, twice) is None
    gone = set_at(live, BuyAhead("TR_4", 1, on=True))
    assert stopped(live, gone) == Stop("gone"), "it lies in the hand of somebody else"


async def test_a_company_has_one_turn_for_it_and_its_head(table: Table) -> None:
    live = await at(table, 62)
    company, seat = str(live.game.actor), live.game.player_to_act or 0
    for program in (SkipAhead(company, ("trains",), on=True), RunAhead(company, on=True)):
        mine = set_at(live, program, seat=seat)
        assert stopped(live, mine) is None
        assert stopped(live, set_at(live, program, seat=seat % 4 + 1)) == Stop("head")
        after, moves = live, 62
        while after.game.actor == company:
            moves += 1
            after = await on(table, live, moves)
        assert stopped(after, mine) == Stop("turn")


async def test_an_undo_past_the_setting_ends_it_for_good(table: Table) -> None:
    live = await at(table, STOCK)
    mine = set_at(live, PassAhead(on=True))
    after = await on(table, live, STOCK + 1)
    back, _ = after.after([(Undo(STOCK), 103)])
    assert stopped(back, mine) is None
    past, _ = after.after([(Undo(STOCK - 1), 103)])
    assert stopped(past, mine) == Stop("undone")
    again, _ = past.after([(Redo(), 103)])
    assert stopped(again, mine) == Stop("undone")
    later = set_at(past, PassAhead(on=True))
    later = Running(
        StoredProgram(2, 1, 3, 103, later.stored.body, past.sequence, STOCK - 1), later.program
    )
    assert stopped(again, later) is None, "it was set after the undo"


async def test_of_two_processes_one_makes_the_move(table: Table) -> None:
    table.at = STOCK
    here, there = await table.bring(), await table.service()
    stored = (await here.load(1, 2)).stored
    await there.load(1, 2)
    body = written(PassAhead(on=True))
    await StoredPrograms(here.store).add(
        stored.id, 3, 103, body, sequence=STOCK - 1, moves=STOCK - 1
    )

    async def act(games: GameService) -> None:
        ahead = Ahead(games, Opening(games), 1.0)
        async with games.playing(stored) as live:
            await ahead.act(live)

    await asyncio.gather(act(here), act(there))
    actions = await here.store.actions(stored.id, since=STOCK)
    assert [(action.author, action.why) for action in actions] == [(103, "ahead")]
    alone = [e for e in await here.store.pending_outbox(stored.id) if e.kind == "alone"]
    assert len(alone) == 1


async def test_it_makes_no_move_once_it_is_ended(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner ends it, at once, while the run that it would make is searched for."""
    table.at = RUN
    games, elsewhere = await table.bring(), await table.service()
    live = await games.load(1, 2)
    company, seat = str(live.game.actor), live.game.player_to_act or 0
    assert live.game.step == "run"
    owner = live.holder(seat) or 0
    body = written(RunAhead(company, on=True))
    number = await StoredPrograms(games.store).add(
        live.stored.id, seat, owner, body, sequence=RUN - 1, moves=RUN - 1
    )
    searching, go_on = asyncio.Event(), asyncio.Event()

    async def gated(*given: Any) -> Any:
        searching.set()
        await go_on.wait()
        return await search_in(*given)

    monkeypatch.setattr("bot.games.ahead.search_in", gated)
    ahead = Ahead(games, Opening(games), 1.0)

    async def act() -> None:
        async with games.playing(live.stored) as locked:
            await ahead.act(locked)

    acting = asyncio.create_task(act())
    await searching.wait()
    there = Ahead(elsewhere, Opening(elsewhere), 1.0)
    await there.end(await elsewhere.load(1, 2), owner, number)
    go_on.set()
    await acting
    assert await games.store.actions(live.stored.id, since=RUN) == ()
    assert await games.store.pending_outbox(live.stored.id) == ()
    monkeypatch.undo()
    await StoredPrograms(games.store).add(
        live.stored.id, seat, owner, body, sequence=RUN - 1, moves=RUN - 1
    )
    await act()
    made = await games.store.actions(live.stored.id, since=RUN)
    assert [action.why for action in made] == ["ahead", "ahead"], "one that is on runs and pays"


async def test_it_ends_with_the_seat_of_its_owner_also_if_he_has_that_again(table: Table) -> None:
    table.at = STOCK
    games = await table.bring()
    live = await games.load(1, 2)
    stored, seats = StoredPrograms(games.store), Seats(games.store)
    body = written(PassAhead(on=True))
    for seat in (3, 4):
        await stored.add(live.stored.id, seat, 100 + seat, body, sequence=34, moves=34)
    await seats.give(live.stored.id, 3, 105, 103)
    await seats.give(live.stored.id, 3, 103, 105)
    assert [one.number for one in await stored.running(live.stored.id)] == [4]
    ahead = Ahead(games, Opening(games), 1.0)
    async with games.playing(live.stored) as locked:
        assert (await ahead.act(locked)).sequence == STOCK
    assert [stop for _, stop in await ahead.unread(live, 103)] == [Stop("seat")]


def test_everything_has_its_words() -> None:
    programs: list[AnyProgram] = [
        PassAhead((Watch("price", "EIR"), Watch("floated"))),
        BuyAhead("RB", 3),
        BuyAhead("EIR_3"),
        BuyAhead("P2"),
        BuyAhead("EIR", 2, on=True),
        SkipAhead("EIR", ("station", "certificates")),
        RunAhead("EIR"),
    ]
    assert [program_text(program) for program in programs] == [
        "pass in the next stock round until the price of EIR changes or a company floats",
        "buy up to 3 Royal Bonds in the next stock round while there are any",
        "buy EIR 10% in the next stock round when it is on sale",
        "buy Portuguese EIC (P2) in the next stock round when it is on sale",
        "buy up to 2 shares of EIR in the Open Market in this stock round while there are any",
        "EIR skips stations and certificates in its next turn",
        "EIR runs the best in its next turn and pays it out, if nothing else is possible",
    ]
    assert "4 certificates" in ended_text(programs[0], Stop("refused", refusal="4 certificates."))

"""Several certificates bought at once, where the first of them brings up a question."""

from __future__ import annotations

from dataclasses import replace

from cogs.turn.steps.certificates import from_hand, stock
from engine.actions import BuyCard
from tests.cogs.played import HOARDER
from tests.cogs.turn.seen import seen_at


async def test_what_a_float_asks_ends_the_purchase() -> None:
    """TR floats with its Director's certificate, and waits for its home; the rest may follow."""
    seen = seen_at(HOARDER, 27)
    game = seen.game
    moves = await from_hand(seen, "", ["TR_0", "TR_1"])
    taken = moves.all_of(game)
    assert taken == [BuyCard(1, "TR_0")]
    other = game.copy()
    other.apply(taken[0])
    assert other.state.pending
    assert moves.fewer(len(taken)).startswith("Not bought yet: TR 10%.")


async def test_what_asks_nothing_is_bought_in_full() -> None:
    seen = seen_at(HOARDER, 27)
    game = seen.game
    moves = await from_hand(seen, "", ["TR_1", "TR_2"])
    assert [type(move) for move in moves.all_of(game)] == [BuyCard, BuyCard]


async def test_who_can_pay_for_nothing_more_is_told_so() -> None:
    seen = seen_at(HOARDER, 27)
    for cash, said in ((1000, "You may buy more"), (70, "You cannot buy more")):
        game = seen.game.copy()
        game.apply(BuyCard(1, "TR_1"))
        game.state.players[1].cash = cash
        panel = await stock(replace(seen, game=game, legal=game.legal()))
        assert f"{said} of the same kind." in panel.text

"""What a panel names as done once the turn is another player's."""

from __future__ import annotations

from bot.games.live import LiveGame
from cogs.turn.panel import Seen
from cogs.turn.showing import summary, what_follows
from engine.actions import DraftCard
from tests.bot.games.conftest import Table
from tests.bot.present.test_said import start
from tests.cogs.played import MIXED3


def drafted(count: int, whys: dict[int, str] | None = None) -> LiveGame:
    """A game of three after so many moves, of which the bot made some itself."""
    table = Table("", MIXED3, 0)
    moves = [(action, 101) for action in table.actions[:count]]
    return start(table.game).after(moves, [(whys or {}).get(n) for n in range(count)])[0]


def done(live: LiveGame, seat: int) -> list[str]:
    """The lines of the summary that a player sees."""
    return summary(Seen(live, live.game, seat)).splitlines()


def test_the_last_pick_is_named_with_the_one_that_followed_by_itself() -> None:
    actions = Table("", MIXED3, 0).actions
    last = max(n for n, action in enumerate(actions) if isinstance(action, DraftCard))
    live = drafted(last + 1, {last: "only"})
    picked, other = live.log[last - 1].seat or 0, live.log[last].seat or 0
    assert picked != other
    head, mine, followed = done(live, picked)
    assert head == "Done:"
    assert mine.startswith(f"✓ **Player {picked}** drafts ")
    assert followed.startswith(f"· **Player {other}** drafts ")
    assert ", the last card: nobody need be asked" in followed


def test_the_choice_of_the_selection_is_no_deed_of_the_first_pick() -> None:
    live = drafted(4)
    assert live.log[2].seat == live.log[3].seat == 3
    assert [line[:22] for line in done(live, 3)[1:]] == ["✓ **Player 3** drafts "]


def test_who_did_nothing_is_told_of_nothing() -> None:
    assert done(drafted(3), 3) == []


def test_who_is_next_in_a_stock_round_buys_or_sells() -> None:
    actions = Table("", MIXED3, 0).actions
    last = max(n for n, action in enumerate(actions) if isinstance(action, DraftCard))
    assert what_follows(drafted(last + 1)) == "Next: Player 1's turn, buying turn."

"""A line says who acts next, in which step; what was passed over, and why; a sale ends itself."""

from __future__ import annotations

import re
from copy import deepcopy

import pytest

from bot.present import words
from engine.actions import Pass
from interchange.trace import state_json
from tests.cogs.cards import card, tells_all, told
from tests.cogs.played import CRASH, HOARDER, MIXED2, MIXED3, Played
from tests.support.world import World, answer_of

POOR = 211
"""CGR is done selling, cannot buy, and its head's next company begins."""


async def name_of(played: Played) -> str:
    """What the player on turn is called."""
    return words.names((await played.live()).game.state)[played.on_turn + 1]


async def test_a_step_passed_over_and_the_next_company_are_said(world: World) -> None:
    played = await Played.bring(world, HOARDER, POOR)
    before = played.game.actor
    cash = played.game.state.companies[str(before)].cash
    answer = answer_of(await played.step())
    after = played.game.actor
    assert after != before
    assert answer.content == f"Done. Next for you: **{after}**, track."
    shown = card(world)
    assert shown.startswith(f"{before} · Operating Round ")
    assert shown.endswith(
        f"\n**Certificates** · nothing sold; none bought: cash ₹{cash}\n"
        f"→ {await name_of(played)}: **{after}**, track"
    )


async def test_after_every_move_the_channel_says_who_acts_next_and_in_which_step(
    world: World,
) -> None:
    """Also to the player who just moved, and where the same step goes on."""
    played = await Played.bring(world, CRASH, 60)
    for _ in range(30):
        mover = played.on_turn
        answer = answer_of(await played.step()).content
        company, player = played.game.actor, world.players[played.on_turn]
        name = await name_of(played)
        last = [row for row in told(world)[-1].splitlines() if row.startswith("→ ")][-1]
        assert re.match(rf"→ ({name}|<@{player.id}>): \*\*{company}\*\*, \w", last)
        who = "Next for you" if played.on_turn == mover else f"Next: {name}"
        assert re.match(rf"Done\. {who}[:,] \*\*{company}\*\*, \w", answer)


async def test_another_player_is_pinged_and_the_same_is_not(world: World) -> None:
    played = await Played.bring(world, CRASH, 60)
    seen = set()
    for _ in range(40):
        mover = played.on_turn
        await played.step()
        pinged = f"→ <@{world.players[played.on_turn].id}>" in told(world)[-1]
        assert pinged == (played.on_turn != mover)
        seen.add(pinged)
    assert seen == {True, False}


# -- a purchase that ends the selling --------------------------------------------------------------


@pytest.mark.parametrize(("name", "at"), [(MIXED2, 142), (MIXED2, 236), (MIXED3, 1160)])
async def test_a_purchase_ends_the_selling_by_itself(world: World, name: str, at: int) -> None:
    played = await Played.bring(world, name, at)
    player, before = played.on_turn, deepcopy(state_json(played.game))
    assert played.game.step == "sell"
    assert isinstance(played.action, Pass)
    played.advance()
    command, options = played.command
    company = played.game.actor
    if options:
        assert options["what"] in await world.choices(player, command, "what")
    result = await world.slash(player, command, **options)
    [note] = [m.content for m in (result.response, *result.followups) if m is not None]
    assert "\nThese are 2 moves in the log: `/game undo` takes them back one by one." in note
    played.advance()
    await played.check()
    assert len((await played.live()).game.history) == at + 2
    await tells_all(played, at)
    assert card(world).startswith(f"{company} · ")
    for _ in range(2):
        await world.slash(player, "game undo")
    assert state_json((await played.live()).game) == before
    assert not [e for e in await world.bot.store.pending_outbox() if e.kind == "line"]


async def test_a_purchase_that_is_refused_does_not_end_the_selling(world: World) -> None:
    played = await Played.bring(world, MIXED2, 142)
    assert "is no certificate" in await world.refused(
        played.on_turn, "certificate buy", what="Nothing"
    )
    assert "No share of" in await world.refused(played.on_turn, "certificate buy", what="GIPR")
    await played.check()


async def test_where_nothing_could_be_bought_the_list_says_so(world: World) -> None:
    played = await Played.bring(world, HOARDER, POOR)
    company = played.game.state.companies[str(played.game.actor)]
    why = f"{company.id} cannot buy a certificate: cash ₹{company.cash}."
    [choice] = await world.players[played.on_turn].autocomplete(
        played.channel, "certificate buy", "what", ""
    )
    assert choice["name"] == why
    assert await world.refused(played.on_turn, "certificate buy", what=choice["value"]) == why
    assert await world.refused(played.on_turn, "certificate buy", what="NCR 10%") == why
    await played.check()


# -- steps out of order ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "options", "told"),
    [
        ("station build", {"city": "Mumbai"}, "`/pass` ends it; station is step 2."),
        ("train buy", {"train": "2 from bank"}, "trains is step 5."),
        ("train sell", {"train": "2"}, "trains is step 5."),
        ("certificate buy", {"what": "NCR 10%"}, "buy a certificate is step 6."),
        ("certificate sell", {"what": "NCR"}, "sell certificates is step 6."),
        ("dividend pay", {}, "dividend is step 4."),
        ("run", {}, "run trains is step 3. `/map routes:True`"),
    ],
)
async def test_a_step_too_early_is_told_before_anything_is_asked(
    world: World, command: str, options: dict[str, str], told: str
) -> None:
    played = await Played.bring(world, CRASH, 64)
    assert played.game.step == "track"
    assert told in await world.refused(played.on_turn, command, **options)


async def test_a_step_that_is_over_is_told(world: World) -> None:
    played = await Played.bring(world, HOARDER, POOR)
    refusal = await world.refused(played.on_turn, "track lay", hex="G8", tile="57", rotation=0)
    assert "is at step 6, sell certificates: track is over for this turn." in refusal


@pytest.mark.parametrize("hex_text", [" ", "  "])
async def test_an_option_left_blank_is_asked_for(world: World, hex_text: str) -> None:
    played = await Played.bring(world, CRASH, 64)
    assert await world.refused(played.on_turn, "track lay", hex=hex_text) == (
        "Say which hex, as `G8` or `Delhi`."
    )

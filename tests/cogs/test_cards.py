"""The card of a turn: one message with all that was done, whatever happens to it; calls apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.results import ResponseMessage

from bot.present.card import card_embed
from bot.present.embeds import colour
from bot.speak.notifier import FIRST_PAUSE
from storage import Busy
from tests.cogs.buttons import RESTARTS
from tests.cogs.cards import calls, card, cards, lines, public, text_of, told
from tests.cogs.played import CRASH, HOARDER, MIXED2, Played
from tests.cogs.turn.tapping import controls, moved
from tests.cogs.turn.test_taps import ordinary_turn
from tests.support.world import World, answer_of, open_world

TURN, TURN_MOVES = 401, 7
"""CGR is at its track in HOARDER; its turn has so many moves."""
CGR = """\
CGR · Operating Round 5.1
Asha, Director
**Track** · upgrades Bengaluru H31 to 15, free
**Station** · none possible: all its stations are built
**Run** · 2: Kochi–H35–Tea–L39–Colombo ₹110, 2: Kochi–G34 ₹80; together ₹190
**Dividend** · withholds ₹190; the bank pays the guaranty, ₹4 a share: Asha ₹12, Bela ₹4; \
price unchanged
**Trains** · sells a 2 train to the bank for ₹180
**Trains** · buys a 4 train from the bank for ₹450. **Phase III** begins
**Certificates** · buys a Royal Bond from the bank for ₹100
→ Asha: **TR**, track"""
LAID = 91
"""CGR upgrades a hex as this move of HOARDER, and is done with track by the next."""
NEXT = 63
"""One move of BR before DHR, another player's company, is up in CRASH."""


def edits(world: World, message: discord.Message) -> int:
    """How often a message was edited."""
    path = f"/messages/{message.id}"
    return sum(r.method == "PATCH" and r.path.endswith(path) for r in world.env.http_requests)


def path_of(message: discord.Message) -> str:
    """The path of a message, as `inject_error` takes it."""
    return f"/channels/*/messages/{message.id}"


async def steps(played: Played, count: int) -> None:
    """Play so many recorded moves."""
    for _ in range(count):
        await played.step()


async def shows_its_turn(played: Played) -> None:
    """The newest card is that of the last turn, and says what the log says."""
    live = await played.live()
    assert live.last_turn is not None
    [shown] = cards(played.world, played.channel)[-1].embeds
    assert shown.to_dict() == card_embed(live, live.last_turn).to_dict()


# -- one card for a turn ---------------------------------------------------------------------------


async def test_a_turn_by_commands_is_one_card_with_all_facts(world: World) -> None:
    played = await Played.bring(world, HOARDER, TURN)
    for moves in range(1, TURN_MOVES + 1):
        result = await played.step()
        assert answer_of(result).ephemeral
        [shown] = cards(world)
        assert edits(world, shown) == moves - 1
    assert text_of(shown) == CGR
    assert shown.embeds[0].color == discord.Color(colour("CGR"))
    assert not [e for e in await world.bot.store.pending_outbox() if e.kind == "line"]


async def test_a_turn_by_the_panel_is_one_card(world: World) -> None:
    played = await Played.bring(world, HOARDER, TURN)
    company = played.game.actor
    assert await ordinary_turn(played)
    [shown] = [m for m in cards(world) if text_of(m).startswith(f"{company} · ")]
    text = text_of(shown)
    for step in ("Track", "Run", "Dividend", "Trains, certificates"):
        assert f"**{step}** · " in text
    history = (await played.live()).game.history
    assert edits(world, shown) < len(history) - TURN
    assert "**Track** · lays " in text
    assert "**Dividend** · pays " in text
    assert not [m for m in public(world) if f"**{company}** runs" in m.content]


async def test_moves_made_together_are_one_edit(world: World) -> None:
    """The purchase ends the selling."""
    played = await Played.bring(world, MIXED2, 141)
    await played.step()
    [shown] = cards(world)
    played.advance()
    before = edits(world, shown)
    command, options = played.command
    company = str(played.game.actor)
    answer = answer_of(await world.slash(played.on_turn, command, **options))
    assert "These are 2 moves in the log" in answer.content
    assert edits(world, shown) == before + 1
    assert card(world).count("**Certificates** · ") == 1
    assert "**Certificates** · buys " in card(world)
    assert card(world).startswith(f"{company} · ")


async def test_a_stock_turn_has_a_card_that_names_what_was_bought(world: World) -> None:
    played = await Played.bring(world, CRASH, 60)
    await steps(played, 1)
    assert card(world).startswith("Chand · Stock Round 1, buying\nBuys MR 10% from the Open Market")
    assert (
        "\nBuys BR Director's certificate (20%) from the hand for ₹142 to BR. "
        "Chand is now Director of **BR**. **BR** floats at ₹71\n"
    ) in card(world)
    await steps(played, 1)
    assert "**BR** has its home station in Mumbai" in card(world)
    assert "**Operating Round 1.1** begins" in card(world)


async def test_a_pick_of_the_draft_is_a_line_with_its_call(world: World) -> None:
    played = await Played.bring(world, CRASH, 5)
    assert played.game.step == "draft"
    await steps(played, 1)
    [line] = [text for text in told(world) if " drafts " in text]
    assert f"\n→ <@{world.players[played.on_turn].id}>: draft" in line
    assert cards(world) == []


async def test_nobody_else_sees_the_answer_and_it_says_who_is_next(world: World) -> None:
    played = await Played.bring(world, CRASH, NEXT)
    result = await played.step()
    assert [m.ephemeral for m in (result.response, *result.followups) if m] == [True]
    assert answer_of(result).content == "Done. Next: Bela, **DHR**, track."


# -- calls -----------------------------------------------------------------------------------------


def button(message: discord.Message) -> str:
    """The label of the first button of a call; the other one tells what happened."""
    row: Any = message.components[0].to_dict()
    found, other = row["components"]
    assert other["label"] == "What happened"
    return str(found["label"])


@RESTARTS
async def test_the_call_is_a_message_of_its_own_said_once(world: World, restart: bool) -> None:
    played = await Played.bring(world, CRASH, NEXT)
    await played.step()
    [call] = calls(world)
    assert call.splitlines()[0] == f"→ <@{world.players[1].id}>: **DHR**, track"
    assert "<@" not in "".join(map(text_of, cards(world)))
    [message] = [m for m in public(world) if m.content == call]
    assert button(message) == "Take my turn"
    assert public(world)[-1].id == message.id
    if restart:
        await world.restart()
    await steps(played, 2)
    assert calls(world) == [call]
    [message] = [m for m in public(world) if m.content == call]
    assert not message.components
    assert edits(world, message) == 1


async def test_a_move_taken_back_takes_its_call_back(world: World) -> None:
    played = await Played.bring(world, CRASH, NEXT)
    await played.step()
    await world.slash(2, "game undo")
    [message] = [m for m in public(world) if m.content == calls(world)[-1]]
    assert not message.components
    said = public(world)[-1].content
    assert said.startswith("↩ Taken back, so the turn is another's now.\n→ Chand: **BR**, ")
    await world.slash(2, "game redo")
    assert len(calls(world)) == 2
    assert button(public(world)[-1]) == "Take my turn"


# -- taken back ------------------------------------------------------------------------------------


@RESTARTS
async def test_what_is_taken_back_is_struck_through_until_it_is_brought_back(
    world: World, restart: bool
) -> None:
    played = await Played.bring(world, HOARDER, TURN)
    await steps(played, 3)
    before = card(world)
    [withheld] = [line for line in lines(before) if "withholds" in line]
    for _ in range(2):
        if restart:
            await world.restart()
        answer = answer_of(await world.slash(0, "game undo"))
        assert answer.content == "↩ Taken back. Next for you: **CGR**, dividend."
        assert f"\n~~{withheld}~~ ↩ taken back by Asha\n→ Asha: **CGR**, dividend" in card(world)
        answer = answer_of(await world.slash(0, "game redo"))
        assert answer.content == "↪ Brought back. Next for you: **CGR**, trains."
        assert card(world) == before
    assert len(cards(world)) == 1


async def test_another_move_after_an_undo_stands_below_what_was_taken_back(world: World) -> None:
    played = await Played.bring(world, HOARDER, TURN)
    await steps(played, 3)
    await world.slash(0, "game undo")
    await world.slash(0, "dividend pay")
    shown = lines(card(world))
    assert shown[-2].startswith("~~**Dividend** · withholds ₹190")
    assert shown[-2].endswith("~~ ↩ taken back by Asha")
    assert shown[-1].startswith("**Dividend** · pays ₹19 a share: ")
    assert len(cards(world)) == 1


async def test_all_moves_of_a_turn_are_taken_back(world: World) -> None:
    played = await Played.bring(world, HOARDER, TURN)
    await steps(played, 3)
    answer = answer_of(await world.slash(0, "game undo", what="turn"))
    assert answer.content == "↩ Taken back, 3 moves. Next for you: **CGR**, track."
    assert [line[:2] for line in lines(card(world))] == ["~~"] * 3
    await world.slash(0, "pass")
    assert [line[:2] for line in lines(card(world))[:3]] == ["~~"] * 3
    assert lines(card(world))[3] == "**Track** · no track laid"


async def test_the_end_of_a_step_that_is_taken_back_with_it_is_no_step_without_anything(
    world: World,
) -> None:
    played = await Played.bring(world, HOARDER, LAID - 1)
    await steps(played, 2)
    await world.slash(0, "game undo", what="turn")
    laid, ended = lines(card(world))[-2:]
    assert laid.startswith("~~**Track** · upgrades I36 to 83")
    assert ended.startswith("~~**Track** · done; **Station** · none possible: ")


async def test_a_rewind_over_turns_strikes_through_in_each_and_the_first_goes_on_below(
    world: World,
) -> None:
    played = await Played.bring(world, HOARDER, TURN)
    await steps(played, TURN_MOVES + 2)
    first, second = cards(world)
    await world.slash(0, "game rewind", to=str(TURN + 2))
    below, again = cards(world)
    assert below.id == second.id, "what was struck through stays where it is"
    assert again.id != first.id, "the turn that goes on is below it"
    assert all(line.startswith("~~") for line in lines(text_of(below)))
    struck = [line for line in lines(text_of(again)) if line.startswith("~~")]
    assert len(struck) == TURN_MOVES - 2
    await world.slash(0, "dividend pay")
    assert cards(world)[-1].id == again.id
    await shows_its_turn(played)


# -- whatever happens to the message ---------------------------------------------------------------


async def test_a_card_outlives_a_restart_in_the_middle(world: World) -> None:
    played = await Played.bring(world, HOARDER, TURN)
    await steps(played, 3)
    [before] = cards(world)
    await world.restart()
    await steps(played, TURN_MOVES - 3)
    [after] = cards(world)
    assert after.id == before.id
    assert text_of(after) == CGR


async def test_a_card_that_was_deleted_is_posted_anew_with_all_of_it(world: World) -> None:
    played = await Played.bring(world, HOARDER, TURN)
    await steps(played, TURN_MOVES - 1)
    [before] = cards(world)
    await world.players[0].delete(before)
    await played.step()
    [after] = cards(world)
    assert after.id != before.id
    assert text_of(after) == CGR


async def test_where_edits_are_rationed_a_card_is_posted_anew_and_the_old_one_goes(
    world: World,
) -> None:
    played = await Played.bring(world, HOARDER, TURN)
    await steps(played, TURN_MOVES - 1)
    [before] = cards(world)
    world.env.inject_error("PATCH", path_of(before), status=400, code=30046)
    await played.step()
    [after] = cards(world)
    assert after.id != before.id
    assert text_of(after) == CGR


async def test_where_the_old_card_cannot_be_taken_away_it_stays_as_it_was(world: World) -> None:
    played = await Played.bring(world, HOARDER, TURN)
    await steps(played, TURN_MOVES - 1)
    [before] = cards(world)
    world.env.inject_error("PATCH", path_of(before), status=400, code=30046)
    world.env.inject_error("DELETE", path_of(before), status=403, code=50013)
    await played.step()
    old, new = cards(world)
    assert text_of(old) == text_of(before)
    assert text_of(new) == CGR
    assert not [e for e in await world.bot.store.pending_outbox() if e.kind == "line"]


@pytest.mark.parametrize(("minutes", "anew"), [(49, False), (51, True)])
async def test_an_old_card_is_replaced_below(world: World, minutes: int, anew: bool) -> None:
    played = await Played.bring(world, HOARDER, TURN)
    await steps(played, TURN_MOVES - 1)
    [before] = cards(world)
    await world.env.advance_time(minutes * 60)
    await played.step()
    [after] = cards(world)
    assert (after.id != before.id) is anew
    assert text_of(after) == CGR


async def test_an_edit_that_failed_is_tried_again_by_itself(world: World) -> None:
    played = await Played.bring(world, HOARDER, TURN)
    await steps(played, TURN_MOVES - 1)
    [shown] = cards(world)
    before = text_of(shown)
    world.env.inject_error("PATCH", path_of(shown), status=403)
    await played.step()
    assert card(world) == before
    assert [e for e in await world.bot.store.pending_outbox() if e.kind == "line"]
    await world.env.advance_time(FIRST_PAUSE + 1)
    [after] = cards(world)
    assert text_of(after) == CGR
    assert not [e for e in await world.bot.store.pending_outbox() if e.kind == "line"]


async def test_where_no_frame_is_allowed_the_card_comes_as_text(world: World) -> None:
    played = await Played.bring(world, HOARDER, TURN)
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await played.step()
    shown = public(world)[-1]
    assert not shown.embeds
    assert shown.content.startswith("**CGR · Operating Round 5.1**\nAsha, Director\n**Track** · ")
    await steps(played, TURN_MOVES - 1)
    assert text_of(public(world)[-1]) == CGR


async def test_a_card_whose_row_could_not_be_kept_is_not_posted_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Played.bring(world, HOARDER, TURN)

    async def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("storage.cards.Cards.put", full)
    await steps(played, 2)
    monkeypatch.undo()
    await steps(played, TURN_MOVES - 2)
    [shown] = cards(world)
    assert text_of(shown) == CGR
    await world.restart()
    await played.step()
    assert len(cards(world)) == 2


async def test_two_games_in_two_channels_keep_their_cards_apart(world: World) -> None:
    other = world.guild.create_text_channel("other")
    one = await Played.bring(world, HOARDER, TURN)
    two = await Played.bring(world, HOARDER, TURN, channel=other)
    for _ in range(2):
        await one.step()
        await two.step()
    await steps(one, TURN_MOVES - 2)
    [first], [second] = cards(world), cards(world, other)
    assert text_of(first) == CGR
    assert len(lines(text_of(second))) == 3
    await shows_its_turn(two)


# -- pictures --------------------------------------------------------------------------------------


async def test_a_card_has_the_newest_picture_of_its_turn_with_its_words(tmp_path: Path) -> None:
    async with open_world(tmp_path, pictures=True) as world:
        played = await Played.bring(world, HOARDER, TURN)

        async def shown() -> tuple[list[str], str]:
            await world.env.settle()
            [message] = cards(world)
            words = [a.description or "" for a in message.attachments]
            return [a.filename for a in message.attachments], "".join(words)

        await played.step()
        names, laid = await shown()
        assert names == ["track.png"]
        assert "H31" in laid
        await played.step()
        names, ran = await shown()
        assert names == ["routes.png"]
        assert "₹110" in ran
        assert "Colombo" in ran
        await played.step()
        assert await shown() == (["routes.png"], ran)
        await world.slash(0, "game undo", what="turn")
        assert await shown() == ([], "")
        await world.slash(0, "game redo")
        names, again = await shown()
        assert names == ["routes.png"]
        assert again.partition("Route 1")[2] == ran.partition("Route 1")[2]
        [before] = cards(world)
        await world.players[0].delete(before)
        await played.step()
        names, _ = await shown()
        assert names == ["routes.png"]


# -- from the panel --------------------------------------------------------------------------------


async def test_the_panel_goes_on_below_the_card_that_its_move_has_posted(world: World) -> None:
    played = await Played.bring(world, HOARDER, TURN)
    panel: ResponseMessage = answer_of(await world.slash(0, "turn"))
    before = len(public(world))
    pass_ = next(c for c in controls(panel) if c.verb == "pass")
    result = await world.players[0].click(panel, custom_id=pass_.id)
    assert moved(panel, result)
    assert panel.id > cards(world)[-1].id
    assert "**3 run**" in panel.content
    assert len(public(world)) == before + 1
    only = next(c for c in controls(panel) if c.verb == "run_only")
    result = await world.players[0].click(panel, custom_id=only.id)
    assert not result.followups
    assert "**4 dividend**" in panel.content
    assert "**Track** · no track laid" in card(world)
    await shows_its_turn(played)


async def test_a_card_that_the_database_keeps_from_being_begun_hurts_no_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player goes on in the panel, and the channel hears of the move later."""
    await Played.bring(world, HOARDER, TURN)
    panel: ResponseMessage = answer_of(await world.slash(0, "turn"))

    async def away(*_which: object) -> None:
        raise Busy

    store = vars(world.bot.notifier.cards)["_cards"]
    monkeypatch.setattr(store, "get", away)
    monkeypatch.setattr(world.bot.store, "pending_outbox", away)
    pass_ = next(c for c in controls(panel) if c.verb == "pass")
    await world.players[0].click(panel, custom_id=pass_.id)
    assert "**3 run**" in panel.content
    monkeypatch.undo()
    await world.env.advance_time(FIRST_PAUSE + 1)
    assert "no track laid" in card(world)
    assert await world.bot.store.pending_outbox() == ()

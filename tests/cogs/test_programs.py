"""Moves made ahead: set, made when the turn comes, stopped, told to their owner alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.games.facts import Told, decode
from bot.games.live import LiveGame
from bot.games.programs import AnyProgram, SkipAhead, read, written
from engine import RULEBOOK
from engine.actions import BuyCard, Dividend, Pass, RunTrains
from engine.events import TrainsRan
from interchange.replay import Replay
from interchange.site_log import parse
from storage import StoredPrograms
from tests.cogs.buttons import RESTARTS, labels
from tests.cogs.played import CRASH, Played, log_of
from tests.cogs.waiting import direct, pass_time, pinged
from tests.support.world import World, answer_of, open_world

STOCK = 33
"""In the first stock round of the game: seat 2 decides, seats 3 and 4 follow."""


async def stock(world: World) -> Played:
    """The first stock round: player 1 is on turn, then players 2 and 3."""
    played = await Played.bring(world, CRASH, STOCK)
    assert played.on_turn == 1
    return played


async def turn_of(world: World, played: Played) -> int:
    live = await played.live()
    assert live.game.player_to_act is not None
    return live.game.player_to_act - 1


async def running(world: World, live: LiveGame) -> list[Any]:
    found = await StoredPrograms(world.bot.store).running(live.stored.id)
    return [read(stored).program for stored in found]


def in_channel(world: World) -> str:
    """All that stands in the channel for everybody."""
    shown = (m for m in world.channel.history() if not m.flags.ephemeral)
    return "\n".join(f"{m.content} {[e.to_dict() for e in m.embeds]}" for m in shown)


async def listed(world: World, player: int) -> str:
    return answer_of(await world.slash(player, "program list")).content


@RESTARTS
async def test_a_pass_is_made_when_the_turn_comes(world: World, restart: bool) -> None:
    played = await stock(world)
    answer = answer_of(await world.slash(2, "program pass"))
    assert answer.ephemeral
    assert "pass in this stock round" in answer.content
    if restart:
        await world.restart()
    await played.step()
    await played.step()
    live = await played.live()
    assert live.game.history[-1].action == Pass(3)
    assert live.movers[-1].author == world.players[2].id
    assert await turn_of(world, played) == 3
    assert any("the bot moved for you, as you had set ahead" in text for text in pinged(world, 2))
    log = answer_of(await world.slash(0, "game log"))
    assert "(set ahead: the bot moved)" in json.dumps([log.content, *map(str, log.embeds)]) or (
        "(set ahead: the bot moved)" in str([e.description for e in log.embeds])
    )


async def test_nothing_is_made_in_the_turn_in_which_it_was_set(world: World) -> None:
    played = await stock(world)
    await world.slash(1, "program pass")
    assert (await played.live()).game.player_to_act == 2
    await world.restart()
    assert (await played.live()).game.player_to_act == 2


async def test_what_is_waited_for_ends_it_and_its_owner_alone_is_told(world: World) -> None:
    played = await stock(world)
    await world.slash(2, "program pass", traded="NWR", control="KGF")
    await played.step()
    live = await played.live()
    assert await running(world, live) == []
    [text] = direct(world, 2)
    assert "somebody else buys or sells shares of NWR" in text
    assert "It has happened" in text
    assert "head of KGF" not in in_channel(world)
    assert "set ahead" not in in_channel(world)
    await played.step()
    assert await turn_of(world, played) == 2, "he is asked"


async def test_what_happened_before_does_not_count(world: World) -> None:
    played = await Played.bring(world, CRASH, STOCK)
    await played.step()
    await world.slash(2, "program pass", traded="NWR")
    await played.step()
    assert await turn_of(world, played) == 3


async def test_bonds_are_bought_up_to_the_limit(world: World) -> None:
    played = await stock(world)
    await world.slash(2, "program buy", what="bond", most=1)
    await played.step()
    await played.step()
    live = await played.live()
    assert live.game.history[-1].action == BuyCard(3, "RB")
    assert live.game.state.players[3].bonds == 1
    assert await running(world, live) == []
    assert any("All of it is bought" in text for text in direct(world, 2))


async def test_a_certificate_of_the_hand_is_bought_and_then_passed(world: World) -> None:
    played = await stock(world)
    live = await played.live()
    card = max(live.game.state.players[3].hand)
    await world.slash(2, "program buy", what=card)
    await world.slash(2, "program pass")
    await played.step()
    await played.step()
    live = await played.live()
    actions = [applied.action for applied in live.game.history[STOCK + 2 :]]
    assert BuyCard(3, card) in actions
    assert live.game.player_to_act != 3


async def test_what_the_rules_forbid_stops_with_the_reason(world: World) -> None:
    played = await stock(world)
    live = await played.live()
    front = next(r[0] for r in live.game.state.ipo_rows if r)
    await world.slash(2, "program buy", what=front)
    await played.step()
    await played.step()
    assert await turn_of(world, played) == 2
    [text] = direct(world, 2)
    assert "The rules do not allow it" in text
    assert "first stock round" in text


async def test_an_undo_of_the_move_treats_it_as_the_players_own(world: World) -> None:
    played = await stock(world)
    await world.slash(2, "program pass")
    await played.step()
    await played.step()
    await world.slash(2, "game undo")
    live = await played.live()
    assert live.game.player_to_act == 3
    assert len(await running(world, live)) == 1, "it counts from the next turn on"
    await world.restart()
    assert (await played.live()).game.player_to_act == 3


async def test_an_undo_past_the_setting_ends_it(world: World) -> None:
    played = await stock(world)
    await played.step()
    await world.slash(2, "program pass")
    await world.slash(1, "game undo")
    live = await played.live()
    assert await running(world, live) == []
    [text] = direct(world, 2)
    assert "taken back past the moment" in text


async def test_it_is_ended_by_its_owner(world: World) -> None:
    played = await stock(world)
    await world.slash(2, "program pass")
    [number] = await world.choices(2, "program end", "which")
    assert await world.choices(1, "program end", "which") == []
    assert "over already" in await world.refused(1, "program end", which=number)
    answer = answer_of(await world.slash(2, "program end", which=number))
    assert "nothing ahead" in answer.content
    await played.step()
    await played.step()
    assert await turn_of(world, played) == 2


async def test_who_waits_has_the_button_and_sets_by_one_tap(world: World) -> None:
    played = await stock(world)
    waiting = answer_of(await world.slash(2, "turn"))
    assert labels(waiting) == ["Do this ahead"]
    shown = answer_of(await world.click(2, waiting, "Do this ahead"))
    assert shown.ephemeral
    chosen = await world.choose(2, shown, "pass_floated")
    assert chosen.response is not None
    assert "until a company floats" in chosen.response.content
    live = await played.live()
    assert len(await running(world, live)) == 1


async def test_nobody_else_sees_it(world: World) -> None:
    played = await stock(world)
    before = in_channel(world)
    await world.slash(2, "program pass", price="KGF", control="KGF")
    assert in_channel(world) == before
    assert "nothing ahead" in await listed(world, 1)
    await world.slash(1, "game export", format="own")
    live = await played.live()
    assert "price of KGF" not in in_channel(world)
    assert "program" not in json.dumps(live.stored.setup)


async def test_all_that_can_be_waited_for_is_told_in_one_message(world: World) -> None:
    played = await stock(world)
    every = " ".join(played.game.state.companies)
    waits: dict[str, Any] = dict.fromkeys(("traded", "floats", "control", "price"), every)
    shown = answer_of(await world.slash(0, "program pass", **waits))
    assert shown.content.startswith("Set: pass in ")
    assert len(await running(world, await played.live())) == 1


async def test_what_cannot_be_set_is_refused(world: World) -> None:
    await stock(world)
    assert "no seat" in await world.refused(4, "program pass")
    assert "no company" in await world.refused(2, "program pass", traded="XYZ")
    assert "do not lead" in await world.refused(2, "program run", company="KGF")
    assert "cannot be had" in await world.refused(2, "program buy", what="KGF_3")
    await world.slash(2, "program pass")
    assert "already" in await world.refused(2, "program pass")


SKIPPED = {"station": "stations", "trains": "trains", "sell": "certificates"}
"""What is skipped, as the option calls it, by the first step of it."""


@pytest.mark.parametrize("step", SKIPPED)
async def test_a_company_skips_steps_in_its_turn(world: World, step: str) -> None:
    at = await _at_step(step)
    played = await Played.bring(world, CRASH, at)
    live = await played.live()
    company = str(live.game.actor)
    head = played.on_turn
    options: dict[str, Any] = {"company": company, SKIPPED[step]: True}
    answer = answer_of(await world.slash(head, "program skip", **options))
    assert "skips" in answer.content
    await played.step()
    live = await played.live()
    assert live.game.history[-1].action == Pass(company)
    assert live.log[-1].why == "ahead"
    assert live.game.step != step
    shown = answer_of(await world.slash(0, "game export", format="own"))
    file = ("game.json", await shown.attachments[0].read())
    other = world.guild.create_text_channel("another")
    await world.slash(0, "game import", channel=other, file=file)
    there = await world.bot.games.load(world.guild.id, other.id)
    assert [row.why for row in there.log] == [row.why for row in live.log]


async def test_the_best_is_run_and_paid(world: World) -> None:
    at = await _at_step("run")
    played = await Played.bring(world, CRASH, at)
    live = await played.live()
    company = str(live.game.actor)
    await world.slash(played.on_turn, "program run", company=company)
    await played.step()
    actions = [applied.action for applied in (await played.live()).game.history[at:]]
    assert any(isinstance(action, RunTrains) for action in actions[1:])
    assert Dividend(company, pay=True) in actions


async def _at_step(step: str) -> int:
    """A move of the record before that step of the same company, for which nobody has a Private."""
    record = Replay(parse(log_of(CRASH)), RULEBOOK)
    history = record.run().history
    for at in range(62, len(history) - 1):
        here, then = history[at], history[at + 1]
        same = getattr(here.action, "actor", 0) == getattr(then.action, "actor", 1)
        if then.step == step and same and here.step != step:
            ran = [e for e in then.events if isinstance(e, TrainsRan)]
            if step == "run" and not (ran and ran[0].revenue):
                continue
            return at
    raise AssertionError(step)


def test_what_was_stored_is_read_again() -> None:
    program = SkipAhead("EIR", ("station",), on=True)
    assert msgspec.json.decode(written(program), type=AnyProgram) == program
    old = (
        '{"v":1,"fact":{"type":"told","sequence":1,"author":1,"kind":"move","made":{"seat":1,'
        '"step":"stock","action":{"type":"pass","entity":1},"events":[]},"why":"list"}}'
    )
    fact = decode(old)
    assert isinstance(fact, Told)
    assert fact.why == "list"


async def test_a_move_may_wait_for_a_random_time(tmp_path: Path) -> None:
    async with open_world(tmp_path, ahead_seconds=600) as world:
        played = await stock(world)
        await world.slash(2, "program pass")
        await played.step()
        await played.step()
        assert await turn_of(world, played) == 2, "it waits"
        await world.restart()
        await pass_time(world, 601)
        live = await played.live()
        assert live.game.history[-1].action == Pass(3)
        assert live.log[-1].why == "ahead"
        assert "(set ahead: the bot moved)" in in_channel(world)


async def test_who_is_called_directly_is_told_directly(world: World) -> None:
    played = await stock(world)
    await world.slash(2, "settings", calls="direct")
    await world.slash(2, "program pass", floats="KGF")
    before = len(pinged(world, 2))
    await played.step()
    await played.step()
    told = [text for text in direct(world, 2) if text.startswith("The bot moved for you")]
    assert len(told) == 1
    assert "until KGF floats" in told[0]
    assert len(pinged(world, 2)) == before


async def test_what_cannot_be_written_directly_is_kept_for_its_owner(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_args: Any) -> bool:
        return False

    played = await stock(world)
    monkeypatch.setattr("bot.speak.programs.AheadTeller._write", fails)
    await world.slash(2, "program pass", traded="NWR")
    await played.step()
    assert direct(world, 2) == []
    assert "NWR" not in " ".join(pinged(world, 2))
    assert "It has happened" in answer_of(await world.slash(2, "turn")).content
    assert "It has happened" not in answer_of(await world.slash(2, "turn")).content


async def test_the_draft_list_is_listed_too(world: World) -> None:
    played = await Played.bring(world, CRASH, 5)
    live = await played.live()
    legal = live.game.legal()
    assert legal is not None
    player = next(p for p in range(4) if p != played.on_turn)
    await world.slash(player, "draft queue", cards=legal.draft[0])
    assert f"`{legal.draft[0]}`" in await listed(world, player)

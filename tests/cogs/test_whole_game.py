"""Recorded games played to their end by slash commands, with the real bot on a simulated Discord."""

from __future__ import annotations

import pytest

from engine.actions import BuyTrain
from engine.ruleset import RULEBOOK
from interchange.replay import Replay
from interchange.site_log import parse
from interchange.trace import state_json
from tests.cogs.commands import command_for
from tests.support.data import DATA
from tests.support.world import World, answer_of


@pytest.mark.parametrize(
    ("name", "start"), [("made-312-2p-mixed", 0), ("made-350-4p-crash", 130)]
)
async def test_a_recorded_game_is_played_by_commands(world: World, name: str, start: int) -> None:
    text = (DATA / f"{name}.json").read_bytes()
    record = Replay(parse(text), RULEBOOK)
    players = len(record.game.state.players)
    seats = " ".join(f"<@{member.id}>" for member in world.players[:players])
    await world.slash(
        0, "game import", file=(f"{name}.json", text), seats=seats, until=start, rules="rulebook"
    )
    record.run(start)
    played = 0
    for entry in record.entries[start:]:
        before = record.game
        seat = before.player_to_act
        assert seat is not None
        action = record.converter.action(entry)
        assert action is not None
        command, options = command_for(before, action)
        result = await world.slash(seat - 1, command, **options)
        if isinstance(action, BuyTrain) and "offers" in answer_of(result).content:
            owner = next(c for c in before.state.companies.values() if c.train(action.train))
            assert owner.head is not None
            await world.click(owner.head - 1, answer_of(result), "Sell")
        before.apply(action)
        record.converter.took(entry)
        live = await world.bot.games.load(world.guild.id, world.channel.id)
        mine, recorded = state_json(live.game), state_json(before)
        assert mine == recorded, f"{command} {options}: {answer_of(result).content}"
        played += 1
    assert played == len(record.entries) - start

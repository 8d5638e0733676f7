"""The player whose turn begins is called by name, once, and nobody else is pinged."""

from __future__ import annotations

from bot.speak.notifier import pinged
from engine.actions import Pass
from tests.cogs.played import MIXED2, Played
from tests.support.world import World


async def test_the_next_player_is_called(world: World) -> None:
    game = (await Played.bring(world, MIXED2, 56)).game
    assert (game.actor, game.player_to_act) == ("EBR", 1)
    await world.slash(0, "pass")
    game.apply(Pass("EBR"))
    assert (game.actor, game.player_to_act) == ("CGR", 2)
    told = next(line for line in reversed(world.said()) if line)
    assert told.endswith(f"\n→ <@{world.players[1].id}>: **CGR**, track")
    await world.slash(1, "pass")
    assert "<@" not in next(line for line in reversed(world.said()) if line)


def test_only_the_call_pings() -> None:
    called = pinged("**EIR** passes\n→ <@17>: **CGR**, track")
    assert called.to_dict()["users"] == [17]
    assert called.to_dict()["parse"] == []
    for text in ("**EIR** passes", "<@17> brings in a game", "→ <@17>: x\nmore", "@everyone"):
        assert pinged(text).to_dict().get("users", []) == []
        assert "everyone" not in pinged(text).to_dict()["parse"]

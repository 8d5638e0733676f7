"""The player whose turn begins is called by name, once, and nobody else is pinged."""

from __future__ import annotations

from bot.present.said import Line
from bot.speak.outgoing import pinged
from engine.actions import Pass
from tests.cogs.cards import told
from tests.cogs.played import MIXED2, Played
from tests.support.world import World


def last(world: World) -> str:
    """What was said last."""
    return told(world)[-1]


async def test_the_next_player_is_called(world: World) -> None:
    game = (await Played.bring(world, MIXED2, 56)).game
    assert (game.actor, game.player_to_act) == ("EBR", 1)
    await world.slash(0, "pass")
    game.apply(Pass("EBR"))
    assert (game.actor, game.player_to_act) == ("CGR", 2)
    assert last(world).splitlines()[0] == f"→ <@{world.players[1].id}>: **CGR**, track"


async def test_the_same_player_is_told_of_the_next_step_without_a_ping(world: World) -> None:
    played = await Played.bring(world, MIXED2, 56)
    await world.slash(0, "pass")
    await world.slash(1, "pass")
    live = await played.live()
    assert live.game.player_to_act == 2
    assert live.game.step != "track"
    assert "\n→ " in last(world)
    assert "<@" not in last(world)


def test_only_the_call_pings() -> None:
    called = pinged(Line("**EIR** passes\n→ <@17>: **CGR**, track", (17,)))
    assert called.to_dict()["users"] == [17]
    assert called.to_dict()["parse"] == []
    for text in ("**EIR** passes", "<@17> brings in a game", "@everyone"):
        assert pinged(Line(text)).to_dict().get("users", []) == []
        assert "everyone" not in pinged(Line(text)).to_dict()["parse"]

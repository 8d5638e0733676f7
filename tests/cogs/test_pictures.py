"""The look-ups that answer with a picture, made by the real worker, and with its text."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import views
from engine.ruleset import RULEBOOK
from interchange.replay import Replay
from interchange.site_log import parse
from render.view import BoardView, SheetView, View
from render.worker import key_of
from tests.cogs.played import MIXED3, Played, log_of
from tests.support.world import answer_of, open_world


async def test_market_and_map_come_with_pictures_and_words(tmp_path: Path) -> None:
    async with open_world(tmp_path, pictures=True) as world:
        await Played.bring(world, MIXED3, 945)
        market = answer_of(await world.slash(0, "market"))
        assert [a.filename for a in market.attachments] == ["market.png"]
        assert market.embeds[0].image.url is None, "by itself it is shown larger"
        whole = answer_of(await world.slash(0, "map", area="whole"))
        assert [a.filename for a in whole.attachments] == ["map.png", "map.txt"]
        near = answer_of(await world.slash(0, "map", area="Q10"))
        assert near.attachments[0].filename == "map.png"
        legend = answer_of(await world.slash(0, "map", area="legend"))
        assert "gauge change" in (legend.attachments[0].description or "")
        routes = answer_of(await world.slash(0, "map", area="CGR", routes=True))
        assert routes.attachments[0].filename == "map.png"
        assert "no company of this game" in await world.refused(0, "map", area="ZZ")


@pytest.mark.parametrize("at", [0, 60, 945])
def test_every_view_of_a_game_has_a_key_of_its_own(at: int) -> None:
    game = Replay(parse(log_of(MIXED3)), RULEBOOK).run(at)
    found: list[View] = [
        views.market_view(game),
        views.area_view(game, None),
        BoardView(),
        SheetView(),
    ]
    keys = {key_of(view, 800) for view in found}
    assert len(keys) == len(found)
    assert key_of(views.market_view(game), 800) in keys
    assert key_of(views.market_view(game), 801) not in keys

"""The answers that come with a picture, made by the real worker, and with its text."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.present import scenes
from cogs.lookup import in_words
from engine import RULEBOOK
from interchange.replay import Replay
from interchange.site_log import parse
from render import alt
from render.view import BoardView, SheetView, View
from render.worker import key_of
from tests.cogs.buttons import message
from tests.cogs.cards import cards, is_status, public
from tests.cogs.played import CRASH, HOARDER, MIXED3, Played, log_of
from tests.cogs.run.test_offering import RUN
from tests.cogs.track.test_choosing import LAY
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
        scenes.market_view(game),
        scenes.area_view(game, None),
        BoardView(),
        SheetView(),
    ]
    keys = {key_of(view, 800) for view in found}
    assert len(keys) == len(found)
    assert key_of(scenes.market_view(game), 800) in keys
    assert key_of(scenes.market_view(game), 801) not in keys


async def test_pictures_come_with_tiles_runs_and_the_status(tmp_path: Path) -> None:
    async with open_world(tmp_path, pictures=True) as world:
        played = await Played.bring(world, CRASH, LAY)
        player = played.on_turn
        _, options = played.command
        shown = answer_of(await world.slash(player, "track lay", hex=options["hex"]))
        assert [a.filename for a in shown.attachments] == ["tiles.png"]
        await world.choose(player, shown, f"{options['tile']}:{options['rotation']}")
        assert [a.filename for a in message(world, shown).attachments] == ["preview.png"]
        await world.click(player, message(world, shown), "Other tiles")
        assert [a.filename for a in message(world, shown).attachments] == ["tiles.png"]
        await world.choose(
            player, message(world, shown), f"{options['tile']}:{options['rotation']}"
        )
        await world.click(player, message(world, shown), "Lay it")
        played.advance()
        await played.check()
        [status] = filter(is_status, public(world))
        assert [a.filename for a in status.attachments] == ["map.png", "owners.png", "order.png"]
        framed = [embed.image.url or "" for embed in status.embeds]
        assert [url.rpartition("/")[2] for url in framed] == ["owners.png", "order.png"]
        assert all(a.description for a in status.attachments)
        other = world.guild.create_text_channel("another")
        played = await Played.bring(world, HOARDER, RUN, channel=other)
        run = answer_of(await world.slash(played.on_turn, "run", channel=other))
        assert [a.filename for a in run.attachments] == ["routes.png"]
        await played.step()
        await played.check()
        [card] = cards(world, other)
        assert [a.filename for a in card.attachments] == ["routes.png"]


async def test_who_wants_words_gets_all_of_them_as_a_file(tmp_path: Path) -> None:
    async with open_world(tmp_path, pictures=True) as world:
        played = await Played.bring(world, CRASH, LAY)
        player = played.on_turn
        panel = answer_of(await world.slash(player, "turn"))
        (without,) = panel.attachments
        assert "/settings words" in (without.description or ""), "it is cut, and says so"
        said = answer_of(await world.slash(player, "settings", words=True)).content
        assert "in words as a file" in said
        panel = answer_of(await world.slash(player, "turn"))
        assert [a.filename for a in panel.attachments] == ["turn.png", "turn.txt"]
        _, options = played.command
        shown = answer_of(await world.slash(player, "track lay", hex=options["hex"]))
        assert shown.attachments[0].filename.endswith(".png")
        others = answer_of(await world.slash(1 - player, "map", area="Q10"))
        assert not [a for a in others.attachments if a.filename.startswith("turn")]


async def test_what_is_public_is_given_in_words_to_whoever_wants_it(tmp_path: Path) -> None:
    async with open_world(tmp_path, pictures=True) as world:
        played = await Played.bring(world, HOARDER, RUN)
        await played.step()
        await played.check()
        [status], [card] = filter(is_status, public(world)), cards(world)
        for shown, words in ((status, in_words.NOW), (card, in_words.THEN)):
            text = next(a.description or "" for a in shown.attachments)
            assert "the button In words gives all of them" in text
            answer = answer_of(await world.click(4, shown, "In words"))
            assert answer.ephemeral, "for a spectator alone"
            assert answer.content == words
            [file] = answer.attachments
            whole = (await file.read()).decode()
            assert whole.startswith(text.partition("\n…")[0])
            assert len(whole) > alt.DISCORD_LIMIT
        before = status.id
        await world.restart()
        await played.step()
        await played.check()
        [status] = filter(is_status, public(world))
        assert status.id == before, "it is edited in place"
        assert answer_of(await world.click(4, status, "In words")).attachments
        other = world.guild.create_text_channel("another")
        place = world.bot.get_partial_messageable(other.id)
        view = in_words.words_view((await played.live()).stored.id)
        elsewhere = await place.send(
            "The button of a game that is played in another channel", view=view
        )
        assert answer_of(await world.click(4, elsewhere, "In words")).content == in_words.GONE

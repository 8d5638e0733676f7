"""What one thing more would add: told in the panel and the treasury once it is found."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from bot.present.prospects import gains_text, outlook_lines
from bot.present.treasury import LOOKING, treasury_embed
from cogs.turn.steps import station, track, trains
from engine import City, Gain, Kind, Lay, Outlook, outlook
from tests.cogs.played import CRASH, HOARDER, MIXED2, Played
from tests.cogs.turn.seen import seen_at
from tests.cogs.turn.tapping import tap
from tests.support.world import World, answer_of

FOUND = Outlook(
    120,
    (Gain("3", 300, 200, proved=True), Gain("4", 450, 230, proved=False)),
    (Gain(City("G8", 0), 40, 120, proved=True), Gain(City("E24", 0), 40, 150, proved=True)),
    (Gain(Lay("E24", "9", 1), 20, 150, proved=True), Gain(Lay("G8", "9", 1), 0, 140, proved=True)),
    untried=2,
)


def test_what_is_found_in_words() -> None:
    now, late = "Best run now ₹120.", " · 2 not looked at for want of time."
    assert gains_text(FOUND, "trains") == (
        f"{now} A 3 train adds ₹80 · a 4 train adds ₹110 or more{late}"
    )
    assert gains_text(FOUND, "stations") == f"{now} A station in Pune for ₹40 adds ₹30{late}"
    assert gains_text(FOUND, "tiles") == f"{now} Tile 9 in Pune for ₹20 adds ₹30{late}"


def test_what_adds_nothing_is_left_out_or_said_once() -> None:
    none = Gain("3", 300, 120, proved=True)
    nothing = Outlook(120, (none,), FOUND.stations[:1], ())
    now = "Best run now ₹120."
    assert gains_text(nothing, "trains") == f"{now} No train on sale would add anything."
    assert gains_text(Outlook(120, (), (), ()), "trains") == ""
    assert gains_text(nothing, "stations") == ""
    assert gains_text(nothing, "tiles") == f"{now} No single tile would add anything."
    assert outlook_lines(nothing, 900) == [
        "No train on sale, station or single tile would add anything now."
    ]
    assert outlook_lines(FOUND, 400) == [
        (
            "**Trains:** a 3 train for ₹300 adds ₹80 · "
            "a 4 train for ₹450 adds ₹110 or more (too dear now, ₹50 short)"
        ),
        "**Stations:** a station in Pune for ₹40 adds ₹30",
        "**Tiles:** tile 9 in Pune for ₹20 adds ₹30 · tile 9 in Delhi adds ₹20",
        "Not looked at for want of time: 2 more.",
    ]


def test_cities_of_a_hex_that_add_the_same_are_told_once_else_by_number() -> None:
    first, second = (Gain(City("D23", n), 40, 150, proved=True) for n in (0, 1))
    assert gains_text(Outlook(120, (), (first, second), ()), "stations").count("Mumbai") == 1
    more = Gain(City("D23", 1), 40, 170, proved=True)
    told = gains_text(Outlook(120, (), (first, more), ()), "stations")
    assert "Mumbai-2 for ₹40 adds ₹50 · a station in Mumbai-1 for ₹40 adds ₹30" in told


async def test_each_step_asks_for_what_can_be_had_in_it() -> None:
    assert (await track.first(seen_at(MIXED2, 124))).forecast == "tiles"
    assert (await track.first(seen_at(MIXED2, 46))).forecast is None  # without a train
    assert (await station.first(seen_at(CRASH, 73))).forecast in {"stations", None}
    assert (await trains.first(seen_at(MIXED2, 131))).forecast == "trains"


def test_only_what_is_asked_for_is_tried() -> None:
    only: tuple[Kind, ...] = ("trains",)
    seen = seen_at(MIXED2, 124)
    found = outlook(seen.game.fork(), seen.company.id, 60.0, kinds=only)
    assert found.trains
    assert (found.stations, found.tiles, found.untried) == ((), (), 0)
    assert found.trains == outlook(seen.game.fork(), seen.company.id, 60.0).trains


class Gate:
    """Stands for the search: it finds something when it is let."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened = threading.Event()
        self.asked: list[Any] = []
        self.later = world.bot.later
        monkeypatch.setattr(world.bot.settings, "forecast_seconds", 0.5)
        monkeypatch.setattr("cogs.turn.showing.outlook", self.outlook)
        monkeypatch.setattr("cogs.lookup.treasury_view.outlook", self.outlook)

    def outlook(self, _state: object, company: str, _seconds: float, **kinds: Any) -> Outlook:
        """What `engine.outlook` does."""
        self.asked.append((company, *kinds.values()))
        self.opened.wait(60)
        return FOUND

    async def open(self) -> None:
        """Let it find, and wait until it was told."""
        self.opened.set()
        await self.later.settled()


async def test_the_panel_is_there_first_and_gets_the_forecast_by_an_edit(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Played.bring(world, MIXED2, 124)
    gate = Gate(world, monkeypatch)
    panel = answer_of(await world.slash(played.on_turn, "turn"))
    before, buttons = panel.content, panel.components
    assert "Best run now" not in before
    await gate.open()
    assert gate.asked == [(played.game.actor, ("tiles",))]
    line = gains_text(FOUND, "tiles")
    assert panel.content == before.replace("\n-# By", f"\n{line}\n-# By")
    assert panel.components == buttons
    assert not any(line in text for text in world.said())


async def test_a_panel_that_has_gone_on_gets_none(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Played.bring(world, MIXED2, 124)
    gate = Gate(world, monkeypatch)
    panel = answer_of(await world.slash(played.on_turn, "turn"))
    await tap(world, played.on_turn, panel, "hex")
    after = panel.content
    await gate.open()
    assert panel.content == after


async def test_the_trains_step_tells_what_each_train_would_add(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await Played.bring(world, HOARDER, 710)
    gate = Gate(world, monkeypatch)
    panel = answer_of(await world.slash(played.on_turn, "turn"))
    await gate.open()
    assert gains_text(FOUND, "trains") in panel.content


async def test_the_treasury_is_told_at_once_and_the_rest_by_an_edit(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Played.bring(world, CRASH, 180)
    gate = Gate(world, monkeypatch)
    shown = answer_of(await world.slash(4, "treasury", company="mr"))
    assert "Cash **₹" in (shown.embeds[0].description or "")
    names = [field.name or "" for field in shown.embeds[0].fields]
    assert not any(name.startswith("With one thing more") for name in names)
    await gate.open()
    assert any((f.name or "").startswith("With one thing more") for f in shown.embeds[0].fields)
    open_to_all = answer_of(await world.slash(4, "treasury", company="mr", public=True))
    await gate.open()
    assert len(gate.asked) == 1
    assert all(not (f.name or "").startswith("With one") for f in open_to_all.embeds[0].fields)


def test_a_run_that_is_still_sought_is_not_called_nothing() -> None:
    seen = seen_at(CRASH, 83)
    for looking, told in ((True, LOOKING), (False, "No train would earn anything")):
        page = treasury_embed(seen.game, seen.company.id, None, looking=looking)
        [value] = [f.value for f in page.fields if f.name == "Forecast for its next run"]
        assert (value or "").startswith(told)

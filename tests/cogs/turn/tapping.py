"""Plays a recorded game by taps on the panel alone, and counts them.

What cannot be tapped as it was recorded (routes that are not among those offered, a train of
another player's company) is made by its command, and not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from simcord.results import ResponseMessage

from engine import actions as act
from engine.components import components
from engine.state import BOND
from tests.cogs.played import Played
from tests.support.world import answer_of

Control = tuple[str, str, str, list[str]]
"""Custom id, verb, arguments, and values to choose (none for a button)."""


@dataclass(slots=True)
class Tapper:
    """A player's thumb on a recorded game: `taps` of each company turn, by step in `by_step`."""

    played: Played
    actions: list[act.AnyAction]
    panel: ResponseMessage | None = None
    owner: int | None = None
    by_step: Counter[str] = field(default_factory=Counter)
    turns: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    commands: int = 0
    _taps: int = 0
    _kinds: list[str] = field(default_factory=list)

    async def step(self) -> None:
        """Tap once, or give a command; the record follows what was done."""
        played = self.played
        before = str(played.game.actor)
        player = played.on_turn
        step = str(played.game.step)
        if self.panel is None or self.owner != player:
            await self._open(player)
        assert self.panel is not None
        found = self._next()
        if found is None:
            self.commands += 1
            self._kinds.append("command")
            await played.step()
            self.panel = None
        else:
            custom_id, _, _, values = found
            self.by_step[step] += 1
            self._taps += 1
            member = played.world.players[player]
            if values:
                await member.select(self.panel, values, custom_id=custom_id)
            else:
                await member.click(self.panel, custom_id=custom_id)
            await self._follow()
        if str(played.game.actor) != before or played.game.finished:
            self.turns.append((self._taps, tuple(self._kinds)))
            self._taps, self._kinds = 0, []

    async def _open(self, player: int) -> None:
        self.by_step["open"] += 1
        self._taps += 1
        self.panel = answer_of(await self.played.world.slash(player, "turn"))
        self.owner = player

    async def _follow(self) -> None:
        """Let the record take what the bot's game has taken."""
        played = self.played
        live = await played.live()
        done = [applied.action for applied in live.game.history[len(played.game.history) :]]
        for action in done:
            expected = self.actions[len(played.game.history)]
            assert same(action, expected), (action, expected)
            entry = played.entry
            played.game.apply(action)
            played.record.converter.took(entry)
            self._kinds.append(type(action).__name__)

    # -- which control -----------------------------------------------------------------------------

    def _controls(self) -> Iterator[tuple[str, str, str, list[str]]]:
        """All controls on the panel: id, verb, arguments, the values of a select."""
        assert self.panel is not None
        for row in self.panel.components:
            for item in row["components"]:
                custom_id = item["custom_id"]
                _, _, _, verb, args = custom_id.split(":", 4)
                values = [option["value"] for option in item.get("options", [])]
                if not item.get("disabled"):
                    yield custom_id, verb, args.partition("|")[0], values

    def coming(self) -> list[act.AnyAction]:
        """The next recorded moves of whoever acts."""
        game = self.played.game.branch()
        actor, found = game.actor, []
        for action in self.actions[len(game.history) :][:8]:
            if game.actor != actor:
                break
            found.append(action)
            game.apply(action)
        return found

    def _next(self) -> Control | None:
        """The control to tap next; None where there is none for the recorded move."""
        coming = self.coming()
        controls = list(self._controls())
        for wanted in _wishes(self.played, coming):
            for custom_id, verb, args, values in controls:
                if verb != wanted[0]:
                    continue
                if values:
                    full = [v for v in values if f"{args}{v}" in wanted[1] or v in wanted[1]]
                    chosen = [v for v in wanted[1] if v in values] or full
                    chosen = chosen if verb in {"hand", "keep"} else chosen[:1]
                    if chosen and (wanted[0] not in {"hand", "keep"} or len(chosen) == len(wanted[1])):
                        return custom_id, verb, args, chosen
                elif args in wanted[1] or not wanted[1]:
                    return custom_id, verb, args, []
        return None


def same(one: act.AnyAction, other: act.AnyAction) -> bool:
    """Whether two moves are the same, for the look of a tile and the copy of a card or train."""
    if one == other:
        return True
    if isinstance(one, act.LayTile) and isinstance(other, act.LayTile):
        return (one.company, one.hex, one.private) == (
            other.company,
            other.hex,
            other.private,
        ) and look(one.tile, one.rotation) == look(other.tile, other.rotation)
    if isinstance(one, act.PlaceStation) and isinstance(other, act.PlaceStation):
        return (one.hex, one.city, one.private) == (other.hex, other.city, other.private)
    if isinstance(one, act.PlaceHome) and isinstance(other, act.PlaceHome):
        return (one.hex, one.city, one.tile, one.rotation) == (
            other.hex, other.city, other.tile, other.rotation)
    if isinstance(one, act.BuyTrain) and isinstance(other, act.BuyTrain):
        return one.price == other.price and (one.kind or "") == (other.kind or "")
    if isinstance(one, act.SellTrain) and isinstance(other, act.SellTrain):
        return one.train.partition("-")[0] == other.train.partition("-")[0]
    if isinstance(one, act.RunTrains) and isinstance(other, act.RunTrains):
        return _sides(one) == _sides(other)
    if isinstance(one, act.KeepCards) and isinstance(other, act.KeepCards):
        return set(one.cards) == set(other.cards)
    if isinstance(one, act.BuyCard) and isinstance(other, act.BuyCard):
        return one.card.partition("_")[0] == other.card.partition("_")[0]
    return False


def look(number: str, rotation: int) -> tuple[object, ...]:
    """What a tile looks like when it is turned: plain track looks the same after 180°."""
    layout = components().tiles[number].layouts[rotation]
    return number, frozenset((p.kind, p.index, frozenset(p.edges)) for p in layout)


def _sides(run: act.RunTrains) -> list[tuple[str, ...]]:
    return sorted(tuple(sorted(route.sides)) for route in run.routes)


Wish = tuple[str, list[str]]


def _wishes(played: Played, coming: list[act.AnyAction]) -> Iterator[Wish]:
    """Verbs with the arguments that would make the next moves, the most at once first."""
    first = coming[0]
    second = coming[1] if len(coming) > 1 else None
    game = played.game
    if isinstance(first, act.LayTile):
        yield from _lay(first, second)
    elif isinstance(first, act.RunTrains) or (
        isinstance(first, act.Pass) and isinstance(second, act.RunTrains)
        and game.step == "station"
    ):
        yield from _run(coming)
    if isinstance(first, act.Pass):
        if game.step in {"trains", "sell", "buy"} and _only_passes(coming):
            yield "end", []
        yield "pass", []
    elif isinstance(first, act.PlaceStation):
        value = f"{first.hex}/{first.city}"
        if first.private:
            yield "p5", [value]
            yield "power", ["P5"]
            yield "powers", []
        yield "station", [value]
    elif isinstance(first, act.RemoveMarker):
        yield "unmark", [f"{first.hex}/{first.edge}"]
        yield "marks", []
    elif isinstance(first, act.Dividend):
        yield ("pay" if first.pay else "withhold"), []
    elif isinstance(first, act.BuyTrain):
        state = game.state
        owner = next((c.id for c in state.companies.values() if c.train(first.train)), None)
        if owner is None:
            used = any(t.id == first.train for t in state.discard)
            yield "train", [f"{first.kind}/{'discard' if used else 'bank'}"]
    elif isinstance(first, act.SellTrain):
        yield "train_sell", [first.train.partition("-")[0]]
    elif isinstance(first, act.SellShares):
        yield "sell", [f"{first.company}/{first.percent}"]
    elif isinstance(first, act.SellCard):
        yield "sell", ["bond" if first.card == BOND else first.card]
    elif isinstance(first, act.BuyShare):
        yield "card", [f"={first.company}"]
    elif isinstance(first, act.BuyCard):
        yield "hand", [first.card]
        yield "card", ["bond" if first.card == BOND else first.card]
    elif isinstance(first, act.ConvertBond):
        yield "convert", []
    elif isinstance(first, act.KeepCards):
        yield "keep", list(first.cards)
    elif isinstance(first, act.DraftCard):
        yield "draft", [first.card]
    elif isinstance(first, act.Exchange):
        yield "exchange", ["yes" if first.accept else "no"]
    elif isinstance(first, act.PlaceHome):
        if first.tile:
            yield "home_tile", [f"{first.hex}/{first.tile}/{first.rotation}"]
            yield "home_hex", [first.hex]
        yield "home", [f"{first.hex}/{first.city}"]
    elif isinstance(first, act.UseDiscount):
        yield "power", ["P4"]
        yield "powers", []
    elif isinstance(first, act.PlaceJewelry):
        yield "p6", [first.hex]
        yield "p6c", [first.hex[0]]
        yield "power", ["P6"]
        yield "powers", []
    yield "here", []


def _lay(first: act.LayTile, second: act.AnyAction | None) -> Iterator[Wish]:
    turned = [r for r in range(6) if look(first.tile, r) == look(first.tile, first.rotation)]
    power = first.private or ""
    ways = [f"{power}/{first.hex}/{first.tile}/{r}" for r in turned]
    if isinstance(second, act.Pass) and not power:
        yield "lay_done", ways
    if not isinstance(second, act.LayTile | act.Pass) and not power:
        yield "lay_done", ways
    yield "lay", ways
    yield "tile", [*ways, *(way.lstrip("/") for way in ways)]
    yield "hex", [f"{power}/{first.hex}" if power else first.hex]
    if power:
        yield "power", [power]
        yield "powers", []
    yield "here", []


def _run(coming: list[act.AnyAction]) -> Iterator[Wish]:
    run = next(a for a in coming if isinstance(a, act.RunTrains))
    after = coming[coming.index(run) + 1 :]
    pays = bool(after) and isinstance(after[0], act.Dividend) and after[0].pay
    keeps = bool(after) and isinstance(after[0], act.Dividend) and not after[0].pay
    if BEST.get("index") == 0 and pays:
        yield "run_pay", []
    if BEST.get("index") == 0 and keeps and isinstance(coming[0], act.RunTrains):
        yield "run_keep", []
    if isinstance(coming[0], act.RunTrains) and "index" in BEST:
        yield "run_only", [f"{BEST['index']}/{BEST['total']}"]
        if BEST["index"]:
            yield "others", []


BEST: dict[str, Any] = {}
"""The offered set that is the recorded run, if one is: its place and its total."""


def _only_passes(coming: list[act.AnyAction]) -> bool:
    return all(isinstance(action, act.Pass) for action in coming)

"""Plays a recorded game by taps on the panel alone, and counts them.

What cannot be tapped as it was recorded (routes that are not among those offered, a train of
another player's company) is made by its command, and not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from simcord.results import InteractionResult, ResponseMessage

from cogs.turn.showing import GONE
from engine import RuleViolation
from engine import actions as act
from engine.components import components
from engine.state import BOND
from tests.cogs.played import Played
from tests.support.world import World, answer_of


@dataclass(frozen=True, slots=True)
class Control:
    """A button or select that can be used: its `values` are those of a select."""

    id: str
    verb: str
    args: str
    values: list[str]


def controls(panel: ResponseMessage) -> list[Control]:
    """All controls of a panel that can be used."""
    found = []
    for row in panel.components:
        for item in row["components"]:
            if not item.get("disabled"):
                _, _, _, verb, args = item["custom_id"].split(":", 4)
                values = [option["value"] for option in item.get("options", [])]
                found.append(Control(item["custom_id"], verb, args.partition("|")[0], values))
    return found


async def tap(
    world: World, player: int, panel: ResponseMessage, verb: str, value: str = ""
) -> ResponseMessage:
    """Press the first control of a verb; of a select take a value, else its first.

    Returns the answer; a panel that was changed is returned as it is now.
    """
    control = next(c for c in controls(panel) if c.verb == verb)
    member = world.players[player]
    if control.values:
        chosen = [value or control.values[0]]
        result = await member.select(panel, chosen, custom_id=control.id)
    else:
        result = await member.click(panel, custom_id=control.id)
    if moved(panel, result):
        return panel
    return answer_of(result) if result.response or result.followups else panel


def moved(panel: ResponseMessage, result: InteractionResult) -> bool:
    """Whether the panel has a new message, below the card of the turn; if so, follow it there."""
    backend = vars(panel)["_env"].backend
    there = panel.id in backend.messages.get(panel.channel_id, {})
    if there or not result.followups or result.followups[-1].content.startswith(GONE):
        return False
    vars(panel)["_message"] = vars(result.followups[-1])["_message"]
    return True


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
            control, values = found
            self.by_step[step] += 1
            self._taps += 1
            member = played.world.players[player]
            if values:
                result = await member.select(self.panel, values, custom_id=control.id)
            else:
                result = await member.click(self.panel, custom_id=control.id)
            moved(self.panel, result)
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
            expected = played.action
            assert same(action, expected), (action, expected)
            entry = played.entry
            turned = isinstance(action, act.LayTile)
            played.game.apply(action if turned else expected)
            played.record.converter.took(entry)
            self._kinds.append(type(action).__name__)

    # -- which control -----------------------------------------------------------------------------

    def coming(self) -> list[act.AnyAction]:
        """The next recorded moves of whoever acts."""
        game = self.played.game.copy()
        actor, found = game.actor, []
        for action in self.actions[len(game.history) :][:8]:
            if game.actor != actor:
                break
            found.append(action)
            try:
                game.apply(action)
            except RuleViolation:  # another copy of the same train was bought before
                break
        return [self.played.action, *found[1:]]

    def _next(self) -> tuple[Control, list[str]] | None:
        """The control to tap next with the values to choose; None where there is none."""
        assert self.panel is not None
        shown = controls(self.panel)
        for verb, wanted in _wishes(self.played, self.coming()):
            for control in shown:
                if control.verb != verb:
                    continue
                if not control.values:
                    if control.args in wanted or not wanted:
                        return control, []
                    continue
                chosen = [v for v in control.values if v in wanted or control.args + v in wanted]
                if verb == "hand" and len(chosen) == len(wanted):
                    return control, chosen
                if verb != "hand" and chosen:
                    return control, chosen[:1]
        return None


def same(one: act.AnyAction, other: act.AnyAction) -> bool:
    """Whether two moves are the same, for the look of a tile and the copy of a card or train."""
    if one == other:
        return True
    if isinstance(one, act.LayTile) and isinstance(other, act.LayTile):
        return (one.actor, one.hex, one.private) == (
            other.actor,
            other.hex,
            other.private,
        ) and look(one.tile, one.rotation) == look(other.tile, other.rotation)
    if isinstance(one, act.PlaceStation) and isinstance(other, act.PlaceStation):
        return (one.hex, one.city, one.private) == (other.hex, other.city, other.private)
    if isinstance(one, act.PlaceHome) and isinstance(other, act.PlaceHome):
        return (one.hex, one.city, one.tile, one.rotation) == (
            other.hex,
            other.city,
            other.tile,
            other.rotation,
        )
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
    """What a tile looks like when it is turned: plain track looks the same after 180°.

    Two of its towns that earn the same may change places.
    """
    layout = components().tiles[number].layouts[rotation]
    return number, frozenset(
        (p.kind, p.index if p.kind == "city" else p.revenue, frozenset(p.edges)) for p in layout
    )


def _sides(run: act.RunTrains) -> list[tuple[str, ...]]:
    return sorted(tuple(sorted(route.sides)) for route in run.routes)


Wish = tuple[str, list[str]]


def _wishes(played: Played, coming: list[act.AnyAction]) -> Iterator[Wish]:
    """Verbs with the arguments that would make the next moves, the most at once first."""
    yield from _run(coming)
    yield from WISHES[type(coming[0])](played, coming)
    yield "here", []


def _pass(played: Played, coming: list[act.AnyAction]) -> Iterator[Wish]:
    if played.game.step in {"trains", "sell", "buy"} and _only_passes(coming):
        yield "end", []
    yield "pass", []


def _station(_played: Played, coming: list[Any]) -> Iterator[Wish]:
    first = coming[0]
    value = f"{first.hex}/{first.city}"
    if first.private:
        yield from (("p5", [value]), ("power", ["P5"]), ("powers", []))
    yield "station", [value]


def _unmark(_played: Played, coming: list[Any]) -> Iterator[Wish]:
    yield "unmark", [f"{coming[0].hex}/{coming[0].edge}"]
    yield "marks", []


def _dividend(_played: Played, coming: list[Any]) -> Iterator[Wish]:
    yield ("pay" if coming[0].pay else "withhold"), []


def _buy_train(played: Played, coming: list[Any]) -> Iterator[Wish]:
    first, state = coming[0], played.game.state
    if not any(company.train(first.train) for company in state.companies.values()):
        used = any(train.id == first.train for train in state.discard)
        wanted = [f"{first.kind}/{'discard' if used else 'bank'}"]
        yield "train_sure", wanted
        yield "train", wanted


def _sell_train(_played: Played, coming: list[Any]) -> Iterator[Wish]:
    yield "train_sell", [coming[0].train.partition("-")[0]]


def _sell_shares(_played: Played, coming: list[Any]) -> Iterator[Wish]:
    yield "sell", [f"{coming[0].company}/{coming[0].percent}"]


def _card(card: str) -> str:
    return "bond" if card == BOND else card


def _sell_card(_played: Played, coming: list[Any]) -> Iterator[Wish]:
    yield "sell", [_card(coming[0].card)]


def _buy_share(_played: Played, coming: list[Any]) -> Iterator[Wish]:
    yield "card", [f"={coming[0].company}"]


def _buy_card(_played: Played, coming: list[Any]) -> Iterator[Wish]:
    yield "hand", [coming[0].card]
    yield "card", [_card(coming[0].card)]


def _convert(_played: Played, _coming: list[Any]) -> Iterator[Wish]:
    yield "convert", []


def _draft(_played: Played, coming: list[Any]) -> Iterator[Wish]:
    yield "draft_take", [coming[0].card]
    yield "draft", [coming[0].card]


def _exchange(_played: Played, coming: list[Any]) -> Iterator[Wish]:
    yield "exchange", ["yes" if coming[0].accept else "no"]


def _home(_played: Played, coming: list[Any]) -> Iterator[Wish]:
    first = coming[0]
    if first.tile:
        yield "home_tile", [f"{first.hex}/{first.tile}/{first.rotation}"]
        yield "home_hex", [first.hex]
    yield "home", [f"{first.hex}/{first.city}"]


def _discount(_played: Played, _coming: list[Any]) -> Iterator[Wish]:
    yield from (("power", ["P4"]), ("powers", []))


def _jewelry(_played: Played, coming: list[Any]) -> Iterator[Wish]:
    hex_id = coming[0].hex
    yield from (("p6", [hex_id]), ("p6c", [hex_id[0]]), ("power", ["P6"]), ("powers", []))


def _nothing(_played: Played, _coming: list[Any]) -> Iterator[Wish]:
    return iter(())


def _lay(_played: Played, coming: list[Any]) -> Iterator[Wish]:
    first, second = coming[0], coming[1] if len(coming) > 1 else None
    turned = [r for r in range(6) if look(first.tile, r) == look(first.tile, first.rotation)]
    power = first.private or ""
    ways = [f"{power}/{first.hex}/{first.tile}/{r}" for r in turned]
    if isinstance(second, act.Pass) and not power:
        yield "lay_done", ways
    in_between = act.LayTile | act.Pass | act.PlaceJewelry | act.UseDiscount | act.RemoveMarker
    if not isinstance(second, in_between) and not getattr(second, "private", None) and not power:
        yield "lay_done", ways
    yield "lay", ways
    yield "tile", [*ways, *(way.lstrip("/") for way in ways)]
    yield "hex", [f"{power}/{first.hex}" if power else first.hex]
    if power:
        yield "power", [power]
        yield "powers", []
    yield "here", []


def _run(coming: list[act.AnyAction]) -> Iterator[Wish]:
    passed = coming[1:] if isinstance(coming[0], act.Pass) else coming
    if not passed or not isinstance(run := passed[0], act.RunTrains):
        return
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


WISHES: dict[type, Callable[[Played, list[Any]], Iterator[Wish]]] = {
    act.LayTile: _lay,
    act.RunTrains: _nothing,
    act.Pass: _pass,
    act.PlaceStation: _station,
    act.RemoveMarker: _unmark,
    act.Dividend: _dividend,
    act.BuyTrain: _buy_train,
    act.SellTrain: _sell_train,
    act.SellShares: _sell_shares,
    act.SellCard: _sell_card,
    act.BuyShare: _buy_share,
    act.BuyCard: _buy_card,
    act.ConvertBond: _convert,
    act.DraftCard: _draft,
    act.Exchange: _exchange,
    act.PlaceHome: _home,
    act.UseDiscount: _discount,
    act.PlaceJewelry: _jewelry,
}
"""What is wished for each kind of move."""

"""Prints the table of docs/playing.md: taps and seconds of six typical turns, two ways.

    python -m benchmarks.turns

Recorded turns are played with the real bot on a Discord in memory, once by the panel, once by
commands. Taps and typed letters are counted. The seconds are those of a practised thumb (`TAP`,
`LETTER`) and the answers of the bot as they were measured, pictures left out.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import structlog

from engine import RULEBOOK, StockRound
from engine import actions as act
from engine.components import components
from interchange.replay import Replay
from interchange.site_log import parse
from tests.cogs.played import CRASH, HOARDER, MIXED2, MIXED3, Played, log_of
from tests.cogs.turn import tapping
from tests.cogs.turn.test_taps import know, recorded
from tests.support.world import open_world

TAP, LETTER = 1.3, 0.3
"""Seconds to find and tap a control, and to type a letter, on a phone."""
OPENING = 4
"""Letters after which Discord offers a command: the stroke and three of its name."""
TRIES = 6
"""Recorded turns that are tried for each kind."""
PLAIN = {"LayTile", "Pass", "RunTrains", "Dividend"}


@dataclass(frozen=True, slots=True)
class Turn:
    """A recorded turn: its game, its first move's place, and its moves."""

    game: str
    at: int
    moves: tuple[act.AnyAction, ...]
    yellow: bool

    @property
    def kinds(self) -> list[str]:
        """What was done, passing apart."""
        return [type(move).__name__ for move in self.moves if not isinstance(move, act.Pass)]

    @property
    def of_player(self) -> bool:
        """Whether a player acts for himself."""
        return isinstance(getattr(self.moves[0], "actor", None), int)

    @property
    def powers(self) -> bool:
        """Whether a Private was used."""
        return any(
            isinstance(move, act.UseDiscount | act.PlaceJewelry) or getattr(move, "private", None)
            for move in self.moves
        )


@dataclass(slots=True)
class Cost:
    """What a turn takes: taps, letters, and seconds in which the bot answers."""

    taps: int = 0
    letters: int = 0
    answers: float = 0.0

    @property
    def seconds(self) -> float:
        """Seconds in all."""
        return self.taps * TAP + self.letters * LETTER + self.answers


def turns(name: str) -> Iterator[Turn]:
    """All turns of a recorded game: the moves of one actor after each other, in one round."""
    replay = Replay(parse(log_of(name)), RULEBOOK)
    game, moves = replay.game, list[act.AnyAction]()
    key, at, yellow = None, 0, True
    for entry in replay.entries:
        round_ = game.state.round
        selling = isinstance(round_, StockRound) and round_.selling
        now = (game.actor, round_.name, game.state.turn, round_.number, selling)
        if now != key and moves:
            yield Turn(name, at, tuple(moves), yellow)
        if now != key:
            key, at, yellow = now, len(game.history), True
            moves = []
        action = replay.converter.action(entry)
        if action is None:
            return
        if isinstance(action, act.LayTile):
            yellow &= components().tiles[action.tile].color == "yellow"
        moves.append(action)
        game.apply(action)
        replay.converter.took(entry)


def _ordinary(turn: Turn) -> bool:
    return turn.yellow and turn.kinds == ["LayTile", "RunTrains", "Dividend"] and not turn.powers


def _with(kind: str) -> Callable[[Turn], bool]:
    def fits(turn: Turn) -> bool:
        kinds = turn.kinds
        return (
            kinds.count("LayTile") == 1
            and kinds.count(kind) == 1
            and {"RunTrains", "Dividend"} <= set(kinds) <= PLAIN | {kind}
            and not turn.powers
        )

    return fits


def _powered(turn: Turn) -> bool:
    return turn.powers and not turn.yellow and "BuyTrain" not in turn.kinds


def _bought(turn: Turn) -> bool:
    return turn.kinds in (["BuyCard"], ["BuyShare"]) and turn.of_player


def _sold(turn: Turn) -> bool:
    return turn.kinds == ["SellShares"] and turn.of_player


TYPICAL: dict[str, tuple[Callable[[Turn], bool], ...]] = {
    "ordinary turn: a yellow tile, the best run, paid": (_ordinary,),
    "the same with a station": (_with("PlaceStation"),),
    "the same with a train bought": (_with("BuyTrain"),),
    "an upgrade and a Private's power": (_powered,),
    "stock turn with a purchase": (_bought,),
    "stock turns with a sale and a purchase": (_sold, _bought),
}
"""The turns of the table; the last is two turns, since sales have a lap of their own."""


async def by_panel(turn: Turn) -> Cost | None:
    """Play a turn by taps; None where the panel does not offer the moves as they were recorded."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_world(Path(folder)) as world:
            played = await Played.bring(world, turn.game, turn.at)
            tapper, cost = tapping.Tapper(played, recorded(turn.game)), Cost()
            while len(played.game.history) < turn.at + len(turn.moves):
                await know(tapper)
                began = time.perf_counter()
                await tapper.step()
                cost.answers += time.perf_counter() - began
            cost.taps = sum(tapper.by_step.values())
            return None if tapper.commands else cost


async def by_commands(turn: Turn) -> Cost:
    """Play a turn by commands.

    A command: a tap into the field, its first letters, a tap on its name, a tap on send; each of
    its options: a tap on it, its value, a tap on the choice that is offered.
    """
    with tempfile.TemporaryDirectory() as folder:
        async with open_world(Path(folder)) as world:
            played, cost = await Played.bring(world, turn.game, turn.at), Cost()
            for _ in turn.moves:
                _, options = played.command
                cost.taps += 3 + 2 * len(options)
                cost.letters += OPENING + sum(len(str(value)) for value in options.values())
                began = time.perf_counter()
                await played.step()
                cost.answers += time.perf_counter() - began
            return cost


async def typical(fits: Callable[[Turn], bool], known: list[Turn]) -> tuple[Cost, Cost]:
    """The first recorded turn of a kind that can be tapped, both ways."""
    for turn in [turn for turn in known if fits(turn)][:TRIES]:
        tapped = await by_panel(turn)
        if tapped is not None:
            return tapped, await by_commands(turn)
    raise LookupError(f"no recorded turn fits {fits}")


def _added(costs: list[Cost]) -> Cost:
    return Cost(
        sum(c.taps for c in costs), sum(c.letters for c in costs), sum(c.answers for c in costs)
    )


async def main() -> None:
    """Print the table."""
    quiet = structlog.make_filtering_bound_logger(logging.WARNING)
    structlog.configure(wrapper_class=quiet)
    known = [turn for name in (MIXED3, HOARDER, CRASH, MIXED2) for turn in turns(name)]
    print("| turn | panel: taps | seconds | commands: taps | letters | seconds |")
    print("|---|---|---|---|---|---|")
    for name, parts in TYPICAL.items():
        pairs = [await typical(fits, known) for fits in parts]
        panel, typed = _added([p for p, _ in pairs]), _added([c for _, c in pairs])
        print(
            f"| {name} | {panel.taps} | {panel.seconds:.0f} "
            f"| {typed.taps} | {typed.letters} | {typed.seconds:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    asyncio.run(main())

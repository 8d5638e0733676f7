"""What several panels say or do in the same way."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.forecast import search_in
from bot.present import deciding, words
from bot.present.choices import city_choice, hex_choice
from bot.present.layout import clip
from bot.present.lines import LINE, sentences_of, skip_reason, together
from bot.present.prices import without_train
from bot.refusal import PlayerError
from cogs.turn.panel import OLD, Button, Make, Moves, Option, Panel, Row, Seen
from engine import Applied, City, Game, Kind
from engine.actions import AnyAction, BuyTrain, Pass
from engine.events import StepSkipped, TurnStarted
from engine.routes import BestRuns
from engine.state import State
from render.view import View

SIX = {
    "track": "track",
    "station": "station",
    "run": "run",
    "dividend": "dividend",
    "trains": "trains",
    "sell": "certificates",
    "buy": "certificates",
}
"""The six steps of a company's turn, as the panel names them."""
END = ("trains", "sell", "buy")
"""The steps that `End turn` passes."""


def heading(seen: Seen) -> str:
    """Which company in which of the six steps, what was passed over and why, its treasury.

    Raises PlayerError in a question between the steps, to which no such panel belongs.
    """
    company, game = seen.company, seen.game
    if game.step not in SIX:
        raise PlayerError(OLD)
    names = list(dict.fromkeys(SIX.values()))
    now = names.index(SIX[str(game.step)])
    skipped = passed_over(game)
    steps = []
    for n, name in enumerate(names):
        step = f"{n + 1} {name}"
        if n == now:
            steps.append(f"**{step}**")
        else:
            steps.append(step if n > now else f"~~{step}~~" if name in skipped else f"{step} ✓")
    past = {name: reason for name, reason in skipped.items() if name != names[now]}
    why = "; ".join(f"{name}: {reason}" for name, reason in past.items())
    treasury = f"{words.money(company.cash)} in the treasury"
    lines = [
        f"**{company.id}**, {words.round_name(game.state)}, step {now + 1} of 6",
        " · ".join(steps),
        *([f"Passed over – {why}."] if why else []),
        f"{treasury}, price {words.money(company.price)}, {words.owned_trains(company)}.",
    ]
    return "\n".join(lines)


def passed_over(game: Game) -> dict[str, str]:
    """The steps of the turn that is on in which nothing was possible, each with its reason."""
    began = turn_began(game)
    found: dict[str, str] = {}
    for applied in game.history[max(began - 1, 0) :]:
        for event in applied.events:
            if isinstance(event, TurnStarted):
                found.clear()
            elif isinstance(event, StepSkipped) and event.entity == game.actor:
                found[SIX[event.step]] = skip_reason(event)
    return found


def passing(company: str) -> Make:
    """The company passes its step, if it is still its turn."""
    return lambda game: Pass(company) if game.actor == company else None


def pass_while(company: str, *steps: str) -> Make:
    """The company passes, if it still stands in one of these steps."""
    return lambda game: Pass(company) if game.actor == company and game.step in steps else None


def end_turn(company: str) -> Moves:
    """Pass what is left of a company's turn."""
    return Moves((pass_while(company, *END),) * len(END))


def end_button(seen: Seen) -> Button:
    """Ends the turn, and names what it leaves out."""
    left = "buy no certificate"
    if seen.game.step == "trains":
        made = seen.game.history[turn_began(seen.game) :]
        bought = any(isinstance(applied.action, BuyTrain) for applied in made)
        left = f"buy no {'further ' if bought else ''}train, no certificate"
    return Button(f"End turn ({left})", "end", style="main")


async def ended(seen: Seen, _args: str, _values: Sequence[str]) -> Moves:
    """End the company's turn."""
    return end_turn(seen.company.id)


async def best(seen: Seen, state: State | None = None, seconds: float | None = None) -> BestRuns:
    """The best runs of the company that acts, found beside the event loop."""
    copy = seen.game.fork() if state is None else state
    return await search_in(copy, seen.company.id, seconds or seen.seconds)


def cities(seen: Seen, found: Sequence[City]) -> list[Option]:
    """Cities as options, with the letters of the picture and who stands there."""
    letters = {c.hex: f"{c.letter} · " for c in deciding.choices(seen.game, seen.legal) if c.letter}
    return [
        Option(f"{h}/{c}", f"{letters.get(h, '')}{city_choice(seen.game, h, c)}") for h, c in found
    ]


def places(hexes: Sequence[str]) -> list[Option]:
    """Hexes as options, sorted by column and row."""
    ordered = sorted(hexes, key=lambda h: (h[0], int(h[1:])))
    return [Option(h, hex_choice(h)) for h in ordered]


def told(game: Game, since: int, until: int | None = None) -> list[str]:
    """What was done in the moves after the first `since`, a line each; equal purchases are one."""
    names = words.names(game.state)
    counted = together(names, game.history[since:until], lambda move: move)
    return [_line(names, applied, times) for applied, times in counted]


def _line(names: words.Names, applied: Applied, times: int = 1) -> str:
    """What was done in a move and what followed, in a line."""
    return clip(". ".join(_sentences(names, applied, times)), LINE)


def _sentences(names: words.Names, applied: Applied, times: int = 1) -> list[str]:
    """What was done in a move, then what followed, without the steps that were passed over."""
    return [
        text
        for event, text in sentences_of(names, applied, times)
        if not isinstance(event, StepSkipped)
    ]


def turn_began(game: Game) -> int:
    """After how many moves the company's turn that is on began."""
    for number in range(len(game.history), 0, -1):
        if any(isinstance(e, TurnStarted) for e in game.history[number - 1].events):
            return number
    return 0


def so_far(seen: Seen) -> str:
    """What was done in this turn already, and what followed by itself.

    What was passed stands in the heading.
    """
    names, own = words.names(seen.game.state), f"**{seen.company.id}** "
    made = seen.game.history[turn_began(seen.game) :]
    told = [_sentences(names, move)[isinstance(move.action, Pass) :] for move in made]
    lines = [clip(". ".join(sentences), LINE) for sentences in told if sentences]
    shown = [line.removeprefix(own) for line in lines[-6:]]
    return "".join(f"\n✓ {line[:1].upper()}{line[1:]}" for line in shown)


def panel(
    seen: Seen,
    text: str,
    rows: tuple[Row, ...],
    *,
    picture: View | None = None,
    forecast: Kind | None = None,
) -> Panel:
    """A company's panel: heading, what was done, what can be done now, what no train costs.

    A `forecast` is made only where it could tell more than that nothing is earned.
    """
    if not seen.company.trains and forecast != "trains":
        forecast = None
    falls = without_train(seen.company) if seen.game.step in END else ""
    text = "\n".join(filter(None, [text, falls]))
    return Panel(f"{heading(seen)}{so_far(seen)}\n\n{text}", rows, picture, forecast)


def tries(*actions: AnyAction) -> Moves:
    """Moves that are known in full already."""
    return Moves(tuple(_known(action) for action in actions))


def _known(action: AnyAction) -> Make:
    return lambda _game: action

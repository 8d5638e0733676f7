"""Where panels are opened and their controls pressed: checks, moves, and the panel that follows."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import discord

from bot import play
from bot.games.live import LiveGame
from bot.games.turns import check_turn
from bot.present import words
from bot.present.layout import clip
from bot.present.turns import whose_turn
from bot.refusal import PlayerError
from bot.speak.answer import Answer
from bot.speak.pictures import files
from cogs.hand import choosing
from cogs.trains import offers
from cogs.turn import trial
from cogs.turn.items import PanelForm, Place, controls
from cogs.turn.panel import Button, Form, Handler, Moves, Offer, Panel, Seen, with_buttons
from cogs.turn.steps import (
    certificates,
    dividend,
    opening,
    powers,
    questions,
    run,
    shared,
    station,
    track,
    trains,
)
from engine import RuleViolation
from engine.events import TurnStarted

PANELS: dict[str, Callable[[Seen], Awaitable[Panel]]] = {
    "draft": opening.draft,
    "stock": certificates.stock,
    "home": questions.home,
    "exchange": questions.exchange,
    "track": track.first,
    "station": station.first,
    "run": run.first,
    "dividend": dividend.first,
    "trains": trains.first,
    "sell": certificates.company_sells,
    "buy": certificates.company_buys,
}
"""The panel of each step and question."""


async def _pass(seen: Seen, _args: str, _values: Sequence[str]) -> Moves:
    actor = seen.game.actor
    if isinstance(actor, int):
        return Moves((certificates.passing_player(actor),))
    return Moves((shared.passing(seen.company.id),))


async def _here(seen: Seen, _args: str, _values: Sequence[str]) -> Panel:
    return await present(seen)


VERBS: dict[str, Handler] = {
    "here": _here,
    "pass": _pass,
    "end": shared.ended,
    **track.VERBS,
    **station.VERBS,
    **run.VERBS,
    **dividend.VERBS,
    **trains.VERBS,
    **certificates.VERBS,
    **opening.VERBS,
    **questions.VERBS,
    **powers.VERBS,
}
"""What each control does."""
TEXT = 2000


async def present(seen: Seen) -> Panel:
    """The panel of the step that is on; the selection, in which all choose at once, has none."""
    if seen.game.step == "select":
        return Panel("`/hand show` shows your hand, and what is to be kept of it.")
    return await PANELS[str(seen.game.step)](seen)


async def look_at(interaction: play.Interaction, live: LiveGame) -> Seen:
    """The real game as the player who decides sees it.

    Raises:
        PlayerError: It is not the player's turn.
    """
    check_turn(live, interaction.user.id)
    seat = live.game.player_to_act
    if seat is None:
        raise PlayerError("Nobody can move now.")
    theme = await play.client(interaction).pictures.theme(interaction.user.id)
    seconds = play.patience(interaction)
    return Seen(live, live.game, seat, theme, seconds, legal=live.legal())


async def open_panel(interaction: play.Interaction, *, trying: bool = False) -> None:
    """Answer with the panel of the step that is on, on a private copy if `trying`.

    In the selection everybody is shown his hand.

    Raises:
        PlayerError: It is not the player's turn.
    """
    Answer.of(interaction).instead = False
    live = await play.look(interaction)
    if live.game.step == "select" and not live.game.finished:
        await choosing.show(interaction, live)
        return
    seen = await look_at(interaction, live)
    if trying:
        await trial.begin(interaction, live)
        seen = trial.copy_of(seen, ())
    await play.defer(interaction)
    await _show(interaction, seen, await present(seen))


async def press(
    interaction: play.Interaction, place: Place, verb: str, args: str, values: Sequence[str]
) -> None:
    """Do what a control stands for, and show what follows.

    A control of an older state does nothing but show the present one.

    Raises:
        PlayerError, RuleViolation: It cannot be done.
    """
    if verb == "open":
        await open_panel(interaction)
        return
    live = await play.look(interaction)
    if live.stored.id != place.game:
        raise PlayerError("This panel belongs to another game. `/turn` opens the one of this.")
    if place.after != live.sequence:
        await _stale(interaction, live)
        return
    seen = await look_at(interaction, live)
    if place.tries is not None:
        seen = trial.copy_of(seen, await trial.tried(interaction, live, place.tries))
        if verb in trial.VERBS:
            await _end_trial(interaction, seen, verb)
            return
    if verb == "undo":
        await _undo(interaction, seen)
        return
    if verb not in VERBS:
        raise PlayerError("This panel is from an older version. `/turn` opens a new one.")
    outcome = await VERBS[verb](seen, args, values)
    if isinstance(outcome, Form):
        await play.ask(interaction, PanelForm(place, outcome))
    elif isinstance(outcome, Offer):
        await _offer(interaction, seen, outcome)
    elif isinstance(outcome, Moves):
        await _take(interaction, seen, outcome)
    else:
        await _show(interaction, seen, outcome)


async def _offer(interaction: play.Interaction, seen: Seen, outcome: Offer) -> None:
    if seen.tried is not None:
        raise PlayerError("On the private copy nobody can be asked to sell a train.")
    await offers.buy_train(interaction, outcome.make)


async def _take(interaction: play.Interaction, seen: Seen, moves: Moves) -> None:
    """Take moves one after the other, then show the panel that follows."""
    if seen.tried is not None:
        seen = await trial.take(interaction, seen, moves)
        await _show(interaction, seen, await _next(interaction, seen))
        return
    await play.defer(interaction)
    live, trouble = seen.live, ""
    began = len(live.game.history)
    try:
        live = await play.quietly(interaction, moves.all_of, after=live.sequence)
    except (PlayerError, RuleViolation) as refusal:
        live = await play.look(interaction)
        if len(live.game.history) == began:
            raise
        trouble = f"⚠ {refusal}\n\n"
    after = replace(seen, live=live, game=live.game, legal=None)
    panel = await _next(interaction, after)
    await _show(interaction, after, replace(panel, text=trouble + panel.text))


async def _next(interaction: play.Interaction, seen: Seen) -> Panel:
    """The panel of the next decision if it is the same player's, else a summary."""
    game = seen.game
    if seen.tried is not None:
        if game.finished or game.player_to_act != seen.seat:
            return Panel(f"{_summary(seen)}\nThe next decision is another player's.")
        return await present(replace(seen, legal=game.legal()))
    live = seen.live
    seat = game.player_to_act
    if seat is None or live.holder(seat) != interaction.user.id:
        return Panel(f"{_summary(seen)}\n{what_follows(live)}")
    same = seat == seen.seat and _same_turn(seen, live)
    now = replace(seen, seat=seat, legal=live.legal())
    panel = await present(now)
    if not same:
        panel = replace(panel, text=f"{_summary(seen)}\n\n{panel.text}")
    return panel


def _same_turn(seen: Seen, live: LiveGame) -> bool:
    """Whether the panel goes on in the turn that it showed before."""
    return bool(live.movers) and live.movers[-1].seat == seen.seat and not _ended(live)


def _ended(live: LiveGame) -> bool:
    events = live.game.history[-1].events if live.game.history else ()
    return any(isinstance(e, TurnStarted) for e in events)


def _summary(seen: Seen) -> str:
    """What was done by this player since anybody else moved."""
    live, game = seen.live, seen.game
    tried = len(seen.tried or ())
    own = len(live.game.history)
    movers = live.movers
    while own and movers[own - 1].seat == seen.seat and len(live.game.history) - own < MOST_TOLD:
        own -= 1
    if seen.tried is not None:
        own = len(game.history) - tried
    lines = shared.told(game, own)
    return "Done:\n" + "\n".join(f"✓ {line}" for line in lines) if lines else "Done."


MOST_TOLD = 8


def what_follows(live: LiveGame) -> str:
    """Who decides next."""
    if live.game.finished:
        return "The game is over."
    return f"Next: {whose_turn(live)}, {words.STEPS[str(live.game.step)]}."


async def _undo(interaction: play.Interaction, seen: Seen) -> None:
    """Take the player's last move back."""
    await play.defer(interaction)
    live = await play.take_back(interaction)
    after = replace(seen, live=live, game=live.game, legal=None)
    await _show(interaction, after, await _next(interaction, after))


async def _stale(interaction: play.Interaction, live: LiveGame) -> None:
    """Show how the game stands to somebody who pressed what belongs to an older state."""
    note = "The game has gone on since this panel was made; nothing was done."
    try:
        seen = await look_at(interaction, live)
    except PlayerError as no_turn:
        text = f"{note}\n{no_turn}"
        await play.edit(interaction, content=text, view=None, attachments=[])
        return
    panel = await present(seen)
    await _show(interaction, seen, replace(panel, text=f"{note}\n\n{panel.text}"))


async def _end_trial(interaction: play.Interaction, seen: Seen, verb: str) -> None:
    """Play what was tried, or drop it."""
    tried = seen.tried or ()
    await trial.drop(interaction, seen.live)
    real = replace(seen, game=seen.live.game, tried=None, legal=seen.live.legal())
    if verb == "drop":
        await _show(interaction, real, await present(real))
        return
    await _take(interaction, real, shared.tries(*tried))


async def _show(interaction: play.Interaction, seen: Seen, panel: Panel) -> None:
    """Show a panel in the message of the control, or in the answer to a command.

    The text comes first, the picture by an edit.
    """
    live = seen.live
    tries = None if seen.tried is None else len(seen.tried)
    place = Place(live.stored.id, live.sequence, tries)
    panel = with_buttons(panel, *_further(interaction, seen))
    view = controls(place, panel)
    text = clip(f"{trial.BANNER}{panel.text}" if seen.tried is not None else panel.text, TEXT)
    await play.edit(interaction, content=text, view=view, attachments=[])
    if panel.picture is not None:
        file = await play.client(interaction).pictures.file(panel.picture, "turn")
        if file is not None:
            with contextlib.suppress(discord.HTTPException):
                await interaction.edit_original_response(attachments=files(file))


def _further(interaction: play.Interaction, seen: Seen) -> list[Button]:
    """Buttons that every panel has: take back, what if."""
    live = seen.live
    if seen.tried is not None:
        return trial.buttons(seen)
    if live.game.finished:
        return []
    found = []
    mover = live.movers[-1] if live.movers else None
    if mover is not None and mover.author == interaction.user.id:
        found.append(Button("Take back my last move", "undo"))
    return found

"""Where panels are opened and their controls pressed: checks, moves, and the panel that follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot import play
from bot.games.live import LiveGame
from bot.games.refusals import NotYourTurn
from bot.games.undoing import last_move, start_of_turn
from bot.present.layout import clip
from bot.present.pages import LONGEST
from bot.present.turns import refusal
from bot.refusal import PlayerError
from bot.speak.answer import Answer
from bot.speak.latest import Message
from cogs.hand import choosing, ranking
from cogs.programs import setting
from cogs.trains import offers as train_offers
from cogs.turn import reading, showing, trial
from cogs.turn.items import PanelForm, Place, controls
from cogs.turn.panel import AHEAD, OLD, Form, Handler, Moves, Offer, Panel, Seen
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


async def _pass(seen: Seen, _args: str, _values: Sequence[str]) -> Moves:
    actor = seen.game.actor
    if isinstance(actor, int):
        return Moves((certificates.passing_player(actor),))
    return Moves((shared.passing(seen.company.id),))


async def _here(seen: Seen, _args: str, _values: Sequence[str]) -> Panel:
    return await showing.present(seen)


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


async def open_panel(interaction: play.Interaction, *, trying: bool = False) -> None:
    """Answer with the panel of what waits for the member, on a private copy if `trying`.

    In the selection everybody is shown his hand; in the draft who is not on turn, his list.

    Raises:
        PlayerError: Nothing waits for the member.
    """
    Answer.of(interaction).instead = False
    live = await play.look(interaction)
    if await _opening(interaction, live):
        return
    try:
        seen = await showing.look_at(interaction, live)
    except NotYourTurn as waits:
        if trying or not live.seats_of(interaction.user.id):
            raise
        await _waits(interaction, live, waits)
        return
    if trying:
        await _what_if(interaction, live, "", "")
        return
    await play.defer(interaction)
    await showing.show(interaction, seen, await showing.present(seen))


async def _what_if(interaction: play.Interaction, live: LiveGame, _verb: str, _args: str) -> None:
    """Show the panel on a private copy, with nothing tried."""
    seen = await showing.look_at(interaction, live)
    if live.game.player_to_act != seen.seat:
        raise PlayerError("You are asked for a train: `/turn` shows the offer.")
    await trial.begin(interaction, live)
    seen = trial.copy_of(seen, ())
    await play.defer(interaction)
    await showing.show(interaction, seen, await showing.present(seen))


async def _waits(interaction: play.Interaction, live: LiveGame, waits: NotYourTurn) -> None:
    """Say whose turn it is to a player who waits for it, and what he can do meanwhile."""
    news = await setting.news(interaction, live)
    text = clip("\n".join([*news, refusal(waits)]), LONGEST)
    view = controls(Place(live.stored.id, live.sequence), Panel(text, (showing.AHEAD_ROW,)))
    before = showing.gone_on(interaction, live.stored.id)
    sent = await play.say(interaction, text, view=view)
    key = showing.panel_key(interaction, live.stored.id)
    message = Message(sent.edit, live.sequence, left=True)
    await play.client(interaction).latest.shown(key, message, before)


async def _opening(interaction: play.Interaction, live: LiveGame) -> bool:
    """Show what everybody may do at the start of a game at any time: the hand, the draft list."""
    if live.game.finished:
        return False
    if live.game.step == "select":
        await choosing.show(interaction, live)
        return True
    seats = [seat.number for seat in live.seats_of(interaction.user.id)]
    if live.game.step == "draft" and seats and live.game.player_to_act not in seats:
        await ranking.show(interaction, live, seats[0])
        return True
    return False


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
    if verb == AHEAD:
        await setting.show(interaction, await play.look(interaction))
        return
    key = showing.panel_key(interaction, place.game)
    play.client(interaction).later.drop(key)
    with play.client(interaction).latest.used(key):
        await _press(interaction, place, verb, args, values)


async def _press(
    interaction: play.Interaction, place: Place, verb: str, args: str, values: Sequence[str]
) -> None:
    live = await play.look(interaction, place.game)
    if place.after != live.sequence:
        await _stale(interaction, live)
        return
    reading.check(verb, args, values)
    if verb in BESIDE:
        await BESIDE[verb](interaction, live, verb, args)
        return
    seen = await showing.look_at(interaction, live)
    if place.tries is not None:
        seen = trial.copy_of(seen, await trial.tried(interaction, live, place.tries))
        if verb in trial.VERBS:
            await _end_trial(interaction, seen, verb)
            return
    if verb not in VERBS:
        raise PlayerError(OLD)
    outcome = await VERBS[verb](seen, args, values)
    if isinstance(outcome, Form):
        await play.ask(interaction, PanelForm(place, outcome))
    elif isinstance(outcome, Offer):
        await _offer(interaction, seen, outcome)
    elif isinstance(outcome, Moves):
        await _take(interaction, seen, outcome)
    else:
        await showing.show(interaction, seen, outcome)


# -- offers ----------------------------------------------------------------------------------------


async def _offer(interaction: play.Interaction, seen: Seen, outcome: Offer) -> None:
    """Buy a train of another company: at once, or by an offer to its head."""
    action = outcome.make(seen.game)
    if train_offers.seller(seen.live, interaction.user.id, action) is None:
        await _take(interaction, seen, shared.tries(action))
        return
    if seen.tried is not None:
        raise PlayerError("On the private copy nobody can be asked to sell a train.")
    await play.defer(interaction)
    await train_offers.buy_train(interaction, outcome.make)
    await _refresh(interaction, seen, await play.look(interaction))


async def _answer_offer(
    interaction: play.Interaction, live: LiveGame, _verb: str, args: str
) -> None:
    """Sell, refuse or withdraw, and show in the message of the offer what became of it."""
    answer, offer_id = args.split("/")
    seat = train_offers.asked(live, interaction.user.id)
    offer, sold = await train_offers.decide(interaction, live, int(offer_id), answer)
    bot = play.client(interaction)
    text = train_offers.ended(live, offer, answer, sold=sold is not None)
    if sold is not None:
        bot.notifier.tell([sold])
    await play.defer(interaction)
    await train_offers.mark(interaction, offer, text)
    if sold is None:
        await bot.notifier.standing.refresh(live.stored.id)
    after = sold.live if sold is not None else await play.look(interaction)
    turn = after.game.player_to_act
    if answer == "back" and turn is not None and after.holder(turn) == interaction.user.id:
        seen = await showing.as_seen(interaction, after, turn)
        panel = await showing.present(seen)
        await showing.show(interaction, seen, replace(panel, text=f"{text}\n\n{panel.text}"))
        return
    seen = await showing.as_seen(interaction, after, seat or 0)
    await showing.show(interaction, seen, Panel(f"{text}\n{showing.what_follows(after)}"))


# -- moves -----------------------------------------------------------------------------------------


async def _take(interaction: play.Interaction, seen: Seen, moves: Moves) -> None:
    """Take moves one after the other, then show the panel that follows."""
    if seen.tried is not None:
        after = await trial.take(interaction, seen, moves)
        told = _told(moves, len(after.tried or ()) - len(seen.tried))
        panel = await showing.following(interaction, after)
        await showing.show(interaction, after, replace(panel, text=told + panel.text))
        return
    await play.defer(interaction)
    live, trouble, below = seen.live, "", False
    began = live.sequence
    try:
        live, below = await play.quietly(interaction, moves.all_of, after=live.sequence)
        trouble = _told(moves, live.sequence - began)
    except (PlayerError, RuleViolation) as refusal:
        live = await play.look(interaction)
        if live.sequence == began:
            raise
        trouble = f"⚠ {refusal}\n\n"
    await _refresh(interaction, seen, live, trouble, below=below)


def _told(moves: Moves, count: int) -> str:
    """That not all of what was wanted was done, before what follows."""
    told = moves.fewer(count) if count < len(moves.makes) else ""
    return f"⚠ {told}\n\n" if told else ""


async def _refresh(
    interaction: play.Interaction,
    seen: Seen,
    live: LiveGame,
    before: str = "",
    *,
    below: bool = False,
) -> None:
    """Show the panel that follows on the game as it stands now."""
    after = replace(seen, live=live, game=live.game, legal=None)
    panel = await showing.following(interaction, after)
    panel = replace(panel, text=before + panel.text)
    await showing.show(interaction, after, panel, below=below)


async def _undo(interaction: play.Interaction, live: LiveGame, verb: str, _args: str) -> None:
    """Take the member's last move back, or all of this turn."""
    user = interaction.user.id
    to = last_move if verb == "undo" else partial(start_of_turn, user_id=user)
    mover = live.movers[-1] if live.movers else None
    if mover is None or mover.author != user:
        raise PlayerError("The last move is not yours any more: `/game undo` asks the others.")
    await play.defer(interaction)
    after = await play.take_back(interaction, to, after=live.sequence)
    seat = live.movers[len(after.movers)].seat or after.seats_of(user)[0].number
    seen = await showing.as_seen(interaction, after, seat)
    panel = await showing.following(interaction, seen)
    count = len(live.movers) - len(after.movers)
    note = "Your last move is taken back." if count == 1 else f"{count} moves are taken back."
    await showing.show(interaction, seen, replace(panel, text=f"↩ {note}\n\n{panel.text}"))


async def _stale(interaction: play.Interaction, live: LiveGame) -> None:
    """Show how the game stands to somebody who pressed what belongs to an older state."""
    note = "The game has gone on since this panel was made; nothing was done."
    try:
        seen = await showing.look_at(interaction, live)
    except PlayerError as no_turn:
        text = f"{note}\n{no_turn}"
        showing.gone_on(interaction, live.stored.id)
        await play.edit(interaction, content=text, view=None, attachments=[])
        return
    panel = await showing.present(seen)
    await showing.show(interaction, seen, replace(panel, text=f"{note}\n\n{panel.text}"))


async def _end_trial(interaction: play.Interaction, seen: Seen, verb: str) -> None:
    """Play what was tried, take the last try back, or drop it all."""
    tried = seen.tried or ()
    if verb == "untry":
        less = trial.copy_of(seen, tried[:-1])
        await showing.show(interaction, less, await showing.present(less))
        return
    await trial.drop(interaction, seen.live)
    real = replace(seen, game=seen.live.game, tried=None, legal=seen.live.legal())
    if verb == "drop":
        await showing.show(interaction, real, await showing.present(real))
        return
    await _take(interaction, real, shared.tries(*tried))


async def _draft_list(
    interaction: play.Interaction, live: LiveGame, _verb: str, _args: str
) -> None:
    """Show the draft list in a message of its own: it does not go stale with every pick."""
    await ranking.show(interaction, live, ranking.seat_of(live, interaction.user.id))


BESIDE = {
    "undo": _undo,
    "undo_turn": _undo,
    "offer": _answer_offer,
    "draft_list": _draft_list,
    "what_if": _what_if,
}
"""Controls that do something beside the step that is on."""

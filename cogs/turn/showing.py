"""Which panel a member is shown, and how: the step or question that is on, then what follows."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

import discord

from bot import play
from bot.games.live import LiveGame, Logged
from bot.games.now import step_now
from bot.games.turns import check_turn
from bot.games.undoing import alone, last_move, start_of_turn
from bot.lasting import mark
from bot.present import words
from bot.present.layout import clip
from bot.present.lines import move_line
from bot.present.pages import LONGEST
from bot.present.prospects import gains_text
from bot.present.turns import whose_turn
from bot.refusal import PlayerError
from bot.speak.answer import TROUBLE, Answer, Edit
from bot.speak.latest import Key, Message
from bot.speak.pictures import told
from cogs.trains import offers as train_offers
from cogs.turn import trial
from cogs.turn.items import Place, controls
from cogs.turn.panel import AHEAD, Button, Panel, Seen, with_buttons
from cogs.turn.steps import (
    certificates,
    dividend,
    offers,
    opening,
    questions,
    run,
    shared,
    station,
    track,
    trains,
)
from engine import Legal, Outlook, outlook
from engine.events import RoundStarted, TurnStarted

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
COMMANDS = {
    "draft": "/draft pick, /draft queue",
    "selling": "/stock sell, /pass",
    "buying": "/stock buy, /stock convert, /pass",
    "home": "/home place",
    "exchange": "/exchange yes, /exchange no",
    "track": "/track lay, /track unmark, /private use, /pass",
    "station": "/station build, /private use, /pass",
    "run": "/run, /private use",
    "dividend": "/dividend pay, /dividend withhold, /private use",
    "trains": "/train buy, /train sell, /private use, /pass",
    "sell": "/certificate sell, /certificate buy, /private use, /pass",
    "buy": "/certificate buy, /certificate convert, /private use, /pass",
}
"""The commands that do the same, by step."""
POSSIBLE: dict[str, Callable[[Legal], object]] = {
    "/stock sell": lambda legal: legal.sell_shares or legal.sell_card,
    "/stock buy": lambda legal: legal.buy_card or legal.buy_share,
    "/stock convert": lambda legal: legal.convert,
    "/track lay": lambda legal: legal.lay,
    "/track unmark": lambda legal: legal.unmark,
    "/private use": lambda legal: legal.powers.usable(),
    "/station build": lambda legal: legal.stations,
    "/train buy": lambda legal: legal.buy_train,
    "/train sell": lambda legal: legal.sell_train,
    "/certificate sell": lambda legal: legal.sell_shares or legal.sell_card,
    "/certificate convert": lambda legal: legal.convert,
    "/pass": lambda legal: legal.may_pass,
}
"""When a command is named that is not possible in each moment of its step."""
AHEAD_ROW = (Button("Do this ahead", AHEAD),)
"""For a player who waits: what he wants done when his turn comes."""
MOST_TOLD = 12
"""Moves that a summary names at most."""
GONE = "The message of your panel is gone; here it is anew.\n\n"


async def look_at(interaction: play.Interaction, live: LiveGame) -> Seen:
    """The real game as the player who decides sees it, be it about an offer.

    Raises:
        PlayerError: Nothing waits for the member.
    """
    user = interaction.user.id
    asked = train_offers.asked(live, user)
    if asked is not None:
        return await as_seen(interaction, live, asked)
    check_turn(live, user)
    seat = live.game.player_to_act
    if seat is None:
        raise PlayerError("Nobody can move now.")
    return await as_seen(interaction, live, seat)


async def as_seen(interaction: play.Interaction, live: LiveGame, seat: int) -> Seen:
    """The real game as the player of a seat sees it."""
    theme = await play.client(interaction).pictures.theme(interaction.user.id)
    seconds = play.patience(interaction)
    return Seen(live, live.game, seat, theme, seconds, legal=live.legal())


async def present(seen: Seen) -> Panel:
    """The panel of what this player decides now: the step that is on, or an offer to him."""
    game, offer = seen.game, seen.live.offer
    if offer is not None and seen.tried is None and game.player_to_act != seen.seat:
        return await offers.answering(seen, offer)
    if game.step == "select":
        return Panel("All choose at the same time: `/turn` shows your hand, and what you keep.")
    panel = await PANELS[str(game.step)](seen)
    return replace(panel, text=f"{panel.text}\n{small_print(step_now(game), seen.legal)}")


def small_print(step: str, legal: Legal | None) -> str:
    """The commands for those who prefer them, those that are possible now."""
    possible = [
        f"`{command}`"
        for command in COMMANDS[step].split(", ")
        if legal is None or command not in POSSIBLE or POSSIBLE[command](legal)
    ]
    return f"-# By command: {', '.join(possible)}"


async def following(interaction: play.Interaction, seen: Seen) -> Panel:
    """The panel of the next decision if it is the same player's, else a summary."""
    game = seen.game
    if seen.tried is not None:
        if game.finished or game.player_to_act != seen.seat:
            return Panel(_after(summary(seen), "The next decision is another player's."))
        return await present(replace(seen, legal=game.legal()))
    live = seen.live
    seat = game.player_to_act
    if seat is None or live.holder(seat) != interaction.user.id:
        rows = () if live.game.finished else (AHEAD_ROW,)
        return Panel(_after(summary(seen), what_follows(live)), rows)
    panel = await present(replace(seen, seat=seat, legal=live.legal()))
    if seat == seen.seat and _same_turn(seen, live):
        return panel
    return replace(panel, text=_after(summary(seen), panel.text, "\n\n"))


def _after(done: str, text: str, between: str = "\n") -> str:
    return f"{done}{between}{text}" if done else text


def _same_turn(seen: Seen, live: LiveGame) -> bool:
    """Whether the panel goes on in the turn that it showed before."""
    return bool(live.movers) and live.movers[-1].seat == seen.seat and not _ended(live)


def _ended(live: LiveGame) -> bool:
    events = live.game.history[-1].events if live.game.history else ()
    return any(isinstance(e, TurnStarted | RoundStarted) for e in events)


def summary(seen: Seen) -> str:
    """What was done by this player since anybody else moved; and the picks that followed of them.

    Nothing where he did nothing. His choice of the selection belongs to no turn.
    """
    game = seen.game
    if seen.tried is not None:
        return _ticked(shared.told(game, len(game.history) - len(seen.tried)))
    standing = _standing(seen.live)
    end = len(standing)
    while end and _by_itself(seen, standing[end - 1]):
        end -= 1
    own = end
    while own and _own(seen, standing[own - 1]) and end - own < MOST_TOLD:
        own -= 1
    names = words.names(game.state)
    followed = [move_line(names, row.applied, row.why) for row in standing[end:]]
    return _ticked(shared.told(game, own, end), followed)


def _standing(live: LiveGame) -> list[Logged]:
    return [row for row in live.log if row.back is None]


def _by_itself(seen: Seen, row: Logged) -> bool:
    """Whether the bot picked for another player."""
    return row.applied.step == "draft" and bool(row.why) and row.seat != seen.seat


def _own(seen: Seen, row: Logged) -> bool:
    return row.seat == seen.seat and row.applied.step != "select"


def _ticked(done: Sequence[str], followed: Sequence[str] = ()) -> str:
    if not done:
        return ""
    return "\n".join(
        ["Done:", *(f"✓ {line}" for line in done), *(f"· {line}" for line in followed)]
    )


def what_follows(live: LiveGame) -> str:
    """Who decides next."""
    if live.game.finished:
        return "The game is over."
    return f"Next: {whose_turn(live)}, {words.STEPS[step_now(live.game)]}."


# -- the message -----------------------------------------------------------------------------------


async def show(
    interaction: play.Interaction, seen: Seen, panel: Panel, *, below: bool = False
) -> None:
    """Show a panel in the message of the control, or in the answer to a command.

    The text comes first, the picture by an edit. Where the message is gone, a new one comes; and
    `below` a card that was just posted, so that the panel stays where the player's thumb is.
    """
    live = seen.live
    tries = None if seen.tried is None else mark(seen.tried)
    place = Place(live.stored.id, live.sequence, tries)
    panel = with_buttons(panel, *_further(interaction, seen))
    view = controls(place, panel)
    text = clip(f"{trial.BANNER}{panel.text}" if seen.tried is not None else panel.text, LONGEST)
    edit: Edit = interaction.edit_original_response
    bot, key = play.client(interaction), panel_key(interaction, live.stored.id)
    before = gone_on(interaction, live.stored.id)
    try:
        if below:
            edit = await play.say_below(interaction, text, view=view)
        else:
            await play.edit(interaction, content=text, view=view, attachments=[])
    except discord.NotFound:
        await play.say(interaction, clip(f"{GONE}{text}", LONGEST), view=view)
        return
    anew = not below and not Answer.of(interaction).instead and seen.tried is None
    decides = _decides(live, interaction.user.id)
    message = Message(edit, live.sequence, decides, controls(place, Panel("", (AHEAD_ROW,))))
    await bot.latest.shown(key, message, before if anew else None)
    _look_ahead(interaction, seen, panel, text, edit)
    if panel.picture is not None:
        file = await bot.pictures.file(panel.picture, "turn")
        wanted = file is not None and await bot.pictures.wants_words(interaction.user.id)
        if file is not None and bot.latest.shows(key, edit):
            in_words = told(panel.picture, "turn") if wanted else []
            with contextlib.suppress(*TROUBLE):
                await edit(attachments=[file, *in_words])


def panel_key(interaction: play.Interaction, game_id: int) -> Key:
    """The panel of a member in a game."""
    return Key("panel", game_id, interaction.user.id)


def _decides(live: LiveGame, user_id: int) -> bool:
    """Whether the member decides now, be it about an offer."""
    seat = live.game.player_to_act
    holder = live.holder(seat) if seat is not None else None
    return holder == user_id or train_offers.asked(live, user_id) is not None


def gone_on(interaction: play.Interaction, game_id: int) -> Message | None:
    """The panel shows something else now: no forecast or picture is added to it any more.

    Returns the message that it was.
    """
    bot, key = play.client(interaction), panel_key(interaction, game_id)
    bot.later.drop(key)
    return bot.latest.gone_on(key)


def _look_ahead(
    interaction: play.Interaction, seen: Seen, panel: Panel, text: str, edit: Edit
) -> None:
    """Add what one thing more would bring, once that is found."""
    bot, kind = play.client(interaction), panel.forecast
    seconds = bot.settings.forecast_seconds
    if kind is None or not seconds:
        return
    state, company = seen.game.fork(), seen.company.id

    async def add(found: Outlook) -> None:
        line = gains_text(found, kind)
        if line:
            await edit(content=clip(_with_line(text, line), LONGEST))

    search = partial(outlook, state, company, seconds, kinds=(kind,))
    bot.later.begin(panel_key(interaction, seen.live.stored.id), search, add)


def _with_line(text: str, line: str) -> str:
    """The text with a line more, above the small print if there is some."""
    before, small, commands = text.rpartition("\n-# ")
    return f"{before}\n{line}{small}{commands}" if small else f"{text}\n{line}"


def _further(interaction: play.Interaction, seen: Seen) -> list[Button]:
    """Buttons that every panel has: take back the last move or the whole turn, try on a copy."""
    live, user = seen.live, interaction.user.id
    if seen.tried is not None:
        return trial.buttons(seen)
    seat = live.game.player_to_act
    decides = seat is not None and live.holder(seat) == user
    tries = [Button("What if …", "what_if")] if decides else []
    mover = live.movers[-1] if live.movers else None
    if live.game.finished or mover is None or mover.author != user:
        return tries
    began = start_of_turn(live, user)
    count = len(live.movers) - began
    whole = count > 1 and alone(live, user, began)
    if _standing(live)[-1].why == "only" and mover.seat != seen.seat:
        label = f"Undo my last turn and the automatic pick ({count} moves)"
        return [Button(label, "undo_turn"), *tries] if whole else tries
    if not alone(live, user, last_move(live)):
        return tries
    found = [Button("Take back my last move", "undo")]
    if whole:
        on = live.game.player_to_act == mover.seat and not _ended(live)
        which = "this turn" if on else "my last turn"
        found.append(Button(f"Undo all of {which} ({count} moves)", "undo_turn"))
    return found + tries

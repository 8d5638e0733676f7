"""What a player has set ahead, with a list to set more by one tap and a list to end."""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.live import LiveGame
from bot.games.programs import AnyProgram, Running
from bot.lasting import Lasting, LastingView
from bot.present.layout import CHOICE, clip
from bot.present.pages import LONGEST
from bot.present.programs import ended_text, listed, program_text
from bot.refusal import PlayerError
from bot.speak.answer import Edit
from bot.speak.latest import Key, Message
from bot.typed.programs import offered, seat_for
from engine import DraftRound

ADD, END = "add", "end"
HINTS = {ADD: "Do this ahead …", END: "End …"}


async def show(interaction: play.Interaction, live: LiveGame, note: str = "") -> None:
    """Show a member what he has set ahead, in a message of its own.

    Raises:
        PlayerError: He has no seat.
    """
    text, view = await _made_of(interaction, live, note)
    sent = await play.say(interaction, text, view=view)
    await _remember(interaction, live, sent.edit, anew=True)


async def set_ahead(
    interaction: play.Interaction, live: LiveGame, seat: int, program: AnyProgram
) -> str:
    """Set something ahead; what its player is told. Raises PlayerError."""
    await play.client(interaction).ahead.set(live, interaction.user.id, seat, program)
    return f"Set: {program_text(program)}."


async def end(interaction: play.Interaction, live: LiveGame, number: int) -> str:
    """End what the member has set ahead; what he is told. Raises PlayerError."""
    ended = await play.client(interaction).ahead.end(live, interaction.user.id, number)
    return f"Ended: {program_text(ended.program)}."


async def news(interaction: play.Interaction, live: LiveGame) -> list[str]:
    """What the member is to be told of what he had set ahead, if that could not be written."""
    found = await play.client(interaction).ahead.unread(live, interaction.user.id)
    return [ended_text(one.program, stop) for one, stop in found]


async def _made_of(
    interaction: play.Interaction, live: LiveGame, note: str
) -> tuple[str, discord.ui.View]:
    bot, user = play.client(interaction), interaction.user.id
    seat = seat_for(live, user)
    own = await bot.ahead.of(live, user)
    drafting = isinstance(live.game.state.round, DraftRound)
    ranked = await bot.opening.ranked(live, seat) if drafting else ()
    view = LastingView()
    for what in (ADD, END):
        if what == ADD or own:
            view.add_item(AheadSelect(live.stored.id, what, live, user, own))
    lines = [*await news(interaction, live), note, listed(live, own, ranked)]
    return clip("\n".join(filter(None, lines)), LONGEST), view


async def _remember(
    interaction: play.Interaction, live: LiveGame, edit: Edit, *, anew: bool
) -> None:
    """Have the lists taken away when the member's turn comes, or they are shown anew."""
    latest, key = play.client(interaction).latest, Key("ahead", live.stored.id, interaction.user.id)
    before = latest.gone_on(key)
    await latest.shown(key, Message(edit, live.sequence, left=True), before if anew else None)


class AheadSelect(
    Lasting[discord.ui.Select[Any]], template=r"ahead:(?P<game>\d{1,9}):(?P<what>add|end)"
):
    """Sets something ahead, or ends it."""

    def __init__(
        self,
        game_id: int,
        what: str,
        live: LiveGame | None = None,
        user_id: int = 0,
        own: list[Running] | None = None,
    ) -> None:
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"ahead:{game_id}:{what}", placeholder=HINTS[what]
        )
        if live is not None and what == ADD:
            for name, (label, _, _) in offered(live, user_id).items():
                select.add_option(label=clip(label, CHOICE), value=name)
        elif live is not None:
            for one in own or []:
                label = clip(program_text(one.program), CHOICE)
                select.add_option(label=label, value=str(one.stored.id))
        super().__init__(select)
        self.game_id = game_id
        self.what = what

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The list of a message sent before a restart."""
        return cls(int(match["game"]), match["what"])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The player has chosen one."""
        live, chosen = await play.look(interaction, self.game_id), play.chosen(interaction)
        if self.what == ADD:
            found = offered(live, interaction.user.id).get(chosen)
            if found is None:
                raise PlayerError("That cannot be set any more: `/program list` shows what can.")
            _, seat, program = found
            note = await set_ahead(interaction, live, seat, program)
        else:
            note = await end(interaction, live, int(chosen))
        text, view = await _made_of(interaction, live, note)
        await play.edit(interaction, content=text, view=view)
        await _remember(interaction, live, interaction.edit_original_response, anew=False)

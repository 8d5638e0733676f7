"""`/run`: shows the best runs to the player and lets him choose, or reads the routes that he types.

The buttons carry the place in the game's list for which they were made, and which of the sets they
mean; the sets are found again when one is pressed, so that nothing is lost in a restart.
"""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from bot import play
from bot.errors import answers_errors
from bot.games.forecast import search, search_in
from bot.games.live import LiveGame
from bot.games.turns import check_turn
from bot.lasting import AT, At, Lasting, LastingView, mark
from bot.present import words
from bot.present.runs import bonus_text, example, letter, runs_embed, told_apart
from bot.present.scenes import run_view
from bot.refusal import PlayerError
from bot.typed.runs import company_to_run, read_runs
from engine.actions import RunTrains
from engine.routes import RunPlan, TypedRuns

MOST_WAYS = 5


async def offer(interaction: play.Interaction) -> None:
    """Show the best runs to the player, with what he may choose.

    Raises:
        PlayerError: It is not his turn to run trains.
    """
    live = await play.look(interaction)
    check_turn(live, interaction.user.id)
    company = company_to_run(live.game)
    found = await search(live, company, play.patience(interaction))
    view = LastingView()
    sets = [(0, found.best), *told_apart(found)]
    for place, (index, plan) in enumerate(sets):
        view.add_item(RunButton(At.of(live), index, plan.total, letter(place)))
    embed = runs_embed(live.game.state, company, found)
    if not found.best.runs:
        await play.say(interaction, embed=embed, view=view)
        return
    picture = run_view(live.game, company.id, found.best.runs, await play.theme(interaction))
    await play.show(interaction, picture, "routes", embed=embed, view=view)


async def run_plan(interaction: play.Interaction, at: At, index: int, total: int) -> None:
    """Run the set that a player chose, which was offered for ₹ `total`.

    Raises:
        PlayerError, RuleViolation: The game has gone on, or it is not his turn.
    """
    live = await play.still(interaction, at)
    company = company_to_run(live.game)
    await play.defer(interaction)
    plan = (await search(live, company, play.patience(interaction))).of(index, total)
    if plan is None:
        raise PlayerError("That set of routes is no longer there: ask again with `/run`.")
    action = plan.action(company.id)
    await play.move(interaction, lambda _: action, after=at.after)
    await play.worn_out(interaction)


class RunButton(
    Lasting[discord.ui.Button[Any]], template=rf"run:{AT}:(?P<index>\d{{1,9}}):(?P<total>\d{{1,9}})"
):
    """Runs one of the sets, the best if `index` is 0; `total` in ₹ is what it was offered for.

    `letter` is what the set is called in the text.
    """

    def __init__(self, at: At, index: int, total: int, letter: str = "") -> None:
        amount = words.money(total)
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=f"{letter}: {amount}" if index else f"Run for {amount}",
            style=discord.ButtonStyle.secondary if index else discord.ButtonStyle.success,
            custom_id=f"run:{at}:{index}:{total}",
        )
        super().__init__(button)
        self.at, self.index, self.total = at, index, total

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of an offer made before a restart."""
        return cls(At.read(match), int(match["index"]), int(match["total"]))

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The player chose this set."""
        await run_plan(interaction, self.at, self.index, self.total)


async def run_typed(interaction: play.Interaction, text: str) -> None:
    """Run the trains on the routes that a player typed; tell him alone what he should know of it.

    If they earn less than the best routes, that is said once, and the run stands. Where several
    ways over his stops earn as much but deliver other commodities, he is asked.

    Raises:
        PlayerError, RuleViolation: They cannot be read, or are against the rules.
    """
    live = await play.look(interaction)
    check_turn(live, interaction.user.id)
    company = company_to_run(live.game)
    before = live.game.fork()
    typed = read_runs(live.game, text)
    if typed is not None and typed.same:
        await ask_way(interaction, live, typed, text)
        return
    action = RunTrains(company.id, ()) if typed is None else typed.plan.action(company.id)
    await play.move(interaction, lambda _: action, after=live.sequence)
    earned = typed.plan.total if typed else 0
    notes = list(typed.notes) if typed else []
    found = await search_in(before, company.id, play.patience(interaction))
    if found.best.total > earned:
        notes.append(
            f"{words.money(found.best.total)} was possible, "
            f"{words.money(found.best.total - earned)} more: `/run routes: {example(found.best)}`. "
            "`/game undo` takes your run back."
        )
    if notes:
        await play.say(interaction, "\n".join(notes))


# -- several ways over the same stops ------------------------------------------------------------


def ways(typed: TypedRuns) -> list[RunPlan]:
    """The ways that earn the same, the one that would be taken unasked first."""
    return [typed.plan, *typed.same]


async def ask_way(
    interaction: play.Interaction, live: LiveGame, typed: TypedRuns, text: str
) -> None:
    """Ask which of the ways over the typed stops is meant; the text is kept for the answer."""
    await play.client(interaction).store.remember(_typed_key(live, interaction.user.id), text)
    company = company_to_run(live.game).id
    view = LastingView()
    lines = ["These ways over your stops earn the same. Which one?"]
    for number, plan in enumerate(ways(typed)[:MOST_WAYS], 1):
        claims = words.listed([words.commodity(c) for c in plan.claims]) or "no concession"
        paid = [bonus_text(b) for run in plan.runs for b in run.revenue.bonuses]
        lines.append(f"**{number}** {words.listed(paid) or 'no bonus'}; takes {claims}")
        view.add_item(WayButton(At.of(live), mark([plan.action(company)]), number))
    await play.say(interaction, "\n".join(lines), view=view)


def _typed_key(live: LiveGame, user: int) -> str:
    return f"typed:{live.stored.id}:{user}"


class WayButton(Lasting[discord.ui.Button[Any]], template=rf"way:{AT}:(?P<way>[0-9a-f]+)"):
    """Takes one of several ways over the stops that the player typed.

    `way` is the mark of the run: what was typed last may have other ways. `number` is what the way
    is called in the text.
    """

    def __init__(self, at: At, way: str, number: int = 0) -> None:
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=f"Way {number}", custom_id=f"way:{at}:{way}"
        )
        super().__init__(button)
        self.at, self.way = at, way

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a question asked before a restart."""
        return cls(At.read(match), match["way"])

    @answers_errors
    async def callback(self, interaction: play.Interaction) -> None:
        """The player chose a way."""
        live = await play.still(interaction, self.at)
        company = company_to_run(live.game).id
        text = await play.client(interaction).store.recall(_typed_key(live, interaction.user.id))
        typed = read_runs(live.game, text) if text else None
        found = [plan.action(company) for plan in ways(typed)] if typed else []
        action = next((run for run in found if mark([run]) == self.way), None)
        if action is None:
            raise PlayerError(
                "That way is no longer there, or you typed other routes since: type yours again."
            )
        await play.move(interaction, lambda _: action, after=self.at.after)

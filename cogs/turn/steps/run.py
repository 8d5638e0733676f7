"""Step 3 and 4 in the panel: the best runs with what they pay, others, or one's own routes."""

from __future__ import annotations

from collections.abc import Sequence

from bot.present import scenes, words
from bot.present.runs import example, other_text, proof, run_text, run_title, told_apart
from bot.refusal import PlayerError
from bot.typed.runs import read_runs
from cogs.turn.panel import Button, Form, Handler, Moves, Option, Panel, Seen, Select
from cogs.turn.steps import dividend, shared
from engine import Game
from engine.actions import Dividend, RunTrains
from engine.routes import RunPlan


def pay_button(before: str, total: int) -> Button:
    """Run the best and pay it out."""
    label = f"{before} {words.money(total)}, pay {words.money(total // 10)} a share"
    return Button(label, "run_pay", f"0/{total}", "good")


async def first(seen: Seen) -> Panel:
    """The best runs, and what may be done with them."""
    found = await shared.best(seen)
    company, best = seen.company, found.best
    if not best.total:
        button = Button("Run nothing", "run_only", "0/0", "main")
        own = Button("My own routes", "own")
        return shared.panel(seen, "No train has a route that pays.", ((button, own),))
    lines = [f"Best run **{words.money(best.total)}**. {proof(found)}"]
    lines += [f"{run_title(run)} – {run_text(run)}" for run in best.runs]
    if best.claims:
        lines.append(f"Takes {words.listed([words.commodity(c) for c in best.claims])}.")
    for _, plan in told_apart(found)[:1]:
        lines.append(f"Next best: {other_text(plan, best)}")
    lines += dividend.compared(seen, best.total)
    rows = (
        (
            pay_button("Run", best.total),
            Button(f"Run {words.money(best.total)}, withhold", "run_keep", f"0/{best.total}"),
        ),
        (
            Button("Run only", "run_only", f"0/{best.total}"),
            Button("Other runs", "others", off=not found.others),
            Button("My own routes", "own"),
        ),
    )
    picture = scenes.run_view(seen.game, company.id, best.runs, seen.theme)
    return shared.panel(seen, "\n".join(lines), rows, picture=picture)


async def others(seen: Seen, _args: str, _values: Sequence[str]) -> Panel:
    """The next best sets."""
    found = await shared.best(seen)
    options = [
        Option(
            f"{index}/{plan.total}",
            f"{letter}: {words.money(plan.total)}",
            other_text(plan, found.best)[:100],
        )
        for letter, (index, plan) in zip("ABCDEFGH", told_apart(found), strict=False)
    ]
    if not options:
        raise PlayerError("There are no other runs now. `/turn` shows the best.")
    lines = [f"Best: {words.money(found.best.total)}, {example(found.best)}"]
    lines += [f"**{o.label[0]}** {o.note}" for o in options]
    rows = (Select("run_only", "Run …", tuple(options)), (Button("Back", "here"),))
    return Panel("\n".join(lines), rows)


async def _plan(seen: Seen, args: str) -> RunPlan:
    """The set that a control stands for: found again, so that nothing is lost in a restart."""
    index, total = map(int, args.split("/"))
    plan = (await shared.best(seen)).of(index, total)
    if plan is None:
        raise PlayerError("That set of routes is no longer there: `/turn` shows the best ones now.")
    return plan


async def run_only(seen: Seen, args: str, values: Sequence[str]) -> Moves:
    """Run a set, and decide on the dividend next."""
    company = seen.company.id
    plan = await _plan(seen, values[0] if values else args)
    return shared.tries(plan.action(company) if plan.total else RunTrains(company, ()))


async def run_pay(seen: Seen, args: str, _values: Sequence[str]) -> Moves:
    """Run the best and pay it out; an open station step is passed first."""
    return await _run_and(seen, args, pay=True)


async def run_keep(seen: Seen, args: str, _values: Sequence[str]) -> Moves:
    """Run the best and withhold it."""
    return await _run_and(seen, args, pay=False)


async def _run_and(seen: Seen, args: str, *, pay: bool) -> Moves:
    company = seen.company.id
    action = (await _plan(seen, args)).action(company)

    def decide(game: Game) -> Dividend | None:
        on = game.actor == company and game.step == "dividend"
        return Dividend(company, pay) if on else None

    return Moves((shared.pass_while(company, "station"), lambda _game: action, decide))


async def own(seen: Seen, _args: str, _values: Sequence[str]) -> Form:
    """Ask for routes as the player types them."""
    found = await shared.best(seen, seconds=0.3)
    hint = example(found.best) or "2: E24-D23"
    return Form(
        "Your own routes", "own_run", "", (("Stops of each train, trains apart by |", hint),)
    )


async def own_run(seen: Seen, _args: str, values: Sequence[str]) -> Moves:
    """Run the typed routes, by the track between the stops that earns most."""
    company, typed = seen.company.id, read_runs(seen.game, values[0])
    return shared.tries(typed.plan.action(company) if typed else RunTrains(company, ()))


VERBS: dict[str, Handler] = {
    "others": others,
    "run_only": run_only,
    "run_pay": run_pay,
    "run_keep": run_keep,
    "own": own,
    "own_run": own_run,
}

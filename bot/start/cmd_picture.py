"""`python -m bot picture LOG.json --out FILE.png`: draws from a recorded game."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bot.games.chronicle import chronicle
from bot.present import scenes
from bot.present.charts import chart_view
from bot.present.deciding import lay_note
from bot.present.spreadsheet import companies_table, holdings_table
from bot.refusal import PlayerError
from bot.start.cmd_replay import Rules, check_move, read_log
from bot.start.telling import fail, write
from bot.typed.places import read_area
from engine import TRACK_PRIVATES, Game
from engine.actions import LayTile
from engine.routes import best_runs
from interchange.replay import Replay, ReplayError
from render.picture import WIDTH, describe
from render.view import ThemeName, View
from render.worker import paint_now


class What(StrEnum):
    """What can be drawn."""

    map = "map"
    market = "market"
    routes = "routes"
    options = "options"
    companies = "companies"
    owners = "owners"
    chart = "chart"


def picture(
    log: Annotated[Path, typer.Argument(help="A game log exported from 18xx.games")],
    out: Annotated[Path, typer.Option(help="The PNG file to write")],
    at: Annotated[int | None, typer.Option(help="After so many moves; all by default")] = None,
    what: Annotated[What, typer.Option(help="What to draw")] = What.map,
    area: Annotated[
        str | None,
        typer.Option(
            help="A company, hex, region, whole, legend; for a chart its kind, as owners:EIR"
        ),
    ] = None,
    rules: Annotated[Rules, typer.Option(help="The ruleset to follow")] = Rules.site,
    contrast: Annotated[bool, typer.Option("--contrast", help="In high contrast")] = False,
) -> None:
    """Draw the map, the share track, best routes or the choice of a tile of a recorded game."""
    replay = read_log(log, rules)
    check_move(log, replay, at)
    try:
        game = replay.run(at)
        view = _view(replay, game, what, area, "contrast" if contrast else "standard")
    except ReplayError as error:
        fail(f"{log}: {error}")
    except PlayerError as error:
        fail(str(error).replace("`", ""))
    write(out, paint_now(view, WIDTH))
    print(describe(view))


def _view(replay: Replay, game: Game, what: What, area: str | None, theme: ThemeName) -> View:
    if what is What.market:
        return scenes.market_view(game, theme)
    if what is What.routes:
        company = game.state.companies.get((area or "").upper()) or scenes.shown_company(game)
        if company is None:
            raise PlayerError("Name a company with --area: nobody is operating there.")
        found = best_runs(game.state, company)
        return scenes.run_view(game, company.id, found.best.runs, theme)
    if what is What.options:
        return _options(replay, game, area, theme)
    if what is What.companies:
        return companies_table(game, theme)
    if what is What.owners:
        return holdings_table(game, theme)
    if what is What.chart:
        kind, _, named = (area or "worth").partition(":")
        return chart_view(game.state, chronicle(game), kind, named.upper() or None, theme=theme)
    return scenes.area_view(game, read_area(game, area), theme)


def _options(replay: Replay, game: Game, area: str | None, theme: ThemeName) -> View:
    legal = game.legal()
    lays = list(legal.lay) if legal else []
    lays += [lay for p in TRACK_PRIVATES if legal for lay in legal.powers.lays(p)]
    if not lays:
        raise PlayerError("No tile can be laid at that moment: choose another with --at.")
    following = replay.entries[len(game.history) :][:1]
    action = replay.converter.action(following[0]) if following else None
    played = action.hex if isinstance(action, LayTile) else lays[0][0]
    hex_id = area.upper() if area else played
    here = scenes.distinct([lay for lay in lays if lay.hex == hex_id])
    if not here:
        raise PlayerError(f"No tile can be laid in {hex_id} at that moment.")
    noted = [(lay, lay_note(game, lay)) for lay in here]
    return scenes.options_view(game, hex_id, noted, theme)

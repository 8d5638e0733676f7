"""Alt texts are enough to play by: recorded rounds, played from what the texts say alone."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from bot.present import scenes
from bot.present.deciding import choices, lay_note
from bot.start import cmd_picture
from engine import RULEBOOK, Game, Legal, OperatingRound
from engine.actions import (
    AnyAction,
    BuyCard,
    BuyShare,
    BuyTrain,
    Dividend,
    LayTile,
    Pass,
    PlaceStation,
    RemoveMarker,
    RunTrains,
    SellCard,
    SellShares,
    SellTrain,
)
from engine.components import components
from engine.hexsides import border_name, exit_of, exit_place, opposite
from interchange.replay import Replay
from interchange.site_log import parse
from render import alt, picture
from render.view import OptionsView
from tests.support import reader

DATA = Path(__file__).parents[2] / "data"


def looks(lay: tuple[str, str, int]) -> tuple[object, ...]:
    """What a lay does: tile, and its pieces by edges and values."""
    hex_id, number, rotation = lay
    layout = components().tiles[number].layouts[rotation]
    return hex_id, number, frozenset((p.kind, p.mask, p.revenue, p.slots) for p in layout)


def told_lays(game: Game, told: reader.Told, legal: Legal) -> set[tuple[str, str, int]]:
    """The lays that the texts of the options tell, for each hex that the situation names."""
    found = set()
    for hex_id, tiles in told.choices.items():
        here = scenes.distinct([lay for lay in legal.lay if lay[0] == hex_id])
        view = scenes.options_view(game, hex_id, [(lay, lay_note(game, lay)) for lay in here])
        ways = reader.options(picture.describe(view))
        assert {tile for tile, _ in ways} == set(tiles)
        found |= {(hex_id, tile, rotation) for tile, rotation in ways}
    return found


def check(game: Game, text: str) -> reader.Told:
    """Everything that is legal is told, and nothing else."""
    told, legal = reader.situation(text), game.legal()
    assert legal is not None
    assert set(told.choices) == {hex_id for hex_id, _, _ in legal.lay}
    lays = told_lays(game, told, legal)
    assert {looks(lay) for lay in lays} == {looks(lay) for lay in legal.lay}
    assert len(lays) == len({looks(lay) for lay in lays}), "no two options are the same"
    assert told.stations == set(legal.stations)
    assert told.homes == set(legal.homes)
    assert told.home_tiles == set(legal.home_tiles)
    assert told.unmark == {border_name(exit_of(*place)) for place in legal.unmark}
    assert bool(told.trains) == legal.run
    assert (told.revenue is not None) == legal.dividend
    assert told.buy_train == set(legal.buy_train)
    assert told.sell_train == set(legal.sell_train)
    most: dict[str, int] = {}
    for company, percent, _ in legal.sell_shares:
        most[company] = max(most.get(company, 0), percent)
    assert told.sell_shares == most
    assert told.sell_card == {"bond" if c in ("RB", "bond") else c for c in legal.sell_card}
    assert told.buy_card == set(legal.buy_card)
    assert told.buy_share == set(legal.buy_share)
    assert told.convert == legal.convert
    assert told.exchange == (legal.exchange is not None)
    assert told.may_pass == legal.may_pass
    powers(told, legal)
    return told


def powers(told: reader.Told, legal: Legal) -> None:
    found = legal.powers
    assert set(told.powers) == set(found.at_hand())
    for private in told.powers:
        if private in ("P2", "P3"):
            assert reader.tiles_of_power(told.powers[private]) == set(found.lays(private))
        elif private == "P5":
            assert reader.cities_of_power(told.powers[private]) == set(found.free_station or [])
        elif private == "P6":
            assert told.powers[private] == set(found.jewelry or [])


def allowed(game: Game, told: reader.Told, action: AnyAction, text: str) -> bool:
    """Whether a player with the text would find the action that was taken."""
    return on_the_map(told, action, text) and in_trade(game, told, action)


def on_the_map(told: reader.Told, action: AnyAction, text: str) -> bool:
    match action:
        case LayTile(hex=hex_id, tile=tile, private=None):
            return tile in told.choices[hex_id]
        case RemoveMarker(hex=hex_id, edge=edge):
            return border_name(exit_of(hex_id, edge)) in told.unmark
        case PlaceStation(hex=hex_id, city=city, private=None):
            return (hex_id, city) in told.stations
        case RunTrains():
            return all(followed(text, route.start, route.sides) for route in action.routes)
    return True


def in_trade(game: Game, told: reader.Told, action: AnyAction) -> bool:
    match action:
        case Dividend():
            return told.revenue is not None
        case BuyTrain(price=price):
            return any(low <= price <= high for _, _, low, high in told.buy_train)
        case SellTrain(actor=company, train=train):
            own = game.state.companies[company].train(train)
            return own is not None and own.kind in {kind for kind, _ in told.sell_train}
        case SellShares(company=company, percent=percent):
            return percent <= told.sell_shares[company]
        case SellCard(card=card):
            return bool({card, "bond"} & told.sell_card)
        case BuyCard(card=card):
            return card in told.buy_card or "bond" in told.buy_card
        case BuyShare(company=company):
            return company in told.buy_share
        case Pass():
            return told.may_pass
    return True


def followed(text: str, start: str, sides: tuple[str, ...]) -> bool:
    """Whether a route runs on track that the text tells, from one hex to the next."""
    hexes = [start.rpartition("-")[0]]
    for side in sides:
        hex_id, edge = side.split("/")
        here = exit_of(hex_id, int(edge))
        ends = {exit_place(here)[0], exit_place(opposite()[here])[0]}
        hexes.append((ends - {hexes[-1]}).pop())
    lines = reader.track(text)
    for before, hex_id, after in zip([None, *hexes], hexes, [*hexes[1:], None], strict=False):
        joined = {h for h in (before, after) if h}
        pieces = [piece for piece in lines[hex_id] if joined <= piece.to]
        if not pieces or any(p.kind != "plain" and not p.value for p in pieces):
            return False
    return True


def rounds(name: str) -> list[tuple[int, int]]:
    """The first and last move of every Operating Round of a recorded game."""
    replay = Replay(parse((DATA / f"{name}.json").read_bytes()), RULEBOOK)
    marks: list[tuple[int, tuple[int, int] | None]] = []
    for n, _ in enumerate(replay.steps(), 1):
        state = replay.game.state
        operating = isinstance(state.round, OperatingRound) and isinstance(replay.game.actor, str)
        marks.append((n, (state.turn, state.round.number) if operating else None))
    found = []
    for key, group in itertools.groupby(marks, lambda mark: mark[1]):
        moves = [n for n, _ in group]
        if key is not None:
            found.append((moves[0], moves[-1]))
    return found


@pytest.mark.parametrize(
    ("name", "which", "kinds"),
    [
        ("made-353-3p-mixed", 1, {"home", "station", "P5", "P6"}),
        ("made-353-3p-mixed", 9, {"dividend", "sell", "P4"}),
        ("made-344-2p-hoarder", 3, {"P3", "P6", "dividend", "station"}),
        ("made-312-2p-mixed", 26, {"P2", "sell", "station"}),
        ("made-350-4p-crash", 2, {"exchange", "station"}),
        ("made-353-3p-mixed", 23, {"convert", "unmark"}),
    ],
)
def test_an_operating_round_is_played_from_the_texts_alone(
    name: str, which: int, kinds: set[str]
) -> None:
    first, last = rounds(name)[which]
    replay = Replay(parse((DATA / f"{name}.json").read_bytes()), RULEBOOK)
    seen: set[str | None] = set()
    for n, _ in enumerate(replay.steps(), 1):
        game = replay.game
        if not first <= n <= last or not isinstance(game.actor, str):
            continue
        text = picture.describe(scenes.status_view(game))
        told = check(game, text)
        seen |= {game.step, *told.powers}
        seen |= {"unmark"} if told.unmark else set()
        seen |= {"convert"} if told.convert else set()
        action = replay.converter.action(replay.entries[n]) if n < len(replay.entries) else None
        assert action is None or allowed(game, told, action, text), (n, action)
    assert kinds | {"track", "run", "trains", "buy"} <= seen


@pytest.mark.parametrize("name", ["made-312-2p-mixed", "made-344-2p-hoarder"])
def test_the_command_line_draws_every_option_of_a_recorded_lay(name: str) -> None:
    """Also those of a Private Company, whose lay may come in any step."""
    replay = Replay(parse((DATA / f"{name}.json").read_bytes()), RULEBOOK)
    count = 0
    for n, _ in enumerate(replay.steps(), 1):
        action = replay.converter.action(replay.entries[n]) if n < len(replay.entries) else None
        if isinstance(action, LayTile):
            view = cmd_picture._options(replay, replay.game, None, "standard")
            assert isinstance(view, OptionsView)
            assert view.hex == action.hex
            assert view.left_out == 0
            drawn = [looks((view.hex, o.tile, o.rotation)) for o in view.options]
            assert looks((action.hex, action.tile, action.rotation)) in drawn
            assert len(drawn) == len(set(drawn))
            count += 1
    assert count > 50


def test_what_may_be_chosen_stands_before_all_else() -> None:
    """Where Discord shows the beginning alone, it is about the decision."""
    replay = Replay(parse((DATA / "made-353-3p-mixed.json").read_bytes()), RULEBOOK)
    game = replay.run(rounds("made-353-3p-mixed")[1][0])
    text = alt.fit(picture.describe(scenes.status_view(game)))
    assert text.startswith("OR ")
    assert " to choose" in text.split("\n")[3] or game.step != "track"
    assert text.endswith("more lines; /settings words gives all of them as a file.")


def test_letters_are_given_as_long_as_there_are_enough() -> None:
    replay = Replay(parse((DATA / "made-353-3p-mixed.json").read_bytes()), RULEBOOK)
    lettered, unlettered = 0, 0
    for _ in replay.steps():
        if replay.game.step == "track":
            found = choices(replay.game, replay.game.legal())
            letters = [choice.letter for choice in found]
            if len(found) <= 26:
                lettered += 1
                assert letters == [chr(65 + i) for i in range(len(found))]
                assert [c.new for c in found] == sorted((c.new for c in found), reverse=True)
            else:
                unlettered += 1
                assert not any(letters)
    assert lettered
    assert unlettered

"""Random legal play: every offer is accepted, every wrong move refused, nothing is ever lost."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import RULESETS, Game, RuleViolation, current
from engine.actions import AnyAction, from_json, to_json
from engine.state import State
from tests.engine import invariants
from tests.engine.builders import PLAYERS
from tests.engine.fingerprint import fingerprint
from tests.engine.mutate import spoiled
from tests.engine.play import HOMES, STYLES, applied, offer_danish, offers, play, snapshot

MOST_MOVES = 900
OFFERS_OF_A_KIND = 4
SPOILT = 10

any_game = given(
    seed=st.integers(0, 2**31 - 1),
    players=st.integers(2, 5),
    rules=st.sampled_from(sorted(RULESETS)),
    style=st.sampled_from(sorted(STYLES)),
)
few = settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def new_game(seed: int, players: int, rules: str) -> Game:
    return Game.new(seed, PLAYERS[:players], RULESETS[rules])


@few
@any_game
def test_every_offer_is_accepted_and_nothing_is_lost(
    seed: int, players: int, rules: str, style: str
) -> None:
    rng = Random(seed)
    game = new_game(seed, players, rules)
    for legal in play(game, rng, MOST_MOVES, STYLES[style]):
        invariants.check(game.state)
        if rng.random() > 0.06:
            continue
        before = snapshot(game.state)
        kinds: dict[tuple[type, str | None], list[AnyAction]] = defaultdict(list)
        for move in offers(game.state, legal, rng):
            kinds[type(move), getattr(move, "private", None)].append(move)
        for moves in kinds.values():
            for move in rng.sample(moves, min(OFFERS_OF_A_KIND, len(moves))):
                assert from_json(to_json(move)) == move
                invariants.check(applied(before, move))


@few
@given(
    seed=st.integers(0, 2**31 - 1),
    players=st.integers(2, 5),
    rules=st.sampled_from(sorted(RULESETS)),
)
def test_steered_to_homes_and_the_danish_eic_somebody_always_has_a_legal_move(
    seed: int, players: int, rules: str
) -> None:
    game = new_game(seed, players, rules)
    offer_danish(game.state)
    for _ in play(game, Random(seed), MOST_MOVES, HOMES):
        invariants.check(game.state)


def refusal(state: State, move: AnyAction) -> str | None:
    """Why the move is refused; None when it was taken."""
    try:
        current(state).apply(state, move)
    except RuleViolation as fault:
        return fault.message
    return None


@few
@any_game
def test_a_spoilt_move_is_refused_with_the_state_untouched_or_is_legal(
    seed: int, players: int, rules: str, style: str
) -> None:
    rng = Random(seed)
    game = new_game(seed, players, rules)
    recent: list[AnyAction] = []
    for legal in play(game, rng, MOST_MOVES, STYLES[style]):
        if rng.random() > 0.06:
            continue
        moves = offers(game.state, legal, rng)
        recent = rng.sample(recent, min(15, len(recent))) + rng.sample(moves, min(15, len(moves)))
        state = game.fork()
        before = fingerprint(state)
        for move in rng.choices(recent, k=SPOILT):
            message = refusal(state, spoiled(move, state, rng))
            if message is None:
                invariants.check(state)
                state = game.fork()
            else:
                assert len(message.split()) > 2
                assert fingerprint(state) == before


@few
@any_game
def test_undo_then_redo_is_the_identity(seed: int, players: int, rules: str, style: str) -> None:
    rng = Random(seed)
    game = new_game(seed, players, rules)
    for _ in play(game, rng, rng.randrange(60, 500), STYLES[style]):
        pass
    whole = fingerprint(game.state)
    played = [a.action for a in game.history]
    for to in sorted(rng.sample(range(len(played)), 4), reverse=True):
        game.undo(to)
        assert [a.action for a in game.history] == played[:to]
    while game.undone:
        game.redo()
    assert fingerprint(game.state) == whole
    assert [a.action for a in game.history] == played


@settings(max_examples=3, deadline=None)
@any_game
def test_games_come_to_an_end(seed: int, players: int, rules: str, style: str) -> None:
    game = new_game(seed, players, rules)
    for _ in play(game, Random(seed), 4000, STYLES[style]):
        pass
    assert game.finished
    assert game.state.end_reason in ("bank", "stock_market", "nobody_can_act")
    assert game.legal() is None

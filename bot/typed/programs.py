"""Moves made ahead as players say them, and those that are offered to be chosen."""

from __future__ import annotations

from bot.games.live import LiveGame
from bot.games.programs import (
    STEPS,
    AnyProgram,
    BuyAhead,
    PassAhead,
    RunAhead,
    SkipAhead,
    Watch,
    What,
)
from bot.refusal import PlayerError
from bot.typed.cards import BOND_WORDS
from engine import StockRound, may_be_had, turn_now
from engine.state import BOND, card_company

ANY = {"any", "all", "*"}
MOST_BOUGHT = 20


def seat_for(live: LiveGame, user_id: int, number: int | None = None) -> int:
    """The seat for which a member sets something. Raises PlayerError if he has no such seat."""
    if live.game.finished:
        raise PlayerError("The game is over.")
    own = [seat.number for seat in live.seats_of(user_id)]
    if not own:
        raise PlayerError("You have no seat in this game.")
    if number is not None and number not in own:
        raise PlayerError("That is no seat of yours.")
    return number or own[0]


def seat_of_head(live: LiveGame, user_id: int, company: str) -> tuple[str, int]:
    """The company's letters, and the seat of the member who leads it. Raises PlayerError."""
    seat_for(live, user_id)
    name = company.strip().upper()
    found = live.game.state.companies.get(name)
    own = [seat.number for seat in live.seats_of(user_id)]
    if found is None or found.head not in own:
        raise PlayerError(f"You do not lead {name[:10]}: only its head sets its moves ahead.")
    return name, found.head


def led_by(live: LiveGame, user_id: int) -> list[str]:
    """The companies that a member leads."""
    own = [seat.number for seat in live.seats_of(user_id)]
    return sorted(c.id for c in live.game.state.companies.values() if c.head in own)


def passing(live: LiveGame, watched: dict[What, str | None]) -> PassAhead:
    """A pass until one of those things happens; companies by their letters, or "any"."""
    until: list[Watch] = []
    for what, typed in watched.items():
        for name in (typed or "").upper().replace(",", " ").split():
            if name.lower() in ANY:
                until.append(Watch(what))
            elif name in live.game.state.companies:
                until.append(Watch(what, name))
            else:
                raise PlayerError(
                    f"`{name[:10]}` is no company of this game: name them as `EIR NWR`, "
                    "or say `any`."
                )
    return PassAhead(tuple(dict.fromkeys(until)), _stock_on(live))


def buying(live: LiveGame, seat: int, what: str, most: int | None) -> BuyAhead:
    """A purchase in the stock round: RB, a card, or a share of the Open Market."""
    name = what.strip()
    card = BOND if name.lower() in BOND_WORDS else name.upper()
    state = live.game.state
    if card in state.companies and not state.companies[card].market:
        there = [*state.players[seat].hand, *state.fronts]
        card = next((c for c in there if card_company(c) == card), card)
    if not may_be_had(state, seat, card):
        raise PlayerError(
            "That cannot be had: it is not in your hand, not in an IPO row and not in the Open "
            "Market."
        )
    single = card != BOND and card not in state.companies
    return BuyAhead(
        card, 1 if single else most or (MOST_BOUGHT if card == BOND else 1), _stock_on(live)
    )


def buyable(live: LiveGame, seat: int) -> list[str]:
    """What a player could set to be bought, for his eyes only."""
    state = live.game.state
    rows = [card for row in state.ipo_rows for card in row]
    shares = [c.id for c in state.companies.values() if c.market]
    bonds = [BOND] if state.bonds_in_bank else []
    return [*bonds, *sorted(state.players[seat].hand), *state.market_privates, *shares, *rows]


def skipping(live: LiveGame, company: str, steps: tuple[str, ...]) -> SkipAhead:
    """Steps that a company passes in its turn."""
    if not steps:
        raise PlayerError("Say what to skip: `stations:`, `trains:` or `certificates:` True.")
    return SkipAhead(company, steps, _turn_on(live, company))


def running(live: LiveGame, company: str) -> RunAhead:
    """The best run of a company in its turn, paid out."""
    return RunAhead(company, _turn_on(live, company))


def offered(live: LiveGame, user_id: int) -> dict[str, tuple[str, int, AnyProgram]]:
    """What may be set with one tap, by name: its label, the seat, and what is set."""
    seat = seat_for(live, user_id)
    found: dict[str, tuple[str, int, AnyProgram]] = {}
    watched: dict[str, tuple[str, dict[What, str | None]]] = {
        "pass": ("Pass until the stock round is over", {}),
        "pass_traded": ("Pass until others buy or sell shares", {"traded": "any"}),
        "pass_floated": ("Pass until a company floats", {"floated": "any"}),
    }
    for name, (label, things) in watched.items():
        found[name] = (label, seat, passing(live, things))
    if live.game.state.bonds_in_bank:
        found["bonds"] = (
            "Buy Royal Bonds while there are any",
            seat,
            buying(live, seat, "rb", None),
        )
    for company in led_by(live, user_id):
        _, head = seat_of_head(live, user_id, company)
        for step in STEPS:
            what = "station" if step == "station" else step.removesuffix("s")
            label = f"{company}: no {what} in its turn"
            found[f"{company}/{step}"] = (label, head, skipping(live, company, (step,)))
        label = f"{company}: run the best and pay, if nothing else is possible"
        found[f"{company}/run"] = (label, head, running(live, company))
    return dict(list(found.items())[:25])


def _stock_on(live: LiveGame) -> bool:
    return isinstance(live.game.state.round, StockRound)


def _turn_on(live: LiveGame, company: str) -> bool:
    turn = turn_now(live.game.state)
    return turn is not None and turn.company == company

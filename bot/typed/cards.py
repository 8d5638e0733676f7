"""Certificates as players name them (EIR, EIR_0, P2, bond); what may be sold and bought."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.live import LiveGame
from bot.present.choices import card_choice, sale_choice, share_choice
from bot.refusal import PlayerError
from bot.typed.options import company_on_turn
from engine.actions import AnyAction, BuyCard, BuyShare, ConvertBond, SellCard, SellShares
from engine.components import components
from engine.events import EntityId
from engine.flow import Legal
from engine.game import Game
from engine.state import BOND, SHARE, card_company

MARKET = "market:"
BOND_WORDS = {"bond", "rb", "royal bond"}


def player_on_turn(game: Game) -> int:
    """The player whose turn it is in a stock round."""
    actor = game.actor
    if not isinstance(actor, int) or game.state.round.name != "stock":
        raise PlayerError("No stock round is on: that command belongs to one.")
    return actor


def company_sells(game: Game, what: str, count: int | None) -> AnyAction:
    """The company on turn sells."""
    return _sell(game, company_on_turn(game).id, what, count)


def player_sells(game: Game, what: str, count: int | None) -> AnyAction:
    """The player on turn sells."""
    return _sell(game, player_on_turn(game), what, count)


def company_buys(game: Game, what: str) -> AnyAction:
    """The company on turn buys."""
    return _buy(game, company_on_turn(game).id, what)


def player_buys(game: Game, what: str) -> AnyAction:
    """The player on turn buys."""
    return _buy(game, player_on_turn(game), what)


def company_converts(game: Game) -> AnyAction:
    """The company on turn converts a bond."""
    return ConvertBond(company_on_turn(game).id)


def player_converts(game: Game) -> AnyAction:
    """The player on turn converts a bond."""
    return ConvertBond(player_on_turn(game))


def _sell(game: Game, entity: EntityId, what: str, count: int | None) -> AnyAction:
    name = what.strip()
    upper = name.upper()
    if name.lower() in BOND_WORDS:
        return SellCard(entity, BOND)
    if upper in components().privates:
        return SellCard(entity, upper)
    company = card_company(upper) or upper
    if company in game.state.companies:
        return SellShares(entity, company, SHARE * (count or 1))
    raise PlayerError(f"`{name[:30]}` is no certificate that could be sold.")


def _buy(game: Game, entity: EntityId, what: str) -> AnyAction:
    """A card (hand, front of an IPO row, a Private, a bond) or a share of the Open Market.

    A company's letters alone mean the Open Market's share where it has one, else the card of the
    hand or the front of an IPO row.
    """
    name = what.strip()
    state = game.state
    if name.lower().startswith(MARKET):
        return BuyShare(entity, name[len(MARKET) :].strip().upper())
    if name.lower() in BOND_WORDS:
        return BuyCard(entity, BOND)
    upper = name.upper()
    if upper in state.companies:
        if state.companies[upper].market:
            return BuyShare(entity, upper)
        hand = state.players[entity].hand if isinstance(entity, int) else []
        fronts = [row[0] for row in state.ipo_rows if row]
        card = next((c for c in [*hand, *fronts] if card_company(c) == upper), None)
        if card is None:
            raise PlayerError(f"No share of {upper} is for sale to you now.")
        return BuyCard(entity, card)
    if upper in components().privates or card_company(upper) in components().companies:
        return BuyCard(entity, upper)
    raise PlayerError(f"`{name[:30]}` is no certificate.")


# -- what is offered -----------------------------------------------------------------------------


def _trade(live: LiveGame, *, player: bool) -> Legal | None:
    """What is legal, if it is a player's turn (in a stock round) or a company's, as asked."""
    return live.legal(lays=False) if isinstance(live.game.actor, int) == player else None


def sellable(live: LiveGame, *, player: bool) -> Iterator[tuple[str, str]]:
    """(value, label) of what the actor, a player or a company, may sell."""
    legal = _trade(live, player=player)
    if legal is None:
        return
    most: dict[str, int] = {}
    for company, percent, _ in legal.sell_shares:
        most[company] = max(most.get(company, 0), percent)
    for company, percent in most.items():
        yield company, sale_choice(live.game, company, percent)
    for card in legal.sell_card:
        yield card, card_choice(live.game, card)


def for_sale(live: LiveGame, *, player: bool) -> Iterator[tuple[str, str]]:
    """(value, label) of what the actor, a player or a company, may buy."""
    legal = _trade(live, player=player)
    if legal is None:
        return
    for card in legal.buy_card:
        yield card, card_choice(live.game, card)
    for company in legal.buy_share:
        yield f"{MARKET}{company}", share_choice(live.game, company)

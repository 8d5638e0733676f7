"""Certificates as players name them (EIR, EIR_0, P2, bond); what may be sold and bought."""

from __future__ import annotations

import re

from bot.games.live import LiveGame
from bot.present import words
from bot.present.choices import card_choice, card_choices, sale_choice, share_choice
from bot.present.lines import step_skipped
from bot.refusal import PlayerError
from bot.typed.on_turn import check_step, company_on_turn, other_step, player_on_turn
from engine import Game, Legal, StockRound
from engine.actions import AnyAction, BuyCard, BuyShare, ConvertBond, Pass, SellCard, SellShares
from engine.components import components
from engine.events import EntityId, StepSkipped
from engine.state import BOND, SHARE, card_company

MARKET = "market:"
BOND_WORDS = {"bond", "bonds", "rb", "royal bond"}
PERCENT = re.compile(r"\s*(10|20)\s*%$")
"""What may stand behind a company's letters, as in "NCR 10%"."""
EXAMPLES = "say a company as `NCR`, a Private as `P2`, or `bond`"
SAY = "Say which certificate: a company as `NCR`, a Private as `P2`, or `bond`."


def company_sells(game: Game, what: str, count: int | None) -> AnyAction:
    """The company on turn sells."""
    company = company_on_turn(game).id
    check_step(game, "sell")
    return _sell(game, company, what, count)


def player_sells(game: Game, what: str, count: int | None) -> AnyAction:
    """The player on turn sells."""
    check_selling(game, wanted=True)
    return _sell(game, player_on_turn(game), what, count)


def company_buys(game: Game, what: str) -> list[AnyAction]:
    """The company on turn buys; while it may still sell, the purchase ends that first."""
    company = company_on_turn(game).id
    return [*_end_selling(game), _buy(game, company, what)]


def _end_selling(game: Game) -> list[AnyAction]:
    """The pass that must come before a company's purchase, if one must.

    Raises:
        PlayerError: It could buy nothing after it, or another step is on.
    """
    company = company_on_turn(game).id
    if game.step != "sell":
        check_step(game, "buy")
        return []
    ending = Pass(company)
    _buying(game)
    return [ending]


def _buying(game: Game) -> Game:
    """The game as it will be when the company's selling has ended.

    Raises:
        PlayerError: The company could buy nothing then.
    """
    company = company_on_turn(game)
    ahead = game.copy()
    events = ahead.apply(Pass(company.id))
    if ahead.step == "buy" and ahead.actor == company.id:
        return ahead
    passed = [e for e in events if isinstance(e, StepSkipped) and e.step == "buy"]
    why = step_skipped(words.names(game.state), passed[0]) if passed else ""
    raise PlayerError(words.unmarked(f"{why}.") if why else f"{company.id} can buy nothing now.")


def player_buys(game: Game, what: str) -> AnyAction:
    """The player on turn buys."""
    check_selling(game, wanted=False)
    return _buy(game, player_on_turn(game), what)


def company_converts(game: Game) -> list[AnyAction]:
    """The company on turn converts a bond; while it may still sell, that ends first."""
    return [*_end_selling(game), ConvertBond(company_on_turn(game).id)]


def player_converts(game: Game) -> AnyAction:
    """The player on turn converts a bond."""
    check_selling(game, wanted=False)
    return ConvertBond(player_on_turn(game))


def check_selling(game: Game, *, wanted: bool) -> None:
    """Refuse to buy in a selling turn, and to sell in a buying turn. Raises PlayerError."""
    player_on_turn(game)
    round_ = game.state.round
    selling = isinstance(round_, StockRound) and round_.selling
    if selling and not wanted:
        raise PlayerError("Selling turn: `/pass` ends it; buying comes when all have sold.")
    if wanted and not selling:
        raise PlayerError("Buying turn: certificates are sold in the selling turn only.")


def _sell(game: Game, entity: EntityId, what: str, count: int | None) -> AnyAction:
    name = PERCENT.sub("", what.strip())
    upper = name.upper()
    if name.lower() in BOND_WORDS:
        return SellCard(entity, BOND)
    if upper in components().privates:
        return SellCard(entity, upper)
    company = card_company(upper) or upper
    if company in game.state.companies:
        return SellShares(entity, company, SHARE * (count or 1))
    raise PlayerError(f"`{name[:30]}` is no certificate: {EXAMPLES}." if name else SAY)


def _buy(game: Game, entity: EntityId, what: str) -> AnyAction:
    """A card (hand, front of an IPO row, a Private, a bond) or a share of the Open Market.

    A company's letters alone mean the Open Market's share where it has one, else the card of the
    hand or the front of an IPO row.
    """
    name = PERCENT.sub("", what.strip())
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
        card = next((c for c in [*hand, *state.fronts] if card_company(c) == upper), None)
        if card is None:
            raise PlayerError(
                f"No share of {upper} is for sale now: none in the Open Market, none in front of "
                f"an IPO row{', none in your hand' if isinstance(entity, int) else ''}."
            )
        return BuyCard(entity, card)
    if upper in components().privates or card_company(upper) in components().companies:
        return BuyCard(entity, upper)
    raise PlayerError(f"`{name[:30]}` is no certificate: {EXAMPLES}." if name else SAY)


# -- what is offered -----------------------------------------------------------------------------


def company_sales(live: LiveGame) -> list[tuple[str, str]]:
    """(value, label) of what the company on turn may sell. Raises PlayerError if nothing."""
    company = company_on_turn(live.game)
    other = other_step(live.game, "sell")
    return _sales(live.game, live.legal(lays=False), other or f"{company.id} has nothing to sell.")


def player_sales(live: LiveGame) -> list[tuple[str, str]]:
    """(value, label) of what the player on turn may sell. Raises PlayerError if nothing."""
    check_selling(live.game, wanted=True)
    return _sales(live.game, live.legal(lays=False), "You have nothing that you may sell.")


def company_purchases(live: LiveGame) -> list[tuple[str, str]]:
    """(value, label) of what the company on turn may buy, once its selling has ended.

    Raises:
        PlayerError: Nothing, or another step is on.
    """
    game = live.game
    if game.step == "sell":
        game = _buying(game)
        return _purchases(game, game.legal(lays=False))
    company = company_on_turn(game).id
    if other := other_step(game, "buy"):
        raise PlayerError(other)
    found = _purchases(game, live.legal(lays=False))
    if not found:
        raise PlayerError(f"{company} can buy nothing now: `/pass` ends its turn.")
    return found


def player_purchases(live: LiveGame) -> list[tuple[str, str]]:
    """(value, label) of what the player on turn may buy. Raises PlayerError if nothing."""
    check_selling(live.game, wanted=False)
    found = _purchases(live.game, live.legal(lays=False))
    if not found:
        raise PlayerError("There is nothing that you may buy now: `/pass` ends your turn.")
    return found


def _sales(game: Game, legal: Legal | None, why_none: str) -> list[tuple[str, str]]:
    most: dict[str, int] = {}
    for company, percent, _ in legal.sell_shares if legal else []:
        most[company] = max(most.get(company, 0), percent)
    found = [(company, sale_choice(game, company, percent)) for company, percent in most.items()]
    found += [(card, card_choice(game, card)) for card in (legal.sell_card if legal else [])]
    if not found:
        raise PlayerError(why_none)
    return found


def _purchases(game: Game, legal: Legal | None) -> list[tuple[str, str]]:
    if legal is None:
        return []
    cards = card_choices(game, legal.buy_card)
    return cards + [(MARKET + company, share_choice(game, company)) for company in legal.buy_share]

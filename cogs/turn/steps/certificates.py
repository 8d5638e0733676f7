"""Trade in certificates: step 6 of a company, and a player's turn in a stock round."""

from __future__ import annotations

from collections.abc import Sequence

from bot.present import words
from bot.present.choices import card_choice, card_choices, share_choice
from bot.refusal import PlayerError
from cogs.turn.panel import Button, Handler, Make, Moves, Option, Panel, Row, Seen, Select
from cogs.turn.steps import shared
from cogs.turn.steps.effects import effect, too_dear
from engine import Game, StockRound, suite_of
from engine.actions import BuyCard, BuyShare, ConvertBond, Pass, SellCard, SellShares
from engine.state import (
    BOND,
    COMPANY_LIMIT,
    certificate_limit,
    certificates,
    face_value,
)

# -- a company ------------------------------------------------------------------------------------


async def company_sells(seen: Seen) -> Panel:
    """The company's certificates that can be sold."""
    rows = (*_sales(seen), (shared.end_button(seen), Button("Sell nothing, buy", "pass")))
    owned = words.listed(words.owned(seen.company))
    return shared.panel(seen, f"{seen.company.id} owns {owned}. Sell any of it first?", rows)


async def company_buys(seen: Seen) -> Panel:
    """The one purchase of the company."""
    held = certificates(seen.game.state, seen.company)
    text = f"One purchase; {held} of {COMPANY_LIMIT} certificates owned."
    if held < COMPANY_LIMIT:
        text = f"{text}\n{too_dear(seen)}".rstrip()
    rows = (*_purchases(seen), _last(seen, shared.end_button(seen)))
    return shared.panel(seen, text, rows)


# -- a player -------------------------------------------------------------------------------------


async def stock(seen: Seen) -> Panel:
    """A player's selling turn, or buying turn."""
    state, round_ = seen.game.state, seen.game.state.round
    player = state.players[seen.seat]
    held, limit = certificates(state, player), certificate_limit(state)
    text = (
        f"**{words.player(state, seen.seat)}**, {words.round_name(state)}: "
        f"cash {words.money(player.cash)}, {held} of {limit} certificates."
    )
    if isinstance(round_, StockRound) and round_.selling:
        over = f" Sell at least {held - limit}." if held > limit else ""
        button = Button("Done selling", "pass", style="main", off=held > limit)
        return Panel(f"{text}\nSelling turn.{over}", (*_sales(seen), (button,)))
    bought = isinstance(round_, StockRound) and round_.bought
    label = "Done buying" if bought else "Pass"
    offered = (*_hand(seen), *_purchases(seen))
    rows = (*offered, _last(seen, Button(label, "pass", style="main")))
    more = "Buying turn."
    if bought:
        more = f"You {'may' if offered else 'cannot'} buy more of the same kind."
    if seen.legal and len(set(seen.legal.buy_card) & set(player.hand)) > 1:
        more += " From the hand several at once: of one company, or Privates."
    if not bought and held < limit:
        more = f"{more}\n{too_dear(seen)}".rstrip()
    return Panel(f"{text}\n{more}", rows)


def _last(seen: Seen, end: Button) -> tuple[Button, ...]:
    convert = Button("Convert a Royal Bond", "convert")
    return (end, convert) if seen.legal and seen.legal.convert else (end,)


# -- what is offered ------------------------------------------------------------------------------


def _sales(seen: Seen) -> list[Row]:
    """A select of what can be sold: shares with how many, Privates, bonds."""
    legal = seen.legal
    actor = seen.game.actor
    if legal is None or actor is None:
        return []
    options = []
    for company, percent, proceeds in legal.sell_shares:
        label = f"{company} {percent}% for {words.money(proceeds)}"
        note = effect(seen, SellShares(actor, company, percent))
        options.append(Option(f"{company}/{percent}", label, note))
    for card in legal.sell_card:
        note = effect(seen, SellCard(actor, _named(card)))
        options.append(Option(card, card_choice(seen.game, card), note))
    pages = [options[i : i + 25] for i in range(0, len(options), 25)][:3]
    return [
        Select(
            "sell",
            "Sell one or several …" if n == 1 else f"Sell … ({n})",
            tuple(page),
            most=len(page),
            args=str(n),
        )
        for n, page in enumerate(pages, 1)
    ]


def _hand(seen: Seen) -> list[Row]:
    """A select of the cards of one's own hand, several of one company at once."""
    hand = set(seen.game.state.players[seen.seat].hand)
    cards = [c for c in (seen.legal.buy_card if seen.legal else []) if c in hand][:25]
    options = tuple(_card_options(seen, cards))
    if not options:
        return []
    hint = f"From your hand ({len(options)})"
    return [Select("hand", hint, options, most=len(options))]


def _purchases(seen: Seen) -> list[Row]:
    """Selects of what is for sale outside the hand."""
    legal, state = seen.legal, seen.game.state
    actor = seen.game.actor
    if legal is None or actor is None:
        return []
    hand = state.players[actor].hand if isinstance(actor, int) else []
    cards = [c for c in legal.buy_card if c not in hand]
    rows = [c for c in cards if any(c in row for row in state.ipo_rows)]
    market = [c for c in cards if c not in rows]
    found: list[Row] = []
    if rows:
        options = tuple(_card_options(seen, rows))
        found.append(Select("card", f"Front of an IPO row ({len(options)})", options))
    options = tuple(
        [
            Option(f"={c}", share_choice(seen.game, c), effect(seen, BuyShare(actor, c)))
            for c in legal.buy_share
        ]
        + _card_options(seen, market)
    )[:25]
    if options:
        found.append(Select("card", f"Open Market and bonds ({len(options)})", options, args="m"))
    return found


def _card_options(seen: Seen, cards: Sequence[str]) -> list[Option]:
    """Cards to buy, each with what that would change."""
    return [
        Option(card, label, effect(seen, BuyCard(_actor(seen), _named(card))))
        for card, label in card_choices(seen.game, cards)
    ]


# -- what is done ---------------------------------------------------------------------------------


async def sell(seen: Seen, _args: str, values: Sequence[str]) -> Moves:
    """Sell all that was chosen; of one company the largest number counts."""
    actor = _actor(seen)
    shares: dict[str, int] = {}
    cards = []
    for value in values:
        company, _, percent = value.partition("/")
        if percent:
            shares[company] = max(shares.get(company, 0), int(percent))
        else:
            cards.append(_named(value))
    return shared.tries(
        *(SellShares(actor, company, percent) for company, percent in shares.items()),
        *(SellCard(actor, card) for card in cards),
    )


async def from_hand(seen: Seen, _args: str, values: Sequence[str]) -> Moves:
    """Buy all that was chosen from the hand; what a float asks first, such as a home, ends it."""
    suites = {suite_of(card) for card in values}
    if len(suites) != 1:
        raise PlayerError("From the hand only certificates of one company, or Privates, at once.")
    cost = sum(face_value(card) for card in values)
    cash = seen.game.state.players[seen.seat].cash
    if cost > cash:
        raise PlayerError(
            f"They cost {words.money(cost)} together; you have {words.money(cash)} in cash. "
            "Choose fewer."
        )
    wanted = sorted(values)

    def fewer(count: int) -> str:
        left = words.cards(wanted[count:])
        return f"Not bought yet: {left}. A question comes first; then mark them once more."

    return Moves(tuple(_unless_asked(BuyCard(seen.seat, card)) for card in wanted), fewer)


def _unless_asked(action: BuyCard) -> Make:
    """The purchase, unless the one before it has brought up a question."""
    return lambda game: None if game.state.pending else action


async def one(seen: Seen, _args: str, values: Sequence[str]) -> Moves:
    """Buy one certificate or bond."""
    actor, value = _actor(seen), values[0]
    if value.startswith("="):
        return shared.tries(BuyShare(actor, value[1:]))
    return shared.tries(BuyCard(actor, _named(value)))


async def convert(seen: Seen, _args: str, _values: Sequence[str]) -> Moves:
    """Convert a Royal Bond."""
    return shared.tries(ConvertBond(_actor(seen)))


def _named(card: str) -> str:
    """A card as the engine calls it; offers have "bond" for any Royal Bond."""
    return BOND if card == "bond" else card


def _actor(seen: Seen) -> int | str:
    actor = seen.game.actor
    if actor is None:
        raise PlayerError("The game is over.")
    return actor


def passing_player(seat: int) -> Make:
    """The player passes, if it is still his turn."""
    return lambda game: Pass(seat) if _stands(game, seat) else None


def _stands(game: Game, seat: int) -> bool:
    return game.actor == seat


VERBS: dict[str, Handler] = {"sell": sell, "hand": from_hand, "card": one, "convert": convert}

"""The stock round (1.4): a lap of selling turns (not in the first), then buying turns.

It ends when all pass in a row.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from typing_extensions import override

from engine import ledger, trading
from engine.actions import (
    AnyAction,
    BuyCard,
    BuyShare,
    ByEither,
    Pass,
    SellCard,
    SellShares,
)
from engine.errors import RuleViolation, require
from engine.events import StepSkipped, TurnEnded
from engine.flow import wrong_step
from engine.legal import Legal
from engine.state import (
    BOND,
    Player,
    Round,
    State,
    card_company,
    card_text,
    certificate_limit,
    certificates,
    face_value,
)


@dataclass(slots=True)
class StockRound(Round):
    """`turn` is an index into the order; `selling` true in the selling lap.

    `row` is the IPO row from which the player on turn may buy a second card, `suite` the company
    (or "P" for Privates) of his hand that he may go on buying; `acted` whether he bought or sold.
    `passed` are the players in the order of their first pass since their last purchase.
    """

    first: bool
    selling: bool
    turn: int = 0
    passes: int = 0
    row: int | None = None
    suite: str | None = None
    bought: bool = False
    acted: bool = False
    over: bool = False
    passed: list[int] = field(default_factory=list)
    name: str = "stock"
    number: int = 1

    @override
    def step(self, state: State) -> str:
        return "stock"

    @override
    def actor(self, state: State) -> int:
        return state.order[self.turn]

    def _player(self, state: State) -> Player:
        return state.players[self.actor(state)]

    # -- actions ---------------------------------------------------------------------------------

    @override
    def apply(self, state: State, action: AnyAction) -> None:
        if not isinstance(action, ByEither):
            raise wrong_step(state)
        player = self._player(state)
        require(action.actor == player.id, f"It is {player.name}'s turn.")
        if isinstance(action, Pass):
            self._pass(state, player)
        elif isinstance(action, SellShares | SellCard):
            self._sell(state, player, action)
        elif isinstance(action, BuyCard):
            self._buy_card(state, player, action.card)
        elif isinstance(action, BuyShare):
            self._buy_share(state, player, action.company)
        else:
            self._convert(state, player)

    def _pass(self, state: State, player: Player) -> None:
        limit, held = certificate_limit(state), certificates(state, player)
        if self.selling:
            require(
                held <= limit,
                f"{player.name} holds {held} certificates; the limit is {limit}. "
                f"Sell {held - limit} more before the selling turn ends.",
                "1.4.2",
            )
            state.emit(TurnEnded(player.id, "sell", self.acted))
            self._end_selling(state, player)
        elif self.bought:
            state.emit(TurnEnded(player.id, "buy", acted=True))
            self._next(state)
        else:
            self._passed(state, player)

    def _sell(self, state: State, player: Player, action: SellShares | SellCard) -> None:
        require(
            self.selling,
            "Certificates are sold in the selling turn only, not in a buying turn.",
            "1.4.2",
        )
        if isinstance(action, SellShares):
            trading.sell_shares(state, player, action.company, action.percent)
        else:
            trading.sell_card(state, player, action.card)
        self.acted = True

    def _room(self, state: State, player: Player) -> bool:
        return certificates(state, player) < certificate_limit(state)

    def _check_buying(self, state: State, player: Player, room: bool = True) -> None:
        require(
            not self.selling,
            "This is the selling turn: sell, or pass on to the buying turns.",
            "1.4.2",
        )
        limit, held = certificate_limit(state), certificates(state, player)
        require(
            not room or held < limit,
            f"{player.name} holds {held} certificates; the limit is {limit}. "
            "Only a Royal Bond may be bought.",
            "1.4.5",
        )

    def _check_alone(self) -> None:
        require(
            not self.bought,
            "One purchase a turn: only further certificates of the same kind may follow. "
            "Pass to end the turn.",
            "1.4.6",
        )

    def _buy_card(self, state: State, player: Player, card: str) -> None:
        if card == BOND:
            self._check_buying(state, player, room=False)
            self._check_alone()
            trading.buy_bond(state, player)
            self._bought(state, player)
            return
        self._check_buying(state, player)
        if card in player.hand:
            self._from_hand(state, player, card)
        elif card in state.market_privates:
            self._check_alone()
            ledger.check_pays(player, face_value(card), card_text(card))
            trading.buy_market_private(state, player, card)
            self._bought(state, player)
        else:
            self._from_row(state, player, card)

    def _from_hand(self, state: State, player: Player, card: str) -> None:
        if self.bought:
            require(
                self.suite == suite_of(card),
                "After a purchase from the hand only certificates of the same company (or Privates "
                "after a Private) may follow in this turn.",
                "1.4.6",
            )
        ledger.check_pays(player, face_value(card), card_text(card))
        player.hand.remove(card)
        trading.buy_issued(state, player, card, "hand")
        self.suite = suite_of(card)
        stays = self._room(state, player) and any(suite_of(c) == self.suite for c in player.hand)
        self._bought(state, player, stays)

    def _from_row(self, state: State, player: Player, card: str) -> None:
        row = next((i for i, cards in enumerate(state.ipo_rows) if card in cards), None)
        if row is None:
            raise RuleViolation(
                f"{card_text(card)} is not for sale: it is not in the hand, at the front of an "
                "IPO row or in the Open Market."
            )
        require(
            not self.first,
            "In the first stock round nothing may be bought from the IPO rows.",
            "1.4.1",
        )
        require(
            state.ipo_rows[row][0] == card,
            f"{card_text(card)} does not lie at the front of its IPO row; "
            f"{card_text(state.ipo_rows[row][0])} does.",
            "1.4.4",
        )
        if self.bought:
            require(
                self.row == row,
                "The second card must come from the same IPO row, newly exposed; "
                "and two are the most.",
                "1.4.6",
            )
        ledger.check_pays(player, face_value(card), card_text(card))
        state.ipo_rows[row].pop(0)
        trading.buy_issued(state, player, card, "ipo")
        second = self.bought
        self.row = row
        stays = (
            not second
            and bool(state.ipo_rows[row])
            and self._room(state, player)
            and face_value(state.ipo_rows[row][0]) <= player.cash
        )
        self._bought(state, player, stays)

    def _buy_share(self, state: State, player: Player, company_id: str) -> None:
        self._check_buying(state, player)
        self._check_alone()
        company = state.companies.get(company_id)
        if company is None or not company.market:
            raise RuleViolation(f"The Open Market has no share of {company_id}.")
        ledger.check_pays(player, company.price, f"A share of {company_id}")
        trading.buy_market_share(state, player, company)
        self._bought(state, player)

    def _convert(self, state: State, player: Player) -> None:
        self._check_buying(state, player)
        self._check_alone()
        trading.convert_bond(state, player)
        self._bought(state, player)

    # -- whose turn ------------------------------------------------------------------------------

    def _bought(self, state: State, player: Player, stays: bool = False) -> None:
        self.passes = 0
        self.acted = True
        self.bought = True
        if player.id in self.passed:
            self.passed.remove(player.id)
        if not stays:
            self._next(state)

    def _next(self, state: State) -> None:
        self.turn = (self.turn + 1) % len(state.order)
        self.row = self.suite = None
        self.bought = self.acted = False

    def _end_selling(self, state: State, player: Player) -> None:
        if state.ruleset.declining_to_sell_is_passing:
            if self.acted:
                if player.id in self.passed:
                    self.passed.remove(player.id)
            elif player.id not in self.passed:
                self.passed.append(player.id)
        self._next(state)
        if self.turn == 0:
            self.selling = False

    def _passed(self, state: State, player: Player) -> None:
        if player.id not in self.passed:
            self.passed.append(player.id)
        self.passes += 1
        if self.passes >= len(state.order):
            self.over = True
        else:
            self._next(state)

    @override
    def advance(self, state: State) -> bool:
        while not self.over and not self.bought:
            player = self._player(state)
            if self.selling:
                if self._can_sell(state, player):
                    break
                state.emit(StepSkipped(player.id, "sell", "nothing_owned", player.cash))
                self._end_selling(state, player)
            elif self.can_buy(state, player):
                break
            else:
                state.emit(StepSkipped(player.id, "buy", self._why_not(state, player), player.cash))
                self._passed(state, player)
        return self.over

    def _can_sell(self, state: State, player: Player) -> bool:
        return bool(trading.sellable_cards(player) or trading.sellable_shares(state, player))

    def next_order(self, state: State) -> list[int]:
        """The order of the next stock round: by the first pass since the last purchase."""
        return self.passed + [p for p in state.order if p not in self.passed]

    # -- what is possible ------------------------------------------------------------------------

    def can_buy(self, state: State, player: Player) -> bool:
        """Whether there is anything at all that the player may buy now and can pay for."""
        cards, shares, convert = self._purchases(state, player)
        asked = self._room(state, player) and trading.asked_to_convert(state, player)
        return bool(cards or shares or convert or asked)

    def _why_not(self, state: State, player: Player) -> str:
        """Why the player can buy nothing, as the event `StepSkipped` has it."""
        if not self._room(state, player) and not state.bonds_in_bank:
            return "limit"
        rows = [] if self.first else state.ipo_rows
        market = state.market_privates or any(c.market for c in state.companies.values())
        offered = player.hand or any(rows) or market or state.bonds_in_bank
        return "no_cash" if offered else "nothing_offered"

    def _purchases(self, state: State, player: Player) -> tuple[list[str], list[str], bool]:
        room = self._room(state, player)
        cards: list[str] = []
        if room and self.row is None:
            cards += [c for c in player.hand if self.suite in (None, suite_of(c))]
        if room and self.suite is None and not self.first:
            rows = state.ipo_rows if self.row is None else [state.ipo_rows[self.row]]
            cards += [row[0] for row in rows if row]
        shares: list[str] = []
        convert = False
        if not self.bought:
            if room:
                cards += state.market_privates
                shares = [
                    c.id for c in state.companies.values() if c.market and c.price <= player.cash
                ]
                convert = trading.can_convert(state, player)
            if state.bonds_in_bank:
                cards.append(BOND)
        return [c for c in cards if face_value(c) <= player.cash], shares, convert

    @override
    def legal(self, state: State, lays: bool) -> Legal:
        player = self._player(state)
        found = Legal("stock", player.id, may_pass=True)
        if self.selling:
            found.may_pass = certificates(state, player) <= certificate_limit(state)
            found.sell_shares = trading.sellable_shares(state, player)
            found.sell_card = trading.sellable_cards(player)
            return found
        cards, shares, found.convert = self._purchases(state, player)
        found.buy_card = sorted("bond" if c == BOND else c for c in cards)
        found.buy_share = sorted(shares)
        return found


def suite_of(card: str) -> str:
    """What may be bought together from a hand: the cards of one company, or all Privates."""
    return card_company(card) or "P"

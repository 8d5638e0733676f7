"""What the game waits for, in a sentence with the commands for it; nothing hidden shows in it."""

from __future__ import annotations

from collections.abc import Callable

from bot.games.now import step_now
from bot.present import words
from bot.present.prices import price_change, without_train
from engine import (
    MOST_YELLOW,
    City,
    ExchangeQuestion,
    Game,
    HomeQuestion,
    Legal,
    SettleQuestion,
    StockRound,
    Turn,
    guaranty,
    line_ends,
    owner_of,
    turn_now,
)
from engine.components import BRITISH, DANISH, DUTCH, FRENCH, PORTUGUESE, components
from engine.state import COMPANY_LIMIT, Company, State, certificate_limit, certificates

MOST_NAMED = 4
"""So many cities are named; more are counted."""
AFTER_RUN = ("trains", "sell", "buy")
"""The steps in which a company without a train is told what the end of its turn does."""
POWERS = {
    PORTUGUESE: "an extra yellow tile",
    DUTCH: "an extra upgrade",
    FRENCH: "₹40 off terrain and rivers",
    DANISH: "a free station anywhere",
    BRITISH: "the jewelry marker",
}


def whose_turn(game: Game, named: words.Names) -> str:
    """Who decides now, and what: "**EIR** (Asha, Director): track"."""
    if game.finished:
        return f"The game is over: {words.end_reason(game.state.end_reason)}."
    state, actor, seat = game.state, game.actor, game.player_to_act
    step = words.STEPS[step_now(game)]
    if step_now(game) == "select":
        return f"**All players**: {step}, at the same time"
    if isinstance(actor, int) or actor is None:
        return f"**{named[seat or 0]}**: {step}"
    company = state.companies[actor]
    return f"**{actor}** ({named[seat or 0]}, {company.role}): {step}"


def what_now(game: Game) -> str:
    """What may be done now, and the commands for it."""
    found = game.legal(lays=False)
    if found is None:
        return ""
    asked, turn = ASKED[found.step](game, found), turn_now(game.state)
    if turn is None or found.step not in AFTER_RUN:
        return asked
    falls = without_train(game.state.companies[turn.company])
    return " ".join(filter(None, [asked, falls]))


def _turn(game: Game) -> tuple[State, Turn, Company]:
    state, turn = game.state, turn_now(game.state)
    if turn is None:
        raise TypeError("no company is operating")
    return state, turn, state.companies[turn.company]


def _powers(state: State, company: Company, found: Legal, *usable: str) -> str:
    """The Privates of the company or its head that could be used in this step.

    Those that lay track are named whether or not there is a place for it.
    """
    could = [*found.powers.usable(), *_laying(state, company, found)]
    rows = words.listed([f"{p} ({POWERS[p]})" for p in usable if p in could], "or")
    return f" `/private use` for {rows}." if rows else ""


def _laying(state: State, company: Company, found: Legal) -> list[str]:
    """P2 and P3 where they may be used: a company's own in the track step alone."""
    owners = {private: owner_of(state, company, private) for private in (PORTUGUESE, DUTCH)}
    return [
        private
        for private, owner in owners.items()
        if owner and (owner is not company or found.step == "track")
    ]


def _select(_game: Game, found: Legal) -> str:
    return (
        f"All keep {found.keep_count} of the certificates dealt to them, at the same time: "
        "`/hand show`, then choose from the list, or `/hand keep`."
    )


def _draft(_game: Game, found: Legal) -> str:
    left = len(found.draft)
    return f"Take {f'one of {left} open cards' if left > 1 else 'the last card'}: `/draft pick`."


def _stock(game: Game, found: Legal) -> str:
    """Says nothing that depends on the hand."""
    state, round_ = game.state, game.state.round
    if not isinstance(round_, StockRound) or not isinstance(found.actor, int):
        raise TypeError("no stock round")
    player = state.players[found.actor]
    held, limit = certificates(state, player), certificate_limit(state)
    if round_.selling:
        if held > limit:
            return (
                f"Selling turn: {held} certificates, the limit is {limit}. "
                f"`/stock sell` at least {held - limit}."
            )
        return "Selling turn: `/stock sell` any number of certificates, or `/pass`."
    if round_.row is not None:
        return f"`/stock buy` also the next card of IPO row {round_.row + 1}, or `/pass`."
    if round_.suite is not None:
        more = "Privates" if round_.suite == "P" else f"certificates of {round_.suite}"
        return f"`/stock buy` more {more} from the hand, or `/pass`."
    if held >= limit:
        return f"At the limit of {limit} certificates: `/stock buy` a Royal Bond, or `/pass`."
    rows = "" if round_.first else "the front of an IPO row, "
    convert = ", `/stock convert` a Royal Bond" if found.convert else ""
    return (
        f"`/stock buy` from the hand, {rows}the Open Market, or a Royal Bond{convert}, or `/pass`."
    )


def _home(game: Game, found: Legal) -> str:
    state, question = game.state, game.state.pending[0]
    company = found.actor
    if isinstance(question, SettleQuestion):
        company = question.order[0]
    cities = _cities(state, found.homes, words.home)
    town = ""
    if isinstance(question, HomeQuestion) and state.companies[question.company].info.home is None:
        town = ", or a town that a tile 12, 13, 205 or 206 turns into its home"
    return f"`/home place` the home station of {company}: {cities}{town}."


def _cities(
    state: State, cities: list[City], name: Callable[[State, str, int], str] = words.city
) -> str:
    if len(cities) > MOST_NAMED:
        return f"one of {len(cities)} cities"
    return words.listed([name(state, *city) for city in cities], "or")


def _exchange(game: Game, found: Legal) -> str:
    return exchange_text(game, found, ": `/exchange yes` or `/exchange no`.")


def exchange_text(game: Game, found: Legal, ending: str) -> str:
    """Which station GIPR may take over; the sentence on it ends as it is said here."""
    question, gipr = game.state.pending[0], game.state.gipr
    company = question.company if isinstance(question, ExchangeQuestion) else "The company"
    where = words.place(found.exchange or "")
    left = ""
    if gipr and gipr.exchange_left > 0:
        left = f" GIPR has {words.count(gipr.exchange_left, 'exchange token')} left."
    return f"{company} closes. Its station in {where}{ending}{left}"


def _track(game: Game, found: Legal) -> str:
    state, turn, company = _turn(game)
    tracks = _powers(state, company, found, PORTUGUESE, DUTCH, FRENCH, BRITISH)
    laid = len(turn.line)
    if turn.track_laid:
        return f"Track is laid.{tracks} Then `/pass`."
    if laid and not line_ends(state, company.id, turn.line):
        return f"{laid} of {MOST_YELLOW} yellow tiles laid; the line cannot go on: `/pass`.{tracks}"
    if laid:
        goes_on = "`/track lay` the next where the line points, or `/pass`."
        return f"{laid} of {MOST_YELLOW} yellow tiles laid: {goes_on}{tracks}"
    unmark = ", `/track unmark` a gauge-change marker" if found.unmark else ""
    return (
        f"`/track lay` up to {MOST_YELLOW} yellow tiles in a line or one upgrade{unmark}, "
        f"or `/pass`.{tracks}"
    )


def _station(game: Game, found: Legal) -> str:
    state, _, company = _turn(game)
    extra = _powers(state, company, found, DANISH, PORTUGUESE, DUTCH)
    if not found.stations:
        return f"No city is open for a station now: `/pass`.{extra}"
    price = words.money(company.next_station_cost or 0)
    where = _cities(state, found.stations)
    return f"`/station build` for {price} in {where}, or `/pass`.{extra}"


def _run(game: Game, _found: Legal) -> str:
    _, _, company = _turn(game)
    return (
        f"`/run` shows the best routes of {words.trains(company)} to choose from; "
        "`/run routes:` takes your own."
    )


def _dividend(game: Game, _found: Legal) -> str:
    _, turn, company = _turn(game)
    share, paid = words.money(turn.revenue // 10), price_change(company, turn.revenue)
    kept = price_change(company, 0)
    if company.guaranty:
        kept = f"the bank pays {words.money(guaranty(company.price))} a share, price unchanged"
    return (
        f"Revenue {words.money(turn.revenue)}: `/dividend pay` "
        f"({share} a share; {paid}) or `/dividend withhold` ({kept})."
    )


def _trains(_game: Game, found: Legal) -> str:
    bank = [r for r in found.buy_train if r[1] == "bank"]
    owners = sorted({r[1] for r in found.buy_train if r[1] != "bank"})
    bank.sort(key=lambda row: list(components().trains).index(row[0]))
    offers = [f"a {words.train(kind)} train for {words.money(low)}" for kind, _, low, _ in bank]
    parts = []
    if offers:
        parts.append("from the bank " + words.listed(offers, "or"))
    if owners:
        parts.append("from " + words.listed(owners, "or"))
    doing = [f"`/train buy` {', or '.join(parts)}"] if parts else []
    if found.sell_train:
        sold = [
            f"a {words.train(kind)} train for {words.money(price)}"
            for kind, price in found.sell_train
        ]
        doing.append(f"`/train sell` {words.listed(list(dict.fromkeys(sold)), 'or')}")
    return f"{'; '.join([*doing, ''])}or `/pass`."


def _sell(game: Game, _found: Legal) -> str:
    _, _, company = _turn(game)
    owned = words.listed(words.owned(company))
    return (
        f"`/certificate sell` any of {owned}; then `/certificate buy` one certificate (that ends "
        "the selling), or `/pass`."
    )


def _buy(game: Game, found: Legal) -> str:
    state, _, company = _turn(game)
    convert = ", `/certificate convert` a Royal Bond" if found.convert else ""
    held = certificates(state, company)
    room = f"{company.id} owns {held} of {COMPANY_LIMIT} certificates"
    if held >= COMPANY_LIMIT:
        return f"{room}: `/certificate buy` a Royal Bond, or `/pass`."
    return f"One purchase ({room}): `/certificate buy`{convert}, or `/pass`."


ASKED: dict[str, Callable[[Game, Legal], str]] = {
    "select": _select,
    "draft": _draft,
    "stock": _stock,
    "home": _home,
    "exchange": _exchange,
    "track": _track,
    "station": _station,
    "run": _run,
    "dividend": _dividend,
    "trains": _trains,
    "sell": _sell,
    "buy": _buy,
}

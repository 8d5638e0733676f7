"""The start of a game: choices that stay sealed until all have chosen, and lists for the draft.

The game knows one choice after the other (1.3); here all players choose at the same time, and what
they chose enters the list of the game in seating order when the last one has chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.games.facts import NOTE, Chose, ListUsedUp, encode
from bot.games.live import LiveGame
from bot.games.service import GameService, Place
from bot.refusal import PlayerError
from engine import DraftRound, RuleViolation, SelectRound, check_choice
from engine.actions import DraftCard, KeepCards
from engine.state import card_company, is_directors
from storage import Busy, NewMessage, Sealed, SealedCards
from storage.chosen import KEEP, LIST


@dataclass(frozen=True, slots=True)
class Kept:
    """What a player of a seat keeps, as the game stands then; `again` if he chose otherwise before.

    `waiting` are the seats that have not chosen.
    """

    live: LiveGame
    seat: int
    cards: tuple[str, ...]
    waiting: tuple[int, ...]
    again: bool


class Opening:
    """Selections and drafts of all games."""

    def __init__(self, games: GameService) -> None:
        self._games = games
        self._sealed = Sealed(games.store)

    # -- the selection ---------------------------------------------------------------------------

    async def chosen(self, live: LiveGame) -> dict[int, tuple[str, ...]]:
        """What was chosen so far, by seat. Only for the eyes of the player in that seat."""
        found = await choices(self._sealed, live)
        return {seat: sealed.cards for seat, sealed in found.items()}

    async def keep(self, place: Place, user_id: int, cards: Sequence[str]) -> Kept:
        """Seal what a member keeps; when all have chosen, the choices enter the game's list.

        Raises:
            PlayerError: No selection is on, or the member has no seat that can still choose.
            RuleViolation: Those cards cannot be kept.
        """
        wanted = tuple(cards)
        stored = await self._games.find(place.guild_id, place.channel_id)
        async with self._games.playing(stored) as live:
            seat = choosing_seat(live, user_id, wanted)
            check_choice(live.game.state, seat, wanted)
            before = await choices(self._sealed, live)
            waiting = tuple(s for s in open_seats(live) if s != seat and s not in before)
            told = [NewMessage(live.stored.channel_id, NOTE, encode(Chose(seat, waiting)))]
            again = seat in before
            try:
                await self._sealed.put(
                    stored.id,
                    seat,
                    KEEP,
                    SealedCards(wanted, live.sequence),
                    [] if again else told,
                )
            except Busy as error:
                raise PlayerError(
                    "The database is busy, so your choice was not taken: try again in a moment."
                ) from error
            live = await self._games.followed(live)
        return Kept(live, seat, wanted, waiting, again)

    async def _settle(self, live: LiveGame) -> LiveGame:
        """Take the choices into the list of the game, once all have chosen."""
        found = await choices(self._sealed, live)
        waiting = open_seats(live)
        if not all(seat in found for seat in waiting):
            return live
        for seat in waiting:
            live = await self._games.add(
                live,
                KeepCards(seat, found[seat].cards),
                live.holder(seat),
                quiet=seat != waiting[-1],
            )
        await self._sealed.drop(live.stored.id, KEEP)
        return live

    # -- the draft -------------------------------------------------------------------------------

    async def ranked(self, live: LiveGame, seat: int) -> tuple[str, ...]:
        """The draft list of a seat without what is gone. Only for the player in that seat."""
        found = (await self._sealed.of(live.stored.id, LIST)).get(seat)
        still = draftable(live, seat)
        return still_open(found.cards, still, _drafted(live, seat, found)) if found else ()

    async def rank(self, live: LiveGame, seat: int, cards: Sequence[str]) -> tuple[str, ...]:
        """Keep a draft list, the best card first; it counts from the next turn on.

        Raises:
            PlayerError: A card cannot be drafted, or stands there twice.
        """
        wanted, still = tuple(cards), draftable(live, seat)
        wrong = [card for card in wanted if card not in still]
        if wrong:
            raise PlayerError(
                f"Not among the cards of the draft: {', '.join(wrong[:5])}. "
                "`/draft queue` without `cards:` shows what can be ranked."
            )
        if len(set(wanted)) < len(wanted):
            raise PlayerError("A card stands twice in the list; name each once.")
        if wanted:
            chosen = SealedCards(wanted, live.sequence)
            await self._sealed.put(live.stored.id, seat, LIST, chosen)
        else:
            await self._sealed.drop(live.stored.id, LIST, seat)
        return wanted

    async def _pick(self, live: LiveGame, round_: DraftRound) -> LiveGame:
        """The next pick if nobody need be asked for it, else the game as it is."""
        seat = round_.actor(live.game.state)
        if len(round_.cards) == 1:
            author = live.movers[-1].author if live.movers else None
            live = await self._games.add(live, DraftCard(seat, round_.cards[0]), author, why="only")
            await self._sealed.drop(live.stored.id, LIST)
            return live
        found = (await self._sealed.of(live.stored.id, LIST)).get(seat)
        holder = live.holder(seat)
        if found is None or holder is None or found.sequence >= live.sequence:
            return live
        own = _drafted(live, seat, found)
        card = next(iter(still_open(found.cards, round_.cards, own)), None)
        if card is None:
            used_up = encode(ListUsedUp(seat, holder, live.sequence))
            note = NewMessage(live.stored.channel_id, NOTE, used_up)
            await self._sealed.drop(live.stored.id, LIST, seat, [note])
            return live
        return await self._games.add(live, DraftCard(seat, card), holder, why="list")

    # -- both ------------------------------------------------------------------------------------

    async def follow(self, live: LiveGame) -> LiveGame:
        """Take what nobody need be asked for; after an undo, everybody is asked for his pick.

        Whose choice of certificates was taken back has none any more, and is asked by that.
        """
        while not live.game.finished:
            before, round_ = live.sequence, live.game.state.round
            if isinstance(round_, SelectRound):
                live = await self._settle(live)
            elif isinstance(round_, DraftRound) and not live.undone:
                live = await self._pick(live, round_)
            if live.sequence == before:
                return live
        return live


async def choices(sealed: Sealed, live: LiveGame) -> dict[int, SealedCards]:
    """The choices of the selection, by seat, that have not entered the game's list.

    One that has is spent, also where it could not be dropped then and was taken back later.
    """
    entered = {row.seat: row.made for row in live.log}
    found = await sealed.of(live.stored.id, KEEP)
    return {seat: kept for seat, kept in found.items() if kept.sequence >= entered.get(seat, 0)}


def open_seats(live: LiveGame) -> tuple[int, ...]:
    """The seats whose choice is not in the game's list yet, in seating order; none later on."""
    state = live.game.state
    if not isinstance(state.round, SelectRound) or live.game.finished:
        return ()
    return tuple(seat for seat in state.order if seat not in state.round.kept)


def choosing_seat(live: LiveGame, user_id: int, cards: Sequence[str]) -> int:
    """The seat for which a member chooses: the one that holds the cards, of those that may choose.

    Raises:
        PlayerError: There is none.
    """
    own = [seat.number for seat in live.seats_of(user_id)]
    if not own:
        raise PlayerError("You have no seat in this game, so you have no hand.")
    still = [seat for seat in open_seats(live) if seat in own]
    if not still:
        raise PlayerError("Your choice stands: nothing is to be kept any more.")
    players = live.game.state.players
    return next((s for s in still if set(cards) <= set(players[s].hand)), still[0])


def still_open(
    ranked: Sequence[str], cards: Collection[str], own: Sequence[str] = ()
) -> tuple[str, ...]:
    """The cards of a list that can be drafted: for one that is gone an equal one, if one is open.

    For what its player has drafted himself since, his `own`, none takes the place.

    >>> still_open(["EIR_1", "P2", "EIR_0"], ["EIR_2", "EIR_0", "NWR_1"])
    ('EIR_2', 'EIR_0')
    >>> still_open(["EIR_1", "EIR_3", "EIR_0"], ["EIR_4", "EIR_0"], ["EIR_2"])
    ('EIR_4', 'EIR_0')
    """
    wanted = list(ranked)
    for card in own:
        gone = (other for other in wanted if other not in cards and _kind(other) == _kind(card))
        if (done := card if card in wanted else next(gone, None)) is not None:
            wanted.remove(done)
    spare = sorted(set(cards) - set(wanted))
    found = []
    for card in wanted:
        if card in cards:
            found.append(card)
        elif equal := next((other for other in spare if _kind(other) == _kind(card)), None):
            found.append(equal)
            spare.remove(equal)
    return tuple(found)


def _drafted(live: LiveGame, seat: int, listed: SealedCards) -> list[str]:
    """What a seat has drafted since it made its list, but for what was taken back."""
    since = (row for row in live.log if row.made > listed.sequence and row.back is None)
    actions = (row.applied.action for row in since if row.seat == seat)
    return [action.card for action in actions if isinstance(action, DraftCard)]


def _kind(card: str) -> tuple[str, bool]:
    return card_company(card) or card, is_directors(card)


def draftable(live: LiveGame, seat: int) -> set[str]:
    """The cards that a player may rank: those that are open in the draft.

    Raises:
        PlayerError: No draft is on.
    """
    round_ = live.game.state.round
    if live.game.finished or not isinstance(round_, DraftRound):
        raise PlayerError("No draft is on: a list is made while cards are drafted.")
    if seat not in live.game.state.players:
        raise RuleViolation("There is no such seat.")
    return set(round_.cards)

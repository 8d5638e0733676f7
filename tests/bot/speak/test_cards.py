"""What is remembered of cards and calls, each once, also where the store cannot take it now."""

import asyncio
from unittest.mock import Mock

from bot.speak.cards import CALL, TurnCards
from storage import Card


class Noted:
    """The table of cards: each note waits until it may go on, or fails."""

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.may = asyncio.Event()
        self.fails = False

    async def put(self, card: Card) -> None:
        self.cards.append(card)
        await self.may.wait()
        if self.fails:
            raise OSError("the disk is full")

    async def get(self, game_id: int, name: str) -> Card | None:
        return None


def cards_on(noted: Noted) -> TurnCards:
    cards = TurnCards(Mock(), Mock(), Mock())
    vars(cards)["_cards"] = noted
    return cards


async def test_notes_of_several_games_at_once_are_written_once_each() -> None:
    noted = Noted()
    cards = cards_on(noted)
    writing = [asyncio.create_task(cards.called(game, 7, 100 + game)) for game in range(20)]
    await asyncio.sleep(0)
    noted.may.set()
    await asyncio.gather(*writing)
    assert sorted(card.game_id for card in noted.cards) == list(range(20))


async def test_what_the_store_could_not_take_goes_with_the_next() -> None:
    noted = Noted()
    cards = cards_on(noted)
    noted.may.set()
    noted.fails = True
    await cards.called(1, 7, 101)
    assert await cards.calls(1)
    noted.fails = False
    await cards.called(2, 7, 102)
    assert sorted(card.game_id for card in noted.cards) == [1, 1, 2]
    await cards.called(3, 7, 103)
    assert [card.game_id for card in noted.cards[3:]] == [3]
    assert all(card.name == CALL for card in noted.cards)

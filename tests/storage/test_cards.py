"""Which message shows which card is remembered, game by game, until its server is new."""

from __future__ import annotations

from dataclasses import replace

from storage import Card, Cards, Store, delete_game
from tests.storage.conftest import new_game


async def test_a_card_is_kept_in_place_of_the_one_before(store: Store) -> None:
    cards, game = Cards(store), await new_game(store)
    card = Card(game.id, "operating-1-1-EIR-20", 2, 100, "a", "lay")
    await cards.put(card)
    await cards.put(later := replace(card, message_id=101, shown="b", picture=""))
    assert await cards.get(game.id, card.name) == later
    assert await cards.get(game.id, "another") is None


async def test_the_newest_message_is_that_of_a_games_own_cards(store: Store) -> None:
    cards = Cards(store)
    one, other = await new_game(store), await new_game(store, channel_id=3)
    for game, name, message in ((one, "a", 5), (one, "b", 4), (one, "call", 9), (other, "a", 8)):
        await cards.put(Card(game.id, name, game.channel_id, message))
    assert await cards.newest(one.id, but="call") == 5
    assert await cards.newest(other.id, but="call") == 8
    await delete_game(store, one.id)
    assert await cards.newest(one.id, but="call") == 0


async def test_the_cards_of_a_server_are_forgotten(store: Store) -> None:
    cards, game = Cards(store), await new_game(store)
    await cards.put(Card(game.id, "a", 2, 5))
    await cards.forget(game.guild_id + 1)
    assert await cards.get(game.id, "a") is not None
    await cards.forget(game.guild_id)
    assert await cards.get(game.id, "a") is None

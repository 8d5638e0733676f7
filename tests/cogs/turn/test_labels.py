"""What buttons and lists of the panel say: letters, costs, cards that are alike, trains."""

from __future__ import annotations

import re

from cogs.turn.steps import certificates, track, trains
from tests.cogs.played import HOARDER, MIXED2
from tests.cogs.turn.seen import buttons, options, seen_at


async def test_a_hex_has_its_letter_apart_and_says_what_a_tile_costs() -> None:
    panel = await track.first(seen_at(MIXED2, 124))
    labels = [button.label for button in buttons(panel) if button.verb == "hex"]
    assert labels[:3] == ["A · F21, free", "B · G26, free", "C · Nagpur I20, free"]
    panel = await track.first(seen_at(HOARDER, 693))
    labels = [option.label for option in options(panel, "hex")]
    assert {"F · Q18, ₹30", "M · O16, ₹0 to ₹30", "E · Kolkata P17, ₹30"} <= set(labels)
    assert all(re.search(r"^[A-Z] · [\w ]+, (free|₹.*)$", label) for label in labels)


async def test_cards_that_are_alike_are_numbered() -> None:
    panel = await certificates.stock(seen_at(MIXED2, 25))
    labels = [option.label for option in options(panel, "hand")]
    assert len(set(labels)) == len(labels)
    assert {f"EBR 10% – price ₹76 (your hand), {n} of 2" for n in (1, 2)} <= set(labels)


async def test_a_kind_of_train_is_not_taken_for_a_number() -> None:
    panel = await trains.first(seen_at(MIXED2, 131))
    assert "For sale: a 2 train from the Open Market for ₹180." in panel.text
    assert "Buy a 2 train from the Open Market – ₹180" in [b.label for b in buttons(panel)]

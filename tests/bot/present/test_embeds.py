"""Embeds of moments in recorded games, word for word as players read them."""

import pytest

from bot.present import choices, lookups, words
from bot.present.ask import what_now, whose_turn
from bot.present.status import status_embed
from bot.present.treasury import treasuries_embed, treasury_embed
from bot.refusal import PlayerError
from engine.actions import EndGame
from tests.bot.present.recorded import game_at, text_of

MIXED = "made-312-2p-mixed"
HOARDER = "made-344-2p-hoarder"
CRASH = "made-350-4p-crash"
THREE = "made-353-3p-mixed"
CRASH = "made-350-4p-crash"

STATUS = """\
Friday night · Operating Round 2.2
**Phase II** · 188 moves
**CGR** (Player 1, Director): dividend
Revenue ₹110: `/dividend pay` (₹11 a share; price ₹76 → ₹82) or `/dividend withhold` \
(the bank pays ₹3 a share, price unchanged).

**Operating order** ▶CGR ◦TR ◦SPD ◦BNR ◦BR ◦NSR ◦DHR
▶ **CGR** price ₹76 · Player 1 (Director)
cash ₹34 · trains 3 · 2 stations left
Guaranty Warrant
◦ **TR** price ₹71 · Player 1 (Director)
cash ₹132 · trains – · 1 station left
Guaranty Warrant · owns SPD 10%
◦ **SPD** price ₹64 · Player 1 (Director)
cash ₹12 · trains 2, 2 · 1 station left
Guaranty Warrant · owns P1
◦ **BNR** price ₹64 · Player 2 (Director)
cash ₹652 · trains – · 4 stations left
owns P3, P6
◦ **BR** price ₹64 · Player 2 (Manager)
cash ₹153 · trains – · 2 stations left
owns TR 10%
◦ **NSR** price ₹61 · Player 2 (Director)
cash ₹35 · trains 2 · 2 stations left
owns BR 10%
◦ **DHR** price ₹58 · Player 2 (Director)
cash ₹50 · trains 2, 2 · 1 station left

**Not floated yet**
· **GIPR** face ₹112 · 20% sold · cash ₹224 · Player 1 (Manager)
· **WIP** face ₹76 · 0% sold · cash ₹0
· **WR** face ₹64 · 0% sold · cash ₹0
## Players in turn order (limit 37)
· **Player 2** cash ₹29 · 12 certificates
▶ **Player 1** cash ₹29 · 13 certificates
## Bank
cash ₹7,650 · 10 Royal Bonds
On sale: a 3 train for ₹300
In the discard: 2 train (1)
✓ has operated  ▶ on turn  ◦ still to operate"""

TREASURY = """\
CGR · Ceylon Government Railway
Cash **₹131** · price **₹71**
Book value ₹253
Manager Player 3
Guaranty Company (Guaranty Warrant, until Phase IV)
## Trains
None
## Stations
Colombo K40
2 left, the next ₹40
## Owns (2 of 3 certificates)
NSR 20%
## Its shares
Player 3 20% (Manager)
NWR 10%
Open Market 10%
IPO rows 30%
Hands 30%
## Forecast for its next run
No train would earn anything on the map as it stands.
**Without revenue:** cash ₹131 (the bank pays ₹3 a share, price unchanged; still without a \
train at the end of the turn: ₹71 → ₹67)
## In and out, Operating Round 2.1
At the start ₹55
+₹76 Own shares sold from IPO rows and hands
**Now ₹131** · In ₹76, out ₹0
## Before, Operating Round 1.2
At the start ₹97
+₹54 2 train sold to TR
−₹25 2 train bought from WIP
−₹71 NSR shares bought
**At its end ₹55** · In ₹54, out ₹96"""


def test_status() -> None:
    assert text_of(status_embed(game_at(HOARDER, 188), "Friday night")) == STATUS


def test_status_marks_who_has_operated() -> None:
    text = text_of(status_embed(game_at(THREE, 150), "x"))
    assert "**Operating order** ✓NWR ▶CGR ◦WIP ◦SPD ◦TR ◦NSR" in text
    assert "· **GIPR** price ₹112" in text


def test_status_of_a_finished_game() -> None:
    game = game_at(HOARDER, 188)
    game.apply(EndGame())
    text = text_of(status_embed(game, "x"))
    assert "The game is over: the players ended it." in text
    assert "1. **Player 1** ₹1,802\n2. **Player 2** ₹1,652" in text


def test_treasury() -> None:
    game = game_at(THREE, 150)
    assert text_of(treasury_embed(game, "CGR")) == TREASURY


def test_treasury_of_a_company_that_has_not_floated() -> None:
    text = text_of(treasury_embed(game_at(THREE, 150), "EIR"))
    assert "Not floated yet: 10% sold, 30% needed" in text
    assert "3 left, the home station, free" in text


def test_treasury_of_gipr_with_converted_bonds() -> None:
    text = text_of(treasury_embed(game_at(HOARDER), "GIPR"))
    assert (
        "D19, Mumbai D23, Pune E24, Ahmedabad D17\n1 left, the next ₹100\n2 exchange tokens left"
        in text
    )
    text = text_of(treasury_embed(game_at(THREE), "GIPR"))
    assert "GIPR 10% (its own)" in text
    assert "70% of these came from Royal Bonds" in text


def test_treasury_of_gipr_with_an_exchange_token_left_over() -> None:
    game = game_at(HOARDER)
    game.state.companies["GIPR"].exchange_idle = 1
    text = text_of(treasury_embed(game, "GIPR"))
    assert "2 left, an exchange token, free\n2 exchange tokens left" in text


def test_treasury_of_a_company_that_is_not_there() -> None:
    game = game_at(MIXED)
    with pytest.raises(PlayerError, match=r"^NSR has closed\. Still in the game: BR, GIPR and TR"):
        treasury_embed(game, "nsr")
    with pytest.raises(PlayerError, match=r"^NCR is not in this game\."):
        treasury_embed(game, "NCR")
    with pytest.raises(PlayerError, match=r"^There is no such company\."):
        treasury_embed(game, "@everyone")


def test_all_treasuries() -> None:
    lines = text_of(treasuries_embed(game_at(HOARDER, 188))).split("\n")
    assert lines[:6] == [
        "Treasuries · Operating Round 2.2",
        "In rupees (₹).",
        "```",
        "       cash price  trains",
        "CGR      34    76  3",
        "TR      132    71  –",
    ]
    assert "GIPR    224   112  not floated" in lines


def test_player() -> None:
    text = text_of(lookups.player_embed(game_at(HOARDER, 188), 1))
    assert text.startswith(
        "Player 1\nCash **₹29**\n13 of 37 certificates\nWorth ₹1,802 if the game ended now\n"
    )
    assert "**CGR** 20% · ₹152 at ₹76 · Director\nin the final score ₹218" in text
    assert text.endswith("**GIPR** 0% · Manager")


def test_market() -> None:
    text = text_of(lookups.market_embed(game_at(HOARDER, 188)))
    assert "**₹76** CGR\n**₹71** TR\n**₹64** SPD, BNR, BR\n**₹61** NSR\n**₹58** DHR" in text
    assert "## Without a marker\nGIPR ₹112, WIP ₹76, WR ₹64" in text
    assert "## Last moves\nDHR ₹61 → ₹58\nNSR ₹64 → ₹61" in text
    assert " 61 64p 67p " in text
    assert text.count("e ") >= 3


def test_trains() -> None:
    text = text_of(lookups.trains_embed(game_at(HOARDER, 188)))
    assert "## On sale\n**3** price ₹300 · resale ₹300 · 3 left\n" in text
    assert "4/4E for ₹450\nthen all together: 3×2, 3×3, 4×2/4E×2, 4×3/4E×3" in text
    assert "## In the discard, at full price\n**2** price ₹180 · 1 left" in text
    assert "## Owned\n**CGR** 3\n**DHR** 2, 2\n" in text
    assert "▶ **II**" in text


def test_ipo_rows_and_open_market() -> None:
    text = text_of(lookups.ipo_embed(game_at(HOARDER, 188)))
    assert "## IPO row 1 (14 cards)\n1. **NSR 10%** ₹71\n2. **BR 10%** ₹71\nthen GIPR, CGR" in text
    assert "## Open Market\n**CGR** 30% at ₹76\n**GIPR** 20% at ₹112\n**TR** 20% at ₹71" in text


def test_the_open_cards_of_the_draft() -> None:
    text = text_of(lookups.ipo_embed(game_at(THREE, 10)))
    assert "EIR: Director's certificate, 1 × 10%\nGIPR: 3 × 10%\n" in text
    assert "French EIC (P4), Swedish EIC (P1)" in text


def test_bonds() -> None:
    text = text_of(lookups.bonds_embed(game_at(THREE, 1250)))
    assert "In the bank: 1 of 10\n" in text
    assert "Player 1: 1\n" in text
    assert "Possible now. At GIPR's price of ₹340 it costs ₹240." in text


def test_info() -> None:
    text = text_of(lookups.info_embed(game_at(HOARDER, 188), "Friday night", {1: 77, 2: None}))
    assert text.startswith("Friday night\n18 India for 2 players, by the rules of the rulebook\n")
    assert "## Guaranty Companies\nCGR, SPD, TR\n" in text
    assert "1. **Player 1** ₹1,802\n2. **Player 2** ₹1,652" in text
    assert "1. Player 1 – taken\n2. Player 2 – free: `/game claim seat:2`" in text


@pytest.mark.parametrize(
    ("name", "until", "turn", "text"),
    [
        (
            MIXED,
            1,
            "**All players**: certificate selection, at the same time",
            (
                "All keep 8 of the certificates dealt to them, at the same time: "
                "`/hand show`, then choose from the list, or `/hand keep`."
            ),
        ),
        (MIXED, 24, "**Player 1**: draft", "Take the last card: `/draft pick`."),
        (
            MIXED,
            25,
            "**Player 2**: buying turn",
            "`/stock buy` from the hand, the Open Market, or a Royal Bond, or `/pass`.",
        ),
        (
            MIXED,
            27,
            "**Player 1**: buying turn",
            "`/stock buy` more certificates of NSR from the hand, or `/pass`.",
        ),
        (
            MIXED,
            47,
            "**PNS** (Player 1, Manager): track",
            "1 of 4 yellow tiles laid: `/track lay` the next where the line points, or `/pass`.",
        ),
        (
            MIXED,
            53,
            "**EBR** (Player 1, Director): home station",
            (
                "`/home place` the home station of EBR: Kolkata P17-1 (towards Q18) or "
                "Kolkata P17-2 (upper left, no track yet)."
            ),
        ),
        (
            MIXED,
            86,
            "**NSR** (Player 1, Director): trains",
            "`/train buy` from CGR, EBR or PNS; `/train sell` a 2 train for ₹180; or `/pass`.",
        ),
        (
            MIXED,
            91,
            "**Player 2**: selling turn",
            "Selling turn: `/stock sell` any number of certificates, or `/pass`.",
        ),
        (
            MIXED,
            425,
            "**BR** (Player 2, Manager): station",
            (
                "`/station build` for ₹100 in Karachi A16, Ahmedabad D17, Hyderabad H25 "
                "or Nagpur I20, or `/pass`."
            ),
        ),
        (
            HOARDER,
            198,
            "**BNR** (Player 2, Director): track",
            (
                "`/track lay` up to 4 yellow tiles in a line or one upgrade, or `/pass`. "
                "`/private use` for P3 (an extra upgrade) or P6 (the jewelry marker)."
            ),
        ),
        (
            CRASH,
            155,
            "**GIPR** (Player 4, Manager): exchange of stations",
            (
                "WR closes. Its station in Karachi A16: `/exchange yes` or `/exchange no`. "
                "GIPR has 2 exchange tokens left."
            ),
        ),
        (
            THREE,
            1212,
            "**Player 3**: buying turn",
            "At the limit of 19 certificates: `/stock buy` a Royal Bond, or `/pass`.",
        ),
    ],
)
def test_what_may_be_done_now(name: str, until: int, turn: str, text: str) -> None:
    game = game_at(name, until)
    assert whose_turn(game, words.names(game.state)) == turn
    assert what_now(game) == text


def test_choices() -> None:
    game = game_at(HOARDER, 188)
    front = game.state.ipo_rows[0][0]
    assert choices.card_choice(game, front) == "NSR 10% – price ₹71 (IPO row 1)"
    assert choices.card_choice(game, "bond") == "Royal Bond – price ₹100"
    assert choices.share_choice(game, "TR") == "TR 10% – price ₹71 (Open Market)"
    assert choices.sale_choice(game, "SPD", 10) == "SPD 10% – price ₹64"
    assert choices.sale_choice(game, "SPD", 30) == "SPD 10% – price ₹64 each, up to 3"
    assert choices.tile_choice(game, "64") == "64 – brown, 2 cities ₹50 with 2 slots, 1 left"


def test_a_card_of_the_hand_is_named_to_its_owner() -> None:
    game = game_at(THREE, 30)
    card = game.state.players[1].hand[0]
    assert choices.card_choice(game, card).endswith("(your hand)")

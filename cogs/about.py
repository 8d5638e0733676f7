"""`/help` and `/about`: one page of help, then topics; what the bot is, and its version."""

from datetime import datetime

import discord
from discord import app_commands
from discord.ext import commands

from bot import __version__, play
from bot.changes import newest
from bot.client import OperatingRoundBot
from bot.present.layout import clip
from bot.present.privacy import server_text

START = """\
**Operating Round** keeps a game of 18 India in this channel: the rules, the bank and the map. It \
calls whoever is next. You move with buttons or by slash commands.
**On your turn:** press **Take my turn** under your call, or type `/turn`: it leads you through \
with buttons. By commands: `/status` says what can \
be done now and how, `/pass` ends a step. While you type, the lists offer what is legal; a list \
that is empty says why.
**Looking up:** `/status`, `/table`, `/treasury`, `/map`, `/market`, `/chart`, `/trains`, `/ipo`, \
`/player`, `/game log`. Only you see the answer; `public:True` shows it to everybody. `/hand show` \
is for you alone.
**Taking back:** `/game undo`; past the move of somebody else, they are asked. `/game redo` brings \
it back.
**Seats:** `/game new` opens a lobby, `/game join` sits down there. `/game info` shows the seats \
of a game, `/game claim seat:` takes a free one, `/game leave` gives yours back.
More with `/help topic:`."""
"""What is said without a topic."""
TOPICS = {
    "operating round": (
        "**A company's turn** has six steps. Those in which nothing can be done are passed over, "
        "with a word.\n"
        "1 `/track lay`: up to 4 yellow tiles in a line, or one upgrade. Leave `tile:` open to "
        "choose from a picture.\n"
        "2 `/station build`: at most one station.\n"
        "3 `/run`: shows the best routes to choose from; `/run routes:` takes your own.\n"
        "4 `/dividend pay` or `/dividend withhold`.\n"
        "5 `/train buy`, `/train sell`: any number.\n"
        "6 `/certificate sell`: any number; then `/certificate buy` or `/certificate convert`: "
        "once. Buying ends the selling.\n"
        "`/pass` ends steps 1, 2, 5 and 6 (6 twice, if the company may sell and buy)."
    ),
    "stock round": (
        "**Selling turn** (not in the first round): `/stock sell` any number, then `/pass`.\n"
        "**Buying turns** go round until all pass in a row: `/stock buy` from your hand, the front "
        "of an IPO row, the Open Market, or a Royal Bond. After a card of your hand you may buy "
        "more of the same company, after the front of a row its next card.\n"
        "In Phase IV `/stock convert` turns a Royal Bond into GIPR 10%."
    ),
    "routes": (
        "`/run` shows the best routes with every stop, each set with a letter, each train with a "
        "number. `/map routes:True` draws them at any time, `/map area:NWR routes:True` those of a "
        "company.\n"
        "Type your own as `/run routes: 4E: G8-G6-F5-D3 | 2: E24-D23`: a train, its stops by hex, "
        "and a bar between trains. `/run routes: none` runs nothing."
    ),
    "money": (
        "`/treasury` lists all companies. `/treasury company:` shows one: what came in and went "
        "out in this round and the last, and a forecast: its cash after the next run if it pays, "
        "and if it withholds.\n"
        "`/player` shows what somebody is worth, `/bonds` the Royal Bonds."
    ),
    "trains": (
        "`/train buy` offers the trains of the bank, of the discard (sold back, at full "
        "price) and of other companies. From another company a train costs what you offer, ₹1 up "
        "to all your cash; another player is asked first, with buttons.\n"
        "A company has at most 2 trains, one of them of Phase IV. `/trains` shows what is on sale "
        "and what comes next."
    ),
    "privates": (
        "`/private use` in the turn of a company, for its own Private or that of its head: P2 an "
        "extra yellow tile, P3 an extra upgrade, P4 ₹40 off terrain and rivers, P5 a free station "
        "anywhere, P6 the jewelry marker. A Private that was used closes."
    ),
    "seats": (
        "`/game info` shows the seats, `/game claim seat:` takes a free one, and so does the "
        "button under a new game. Whoever sits there sees that hand, and moves for it. "
        "`/game leave` gives your seat back.\n"
        "`/game new` opens a lobby, `/game join` and `/game start` begin its game. "
        "`/game archive` puts a game away, so that its channel is free for the next."
    ),
    "moves ahead": (
        "`/program` sets what the bot does when your turn comes; only you see it. `/program list` "
        "shows it, with lists to set more and to end it.\n"
        "`/program pass` passes in the stock round, until `traded:`, `floats:`, `control:` or "
        "`price:` of a company changes. `/program buy` buys bonds or a certificate while it can be "
        "had. `/program skip` passes steps of your company, `/program run` runs the best and pays "
        "if nothing else is possible.\n"
        "Only what happens after the setting counts. What the rules forbid is not done, but ended, "
        "and you are told why. You can undo such a move like any of yours."
    ),
    "waiting": (
        "You are called once when it becomes your turn. `/settings calls:` says where: in the "
        "channel, by direct message, or both. **What happened** under a call tells what was done "
        "since your last move.\n"
        "`/settings remind:` sets after how many hours you are reminded; further reminders come "
        "ever more seldom, and end. `quiet:` and `zone:` keep them out of your night, and **Not "
        "today** puts one off to the next morning.\n"
        "`/nudge` calls those for whom the game waits, once a day. `/away until:` stops calls, "
        "reminders and your clock; `/away until:back` ends that.\n"
        "`/game clock hours: cap:` gives each turn so many hours and saves what is not used. When "
        "the time is up, the others may call, pass for the player where that is legal, or give "
        "the seat away."
    ),
    "pictures": (
        "`/map` shows the network of a company, a hex, a region or the whole; "
        "`/map area: legend` explains every sign. Hexes with a letter may be chosen now; what is "
        "pale is not on the network. Arrows on the rim say where the network goes on.\n"
        "`/settings contrast:` draws in high contrast, `/settings numbers:` with the numbers of "
        "the tiles. Every picture has a text from which one can play; where Discord cuts it, "
        "**In words** under the status and the cards gives all of it as a file, and "
        "`/settings words:` does so with the pictures of your own."
    ),
    "privacy": (
        "`/privacy show` says what I keep of you, `/privacy export` gives it to you as a file, "
        "`/privacy delete` makes me forget you: your settings and names go, your seats become "
        "free, and the games stay with your moves under a neutral name.\n"
        "When I am removed from a server, I keep its games for some weeks, in case I am invited "
        "back, and then delete them; `/privacy show` says for how long. `/game delete` deletes a "
        "game at once."
    ),
    "bring a game": (
        "`/game import file:` takes the log of a game on 18xx.games, exported as JSON. `seats:` "
        "names the members in the log's order of players, with - for a free seat; `until:` stops "
        "after so many moves."
    ),
}
"""What can be asked about, and the answer."""

ABOUT = (
    f"**Operating Round {__version__}**: groups play the railway game 18 India by chat.\n"
    "Free software under the MIT licence. 18 India is a game of GMT Games and its designers; this "
    "is an unofficial helper for people who own it. `/help` says how to use it."
)
MOST_CHANGES, LONGEST_CHANGE = 4, 300
"""So many points of the changelog are told, each cut to so many letters."""


def about_text(since: datetime, leave_days: float) -> str:
    """What the bot is, since when it runs, how long it keeps games, and what is new in it.

    It deletes what it has of a server `leave_days` after it was removed from there.
    """
    lines = [
        ABOUT,
        f"It was started {discord.utils.format_dt(since, 'R')}.",
        server_text(leave_days),
    ]
    changes = [f"· {clip(change, LONGEST_CHANGE)}" for change in newest(MOST_CHANGES)]
    return "\n".join([*lines, *(["**New in this version**", *changes] if changes else [])])


class About(commands.Cog):
    """Tells people what this bot does."""

    @app_commands.command(name="help", description="How it works, in short")
    @app_commands.describe(topic="What you want to know more about")
    @app_commands.choices(topic=[app_commands.Choice(name=t, value=t) for t in TOPICS])
    async def help(self, interaction: discord.Interaction, topic: str | None = None) -> None:
        """Answer with the page, or with one topic, to the asker only."""
        await play.say(interaction, START if topic is None else TOPICS[topic])

    @app_commands.command(name="about", description="What this bot is: version, licence, news")
    async def about(self, interaction: discord.Interaction) -> None:
        """Answer with the version, the licence and the newest changes, to the asker only."""
        bot = play.client(interaction)
        await play.say(interaction, about_text(bot.started, bot.settings.leave_days))


async def setup(bot: OperatingRoundBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(About())

"""Whole random games through the services, as members would play them, with all that is public.

    game = await RandomGame.begin(url, seed=7, players=3)
    await game.play(watch=lambda game: None)

Nothing of Discord takes part: moves come from members of those numbers, and what the bot would say
is read from the outbox and put into words.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random

from bot.games import exporting, importing
from bot.games.ahead import Ahead
from bot.games.facts import STATUS, AheadMade, Told, decode
from bot.games.live import LiveGame
from bot.games.opening import Opening, open_seats
from bot.games.service import GameService, Hand, Place
from bot.games.setups import shuffle
from bot.games.undoing import NeedsConsent, last_move
from bot.present.card import card_embed
from bot.present.lines import log_rows
from bot.present.programs import made_public, program_text
from bot.present.said import line
from bot.present.scenes import area_view, market_view
from bot.present.turns import refusal
from bot.refusal import PlayerError
from bot.typed.programs import buying, offered
from engine import RULESETS, DraftRound, RuleViolation, keep_count
from interchange.replay import Replay
from interchange.site_log import parse
from interchange.trace import state_json
from render import picture
from storage import LobbyPlayer, Seat, Seats, Store
from tests.bot.present.recorded import public_embeds, text_of
from tests.engine.play import STYLES, offers
from tests.support.secrets import named, other_hands, too_much

PLACE, ELSEWHERE = Place(1, 2), Place(1, 3)
MOST = 6000
"""Moves after which a game is called endless."""
FIRST_USER = 100
SECONDS = 0.2
"""For the search of a run that was set ahead."""
LOOK_EVERY = 25
"""Moves between two looks at all that is public, which take as long as several moves."""
Watch = Callable[["RandomGame"], None]


class RandomGame:
    """A game that random players play; `public` is what everybody could read since the last look.

    `secrets` are the texts that nobody but their owner may read now; `told_too_much` is what was
    named, or shown otherwise, though it was hidden.
    """

    look_every = LOOK_EVERY

    def __init__(self, url: str, seed: int, players: int) -> None:
        self.url, self.rng, self.players = url, Random(seed), players
        self.style = STYLES[self.rng.choice(sorted(STYLES))]
        self.public: list[str] = []
        self.told_too_much: set[str] = set()
        self.ahead_rng, self.set_ahead = Random(seed), set[str]()
        self.lists: dict[int, tuple[str, ...]] = {}
        self.undone = self.restarts = 0
        self.games: GameService
        self.opening: Opening
        self.ahead: Ahead
        self.live: LiveGame

    @classmethod
    async def begin(
        cls, url: str, seed: int, players: int, *, rules: str = "rulebook", kind: str = "sealed"
    ) -> RandomGame:
        """Shuffle and seat; the members are numbered by their seats."""
        game = cls(url, seed, players)
        await game.restart()
        shuffled = shuffle(kind, seed, players, "joined")
        names = [f"Player {n}" for n in range(1, players + 1)]
        await game.games.store.create_game(
            guild_id=1,
            channel_id=2,
            name="Evening",
            ruleset=rules,
            setup=shuffled.setup_json(names, RULESETS[rules]),
            source="lobby",
            seats=[Seat(n, name, FIRST_USER + n) for n, name in enumerate(names, 1)],
        )
        game.live = await game.games.load(1, 2)
        return game

    async def restart(self) -> None:
        """Go on with services that know only what is stored."""
        if hasattr(self, "games"):
            await self.games.store.close()
            self.restarts += 1
        self.games = GameService(await Store.open(self.url))
        self.opening = Opening(self.games)
        self.ahead = Ahead(self.games, self.opening, SECONDS)
        await self.games.warm()

    async def play(self, watch: Watch, most: int = MOST) -> None:
        """Play to the end; `watch` looks again and again. Raises AssertionError at a dead end."""
        for number in range(most):
            if self.live.game.finished:
                await self._listen()
                watch(self)
                return
            if number % self.look_every == 0 or self.live.game.step in {"select", "draft"}:
                await self._look()
                watch(self)
                self.public.clear()
            await self._step()
        raise AssertionError(f"no end after {most} moves")

    def secrets(self) -> set[str]:
        """Cards in hands that nobody else knows, and the secret of the shuffle."""
        played = {getattr(row.applied.action, "card", None) for row in self.live.log}
        hands = (player.hand for player in self.live.game.state.players.values())
        found = {card for hand in hands for card in hand if card not in played}
        raw = json.loads(self.live.stored.setup)
        return (
            {f'"{card}"' for card in found}
            | {f"`{card}`" for card in found}
            | self.set_ahead
            | ({raw["secret"]} if not self.live.game.finished and "secret" in raw else set())
        )

    # -- what is done ------------------------------------------------------------------------------

    async def _step(self) -> None:
        rng = self.rng
        if rng.random() < 0.003:
            await self.restart()
            self.live = await self.games.load(1, 2)
        if self.live.game.step == "select":
            await self._choose()
            return
        if self.live.game.step == "draft" and rng.random() < 0.15:
            await self._rank()
        if self.live.game.step != "draft" and self.ahead_rng.random() < 0.1:
            await self._set_ahead()
        if self.live.movers and rng.random() < 0.02:
            await self._undo()
            return
        live = self.live
        legal = live.game.legal()
        assert legal is not None
        moves = offers(live.game.state, legal, rng)
        assert moves, f"a dead end in {legal.step} of {legal.actor}"
        action = self.style.choose(live.game.state, moves, rng)
        seat = live.game.player_to_act
        user = live.holder(seat or 0)
        assert user is not None
        stranger = FIRST_USER + 1 + (seat or 0) % self.players
        if rng.random() < 0.03:
            try:
                await self.games.move(PLACE, Hand(stranger), lambda _game: action)
            except (PlayerError, RuleViolation) as error:
                self.public.append(refusal(error))
                self.told_too_much |= named(self.public[-1])
        self.live = (await self.games.move(PLACE, Hand(user), lambda _game: action)).live

    async def _choose(self) -> None:
        seats = open_seats(self.live)
        seat = self.rng.choice(seats)
        hand = self.live.game.state.players[seat].hand
        cards = self.rng.sample(hand, keep_count(self.live.game.state))
        kept = await self.opening.keep(PLACE, FIRST_USER + seat, cards)
        self.live = kept.live

    async def _rank(self) -> None:
        round_ = self.live.game.state.round
        assert isinstance(round_, DraftRound)
        seat = self.rng.choice(list(self.live.game.state.players))
        cards = self.rng.sample(round_.cards, min(len(round_.cards), self.rng.randrange(1, 5)))
        self.lists[seat] = await self.opening.rank(self.live, seat, cards)

    async def _set_ahead(self) -> None:
        """A member sets a random thing ahead; what it is, nobody else may ever read."""
        rng, live = self.ahead_rng, self.live
        user = FIRST_USER + rng.choice(list(live.game.state.players))
        offers = list(offered(live, user).values())
        hand = live.game.state.players[user - FIRST_USER].hand
        if hand and rng.random() < 0.5:
            card = rng.choice(hand)
            offers = [("", user - FIRST_USER, buying(live, user - FIRST_USER, card, None))]
        _, seat, program = rng.choice(offers)
        with suppress(PlayerError):
            await self.ahead.set(live, user, seat, program)
            self.set_ahead.add(program_text(program))

    async def _undo(self) -> None:
        mover = self.live.movers[-1]
        user = FIRST_USER + (mover.seat or 0)
        before = state_json(self.live.game)
        try:
            back = await self.games.undo(PLACE, Hand(user), last_move)
        except NeedsConsent as needed:
            agreed = needed.taking.asked
            back = await self.games.undo(PLACE, Hand(user), last_move, agreed=agreed)
        self.live = back.live
        self.undone += 1
        if self.rng.random() < 0.7:
            self.live = (await self.games.redo(PLACE, Hand(user))).live
            length = len(back.live.movers) + 1
            if len(self.live.movers) == length:
                assert state_json(self.live.game) == before

    # -- what is seen ------------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Say what is due."""
        store = self.games.store
        while due := await store.pending_outbox(self.live.stored.id):
            said = [decode(entry.body) for entry in due if entry.kind != STATUS]
            for fact in said:
                if isinstance(fact, AheadMade):
                    self.public.append(made_public(self.live, fact))
                text = line(self.live, fact).text
                self.public.append(text)
                self.told_too_much |= too_much(fact, text.partition("\n→ ")[0])
            places = [fact.sequence for fact in said if isinstance(fact, Told)]
            turns = dict.fromkeys(turn for at in places for turn in self.live.turns_of(at))
            self.public += [text_of(card_embed(self.live, turn)) for turn in turns]
            await store.mark_said(*(entry.id for entry in due))

    async def _look(self) -> None:
        """Read what everybody may read."""
        await self._listen()
        shown = self._shown()
        self.public += shown
        with other_hands(self.live):
            self.told_too_much |= set(self._shown()) - set(shown)
        if not self.live.game.finished:
            export = await exporting.own_file(self.games, self.live)
            self.public.append(export.data.decode())

    def _shown(self) -> list[str]:
        """All embeds, the texts of pictures, and the last lines of the log."""
        game, log = self.live.game, self.live.log
        views = (area_view(game, None), market_view(game))
        return [
            *map(text_of, public_embeds(game)),
            *map(picture.describe, views),
            *log_rows(self.live, len(log) - 30, len(log)),
        ]

    def leaks(self) -> Iterator[str]:
        """What was hidden and could be read by everybody: secrets, and what depends on hands."""
        yield from self.told_too_much
        text = "\n".join(self.public)
        yield from (secret for secret in self.secrets() if secret in text)

    # -- afterwards --------------------------------------------------------------------------------

    async def check_round_trips(self) -> None:
        """The finished game is in the store as it was played, and out and in again the same."""
        stored = await self.games.store.game(self.live.stored.id)
        await self.restart()
        again = await self.games.fresh(stored)
        assert state_json(again.game) == state_json(self.live.game)
        assert len(again.log) == len(self.live.log)
        file = await exporting.own_file(self.games, again)
        assert not file.hides
        found = importing.follow(file.data, "site", None)
        by = LobbyPlayer(FIRST_USER + 1, "Player 1")
        members = [LobbyPlayer(s.user_id or 0, s.player) for s in stored.seats]
        place = (1, 3)
        there = await importing.store(self.games, place, by, found, "other", members)
        copy = await self.games.fresh(there)
        assert state_json(copy.game) == state_json(again.game)
        twice = await exporting.own_file(self.games, copy)
        assert twice.data == file.data
        assert await Seats(self.games.store).history(there.id) == await Seats(
            self.games.store
        ).history(stored.id)
        if again.stored.ruleset == "site" and isinstance(again.game.setup.seed, int):
            site = exporting.site_file(again)
            replayed = Replay(parse(site.data), RULESETS["site"]).run()
            assert state_json(replayed) == state_json(again.game)

    async def close(self) -> None:
        """Give the store back."""
        await self.games.store.close()

"""The games of the corpus, played through the services by three people and bots."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from moments import Way, kinds_of, stops, walk

from engine import registry
from engine.dice import DiceNeeded, Seeded, Throw
from engine.game import GM, Refusal
from games import services
from games.models import BattleLink, Game, Snapshot
from games.services import creation, letters, seating, tables
from games.services.clock import deadlines
from games.services.fighting import rulings
from games.services.proof import chance

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
WAYS = {"justinian": 48, "dba": 20}  # number of games searched in memory


class Names:
    """Replaces the server's random ids and seeds by ones derived from the next game's name."""

    def __init__(self) -> None:
        self.next("")

    def next(self, name: str) -> None:
        self.name, self.count, self.seeds = name, 0, 0

    def seed(self) -> bytes:
        self.seeds += 1
        return hashlib.sha256(f"corpus seed {self.name} {self.seeds}".encode()).digest()

    def id(self) -> uuid.UUID:
        self.count += 1
        return uuid.UUID(
            bytes=hashlib.sha256(f"corpus id {self.name} {self.count}".encode()).digest()[:16], version=4
        )


class Scenes:
    """The scenes of a corpus. ``reorder`` imitates how a database orders mappings; ``far`` adds the long
    games.
    """

    def __init__(self, reorder: Callable[[Any], Any]) -> None:
        self.reorder, self.names, self.number = reorder, Names(), 0
        chance.fresh_seed = self.names.seed
        creation.uuid4 = self.names.id
        self.gm, self.anna, self.bruno = (User.objects.create_user(n) for n in ("gm", "anna", "bruno"))
        self.marked: dict[uuid.UUID, list[str]] = {}

    # --- creating and moving ---

    def make(
        self, name: str, system: str, seats: tuple[Any, ...] = (), begin: bool = True, **more: Any
    ) -> Game:
        """Create a game; ``seats`` are in the table's order, with None for a bot."""
        self.names.next(name)
        game = services.create_game(gm=self.gm, name=name, system=system, now=NOW, public=True, **more)
        for seat, user in zip(game.seats.all(), seats or (None, None), strict=True):
            seat.user, seat.is_bot = user, user is None
            seat.save()
        if begin:
            services.start(game.pk, self.gm, now=NOW)
        tables._opened.clear()  # as another process, which would read the scenario
        self.marked[game.pk] = []
        return game

    def holds(self, game: Game, *words: str) -> None:
        self.marked[game.pk].extend(words)

    def person_of(self, game: Game, seat: str) -> User:
        if seat == GM:
            return self.gm
        return next(s.user for s in game.seats.all() if s.key == seat)

    def submit(self, game: Game, seat: str, action: Any, faces: list[int] | None = None) -> None:
        self.number += 1
        game.refresh_from_db()
        services.submit(
            game.pk,
            seat,
            action,
            drawn_seq=game.seq,
            key=f"corpus-{self.number}",
            user=self.person_of(game, seat),
            now=NOW + timedelta(minutes=game.seq),
            faces=faces,
        )

    def answer(self, game: Game, own: Seeded, enter: int = 0) -> bool:
        """Submit the next answer that a person owes: the bot's or, if it is refused, the default. In
        ``enter`` per cent of the cases the dice are entered by hand. Return False if no person owes an
        answer, or if a battle must be fought first.
        """
        game = Game.objects.get(pk=game.pk)
        at = services.table(game)
        owed = [d for d in at.decisions() if d.seat == GM or self.person_of(game, d.seat) is not None]
        battle = at.battle()
        if not owed or (battle is not None and game.battle_system):
            return False
        decision, write = owed[0], at.system.codec.write
        tries = [write(decision.default)]
        if decision.seat != GM:
            tries.insert(0, write(at.rules.bot(at.state, decision.seat, own)))
        for action in tries:
            try:
                self.with_dice(game, decision.seat, action, own, enter)
            except Refusal:
                continue
            return True
        raise AssertionError(f"{game.name}: {decision.id} cannot be answered")

    def with_dice(self, game: Game, seat: str, action: Any, own: Seeded, enter: int) -> None:
        entered = enter and own.roll(Throw(100, "enter")) <= enter
        faces: list[int] | None = [] if entered else None
        while True:
            try:
                self.submit(game, seat, action, faces)
                return
            except DiceNeeded as needed:
                faces = [*(faces or []), *(own.roll(throw) for throw in needed.throws)]

    def go_on(self, game: Game, steps: int, enter: int = 0) -> int:
        """Play this many answers of people, each as the bot would choose it, and return the number played."""
        own = Seeded(b"corpus", game.name, game.seq)
        return sum(1 for _ in range(steps) if self.answer(game, own, enter))

    def until(self, game: Game, done: Callable[[], bool], most: int = 900) -> None:
        own = Seeded(b"corpus until", game.name, game.seq)
        for _ in range(most):
            if done() or not self.answer(game, own):
                break
        assert done(), f"{game.name}: not reached in {most} steps"

    def rewind(self, game: Game, back: int, why: str = "") -> None:
        self.number += 1
        game.refresh_from_db()
        points = services.rewind_points(game)
        to = points[max(0, len(points) - back)]
        services.rewind(
            game.pk, self.gm, to_seq=to, drawn_seq=game.seq, key=f"back-{self.number}", why=why, now=NOW
        )

    # --- the scenes ---

    def play(self) -> None:
        for system in ("justinian", "dba"):
            self.stand_everywhere(system)
        self.played_out()
        self.dice_and_rewinds()
        self.battles()
        self.people()

    def stand_everywhere(self, system: str) -> None:
        found = list(self.ways(system))
        for way, seq, kinds in stops(found):
            game = self.make(
                way.name, system, (self.anna, self.bruno), options=way.options, scenario_name=way.scenario
            )
            for done, (seat, action) in enumerate(way.actions[:seq], 1):
                try:
                    self.submit(game, seat, action)
                except Refusal as refusal:
                    raise AssertionError(f"{way.name}: {action} of {done} is refused: {refusal}") from refusal
            at = services.table(game)
            assert set(kinds) <= kinds_of(at.rules, at.state), f"{way.name}: stands elsewhere"

    def ways(self, system: str) -> Iterator[Way]:
        """Yield many games played in memory, with the ids and seeds that they will have when stored."""
        rules = registry.get(system)
        scenarios = list(rules.scenarios())
        for number in range(WAYS[system]):
            name = f"{system} stands {number}"
            if system == "justinian":
                options = {
                    "battles": ("table", "open")[number % 2],
                    "setup": ("free", "suggested")[number // 2 % 2],
                    "start_turn": 1 + number % 4 * 2,
                }
            else:
                options = {"setup": ("guided", "quick")[number % 2]}
            self.names.next(name)
            seed, game = self.names.seed(), str(self.names.id())
            self.names.next(name)
            way = Way(name, system, options, scenarios[number % len(scenarios)])
            yield walk(way, rules, game, seed, (0, 15, 30, 60)[number % 4], self.reorder)

    def played_out(self) -> None:
        """Let bots play the game to its end."""
        for number, options in enumerate(
            ({"setup": "free"}, {"setup": "suggested", "bot": "first", "start_turn": 7})
        ):
            self.by_the_program(f"justinian to the end {number}", "justinian", options, 3000)
        for number, setup in enumerate(("guided", "quick", "guided")):
            self.by_the_program(f"dba to the end {number}", "dba", {"setup": setup}, 2000)
        self.by_the_program("justinian under way", "justinian", {"setup": "free"}, 250, over=False)

    def by_the_program(
        self, name: str, system: str, options: dict[str, Any], most: int, over: bool = True
    ) -> None:
        game = self.make(name, system, options=options)
        while most > 0 and (done := services.answer_due(game.pk, NOW, limit=min(most, 200))):
            most -= done
            tables._opened.clear()
        game.refresh_from_db()
        assert not game.trouble, game.trouble
        assert game.has_ended == over, f"{name}: {game.status} after {game.seq} entries"
        self.holds(game, "played by the program")

    def dice_and_rewinds(self) -> None:
        for system, steps in (("justinian", 140), ("dba", 90)):
            for mode, enter in (("mixed", 50), ("physical", 100)):
                game = self.make(f"{system} {mode}", system, (self.anna, self.bruno), dice_mode=mode)
                self.go_on(game, steps, enter)
                self.holds(game, "entered dice" if enter == 100 else "seeded and entered dice")
            game = self.make(f"{system} rewound", system, (self.anna, self.bruno), dice_mode="mixed")
            self.go_on(game, 45, 30)
            self.rewind(game, 3, "a slip")
            self.go_on(game, 20, 30)
            self.rewind(game, 30)  # back beyond the first rewind
            self.go_on(game, 25, 30)
            self.rewind(game, 1000, "begin again")  # back to the set-up
            self.go_on(game, 30)
            self.rewind(game, 2)  # the game is left there
            self.holds(game, "rewinds", "stands after a rewind")

    def campaign(self, name: str, **more: Any) -> Game:
        game = self.make(
            name, "justinian", (self.anna, self.bruno), battle_system="dba", options={"start_turn": 2}, **more
        )
        self.next_battle(game)
        return game

    def next_battle(self, game: Game) -> BattleLink:
        self.until(game, lambda: game.battle_links.filter(status=BattleLink.Status.OPEN).exists())
        link = game.battle_links.get(status=BattleLink.Status.OPEN)
        if link.battle is not None:
            self.marked.setdefault(link.battle.pk, [f"battle of {game.name}"])
        return link

    def fight_out(self, link: BattleLink) -> None:
        assert link.battle is not None, link.note
        game = link.battle
        self.until(game, lambda: Game.objects.get(pk=game.pk).has_ended, 2000)
        link.refresh_from_db()

    def battles(self) -> None:
        game = self.campaign("campaign with an open battle")
        link = game.battle_links.get()
        self.go_on(link.battle, 40, 20)
        self.holds(game, "open battle linked to a running one")

        game = self.campaign("campaign with a reported battle")
        link = game.battle_links.get()
        self.fight_out(link)
        rulings.confirm_battle(link.pk, self.anna, now=NOW)
        assert BattleLink.objects.get(pk=link.pk).status == BattleLink.Status.REPORTED
        self.holds(game, "reported battle, confirmed by one side")

        game = self.campaign("campaign with settled battles")
        link = game.battle_links.get()
        self.fight_out(link)
        for user in (self.anna, self.bruno):
            rulings.confirm_battle(link.pk, user, now=NOW)
        services.answer_due(game.pk, NOW)
        second = self.next_battle(game)
        report = {"winner": "attacker", "losses": {}, "facts": {}}
        rulings.report_battle(second.pk, self.anna, report, now=NOW)
        rulings.dispute_battle(second.pk, self.bruno, now=NOW)
        rulings.rule_battle(second.pk, self.gm, report, now=NOW)
        services.answer_due(game.pk, NOW)
        self.go_on(game, 20)
        self.holds(game, "settled battle", "battle ruled by the game master")

        game = self.campaign("campaign with a void battle")
        link = game.battle_links.get()
        self.go_on(link.battle, 10)
        self.rewind(game, 4, "the march was another one")
        link.refresh_from_db()
        assert link.status == BattleLink.Status.VOID
        self.holds(game, "battle undone by a rewind", "stands after a rewind")

    def people(self) -> None:
        seats = (self.anna, self.bruno)
        game = self.make("standing orders", "justinian", seats, hours_per_decision=24)
        for number, (user, seat) in enumerate(((self.anna, "byzantium"), (self.bruno, "barbarian"))):
            orders = {
                kind.decision: {f.name: order_value(f, number) for f in kind.fields}
                for kind in tables.opening_of(game).rules.order_kinds(seat)
                if kind.decision != "segments" or number
            }
            seating.write_orders(game.pk, user, seat, orders, bool(number), now=NOW)
        for day in range(1, 130):
            services.answer_due(game.pk, NOW + timedelta(hours=25 * day), limit=1)
        self.holds(game, "standing orders", "answers by orders and by default")

        game = self.make("letters and a pause", "justinian", seats, hours_per_decision=48)
        self.go_on(game, 40)
        for number, (user, seat, to) in enumerate(
            ((self.anna, "byzantium", "barbarian"), (self.bruno, "barbarian", ""), (self.gm, GM, "byzantium"))
        ):
            text = f"Salve {number}: la pace è cara, la guerra di più. \u2694"
            sent = letters.write(
                game.pk,
                user,
                seat=seat,
                to=to,
                text=text,
                key=f"letter-{number}",
                now=NOW + timedelta(hours=1),
            )
        letters.delete(game.pk, self.gm, sent.pk, NOW + timedelta(hours=2))
        deadlines.pause(game.pk, self.gm, now=NOW + timedelta(hours=3))
        self.holds(game, "letters", "a letter taken back", "paused")

        game = self.make("dba with a deadline", "dba", seats, hours_per_decision=12, players_rewind=True)
        self.go_on(game, 30)
        self.holds(game, "deadline")
        game = self.make("given up", "dba", seats)
        self.go_on(game, 12)
        services.abandon(game.pk, self.gm, now=NOW)
        self.holds(game, "abandoned")
        game = self.make("gathering", "justinian", seats, begin=False)
        self.holds(game, "not begun")


def order_value(field: Any, number: int) -> Any:
    """Return one of the possible values of a standing order's field."""
    options = getattr(field, "options", None)
    if options is None:
        return field.low if number else field.default
    return options[number % len(options)].value


def stored_games() -> Iterator[tuple[Game, Any]]:
    """Yield every game with its last snapshot."""
    for game in Game.objects.order_by("name"):
        yield game, Snapshot.objects.filter(game=game).order_by("seq").last()

"""Simulate half a year of two campaigns with ten people, to measure the work left to the game master. The
services are real and the clock is simulated.

    python bench/season.py [--seed 1] [--weeks 26] [--json]

Anna leads Italia (four players) and Justinian (two); three people are in reserve. Everyone has at least
20 hours for an answer. Deadlines fall at 21:00 in Rome, but not on Sundays or in the holidays (two
weeks). People sleep at night, and visit every other day on average. Two players answer promptly, two
within a day; two are habitual latecomers, who miss every other deadline. One player lends the seat to a
bot for ten days, and one announces a week's absence. One is ill for nine days and tells nobody, and one
leaves for good in week 12. The server is down for some hours three times.

The game master steps in (an *intervention*) only where the games would suffer otherwise. Reasons are a
free seat to offer to the reserves, a player who has neither answered nor visited for a week, and a game
in trouble. An intervention counts as 2 minutes of work, an e-mail to the game master as half a minute,
and reading the chronicle as one minute per turn. The same seed gives the same half year.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
BEGUN = datetime(2026, 9, 7, 18, tzinfo=UTC)  # a Monday; the half year includes both clock changes
RHYTHM = {
    "zone": "Europe/Rome",
    "at": "21:00",
    "days": [0, 1, 2, 3, 4, 5],
    "closed": [["2026-12-22", "2027-01-06"]],
}
HOURS = 20
GAMES = {"italia": ("italia2", 4), "justinian": ("justinian", 2)}
HABITS = {
    "prompt": (0.03, 0.2),
    "steady": (0.2, 0.6),
    "late": (0.6, 1.4),
}  # time until an answer, as shares of the time allowed
PLAYERS = {"bruno": "prompt", "carla": "steady", "dario": "late", "elena": "steady"}
OTHERS = {"fabio": "prompt", "greta": "late"}
BENCH = {"hanna": "prompt", "ivo": "steady", "julia": "steady"}
INTERVENTION, MAIL, READING = 2.0, 0.5, 1.0  # minutes of the game master's work for each


@dataclass
class Season:
    chance: random.Random
    now: datetime = BEGUN
    interventions: list[str] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    # when each pending decision will be answered, by its key in the database
    meant: dict[int, datetime] = field(default_factory=dict)
    ill: set[str] = field(default_factory=set)
    nudged: set[str] = field(default_factory=set)
    keys: int = 0

    def __post_init__(self) -> None:
        from accounts.models import Profile
        from features.desk import reserves
        from games import services
        from tests.games.cast import a_user

        self.habits = {**PLAYERS, **OTHERS, **BENCH}
        self.people = {name: a_user(name) for name in ("anna", *self.habits)}
        for user in self.people.values():
            profile = Profile.of(user)
            profile.timezone, profile.night_from, profile.night_to = "Europe/Rome", 23, 7
            profile.save()
        self.gm, seats = self.people["anna"], iter([*PLAYERS, *OTHERS])
        self.games = []
        for system, (scenario, _count) in GAMES.items():
            more = {"scenario_name": scenario, "hours_per_decision": HOURS}
            game = services.create_game(gm=self.gm, name=system, system=system, now=self.now, **more)
            services.set_pace(game.pk, self.gm, hours=HOURS, written=RHYTHM, weeks=26, now=self.now)
            for seat in game.seats.all():
                link = services.invite(game.pk, self.gm, seat=seat.key, now=self.now)
                services.accept(link.token, self.people[next(seats)], now=self.now)
            services.start(game.pk, self.gm, now=self.now)
            for name in BENCH:
                reserves.offer(game, self.people[name], self.now)
            self.games.append(game.pk)
        self.plans = self.calendar()

    def calendar(self) -> list[tuple[datetime, Any]]:
        """Return the events outside the games, each as its time and the function that makes it happen."""
        week = 7 * DAY
        return [
            (BEGUN + 3 * week, lambda: self.down(5 * HOUR)),
            (BEGUN + 5 * week, lambda: self.lend("carla", 10)),
            (BEGUN + 8 * week, lambda: self.set_away("elena", 7)),
            (BEGUN + 11 * week, lambda: self.down(20 * HOUR)),
            (BEGUN + 12 * week, lambda: self.leave("dario")),
            (BEGUN + 19 * week, lambda: self.ill.add("bruno")),
            (BEGUN + 19 * week + 9 * DAY, lambda: self.ill.discard("bruno")),
            (BEGUN + 22 * week, lambda: self.down(9 * HOUR)),
        ]

    # --- events in people's lives ---

    def down(self, length: timedelta) -> None:
        self.now += length

    def seat_of(self, name: str) -> Any:
        from games.models import Seat

        return Seat.objects.filter(user=self.people[name], game__status="running").first()

    def lend(self, name: str, days: int) -> None:
        from features.desk import substitutes

        if seat := self.seat_of(name):
            until = (self.now + days * DAY).date()
            substitutes.lend(seat.game_id, self.people[name], seat.key, until=until, now=self.now)

    def set_away(self, name: str, days: int) -> None:
        from accounts.models import Profile
        from games import services

        profile = Profile.of(self.people[name])
        profile.away_until = (self.now + days * DAY).date()
        profile.save()
        services.adjust_to_rest(self.people[name], self.now)

    def leave(self, name: str) -> None:
        from games import services

        if seat := self.seat_of(name):
            services.leave_seat(seat.game_id, self.people[name], seat.key, letters=True, now=self.now)

    # --- the game master, once a day ---

    def lead(self) -> None:
        from games.models import Game, Seat

        for game in Game.objects.filter(pk__in=self.games, status="running"):
            if game.trouble:
                self.interventions.append(f"{self.week()}: {game.name} is in trouble: {game.trouble}")
            for seat in Seat.objects.filter(game=game).select_related("user"):
                if seat.user is not None and self.chance.random() < 0.5:
                    self.look_in(game, seat)
                if seat.free:
                    self.call(game, seat)
                elif seat.user is not None and self.silent(game, seat):
                    self.nudge(game, seat)

    def look_in(self, game: Any, seat: Any) -> None:
        from accounts.models import Profile
        from games import services

        if seat.user.username not in self.ill and not Profile.of(seat.user).is_away(self.now):
            services.note_visit(seat.user, game, self.now)

    def silent(self, game: Any, seat: Any) -> bool:
        """Return whether a player owes an answer and, without announcing an absence, has not viewed the game
        for a week.
        """
        from accounts.models import Profile

        profile = Profile.of(seat.user)
        if profile.is_away(self.now - 2 * DAY) or seat.user.username in self.nudged:
            return False  # the player is away, or has just returned
        seen = seat.seen_at or seat.since or game.started_at
        return bool(self.now - seen > 7 * DAY and game.decisions.filter(seat=seat.key, answered_at=None))

    def call(self, game: Any, seat: Any) -> None:
        """Ask the reserves. One of them, drawn at random, takes the seat six hours later."""
        from features.desk import reserves
        from games import services
        from games.models import Invitation

        reserves.call(game.pk, self.gm, seat.key, now=self.now)
        self.interventions.append(f"{self.week()}: {game.name}: a substitute is sought for {seat.key}")
        link = Invitation.objects.filter(game=game, seat=seat.key).latest("pk")
        name = self.chance.choice(list(BENCH))
        self.plans.append(
            (self.now + 6 * HOUR, lambda: services.accept(link.token, self.people[name], now=self.now))
        )

    def nudge(self, game: Any, seat: Any) -> None:
        from engine.game import Refusal
        from features.desk import helping

        try:
            helping.nudge(game.pk, self.gm, seat.key, now=self.now)
        except Refusal:
            return
        self.nudged.add(seat.user.username)
        self.interventions.append(f"{self.week()}: {game.name}: {seat.user.username} is nudged")

    def week(self) -> str:
        return f"week {(self.now - BEGUN).days // 7 + 1}"

    # --- players' answers ---

    def mean_to_answer(self) -> None:
        """Decide when each player will answer the new questions."""
        from accounts.models import Profile
        from games.models import PendingDecision

        rows = PendingDecision.objects.filter(answered_at=None, game__status="running")
        for row in rows.exclude(pk__in=self.meant):
            user = row.game.seats.get(key=row.seat).user if row.seat != "gm" else None
            if user is not None:
                low, high = HABITS[self.habits[user.username]]
                there_is = (row.due_at or row.opened_at + HOURS * HOUR) - row.opened_at
                moment = row.opened_at + there_is * self.chance.uniform(low, high)
                self.meant[row.pk] = max(Profile.of(user).move_past_rest(moment), self.now + MINUTE)

    def answer(self, pk: int) -> None:
        """Let a player visit the game and answer a decision if it is still open, as the bot advises. If
        the rules refuse that answer, the player gives the default. A player who is ill does nothing.
        """
        from engine.dice import Seeded
        from engine.game import Refusal
        from games import services
        from games.models import PendingDecision

        row = PendingDecision.objects.select_related("game").get(pk=pk)
        seat = row.game.seats.select_related("user").get(key=row.seat)
        if seat.user is None or seat.user.username in self.ill:
            return
        services.note_visit(seat.user, row.game, self.now)
        if row.answered_at is not None or not row.game.running:
            return
        at, self.keys = services.table(row.game), self.keys + 1
        dice = Seeded(b"season", str(row.game_id), self.keys)
        action = at.system.codec.write(at.rules.bot(at.imagined_state(row.seat), row.seat, dice))
        more = {"drawn_seq": row.game.seq, "key": str(self.keys), "now": self.now}
        for one in (action, row.default):
            try:
                services.submit(row.game_id, row.seat, one, user=seat.user, **more)
                return
            except Refusal:
                continue

    # --- the simulated clock ---

    def live(self, until: datetime) -> None:
        """Simulate the season until ``until``, or until every game has ended, from one event to the next."""
        from games.models import Game, PendingDecision

        led = self.now
        while self.now < until and Game.objects.filter(pk__in=self.games, status="running").exists():
            self.mean_to_answer()
            owed = PendingDecision.objects.filter(answered_at=None, game__status="running")
            due = owed.filter(due_at__gt=self.now).order_by("due_at").values_list("due_at", flat=True).first()
            moments = [moment for moment, _deed in self.plans] + list(self.meant_open(owed))
            nearest = min([*moments, due or until, led + DAY, until])
            before, self.now = self.now, max(nearest, self.now + MINUTE)
            for plan in sorted((one for one in self.plans if one[0] <= self.now), key=lambda one: one[0]):
                self.plans.remove(plan)
                plan[1]()
            self.sweep(outage=self.now - before > DAY + HOUR or self.now > nearest + HOUR)
            for pk in [pk for pk, moment in self.meant.items() if moment <= self.now]:
                self.answer(pk)
                self.meant[pk] = datetime.max.replace(tzinfo=UTC)
            if self.now - led >= DAY:
                led = self.now
                self.lead()

    def meant_open(self, owed: Any) -> Any:
        still = set(owed.values_list("pk", flat=True))
        return (moment for pk, moment in self.meant.items() if pk in still)

    def sweep(self, outage: bool) -> None:
        from games import services
        from games.models import Watch

        if not outage:
            Watch.objects.update(swept_at=self.now - 15 * timedelta(seconds=1))
        services.sweep(self.now)
        services.send_messages(self.now)

    # --- the result ---

    def results(self) -> dict[str, Any]:
        from games import services
        from games.models import Entry, Game, Outbox

        games = Game.objects.filter(pk__in=self.games)
        turns = {game.name: services.table(game).turn or 0 for game in games}
        reasons = Counter(Entry.objects.filter(game__in=games).values_list("reason", flat=True))
        mails = Outbox.objects.filter(recipient=self.gm, error="", sent_at__isnull=False)
        sent = mails.values("sent_at", "game").distinct().count()
        minutes = INTERVENTION * len(self.interventions) + MAIL * sent + READING * sum(turns.values())
        return {
            "weeks": round((self.now - BEGUN) / (7 * DAY), 1),
            "turns": turns,
            "ended": [game.name for game in games if game.has_ended],
            "entries": dict(reasons),
            "interventions": self.interventions,
            "mails_to_gm": sent,
            "gm_minutes_a_turn": round(minutes / max(sum(turns.values()), 1), 2),
            "verified": all(services.verify_game(game).ok for game in games),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weeks", type=float, default=26)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    from tests.proof.own import database, empty

    began = time.perf_counter()
    with database():
        from django.conf import settings

        settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
        empty(f"season {asked.seed}")
        season = Season(random.Random(f"season {asked.seed}"))
        season.live(BEGUN + asked.weeks * 7 * DAY)
        found = season.results()
    if not asked.json:
        for one in found["interventions"]:
            print(one)
        print(f"{found['weeks']} weeks, turns {found['turns']}, answers {found['entries']}")
        print(f"{len(found['interventions'])} interventions, {found['gm_minutes_a_turn']} minutes a turn")
        print(f"{time.perf_counter() - began:.0f} s")
    print(json.dumps(found))


if __name__ == "__main__":
    main()

"""Check that nobody who could not answer is answered for, through any outages, nights, absences and rhythms.

    python -m tests.proof.outages --decisions 10000 --seed 1

This plays months of games whose people never answer, so that every answer is a default. The server is down at
random, from a quarter of an hour to forty days. An answer counts as unfair if, since the question, its player
had less than FAIR in which the site was up and they were neither asleep nor away. The program prints the
unfair answers and the number of decisions, and exits with 1 if there was an unfair answer.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

from features.desk import helping, substitutes
from tests.proof.own import database, empty

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
FAIR = 45 * MINUTE  # an hour is promised, but ten minutes of silence are no outage yet
STEP = 5 * MINUTE
ZONES = ("Europe/Rome", "America/New_York", "Asia/Tokyo", "Pacific/Chatham", "")
NIGHTS = ((None, None), (23, 7), (22, 6), (1, 9), (20, 12), (0, 8))
DOWN = (15 * MINUTE, HOUR, 5 * HOUR, 9 * HOUR, 30 * HOUR, 90 * HOUR, 12 * DAY, 40 * DAY)
STARTS = ((2026, 3, 20), (2026, 10, 20), (2026, 6, 1), (2026, 12, 15))


@dataclass
class Found:
    decisions: int = 0
    outages: int = 0
    unfair: list[str] = field(default_factory=list)


@dataclass
class Months:
    """A site with one game of three people who never answer."""

    chance: random.Random
    found: Found

    def __post_init__(self) -> None:
        from games import services
        from tests.games.cast import a_user

        self.now = datetime(*self.chance.choice(STARTS), self.chance.randrange(24), tzinfo=UTC)
        self.down: list[tuple[datetime, datetime]] = []
        self.paused: list[tuple[datetime, datetime]] = []
        self.gm = a_user("gm")
        self.users = {seat: a_user(seat) for seat in ("red", "blue", "green")}
        self.away: dict[str, list[tuple[datetime, Any]]] = {seat: [] for seat in self.users}
        more = {"system": "fords", "scenario_name": "long", "options": {"rounds": 20}}
        hours = self.chance.choice([1, 2, 6, 12, 24, 48])
        game = services.create_game(gm=self.gm, name="m", now=self.now, hours_per_decision=hours, **more)
        for seat in game.seats.all():
            seat.user = self.users[seat.key]
            seat.save()
            self.rest(seat.key)
        self.game = game.pk
        services.set_pace(game.pk, self.gm, hours=hours, written=self.rhythm(), now=self.now)
        self.sweep()
        services.start(game.pk, self.gm, now=self.now)

    def rhythm(self) -> dict[str, Any]:
        if self.chance.random() < 0.5:
            return {}
        days = sorted(self.chance.sample(range(7), self.chance.randint(1, 7)))
        at = self.chance.choice(["", "21:00", "02:30", "08:00", "00:00"])
        return {"zone": self.chance.choice(ZONES[:4]), "at": at, "days": days}

    def rest(self, seat: str) -> None:
        """Change at random when the player rests: set their night if they have none yet, and let them be away
        from now on, or not.
        """
        from accounts.models import Profile
        from games import services

        profile = Profile.of(self.users[seat])
        if not profile.timezone:
            profile.timezone = self.chance.choice(ZONES)
            profile.night_from, profile.night_to = self.chance.choice(NIGHTS)
        profile.away_until = None
        if self.chance.random() < 0.4:
            profile.away_until = (self.now + self.chance.choice([0, 1, 5, 20]) * DAY).date()
        profile.save()
        self.away[seat].append((self.now, profile.away_until))
        services.adjust_to_rest(self.users[seat], self.now)

    # --- passing time ---

    def sweep(self) -> None:
        from games import services
        from games.models import Watch

        Watch.objects.update(swept_at=self.now - 15 * timedelta(seconds=1))
        services.sweep(self.now)
        self.look()

    def go_on(self) -> None:
        """Let time pass, to the next deadline at most, and then sweep. In between the server may fail, a
        player may rest, or the game master may pause the game.
        """
        from games import services
        from games.models import PendingDecision

        if self.chance.random() < 0.25:
            self.fail()
            return
        if self.chance.random() < 0.1:
            self.rest(self.chance.choice(list(self.users)))
        if self.chance.random() < 0.03 and not self.paused_now():
            services.pause(self.game, self.gm, now=self.now)
            began, self.now = self.now, self.now + self.chance.choice([HOUR, 3 * DAY])
            self.sweep()
            services.resume(self.game, self.gm, now=self.now)
            self.paused.append((began, self.now))
        owed = PendingDecision.objects.filter(answered_at=None, due_at__gt=self.now).order_by("due_at")
        due = owed.values_list("due_at", flat=True).first()
        step = self.chance.choice([20 * MINUTE, 3 * HOUR, 400 * DAY])
        self.now = max(min(self.now + step, due or self.now + DAY), self.now + MINUTE)
        self.sweep()

    def paused_now(self) -> bool:
        from games.models import Game

        return Game.objects.get(pk=self.game).paused_at is not None

    def fail(self) -> None:
        """Take the server down. Sometimes it fails again before any job has looked at the game, because the
        broker lost the job.
        """
        from games import services
        from games.models import Watch
        from games.services.clock import outages

        self.sweep()
        while True:
            began = self.now
            self.now += self.chance.choice(DOWN) + self.chance.randrange(3600) * timedelta(seconds=1)
            self.down.append((began, self.now))
            self.found.outages += 1
            if self.chance.random() < 0.75:
                break
            outages.note_sweep(self.now)
            self.now += self.chance.choice([MINUTE, 9 * MINUTE])
            Watch.objects.update(swept_at=self.now)
        if self.chance.random() < 0.4:
            self.act_first()
        services.sweep(self.now)  # the first sweep after it finds the gap
        self.look()

    def act_first(self) -> None:
        """Let the game master or a player act before the next sweep, for example by lending a seat. A loan or
        a pause ends within minutes.
        """
        from games import services
        from games.refusals import Refusal

        seat = self.chance.choice(list(self.users))
        user, until = self.users[seat], (self.now + DAY).date()
        deeds: list[Callable[[], Any]] = [
            lambda: substitutes.lend(self.game, user, seat, until=until, now=self.now),
            lambda: substitutes.lend(self.game, self.gm, seat, until=until, now=self.now),
            lambda: helping.more_time(self.game, self.gm, seat, hours=1, now=self.now),
            lambda: services.pause(self.game, self.gm, now=self.now),
            lambda: self.rest(seat),
        ]
        with suppress(Refusal):  # nothing is due, or the game is over
            self.chance.choice(deeds)()
        self.now += self.chance.choice([0, 1, 3]) * MINUTE
        with suppress(Refusal):
            substitutes.end_loan(self.game, user, seat, now=self.now)
            services.resume(self.game, self.gm, now=self.now)

    # --- judging answers ---

    seen = -1

    def look(self) -> None:
        from games.models import Entry

        fresh = Entry.objects.filter(game=self.game, seq__gt=self.seen).order_by("seq")
        for entry in fresh:
            self.seen = entry.seq
            if entry.reason == Entry.Reason.DEFAULT and entry.seat in self.users:
                self.judge(entry)

    def judge(self, entry: Any) -> None:
        from games.models import PendingDecision

        rows = PendingDecision.objects.filter(game=self.game, seat=entry.seat, answered_at=entry.created_at)
        row = rows.order_by("opened_seq", "pk").last()
        self.found.decisions += 1
        if row is None:
            self.found.unfair.append(f"{entry}: nobody was asked")
            return
        had = sum((STEP for _ in self.could(entry.seat, row.opened_at, entry.created_at)), timedelta(0))
        if had < FAIR:
            told = f"{entry}: asked {row.opened_at:%a %d %H:%M}, answered {entry.created_at:%a %d %H:%M}"
            self.found.unfair.append(f"{told}, {had} to answer; {self.facts(entry.seat)}")

    def facts(self, seat: str) -> str:
        from accounts.models import Profile
        from games.models import Game

        profile, game = Profile.of(self.users[seat]), Game.objects.get(pk=self.game)
        night = f"night {profile.night_from}-{profile.night_to} in {profile.timezone}"
        down = [f"{began:%d %H:%M}-{ended:%d %H:%M}" for began, ended in self.down[-2:]]
        away = [(f"{since:%d %H:%M}", str(until)) for since, until in self.away[seat][-2:]]
        return f"{night}, away {away}, {game.hours_per_decision} h {game.rhythm}, down {down}"

    def could(self, seat: str, since: datetime, until: datetime) -> Iterator[datetime]:
        """Yield the times, every STEP, at which the site was up and the player neither asleep nor away. Stop
        as soon as they add up to FAIR.
        """
        from accounts.models import Profile

        profile, count = Profile.of(self.users[seat]), 0
        down = [span for span in self.down if span[1] > since]
        while since < until and count * STEP < FAIR:
            if not any(began <= since < ended for began, ended in down):
                known = [last for at, last in self.away[seat] if at <= since]
                profile.away_until = known[-1] if known else None
                if not profile.is_absent(since):
                    count += 1
                    yield since
            since += STEP


def tried(decisions: int, seed: int) -> Found:
    """Play worlds one after another until this many decisions have been answered, and return the findings."""
    from games import tasks

    found, world = Found(), 0
    with mock.patch.object(tasks.answer_due_of, "apply_async"):  # the job would use today's clock
        while found.decisions < decisions:
            world += 1
            empty(f"{seed} {world}")
            months = Months(random.Random(f"outages {seed} {world}"), found)
            for _ in range(60):
                months.go_on()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--decisions", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.perf_counter()
    with database():
        found = tried(asked.decisions, asked.seed)
    for one in found.unfair[:50]:
        print(one)
    took = time.perf_counter() - began
    print(
        f"{len(found.unfair)} of {found.decisions} decisions were answered that nobody could answer, with "
        f"{found.outages} outages; {took:.0f} s, {found.decisions / took:.1f} decisions/s"
    )
    return 1 if found.unfair else 0


if __name__ == "__main__":
    sys.exit(main())

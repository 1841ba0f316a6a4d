"""The world of a simulation: its events, in an order that the seed decides."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404

from accounts.models import Profile
from engine.choices import sample_action
from engine.dice import Seeded
from engine.game import ASK_ME, GM, Refusal
from features.desk import answering, helping, substitutes
from games import services
from games.models import BattleLink, Call, Device, Entry, Game, Hook, PendingDecision, Seat, Watch
from games.prepared_sql import PreparedQuery, Update, Values
from games.services.clock import auto_answers
from tests.games.cast import a_user
from tests.simulation import faults
from tests.simulation.faults import Killed, Reaper
from tests.simulation.life import Life, void
from tests.simulation.wire import WIRE

STARTS = [(2026, 3, 1), (2026, 3, 24), (2026, 10, 21)]  # shortly before clock changes in some zones
SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=n) for n in (1, 60, 3600, 86400))
SWEEPS = 15 * SECOND  # the time between two sweeps
LEAST = timedelta(hours=1) - MINUTE  # everyone has at least this long after an outage

# queries that run after every action; preparing their SQL saves a fifth of a world's time
OPEN = PreparedQuery(lambda: PendingDecision.objects.filter(answered_at=None).only("pk"))
SWITCHED_OFF = PreparedQuery(lambda: Hook.objects.exclude(off_at=None).only("pk"))
CALLS = PreparedQuery(lambda: Call.objects.only("key", "hook"))
SEATS = Seat.objects.only("game", "key", "user", "lender", "orders", "kept")
LENT = PreparedQuery(lambda: SEATS.exclude(lender=None))
ROW = PreparedQuery(lambda pk: PendingDecision.objects.filter(pk=pk), int)
TABLES = PreparedQuery(lambda pk: Game.objects.filter(pk=pk).only("hours_per_decision", "rhythm"), UUID)
ANSWERED = PreparedQuery(
    lambda game, seat, at, before: PendingDecision.objects.filter(
        game=game, seat=seat, answered_at=at, opened_seq__lt=before
    ).order_by("opened_seq", "pk"),
    UUID,
    str,
    datetime,
    int,
)
SWEPT = PreparedQuery(lambda: Watch.objects.all())
SWEEP = Update(lambda at: (Watch.objects.all(), {"swept_at": at}), datetime)
OWED = PendingDecision.objects.filter(answered_at=None, game__status=Game.Status.RUNNING)
DUES = Values(
    lambda now: OWED.filter(due_at__gt=now).order_by("due_at").values_list("due_at", flat=True)[:1], datetime
)
OVERDUE = PreparedQuery(lambda now: OWED.filter(due_at__lte=now).only("pk")[:1], datetime)
ACTABLE = PreparedQuery(lambda: OWED.exclude(seat=GM).order_by("pk"))
TAKEN = PreparedQuery(lambda: Seat.objects.select_related("user"))
FRESH = PreparedQuery(lambda last: Entry.objects.filter(pk__gt=last).order_by("pk"), int)


class World:
    def __init__(self, seed: object, systems: tuple[str, ...]) -> None:
        self.chance = random.Random(f"world {seed}")
        self.began = datetime(*self.chance.choice(STARTS), 12, tzinfo=UTC)
        self.real, self.skew = self.began, timedelta(0)  # the server's clock may be wrong by ``skew``
        self.queue: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.violations: list[str] = []
        self.outages: list[tuple[datetime, datetime, set[int]]] = []  # from, to, rows lapsed before
        self.jumps: list[tuple[datetime, datetime, set[int]]] = []  # the same for jumps of the clock
        self.asked: dict[int, tuple[datetime, timedelta | None]] = {}  # row -> since when, for how long
        self.moved_by_gm: set[Any] = set()
        self.last_entry = 0
        self.keys = 0
        self.kills = self.refused = self.steps = 0
        self.reaper = Reaper()
        faults.POST.__init__()  # type: ignore[misc]
        WIRE.__init__()  # type: ignore[misc]
        self.called: dict[str, int] = {}  # hooks with a due delivery, and which
        self.off: set[int] = set()  # hooks seen switched off
        self.lent: dict[int, tuple[int, Any]] = {}  # seat -> its player and orders
        self.by_hand = False  # a person, not a job, changes the seats
        self.life = Life(self)
        self.gm = a_user("gm")
        self.people = [a_user(name) for name in ("anna", "bruno", "carla", "dario")]
        self.reserves = [a_user(name) for name in ("elena", "fabio")]
        for system in systems:
            self.begin(system)
        self.sweep()

    @property
    def now(self) -> datetime:
        return self.real + self.skew

    def begin(self, kind: str) -> None:
        """Begin a game of this system; "campaign" is Three Fords with duels, "bots" is Three Fords with
        bots.
        """
        hours = self.chance.choice([2, 12, 24, 48])
        more: dict[str, Any] = {"system": kind}
        if kind in ("campaign", "bots", "fords", "cards"):
            more = {"system": "fords", "options": {"rounds": 4}}
            if kind == "cards":
                more["scenario_name"] = "cards"
            if kind == "campaign":
                more["battle_system"] = "duel"
        game = services.create_game(gm=self.gm, name=kind, now=self.now, hours_per_decision=hours, **more)
        who = self.chance.sample(self.people, len(self.people))
        for place, seat in enumerate(game.seats.all()):
            bot = kind == "bots" and place > 0
            if bot:
                services.set_bot(game.pk, self.gm, seat.key, True, now=self.now)
            else:
                invitation = services.invite(game.pk, self.gm, seat=seat.key, now=self.now)
                services.accept(invitation.token, who[place % len(who)], now=self.now)
        services.start(game.pk, self.gm, now=self.now)

    # --- jobs ---

    def ask(self, name: str) -> None:
        """Queue a job like a bad broker: it loses one in ten, doubles one in ten, and delivers in any
        order.
        """
        fate = self.chance.random()
        if fate > 0.1:
            self.queue.append(name)
        if fate > 0.9:
            self.queue.append(name)

    def job(self) -> None:
        if self.queue:
            name = self.queue.pop(self.chance.randrange(len(self.queue)))
            self.attempt(lambda: auto_answers.answer_due(name, self.now, 30))

    def sweep(self) -> None:
        """Sweep, handing jobs to workers, some of which die or get lost."""

        def hand_out() -> None:
            for game_id in auto_answers.look(self.now):
                self.ask(str(game_id))
            auto_answers.remind(self.now)

        while not self.attempt(hand_out):
            self.real += SECOND
        while self.queue:
            self.job()

    def mail(self) -> None:
        fates = ["", "", "refuse", "lose_answer", "kill_before", "kill_after"]
        faults.POST.next = [self.chance.choice(fates) for _ in range(3)] if self.perilous else []
        if self.perilous and self.chance.random() < 0.3:
            faults.POST.meanwhile = lambda: void(services.send_messages(self.now))
        self.attempt(lambda: services.send_messages(self.now))
        faults.POST.next, faults.POST.meanwhile = [], None

    # --- time ---

    def pass_time(self, length: timedelta) -> None:
        """Let time pass while the server is up. Time jumps from one sweep with something to do to the next,
        because the sweeps between them would find nothing.
        """
        end = self.real + length
        self.sweep()
        for _ in range(12):
            if self.real >= end:
                break
            dues, overdue = DUES(self.now), OVERDUE(self.now)
            near = self.real + SWEEPS if overdue else min([end, *(due - self.skew for due in dues)])
            self.real = min(max(near, self.real + SECOND), end)
            SWEEP(self.now - SWEEPS)
            self.sweep()
        self.mail()
        self.life.calls()

    def outage(self) -> None:
        """Let time pass while the server is down and nothing runs. Decisions that are already due keep their
        deadlines.
        """
        self.sweep()
        since, lapsed = self.real, self.lapsed()
        self.real += self.chance.choice([20 * MINUTE, 5 * HOUR, 30 * HOUR, 90 * HOUR])
        self.outages.append((since, self.real, lapsed))

    def wrong_clock(self) -> None:
        """Let the server's clock jump forward. Meanwhile sweeps run by this clock, and people act. Then the
        clock is corrected.
        """
        self.sweep()
        self.jumps.append((self.real, self.real, self.lapsed()))  # a jump looks like an outage
        self.skew = self.chance.choice([HOUR, 3 * DAY, 400 * DAY])
        self.sweep()
        deeds = [self.act, self.act, self.plan, self.repeat, self.meddle, self.life.something, self.a_while]
        for deed in self.chance.choices(deeds, k=self.chance.randrange(6)):
            deed()
        self.mail()
        self.life.calls()
        self.skew = timedelta(0)
        self.real += SECOND
        self.sweep()

    def lapsed(self) -> set[int]:
        return set(PendingDecision.objects.filter(due_at__lte=self.now).values_list("pk", flat=True))

    def a_while(self) -> None:
        self.pass_time(self.chance.choice([MINUTE, HOUR, 9 * HOUR]))

    # --- people ---

    def act(self) -> None:
        """Let somebody answer a due decision, as the bot would or by default."""
        seats = {(s.game_id, s.key): s for s in TAKEN()}
        rows = [row for row in ACTABLE() if seats[row.game_id, row.seat].user is not None]
        if not rows:
            return
        row = self.chance.choice(rows)
        game = Game.objects.get(pk=row.game_id)
        at = services.table(game)
        action = row.default
        if self.chance.random() < 0.5 and any(d.id == row.decision for d in at.decisions()):
            dice = Seeded(b"simulation", str(game.pk), self.chance.randrange(10**6))
            action = at.system.codec.write(at.rules.bot(at.state, row.seat, dice))
        self.keys += 1
        request = {
            "game_id": game.pk,
            "seat": row.seat,
            "action": action,
            "drawn_seq": game.seq - (self.chance.random() < 0.1),
            "key": f"key {self.keys}",
            "user": seats[row.game_id, row.seat].user,
        }
        self.sent = [*self.sent[-12:], request]
        self.send(request)
        if self.chance.random() < 0.3:
            self.send(request)  # a double click

    def plan(self) -> None:
        """Let somebody compose a plan and send it, drop it, or undo their last steps."""
        seats = [s for s in Seat.objects.select_related("user", "game") if s.user and s.game.running]
        if not seats:
            return
        seat = self.chance.choice(seats)
        game, user = Game.objects.get(pk=seat.game_id), seat.user
        at = services.table(game)
        dice = Seeded(b"plans", str(game.pk), self.chance.randrange(10**6))
        offered = [sample_action(choice, dice) for choice in at.choices(seat.key)]
        steps = [self.chance.choice(offered)] if offered else []
        steps += self.chance.choice([[], [{"kind": "hold"}], [{"kind": "stand", "withdraw": False}]])
        self.keys += 1
        more = {"drawn_seq": game.seq, "key": f"key {self.keys}", "now": self.now}
        deeds: list[Callable[[], Any]] = [
            lambda: services.send_plan(game.pk, user, seat.key, steps, **more),
            lambda: services.send_plan(game.pk, user, seat.key, steps, **more),
            lambda: services.drop_plan(game.pk, user, seat.key),
            lambda: services.undo_moves(game.pk, user, **more),
        ]
        self.attempt(self.chance.choice(deeds))

    def repeat(self) -> None:
        """Send an old form again, as if a phone had been offline or the response had got lost."""
        if self.sent:
            self.send(self.chance.choice(self.sent))

    def send(self, request: dict[str, Any]) -> None:
        own = f"{request['user'].pk}:{request['key']}"
        known = Entry.objects.filter(game_id=request["game_id"], key=own).first()

        def submit() -> None:
            try:
                done = services.submit(**request, now=self.now)
            except Refusal as why:
                if known is not None:
                    self.violations.append(f"a repeated request was refused: {why!r}")
                raise
            if known is not None and (not done.repeated or done.entry.pk != known.pk):
                self.violations.append(f"a repeated request was carried out twice: {own}")

        self.attempt(submit)

    def meddle(self) -> None:
        """Let the game master change something, or let a player who is away change their orders or seat."""
        game = self.chance.choice(list(Game.objects.order_by("created_at", "name")))
        seat = self.chance.choice(list(game.seats.all()))
        deeds: list[Callable[[], Any]] = [
            lambda: self.rewind(game),
            lambda: services.pause(game.pk, self.gm, now=self.now),
            lambda: services.resume(game.pk, self.gm, now=self.now),
            lambda: services.resume(game.pk, self.gm, now=self.now),
            lambda: self.extend(game),
            lambda: self.change_hours(game),
            lambda: self.orders(game, seat),
            lambda: self.leave_and_return(game, seat),
            lambda: self.pace(game),
            lambda: self.lend(game, seat),
            lambda: self.care(game, seat),
            self.rest,
            self.confirm,
        ]
        self.by_hand = True
        self.attempt(self.chance.choice(deeds))
        self.by_hand = False

    def rewind(self, game: Game) -> None:
        points = services.rewind_points(game)
        if points and self.chance.random() < 0.5:
            self.keys += 1
            to = self.chance.choice(points[-4:])
            services.rewind(
                game.pk, self.gm, to_seq=to, drawn_seq=game.seq, key=f"key {self.keys}", now=self.now
            )

    def extend(self, game: Game) -> None:
        self.moved_by_gm.add(game.pk)
        services.extend_deadline(game.pk, self.gm, hours=self.chance.choice([1, 30, 100]), now=self.now)

    def change_hours(self, game: Game) -> None:
        self.moved_by_gm.add(game.pk)
        services.change_settings(
            game.pk, self.gm, now=self.now, hours_per_decision=self.chance.choice([2, 36])
        )

    def orders(self, game: Game, seat: Seat) -> None:
        if seat.user is not None and game.system == "fords":
            orders: dict[str, Any] = {"stand": {"withdraw_at": self.chance.randint(1, 3)}}
            if game.scenario_name == "cards":
                orders["ambush"] = self.chance.choice([dict(ASK_ME), {"spring": True}])
            at_once = self.chance.random() < 0.5
            services.write_orders(game.pk, seat.user, seat.key, orders, at_once, now=self.now)

    def leave_and_return(self, game: Game, seat: Seat) -> None:
        self.moved_by_gm.add(game.pk)
        if seat.user is not None:
            services.leave_seat(game.pk, seat.user, seat.key, now=self.now)
        elif seat.free:
            token = services.invite(game.pk, self.gm, seat=seat.key, now=self.now).token
            services.accept(token, self.chance.choice(self.people), now=self.now)

    def pace(self, game: Game) -> None:
        """Change a game's pace: two hours or a day for each decision, alone or with a fixed hour or excluded
        days.
        """
        self.moved_by_gm.add(game.pk)
        rhythms: list[dict[str, Any]] = [
            {},
            {"zone": "Europe/Rome", "at": "21:00", "days": [0, 3]},
            {"zone": "America/New_York", "at": "02:30"},
            {"zone": "Europe/Rome", "days": [0, 1, 2, 3, 4], "closed": [["2026-03-20", "2026-04-02"]]},
        ]
        hours, written = self.chance.choice([2, 24]), self.chance.choice(rhythms)
        services.set_pace(game.pk, self.gm, hours=hours, written=written, now=self.now)

    def lend(self, game: Game, seat: Seat) -> None:
        """Let the bot play for somebody for some days, or bring them back early."""
        self.moved_by_gm.add(game.pk)
        if seat.lender is not None:
            substitutes.end_loan(game.pk, seat.lender, seat.key, now=self.now)
        else:
            until = self.real.date() + self.chance.choice([0, 1, 3]) * DAY
            to = self.chance.choice(["", *(one.username for one in self.reserves)])
            substitutes.lend(game.pk, self.gm, seat.key, until=until, to=to, now=self.now)

    def care(self, game: Game, seat: Seat) -> None:
        """Let the game master send a reminder, give time, or let the bot answer once."""
        self.moved_by_gm.add(game.pk)
        self.keys += 1
        form = {"drawn_seq": game.seq, "key": f"key {self.keys}", "now": self.now}
        deeds: list[Callable[[], Any]] = [
            lambda: helping.nudge(game.pk, self.gm, seat.key, now=self.now),
            lambda: helping.more_time(game.pk, self.gm, seat.key, now=self.now),
            lambda: answering.answer_for(game.pk, self.gm, seat.key, **form),
        ]
        self.chance.choice(deeds)()

    def rest(self) -> None:
        person = self.chance.choice(self.people)
        profile = Profile.of(person)
        profile.night_from, profile.night_to = self.chance.choice([(23, 7), (None, None)])
        profile.away_until = self.real.date() + self.chance.choice([-1, 2, 9]) * DAY
        profile.save()
        services.adjust_to_rest(person, self.now)

    def confirm(self) -> None:
        for link in BattleLink.objects.filter(status=BattleLink.Status.REPORTED).order_by("pk"):
            for key in {link.attacker, link.defender} - set(link.confirmations):
                user = link.campaign.seats.get(key=key).user
                if user is not None and self.chance.random() < 0.7:
                    services.confirm_battle(link.pk, user, now=self.now)
                    return

    # --- one event after another ---

    def attempt(self, deed: Callable[[], Any]) -> bool:
        """Run something in a process that may be killed at any write or after any commit; return whether
        it survived.
        """
        if self.perilous and self.chance.random() < 0.25:
            if self.chance.random() < 0.7:
                self.reaper.aim(writes=self.chance.randrange(25))
            else:
                self.reaper.aim(commits=self.chance.randrange(4))
        faults.POST.latest = WIRE.latest = None
        try:
            with self.reaper.at_work():
                deed()
            return True
        except Killed:
            self.kills += 1
            faults.POST.sender_was_killed()
            WIRE.sender_was_killed()
            connection.close()  # the killed process's connection; the next one opens its own
            return False
        except (Refusal, PermissionDenied, Http404):
            self.refused += 1
            return True
        except Exception as error:
            self.violations.append(f"a crash: {error!r}")
            connection.close()
            return True
        finally:
            self.reaper.rest()
            self.observe()

    perilous = True

    def step(self) -> None:
        """Run one event, chosen at random."""
        self.steps += 1
        self.real += self.chance.randrange(30) * SECOND
        [event] = self.chance.choices(
            [
                self.act,
                self.plan,
                self.repeat,
                self.job,
                self.mail,
                self.meddle,
                self.life.something,
                self.idle,
                self.outage,
                self.wrong_clock,
            ],
            [40, 8, 10, 6, 6, 12, 16, 22, 3, 2],
        )
        event()
        ended = self.outages[-1][1] if self.outages else self.began
        if self.real > ended and self.now - SWEPT()[0].swept_at > 5 * MINUTE:
            self.sweep()

    def idle(self) -> None:
        self.pass_time(self.chance.choice([MINUTE, HOUR, 9 * HOUR, 30 * HOUR]))

    def settle(self) -> None:
        """Let two days pass without faults or actions."""
        self.perilous = False
        self.skew = timedelta(0)
        for _ in range(3):
            self.pass_time(16 * HOUR)
        for _ in range(8):  # several sweeps, because lost jobs are queued again
            self.real += SWEEPS
            SWEEP(self.now - SWEEPS)
            self.sweep()
        for day in range(1, 5):
            late = self.now + day * 25 * HOUR
            self.attempt(lambda late=late: services.send_messages(late, limit=1000))  # type: ignore[misc]
        told = Hook.objects.exists() or Device.objects.exists()
        for hours in range(60, 80) if told else ():  # refused deliveries are retried ever more rarely
            late = self.now + hours * HOUR
            self.attempt(lambda late=late: self.life.tell(late))  # type: ignore[misc]

    # --- judging ---

    def observe(self) -> None:
        """Note new decisions, and judge automatic answers."""
        unseen = {row.pk for row in OPEN()} - self.asked.keys()
        for row in [ROW(pk)[0] for pk in sorted(unseen)]:
            [game] = TABLES(row.game_id)
            hours = game.hours_per_decision
            self.asked[row.pk] = self.real, None if hours is None else timedelta(hours=hours)
            self.watch_rhythm(row, game.rhythm)
        self.watch_hooks()
        self.watch_seats()
        for entry in FRESH(self.last_entry):
            self.last_entry = entry.pk
            if entry.reason == Entry.Reason.DEFAULT:
                self.judge(entry)

    def watch_rhythm(self, row: PendingDecision, written: dict[str, Any]) -> None:
        """Check that no deadline falls on a day that the campaign excludes."""
        if not written or row.due_at is None or row.due_at <= row.reckoned_at:
            return
        day = row.due_at.astimezone(ZoneInfo(written["zone"])).date()
        closed = any(first <= day.isoformat() <= last for first, last in written["closed"])
        if day.weekday() not in written["days"] or closed:
            self.violations.append(f"{row.decision} is due on a day that is left out: {row.due_at}")

    def watch_hooks(self) -> None:
        self.off.update(one.pk for one in SWITCHED_OFF())
        self.called.update((call.key, call.hook_id) for call in CALLS())

    def watch_seats(self) -> None:
        """Check that a lent seat returned to its player with their orders, unless somebody changed it."""
        seats = {seat.pk: seat for seat in LENT()}
        for pk, (lender, orders) in list(self.lent.items()):
            seat = seats.get(pk) or SEATS.get(pk=pk)
            if seat.lender_id is None:
                del self.lent[pk]
                if not self.by_hand and (seat.user_id, seat.orders) != (lender, orders):
                    self.violations.append(f"{seat} of {seat.game_id} did not come back to its player")
        for pk, seat in seats.items():
            if seat.lender_id is not None:
                self.lent.setdefault(pk, (seat.lender_id, seat.kept.get("orders")))

    def judge(self, entry: Entry) -> None:
        row = next(reversed(ANSWERED(entry.game_id, entry.seat, entry.created_at, entry.seq)), None)
        if row is not None and row.covert and row.due_at is not None and row.due_at <= row.reckoned_at:
            return  # a hidden decision is answered at once if nobody wants to be asked
        if entry.covert and (row is None or not row.covert):
            return  # it was answered together with the action that opened it (tests/games/test_unasked.py)
        if row is None or row.pk not in self.asked:  # asked and answered within a single event
            self.violations.append(f"{entry} was answered by default before anybody could see the question")
            return
        since, promised = self.asked[row.pk]
        whole = promised is not None and self.real - since >= promised - MINUTE
        jumped = [one for one in self.jumps if since <= one[1] and not whole]  # unless the full time passed
        missed = [*(out for out in self.outages if since < out[1]), *jumped]
        for _began, ended, lapsed in missed:
            if row.pk not in lapsed and self.real - ended < LEAST:
                self.violations.append(f"{entry} was answered by default {self.real - ended} after an outage")
        promise_holds = promised is not None and entry.game_id not in self.moved_by_gm and not missed
        if promise_holds and promised is not None and self.real - since < promised - MINUTE:
            self.violations.append(f"{entry} was answered by default after {self.real - since}")


def run(seed: object, steps: int, systems: tuple[str, ...]) -> World:
    world = World(seed, systems)
    for _ in range(steps):
        world.step()
    world.settle()
    return world

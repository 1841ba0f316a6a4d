"""Pairs of worlds that differ only in what a reader may not know: the reader gets identical bytes.

    python -m tests.proof.pairs --pairs 10000 --seed 1 [--system NAME]

Plays games of every system and, at some moments, creates worlds: the real state and some that the reader
cannot tell from it (``imagine``); or several moves of a rival that the rules report to the reader alike;
or sets of a rival's private orders, plans, letters and secret treaties (the only kind for systems that
hide nothing), sometimes in a game that is then ended, so that its file opens. The reader may know what
``view``, ``sees`` and ``choices`` of the rules say. In each world the reader (a player, a spectator or a
visitor) requests every URL of the game and of their account, feeds and calendar, tries actions, and gets
mail; the reader's hook and the game's hook are called. The first world is compared with each other one,
which makes a pair. Prints every difference with its URL; exits with 1 if there was any.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import lru_cache, partial
from typing import Any
from unittest import mock

from tests.proof.own import database, empty, for_hours

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("fords", {"scenario_name": "cards", "options": {"rounds": 8}}),
    ("toll_road", {}),
    ("schiere", {"scenario_name": "open_field", "options": {"points": "20", "turns": "6"}}),
    ("italia", {}),
    ("justinian", {}),
)
ONWARD = (1, 2, 3, 5)  # steps between two pairs
RUN = 40  # moments compared in one game
OTHERS = 4  # maximum number of worlds to compare with one
PUSHED = "https://hooks.example/"


@dataclass
class Found:
    pairs: Counter[str] = field(default_factory=Counter)
    answers: int = 0
    told: list[str] = field(default_factory=list)


class Sides:
    """A game with its players, compared in one pair of worlds after another."""

    def __init__(self, name: str, more: Mapping[str, Any], chance: random.Random, found: Found) -> None:
        from features.hooks import services as hooks
        from games import services
        from games.services.clock import outages
        from tests.games.cast import NOW, a_game, a_user

        self.name, self.chance, self.found = name, chance, found
        self.gm, self.watcher = a_user("gm"), a_user("watcher")
        keys = [seat.id for seat in rules_of(name, more).seats]
        self.users = {key: a_user(f"player-{key}") for key in keys}
        self.game = a_game(
            self.gm, dict(self.users), start=False, name="Pairs", system=name, public=True, **more
        )
        outages.note_sweep(NOW)
        services.start(self.game.pk, self.gm, now=NOW)
        self.game.refresh_from_db()
        self.offered: list[Any] = [{}]  # actions of all seats; the reader tries some
        self.tries: tuple[tuple[str, Any], ...] = ()
        with mock.patch("games.services.notices.outward.check_target", lambda target: "93.184.216.34"):
            for user in (*self.users.values(), self.watcher):
                hooks.make(user, f"{PUSHED}{user.username}", "", NOW)
            hooks.make(self.gm, f"{PUSHED}game", str(self.game.pk), NOW)

    @property
    def at(self) -> Any:
        from games import services

        self.game.refresh_from_db()
        return services.table(self.game)

    def go_on(self) -> bool:
        """Play a few steps; return False if the game is over."""
        from engine.choices import sample_action
        from engine.dice import Seeded
        from engine.game import Refusal
        from engine.imagining import imagine_state
        from tests.games.cast import do

        for _ in range(self.chance.choice(ONWARD)):
            at = self.at
            if not self.game.running:
                return False
            decision = self.chance.choice(at.decisions())
            user = self.users.get(decision.seat, self.gm)
            dice = Seeded(b"onward", str(self.game.pk), self.chance.randrange(10**9))
            action = at.system.codec.write(decision.default)
            if decision.seat in self.users:
                if self.chance.random() < 0.5:
                    thought = imagine_state(at.rules, at.state, decision.seat, dice)
                    action = at.system.codec.write(at.rules.bot(thought, decision.seat, dice))
                else:
                    action = sample_action(self.chance.choice(at.choices(decision.seat)), dice)
            self.offered = [*self.offered[-20:], action]
            try:
                do(self.game, user, decision.seat, action)
            except Refusal:  # a field that only the rules can judge
                do(self.game, user, decision.seat, at.system.codec.write(decision.default))
        return self.game.running

    # --- pairs ---

    def pairs(self, most: int, *only: str) -> tuple[str, int]:
        """Create worlds of one kind at this moment, and compare what a reader sees in the first world and in
        each other one. Return the kind and the number of comparisons, or ("", 0) if there is only one world.
        """
        seat = self.chance.choice(list(self.users))
        reader = self.chance.choice([seat, seat, "watcher", ""])
        drawn = self.chance.choices(self.offered, k=4)
        self.tries = tuple((self.chance.choice([*self.users, "gm"]), action) for action in drawn)
        kinds = [self.imagined, self.deeds, self.deeds, self.private]
        if self.at.rules.hides_nothing:
            kinds = [self.private]
        kinds = [kind for kind in kinds if not only or kind.__name__ in only]
        for kind in self.chance.sample(kinds, len(kinds)):
            worlds = list(kind(seat, reader))[: 1 + min(most, OTHERS)]
            if len(worlds) > 1:
                one = self.looked_at(reader, worlds[0])
                for world in worlds[1:]:
                    self.compare(kind.__name__, reader, one, self.looked_at(reader, world))
                return str(kind.__name__), len(worlds) - 1
        return "", 0

    def imagined(self, seat: str, reader: str) -> Iterator[Callable[[], Any]]:
        from engine.codec import canonical
        from engine.dice import Seeded
        from engine.game import Unimaginable
        from engine.imagining import imagine_state

        at = self.at
        write = at.system.codec.write
        known = {canonical(write(at.state))}
        yield partial(self.placed, at.state)
        for number in range(2 * OTHERS):
            dice = Seeded(b"pairs", str(self.game.pk), self.chance.randrange(10**9) + number)
            try:
                other = imagine_state(at.rules, at.state, seat, dice)
            except Unimaginable:
                return
            body = canonical(write(other))
            if body not in known:
                known.add(body)
                yield partial(self.placed, other)

    def placed(self, state: Any) -> None:
        """Put the game into this state, keeping its log."""
        from engine.journal import state_json
        from games.models import Snapshot
        from games.services import pending, tables
        from tests.games.cast import NOW

        body = state_json(self.at.opened, state)
        Snapshot.objects.filter(game=self.game, seq=self.game.seq).update(state=body)
        tables._heads.clear()
        pending.refresh(self.at, NOW)

    def deeds(self, seat: str, reader: str) -> list[Callable[[], Any]]:
        """Return functions that each carry out an action of a rival. The actions lead to different states,
        which the rules show to the reader in exactly the same way.
        """
        from engine.choices import sample_action
        from engine.codec import canonical
        from engine.dice import Seeded
        from tests.games.cast import do

        at, alike = self.at, dict[str, dict[str, Any]]()  # sight -> state -> action
        as_whom = seat if reader == seat else None
        owing = [d.seat for d in at.decisions() if d.seat in self.users and d.seat != seat]
        if not owing:
            return []
        rival = self.chance.choice(owing)
        choices = list(at.choices(rival))
        for _ in range(12):
            dice = Seeded(b"deeds", str(self.game.pk), self.chance.randrange(10**9))
            action = sample_action(self.chance.choice(choices), dice)
            moment = self.tried(at, rival, action)
            if moment is None:
                continue
            state = canonical(at.system.codec.write(moment.head.state))
            alike.setdefault(self.sight(at, moment, as_whom), {}).setdefault(state, action)
        most = max(alike.values(), key=len, default={})
        return [partial(do, self.game, self.users[rival], rival, action) for action in most.values()]

    def tried(self, at: Any, seat: str, action: Any) -> Any:
        from engine.dice import DiceNeeded
        from engine.game import Refusal
        from engine.journal import play
        from games.services.proof.chance import server_dice
        from games.services.proof.seeds import seed_of

        try:
            return play(at.opened, at.head, seat, action, server_dice(at.game, seed_of(at.game)))
        except (Refusal, DiceNeeded):
            return None

    def sight(self, at: Any, moment: Any, seat: str | None) -> str:
        """Return everything that the rules tell a viewer about a step and its result."""
        from engine.codec import canonical

        rules, write = at.rules, at.system.codec.write
        state = moment.head.state
        seen = [rules.sees(event, seat) for event in moment.events]
        told = [write(event) for event in seen if event is not None]
        rolls = [roll for roll in moment.entry.rolls if told and not roll.get("secret")]
        waits = [(d.seat, d.power, d.kind) for d in rules.pending(state) if not d.covert or d.seat == seat]
        own = repr(rules.choices(state, seat)) if seat else ""
        outcome = repr(rules.outcome(state))
        return canonical(
            [rules.view(state, seat), told, rolls, waits, own, outcome, repr(rules.opens(state))]
        )

    def private(self, seat: str, reader: str) -> list[Callable[[], Any]]:
        """Return functions that each create secrets of a rival, and messages to players other than the
        reader.
        """
        rivals = [key for key in self.users if key != seat]
        rival = self.chance.choice(rivals)
        others = [key for key in rivals if key != rival]
        seeds = [self.chance.randrange(10**9) for _ in range(1 + OTHERS)]
        over = self.chance.random() < 0.3
        return [partial(self.write, rival, others, number, over) for number in seeds]

    def write(self, rival: str, others: list[str], number: int, over: bool = False) -> None:
        from engine.choices import sample_action, sample_field
        from engine.dice import Seeded
        from engine.game import Refusal
        from features.letters import services as letters
        from games import services
        from tests.games.cast import NOW

        at, user, chance = self.at, self.users[rival], random.Random(number)
        dice = Seeded(b"private", rival, number)
        kinds = [kind for kind in at.rules.order_kinds(rival) if chance.random() < 0.6]
        orders = {kind.key: {one.name: sample_field(one, dice) for one in kind.fields} for kind in kinds}
        choices = list(at.choices(rival))
        plan = [sample_action(chance.choice(choices), dice)] if choices else []
        with suppress(Refusal):
            services.write_orders(self.game.pk, user, rival, orders, False, now=NOW)
        with suppress(Refusal):
            services.write_plan(self.game.pk, user, rival, plan[: number % 2], now=NOW)
        for to in others:
            more = {"to": to, "text": f"secret {number}", "key": "1", "now": NOW}
            letters.write(self.game.pk, user, seat=rival, **more)
            self.promise(rival, to, number)
        if over:
            services.abandon(self.game.pk, self.gm, now=NOW)

    def promise(self, rival: str, to: str, number: int) -> None:
        """Create a treaty between the two in words that nobody else can read."""
        from engine.choices import sample_field
        from engine.contract.promises import WORDS
        from engine.dice import Seeded
        from games.services.people import treaties
        from tests.games.cast import NOW

        offered = self.at.rules.promises(self.at.state, rival, to)
        choice = next(one for one in offered if one.kind == WORDS)
        terms = {one.name: sample_field(one, Seeded(b"promised", to, number)) for one in choice.fields}
        said = treaties.ProposedPromise(rival, {**terms, "kind": WORDS, WORDS: f"secret {number}"})
        one = treaties.propose(
            self.game.pk,
            self.users[rival],
            seat=rival,
            to=to,
            wanted=[said],
            public=False,
            key="1",
            now=NOW,
        )
        treaties.accept(self.game.pk, self.users[to], one.pk, NOW)

    # --- reading pages ---

    def looked_at(self, reader: str, world: Callable[[], Any]) -> dict[tuple[str, str], str]:
        from tests.games.secrecy import forget, undone

        forget()
        with undone():
            world()
            self.game.refresh_from_db()
            forget()
            seen = dict(self.seen(reader))
        self.game.refresh_from_db()
        forget()
        return seen

    def seen(self, reader: str) -> Iterator[tuple[tuple[str, str], str]]:
        from django.test import Client
        from django.urls import reverse

        from games.services import messages
        from tests.games import secrecy

        user = {"watcher": self.watcher, **self.users}.get(reader)
        client = Client(raise_request_exception=False)
        if user is not None:
            client.force_login(user)
        rival = next(key for key in self.users if key != reader)
        names = {"blue": rival, "red": reader or rival}
        with mock.patch.dict(secrecy.QUERIES, renamed(secrecy.QUERIES, names)), secrecy.undone():
            asked = [*secrecy.addresses(self.game)]
            asked += secrecy.feeds(self.game, reader, user) if user is not None else ()
            asked.append(reverse("public-feed", args=[self.game.pk]))
            for address in asked:
                answer = client.get(address)
                if answer.status_code >= 500:
                    self.found.told.append(f"{self.name}: {address} breaks: {broken(answer)}")
                yield (reader, address), secrecy.told(answer)
        act = reverse("game-act", args=[self.game.pk])
        for number, (seat, action) in enumerate(self.tries):
            body = {"seat": seat, "seq": self.game.seq, "key": "pair", "action": action}
            with secrecy.undone():
                answer = client.post(act, body, content_type="application/json")
            if answer.status_code >= 400:
                yield (reader, f"try {number}"), secrecy.told(answer)
        with secrecy.undone(), pushed() as heard:
            later = secrecy.NOW + timedelta(hours=30)
            messages.send(later, limit=1000)
            mails = secrecy.mail.outbox
            mine = [one for one in mails if user is not None and user.email in one.to]
            yield (reader, "mail"), secrecy.ONCE.sub("", "\n".join(f"{m.subject}\n{m.body}" for m in mine))
            from features.hooks import services as hooks
            from games.services.notices import channels

            channels.pass_on(later)
            hooks.send(later)
            for url in (f"{PUSHED}game", f"{PUSHED}{user.username}" if user is not None else ""):
                yield (reader, f"hook {url}"), "\n".join(repr(one) for one in heard if one[0] == url)

    def compare(self, kind: str, reader: str, one: Any, other: Any) -> None:
        from tests.games.secrecy import differences

        self.found.pairs[f"{self.name}, {kind}"] += 1
        self.found.answers += len(one)
        told = differences(one, other)
        who = reader or "a visitor"
        self.found.told += [f"{self.name} step {self.game.seq}, {kind}, {who}: {line}" for line in told]


def broken(answer: Any) -> str:
    """Return the end of the traceback behind a failed response or, without one, the end of its content."""
    lines = traceback.format_exception(*answer.exc_info) if answer.exc_info else [answer.content.decode()]
    return " ".join("".join(lines[-3:]).split())[-700:]


def renamed(queries: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return the queries with this game's seats in place of those of Three Fords."""
    return {
        page: tuple({k: names.get(v, v) for k, v in one.items()} for one in some)
        for page, some in queries.items()
    }


@contextmanager
def at_noon() -> Iterator[None]:
    """Stop the clock, and keep mail in memory. Cache rendered pictures, because a picture depends only on its
    SVG.
    """
    from django.core import mail

    from features.report_cards import picture
    from tests.games.cast import NOW

    paint = picture.painter()
    painter = None if paint is None else lru_cache(maxsize=100)(paint)
    local = "django.core.mail.backends.locmem.EmailBackend"
    with (
        mock.patch("django.utils.timezone.now", lambda: NOW),
        mock.patch("django.conf.settings.EMAIL_BACKEND", local),
        mock.patch.object(picture, "painter", lambda: painter),
    ):
        mail.outbox = []  # type: ignore[attr-defined]
        yield


@contextmanager
def pushed() -> Iterator[list[tuple[str, bytes, dict[str, str]]]]:
    """Collect everything sent to hooks and devices."""
    from games.services.notices.outward import Answer

    heard: list[tuple[str, bytes, dict[str, str]]] = []

    def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        heard.append((url, body, dict(headers)))
        return Answer(204)

    with mock.patch("games.services.notices.outward.post", post):
        yield heard


def rules_of(name: str, more: Mapping[str, Any]) -> Any:
    from games.services.tables import system_named

    system = system_named(name)
    scenario = more.get("scenario_name") or next(iter(system.scenarios()))
    return system.open(system.scenario(scenario), more.get("options", {}))


def tried(pairs: int, seed: int, names: tuple[str, ...] = ()) -> Found:
    """Compare this many pairs, divided among the systems."""
    import logging

    from engine import registry
    from tests.engine.toll_road import TOLL_ROAD

    registry.register(TOLL_ROAD)
    logging.disable(logging.ERROR)
    games = [(n, more) for n, more in GAMES if (not names or n in names)]
    found = Found()
    with at_noon():
        for place, (name, more) in enumerate(games):
            share = pairs // len(games) + (place < pairs % len(games))
            several(name, more, share, f"pairs {seed} {name}", found)
    return found


def several(name: str, more: Mapping[str, Any], share: int, seed: str, found: Found) -> None:
    """Compare pairs of one system, from as many games as needed."""
    done = number = 0
    while done < share:
        number += 1
        empty(f"{seed} {number}")
        sides, barren = Sides(name, more, random.Random(f"{seed} {number}"), found), 0
        for _ in range(RUN):
            made = sides.pairs(share - done)[1]
            done, barren = done + made, 0 if made else barren + 1
            if done >= share or barren > 30 or not sides.go_on():
                break


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--system", action="append", default=[])
    asked = parser.parse_args()
    began = time.perf_counter()
    with database():
        for_hours()
        found = tried(asked.pairs, asked.seed, tuple(asked.system))
    took = time.perf_counter() - began
    for line in found.told[:30]:
        print(line)
    print(", ".join(f"{kind} {times}" for kind, times in sorted(found.pairs.items())))
    count = sum(found.pairs.values())
    print(f"{len(found.told)} differences in {count} pairs, {found.answers} answers compared; {took:.0f} s,")
    print(f"{took / max(count, 1):.1f} s a pair")
    return 1 if found.told else 0


if __name__ == "__main__":
    sys.exit(main())

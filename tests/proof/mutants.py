"""Tampered actions: no illegal one is accepted, and none breaks anything.

    python -m tests.proof.mutants --actions 1000000 --seed 1 [--system NAME] [--addresses 0.2]

They go to every system's codec and rules at moments of a game, and a share of them (by default half)
through the URLs of the API and of forms while the game continues. An action is legal if a choice offers it
(``engine.choices``), and accepted if the rules carry it out or the game has stored it. Prints actions that
were accepted though no choice offers them, and everything that broke; exits with 1 if there was any.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.proof.own import database, empty

NAMES = ("justinian", "italia", "dba", "schiere", "fords", "toll_road")
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 99, 10**12, -(10**30), 1.5, -0.0, float("inf"), float("nan")),
    *("", "red", "nowhere", "gm", "\x00", "\ud800", "x" * 5000, "1", "kind", "../..", "'; --"),
    *([], [[]], {}, {"kind": "x"}, [None], {"": 1}, [1] * 300),
)
MOMENTS = 80  # moments of a game at which actions are sent to its rules
RUN = 400  # actions sent to one game by URL before the next begins


@dataclass
class Found:
    tried: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, what: str) -> None:
        self.wrong.append(what)


# --- tampering ---


def mutated(action: Any, chance: random.Random, others: Sequence[Any]) -> Any:
    """Return the action with one to three things wrong; values of other actions are mixed in."""
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        action = _once(action, chance, others)
    return action


def _once(value: Any, chance: random.Random, others: Sequence[Any]) -> Any:
    if isinstance(value, dict) and value and chance.random() < 0.9:
        name = chance.choice(sorted(value))
        match chance.randrange(9):
            case 0:
                return {k: v for k, v in value.items() if k != name}
            case 1:
                return {**value, chance.choice(["stray", "seat", "kind", ""]): chance.choice(ODD)}
            case 2:
                return {**value, name: _foreign(name, chance, others)}
            case _:
                return {**value, name: _once(value[name], chance, others)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        at = chance.randrange(len(value))
        match chance.randrange(5):
            case 0:
                return [*value[:at], *value[at + 1 :]]
            case 1:
                return [*value, value[at]]
            case 2:
                return value[::-1]
            case _:
                return [*value[:at], _once(value[at], chance, others), *value[at + 1 :]]
    if isinstance(value, int) and not isinstance(value, bool) and chance.random() < 0.5:
        return value + chance.choice([-1, 1, 2, 40, -40])
    if isinstance(value, str) and value and chance.random() < 0.3:
        return chance.choice([value[:-1], value + value, value.upper(), value + " ", value[::-1]])
    return chance.choice(ODD)


def _foreign(name: str, chance: random.Random, others: Sequence[Any]) -> Any:
    """Return the value of a field in another action or, if that action has no such field, the value of any of
    its fields.
    """
    other = chance.choice(others)
    return other.get(name, chance.choice(list(other.values()))) if other else None


# --- through the rules ---


def by_rules(system: Any, seed: int, count: int, found: Found) -> None:
    """Send ``count`` actions directly to the codec and the rules, in positions from one game."""
    from engine.choices import permits
    from engine.codec import canonical
    from engine.dice import DiceNeeded, Seeded
    from engine.game import GM, InvalidAction, Refusal
    from engine.journal import play, state_json
    from features.trials.playthrough import play_game
    from tests.engine.contract import seats_of

    heads: list[Any] = []
    chance = random.Random(f"mutants {seed} {system.name}")
    opening = play_game(system, seed, watch=lambda step, head: heads.append(head), limit=600).opening
    heads = [head for head in heads if opening.rules.outcome(head.state) is None]
    moments = heads[:: max(1, len(heads) // MOMENTS)]
    rules, codec, seats = opening.rules, system.codec, [*seats_of(opening), GM]
    known = list(_offered(rules, moments, seats, chance))
    owing_at = [[decision.seat for decision in rules.pending(head.state)] for head in moments]
    asked: dict[tuple[int, str], tuple[Any, list[Any]]] = {}  # (moment, seat) -> choices, and samples of them
    for number in range(count):
        at = chance.randrange(len(moments))
        head, owing = moments[at], owing_at[at]
        seat = chance.choice(owing if owing and chance.random() < 0.8 else seats)
        if (at, seat) not in asked:
            choices = rules.choices(head.state, seat)
            asked[at, seat] = choices, [one for _ in range(5) for one in _samples(choices, seat, chance)]
        choices, near = asked[at, seat]
        action = mutated(chance.choice(near if near and chance.random() < 0.7 else known), chance, known)
        found.tried[f"{system.name}, rules"] += 1
        before = canonical(state_json(opening, head.state)) if number % 100 == 0 else ""
        offered: bool | None = None  # not read yet
        try:
            understood = codec.read(action)
            offered = permits(choices, action) or permits(choices, codec.write(understood))
            moment = play(opening, head, seat, action, Seeded(b"mutants", opening.game, number))
        except (InvalidAction, Refusal, DiceNeeded):
            pass
        except Exception as error:  # only offered actions must be safe (steps.not_offered)
            if offered is None or offered:
                found.add(f"{system.name}: {seat} {_short(action)} breaks the rules: {error!r}")
            found.tried[f"{system.name}, refused by the shell alone"] += offered is False
        else:
            canonical(state_json(opening, moment.head.state))
            told = "legal after all" if offered else "refused by the shell alone"
            found.tried[f"{system.name}, {told}"] += 1
        if before and canonical(state_json(opening, head.state)) != before:
            found.add(f"{system.name}: {seat} {_short(action)} changed the state that it was tried in")


def _offered(rules: Any, heads: Sequence[Any], seats: Sequence[str], chance: Any) -> Iterator[Any]:
    """Return actions as they would be sent, a few for each moment."""
    for head in heads:
        for seat in seats:
            yield from _samples(rules.choices(head.state, seat), seat, chance)


def _samples(choices: Any, seat: str, chance: Any) -> Iterator[Any]:
    from engine.choices import sample_action
    from engine.dice import Seeded

    for choice in chance.sample(choices, min(4, len(choices))):
        yield sample_action(choice, Seeded(b"offered", seat, chance.randrange(10**6)))


def _short(action: Any) -> str:
    return repr(action)[:300]


# --- through URLs ---


@dataclass
class Sender:
    """A person who plays every seat of a game and sends anything to its URLs."""

    name: str
    chance: random.Random
    found: Found

    def __post_init__(self) -> None:
        from django.test import Client

        from games import services
        from tests.games.cast import NOW, a_user
        from tests.web.cast import show_hands

        self.user = a_user("sender")
        self.client = Client(raise_request_exception=False)
        self.client.force_login(self.user)
        game = services.create_game(gm=self.user, name="m", system=self.name, now=NOW)
        for seat in game.seats.all():
            services.take_seat(game.pk, self.user, seat.key, now=NOW)
        services.start(game.pk, self.user, now=NOW)
        show_hands(self.client, game)
        self.pk, self.known, self.keys = game.pk, [{"kind": "x"}], 0
        self.table: tuple[int, Any] = (-1, None)  # the game's table as of a log entry

    def send(self) -> bool:
        """Send one request; return False if the game is over."""
        from games import services
        from games.models import Entry, Game

        game = Game.objects.get(pk=self.pk)
        if not game.running:
            return False
        if self.table[0] != game.seq:
            self.table = game.seq, services.table(game)
        at = self.table[1]
        owing = [decision.seat for decision in at.decisions()]
        seat = self.chance.choice(owing if owing else ["gm"])
        near = list(_offered(at.rules, [at.head], [seat], self.chance))
        self.known = [*self.known[-60:], *near]
        if self.keys % 8 == 0:
            self.go_on(game, at, seat)
            return True
        action = mutated(self.chance.choice(near or self.known), self.chance, self.known)
        # a refused form renders the whole page again, which takes ten times as long as a refusal in JSON
        often: list[Callable[[Any, Any, str, Any], Any]] = [self.as_json] * 5
        seldom = [self.as_form, self.as_fields]
        way = self.chance.choice([*often, *seldom, self.as_plan, self.as_plan, self.as_orders, self.as_bytes])
        self.keys += 1
        answer = way(game, at, seat, action)
        self.found.tried[f"{self.name}, addresses"] += 1
        if answer.status_code >= 500:
            self.found.add(f"{self.name}: {way.__name__} {seat} {_short(action)}: {answer.status_code}")
        fresh = Entry.objects.filter(game=game, seq__gt=game.seq).order_by("seq")
        for number, entry in enumerate(fresh):
            self.found.tried[f"{self.name}, legal after all"] += 1
            self.judge(at, entry, first=number == 0)
        return True

    def judge(self, at: Any, entry: Any, first: bool) -> None:
        """Check that the stored action was offered to its seat."""
        from engine.choices import permits

        if first and not permits(at.choices(entry.seat), entry.action):
            self.found.add(f"{self.name}: {entry.seat} {_short(entry.action)} was stored and never offered")

    def go_on(self, game: Any, at: Any, seat: str) -> None:
        """Make the bot's move, so that the game reaches other moments."""
        from engine.dice import Seeded

        self.keys += 1
        decision = next((one for one in at.decisions() if one.seat == seat), None)
        if decision is None:
            return
        dice = Seeded(b"sender", str(game.pk), self.keys)
        chosen = decision.default if seat == "gm" else at.rules.bot(at.state, seat, dice)
        answer = self.as_json(game, at, seat, at.system.codec.write(chosen))
        if answer.status_code >= 500:
            self.found.add(f"{self.name}: the program's own {seat} {chosen!r}: {answer.status_code}")

    def as_json(self, game: Any, at: Any, seat: str, action: Any) -> Any:
        body = {"seat": seat, "seq": game.seq, "key": f"k{self.keys}", "action": action}
        if self.chance.random() < 0.1:
            body = mutated(body, self.chance, self.known)
        return self.posted("game-act", dumped(body))

    def as_bytes(self, game: Any, at: Any, seat: str, action: Any) -> Any:
        """Post the action as bytes that are cut short, doubled, or not valid JSON. Return the response."""
        text = dumped({"seat": seat, "seq": game.seq, "key": f"k{self.keys}", "action": action})
        at_byte = self.chance.randrange(len(text) + 1)
        spoiled = [text[:at_byte], text + text, text.replace(b'"', b"'"), b"\xff" + text, b"[" * 3000]
        return self.posted("game-act", self.chance.choice(spoiled))

    def as_form(self, game: Any, at: Any, seat: str, action: Any) -> Any:
        body = {"seat": seat, "seq": game.seq, "key": f"k{self.keys}", "action": dumped(action).decode()}
        return self.client.post(self.address("game-act"), body)

    def as_fields(self, game: Any, at: Any, seat: str, action: Any) -> Any:
        """Return the action as the fields of a page's form."""
        flat = action if isinstance(action, dict) else {"kind": "x"}
        body = {"seat": seat, "seq": game.seq, "key": f"k{self.keys}"}
        body |= {str(k): v if isinstance(v, str) else dumped(v).decode() for k, v in flat.items()}
        return self.client.post(self.address("game-act"), printable(body))

    def as_plan(self, game: Any, at: Any, seat: str, action: Any) -> Any:
        body = {"seat": seat, "seq": game.seq, "key": f"k{self.keys}", "steps": [action]}
        body["send"] = self.chance.choice([True, True, False, "x"])
        address = self.address("game-plan-json")
        return self.client.put(address, dumped(body), content_type="application/json")

    def as_orders(self, game: Any, at: Any, seat: str, action: Any) -> Any:
        kind = self.chance.choice([one.key for one in at.rules.order_kinds(seat)] or ["x"])
        fields = action if isinstance(action, dict) else {}
        body = {"seat": seat, **{f"{kind}-{k}": str(v) for k, v in fields.items()}, "kind": kind}
        return self.client.post(self.address("game-orders"), printable(body))

    def posted(self, name: str, body: bytes) -> Any:
        return self.client.post(self.address(name), body, content_type="application/json")

    def address(self, name: str) -> str:
        from django.urls import reverse

        return reverse(name, args=[self.pk])


def dumped(body: Any) -> bytes:
    """Return JSON as a sloppy client writes it: with NaN, and with lone surrogates as escapes."""
    return json.dumps(body).encode()


def printable(body: dict[str, Any]) -> dict[str, Any]:
    """Return a form's fields with "?" for every character that cannot be encoded in UTF-8, since the test
    client could not send such characters.
    """
    return {k.encode("utf-8", "replace").decode(): _utf8(v) for k, v in body.items()}


def _utf8(value: Any) -> Any:
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def by_addresses(name: str, seed: int, count: int, found: Found) -> None:
    done = 0
    while done < count:
        empty(f"{seed} {name} {done}")
        sender = Sender(name, random.Random(f"addresses {seed} {name} {done}"), found)
        for _ in range(min(RUN, count - done)):
            done += 1
            if not sender.send():
                break


def tried(actions: int, seed: int, names: Sequence[str] = NAMES, addresses: float = 0.5) -> Found:
    """Try this many actions, shared among the systems, some through the rules and some through URLs."""
    import logging

    from engine import registry
    from games.services.tables import system_named
    from tests.engine.toll_road import TOLL_ROAD

    registry.register(TOLL_ROAD)
    logging.disable(logging.ERROR)
    found, share = Found(), actions // len(names)
    sent = max(round(share * addresses), 1)
    for name in names:
        for begun in range(0, share - sent, 5000):
            by_rules(system_named(name), seed + begun, min(5000, share - sent - begun), found)
        by_addresses(name, seed, sent, found)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--actions", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--system", choices=NAMES, action="append")
    parser.add_argument("--addresses", type=float, default=0.5, help="the share that goes through addresses")
    asked = parser.parse_args()
    began = time.perf_counter()
    with database():
        found = tried(asked.actions, asked.seed, asked.system or NAMES, asked.addresses)
    took = time.perf_counter() - began
    for what, times in sorted(found.tried.items()):
        print(f"{times:>9} {what}")
    for one in found.wrong[:40]:
        print(one)
    sent = sum(times for what, times in found.tried.items() if what.endswith((", rules", ", addresses")))
    print(f"{len(found.wrong)} of {sent} accepted or broken; {took:.0f} s, {sent / took:.0f} actions/s")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Random players and a ledger of strength points, for property tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from campaigns.justinian.rules.state.events import ArmyRemoved, SpLost
from campaigns.justinian.rules.state.play import GoldGained, GoldSpent
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.rules.state.units import FleetGained, FleetLost, SpGained
from campaigns.justinian.rules.system import JUSTINIAN, JustinianRules
from campaigns.justinian.rules.turn.new_armies import ArmyRaised
from campaigns.justinian.rules.turn.revenue import RevenueReceived, TreasuryLost
from engine.dice import Seeded
from engine.game import Choice, Given, IllegalAction, Many, Number, Pick, Share, Step


def fill(choice: Choice, rng: random.Random) -> Any:
    """Return an action of this choice with a random value in every field."""
    body: dict[str, Any] = dict(choice.fixed)
    for field in choice.fields:
        if isinstance(field, Pick):
            values = [o.value for o in field.options] + ([None] if field.optional else [])
            body[field.name] = rng.choice(values)
        elif isinstance(field, Number):
            body[field.name] = rng.randint(field.low, field.high)
        elif isinstance(field, Many):
            high = len(field.options) if field.high is None else min(field.high, len(field.options))
            body[field.name] = [o.value for o in rng.sample(field.options, rng.randint(field.low, high))]
        elif isinstance(field, Share):
            body[field.name] = share(field, rng)
        elif isinstance(field, Given):
            body[field.name] = {}
    return JUSTINIAN.codec.read({"kind": choice.kind, **body})


QUIET = ("pass", "end_activation", "move_leader", "stand", "patrol")


def pick(choices: tuple[Choice, ...], rng: random.Random) -> Choice:
    """Pick a choice, by kind first, so that the many places of a lone leader do not crowd out the rest. Kinds
    that do something are preferred.
    """
    kinds = sorted({c.kind for c in choices})
    busy = [k for k in kinds if k not in QUIET]
    kind = rng.choice(busy if busy and rng.random() < 0.85 else kinds)
    if kind == "end_activation" and "attack" in kinds:
        kind = "attack"
    return rng.choice([c for c in choices if c.kind == kind])


def share(field: Share, rng: random.Random) -> dict[str, int]:
    want = rng.randint(field.low, field.high)
    room = {str(o.value): o.high for o in field.options}
    given = Counter({str(o.value): min(o.low, room[str(o.value)]) for o in field.options})
    while sum(given.values()) < want:
        open_ = [k for k, n in room.items() if given[k] < n]
        if not open_:
            break
        given[rng.choice(open_)] += 1
    return dict(given)


def rules(**options: Any) -> JustinianRules:
    return JUSTINIAN.open(JUSTINIAN.scenario("justinian"), options)


def sp_by_power(state: State) -> Counter[str]:
    """Return the land SP of every power, with its fleets under "fleet:<power>"."""
    found: Counter[str] = Counter()
    for army in state.armies.values():
        found[army.power] += army.sp
        for minor, sp in army.allied.items():
            found[minor] += sp
    for garrison in state.frontier.values():
        found["byzantium"] += garrison.sp
    for groups in state.detached.values():
        for power, sp in groups.items():
            found[power] += sp
    for fleet in state.fleets.values():
        found[f"fleet:{fleet.power}"] += fleet.sp
    return +found


def ledger(events: tuple[Any, ...]) -> Counter[str]:
    """Return the change in each power's strength according to the events."""
    change: Counter[str] = Counter()
    for event in events:
        if isinstance(event, SpLost) and event.unit != "levy":
            change[event.power] -= event.sp
        elif isinstance(event, SpGained):
            change[event.power] += event.sp
        elif isinstance(event, ArmyRaised):
            change["byzantium"] += event.sp
        elif isinstance(event, ArmyRemoved):
            change[event.power] -= event.sp
        elif isinstance(event, FleetLost):
            change[f"fleet:{event.power}"] -= event.sp
        elif isinstance(event, FleetGained):
            change[f"fleet:{event.power}"] += event.sp
    return change


def gold_change(events: tuple[Any, ...]) -> int:
    total = 0
    for event in events:
        if isinstance(event, RevenueReceived | GoldGained):
            total += event.gold
        elif isinstance(event, GoldSpent | TreasuryLost):
            total -= event.gold
    return total


def play(
    game: JustinianRules, seed: int, how: str = "bot", limit: int = 20000
) -> Iterator[tuple[State, str, Any, Step[State]]]:
    """Yield the steps of a whole game: state before, seat, action, and step. ``how``: bot or random."""
    rng = random.Random(seed)
    state = game.setup(Seeded(b"game", str(seed), 0)).state
    number = 0
    while game.outcome(state) is None and number < limit:
        number += 1
        (decision,) = game.pending(state)
        if decision.seat == "gm":
            action = decision.default
        elif how == "bot":
            action = game.bot(state, decision.seat, Seeded(b"bot", str(seed), number))
        else:
            action = fill(pick(game.choices(state, decision.seat), rng), rng)
        try:
            step = game.apply(state, decision.seat, action, Seeded(b"game", str(seed), number))
        except IllegalAction:  # one field depends on another, such as a sum of gold
            continue
        yield state, decision.seat, action, step
        state = step.state

"""Search games in memory for the states that rules can reach, and find the shortest way to each kind.

A kind is ``frame:march`` (anywhere on the stack of frames), ``decision:march``, or ``top:march/march``
(the top frame and its decision). No database is needed. If several checkouts are on Python's path, the rules
of the first one are used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from engine import journal
from engine.choices import sample_action
from engine.codec import tag_of
from engine.dice import Seeded, Throw, commitment
from engine.game import GM, Refusal
from engine.journal import Opening

AVOID = {"concede", "agree_draw", "remove_element"}  # people would rarely end a battle like this
STEPS = 700

Action = tuple[str, dict[str, Any]]  # (seat, action)
Reorder = Callable[[Any], Any]


@dataclass
class Way:
    """A game played in memory: its actions, and the kinds of moment (see the module) after each entry."""

    name: str
    system: str
    options: dict[str, Any]
    scenario: str
    actions: list[Action] = field(default_factory=list)
    kinds: list[frozenset[str]] = field(default_factory=list)  # kinds[n]: after entry n


def kinds_of(rules: Any, state: Any) -> frozenset[str]:
    """Return the kinds of a position: codes for its frames, its phase and the decisions that it waits for."""
    stack = [tag_of(type(frame)) for frame in getattr(state, "stack", ())]
    found = {f"frame:{name}" for name in stack}
    phase = getattr(state, "phase", None)
    if phase is not None:
        found.add(f"phase:{phase}")
    for decision in rules.pending(state):
        found.add(f"decision:{decision.kind}")
        if stack:
            found.add(f"top:{stack[-1]}/{decision.kind}")
    return frozenset(found)


def walk(
    way: Way, system: Any, game: str, seed: bytes, wild: int, reorder: Reorder, steps: int = STEPS
) -> Way:
    """Play a game in memory. The bot gives the answers, except for ``wild`` per cent of them, which are
    chosen at random. ``reorder`` imitates how a database reorders stored mappings.
    """
    scenario = reorder(system.scenario(way.scenario or next(iter(system.scenarios()))))
    opening = Opening(game, system, scenario, reorder(way.options), commitment(seed))
    moment = journal.begin(opening, journal.step_dice(opening, None, seed))
    own = Seeded(hashlib.sha256(way.name.encode()).digest(), game, 0)
    while True:
        state = journal.state_of(opening, reorder(journal.state_json(opening, moment.head.state)))
        head = journal.Head(moment.head.seq, moment.head.step, moment.head.digest, state)
        way.kinds.append(kinds_of(opening.rules, state))
        if opening.rules.outcome(state) is not None or len(way.actions) >= steps:
            return way
        seat, action, moment = _next(opening, head, seed, own, wild)
        way.actions.append((seat, action))


def _next(
    opening: Opening, head: Any, seed: bytes, own: Seeded, wild: int
) -> tuple[str, dict[str, Any], Any]:
    decision = opening.rules.pending(head.state)[0]
    offered = [c for c in opening.rules.choices(head.state, decision.seat) if c.kind not in AVOID]
    tries: list[dict[str, Any]] = []
    if offered and own.roll(Throw(100, "wild")) <= wild:
        for _ in range(4):
            choice = offered[own.roll(Throw(len(offered), "choice", low=0))]
            tries.append(sample_action(choice, own))
    if decision.seat != GM:
        tries.append(opening.system.codec.write(opening.rules.bot(head.state, decision.seat, own)))
    tries.append(opening.system.codec.write(decision.default))
    for action in tries:
        try:
            moment = journal.play(
                opening, head, decision.seat, action, journal.step_dice(opening, head, seed)
            )
        except Refusal:
            continue
        return decision.seat, action, moment
    raise AssertionError(f"{opening.game}: even the default of {decision.id} is refused")


def stops(ways: Iterable[Way]) -> list[tuple[Way, int, list[str]]]:
    """Choose games, each with the entry after which to stop it, so that every kind of moment is covered by a
    short game. Return (game, entry, kinds that it covers). No game is used twice, because its dice cannot be
    repeated.
    """
    unused = list(ways)
    left = {kind for way in unused for kinds in way.kinds for kind in kinds}
    chosen: list[tuple[Way, int, list[str]]] = []
    while left and unused:
        first: dict[str, tuple[int, int]] = {}
        for number, way in enumerate(unused):
            for seq, kinds in enumerate(way.kinds):
                for kind in kinds & left:
                    first[kind] = min(first.get(kind, (seq, number)), (seq, number))
        if not first:
            break
        seq, number = max(first.values())  # rarest first: its game covers many other kinds
        way = unused.pop(number)
        chosen.append((way, seq, sorted(way.kinds[seq] & left)))
        left -= way.kinds[seq]
    return chosen


def as_jsonb(value: Any) -> Any:
    """Return a JSON value as PostgreSQL does: keys sorted by length, then by bytes."""
    if isinstance(value, dict):
        return {
            key: as_jsonb(value[key]) for key in sorted(value, key=lambda k: (len(k.encode()), k.encode()))
        }
    return [as_jsonb(one) for one in value] if isinstance(value, list | tuple) else value


def as_given(value: Any) -> Any:
    """Return a JSON value unchanged, because SQLite keeps its text."""
    return value

"""Replay entries with their recorded dice, to restore or verify a game.

Entries written from mappings sorted by key (engine.canonical_order) can be replayed in only one way.
Older entries were written from mappings in the order of memory or the database, and rules could depend on
that order. SQLite preserves the order. PostgreSQL does not, so the order has to be reconstructed: each
possible one is tried until the dice and events match the recorded ones. The log does not say which
database wrote it, so both are tried, SQLite first.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.canonical_order import (
    AS_IT_CAME,
    BY_KEY,
    as_postgresql_keeps_it,
    order_as_mentioned,
    order_like,
    sort_keys,
)
from engine.codec import canonical
from engine.dice_record import Recorded
from engine.game import Facts, Rules, Step
from engine.log.amending import AMEND, apply_changes

if TYPE_CHECKING:
    from engine.log.entries import Entry, Head, Opening


LAID: Final = "laid"  # the ``kind`` of a log entry that sets up a sandbox position


class UnknownOrder(Exception):
    """Raised for an entry written by a later version."""


class KeyOrder(NamedTuple):
    """The order in which the rules receive mappings when an old entry is replayed. ``scenario``: 0 for the
    order in which the scenario's keys are stored, otherwise the number of another possible order. ``stored``:
    whether the state has passed through PostgreSQL. ``told``: whether the action's mappings follow the order
    of the recorded events, because their original order is lost.
    """

    scenario: int
    stored: bool
    told: bool


KEPT: Final = KeyOrder(0, False, False)


class Replay:
    """A replay of the entries of one log, from its beginning or from a snapshot. ``lost``: whether the order
    of older entries must be reconstructed, as if PostgreSQL had stored them. ``differed``: the number of
    older entries whose events differed from the recorded ones.
    """

    def __init__(self, opening: Opening, lost: bool = False) -> None:
        self.opening, self.lost, self.differed = opening, lost, 0
        self._ordered: Any = None  # the last sorted state, which the next entry usually starts from
        self._found = KeyOrder(0, True, False)  # the order that worked for the last older entry

    def step(self, head: Head[Any] | None, entry: Entry) -> Step[Any]:
        """Replay an entry that is not a rewind, from the position before it, and return the step. Raises the
        rules' errors, OtherRolls if the rules request other dice, and UnknownOrder if a later version wrote
        the entry.
        """
        state = None if head is None else head.state
        if entry.order == AS_IT_CAME:
            return self._as_it_came(state, entry)
        if entry.order != BY_KEY:
            raise UnknownOrder(entry.order)
        if entry.kind == AMEND:
            system, rules = self.opening.system, self.opening.rules
            self._ordered = apply_changes(system.codec, rules, sort_keys(state), entry.action["changes"])
            return Step(self._ordered)
        if entry.kind == LAID:
            self._ordered = sort_keys(self._read(entry.action["state"]))
            return Step(self._ordered)
        action = sort_keys(self._read(entry.action))
        state = state if state is self._ordered else sort_keys(state)
        step = self._once(self.opening.rules, state, action, entry)
        self._ordered = sort_keys(step.state)
        if self._ordered is not step.state:
            step = Step(self._ordered, step.events, step.dice)
        return step

    def write_events(self, step: Step[Any]) -> list[Facts]:
        """Return the events of a step as JSON."""
        write = self.opening.system.codec.write
        return [write(event) for event in step.events]

    def _once(self, rules: Rules[Any], state: Any, action: Any, entry: Entry) -> Step[Any]:
        dice = Recorded(entry.rolls)
        step = rules.setup(dice) if state is None else rules.apply(state, entry.seat, action, dice)
        dice.finish()
        return step

    def _read(self, action: Any) -> Any:
        return None if action is None else self.opening.system.codec.read(action)

    # --- entries from before mappings were sorted by key ---

    def _as_it_came(self, state: Any, entry: Entry) -> Step[Any]:
        recorded = canonical(list(entry.events))
        for way in self._ways() if self.lost else ():
            try:
                step = self._replay_entry(way, state, entry)
                told = canonical(self.write_events(step))
            except Exception:  # on any error, the usual order is tried below, which reports the error
                continue
            if told == recorded:
                self._found = way
                return step
        step = self._replay_entry(self._found if self.lost else KEPT, state, entry)
        self.differed += canonical(self.write_events(step)) != recorded
        return step

    def _replay_entry(self, way: KeyOrder, state: Any, entry: Entry) -> Step[Any]:
        codec, action = self.opening.system.codec, entry.action
        if way.stored and state is not None:
            state = codec.read(as_postgresql_keeps_it(codec.write(state)))
        if way.told:
            action = order_as_mentioned(action, list(entry.events))
        rules = self._reordered_rules[way.scenario - 1] if way.scenario else self.opening.rules_as_it_came
        return self._once(rules, state, self._read(action), entry)

    def _ways(self) -> Iterator[KeyOrder]:
        yield self._found
        for stored in (True, False):
            for scenario in range(len(self._reordered_rules) + 1):
                for told in (False, True):
                    way = KeyOrder(scenario, stored, told)
                    if way != self._found:
                        yield way

    @cached_property
    def _reordered_rules(self) -> list[Rules[Any]]:
        """The rules for the scenario with its keys in other possible orders: those of the built-in scenarios,
        and PostgreSQL's.
        """
        system, scenario = self.opening.system, self.opening.scenario
        models = [system.scenario(name) for name in system.scenarios()]
        orders = [order_like(model, scenario) for model in models] + [as_postgresql_keeps_it(scenario)]
        others = {json.dumps(other): other for other in orders}
        others.pop(json.dumps(scenario), None)
        return [system.open(other, self.opening.options) for other in others.values()]

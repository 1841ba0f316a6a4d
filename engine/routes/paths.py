"""A path through places, leg by leg, as a field of a choice: its legs, their cost, and where it can end.

A path in an action is the list of places after the start. A mistake in a path is a code with facts, the same
for a form, for JSON and for rules that check a path again.

>>> road = Path("by", "rome", (Leg("rome", "capua", 2), Leg("capua", "ostia", 1)), budget=2)
>>> wrong(road, ["capua"]) is None, wrong(road, ["ostia"]).code, wrong(road, ["capua", "ostia"]).code
(True, 'no_such_leg', 'path_over_budget')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property
from typing import Final

from engine.dice import Dice, Throw
from engine.refusals import Facts, IllegalAction, InvalidAction, Json
from engine.routes.shortest_paths import cheapest
from engine.values import dataclass

CODES: Final = frozenset(
    {
        "not_a_path",
        "no_such_leg",
        "entered_twice",
        "must_halt",
        "path_over_budget",
        "path_too_short",
        "path_too_long",
        "may_not_end",
    }
)


@dataclass(frozen=True)
class Leg:
    """One leg of a path to the next place, with its cost. ``facts`` are for the page (a strait, a river)."""

    origin: str
    to: str
    cost: int = 1
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True)
class Path:
    """A path from ``start`` along ``legs``, of ``low`` to ``high`` legs (None: limited by ``budget`` alone).
    It enters each place once and never returns to its start. A path ends where it reaches one of the
    ``halts``, and can end anywhere except in ``not_in``.
    """

    name: str
    start: str
    legs: tuple[Leg, ...]
    budget: int | None = None
    low: int = 1
    high: int | None = None
    halts: frozenset[str] = frozenset()
    not_in: frozenset[str] = frozenset()

    @cached_property
    def _legs_by_origin(self) -> dict[str, dict[str, Leg]]:
        found: dict[str, dict[str, Leg]] = {}
        for leg in self.legs:
            found.setdefault(leg.origin, {})[leg.to] = leg
        return found

    def leg(self, origin: str, to: str) -> Leg | None:
        """Return the leg between two places, or None."""
        return self._legs_by_origin.get(origin, {}).get(to)

    def onward(self, way: Sequence[str]) -> Iterator[Leg]:
        """Yield the legs by which a valid partial path can continue."""
        here = way[-1] if way else self.start
        if here in self.halts and way or self.high is not None and len(way) >= self.high:
            return
        spent = cost(self, way)
        for leg in self._legs_by_origin.get(here, {}).values():
            affordable = self.budget is None or spent + leg.cost <= self.budget
            if affordable and leg.to != self.start and leg.to not in way:
                yield leg


@dataclass(frozen=True)
class Wrong:
    """A mistake in a path: a code and its facts, to be worded."""

    code: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True)
class Goal:
    """A place within reach, with the cheapest route and its cost."""

    way: tuple[str, ...]
    cost: int

    @property
    def place(self) -> str:
        return self.way[-1]


def wrong(path: Path, value: Json) -> Wrong | None:
    """Return the mistake in a path; None if the path fits."""
    way = [] if value is None else value
    if not isinstance(way, list | tuple) or not all(isinstance(place, str) for place in way):
        return Wrong("not_a_path")
    spent, here, entered = 0, path.start, {path.start}
    for place in way:
        leg = path.leg(here, place)
        if leg is None:
            return Wrong("no_such_leg", {"origin": here, "to": place})
        if place in entered:
            return Wrong("entered_twice", {"place": place})
        if here in path.halts and here != path.start:
            return Wrong("must_halt", {"place": here})
        spent, here = spent + leg.cost, place
        entered.add(place)
    if path.budget is not None and spent > path.budget:
        return Wrong("path_over_budget", {"cost": spent, "budget": path.budget})
    if len(way) < path.low:
        return Wrong("path_too_short", {"low": path.low})
    if path.high is not None and len(way) > path.high:
        return Wrong("path_too_long", {"high": path.high})
    if way and here in path.not_in:
        return Wrong("may_not_end", {"place": here})
    return None


def check(path: Path, value: Json, rule: str) -> None:
    """Refuse a path that does not fit. Raises InvalidAction for anything but a list of places, otherwise
    IllegalAction with the section.
    """
    found = wrong(path, value)
    if found is None:
        return
    if found.code == "not_a_path":
        raise InvalidAction(rule, found.code, path=f"$.{path.name}")
    raise IllegalAction(rule, found.code, **found.facts)


def cost(path: Path, way: Sequence[str]) -> int:
    """Return the total cost of a path. Raises KeyError for a missing leg."""
    here, spent = path.start, 0
    for place in way:
        spent += path._legs_by_origin[here][place].cost
        here = place
    return spent


def goals(path: Path) -> tuple[Goal, ...]:
    """Return the places where the path can end, nearest first, each with its cheapest route. If the number of
    legs is limited, the search keeps routes of different lengths apart. A place can still be missed if the
    only valid route is more expensive than another one of equal length.
    """
    counted = path.low > 1 or path.high is not None

    def onward(
        here: tuple[str, int], spent: int, way: tuple[str, ...]
    ) -> Iterator[tuple[tuple[str, int], int, tuple[str, ...]]]:
        for leg in path.onward(way):
            further = (*way, leg.to)
            yield (leg.to, len(further) if counted else 1), spent + leg.cost, further

    nowhere: tuple[str, ...] = ()
    found = cheapest({(path.start, 0): (0, nowhere)}, onward)
    nearest: dict[str, Goal] = {}
    for spent, way in found.values():
        if way and wrong(path, way) is None:
            nearest.setdefault(way[-1], Goal(way, spent))
    return tuple(nearest.values())


def sample(path: Path, dice: Dice) -> list[str]:
    """Draw a random path that fits, using separate dice. Raises ValueError if there is none."""
    found: list[list[str]] = []
    way: list[str] = []
    while True:
        if wrong(path, way) is None:
            found.append(list(way))
        further = list(path.onward(way))
        if not further:
            break
        way.append(further[_random_index(dice, len(further))].to)
    if found:
        return found[_random_index(dice, len(found))]
    fitting = next(_fitting(path, []), None)
    if fitting is None:
        raise ValueError("a path that no way fits")
    return fitting


def _fitting(path: Path, way: list[str]) -> Iterator[list[str]]:
    if wrong(path, way) is None:
        yield way
    for leg in path.onward(way):
        yield from _fitting(path, [*way, leg.to])


def _random_index(dice: Dice, count: int) -> int:
    return dice.roll(Throw(count, "sample", low=0)) if count > 1 else 0

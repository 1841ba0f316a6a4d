"""A path through places, leg by leg, as a field of a choice: its legs, their cost, and where it can end.

A path in an action is the list of places after the start. A mistake in a path is a code with facts.
Forms, JSON and rules that check a path again all report the same mistakes.

>>> road = Path("by", "rome", (Leg("rome", "capua", 2), Leg("capua", "ostia", 1)), budget=2)
>>> find_mistake(road, ["capua"]) is None, find_mistake(road, ["ostia"]).code
(True, 'no_such_leg')
>>> find_mistake(road, ["capua", "ostia"]).code
'path_over_budget'
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
    """One leg of a path to the next place, with its cost. ``facts``: details for the page (a strait, a
    river).
    """

    origin: str
    to: str
    cost: int = 1
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True)
class Path:
    """A path from ``start`` along ``legs``. ``low`` and ``high``: the number of legs (None: limited by
    ``budget`` alone). ``halts``: places where a path must stop when it reaches the first of them. ``not_in``:
    places where it cannot end. A path enters each place at most once and never returns to its start.
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
        """Yield the legs by which the valid partial path ``way`` can continue."""
        here = way[-1] if way else self.start
        if here in self.halts and way or self.high is not None and len(way) >= self.high:
            return
        spent = cost(self, way)
        for leg in self._legs_by_origin.get(here, {}).values():
            affordable = self.budget is None or spent + leg.cost <= self.budget
            if affordable and leg.to != self.start and leg.to not in way:
                yield leg


@dataclass(frozen=True)
class PathMistake:
    """A mistake in a path: a code and its facts, which the web application puts into words."""

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


def find_mistake(path: Path, value: Json) -> PathMistake | None:
    """Return the mistake in a path, or None if the path fits."""
    way = [] if value is None else value
    if not isinstance(way, list | tuple) or not all(isinstance(place, str) for place in way):
        return PathMistake("not_a_path")
    spent, here, entered = 0, path.start, {path.start}
    for place in way:
        leg = path.leg(here, place)
        if leg is None:
            return PathMistake("no_such_leg", {"origin": here, "to": place})
        if place in entered:
            return PathMistake("entered_twice", {"place": place})
        if here in path.halts and here != path.start:
            return PathMistake("must_halt", {"place": here})
        spent, here = spent + leg.cost, place
        entered.add(place)
    if path.budget is not None and spent > path.budget:
        return PathMistake("path_over_budget", {"cost": spent, "budget": path.budget})
    if len(way) < path.low:
        return PathMistake("path_too_short", {"low": path.low})
    if path.high is not None and len(way) > path.high:
        return PathMistake("path_too_long", {"high": path.high})
    if way and here in path.not_in:
        return PathMistake("may_not_end", {"place": here})
    return None


def check(path: Path, value: Json, rule: str) -> None:
    """Raise a refusal if a path does not fit. This is InvalidAction if the value is not a list of places.
    Otherwise it is IllegalAction with the section of the rules.
    """
    found = find_mistake(path, value)
    if found is None:
        return
    if found.code == "not_a_path":
        raise InvalidAction(rule, found.code, path=f"$.{path.name}")
    raise IllegalAction(rule, found.code, **found.facts)


def cost(path: Path, way: Sequence[str]) -> int:
    """Return the total cost of the way through these places after the start. Raises KeyError for a missing
    leg.
    """
    here, spent = path.start, 0
    for place in way:
        spent += path._legs_by_origin[here][place].cost
        here = place
    return spent


def goals(path: Path) -> tuple[Goal, ...]:
    """Return the places where the path can end, nearest first, each with its cheapest route. If the number of
    legs is limited, the search distinguishes routes by their length. It can still miss a place whose only
    valid route costs more than another route of the same length.
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
        if way and find_mistake(path, way) is None:
            nearest.setdefault(way[-1], Goal(way, spent))
    return tuple(nearest.values())


def sample(path: Path, dice: Dice) -> list[str]:
    """Return a random path that fits. ``dice`` must not be the game's own dice. Raises ValueError if no path
    fits.
    """
    found: list[list[str]] = []
    way: list[str] = []
    while True:
        if find_mistake(path, way) is None:
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
    if find_mistake(path, way) is None:
        yield way
    for leg in path.onward(way):
        yield from _fitting(path, [*way, leg.to])


def _random_index(dice: Dice, count: int) -> int:
    return dice.roll(Throw(count, "sample", low=0)) if count > 1 else 0

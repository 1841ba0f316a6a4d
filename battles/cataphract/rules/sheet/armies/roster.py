"""Data classes for the armies of a sheet: their counters, their leaders, and facts about each side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from battles.cataphract.rules.checks.champions import Champion
from battles.cataphract.rules.unit import Leader, Unit
from engine.values import dataclass

FIRST: Final = "first"
SECOND: Final = "second"
SEATS: Final = (FIRST, SECOND)
CLASSES: Final = ("OC", "SC", "CC")


def foe(seat: str) -> str:
    """Return the opposing seat."""
    return SECOND if seat == FIRST else FIRST


@dataclass(frozen=True)
class Counter:
    """A combat unit as printed.

    rp         its rout points when it is eliminated (12.2)
    reserve    it begins off the map
    reluctant  it deserts when its side has more rout points than the enemy (L3402)
    tribe      the tribe whose Ferocity it shares (L3031)
    wavering   it is an Alan unit, which can leave the battle (L3007)
    feigns     it can feign a retreat
    pursues    its value against a feigned retreat, or None if the battle prints none (6.74)
    wedge      it begins in the Wedge
    wall       it is on a wall of Dara
    """

    id: str
    seat: str
    name: str
    type: str
    tq: int
    size: int
    ma: int
    rp: int
    cataphract: bool = False
    missile: str = ""
    sword: bool = False
    reserve: bool = False
    reluctant: bool = False
    tribe: str = ""
    wavering: bool = False
    feigns: bool = False
    pursues: int | None = None
    wedge: bool = False
    wall: bool = False

    @property
    def artillery(self) -> bool:
        return self.missile == "Cheiro"

    @cached_property
    def unit(self) -> Unit:
        """Return the counter as a unit without hits or markers."""
        return Unit(
            self.type,
            self.tq,
            name=self.name,
            size=self.size,
            cataphract=self.cataphract,
            missile=self.missile,
            sword=self.sword,
        )


@dataclass(frozen=True)
class Chief:
    """A leader as printed (4.1).

    unit      the unit with which they begin
    late      they cannot be activated in the first turn
    wavering  a roll decides whether they are activated (Sangiban, L3013)
    """

    id: str
    seat: str
    name: str
    rank: str
    initiative: int
    charisma: int
    personal_combat: int
    strategy: int = 0
    range: int = 0
    elite: bool = False
    line_commands: int = 1
    unit: str = ""
    late: bool = False
    wavering: bool = False

    @cached_property
    def fighter(self) -> Leader:
        """Return the leader's ratings that matter in a clash."""
        return Leader(self.charisma, self.personal_combat)


@dataclass(frozen=True)
class Side:
    """The facts of one army.

    level          its withdrawal level (12.1)
    undisciplined  its quality begins two points higher (11.2)
    fasting        from the third turn on, it can lose a point of quality for good (L3320)
    champion       its champion in the challenge (11.8)
    calls_late     if it wins the challenge, it can activate even a leader barred in the first turn
    redeems        its commander can undo a lost challenge (L3545)
    gate           the amount by which its level falls once an enemy enters its gate (L3225)
    """

    seat: str
    name: str
    level: int
    undisciplined: bool = False
    fasting: bool = False
    champion: Champion | None = None
    calls_late: bool = False
    redeems: bool = False
    gate: int = 0


@dataclass(frozen=True)
class Roster:
    """A parsed scenario for the sheet.

    sizes    units have sizes, except at Utus and on the Catalaunian Fields, which have special rules
    reloads  units can reload, except at Dara
    walls    the battle has walls and wind, as only Dara does
    chart    the missile strengths of the players' own chart by weapon and distance, or None for the site's
    marks    values that the rulebook does not confirm, each with its degree of certainty
    """

    title: str
    sides: Mapping[str, Side]
    counters: Mapping[str, Counter]
    chiefs: Mapping[str, Chief]
    sizes: bool = True
    reloads: bool = True
    walls: bool = False
    marks: tuple[tuple[str, str], ...] = ()
    chart: Mapping[str, Any] | None = None

    def counters_of(self, seat: str) -> Iterator[Counter]:
        """Yield the units of a side in the order of the scenario."""
        return (one for one in self.counters.values() if one.seat == seat)

    def chiefs_of(self, seat: str) -> Iterator[Chief]:
        """Yield the leaders of a side in the order of the scenario."""
        return (one for one in self.chiefs.values() if one.seat == seat)

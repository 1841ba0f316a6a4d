"""The report of a shock segment: its events and its results."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Literal

from battles.cataphract.rules.shock.situation import Side
from battles.cataphract.rules.tables import FACES
from battles.cataphract.rules.unit import Leader
from engine.values import dataclass

Status = Literal["stands", "routs", "eliminated"]


@dataclass(frozen=True)
class NeededDie:
    """A die that must be rolled: its step, its unit and its section.

    ``groups``: a pair for each possible result of the die: one face that gives the result, and the number of
    faces that give it.
    """

    step: str
    clash: int
    side: Side
    unit: int
    rule: str
    groups: tuple[tuple[int, int], ...]


def group_faces(comes_to: Callable[[int], Hashable]) -> tuple[tuple[int, int], ...]:
    """Group the faces of a die by their result. Return a pair for each result: one face that gives it, and
    the number of faces that give it. ``comes_to``: returns the result of a face.
    """
    found: dict[Hashable, tuple[int, int]] = {}
    for face in range(FACES):
        same = comes_to(face)
        first, number = found.get(same, (face, 0))
        found[same] = first, number + 1
    return tuple(found.values())


Roll = Callable[[NeededDie], int]


@dataclass(frozen=True)
class ReportLine:
    """One event of the segment: its step, its unit and its roll. ``amount``: the number of hits, or the
    modified roll.
    """

    step: str
    code: str
    clash: int
    side: Side
    unit: int
    face: int | None = None
    amount: int = 0
    rule: str = ""


@dataclass(frozen=True)
class UnitResult:
    """The state of a unit after the segment."""

    hits: int
    status: Status = "stands"
    advances: bool = False
    supply: str = "full"
    leader: Leader | None = None


@dataclass(frozen=True)
class SegmentReport:
    """A resolved segment: its events in sequence, and the result of each unit by clash, side and number.

    ``undisciplined``: the armies that still have their bonus.
    """

    told: tuple[ReportLine, ...]
    left: dict[tuple[int, Side, int], UnitResult]
    undisciplined: frozenset[Side]

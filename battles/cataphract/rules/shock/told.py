"""What a segment of shock is told as, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Literal

from battles.cataphract.rules.shock.situation import Side
from battles.cataphract.rules.tables import FACES
from battles.cataphract.rules.unit import Leader

Status = Literal["stands", "routs", "eliminated"]


@dataclass(frozen=True)
class Asked:
    """A die that is needed: in which step, for whom, and the section that asks for it. ``groups``: faces that
    come to the same, each as one of them and how many there are."""

    step: str
    clash: int
    side: Side
    unit: int
    rule: str
    groups: tuple[tuple[int, int], ...]


def grouped(comes_to: Callable[[int], Hashable]) -> tuple[tuple[int, int], ...]:
    """Return the faces that come to something different, each with how many do."""
    found: dict[Hashable, tuple[int, int]] = {}
    for face in range(FACES):
        same = comes_to(face)
        first, number = found.get(same, (face, 0))
        found[same] = first, number + 1
    return tuple(found.values())


Roll = Callable[[Asked], int]


@dataclass(frozen=True)
class Told:
    """One thing that happened: in which step, to whom, by which roll.

    ``amount``: hits, or the modified roll."""

    step: str
    code: str
    clash: int
    side: Side
    unit: int
    face: int | None = None
    amount: int = 0
    rule: str = ""


@dataclass(frozen=True)
class Left:
    """A unit after the segment."""

    hits: int
    status: Status = "stands"
    advances: bool = False
    supply: str = "full"
    leader: Leader | None = None


@dataclass(frozen=True)
class Fought:
    """A whole segment: what happened in order, and each unit by clash, side and number.

    ``undisciplined``: the armies that still have their bonus."""

    told: tuple[Told, ...]
    left: dict[tuple[int, Side, int], Left]
    undisciplined: frozenset[Side]

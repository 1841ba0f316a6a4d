"""The open ends of the enemy's line, where fast troops gather to charge a flank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.dba.rules.field import bases
from battles.dba.rules.field.bases import WIDE, WIDTH, Base
from battles.dba.rules.field.geometry import Point, distance_between
from battles.dba.rules.field.position import Position

ASIDE: Final = WIDE + WIDE // 2  # steps sideways from the middle of the enemy
BEHIND: Final = 3  # steps back, so that the charge begins behind the enemy's front edge


def open_ends(position: Position, seat: str) -> Iterator[Point]:
    """Yield the places from which a side can charge a flank that no other enemy covers."""
    foes = [base for name, base in position.bases_in_open.items() if position.elements[name].seat != seat]
    for base in foes:
        for aside in (ASIDE, -ASIDE):
            beside = place_beside(base, WIDE if aside > 0 else -WIDE)
            if all(one is base or distance_between(one.middle, beside) > WIDTH for one in foes):
                yield place_beside(base, aside, BEHIND)


def place_beside(base: Base, aside: int, back: int = 0) -> Point:
    """Return the place ``aside`` steps to the right of an element's middle and ``back`` steps behind it."""
    (mx, my), (rx, ry) = base.middle, bases.rightwards(base.heading)
    fx, fy = bases.vector_ahead(base.heading)
    return mx + aside * rx - back * fx, my + aside * ry - back * fy

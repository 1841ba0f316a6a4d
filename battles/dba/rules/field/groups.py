"""Groups of elements that face the same way, each touching another edge to edge and corner to corner
(section "tactical_moves").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from battles.dba.rules.field import bases
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.touch import touch

APART: Final = 3 * bases.WIDTH  # farther than the front corners of any two bases that share an edge


def are_joined(position: Position, one: str, two: str) -> bool:
    """Return whether two elements are joined, which means that they have the same heading and share an edge
    and a corner (L265).
    """
    a, b = position.base(one), position.base(two)
    if a.heading != b.heading or abs(a.x - b.x) > APART or abs(a.y - b.y) > APART:
        return False
    how = touch(a, b)
    return how is not None and how.how == "full"


def is_group(position: Position, names: Iterable[str]) -> bool:
    """Return whether these elements form one group. A single element is not a group."""
    wanted = list(names)
    return len(wanted) > 1 and set(_reach_joined(position, wanted[0], wanted)) == set(wanted)


def group_of(position: Position, name: str) -> tuple[str, ...]:
    """Return the largest group that contains an element, in the order of the position. An element not joined
    to any friend is returned on its own.
    """
    found = set(_reach_joined(position, name, [name, *position.friends(name)]))
    return tuple(n for n in position.elements if n in found)


def group_among(position: Position, name: str, among: Iterable[str]) -> tuple[str, ...]:
    """Return the group that an element forms with members of ``among``, in the order of the position. An
    element not joined to any of them is returned on its own.
    """
    found = set(_reach_joined(position, name, list(among)))
    return tuple(n for n in position.elements if n in found)


def _reach_joined(position: Position, start: str, among: list[str]) -> Iterator[str]:
    found, open_ = {start}, [start]
    while open_:
        here = open_.pop()
        yield here
        for other in among:
            if other not in found and are_joined(position, here, other):
                found.add(other)
                open_.append(other)


def files(position: Position, names: Iterable[str]) -> list[list[str]]:
    """Return the files of a group from left to right, each from front to rear."""
    found: dict[int, list[tuple[int, str]]] = {}
    for name in names:
        base = position.base(name)
        (fx, fy), (rx, ry) = bases.vector_ahead(base.heading), bases.rightwards(base.heading)
        across, on = base.x * rx + base.y * ry, base.x * fx + base.y * fy
        found.setdefault(across, []).append((-on, name))
    return [[name for _, name in sorted(file)] for _, file in sorted(found.items())]


def is_column(position: Position, names: Iterable[str]) -> bool:
    """Return whether a group is one element wide."""
    return len(files(position, names)) == 1

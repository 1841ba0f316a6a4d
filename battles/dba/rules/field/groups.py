"""Groups of elements: they face the same way, each edge to edge and corner to corner with another.
"tactical_moves"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from battles.dba.rules.field import bases
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.touch import touch


def joined(position: Position, one: str, two: str) -> bool:
    """Whether two elements belong together: same heading, an edge and a corner of it shared (L265)."""
    a, b = position.base(one), position.base(two)
    if a.heading != b.heading:
        return False
    how = touch(a, b)
    return how is not None and how.how == "full"


def is_group(position: Position, names: Iterable[str]) -> bool:
    """Whether these elements are one group; a single element is no group."""
    wanted = list(names)
    return len(wanted) > 1 and set(_reached(position, wanted[0], wanted)) == set(wanted)


def group_of(position: Position, name: str) -> tuple[str, ...]:
    """The largest group of an element, itself alone if it touches no friend so; in the position's order."""
    found = set(_reached(position, name, [name, *position.friends(name)]))
    return tuple(n for n in position.elements if n in found)


def _reached(position: Position, start: str, among: list[str]) -> Iterator[str]:
    found, open_ = {start}, [start]
    while open_:
        here = open_.pop()
        yield here
        for other in among:
            if other not in found and joined(position, here, other):
                found.add(other)
                open_.append(other)


def files(position: Position, names: Iterable[str]) -> list[list[str]]:
    """The files of a group from its left to its right, each from front to rear."""
    found: dict[int, list[tuple[int, str]]] = {}
    for name in names:
        base = position.base(name)
        (fx, fy), (rx, ry) = bases.ahead(base.heading), bases.rightwards(base.heading)
        across, on = base.x * rx + base.y * ry, base.x * fx + base.y * fy
        found.setdefault(across, []).append((-on, name))
    return [[name for _, name in sorted(file)] for _, file in sorted(found.items())]


def is_column(position: Position, names: Iterable[str]) -> bool:
    """Whether a group is one element wide."""
    return len(files(position, names)) == 1

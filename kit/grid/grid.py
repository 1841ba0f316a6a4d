"""The common interface of boards: neighbours, distances, lines of sight and routes.

Squares (kit.grid.square) and hexes (kit.grid.board) both implement ``Grid``, so code written for ``Grid``
works on either.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, Protocol, TypeVar

from engine.routes.shortest_paths import cheapest

P = TypeVar("P", bound=Hashable)  # a space of a board, or a space with a facing
C = TypeVar("C", int, tuple[int, ...])  # a price: one number, or several of which only the first has a limit


class Ties(Enum):
    """The rule for a line that runs exactly along the border of spaces.

    With ``BOTH`` such a line is blocked only by obstacles on both of its sides. With ``ANY`` an obstacle
    on either side is enough.
    """

    BOTH = "both"
    ANY = "any"


class Grid(Protocol[P]):
    """A board of equal spaces."""

    def __contains__(self, at: object, /) -> bool: ...

    def __iter__(self) -> Iterator[P]:
        """Iterate over every space, always in the same order."""

    def place(self, text: str, /) -> P:
        """Read a space's name on this board. Raises ValueError for anything else."""

    def name(self, at: P, /) -> str:
        """Return a space's name."""

    def neighbours(self, at: P, /) -> tuple[P, ...]:
        """Return the neighbours of a space that are on the board."""

    def distance(self, a: P, b: P, /) -> int:
        """Return the number of steps between two spaces on an empty board without edges."""

    def sees(self, a: P, b: P, blocks: Callable[[P], bool], ties: Ties = Ties.BOTH, /) -> bool:
        """Return whether nothing blocks the line between the centres of two spaces."""


def spaces_within(grid: Grid[P], at: P, far: int) -> tuple[P, ...]:
    """Return the spaces within distance ``far`` of a space, in board order. The space itself is included."""
    return tuple(there for there in grid if grid.distance(at, there) <= far)


def ring(grid: Grid[P], at: P, far: int) -> tuple[P, ...]:
    """Return the spaces of a board at exactly distance ``far`` from a space, in board order."""
    return tuple(there for there in grid if grid.distance(at, there) == far)


def link_spaces(
    grid: Grid[P],
    spaces: Iterable[P],
    *,
    gap: int = 0,
    barred: Collection[P] = (),
    joins: Callable[[P, P], bool] | None = None,
) -> tuple[frozenset[P], ...]:
    """Return the groups that linked spaces form.

    ``gap``: the number of spaces (0 or 1) that can lie between two linked ones. ``barred``: spaces across
    which nothing is linked. ``joins``: whether two nearby spaces are linked (None: always). The result does
    not depend on the order of ``spaces``, and its groups are in board order.
    """
    wanted = set(spaces)
    left = [at for at in grid if at in wanted]
    groups = []
    while left:
        group = chain(grid, left[:1], left, gap=gap, barred=barred, joins=joins)
        groups.append(group)
        left = [at for at in left if at not in group]
    return tuple(groups)


def chain(
    grid: Grid[P],
    starts: Iterable[P],
    spaces: Iterable[P],
    *,
    gap: int = 0,
    barred: Collection[P] = (),
    joins: Callable[[P, P], bool] | None = None,
) -> frozenset[P]:
    """Return the ``starts`` and all ``spaces`` that are linked to them. See :func:`link_spaces`."""
    found, others = set(starts), set(spaces)
    fresh = list(found)
    while fresh:
        here = fresh.pop()
        near = {
            there
            for there in others - found
            if _are_linked(grid, here, there, gap, barred) and (joins is None or joins(here, there))
        }
        found |= near
        fresh.extend(near)
    return frozenset(found)


def _are_linked(grid: Grid[P], a: P, b: P, gap: int, barred: Collection[P]) -> bool:
    far = grid.distance(a, b)
    if far <= 1:
        return True
    if far > gap + 1 or gap != 1:
        return False
    return any(there not in barred and grid.distance(there, b) == 1 for there in grid.neighbours(a))


Price = Callable[[P, P], C | None]  # the cost of a step between two spaces, or None if it is impossible
Ways = Mapping[P, tuple[C, tuple[P, ...]]]


def ways(onward: Callable[[P], Iterable[P]], start: P, price: Price[P, C], most: int) -> Ways[P, C]:
    """Return every space within reach of the start, with its lowest cost and the route at that cost.

    ``onward``: yields the next spaces after a space. A space can include a facing, so that a turn is a step.
    ``price``: the cost of a step, as a number or as a tuple such as (movement points, hits). ``most``: the
    limit on the first number of the total cost. The later numbers only break ties. Staying at the start costs
    nothing.
    """

    def next_steps(here: P, spent: Any, way: tuple[P, ...]) -> Iterator[tuple[P, Any, tuple[P, ...]]]:
        for there in onward(here):
            cost = price(here, there)
            if cost is None:
                continue
            total = add_prices(spent, cost)
            if (total[0] if isinstance(total, tuple) else total) <= most:
                yield there, total, (*way, there)

    free: Any = _zero_cost(onward, start, price)
    return cheapest({start: (free, (start,))}, next_steps)


def add_prices(spent: Any, cost: Any) -> Any:
    """Add two prices of the same kind.

    >>> add_prices(2, 3), add_prices((2, 0), (1, 1))
    (5, (3, 1))
    """
    if isinstance(cost, tuple):
        return tuple(one + more for one, more in zip(spent, cost, strict=True))
    return spent + cost


def _zero_cost(onward: Callable[[P], Iterable[P]], start: P, price: Price[P, C]) -> Any:
    """Return a zero cost of the same form as the first possible step's price: a number or a tuple."""
    first = next((cost for there in onward(start) if (cost := price(start, there)) is not None), 0)
    return (0,) * len(first) if isinstance(first, tuple) else 0

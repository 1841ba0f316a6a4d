"""A roster: an army as a player fields it, with units by kind, the commanders, and purchases with the
remaining points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from armies.schiere.catalogue import (
    ACTION_PRICE,
    ASTUTE_ORDERS,
    ORDER_PRICE,
    SCHIERA,
    USUAL_POINTS,
    ArmyList,
    Chief,
    Wing,
    army_lists,
    kinds,
)


@dataclass(frozen=True)
class Roster:
    """A roster. ``points``: the agreed budget; ``units``: kind -> number; ``orders`` and ``actions``: bought
    with the remaining points (L332).
    """

    list_id: str
    points: int = USUAL_POINTS
    units: Mapping[str, int] = field(default_factory=dict)
    chief: Chief = "solid"
    wings: tuple[Wing, ...] = ()
    orders: int = 0
    actions: int = 0
    name: str = ""

    @property
    def size(self) -> int:
        """Return the number of units, without commanders."""
        return sum(self.units.values())


@dataclass(frozen=True)
class Cost:
    """The cost of a roster: units, orders and actions, and the points left (negative if it costs too
    much).
    """

    units: int
    orders: int
    actions: int
    left: int

    @property
    def total(self) -> int:
        return self.units + self.orders + self.actions


def cost(roster: Roster) -> Cost:
    """Return the cost of the roster (L324-332). Commanders and standards are free; unknown kinds cost
    nothing.
    """
    known = kinds()
    units = sum(known[kind].points * count for kind, count in roster.units.items() if kind in known)
    orders, actions = roster.orders * ORDER_PRICE, roster.actions * ACTION_PRICE
    return Cost(units, orders, actions, roster.points - units - orders - actions)


def orders_of(roster: Roster, agreed: int) -> int:
    """Return the number of orders at the start: those agreed upon, two more for an astute chief, and those
    bought (L166).
    """
    return agreed + (ASTUTE_ORDERS if roster.chief == "astute" else 0) + roster.orders


def schiere(count: int) -> tuple[int, ...]:
    """Divide a number of equal units into as few schiere of two to four as possible, similar in size. A
    single unit stays alone.

    >>> [schiere(n) for n in (0, 1, 4, 5, 9, 12)]
    [(), (1,), (4,), (3, 2), (3, 3, 3), (4, 4, 4)]
    """
    groups = -(-count // SCHIERA)
    return tuple(count // groups + (i < count % groups) for i in range(groups))


def usual(list_id: str, points: int = USUAL_POINTS, name: str = "") -> Roster:
    """Return an army to begin with: whole schiere in the order of the list while the points last, then single
    units, then orders. Raises KeyError for an unknown list.
    """
    army = army_lists()[list_id]
    left, units = points, dict.fromkeys(army.kinds, 0)
    for size in (SCHIERA, 2, 1):
        for kind in army.usual:
            left -= _add_units(army, units, kind, size, left)
    return Roster(list_id, points, {k: n for k, n in units.items() if n}, orders=left, name=name)


def _add_units(army: ArmyList, units: dict[str, int], kind: str, size: int, left: int) -> int:
    """Add as many units as counters and points allow; return their cost."""
    price = army.kinds[kind].points * size
    if price > left or units[kind] + size > army.kinds[kind].units:
        return 0
    units[kind] += size
    return price

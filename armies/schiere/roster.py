"""A roster: an army as its player fields it. It records the units of each kind, the commanders, and the
orders and actions bought with the remaining points.
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
    """An army with its agreed budget in ``points``. ``units`` counts the units of each kind. ``orders`` and
    ``actions`` are bought with the remaining points (L332).
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
    """The cost of a roster's units, orders and actions. ``left`` is the number of points not spent, negative
    if the roster costs too much.
    """

    units: int
    orders: int
    actions: int
    left: int

    @property
    def total(self) -> int:
        return self.units + self.orders + self.actions


def cost(roster: Roster) -> Cost:
    """Return the cost of a roster (L324-332). Commanders and standards are free, and unknown kinds cost
    nothing.
    """
    known = kinds()
    units = sum(known[kind].points * count for kind, count in roster.units.items() if kind in known)
    orders, actions = roster.orders * ORDER_PRICE, roster.actions * ACTION_PRICE
    return Cost(units, orders, actions, roster.points - units - orders - actions)


def orders_of(roster: Roster, agreed: int) -> int:
    """Return the number of orders at the start of a battle. This is the sum of the agreed orders, two for an
    astute chief, and the orders bought (L166).
    """
    return agreed + (ASTUTE_ORDERS if roster.chief == "astute" else 0) + roster.orders


def schiere(count: int) -> tuple[int, ...]:
    """Divide equal units into as few schiere of two to four units as possible, of similar size. A single
    unit remains alone.

    >>> [schiere(n) for n in (0, 1, 4, 5, 9, 12)]
    [(), (1,), (4,), (3, 2), (3, 3, 3), (4, 4, 4)]
    """
    groups = -(-count // SCHIERA)
    return tuple(count // groups + (i < count % groups) for i in range(groups))


def usual(list_id: str, points: int = USUAL_POINTS, name: str = "") -> Roster:
    """Return an army to begin with. The points buy whole schiere in the order of the list, then pairs and
    single units, then orders. Raises KeyError for an unknown list.
    """
    army = army_lists()[list_id]
    left, units = points, dict.fromkeys(army.kinds, 0)
    for size in (SCHIERA, 2, 1):
        for kind in army.usual:
            left -= _add_units(army, units, kind, size, left)
    return Roster(list_id, points, {k: n for k, n in units.items() if n}, orders=left, name=name)


def _add_units(army: ArmyList, units: dict[str, int], kind: str, size: int, left: int) -> int:
    """Add ``size`` units of a kind if counters and points allow, and return their cost, or else 0."""
    price = army.kinds[kind].points * size
    if price > left or units[kind] + size > army.kinds[kind].units:
        return 0
    units[kind] += size
    return price

"""The budget of the coming turn as the rules calculate it: revenue by prefecture, upkeep by group."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from campaigns.justinian.wording.names import Names
from engine.game import Facts


@dataclass(frozen=True)
class Group:
    """A group that is maintained as a whole or not at all (5.23)."""

    name: str
    sp: int
    gold: int
    unpaid: bool
    id: str
    paid: bool


@dataclass(frozen=True)
class Budget:
    """The revenue under current control, and the cost of paying all groups."""

    revenue: tuple[tuple[str, int], ...]
    halved_europa: bool
    halved_epidemic: bool
    debt: int
    income: int
    groups: tuple[Group, ...]
    treasury: int

    @property
    def upkeep(self) -> int:
        return sum(g.gold for g in self.groups)

    @property
    def paying(self) -> int:
        """Return the cost of the ticked groups."""
        return sum(g.gold for g in self.groups if g.paid)

    @property
    def available(self) -> int:
        """Return the treasury after the coming revenue."""
        return self.treasury + self.income

    @property
    def remainder(self) -> int:
        return self.available - self.paying

    @property
    def unpaid(self) -> tuple[Group, ...]:
        """Return the groups left unticked."""
        return tuple(g for g in self.groups if not g.paid)

    @property
    def treasury_after(self) -> int:
        """Return the treasury after revenue and full maintenance."""
        return self.treasury + self.income - self.upkeep


def budget(view: Facts, names: Names, pay: Collection[str] | None = None) -> Budget:
    """Return the budget of the next turn if nothing changes hands before. ``pay``: the groups that would be
    paid; None: all.
    """
    b = view["budget"]
    groups = (
        Group(names.unit(k), g["sp"], g["gold"], g["unpaid"], k, pay is None or k in pay)
        for k, g in b["upkeep"].items()
    )
    return Budget(
        revenue=tuple((names.prefecture(k), v) for k, v in b["printed"].items()),
        halved_europa=b["halved_europa"],
        halved_epidemic=b["halved_epidemic"],
        debt=b["debt"],
        income=b["net"],
        groups=tuple(sorted(groups, key=lambda g: (-g.gold, g.name))),
        treasury=view["gold"],
    )

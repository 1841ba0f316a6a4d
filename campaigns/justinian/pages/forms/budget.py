"""The budget of the coming turn: revenue by prefecture, and upkeep by group."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from campaigns.justinian.wording.names import Names
from engine.game import Facts


@dataclass(frozen=True)
class Group:
    """A group whose upkeep is paid as a whole or not at all (5.23)."""

    name: str
    sp: int
    gold: int
    unpaid: bool
    id: str
    paid: bool


@dataclass(frozen=True)
class Budget:
    """The revenue under current control, and the cost of paying each group."""

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
        """Return the cost of the groups that the reader has chosen to pay."""
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
        """Return the groups that the reader has chosen not to pay."""
        return tuple(g for g in self.groups if not g.paid)

    @property
    def treasury_after(self) -> int:
        """Return the treasury after the coming revenue and full upkeep."""
        return self.treasury + self.income - self.upkeep


def budget(view: Facts, names: Names, pay: Collection[str] | None = None) -> Budget:
    """Return the budget of the next turn if control does not change. ``pay`` holds the groups to pay, or is
    None for all.
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

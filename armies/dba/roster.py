"""A roster: one army as a player fields it, with the picks per slot of its list, the general's element and
the camp.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from armies.dba.free_lists import UNLISTED
from armies.dba.lists import ArmyList, Slot, army_lists

Camp = Literal["followers", "element", "empty", "no_camp_bua", "no_camp_wagons", "no_camp_sortie"]
CAMPS: tuple[Camp, ...] = get_args(Camp)


@dataclass(frozen=True)
class Element:
    """One of the twelve: its code, its slot in the list, and whether it is the general's."""

    code: str
    slot: int
    general: bool = False


@dataclass(frozen=True)
class Roster:
    """A roster: the elements of an army of one list, in the list's order, and its camp (L58).

    The camp is held by followers (a 13th element) or by one of the twelve, or it is empty. There is no camp
    if the army controls a built-up area, has more than one war wagon, or makes a sortie.

    ``year`` (negative: BC) is when it fights, if its player says so, since some options existed only for a
    time. ``embedded_list`` is its list if that is not one of ours; see armies.dba.free_lists.
    """

    list_id: str
    elements: tuple[Element, ...]
    camp: Camp = "followers"
    name: str = field(default="")
    year: int | None = None
    carried: ArmyList | None = None

    @property
    def army(self) -> ArmyList:
        """Return the army's list, ours or embedded. Raises KeyError for an unknown id."""
        return self.carried or army_lists()[self.list_id]

    @property
    def is_unlisted(self) -> bool:
        """Return whether the army follows none of our lists."""
        return self.list_id in UNLISTED

    @property
    def codes(self) -> tuple[str, ...]:
        """Return the element codes in order."""
        return tuple(e.code for e in self.elements)

    @property
    def general(self) -> int | None:
        """Return the index of the general's element; None if there is none or more than one."""
        marked = [i for i, e in enumerate(self.elements) if e.general]
        return marked[0] if len(marked) == 1 else None

    def picks(self, slot: int) -> Counter[str]:
        """Count the codes in a slot."""
        return Counter(e.code for e in self.elements if e.slot == slot)

    def counts(self) -> Counter[str]:
        """Count the bases that the army needs, by code."""
        return Counter(self.codes)


def ready_roster(list_id: str) -> Roster:
    """Return the army with the usual option everywhere and its camp held by followers. Raises KeyError."""
    army = army_lists()[list_id]
    return from_picks(army, [{slot.options[0]: slot.count} for slot in army.slots])


def from_picks(
    army: ArmyList, picks: list[dict[str, int]], camp: Camp = "followers", name: str = ""
) -> Roster:
    """Make a roster from the number of each code in each slot. The general is the first element of its slot.

    Any numbers are accepted; armies.dba.validate reports what is wrong with them.
    """
    elements: list[Element] = []
    for index, slot in enumerate(army.slots):
        chosen = picks[index] if index < len(picks) else {}
        codes = [code for code in _in_order(slot, chosen) for _ in range(chosen[code])]
        elements += [Element(code, index, slot.general and i == 0) for i, code in enumerate(codes)]
    return Roster(army.id, tuple(elements), camp, name, carried=embedded_list(army))


def embedded_list(army: ArmyList) -> ArmyList | None:
    """Return the list if it must be embedded in the roster; None for one of ours."""
    return army if army.id in UNLISTED else None


def _in_order(slot: Slot, chosen: Mapping[str, int]) -> list[str]:
    return [c for c in slot.options if c in chosen] + sorted(c for c in chosen if c not in slot.options)


@dataclass(frozen=True)
class Difference:
    """The codes of which the second of two rosters has more (positive) or fewer (negative), and other
    changes.
    """

    codes: Mapping[str, int]
    general: tuple[str, str] | None  # codes of the generals' elements, if they differ
    camp: tuple[Camp, Camp] | None
    lists: tuple[str, str] | None

    def __bool__(self) -> bool:
        return bool(self.codes or self.general or self.camp or self.lists)


def difference(old: Roster, new: Roster) -> Difference:
    """Return the changes that turn one army into the other."""
    before, after = old.counts(), new.counts()
    changed = {c: after[c] - before[c] for c in sorted(before.keys() | after.keys()) if after[c] != before[c]}
    was, now = (r.codes[r.general] if r.general is not None else "" for r in (old, new))
    return Difference(
        codes=changed,
        general=(was, now) if was != now else None,
        camp=(old.camp, new.camp) if old.camp != new.camp else None,
        lists=(old.list_id, new.list_id) if old.list_id != new.list_id else None,
    )

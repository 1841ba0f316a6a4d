"""A roster: one army as its player fields it. It records the elements in each slot of the list, the
general's element and the camp.
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
    """One of an army's twelve elements, with its code and slot. ``general``: whether it is the general's."""

    code: str
    slot: int
    general: bool = False


@dataclass(frozen=True)
class Roster:
    """The elements of an army in the order of its list, and the army's camp (L58).

    The camp is held by camp followers (a 13th element) or by one of the twelve, or it is empty. An army has
    no camp if it controls a built-up area, has more than one war wagon, or makes a sortie.

    ``year``: the year of the battle (negative: BC), or None. It matters because some options existed only for
    a time. ``carried``: the army's list, if it is not one of the site's; see armies.dba.free_lists.
    """

    list_id: str
    elements: tuple[Element, ...]
    camp: Camp = "followers"
    name: str = field(default="")
    year: int | None = None
    carried: ArmyList | None = None

    @property
    def army(self) -> ArmyList:
        """Return the army's list, which is one of the site's or part of the roster. Raises KeyError for an
        unknown id.
        """
        return self.carried or army_lists()[self.list_id]

    @property
    def is_unlisted(self) -> bool:
        """Return whether the army follows a list that is not one of the site's."""
        return self.list_id in UNLISTED

    @property
    def codes(self) -> tuple[str, ...]:
        """Return the element codes in order."""
        return tuple(e.code for e in self.elements)

    @property
    def general(self) -> int | None:
        """Return the index of the general's element, or None unless there is exactly one."""
        marked = [i for i, e in enumerate(self.elements) if e.general]
        return marked[0] if len(marked) == 1 else None

    def picks(self, slot: int) -> Counter[str]:
        """Count the elements in a slot by code."""
        return Counter(e.code for e in self.elements if e.slot == slot)

    def counts(self) -> Counter[str]:
        """Count the bases that the army needs, by code."""
        return Counter(self.codes)


def ready_roster(list_id: str) -> Roster:
    """Return an army with the usual option in every slot, and camp followers in its camp. Raises KeyError
    for an unknown list.
    """
    army = army_lists()[list_id]
    return from_picks(army, [{slot.options[0]: slot.count} for slot in army.slots])


def from_picks(
    army: ArmyList, picks: list[dict[str, int]], camp: Camp = "followers", name: str = ""
) -> Roster:
    """Build a roster from the number of each code in each slot. The general is the first element of the
    general's slot.

    Any numbers are accepted. armies.dba.validate reports the mistakes in them.
    """
    elements: list[Element] = []
    for index, slot in enumerate(army.slots):
        chosen = picks[index] if index < len(picks) else {}
        codes = [code for code in _in_order(slot, chosen) for _ in range(chosen[code])]
        elements += [Element(code, index, slot.general and i == 0) for i, code in enumerate(codes)]
    return Roster(army.id, tuple(elements), camp, name, carried=embedded_list(army))


def embedded_list(army: ArmyList) -> ArmyList | None:
    """Return the army list if a roster has to contain it, or None if it is one of the site's."""
    return army if army.id in UNLISTED else None


def _in_order(slot: Slot, chosen: Mapping[str, int]) -> list[str]:
    return [c for c in slot.options if c in chosen] + sorted(c for c in chosen if c not in slot.options)


@dataclass(frozen=True)
class Difference:
    """The changes from one roster to another. ``codes`` are the elements added (positive) or removed
    (negative).
    """

    codes: Mapping[str, int]
    general: tuple[str, str] | None  # codes of the generals' elements, if different
    camp: tuple[Camp, Camp] | None
    lists: tuple[str, str] | None

    def __bool__(self) -> bool:
        return bool(self.codes or self.general or self.camp or self.lists)


def difference(old: Roster, new: Roster) -> Difference:
    """Return the changes that turn ``old`` into ``new``."""
    before, after = old.counts(), new.counts()
    changed = {c: after[c] - before[c] for c in sorted(before.keys() | after.keys()) if after[c] != before[c]}
    was, now = (r.codes[r.general] if r.general is not None else "" for r in (old, new))
    return Difference(
        codes=changed,
        general=(was, now) if was != now else None,
        camp=(old.camp, new.camp) if old.camp != new.camp else None,
        lists=(old.list_id, new.list_id) if old.list_id != new.list_id else None,
    )

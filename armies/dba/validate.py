"""The rules for building an army. Each problem has a code, a slot and possible fixes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from armies.dba.lists import ARMY_SIZE, ArmyList, Slot, army_lists, homes_with_bua
from armies.dba.roster import CAMPS, Camp, Roster
from engine.game import Facts

MOST_FIXES = 6  # maximum number of options offered as fixes


@dataclass(frozen=True)
class Fix:
    """One way to fix a problem, by ``kind``.

    add, remove    ``count`` elements ``code`` in ``slot``
    replace        the elements ``code`` of ``slot`` become ``to``
    all_alike      the whole slot becomes ``code``
    set_general    the element ``code`` of ``slot`` becomes the general's
    set_camp       the camp becomes ``code``
    choose_list    the player has to choose an army list
    any_year       the roster's year is removed
    """

    kind: Literal[
        "add", "remove", "replace", "all_alike", "set_general", "set_camp", "choose_list", "any_year"
    ]
    slot: int | None = None
    code: str = ""
    to: str = ""
    count: int = 0


@dataclass(frozen=True)
class Problem:
    """A reason a roster cannot be fielded. ``rule`` is the line of the rulebook, or "list" for the army
    list.
    """

    code: str
    rule: str
    slot: int | None = None
    facts: Facts = field(default_factory=dict)
    fixes: tuple[Fix, ...] = ()


def validate(roster: Roster) -> tuple[Problem, ...]:
    """Return everything that is wrong with a roster. A roster that can be fielded has no problems."""
    army = roster.carried or army_lists().get(roster.list_id)
    if army is None:
        return (Problem("unknown_list", "list", facts={"list": roster.list_id}, fixes=(Fix("choose_list"),)),)
    problems = list(_size(roster))
    for index, slot in enumerate(army.slots):
        problems += _slot(roster, index, slot)
    problems += _strays(roster, army)
    problems += _years(roster, army)
    problems += _general(roster, army)
    problems += _camp(roster, army)
    return tuple(problems)


def _size(roster: Roster) -> Iterator[Problem]:
    """Yield a problem unless there are exactly twelve elements (L58)."""
    have = len(roster.elements)
    if have != ARMY_SIZE:
        yield Problem("not_twelve", "L58", facts={"have": have, "need": ARMY_SIZE})


def _slot(roster: Roster, index: int, slot: Slot) -> Iterator[Problem]:
    picks = roster.picks(index)
    for code in sorted(set(picks) - set(slot.options)):
        yield Problem(
            "not_an_option",
            "list",
            index,
            {"code": code, "options": list(slot.options)},
            tuple(Fix("replace", index, code, to, picks[code]) for to in slot.options),
        )
    have = sum(picks.values())
    if have < slot.count:
        fixes = tuple(Fix("add", index, code, count=slot.count - have) for code in _offered_options(slot))
        yield Problem("too_few", "list", index, {"have": have, "need": slot.count}, fixes)
    if have > slot.count:
        surplus = have - slot.count
        fixes = tuple(Fix("remove", index, code, count=min(surplus, n)) for code, n in sorted(picks.items()))
        yield Problem("too_many", "list", index, {"have": have, "need": slot.count}, fixes)
    chosen = [code for code in slot.options if picks[code]]
    if slot.uniform and len(chosen) > 1:
        fixes = tuple(Fix("all_alike", index, code, count=slot.count) for code in chosen)
        yield Problem("not_uniform", "list", index, {"codes": chosen}, fixes)


def _offered_options(slot: Slot) -> tuple[str, ...]:
    """Return the options to offer as fixes. Slots with too many options offer none."""
    return slot.options if len(slot.options) <= MOST_FIXES else ()


def _strays(roster: Roster, army: ArmyList) -> Iterator[Problem]:
    for element in roster.elements:
        if not 0 <= element.slot < len(army.slots):
            fix = Fix("remove", element.slot, element.code, count=1)
            yield Problem("no_such_slot", "list", element.slot, {"code": element.code}, (fix,))


def _years(roster: Roster, army: ArmyList) -> Iterator[Problem]:
    """Yield problems if the list or some options did not exist in the roster's year."""
    year = roster.year
    if year is None:
        return
    if not army.start_year <= year <= army.end_year:
        facts = {"year": year, "first": army.start_year, "last": army.end_year}
        yield Problem("list_of_other_years", "list", facts=facts, fixes=(Fix("any_year"),))
        return
    for index, slot in enumerate(army.slots):
        picks = roster.picks(index)
        for code in (c for c in slot.options if picks[c] and not slot.offers(c, year)):
            window = slot.years[code]
            ways = (to for to in slot.options if slot.offers(to, year))
            yield Problem(
                "option_of_other_years",
                "list",
                index,
                {
                    "code": code,
                    "year": year,
                    "first": window.first if window.first is not None else army.start_year,
                    "last": window.last if window.last is not None else army.end_year,
                },
                tuple(Fix("replace", index, code, to, picks[code]) for to in ways),
            )


def _general(roster: Roster, army: ArmyList) -> Iterator[Problem]:
    """Yield problems unless exactly one of the twelve elements is the general's, in the slot that the list
    gives (L58).
    """
    leaders = [e for e in roster.elements if e.general]
    place = army.general_slot
    fixes = tuple(Fix("set_general", place, code) for code in _offered_options(army.slots[place]))
    if not leaders:
        yield Problem("no_general", "L58", place, fixes=fixes)
    elif len(leaders) > 1:
        yield Problem("two_generals", "L58", place, {"have": len(leaders)}, fixes)
    elif leaders[0].slot != place:
        yield Problem("wrong_general", "list", place, {"code": leaders[0].code}, fixes)


def _camp(roster: Roster, army: ArmyList) -> Iterator[Problem]:
    """Yield problems with the camp. It is compulsory, unless one of three reasons excludes it (L58, L212)."""
    wagons = roster.counts()["WWg"] + roster.counts()["Lit"]
    keep = _set_camp("followers", "empty")
    if roster.camp not in CAMPS:
        yield Problem("unknown_camp", "L58", facts={"camp": roster.camp}, fixes=_set_camp(*CAMPS[:3]))
    elif wagons > 1 and not roster.camp.startswith("no_camp"):
        yield Problem("camp_beside_wagons", "L212", facts={"have": wagons}, fixes=_set_camp("no_camp_wagons"))
    elif roster.camp == "no_camp_wagons" and wagons < 2:
        yield Problem("camp_needed", "L58", facts={"have": wagons}, fixes=keep)
    elif roster.camp == "no_camp_bua" and not set(army.topographies) & homes_with_bua():
        yield Problem("no_bua_at_home", "L177", facts={"home": army.topography}, fixes=keep)


def _set_camp(*camps: Camp) -> tuple[Fix, ...]:
    return tuple(Fix("set_camp", code=camp) for camp in camps)

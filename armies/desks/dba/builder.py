"""The army builder's form: convert a roster to form fields, and submitted fields back to a roster."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from accounts.naming.lines import one_line
from armies.dba.catalogue import catalogue
from armies.dba.documents import MOST_NAME
from armies.dba.free_lists import (
    AGGRESSION,
    FREE,
    HOME,
    MOST_FILE_BYTES,
    OWN,
    fill_list,
    free_list,
    read_own,
    row_of,
)
from armies.dba.lists import ARMY_SIZE, TOPOGRAPHIES, ArmyList, Slot, army_lists
from armies.dba.plain import year_of
from armies.dba.roster import CAMPS, Camp, Roster, from_picks
from armies.dba.validate import Fix
from engine import documents
from engine.game import Mistake
from engine.reading import Reader
from games.wording.numbers import whole


@dataclass(frozen=True)
class SlotFields:
    """The form fields of a slot. ``kind``: fixed (no choice), one (a single code for all elements) or numbers
    (a number for each code).
    """

    index: int
    slot: Slot
    kind: str
    rows: tuple[tuple[str, int], ...]  # pairs of code and count

    @property
    def total(self) -> int:
        return sum(count for _, count in self.rows)

    @property
    def right(self) -> bool:
        return self.total == self.slot.count


def fields_of(army: ArmyList, roster: Roster) -> list[SlotFields]:
    """Return the form fields of a roster. Elements that break the rules are kept."""
    return [_fields(i, slot, roster.picks(i)) for i, slot in enumerate(army.slots)]


def _fields(index: int, slot: Slot, picks: Counter[str]) -> SlotFields:
    strays = sorted(set(picks) - set(slot.options))
    rows = tuple((code, picks[code]) for code in (*slot.options, *strays))
    alone = [code for code, count in rows if count]
    single = len(alone) == 1 and not strays and picks[alone[0]] == slot.count
    if single and len(slot.options) == 1:
        return SlotFields(index, slot, "fixed", rows)
    if single and (slot.count == 1 or slot.uniform):
        return SlotFields(index, slot, "one", rows)
    return SlotFields(index, slot, "numbers", rows)


def list_from(list_id: str, sent: Mapping[str, str]) -> tuple[ArmyList, list[Mistake]]:
    """Read the army list from a form. Also return the fields that could not be read. The list is one of the
    site's, the free list with the player's entries, or a list contained in the form.
    """
    if list_id == FREE:
        degree, home = whole(sent.get("aggression", ""), 0, 4), sent.get("home")
        return free_list(AGGRESSION if degree is None else degree, home if home in TOPOGRAPHIES else HOME), []
    if list_id != OWN:
        return army_lists()[list_id], []
    try:
        row = documents.read(sent.get("listed", "").encode(errors="replace"), MOST_FILE_BYTES)
    except (documents.NoDocument, documents.TooBig, documents.Unstorable):
        return free_list(), [Mistake("own_list", "not_json")]
    top = Reader(fill_list(row) if isinstance(row, Mapping) else row, "own_list")
    army = read_own(top) if top.is_object() else None
    return (army, []) if army and not top.mistakes else (free_list(), top.mistakes)


def list_field(army: ArmyList) -> str:
    """Return the value of the form's field for a player's own list, or "" for one of the site's lists."""
    return json.dumps(row_of(army), ensure_ascii=False) if army.id == OWN else ""


def roster_from(army: ArmyList, sent: Mapping[str, str]) -> tuple[Roster, list[Mistake]]:
    """Read the roster from a form. Also return the fields that hold no number, which count as 0."""
    mistakes: list[Mistake] = []
    picks = [_picks(i, slot, sent, mistakes) for i, slot in enumerate(army.slots)]
    camp: Camp = next((c for c in CAMPS if c == sent.get("camp")), "followers")
    name = one_line(sent.get("name", ""))[:MOST_NAME]
    return replace(from_picks(army, picks, camp, name), year=_year(sent, mistakes)), mistakes


def _year(sent: Mapping[str, str], mistakes: list[Mistake]) -> int | None:
    """Read the year from a form, or return None if the field is empty."""
    written = sent.get("year", "").strip()
    if not written:
        return None
    year = year_of(f"{written} {'BC' if sent.get('era') == 'bc' else ''}")
    if year is None:
        mistakes.append(Mistake("year", "bad_year", {"text": written[:20]}))
    return year


def _picks(index: int, slot: Slot, sent: Mapping[str, str], mistakes: list[Mistake]) -> dict[str, int]:
    one = sent.get(f"one-{index}")
    if one in slot.options:
        return {one: slot.count}
    prefix = f"n-{index}-"
    numbers = {k.removeprefix(prefix): v for k, v in sent.items() if k.startswith(prefix)}
    if not numbers:
        return {slot.options[0]: slot.count}
    picks: dict[str, int] = {}
    for code, text in list(numbers.items())[: len(catalogue())]:
        written = text.strip() or "0"
        if code not in catalogue():
            continue
        if (count := whole(written, 0, ARMY_SIZE)) is not None:
            picks[code] = count
        else:
            mistakes.append(Mistake(f"n-{index}-{code}", "bad_number", {"text": text[:20]}))
    return {code: count for code, count in picks.items() if count}


def fix_code(fix: Fix) -> str:
    """Write a fix as a button's value."""
    return f"{fix.kind}:{'' if fix.slot is None else fix.slot}:{fix.code}:{fix.to}:{fix.count}"


def apply_fix(army: ArmyList, roster: Roster, written: str) -> Roster:
    """Return the roster after applying a button's fix. An unknown value changes nothing."""
    kind, slot_text, code, to, count_text = (written.split(":") + [""] * 5)[:5]
    picks = [dict(roster.picks(i)) for i in range(len(army.slots))]
    camp: Camp = roster.camp
    place, number = whole(slot_text, 0, len(picks) - 1), whole(count_text, 0)
    if kind == "set_camp":
        camp = next((c for c in CAMPS if c == code), camp)
    elif place is not None and number is not None:
        pick, count, options = picks[place], min(number, ARMY_SIZE), army.slots[place].options
        if kind == "add" and code in options:
            pick[code] = pick.get(code, 0) + count
        elif kind == "remove":
            pick[code] = max(0, pick.get(code, 0) - count)
        elif kind == "replace" and to in options:
            pick[to] = pick.get(to, 0) + pick.pop(code, 0)
        elif kind == "all_alike" and code in options:
            pick.clear()
            pick[code] = count
        elif kind == "set_general" and code in options and not pick.get(code):
            _make_room_for_one(pick)
            pick[code] = 1
    changed = from_picks(army, [{c: n for c, n in p.items() if n} for p in picks], camp, roster.name)
    if kind == "set_general" and place is not None:
        changed = _set_general(changed, place, code)
    return replace(changed, year=None if kind == "any_year" else roster.year)


def _make_room_for_one(pick: dict[str, int]) -> None:
    """Take an element out of a slot, unless the slot is empty."""
    taken = next((code for code, number in pick.items() if number), None)
    if taken is not None:
        pick[taken] -= 1


def _set_general(roster: Roster, slot: int, code: str) -> Roster:
    """Return the roster with its general in the slot's first element of this code, and nowhere else. If the
    slot has no such element, the roster is returned unchanged.
    """
    led = next((i for i, e in enumerate(roster.elements) if (e.slot, e.code) == (slot, code)), None)
    if led is None:
        return roster
    return replace(
        roster, elements=tuple(replace(e, general=i == led) for i, e in enumerate(roster.elements))
    )


def rows(roster: Roster) -> list[dict[str, Any]]:
    """Return the lines of a roster: the number of each code in each slot, with the general's element on its
    own line.
    """
    found: list[dict[str, Any]] = []
    for index, slot in enumerate(roster.army.slots):
        for code, count in roster.picks(index).items():
            led = sum(e.general for e in roster.elements if (e.slot, e.code) == (index, code))
            for general, number in ((True, led), (False, count - led)):
                if number:
                    found.append({"count": number, "code": code, "label": slot.label, "general": general})
    return found

"""A roster as JSON (schema ``vexillum-dba-roster/1``, described in data/roster.schema.json)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

from armies.dba.catalogue import by_alias
from armies.dba.filling import Cost, fill
from armies.dba.free_lists import (
    AGGRESSION,
    FREE,
    HOME,
    OWN,
    UNLISTED,
    fill_list,
    free_list,
    read_own,
    row_of,
)
from armies.dba.lists import TOPOGRAPHIES, ArmyList, army_lists
from armies.dba.roster import CAMPS, Camp, Element, Roster, embedded_list
from engine import documents
from engine.reading import Reader
from engine.refusals import BadDocument, Mistake

SCHEMA = "vexillum-dba-roster/1"
MOST_BYTES = 20_000  # maximum size of an imported file, in bytes
MOST_ELEMENTS = 40
MOST_NAME = 80
EARLIEST, LATEST = -3000, 1600  # the earliest and the latest year; negative years are BC


def to_json(roster: Roster) -> dict[str, Any]:
    """Write a roster as plain JSON. ``from_json`` returns an equal roster."""
    elements = [
        {"code": e.code, "slot": e.slot} | ({"general": True} if e.general else {}) for e in roster.elements
    ]
    return (
        {
            "schema": SCHEMA,
            "list": roster.list_id,
            "name": roster.name,
            "camp": roster.camp,
            "elements": elements,
        }
        | ({} if roster.year is None else {"year": roster.year})
        | _list_fields(roster.carried)
    )


def _list_fields(army: ArmyList | None) -> dict[str, Any]:
    if army is None:
        return {}
    if army.id == FREE:
        return {"aggression": army.aggression, "home": army.topography}
    return {"own_list": row_of(army)}


def from_text(text: str) -> Roster:
    """Read a roster from the text of a JSON document. Raises BadDocument listing every mistake with its
    path.

    The roster can still break the rules of its army list; see validate.
    """
    try:
        data = documents.read(text.encode(errors="replace"), MOST_BYTES)
    except documents.TooBig:
        raise BadDocument([Mistake("$", "too_long", {"high": MOST_BYTES})]) from None
    except documents.Unstorable:
        raise BadDocument([Mistake("$", "unstorable")]) from None
    except documents.NoDocument as bad:
        raise BadDocument(
            [Mistake(f"line {bad.line or 1}", "not_json", {"column": bad.column or 1})]
        ) from None
    return from_json(data)


def from_json(data: Any) -> Roster:
    """Read a roster from parsed JSON, like from_text. An element without a ``slot`` gets the slot that suits
    it best.
    """
    root = Reader(data)
    if not root.fields("schema list elements", "name camp year aggression home own_list"):
        root.raise_mistakes()
    root["schema"].one_of((SCHEMA,))
    list_id = root["list"].one_of((*army_lists(), *UNLISTED))
    army = _army(root, list_id)
    name = root["name"].text(MOST_NAME, blank=True) if "name" in root else ""
    found: Camp = "followers"
    if "camp" in root:
        word = root["camp"].one_of(CAMPS)
        found = next(c for c in CAMPS if c == word)
    year = root["year"].number(EARLIEST, LATEST) if "year" in root else None
    elements = [_element(item) for item in root["elements"].items(MOST_ELEMENTS)]
    root.raise_mistakes()
    assert army is not None  # raise_mistakes() raises if the list is unknown
    codes = [(code, general) for code, _, general in elements]
    if any(slot is None for _, slot, _ in elements):
        return replace(fill_slots(army, codes, found, name), year=year)
    placed = tuple(Element(code, slot or 0, general) for code, slot, general in elements)
    return Roster(list_id, placed, found, name, year, embedded_list(army))


def _army(root: Reader, list_id: str) -> ArmyList | None:
    """Return the army list that a roster follows: one of the site's lists, the free list, or the player's own
    list inside the document. Return None if there is no such list, or if the player's list has mistakes.
    """
    if list_id == FREE:
        aggression = root["aggression"].number(0, 4) if "aggression" in root else AGGRESSION
        return free_list(aggression, root["home"].one_of(TOPOGRAPHIES) if "home" in root else HOME)
    if list_id == OWN:
        item = root["own_list"]
        if not item.is_object():
            return None
        return read_own(Reader(fill_list(item.object()), item.path, item.mistakes, item.free, item.naming))
    for name in ("aggression", "home", "own_list"):
        if name in root:
            root[name].note_mistake("only_unlisted")
    return army_lists().get(list_id)


def _element(item: Reader) -> tuple[str, int | None, bool]:
    if not item.fields("code", "slot general"):
        return ("", None, False)
    written = item["code"].text(8)
    code = by_alias().get(written.lower(), "")
    if not code:
        item["code"].note_mistake("unknown_element", value=written)
    slot = item["slot"].number(0, 50) if "slot" in item else None
    return (code, slot, "general" in item and item["general"].flag())


def fill_slots(
    army: ArmyList,
    codes: list[tuple[str, bool]],
    camp: Camp = "followers",
    name: str = "",
    cost: Cost | None = None,
) -> Roster:
    """Return a roster with the given elements in the slots of a list, placed as well as possible. ``codes``:
    the code of each element, and whether it is the general's. ``cost`` rates the options of each slot;
    without it, usual options come first.

    Elements that fit into no slot go where something is missing, so that validate can suggest a replacement.
    """
    leader = next((code for code, general in codes if general), None)
    left = Counter(code for code, _ in codes)
    filling = fill(army, left, leader, cost)
    picks = [Counter(p) for p in filling.picks]
    for pick in picks:
        left -= pick
    room = {m.slot: m.count for m in filling.missing}
    for code in sorted(left.elements()):
        slot = next((i for i, n in room.items() if n > 0), None)
        if slot is None:
            slot = next((i for i, s in enumerate(army.slots) if code in s.options), len(army.slots) - 1)
        else:
            room[slot] -= 1
        picks[slot][code] += 1
    generals = Counter(code for code, general in codes if general)
    order = [army.general_slot, *(i for i in range(len(army.slots)) if i != army.general_slot)]
    marked: dict[int, list[Element]] = {}
    for slot in order:  # the general's own slot comes first
        marked[slot] = []
        for code in sorted(picks[slot], key=partial(_rank, army, slot)):
            for _ in range(picks[slot][code]):
                marked[slot].append(Element(code, slot, generals[code] > 0))
                generals[code] -= generals[code] > 0
    elements = tuple(e for s in sorted(marked) for e in marked[s])
    return Roster(army.id, elements, camp, name, carried=embedded_list(army))


def _rank(army: ArmyList, slot: int, code: str) -> tuple[int, str]:
    options = army.slots[slot].options
    return (options.index(code) if code in options else len(options), code)

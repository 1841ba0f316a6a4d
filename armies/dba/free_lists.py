"""Armies that follow none of the site's lists: free armies, and armies from lists that players load from
their own files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from armies.dba.catalogue import catalogue
from armies.dba.lists import ARMY_SIZE, ArmyList, Slot, Years, read_list
from engine import documents
from engine.reading import Naming, Reader
from engine.refusals import BadDocument, Mistake
from engine.routes import places

FREE: Final = "free"  # id of the list that allows any twelve elements
OWN: Final = "own"  # id of every list that is stored in its roster
UNLISTED: Final = (FREE, OWN)
LISTS_SCHEMA: Final = "vexillum-dba-lists/1"
MOST_LISTS: Final = 60  # maximum number of lists in one file
MOST_FILE_BYTES: Final = 200_000
AGGRESSION, HOME = 2, "arable"  # default aggression and home of a free army


def free_list(aggression: int = AGGRESSION, home: str = HOME) -> ArmyList:
    """Return the list that allows everything: a general's element and eleven other elements of any type."""
    every = tuple(catalogue())
    return ArmyList(
        id=FREE,
        name="Free army, no list",
        name_it="Esercito libero, nessuna lista",
        provenance="players",
        start_year=-3000,
        end_year=1600,
        aggression=aggression,
        topographies=(home,),
        slots=(
            Slot(1, every, "the general's element", general=True),
            Slot(ARMY_SIZE - 1, every, "any elements"),
        ),
        enemies=(),
        dismount={},
        dismount_years=Years(None, None),
        notes="",
    )


def read_own(item: Reader) -> ArmyList | None:
    """Read a player's own list from a file or a roster. Return None if it has mistakes."""
    found = read_list(item)
    return replace(found, id=OWN, enemies=()) if found else None


def read_own_lists(text: str) -> list[ArmyList]:
    """Read the lists in a file, each with the id ``own``. Raises BadDocument listing every mistake with
    its path and line.
    """
    try:
        return _lists_in(read_json(text, MOST_FILE_BYTES))
    except BadDocument as bad:
        raise BadDocument(with_lines(bad.mistakes, text)) from None


def read_json(text: str, most: int) -> Any:
    """Parse a JSON text. Raises BadDocument with the line of the fault."""
    try:
        return documents.read(text, most)
    except documents.TooBig:
        raise BadDocument([Mistake("$", "too_long", {"high": most})]) from None
    except documents.Unstorable:
        raise BadDocument([Mistake("$", "unstorable")]) from None
    except documents.NoDocument as bad:
        double = places.find_repeated_key(text) if bad.line is None else None
        if double is not None:
            raise BadDocument([Mistake(double[0], "said_twice", {"text": double[0]})]) from None
        facts = {"column": bad.column or 1}
        raise BadDocument([Mistake(f"line {bad.line or 1}", "not_json", facts)]) from None


def with_lines(mistakes: Iterable[Mistake], text: str) -> list[Mistake]:
    """Return the mistakes in a JSON text, sorted by line. Each mistake gets the number of its line, if that
    is known.
    """
    lines = places.lines_of(text)
    found = [(places.line_of(one.path, lines), one) for one in mistakes]
    found.sort(key=lambda pair: pair[0] or 0)
    return [one if line is None else replace(one, facts={**one.facts, "line": line}) for line, one in found]


def _lists_in(data: Any) -> list[ArmyList]:
    root = Reader(_fill_document(data), naming=Naming(by_id=False))
    found: list[ArmyList] = []
    if root.fields("schema armies", "provenance source note topographies"):
        root["schema"].one_of((LISTS_SCHEMA,))
        seen = set[str]()
        for item in root["armies"].items(MOST_LISTS):
            army = read_own(item)
            if army is None:
                continue
            if army.name.casefold() in seen:
                item["name"].note_mistake("duplicate", value=army.name)
            seen.add(army.name.casefold())
            found.append(army)
        if not root["armies"].value:
            root["armies"].note_mistake("no_lists")
    root.raise_mistakes()
    return found


def _fill_document(data: Any) -> Any:
    """Return a document in which the optional fields of its lists, such as a list's id and Italian name, are
    filled in.
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("armies"), list):
        return data
    rows = [fill_list(row) if isinstance(row, Mapping) else row for row in data["armies"]]
    return {**data, "armies": rows}


def fill_list(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a list's row with its optional fields filled in."""
    usual: dict[str, Any] = {
        "id": OWN,
        "name_it": row.get("name"),
        "provenance": "players",
        "enemies": [],
        "notes": "",
    }
    return {**usual, **row}


def row_of(army: ArmyList) -> dict[str, Any]:
    """Write a list as the row that ``read_own`` reads."""
    row: dict[str, Any] = {
        "name": army.name,
        "name_it": army.name_it,
        "start_year": army.start_year,
        "end_year": army.end_year,
        "aggression": army.aggression,
        "topography": army.topography,
        "elements": [_slot_row(slot) for slot in army.slots],
        "notes": army.notes,
    }
    if len(army.topographies) > 1:
        row["alternative_topography"] = army.topographies[1]
    if army.dismount:
        row["dismount"] = dict(army.dismount)
        window = army.dismount_years
        if (window.first, window.last) != (None, None):
            row["dismount_years"] = [window.first, window.last]
    return row


def _slot_row(slot: Slot) -> dict[str, Any]:
    row: dict[str, Any] = {"count": slot.count, "options": list(slot.options), "label": slot.label}
    row |= {mark: True for mark in ("general", "uniform") if getattr(slot, mark)}
    if slot.years:
        row["years"] = {code: [w.first, w.last] for code, w in slot.years.items()}
    return row

"""A roster as JSON (schema ``vexillum-schiere-roster/1``)."""

from __future__ import annotations

from typing import Any, Final, cast

from armies.schiere.catalogue import CHIEFS, USUAL_POINTS, WINGS, Chief, Wing, army_lists, kinds
from armies.schiere.roster import Roster
from engine import documents
from engine.reading import Reader
from engine.refusals import BadDocument, Mistake

SCHEMA: Final = "vexillum-schiere-roster/1"
MOST_BYTES = 20_000  # maximum size of an imported file, in bytes
MOST_NAME = 80
MOST_UNITS = 999  # maximum number of units of one kind in a document; ``check`` also counts the counters


def to_json(roster: Roster) -> dict[str, Any]:
    """Write a roster as plain JSON. ``from_json`` returns an equal roster."""
    return {
        "schema": SCHEMA,
        "army": roster.list_id,
        "name": roster.name,
        "points": roster.points,
        "units": dict(roster.units),
        "chief": roster.chief,
        "wings": list(roster.wings),
        "orders": roster.orders,
        "actions": roster.actions,
    }


def from_text(text: str) -> Roster:
    """Read a roster from the text of a JSON document. Raises BadDocument listing every mistake with its
    path.

    The roster is well formed but can break the rules; see check.
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
    """Read a roster from parsed JSON, like from_text."""
    top = Reader(data)
    found = read(top)
    top.raise_mistakes()
    return found


def read(top: Reader) -> Roster:
    """Read a roster from a part of a document. Mistakes are noted in the reader."""
    if not top.fields("army units", "schema name points chief wings orders actions"):
        return Roster(next(iter(army_lists())))
    if "schema" in top:
        top["schema"].one_of((SCHEMA,))
    wings = [one.one_of(WINGS) for one in top["wings"].items(9)] if "wings" in top else []
    return Roster(
        list_id=top["army"].one_of(army_lists()),
        points=top["points"].number(0, 9999) if "points" in top else USUAL_POINTS,
        units=_units(top["units"]),
        chief=cast(Chief, top["chief"].one_of(CHIEFS) if "chief" in top else CHIEFS[0]),
        wings=cast(tuple[Wing, ...], tuple(wings)),
        orders=top["orders"].number(0, 999) if "orders" in top else 0,
        actions=top["actions"].number(0, 999) if "actions" in top else 0,
        name=top["name"].text(MOST_NAME, blank=True) if "name" in top else "",
    )


def _units(part: Reader) -> dict[str, int]:
    """Read the number of units of each kind. Unknown kinds are mistakes; ``check`` reports kinds that belong
    to another army.
    """
    found: dict[str, int] = {}
    for kind in sorted(map(str, part.object())):
        if kind not in kinds():
            part[kind].note_mistake("unknown_kind", **part.mistake_facts(kind, kinds()))
        elif count := part[kind].number(0, MOST_UNITS):
            found[kind] = count
    return found

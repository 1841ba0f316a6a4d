"""Turn two rosters into a scenario of the table assistant (schema dba-battle/1). This module does not use
Django.
"""

from __future__ import annotations

from typing import Any

from armies.dba.catalogue import ElementType, camp_followers, catalogue
from armies.dba.free_lists import FREE
from armies.dba.roster import Element, Roster
from engine.game import Facts


def battle(
    red: Roster, blue: Roster, title: str, names: tuple[str, str], commanders: tuple[str, str] = ("", "")
) -> Facts:
    """Return the scenario of a battle between two legal armies. ``names``: the armies' names on the pages.
    ``commanders``: the names of the people who command them, or "".
    """
    armies = {seat: army_of(seat, r, n) for seat, r, n in (("red", red, names[0]), ("blue", blue, names[1]))}
    for seat, commander in zip(armies, commanders, strict=True):
        if commander:
            armies[seat]["commander"] = commander
    return {"schema": "dba-battle/1", "provenance": "players", "title": title, "armies": armies}


def army_of(seat: str, roster: Roster, name: str) -> dict[str, Any]:
    """Return an army of the scenario, with its elements numbered."""
    army = roster.army
    elements = [
        {
            "id": f"{seat[0]}{number}",
            **_base(catalogue()[element.code]),
            "name": element_name(roster, element),
        }
        | ({"general": True} if element.general else {})
        | _dismounts(army.dismounts(roster.year).get(element.code))
        for number, element in enumerate(roster.elements, 1)
    ]
    if roster.camp == "followers":
        f = camp_followers()
        base = {"code": "CF", "type": "Followers", "depth_mm": f.depth_mm, "figures": f.figures[0]}
        elements.append({"id": f"{seat[0]}{len(elements) + 1}", **base, "name": "camp followers"})
    return {
        "name": name,
        "list": army.id,
        "aggression": army.aggression,
        "topography": army.topography,
        "camp": roster.camp != "no_camp_sortie",
        "elements": elements,
    }


def element_name(roster: Roster, element: Element) -> str:
    """Name an element after its slot in the army list, or after its type if the army was built without a
    list.
    """
    kind = catalogue()[element.code]
    return kind.name if roster.list_id == FREE else roster.army.slots[element.slot].label


def _base(element: ElementType) -> dict[str, Any]:
    return {
        "code": element.code,
        "type": element.type,
        "depth_mm": element.depth_mm,
        "figures": element.figures,
    }


def _dismounts(code: str | None) -> dict[str, Any]:
    return {"dismounts": _base(catalogue()[code])} if code else {}

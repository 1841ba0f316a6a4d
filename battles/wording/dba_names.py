"""What elements and sides are called: by the names of the scenario."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.wording import dba_table_texts as texts
from engine.game import Facts


def seat_name(seat: str | None) -> str:
    return str(texts.SEATS.get(seat or "", seat or ""))


def army_name(seat: str, game: Facts) -> str:
    """The army's own name beside its colour."""
    army = game.get("armies", {}).get(seat, {})
    return f"{army.get('name', '')} ({seat_name(seat)})" if army else seat_name(seat)


def element_name(element: str, game: Facts) -> str:
    """Code, what its owner calls it, its number, and its side: "4Bd hastati 3 (Red)"."""
    if element == "denizens":
        return _("denizens")
    for seat, army in game.get("armies", {}).items():
        for number, one in enumerate(army.get("elements", ()), 1):
            if one.get("id") == element:
                name = f" {one['name']}" if one.get("name") else ""
                return f"{one['code']}{name} · {number} ({seat_name(seat)})"
    return element

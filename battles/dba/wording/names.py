"""Names of elements and sides, from the scenario."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from django.utils.translation import gettext as _

from armies.dba.fits import campaign_fits
from armies.dba.free_lists import free_list
from armies.dba.lists import ArmyList, army_lists
from armies.desks.dba.wording import army_name as list_name
from battles.dba.wording import table_texts as texts
from engine.game import Facts

# marks that used to be part of an army's name
_WRITTEN = (
    "(no list)",
    "(own list)",
    "(nessuna lista)",
    "(lista propria)",
)
SHORT = 16  # maximum length of a name in a sentence; sentences leave out longer names


def seat_name(seat: str | None) -> str:
    return str(texts.SEATS.get(seat or "", seat or ""))


@cache
def _lists() -> dict[str, ArmyList]:
    """Return every army list by its English and by its Italian name. An Italian name is left out if it is
    also the English name of a people ("Alamanni", whose list is called "Alamannic" in English).
    """
    peoples = {power.name for campaign in campaign_fits() for power in campaign.powers}
    found = {one.name_it: one for one in army_lists().values() if one.name_it not in peoples}
    free = free_list()
    return found | {one.name: one for one in army_lists().values()} | {free.name: free, free.name_it: free}


def translate_name(name: str) -> str:
    """Translate the name of an army or element if it comes from the site's lists or is a people's name. Any
    other name is returned as its owner wrote it.
    """
    if name in _lists():
        return list_name(_lists()[name])
    return _(name) if name else ""  # an empty msgid would return the catalogue's header


def marked_name(army: Facts) -> str:
    """Return an army's name, marked if its list is not one of the site's. In battles from before 27 November
    2026 the mark is part of the stored name.
    """
    name = translate_name(army.get("name", ""))
    mark = texts.UNLISTED.get(army.get("list", ""))
    if mark is None or army.get("name") in _lists() or name.endswith(_WRITTEN):
        return name
    return f"{name} ({mark})"


def army_name(seat: str | None, game: Facts) -> str:
    """Name a side by its army and commander. Its colour is added if both sides would otherwise have the same
    name.
    """
    armies = game.get("armies", {})
    names = {one: marked_name(army) for one, army in armies.items()}
    name = names.get(seat or "", "")
    if not name:
        return seat_name(seat)
    if commander := armies[seat].get("commander"):
        name = names[str(seat)] = f"{name} ({commander})"
    return f"{name} ({seat_name(seat)})" if list(names.values()).count(name) > 1 else name


def side_mark(seat: str, game: Facts) -> str:
    """Return the mark that shows an element's side: the army's short name, or the side's colour if both
    armies have the same short name.
    """
    names = {
        one: _short(translate_name(army.get("name", ""))) for one, army in game.get("armies", {}).items()
    }
    name = names.get(seat, "")
    return name if name and list(names.values()).count(name) == 1 else seat_name(seat)


def _short(name: str) -> str:
    return name.partition(" (")[0]


def seat_of(element: str, game: Facts) -> str:
    """Return the side to which an element belongs, or "" if it is in neither army."""
    for seat, army in game.get("armies", {}).items():
        if any(one.get("id") == element for one in army.get("elements", ())):
            return str(seat)
    return ""


def number_of(element: str, game: Facts) -> int:
    """Return the number of an element in its army, or 0 if it is in neither."""
    for army in game.get("armies", {}).values():
        for number, one in enumerate(army.get("elements", ()), 1):
            if one.get("id") == element:
                return number
    return 0


def short_name(element: str, game: Facts) -> str:
    """Name an element by code and number, without its side."""
    return element_name(element, game).partition(" (")[0]


def group_names(elements: Iterable[str], game: Facts) -> str:
    """Name elements of one side in the order of their numbers, with their side once at the end."""
    who = sorted(elements, key=lambda one: number_of(one, game))
    if not who:
        return ""
    short = ", ".join(short_name(one, game) for one in who)
    return f"{short} ({side_mark(seat_of(who[0], game), game)})"


def element_name(element: str, game: Facts) -> str:
    """Name an element by code, number, its owner's name for it (if that is short) and its side: "4Bd 3
    hastati (Romans)".
    """
    if element == "denizens":
        return _("denizens")
    for seat, army in game.get("armies", {}).items():
        for number, one in enumerate(army.get("elements", ()), 1):
            if one.get("id") == element:
                name = translate_name(one.get("name", ""))
                short = f" {name}" if name and len(name) <= SHORT else ""
                return f"{one['code']} {number}{short} ({side_mark(seat, game)})"
    return element

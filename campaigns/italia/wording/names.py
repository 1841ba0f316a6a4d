"""Names of nations, units and places. The Latin place names and the names of leaders come from the
scenario.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext

from engine.game import Facts
from games.wording.generic import plain, readable
from games.wording.numbers import in_units

_NATIONS: Final = {
    "celts": _("the Celts"),
    "etruscans": _("the Etruscans"),
    "epirotes": _("the Epirotes"),
    "greeks": _("the Greeks"),
    "samnites": _("the Samnites"),
    "carthaginians": _("the Carthaginians"),
    "numidians": _("the Numidians"),
    "illyrians": _("the Illyrians"),
    "cimbri": _("the Cimbri"),
    "romans": _("the Romans"),
    "optimates": _("the Optimates"),
    "populares": _("the Populares"),
    "visigoths": _("the Visigoths"),
    "western_romans": _("the Western Romans"),
    "sardes": _("the Sardinians"),
    "berbers": _("the Berbers"),
    "vandals": _("the Vandals"),
    "african_romans": _("the African Romans"),
    "huns": _("the Huns"),
    "foederati": _("the Foederati"),
    "ostrogoths": _("the Ostrogoths"),
    "byzantines": _("the Byzantines"),
    "patrimonium": _("the Patrimonium"),
    "burgundians": _("the Burgundians"),
    "lombards": _("the Lombards"),
    "avars": _("the Avars"),
    "arabs": _("the Arabs"),
    "franks": _("the Franks"),
}


def nation(name: str) -> str:
    """Return a nation's name for use inside a sentence."""
    return str(_NATIONS.get(name) or readable(name))


_UNITS: Final = {
    "infantry": ngettext_lazy("%(n)s infantry", "%(n)s infantry", "n"),
    "roman_foederati": ngettext_lazy("%(n)s Roman foederatus", "%(n)s Roman foederati", "n"),
    "legion": ngettext_lazy("%(n)s legion", "%(n)s legions", "n"),
    "consular_legion": ngettext_lazy("%(n)s consular legion", "%(n)s consular legions", "n"),
    "knight": ngettext_lazy("%(n)s knight", "%(n)s knights", "n"),
    "elephant": ngettext_lazy("%(n)s elephant", "%(n)s elephants", "n"),
    "fleet": ngettext_lazy("%(n)s fleet", "%(n)s fleets", "n"),
}


def units(unit: str, number: int) -> str:
    """Return a number of units of a type as text."""
    said = _UNITS.get(unit)
    return said % {"n": number} if said is not None else f"{number} {readable(unit)}"


_REGIONS: Final = {
    "north_italy": _("northern Italy"),
    "south_italy": _("southern Italy"),
    "sicily": _("Sicily"),
    "north_africa": _("northern Africa"),
    "mainland": _("the mainland of Italy"),
    "sardinia_corsica": _("Sardinia and Corsica"),
    "italy": _("Italy with its islands"),
    "cisalpine": _("Cisalpine Gaul"),
}


def region(name: str) -> str:
    """Return the name of a region of the board, or "" if the region has no name."""
    return str(_REGIONS.get(name, ""))


_UNIT_TYPES: Final = {
    "infantry": _("Infantry"),
    "roman_foederati": _("Roman foederati"),
    "legion": _("Legions"),
    "consular_legion": _("Consular legions"),
    "knight": _("Knights"),
    "elephant": _("Elephants"),
    "fleet": _("Fleets"),
    "fleet+1": _("Fleets with one unit"),
    "fleet+2": _("Fleets with two units"),
}


def unit_type(unit: str) -> str:
    """Return a unit type as a label. The label of a single unit includes its number. The label of a unit that
    came by sea says that it is landing.
    """
    alone, _hash, number = unit.partition("#")
    if number:
        return _("%(units)s, number %(n)s") % {"units": unit_type(alone), "n": number}
    kind, _colon, sea = unit.partition(":")
    said = str(_UNIT_TYPES.get(kind, ""))
    if sea == "sea":
        return _("%(units)s (landing)") % {"units": said}
    return said


def halves(number: int) -> str:
    """Format an amount of half-points in points, with a true minus sign."""
    return in_units(number, 2)


def points_text(number: int, signed: bool = False) -> str:
    """Format an amount of half-points in points with the noun, such as "3 points". ``signed``: whether a gain
    has a plus sign.
    """
    written = f"{'+' if signed and number > 0 else ''}{halves(number)}"
    return str(ngettext_lazy("%(points)s point", "%(points)s points", 1 if abs(number) == 2 else 2)) % {
        "points": written
    }


class Names:
    """Names for the ids of one scenario."""

    def __init__(self, scenario: Facts) -> None:
        board = scenario.get("board", {})
        self.places = {one["id"]: one["name"] for key in ("areas", "seas") for one in board.get(key, ())}
        nations = scenario.get("nations", ())
        self.leaders = {one["id"]: one["name"] for card in nations for one in card["leaders"]}
        self.nations = {card["id"] for card in nations}
        self.regions = {frozenset(one["areas"]): one["id"] for one in board.get("regions", ())}

    def place(self, place: str) -> str:
        return str(self.places.get(place, readable(place)))

    def places_of(self, areas: Sequence[str]) -> str:
        """Return the names of areas, or the name of their region if they form one."""
        found = self.regions.get(frozenset(areas), "") if len(areas) > 2 else ""
        called = region(found) if found else ""
        return called or ", ".join(self.place(area) for area in areas)

    def leader(self, leader: str) -> str:
        return str(self.leaders.get(leader, readable(leader)))

    def force(self, found: Mapping[str, int], leaders: Any = ()) -> str:
        """Return units and leaders in words, or "nobody". ``found``: numbers by unit type or leader; those of
        0 are left out.
        """
        parts = [units(unit, number) for unit, number in found.items() if number and unit not in self.leaders]
        parts += [self.leader(name) for name, number in found.items() if number and name in self.leaders]
        parts += [self.leader(name) for name in leaders]
        return join_words(parts) or pgettext("force", "nobody")

    def any(self, value: Any) -> str:
        """Return the name for an id of any kind, such as a place, leader or unit type."""
        text = value if isinstance(value, str) else plain(value)
        if text in self.places:
            return self.place(text)
        if text in self.leaders:
            return self.leader(text)
        if text in self.nations:
            return capital(nation(text))
        place, colon, rest = text.partition(":")
        if colon and place in self.places:
            more = nation(rest) if rest in self.nations else unit_type(rest)
            return f"{self.place(place)}: {more}"
        return unit_type(text) or readable(text)


def era(years: str) -> str:
    """Return years with "BC" in the viewer's language."""
    before, found, rest = years.partition(" BC")
    return _("%(years)s BC") % {"years": before} + rest if found else years


def join_words(parts: list[str]) -> str:
    """Join words into a list such as "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s and %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def capital(text: str) -> str:
    """Return the text with its first letter capitalised."""
    return text[:1].upper() + text[1:]

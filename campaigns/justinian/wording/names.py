"""Names for the ids of a Justinian game, in the active language."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.rules.state.values import (
    Allies,
    ArmySP,
    Detached,
    FleetKey,
    Frontier,
    Lazi,
    Ships,
    Unit,
)
from campaigns.justinian.wording.grammar import article, phrase
from engine.game import Facts

SEATS = {"byzantium": _("Byzantium"), "barbarian": _("the Barbarians"), "gm": _("the game master")}
PREFECTURES = {
    "egypt": _("Egypt"),
    "africa": _("Africa"),
    "oriens": _("the East"),
    "italia": _("Italy"),
    "illyricum": _("Illyricum"),
    "handicap": _("handicap"),  # listed with the prefectures in the revenue
}
ARMIES = {
    "praesental_i": _("Praesental Army I"),
    "praesental_ii": _("Praesental Army II"),
    "oriens": _("Army of the East"),
    "thrace": _("Army of Thrace"),
    "illyricum": _("Army of Illyricum"),
    "armenia": _("Army of Armenia"),
    "italia": _("Army of Italy"),
    "africa": _("Army of Africa"),
    "spain": _("Army of Spain"),
}


def _reads_italian() -> bool:
    return (get_language() or "").startswith("it")


@cache
def _italian_names() -> Mapping[str, str]:
    path = Path(__file__).with_name("names_it.json")
    groups = json.loads(path.read_text(encoding="utf-8"))["names"]
    return {name: own for group in groups.values() for name, own in group.items()}


def italian(name: str) -> str:
    """Return the Italian name of a leader, province or city for Italian readers, and the scenario's spelling
    for others.
    """
    return _italian_names().get(name, name) if _reads_italian() else name


class Names:
    """The names of one scenario. An unknown id becomes readable words and never raises an error."""

    def __init__(self, scenario: Facts) -> None:
        def by_id(key: str) -> dict[str, Facts]:
            return {str(x.get("id")): x for x in scenario.get(key, ()) if isinstance(x, Mapping)}

        leaders = scenario.get("leaders", {})
        self.provinces = by_id("provinces")
        self.powers = by_id("powers")
        self.boxes = by_id("boxes")
        self.seas = by_id("sea_areas")
        self.armies = by_id("armies")
        self.leaders = {x["id"]: x for group in leaders.values() for x in group} if leaders else {}
        self._places: dict[str | None, dict[str, str]] = {}  # names of places, by language
        self._powers: dict[str | None, dict[str, str]] = {}

    def _local_name(self, thing: Facts) -> str:
        """Return the name of a place or power in the reader's language, if the scenario gives one."""
        own = thing.get("name_it") if _reads_italian() else thing.get("name_en")
        return str(own or italian(str(thing.get("name") or "")))

    def power(self, key: str) -> str:
        language = get_language()
        known = self._powers.get(language)
        if known is None:
            known = self._powers[language] = self._all_powers()
        return known.get(key) or readable(key)

    def _all_powers(self) -> dict[str, str]:
        ours = {"byzantium": gettext("Byzantium"), "revolt": gettext("In Revolt")}
        return {key: self._local_name(power) for key, power in self.powers.items()} | ours

    def place(self, key: str) -> str:
        """Name a province, an off-map box or a sea area."""
        language = get_language()
        known = self._places.get(language)
        if known is None:
            known = self._places[language] = self._all_places()
        return known.get(key) or readable(key)

    def _all_places(self) -> dict[str, str]:
        homes = {key: self.of_power(str(box.get("power", ""))) for key, box in self.boxes.items()}
        return (
            {key: gettext("home %(of_power)s") % {"of_power": whose} for key, whose in homes.items()}
            | {key: self._local_name(sea) for key, sea in self.seas.items()}
            | {key: self._local_name(province) for key, province in self.provinces.items()}
        )

    def leader(self, key: str) -> str:
        found = self.leaders.get(key)
        if not found:
            return readable(key)
        if key.endswith("_leader"):
            return self.power(found.get("power", ""))
        return self._local_name(found)

    def site(self, ground: Facts) -> str:
        """Name the place of a battle: the province's city, or the province if it has none."""
        city = ground.get("city")
        return italian(str(city)) if city else self.place(str(ground.get("province")))

    def army(self, key: str) -> str:
        """Name a Byzantine army, or a barbarian army by its leader."""
        if key in ARMIES:
            return str(ARMIES[key])
        return self._local_name(self.armies[key]) if key in self.armies else self.leader(key)

    def fleet(self, key: str) -> str:
        fleet = FleetKey.parse(key)
        where = self.place(fleet.place) if fleet.place and not fleet.under_way else ""
        name = gettext("fleet %(of_power)s") % {"of_power": self.of_power(fleet.power)}
        return f"{name}, {where}" if where else name

    def unit(self, key: str) -> str:
        """Name a unit by its id."""
        unit = Unit.parse(key)
        match unit:
            case ArmySP():
                return self.army(unit.army)
            case Allies():
                names = {"power": self.power(unit.power), "army": self.army(unit.army)}
                return gettext("%(power)s with %(army)s") % names
            case Frontier():
                return gettext("frontier troops in %(place)s") % {"place": self.place(unit.province)}
            case Detached():
                names = {"of_power": self.of_power(unit.power), "place": self.place(unit.province)}
                return gettext("detached troops %(of_power)s in %(place)s") % names
            case Ships():
                return self.fleet(unit.fleet)
            case Lazi():
                return gettext("the Lazi")
        # an id of an unknown kind becomes readable words
        return readable(key) if ":" in key else self.anything(key)

    def is_plural(self, army: str) -> bool:
        """Return whether an army's name is plural, as when it is the name of a people: "the Moors march",
        but "Belisarius marches".
        """
        return army.endswith("_leader")

    def article(self, field: str, key: str) -> str:
        """Return the article of the name in an event's field, or ""."""
        if field in ("power", "minor", "marker"):
            return article("power", key)
        if field == "seat":
            return article("power", "vandals") if key == "barbarian" else ""  # as in "the Vandals"
        if key in self.seas:
            return article("sea")
        if key in self.boxes:
            return article("box")
        if field in ("army", "head", "giver", "taker"):
            if self.is_plural(key):
                return article("power", str(self.leaders.get(key, {}).get("power", "")))
            return article("army") if key in ARMIES or key in self.armies else ""
        return ""

    def article_and(self, field: str, key: str) -> tuple[str, str]:
        """Return the article of a name, and the name."""
        return self.article(field, key), self.army(key) if field == "army" else self.power(key)

    def of_power(self, power: str) -> str:
        return phrase("of", article("power", power), self.power(power))

    def prefecture(self, key: str) -> str:
        return str(PREFECTURES.get(key, readable(key)))

    def seat(self, key: str) -> str:
        return str(SEATS.get(key, readable(key)))

    def anything(self, key: str) -> str:
        """Return the name for an id of any kind."""
        if ":" in key:
            return self.unit(key)
        if "@" in key:
            return self.fleet(key)
        if key in self.armies and key not in self.provinces:
            return self.army(key)
        if key in self.provinces or key in self.seas or key in self.boxes:
            return self.place(key)
        if key in self.leaders:
            return self.leader(key)
        if key in self.powers or key == "byzantium":
            return self.power(key)
        return readable(key)


def readable(code: Any) -> str:
    text = str(code).replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def sp(count: int) -> str:
    """Return a number of strength points as text."""
    return ngettext("%(count)s SP", "%(count)s SP", count) % {"count": count}


def allies_text(army: Facts, names: Names) -> str:
    """Describe the SP of minor powers in an army's strength (6.34, 7.17), or return ""."""
    found = join_items(f"{names.power(power)} {sp(count)}" for power, count in sorted(army["allied"].items()))
    return gettext("among them %(allies)s") % {"allies": found} if found else ""


def word_yield(levy: Mapping[str, int]) -> str:
    """Describe the SP that recruiting will raise, such as "4 + 2 dice" or "2 dice"."""
    dice = ngettext("%(count)s die", "%(count)s dice", levy["dice"]) % {"count": levy["dice"]}
    return f"{levy['base']} + {dice}" if levy["base"] else dice


def join_items(items: Iterable[str]) -> str:
    """Join texts as in "a, b and c"."""
    found = [str(x) for x in items]
    if len(found) < 2:
        return "".join(found)
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(found[:-1]), "last": found[-1]}

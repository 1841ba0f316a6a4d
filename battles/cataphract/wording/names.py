"""Names of sides, battles, counters and codes in *Cataphract*."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from engine.game import Facts

Words = Mapping[str, str | Promise]

SIDES: Final[Words] = {
    "Byzantines": gettext_lazy("Byzantines"),
    "East Romans": gettext_lazy("East Romans"),
    "Romans and Visigoths": gettext_lazy("Romans and Visigoths"),
    "Persians": gettext_lazy("Persians"),
    "Vandals": gettext_lazy("Vandals"),
    "Goths": gettext_lazy("Goths"),
    "Franks": gettext_lazy("Franks"),
    "Huns": gettext_lazy("Huns"),
}
BATTLES: Final[Words] = {
    "Tricameron, 533": gettext_lazy("Tricameron, 533"),
    "Utus River, 447": gettext_lazy("Utus River, 447"),
    "Catalaunian Fields, 451": gettext_lazy("Catalaunian Fields, 451"),
    "Dara, 530": gettext_lazy("Dara, 530"),
    "Callinicum, 531": gettext_lazy("Callinicum, 531"),
    "Taginae, 552": gettext_lazy("Taginae, 552"),
    "Casilinum, 554": gettext_lazy("Casilinum, 554"),
    "Tricameron, 533: on the map": gettext_lazy("Tricameron, 533: on the map"),
    "Callinicum, 531: on the map": gettext_lazy("Callinicum, 531: on the map"),
    "Taginae, 552: on the map": gettext_lazy("Taginae, 552: on the map"),
    "Casilinum, 554: on the map": gettext_lazy("Casilinum, 554: on the map"),
    "Utus River, 447: on the map": gettext_lazy("Utus River, 447: on the map"),
    "Dara, 530: on the map": gettext_lazy("Dara, 530: on the map"),
    "Catalaunian Fields, 451: on the map": gettext_lazy("Catalaunian Fields, 451: on the map"),
}
OFFICER: Final = "Officer"
CONTINGENTS: Final[Words] = {
    "Alan foot": gettext_lazy("Alan foot"),
    "Alan horse": gettext_lazy("Alan horse"),
    "Armenian": pgettext_lazy("cataphract", "Armenian"),
    "Armoricans": gettext_lazy("Armoricans"),
    "Auxiliaries": gettext_lazy("Auxiliaries"),
    "Auxiliaries (bow)": gettext_lazy("Auxiliaries (bow)"),
    "Auxiliaries (composite bow)": gettext_lazy("Auxiliaries (composite bow)"),
    "Auxiliaries (javelin)": gettext_lazy("Auxiliaries (javelin)"),
    "Berserkers": gettext_lazy("Berserkers"),
    "Bucellarii archers": gettext_lazy("Bucellarii archers"),
    "Burgundians (Hun side)": gettext_lazy("Burgundians (Hun side)"),
    "Burgundians (Roman side)": gettext_lazy("Burgundians (Roman side)"),
    "Franks": gettext_lazy("Franks"),
    "Franks (Hun side)": gettext_lazy("Franks (Hun side)"),
    "Franks (Roman side)": gettext_lazy("Franks (Roman side)"),
    "Gepids": gettext_lazy("Gepids"),
    "Gothic archers": gettext_lazy("Gothic archers"),
    "Gothic horse": gettext_lazy("Gothic horse"),
    "Heruli foot": gettext_lazy("Heruli foot"),
    "Heruli horse": gettext_lazy("Heruli horse"),
    "Hun foot": gettext_lazy("Hun foot"),
    "Hun nobles": gettext_lazy("Hun nobles"),
    "Huns": gettext_lazy("Huns"),
    "Immortals": gettext_lazy("Immortals"),
    "Isaurians": gettext_lazy("Isaurians"),
    "Lombards (dismounted)": gettext_lazy("Lombards (dismounted)"),
    "Massagetae Huns": gettext_lazy("Massagetae Huns"),
    "Militia": gettext_lazy("Militia"),
    "Narses' Guard": gettext_lazy("Narses' Guard"),
    "Ostrogoth archers": gettext_lazy("Ostrogoth archers"),
    "Ostrogoth foot": gettext_lazy("Ostrogoth foot"),
    "Ostrogoth horse": gettext_lazy("Ostrogoth horse"),
    "Persian archers": gettext_lazy("Persian archers"),
    "Persian horse archers": gettext_lazy("Persian horse archers"),
    "Roman foot": gettext_lazy("Roman foot"),
    "Roman heavy foot": gettext_lazy("Roman heavy foot"),
    "Saracen foot": gettext_lazy("Saracen foot"),
    "Saracens": gettext_lazy("Saracens"),
    "Saxons": gettext_lazy("Saxons"),
    "Thracian": pgettext_lazy("cataphract", "Thracian"),
    "Thracian foot": gettext_lazy("Thracian foot"),
    "Thracian horse": gettext_lazy("Thracian horse"),
    "Vandal guard": gettext_lazy("Vandal guard"),
    "Vandal lancers": gettext_lazy("Vandal lancers"),
    "Vandal light horse": gettext_lazy("Vandal light horse"),
    "Visigoth foot": gettext_lazy("Visigoth foot"),
    "Visigoth horse": gettext_lazy("Visigoth horse"),
    "Visigoth light horse": gettext_lazy("Visigoth light horse"),
    # troops without a printed counter, in the battles of a campaign
    "Archers": pgettext_lazy("cataphract", "Archers"),
    "Desert horse": pgettext_lazy("cataphract", "Desert horse"),
    "Heavy foot": pgettext_lazy("cataphract", "Heavy foot"),
    "Heavy horse": pgettext_lazy("cataphract", "Heavy horse"),
    "Horse archers": pgettext_lazy("cataphract", "Horse archers"),
    "Javelin foot": pgettext_lazy("cataphract", "Javelin foot"),
    "Lancers": pgettext_lazy("cataphract", "Lancers"),
    "Levies": pgettext_lazy("cataphract", "Levies"),
    "Light horse": pgettext_lazy("cataphract", "Light horse"),
    "Skirmishers": pgettext_lazy("cataphract", "Skirmishers"),
    "Spearmen": pgettext_lazy("cataphract", "Spearmen"),
    "Warriors": pgettext_lazy("cataphract", "Warriors"),
}
CAUSES: Final[Words] = {
    "terrain": gettext_lazy("ground"),
    "facing": gettext_lazy("turning"),
    "passage": gettext_lazy("friends passing through"),
    "withdrawal": gettext_lazy("Orderly Withdrawal"),
    "reaction": gettext_lazy("turning in reaction"),
    "other": gettext_lazy("by hand"),
    "moved_again": gettext_lazy("moved again"),
    "fire": pgettext_lazy("cataphract", "missiles"),
    "recovery": pgettext_lazy("cataphract", "recovery"),
    "passed_by_steppe": gettext_lazy("steppe horse passing through"),
    "passed_by_routed": gettext_lazy("routed friends passing through"),
    "reaction_facing": gettext_lazy("turning in reaction"),
    "impetuosity": gettext_lazy("impetuosity"),
    "about_face": gettext_lazy("about-face"),
    "clash": pgettext_lazy("cataphract", "clash"),
    "heart": gettext_lazy("its army has lost heart"),
    "column": gettext_lazy("too many hits for a Column"),
    "told": gettext_lazy("by hand"),
    "fast": gettext_lazy("the fast"),
    "rally": gettext_lazy("did not rally"),
    "off_map": gettext_lazy("off the map"),
    "trapped": gettext_lazy("no way to retreat"),
    "no_points": gettext_lazy("without rout points"),
    "desertion": gettext_lazy("desertion"),
    "struck": gettext_lazy("leaves Column after an attack"),
    "alans": gettext_lazy("the Alans leave"),
}
FACINGS: Final[Words] = {
    "N": pgettext_lazy("facing", "N"),
    "NE": pgettext_lazy("facing", "NE"),
    "E": pgettext_lazy("facing", "E"),
    "SE": pgettext_lazy("facing", "SE"),
    "S": pgettext_lazy("facing", "S"),
    "SW": pgettext_lazy("facing", "SW"),
    "W": pgettext_lazy("facing", "W"),
    "NW": pgettext_lazy("facing", "NW"),
}
MARKS: Final[Words] = {
    "moved": gettext_lazy("Moved"),
    "column": pgettext_lazy("cataphract", "Column"),
    "wedge": pgettext_lazy("cataphract", "Wedge"),
    "shieldwall": gettext_lazy("Shieldwall"),
    "engaged": pgettext_lazy("cataphract", "Engaged"),
    "limbered": gettext_lazy("movement mode"),
    "low": gettext_lazy("Missile Low"),
    "no": gettext_lazy("Missile No"),
    "full": gettext_lazy("Missiles full"),
    "routed": pgettext_lazy("cataphract", "Routed"),
    "rallied": gettext_lazy("Rallied"),
    "reserve": gettext_lazy("not here yet"),
    "eliminated": pgettext_lazy("cataphract", "eliminated"),
    "left": gettext_lazy("gone"),
}
STATUS: Final[Words] = {
    "inactive": gettext_lazy("may be activated"),
    "active": gettext_lazy("active"),
    "finished": gettext_lazy("Finished"),
    "bypassed": gettext_lazy("Bypassed: one phase, no Momentum"),
    "dead": gettext_lazy("dead"),
}
STEPS: Final[Words] = {
    "charge": gettext_lazy("The charge"),
    "leaders": gettext_lazy("Leaders in danger"),
    "clash": gettext_lazy("The clashes"),
    "collapse": gettext_lazy("Collapse and advance"),
}
FOUND: Final[Words] = {
    "F": gettext_lazy("read from a damaged fragment"),
    "G": gettext_lazy("a guess"),
    "D": gettext_lazy("worked out from printed totals"),
    "design": gettext_lazy("ours: not printed in the rules"),
}
# values of a whole battle that no source gives
DOUBTS: Final[Words] = {
    "Set-up, withdrawal levels and leaders": gettext_lazy("Set-up, withdrawal levels and leaders"),
}
ASPECTS: Final[Words] = {
    "front": pgettext_lazy("cataphract", "front"),
    "flank": pgettext_lazy("cataphract", "flank"),
    "rear": pgettext_lazy("cataphract", "rear"),
}


def word(words: Words, code: str) -> str:
    """Return the word for a code, or the code itself if there is none."""
    return str(words.get(code, code))


def counter(name: str) -> str:
    """Translate the name of a counter: its contingent and its number."""
    known = CONTINGENTS.get(name)
    if known is not None:
        return str(known)
    kind, _space, number = name.rpartition(" ")
    return f"{CONTINGENTS[kind]} {number}" if kind in CONTINGENTS else name


class Names:
    """The names of the units, leaders and sides of one scenario."""

    def __init__(self, scenario: Facts) -> None:
        self.units: dict[str, str] = {}
        self.leaders: dict[str, str] = {}
        self.sides: dict[str, str] = {}
        for seat, side in (scenario.get("sides") or {}).items():
            self.sides[seat] = str(side.get("name", seat))
            self.units |= {str(one["id"]): str(one["name"]) for one in side.get("units", ())}
            self.leaders |= {str(one["id"]): str(one["name"]) for one in side.get("leaders", ())}

    def unit(self, id: str) -> str:
        return counter(self.units.get(id, id))

    def many(self, ids: Iterable[str]) -> str:
        """List several units by name."""
        return ", ".join(self.unit(one) for one in ids)

    def leader(self, id: str) -> str:
        """Return a leader's name. In a campaign's battle, some are officers whom the campaign does not
        name.
        """
        name = self.leaders.get(id, id)
        kind, _space, number = name.rpartition(" ")
        return _("Officer %(number)s") % {"number": number} if kind == OFFICER else name

    def side(self, seat: str) -> str:
        """Return the name of a side. In a campaign's battle, it is that of a power or nation."""
        name = self.sides.get(seat, seat)
        return str(SIDES[name]) if name in SIDES else _(name) if name else name


def hits(number: int) -> str:
    """Format a number of hits."""
    if number == 1:
        return _("1 hit")
    return pgettext("cataphract", "%(n)s hits") % {"n": number}

"""Troop types: mounted or foot, combat factors, moves and ranges (sections "troops" and "factors").

A *type* is the rules' term (``Kn``); a *code* is a player's name for a base (``4Kn``, ``HCh``). A code never
changes a factor, but determines the base's depth. Apart from depth, only the codes of camels and litters
change how the rules treat a base.
"""

from __future__ import annotations

from battles.dba.rules.tables import load
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Troop:
    """A troop type. ``foot`` and ``mounted``: its factors against foot and against mounted enemies.
    ``depths``: base depths in mm, the usual one first. ``move`` (in good going) and ``range``: distances in
    paces.
    """

    type: str
    is_mounted: bool
    foot: int
    mounted: int
    depths: tuple[int, ...]
    move: int
    impetuous: bool = False
    range: int = 0


def _troops() -> dict[str, Troop]:
    return {
        name: Troop(
            type=name,
            is_mounted=row["class"] == "mounted",
            foot=row["foot"],
            mounted=row["mounted"],
            depths=tuple(row["depths"]),
            move=row["move"],
            impetuous=row.get("impetuous", False),
            range=row.get("range", 0),
        )
        for name, row in load("troops")["type"].items()
    }


TROOPS: dict[str, Troop] = _troops()
TYPES: tuple[str, ...] = tuple(TROOPS)
CODE_DEPTHS: dict[str, int] = load("troops")["code"]  # depths of bases in mm, by base code
CIVILIANS = frozenset({"Followers", "Denizens"})  # not troops, but types that the rules count as foot
FIELD_TYPES: tuple[str, ...] = tuple(t for t in TYPES if t not in CIVILIANS)
MOUNTED = frozenset(t for t in TYPES if TROOPS[t].is_mounted)
FOOT = frozenset(TYPES) - MOUNTED
SHOOTERS = frozenset(t for t in TYPES if TROOPS[t].range)
IMPETUOUS = frozenset(t for t in TYPES if TROOPS[t].impetuous)
ENGINES = frozenset({"Art", "WWg"})  # types that may not move into contact (section "contact")

_FACTORS: dict[tuple[str, str], int] = {
    (own, foe): TROOPS[own].mounted if TROOPS[foe].is_mounted else TROOPS[own].foot
    for own in TYPES
    for foe in TYPES
}
_ODD_CODES = {"HCh": "Kn", "LCh": "Cv", "2Cm": "LH", "3Cm": "Cm", "Lit": "WWg"}
_BOWS = {"Lb": "Bw", "Cb": "Bw"}


def factor(own: str, foe: str) -> int:
    """Return the combat factor of one troop type against another (section "factors")."""
    return _FACTORS[own, foe]


def is_mounted(troop: str) -> bool:
    return troop in MOUNTED


def is_camel(troop: str, code: str = "") -> bool:
    """Return whether dunes and oases are good going for these troops. This holds for Cm and for light horse
    on camels (section "area_features").
    """
    return troop == "Cm" or code == "2Cm"


def can_shoot(troop: str, code: str = "") -> bool:
    """Return whether these troops can shoot. Artillery, bows, and war wagons other than litters can (section
    "shooting").
    """
    return troop in SHOOTERS and code != "Lit"


def is_bad(going: str, camel: bool) -> bool:
    """Return whether a kind of going is bad for these troops. A road through bad going does not help in a
    fight (section "tactical").
    """
    return going == "bad" or going == "bad_road" or (going == "sand" and not camel)


def is_good(going: str, camel: bool) -> bool:
    """Return whether a kind of going is good for these troops. A river is neither good nor bad (section
    "linear_features").
    """
    return going == "good" or (going == "sand" and camel)


def type_of_code(code: str) -> str | None:
    """Return the troop type of a base code, or None if the code is unknown.

    >>> type_of_code("4Kn"), type_of_code("HCh"), type_of_code("8Lb"), type_of_code("2Cm")
    ('Kn', 'Kn', 'Bw', 'LH')
    """
    if code in _ODD_CODES:
        return _ODD_CODES[code]
    letters = code.lstrip("0123456789")
    letters = _BOWS.get(letters, letters)
    return letters if letters in TROOPS else None

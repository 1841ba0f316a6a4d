"""Troop types: mounted or foot, combat factors, and the moves and ranges that results need (sections "troops"
and "factors").

A *type* is the rules' term (``Kn``); a *code* is a player's name for a base (``4Kn``, ``HCh``). Codes never
change a factor, but determine the base's depth. The rules distinguish only the codes of camels and litters.
"""

from __future__ import annotations

from battles.dba.rules.tables import load
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Troop:
    """A troop type. ``foot`` and ``mounted``: its factors against such enemies; ``depths``: base depths in mm
    (the usual first); ``move`` (in good going) and ``range`` in paces.
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
CODE_DEPTHS: dict[str, int] = load("troops")["code"]  # in mm, by base code
CIVILIANS = frozenset({"Followers", "Denizens"})  # not troops, but counted as foot
FIELD_TYPES: tuple[str, ...] = tuple(t for t in TYPES if t not in CIVILIANS)
MOUNTED = frozenset(t for t in TYPES if TROOPS[t].is_mounted)
FOOT = frozenset(TYPES) - MOUNTED
SHOOTERS = frozenset(t for t in TYPES if TROOPS[t].range)
IMPETUOUS = frozenset(t for t in TYPES if TROOPS[t].impetuous)
ENGINES = frozenset({"Art", "WWg"})  # types that never move into contact (section "contact")

_FACTORS: dict[tuple[str, str], int] = {
    (own, foe): TROOPS[own].mounted if TROOPS[foe].is_mounted else TROOPS[own].foot
    for own in TYPES
    for foe in TYPES
}
_ODD_CODES = {"HCh": "Kn", "LCh": "Cv", "2Cm": "LH", "3Cm": "Cm", "Lit": "WWg"}
_BOWS = {"Lb": "Bw", "Cb": "Bw"}


def factor(own: str, foe: str) -> int:
    """Return the combat factor of a type against another (section "factors")."""
    return _FACTORS[own, foe]


def is_mounted(troop: str) -> bool:
    return troop in MOUNTED


def is_camel(troop: str, code: str = "") -> bool:
    """Return whether dunes and oases are good going for these troops: Cm, and light horse on camels (section
    "area_features").
    """
    return troop == "Cm" or code == "2Cm"


def can_shoot(troop: str, code: str = "") -> bool:
    """Return whether these troops can shoot: artillery, bows, and war wagons other than litters (section
    "shooting").
    """
    return troop in SHOOTERS and code != "Lit"


def is_bad(going: str, camel: bool) -> bool:
    """Return whether this is bad going for these troops. A road through bad going does not help in a fight
    (section "tactical").
    """
    return going == "bad" or going == "bad_road" or (going == "sand" and not camel)


def is_good(going: str, camel: bool) -> bool:
    """Return whether this is good going for these troops. A river is neither good nor bad (section
    "linear_features").
    """
    return going == "good" or (going == "sand" and camel)


def type_of_code(code: str) -> str | None:
    """Return the type of a base code, or None.

    >>> type_of_code("4Kn"), type_of_code("HCh"), type_of_code("8Lb"), type_of_code("2Cm")
    ('Kn', 'Kn', 'Bw', 'LH')
    """
    if code in _ODD_CODES:
        return _ODD_CODES[code]
    letters = code.lstrip("0123456789")
    letters = _BOWS.get(letters, letters)
    return letters if letters in TROOPS else None

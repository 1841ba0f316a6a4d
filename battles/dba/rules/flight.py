"""Fleeing after the recoil, and pursuing. "flee", "pursuit"."""

from __future__ import annotations

from battles.dba.rules.situation import Contender, depth, in_bad
from battles.dba.rules.tables import load
from battles.dba.rules.troops import IMPETUOUS, MOUNTED, TROOPS

MM_PER_100P: int = load("modifiers")["scale_mm_per_100p"]
BAD_GOING_MOVE = 200  # paces, mounted in bad going ("distances")


def flight_mm(c: Contender) -> int:
    """The second leg of a flee: a tactical move of its type, in mm (15 mm scale: 100 paces are 25 mm)."""
    slowed = in_bad(c) and c.type in MOUNTED
    return (BAD_GOING_MOVE if slowed else TROOPS[c.type].move) * MM_PER_100P // 100


def flight_death(c: Contender) -> str:
    """The reason why the second leg kills ("" if it does not): a river that counts, or the table's edge."""
    return c.flight if c.flight in ("river", "table_edge") else ""


def pursues(c: Contender) -> bool:
    """Whether an element follows an enemy that gives way. Impetuous troops do unless they hold a place, or
    the move would take them off the table or into bad going other than marsh or rough.
    """
    return c.type in IMPETUOUS and c.post == "field" and c.pursuit == "clear"


def held_back(c: Contender) -> str:
    """The reason why impetuous troops do not pursue ("" if they do, or are not impetuous)."""
    if c.type not in IMPETUOUS or pursues(c):
        return ""
    return "holds_place" if c.post != "field" else c.pursuit


def pursuit_mm(c: Contender) -> int:
    """The distance of its pursuit: its own base depth."""
    return depth(c)

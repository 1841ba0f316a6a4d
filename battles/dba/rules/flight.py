"""Flights that follow a recoil, and pursuits (sections "flee" and "pursuit")."""

from __future__ import annotations

from battles.dba.rules.situation import Contender, depth, in_bad
from battles.dba.rules.tables import load
from battles.dba.rules.troops import IMPETUOUS, MOUNTED, TROOPS

MM_PER_100P: int = load("modifiers")["scale_mm_per_100p"]
BAD_GOING_MOVE = 200  # paces that mounted troops move in bad going (section "distances")


def flight_mm(c: Contender) -> int:
    """Return the length of a flight's second leg, which is a tactical move, in mm at 15 mm scale (100 paces
    are 25 mm).
    """
    slowed = in_bad(c) and c.type in MOUNTED
    return (BAD_GOING_MOVE if slowed else TROOPS[c.type].move) * MM_PER_100P // 100


def flight_death(c: Contender) -> str:
    """Return the cause of death on the second leg of a flight ("river" or "table_edge"), or "" if there is
    none.
    """
    return c.flight if c.flight in ("river", "table_edge") else ""


def pursues(c: Contender) -> bool:
    """Return whether an element pursues an enemy that gives way.

    Impetuous troops pursue, unless they defend a camp or built-up area or would leave the table or enter bad
    going other than marsh or rough.
    """
    return c.type in IMPETUOUS and c.post == "field" and c.pursuit == "clear"


def held_back(c: Contender) -> str:
    """Return the reason why impetuous troops do not pursue. Return "" if the troops do pursue or are not
    impetuous.
    """
    if c.type not in IMPETUOUS or pursues(c):
        return ""
    return "holds_place" if c.post != "field" else c.pursuit


def pursuit_mm(c: Contender) -> int:
    """Return the distance of a pursuit, which is the element's own base depth."""
    return depth(c)

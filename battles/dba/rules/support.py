"""Support from behind, which counts only in close combat (section "support")."""

from __future__ import annotations

from battles.dba.rules.situation import Contender, in_bad
from battles.dba.rules.tables import load
from battles.dba.rules.troops import MOUNTED, TYPES

_SUPPORT = load("modifiers")["support"]
PSILOI_VALUE: int = _SUPPORT["psiloi"]["value"]
PSILOI_HELP = frozenset(_SUPPORT["psiloi"]["types"])


def _rear_values() -> dict[tuple[str, str], int]:
    values: dict[tuple[str, str], int] = {}
    for own, value in _SUPPORT["rear"].items():
        only = _SUPPORT["only_against"].get(own, TYPES)
        barred = _SUPPORT["not_against"].get(own, ())
        values |= {(own, foe): value for foe in TYPES if foe in only and foe not in barred}
    return values


REAR: dict[tuple[str, str], int] = _rear_values()


def rear_support(c: Contender, foe: Contender) -> int:
    """Return the bonus from an element of the same type directly behind: +3 for Pk, +1 for Wb and Sp. It
    counts only against some enemies. There is no bonus if either element is in bad going, or if they assault
    a built-up area.
    """
    if c.behind != c.type or c.behind_gap:
        return 0
    value = REAR.get((c.type, foe.type), 0)
    if value and (foe.post == "bua" or c.behind_bad or in_bad(c)):
        return 0
    return value


def psiloi_behind(c: Contender, foe: Contender) -> bool:
    """Return whether a Ps directly behind gives Sp, Bd or Ax a bonus against mounted troops."""
    return c.behind == "Ps" and not c.behind_gap and c.type in PSILOI_HELP and foe.type in MOUNTED


def psiloi_support(c: Contender, foe: Contender) -> int:
    """Return the bonus from Psiloi behind the element or behind a neighbour of the same type. It is never
    more than +1.
    """
    if c.type not in PSILOI_HELP or foe.type not in MOUNTED:
        return 0
    return PSILOI_VALUE if c.psiloi_beside or psiloi_behind(c, foe) else 0


def supporter_at_risk(c: Contender, foe: Contender) -> bool:
    """Return whether the element behind gives +1. Such a supporter dies if the front element is destroyed in
    combat.
    """
    return rear_support(c, foe) == 1 or psiloi_behind(c, foe)


def supporter_follows(c: Contender, foe: Contender) -> bool:
    """Return whether the element behind gives support. Such a supporter pursues with the front element
    (section "pursuit").
    """
    return rear_support(c, foe) > 0 or psiloi_behind(c, foe)

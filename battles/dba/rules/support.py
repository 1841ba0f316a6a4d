"""Support from behind, in close combat only (section "support")."""

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
    """Return the bonus from an element of the same type behind: Pk +3, Wb and Sp +1, against some enemies
    only.

    There is none if either of the two is in bad going, or when they assault a BUA.
    """
    if c.behind != c.type or c.behind_gap:
        return 0
    value = REAR.get((c.type, foe.type), 0)
    if value and (foe.post == "bua" or c.behind_bad or in_bad(c)):
        return 0
    return value


def psiloi_behind(c: Contender, foe: Contender) -> bool:
    """Return whether a Psiloi directly behind helps Sp, Bd or Ax against mounted troops."""
    return c.behind == "Ps" and not c.behind_gap and c.type in PSILOI_HELP and foe.type in MOUNTED


def psiloi_support(c: Contender, foe: Contender) -> int:
    """Return the bonus of +1 from a Psiloi behind the element or behind a neighbour of its type. It is never
    more.
    """
    if c.type not in PSILOI_HELP or foe.type not in MOUNTED:
        return 0
    return PSILOI_VALUE if c.psiloi_beside or psiloi_behind(c, foe) else 0


def supporter_at_risk(c: Contender, foe: Contender) -> bool:
    """Return whether the element behind gives +1 and therefore dies if the front element is destroyed in
    combat.
    """
    return rear_support(c, foe) == 1 or psiloi_behind(c, foe)


def supporter_follows(c: Contender, foe: Contender) -> bool:
    """Return whether the element behind supports and therefore pursues with the front element (section
    "pursuit").
    """
    return rear_support(c, foe) > 0 or psiloi_behind(c, foe)

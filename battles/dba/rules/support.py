"""Support from behind. "support" (close combat only)."""

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
    """The bonus from an element of its own type behind it: Pk +3, Wb and Sp +1, against some enemies only.

    Not when either of the two is in bad going, nor when assaulting a BUA.
    """
    if c.behind != c.type or c.behind_gap:
        return 0
    value = REAR.get((c.type, foe.type), 0)
    if value and (foe.post == "bua" or c.behind_bad or in_bad(c)):
        return 0
    return value


def psiloi_behind(c: Contender, foe: Contender) -> bool:
    """Whether a Psiloi directly behind helps Sp, Bd or Ax against mounted."""
    return c.behind == "Ps" and not c.behind_gap and c.type in PSILOI_HELP and foe.type in MOUNTED


def psiloi_support(c: Contender, foe: Contender) -> int:
    """The bonus of +1 from one Psiloi behind it or behind a neighbour of its type; never more."""
    if c.type not in PSILOI_HELP or foe.type not in MOUNTED:
        return 0
    return PSILOI_VALUE if c.psiloi_beside or psiloi_behind(c, foe) else 0


def supporter_at_risk(c: Contender, foe: Contender) -> bool:
    """Whether the element behind gives +1, so that it dies with a front element destroyed in combat."""
    return rear_support(c, foe) == 1 or psiloi_behind(c, foe)


def supporter_follows(c: Contender, foe: Contender) -> bool:
    """Whether the element behind is supporting, so that it pursues with the front element. "pursuit"."""
    return rear_support(c, foe) > 0 or psiloi_behind(c, foe)

"""Calculate each side's modifiers to its die, line by line (sections "factors", "support" and "tactical")."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from battles.dba.rules.situation import Contender, Situation, in_bad
from battles.dba.rules.support import psiloi_support, rear_support
from battles.dba.rules.tables import load
from battles.dba.rules.troops import MOUNTED, factor, is_bad, is_camel
from engine.values import dataclass

_T = load("modifiers")["tactical"]
BUA: int = _T["bua"]
CAMP: int = _T["camp"]
GENERAL: int = _T["general"]
HEIGHT: int = _T["height"]
ENEMY: int = _T["enemy"]
ENEMY_LIMIT: int = _T["enemy_limit"]
HAMPERED: int = _T["hampered"]
AT_HOME_IN_BAD_GOING = frozenset(_T["at_home_in_bad_going"])


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the calculation: its code, its value, and the rulebook section behind it."""

    code: str
    value: int
    rule: str


@cache
def line(code: str, value: int, rule: str) -> Line:
    """Return a line of a calculation. Lines are cached because odds need the same few lines millions of
    times.
    """
    return Line(code, value, rule)


class Reckoning(NamedTuple):
    """The calculation of a combat before the dice: each side's lines, and their total."""

    a: tuple[Line, ...]
    b: tuple[Line, ...]
    total_a: int
    total_b: int


def reckon(s: Situation) -> Reckoning:
    """Return each side's modifiers to its die."""
    close = s.mode == "close"
    a, b = lines(s.a, s.b, close, s.answered), lines(s.b, s.a, close, True)
    total_a = total_b = 0
    for one in a:
        total_a += one.value
    for one in b:
        total_b += one.value
    return Reckoning(a, b, total_a, total_b)


def lines(c: Contender, foe: Contender, close: bool, shot_at: bool) -> tuple[Line, ...]:
    """Return one side's modifiers, line by line.

    ``shot_at``: in shooting, whether this side is under fire, as the target or as a shooter whose target
    shoots back. It is ignored in close combat.
    """
    found = [line("factor", factor(c.type, foe.type), "factors")]
    if close:
        if c.behind and (value := rear_support(c, foe)):
            found.append(line("rear_support", value, "support"))
        if (c.behind or c.psiloi_beside) and (value := psiloi_support(c, foe)):
            found.append(line("psiloi_support", value, "support"))
    if close or shot_at:
        if c.post != "field" and c.type not in MOUNTED:
            _shelter(found, c)
        if c.general:
            found.append(line("general", GENERAL, "tactical"))
    if close:
        if c.bank:
            found.append(line("bank", HEIGHT, "tactical"))
        elif c.uphill:
            found.append(line("uphill", HEIGHT, "tactical"))
        _enemies_around(found, c)
        _add_hampered(found, c, foe)
    elif shot_at and c.extra_shooters:
        found.append(line("extra_shooter", ENEMY * min(c.extra_shooters, ENEMY_LIMIT), "tactical"))
    return tuple(found)


def _shelter(found: list[Line], c: Contender) -> None:
    """Add +4 for foot in a built-up area, except war wagons and sackers, or +2 for foot in their own camp."""
    if c.post == "bua" and c.type != "WWg" and not c.sacking:
        found.append(line("bua", BUA, "tactical"))
    elif c.post == "camp":
        found.append(line("camp", CAMP, "tactical"))


def _enemies_around(found: list[Line], c: Contender) -> None:
    """Add -1 for each overlap and each contact on a flank or the rear, up to -2 in all (ruling D11)."""
    if not (c.overlaps or c.flank_contacts or c.rear_contact):
        return
    left = ENEMY_LIMIT
    for code, count in (
        ("rear_contact", int(c.rear_contact)),
        ("flank_contact", c.flank_contacts),
        ("overlap", c.overlaps),
    ):
        counted = min(count, left)
        if counted:
            found.append(line(code, ENEMY * counted, "tactical"))
            left -= counted


def _add_hampered(found: list[Line], c: Contender, foe: Contender) -> None:
    """Add -2, at most once, to troops in bad going, except types that are at home there. Also add it to
    mounted troops whose enemy is in going that is bad for their own type (ruling D16), and to mounted troops
    other than elephants that assault a built-up area.
    """
    if c.type not in AT_HOME_IN_BAD_GOING and in_bad(c):
        found.append(line("bad_going", HAMPERED, "tactical"))
    elif c.type in MOUNTED:
        if foe.going != "good" and is_bad(foe.going, is_camel(c.type, c.code)):
            found.append(line("foe_in_bad_going", HAMPERED, "tactical"))
        elif foe.post == "bua" and c.type != "El":
            found.append(line("assault", HAMPERED, "tactical"))

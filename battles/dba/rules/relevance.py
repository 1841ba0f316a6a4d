"""Find the facts that can change the result of a combat between two elements, given the facts already known.

Pages offer only these facts, because no other fact changes the result. A test proves this by trying all
facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from battles.dba.rules.outcomes import rows
from battles.dba.rules.reckoning import AT_HOME_IN_BAD_GOING
from battles.dba.rules.recoil import MEETING, UNPUSHABLE
from battles.dba.rules.situation import (
    FLIGHTS,
    OBSTACLES,
    POSTS,
    PURSUITS,
    SAME_PLACE,
    SIDES,
    Contender,
    Side,
    Situation,
    camel,
    contender,
    in_bad,
    other,
)
from battles.dba.rules.support import PSILOI_HELP, REAR, psiloi_behind
from battles.dba.rules.troops import CIVILIANS, ENGINES, FIELD_TYPES, IMPETUOUS, MOUNTED, TROOPS, can_shoot
from engine.game import Json


class Chip(NamedTuple):
    """A fact that can matter in a combat, and its possible values. ``side`` is "" for a fact about the whole
    situation.
    """

    side: str
    field: str
    options: tuple[Json, ...]


YES_NO = (False, True)


def chips(s: Situation) -> tuple[Chip, ...]:
    """Return every fact that can matter for these two elements, in the order in which pages show them."""
    found = [*_whole(s)]
    for side in SIDES:
        found += _close(s, side) if s.mode == "close" else _shooting(s, side)
    return tuple(found)


def _whole(s: Situation) -> Iterator[Chip]:
    if s.mode == "close":
        return
    if can_shoot(s.b.type, s.b.code) and not (s.b.shot_from_behind and s.b.post != "bua"):
        yield Chip("", "answered", YES_NO)


def _close(s: Situation, side: Side) -> Iterator[Chip]:
    c, foe = contender(s, side), contender(s, other(side))
    yield from _person(c, side)
    if c.post == "field":
        if c.type == "Kn" and foe.type == "Bw" and not foe.charged:
            yield Chip(side, "charged", YES_NO)
        yield from _helper_chips(c, foe, side)
    if not foe.uphill and not c.bank and c.post != "bua":
        yield Chip(side, "uphill", YES_NO)
    if not foe.bank:
        yield Chip(side, "bank", YES_NO)
    yield from _ground(c, foe, side, True)
    yield from _giving_way(c, foe, side, True)
    if c.type in IMPETUOUS and c.post == "field" and foe.post == "field":
        yield Chip(side, "pursuit", PURSUITS)


def _shooting(s: Situation, side: Side) -> Iterator[Chip]:
    c, foe = contender(s, side), contender(s, other(side))
    if side == "a" and not s.answered:
        return
    yield from _person(c, side)
    yield from _ground(c, foe, side, False)
    yield Chip(side, "extra_shooters", (0, 1, 2))
    yield from _giving_way(c, foe, side, False)
    if _gives_way(c.type, foe.type, False) and c.post == "field" and not s.answered:
        yield Chip(side, "shot_from_behind", YES_NO)


def _person(c: Contender, side: Side) -> Iterator[Chip]:
    if c.type not in CIVILIANS:
        yield Chip(side, "general", YES_NO)


def _ground(c: Contender, foe: Contender, side: Side, close: bool) -> Iterator[Chip]:
    """Yield the facts about where an element is that can matter: its going, a built-up area or a camp."""
    if c.post == "field":
        options = goings(c, foe, close)
        if len(options) > 1:
            yield Chip(side, "going", options)
        if c.type == "LH" and "sand" in (c.going, foe.going):
            yield Chip(side, "code", ("", "2Cm"))
    if c.type not in CIVILIANS and not (close and (foe.post != "field" or foe.type in ENGINES)):
        yield Chip(side, "post", tuple(post for post in POSTS if post != SAME_PLACE.get(foe.post)))
    # sacking foot lose their bonus in close combat; sackers lost to shooting are not replaced (L222)
    resists = c.type not in MOUNTED and c.type != "WWg"
    if c.post == "bua" and c.type != "Denizens" and (resists or not close):
        yield Chip(side, "sacking", YES_NO)


def goings(c: Contender, foe: Contender, close: bool) -> tuple[str, ...]:
    """Return the kinds of going that can matter for an element: good, bad, sand (for camels) or a river."""
    if not close:
        if not _asks(c.type, foe.type, False, frozenset({"loser_bad"})):
            return ("good",)
        return ("good", "bad", "sand") if camel(c) or c.type == "LH" else ("good", "bad")
    options = ["good"]
    if c.type not in AT_HOME_IN_BAD_GOING or foe.type in MOUNTED:
        options.append("bad")
        if camel(c) or camel(foe) or "LH" in (c.type, foe.type):
            options.append("sand")
    if _asks(c.type, foe.type, True, frozenset({"loser_good", "ground_good"})):
        options.append("river")
    return tuple(options)


def _helper_chips(c: Contender, foe: Contender, side: Side) -> Iterator[Chip]:
    """Yield the facts that can matter about others near an element: Psiloi behind a neighbour, and enemies on
    its flanks and rear.
    """
    if c.type in PSILOI_HELP and foe.type in MOUNTED and not psiloi_behind(c, foe):
        yield Chip(side, "psiloi_beside", YES_NO)
    yield Chip(side, "overlaps", tuple(range(3 - c.flank_contacts)))
    yield Chip(side, "flank_contacts", tuple(range(3 - c.overlaps)))
    yield Chip(side, "rear_contact", YES_NO)


def _giving_way(c: Contender, foe: Contender, side: Side, close: bool) -> Iterator[Chip]:
    supports = close and ((c.type, foe.type) in REAR or (c.type in PSILOI_HELP and foe.type in MOUNTED))
    gives_way = _gives_way(c.type, foe.type, close)
    if c.post == "field" and (supports or gives_way):
        yield Chip(side, "behind", ("", *_friends(c, foe, gives_way, close)))
    if c.behind:
        yield from _friend(c, foe, side, gives_way, close)
    if gives_way and c.post == "field":
        yield Chip(side, "obstacle", OBSTACLES)
    if _flees(c.type, foe.type, close) and c.post == "field":
        yield Chip(side, "flight", FLIGHTS)
    if (
        c.post == "field"
        and len(TROOPS[c.type].depths) > 1
        and (gives_way or (close and c.type in IMPETUOUS))
    ):
        yield Chip(side, "depth_mm", (None, *TROOPS[c.type].depths[1:]))


def _friends(c: Contender, foe: Contender, gives_way: bool, close: bool) -> tuple[str, ...]:
    return FIELD_TYPES if gives_way else helpers(c, foe, close)


def helpers(c: Contender, foe: Contender, close: bool) -> tuple[str, ...]:
    """Return the troop types that can support an element from behind against this enemy (section
    "support").
    """
    helpful = [c.type] if close and (c.type, foe.type) in REAR else []
    if close and c.type in PSILOI_HELP and foe.type in MOUNTED:
        helpful.append("Ps")
    return tuple(helpful)


def _friend(c: Contender, foe: Contender, side: Side, gives_way: bool, close: bool) -> Iterator[Chip]:
    own = close and c.behind == c.type and (c.type, foe.type) in REAR and foe.post != "bua"
    psiloi = close and c.type in PSILOI_HELP and foe.type in MOUNTED and c.behind == "Ps"
    if own or psiloi:
        yield Chip(side, "behind_gap", YES_NO)
    if own and not c.behind_gap and not in_bad(c):
        yield Chip(side, "behind_bad", YES_NO)
    deed = MEETING[c.type, c.behind]
    if gives_way and (deed == "pass" or (deed == "push" and c.behind not in UNPUSHABLE)):
        yield Chip(side, "room", ("free", "friends", "blocked") if deed == "pass" else ("free", "blocked"))


# --- facts that the outcome tables use for a pair of types ---


def _mode(close: bool) -> str:
    return "close" if close else "shot"


@cache
def _results_and_qualifiers(loser: str, winner: str, mode: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the results that the outcome tables can give a loser of one type against a winner of another,
    and the conditions, such as "charged", that decide which of these results applies.
    """
    found = [
        row
        for table in ("lower", "half")
        for row in rows(table, loser)
        if winner in row.get("by", TROOPS) and row.get("mode", mode) == mode
    ]
    return frozenset(row["result"] for row in found), frozenset(
        c for row in found for c in row.get("when", [])
    )


def _asks(loser: str, winner: str, close: bool, conditions: frozenset[str]) -> bool:
    return bool(_results_and_qualifiers(loser, winner, _mode(close))[1] & conditions)


def _flees(loser: str, winner: str, close: bool) -> bool:
    return "flee" in _results_and_qualifiers(loser, winner, _mode(close))[0]


def _gives_way(loser: str, winner: str, close: bool) -> bool:
    return "recoil" in _results_and_qualifiers(loser, winner, _mode(close))[0] or _flees(loser, winner, close)

"""Recoils: whether they kill, and what they do to friends on the way (sections "recoil" and
"interpenetration").
"""

from __future__ import annotations

from typing import NamedTuple

from battles.dba.rules.situation import Contender
from battles.dba.rules.tables import load
from battles.dba.rules.troops import MOUNTED, TYPES

_DATA = load("interpenetration")
UNPUSHABLE = frozenset(_DATA["unpushable"])


def _row(own: str) -> dict[str, str]:
    rows: dict[str, dict[str, str]] = _DATA["row"]
    return rows.get(own) or (rows["mounted"] if own in MOUNTED else rows["other"])


MEETING: dict[tuple[str, str], str] = {
    (own, friend): _row(own).get(friend, _row(own)["rest"]) for own in TYPES for friend in TYPES
}


class Recoil(NamedTuple):
    """The end of a recoil. ``death``: the reason why the recoil kills, or "". ``friend``: the fate of a
    friend in the way (passed, pushed or killed), or "". ``rule``: the section that decides.
    """

    death: str
    friend: str
    rule: str = "recoil"


CLEAR = Recoil("", "")


def recoil(c: Contender, close: bool) -> Recoil:
    """Return how an element's recoil ends."""
    if c.post != "field":
        return Recoil("in_place", "")
    if c.flank_contacts or c.rear_contact:
        return Recoil("enemy_on_flank", "")
    if c.shot_from_behind and not close:
        return Recoil("shot_from_behind", "")
    if not c.obstacle and not c.behind:
        return CLEAR
    if c.obstacle == "friend_turned" and c.type == "El":
        return Recoil("", "killed")
    if c.obstacle not in ("", "own_camp"):
        return Recoil(c.obstacle, "")
    return _meets(c) if c.behind else CLEAR


def _meets(c: Contender) -> Recoil:
    """Return the end of a recoil onto a friend that faces the same way. The element passes through the
    friend, pushes it or dies. Elephants kill the friend.
    """
    deed = MEETING[c.type, c.behind]
    if deed == "kills":
        return Recoil("", "killed")
    if deed == "dies":
        return Recoil("friend_in_the_way", "", "interpenetration")
    if deed == "pass" and c.room == "free":
        return Recoil("", "passed", "interpenetration")
    if c.behind in UNPUSHABLE or c.room == "blocked":
        return Recoil("friend_in_the_way", "")
    return Recoil("", "pushed")

"""Read the ``Stance`` of an element in combat from the board. At a table, players enter these facts by
hand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from battles.dba.rules.board import flights, recoils
from battles.dba.rules.field import convex, ground, touch
from battles.dba.rules.field.position import Position
from battles.dba.rules.table.actions import Stance
from battles.dba.rules.tables import load
from battles.dba.rules.troops import is_bad, is_camel

DENIZENS: Final = "denizens"
_TABLES: Final = load("outcomes")
FLEERS: Final = frozenset(
    kind
    for table in ("lower", "half")
    for kind, rows in _TABLES[table].items()
    if any(row["result"] == "flee" for row in rows)
)
OF_FRIENDS: Final = frozenset({"friend_in_the_way"})


def stance(position: Position, name: str, foe: str) -> Stance:
    """Return the facts about an element in close combat with ``foe``, and the obstacles to its recoil,
    flight and pursuit.

    See the sections "close_combat", "support", "tactical" and "recoil".
    """
    if name == DENIZENS or position.elements[name].inside:
        return Stance(bank=_bank_of_the_area(position, name, foe))
    seen = _is_in_open(position, foe)
    where = set(touch.flank_enemies(position, name).values())
    beside = set(touch.overlaps(position, name).values())
    found = Stance(
        going=ground.going_of(position, position.base(name)),
        uphill=seen and ground.is_higher(position, position.base(name), position.base(foe)),
        bank=seen and ground.defends_bank(position, position.base(name), position.base(foe)),
        psiloi_beside=bool(touch.psiloi_beside(position, name)),
        overlaps=len(beside - where),
        flank_contacts=len(where - {"rear"}),
        rear_contact="rear" in where,
        pursuit=flights.pursuit(position, name),
    )
    return _add_recoil_facts(position, name, found)


def shot_at(position: Position, name: str, shooters: tuple[str, ...]) -> Stance:
    """Return the facts about an element under fire, and the obstacles to its recoil and flight (section
    "shooting").
    """
    if name == DENIZENS or position.elements[name].inside:
        return Stance()
    going = ground.going_of(position, position.base(name))
    behind = bool(shooters) and all(from_behind(position, name, shooter) for shooter in shooters)
    return _add_recoil_facts(position, name, Stance(going=going, shot_from_behind=behind))


def from_behind(position: Position, name: str, shooter: str) -> bool:
    """Return whether a shooter's whole base is behind an element's rear edge, extended to both sides (ruling
    B15).
    """
    left, right = position.base(name).corners.rear_left, position.base(name).corners.rear_right
    points = position.base(shooter).corners
    return all(convex.cross(left, right, point) >= 0 for point in points)


def _add_recoil_facts(position: Position, name: str, found: Stance) -> Stance:
    """Return the facts ``found`` about an element in combat, completed with the element behind it and with
    the obstacles to a recoil and a flight. The recoil is tried out, so that these facts agree with its later
    result.
    """
    tried = recoils.recoil(position, name)
    behind = touch.supporter(position, name) or _friend_met(position, name)
    room = "free"
    obstacle = "" if tried.died in OF_FRIENDS else tried.died
    if any(change.how == "enters" for change in tried.changes):
        obstacle = "own_camp"
    if behind and any(change.cause == "pushed" and change.name != behind for change in tried.changes):
        room = "friends"
    if behind and tried.died in OF_FRIENDS:
        room = "blocked"
    trampled = [c.name for c in tried.changes if c.cause == "trampled" and c.name != behind]
    if trampled and not tried.died:
        obstacle = recoils.FACING_APART
    met = trampled[0] if trampled and not tried.died else ""
    if tried.died == recoils.FACING_APART:
        met = recoils.first_met(position, name, position.base(name).deep).whom
    return replace(
        found,
        behind=behind,
        behind_gap=bool(behind) and not touch.supporter(position, name),
        behind_bad=bool(behind) and in_bad(position, behind),
        room=room,
        obstacle=obstacle,
        met=met,
        struck=tuple(c.name for c in tried.changes if c.cause == "struck_by_recoil"),
        flight=_flight(tried, name),
    )


def _friend_met(position: Position, name: str) -> str:
    """Return the friend that a recoil would meet, if the friend faces the same way; otherwise ""."""
    met = recoils.first_met(position, name, position.base(name).deep)
    return met.whom if met.what == "friend" else ""


def _flight(tried: recoils.CompletedRecoil, name: str) -> str:
    """Return the obstacle to a flight after a recoil, or "clear". Only troop types that can flee are
    checked.
    """
    if tried.died or tried.position.base(name).type not in FLEERS:
        return "clear"
    return flights.flight(tried.position, name).end


def _is_in_open(position: Position, foe: str) -> bool:
    """Return whether an enemy is in the open. Otherwise neither higher ground nor a river bank counts."""
    return foe != DENIZENS and not position.elements[foe].inside


def _bank_of_the_area(position: Position, name: str, foe: str) -> bool:
    """Return whether a built-up area's garrison defends a river bank, because its attacker is in the river
    (L220).
    """
    inside = "bua" if name == DENIZENS else position.elements[name].inside
    if inside != "bua" or foe == DENIZENS or position.river == "paltry":
        return False
    return ground.is_bua_on_bank(position) and ground.in_river(position, position.base(foe).corners)


def in_bad(position: Position, name: str) -> bool:
    """Return whether an element is in bad going, as judged for its type."""
    base = position.base(name)
    return is_bad(ground.going_of(position, base), is_camel(base.type, base.code))

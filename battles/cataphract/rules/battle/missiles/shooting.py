"""Shots on the map: their possible targets, their distance, and the side and terrain of the target
(8.1).
"""

from __future__ import annotations

from typing import Final

from battles.cataphract.rules.battle.play import MapPlay
from battles.cataphract.rules.battle.position import MapField
from battles.cataphract.rules.field.pieces import Piece
from battles.cataphract.rules.field.sight import sees, shot_between, why_no_shot
from battles.cataphract.rules.missile import aim, weapon, why_no_missiles
from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.play.state import MAP
from battles.cataphract.rules.sheet.shooting.fire import (
    REACTION,
    Aiming,
    Shoot,
    fires_twice,
    resolve_shot,
)
from battles.cataphract.rules.sheet.units.orders import FIRE, give
from battles.cataphract.rules.tables import table
from engine.values import replace
from kit.grid.hexes import distance

HARASSING: Final = 4  # maximum distance in hexes at which light cavalry can harass (8.32)
HIGHER: Final = 2  # hexes that a wall adds to the range (8.16)
FROZEN: Final = "goth_li"  # archers who must not move before the first clash or shot at one of them (L3561)
PARTING: Final = 2  # the distance of retire fire, and of shots while withdrawing (8.22, 6.56)


def why_no_target(pos: MapField, firer: str, target: str) -> str:
    """Return the reason code if a unit cannot shoot at the target from where it is, or "" if it can."""
    if pos.markers(target).engaged:
        return "target_engaged"  # see rule 10.31
    return pos.why_no_shot(firer) or why_no_shot(
        pos.battlefield, pos.piece(firer), pos.piece(target), pos.roster.chart
    )


def shootable_targets(pos: MapField, firer: str) -> list[str]:
    """Return the enemies that a unit can shoot at from where it is."""
    if pos.why_no_shot(firer):
        return []
    one, longest = pos.piece(firer), longest_range(pos, pos.piece(firer))
    near = [o for o in pos.battlefield.of(foe(one.seat)) if distance(one.at, o.at) <= longest]
    return [o.id for o in near if not why_no_target(pos, firer, o.id)]


def longest_range(pos: MapField, one: Piece) -> int:
    """Return the longest range of a unit in hexes: the last distance in the missile chart, plus the two hexes
    that a wall adds, the largest bonus for height (8.16).
    """
    rows = (pos.roster.chart or table("missile")["weapons"])[weapon(one.unit)]["ranges"]
    return max(map(int, rows)) + HIGHER


def is_shot_at(pos: MapField, unit: str) -> bool:
    """Return whether an enemy with missiles can shoot at a unit (10.16) or harass it (8.32)."""
    one = pos.piece(unit)
    return any(
        not pos.why_no_shot(o.id)
        and distance(one.at, o.at) <= max(HARASSING, longest_range(pos, o))
        and (not why_no_target(pos, o.id, unit) or _harasses(pos, o, one))
        for o in pos.battlefield.of(foe(one.seat))
    )


def _harasses(pos: MapField, firer: Piece, target: Piece) -> bool:
    near = distance(firer.at, target.at) <= HARASSING
    free = not pos.markers(target.id).engaged
    return free and firer.unit.type == "LC" and near and sees(pos.battlefield, firer, target.at)


def can_shoot_parting(pos: MapField, firer: str) -> bool:
    """Return whether a unit can shoot at a distance of two hexes, as retire fire requires (8.22)."""
    one = pos.piece(firer)
    if pos.why_no_shot(firer) or one.artillery:
        return False
    shot = replace(shot_between(pos.battlefield, one, one), distance=PARTING)
    return aim(shot, pos.roster.chart).strength is not None


def shoot(
    play: MapPlay, firer: str, target: str, reason: str, *, moves: bool = False, away: int | None = None
) -> None:
    """Let a unit shoot at another. ``away``: a distance that a rule prescribes instead of the real one."""
    pos = play.pos
    shot = shot_between(pos.battlefield, pos.piece(firer), pos.piece(target), moves=moves)
    if reason == REACTION:
        if pos.counter(firer).artillery:
            play.mark(firer, reacted=pos.markers(firer).reacted + 1)
    else:
        give(play, firer, FIRE)
    if pos.setting.base[target].contingent == FROZEN and not pos.board.loosed:
        play.chart(loosed=True)
    told = Shoot(
        shot.distance if away is None else away,
        shot.through_front,
        moves,
        shot.in_woods,
        shot.height,
        shot.upwind,
    )
    for _shot in range(2 if fires_twice(pos, firer) else 1):
        now = play.state.units
        if now[target].where != MAP or now[firer].where != MAP or why_no_missiles(play.pos.unit(firer)):
            return
        resolve_shot(play, Aiming(firer, target, reason), told)

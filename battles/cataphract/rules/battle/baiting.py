"""Luring an enemy with a feigned retreat: who can be lured, and whether the target pursues (6.72, 6.74)."""

from __future__ import annotations

from battles.cataphract.rules.battle.moves import Pursuing
from battles.cataphract.rules.battle.play import MapPlay
from battles.cataphract.rules.battle.position import MapField, stand_name
from battles.cataphract.rules.checks.quality import must_pursue
from battles.cataphract.rules.field.feints import pursuit
from battles.cataphract.rules.sheet.clashing.feigning import RetreatFeigned
from battles.cataphract.rules.sheet.play.field import UNPRINTED
from kit.grid.hexes import Hex


def pursuit_value(pos: MapField, target: str) -> int | None:
    """Return a unit's printed value against feigned retreats, or else the value on which the players agreed.

    Return None if there is neither, because then nobody can lure the unit (6.74).
    """
    printed, agreed = pos.counter(target).pursues, pos.setting.options.pursuit
    if printed is not None:
        return printed
    return None if agreed == UNPRINTED else int(agreed)


def has_leader_in_range(pos: MapField, unit: str) -> bool:
    """Return whether a unit is in the range of a leader who can command it (6.74)."""
    at = pos.piece(unit).at
    leaders = pos.living_leaders(pos.counter(unit).seat)
    return any(pos.commands(one, unit) and at in pos.reach_of(one) for one in leaders)


def offer_bait(
    play: MapPlay, runner: str, target: str, way: tuple[Hex, ...], *, sees: bool = True, led: bool = True
) -> bool:
    """Roll to see whether the target pursues a runner along a route, and begin the pursuit if it does.
    Return whether it pursues (6.74).

    A target that did not see the retreat begin (``sees`` is false) stays in place. A harassed target out
    of its leaders' range (``led`` is false) pursues without a roll.
    """
    pos = play.pos
    value, leader, face = pursuit_value(pos, target), bool(pos.leaders_at(target)), None
    assert value is not None
    drawn = not led
    if led and sees:
        one = pos.counter(target)
        face = play.throw(f"lure|{one.name}", "6.74", one.seat)
        drawn = must_pursue(value, face, leader)
    play.tell(RetreatFeigned(runner, target, face, value, leader, drawn))
    if drawn:
        stands = pursuit(pos.battlefield, pos.piece(target), way)
        play.push(Pursuing(target, runner, tuple(stand_name(one, False) for one in stands)))
    return drawn

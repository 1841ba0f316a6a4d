"""How the bot skirmishes: harassment, feigned retreats and the blow after them, and withdrawals by Line
(8.3, 6.7, 6.58). Everything is judged by its chances, in the units of :mod:`worth`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battles.cataphract.bot.worth import strike_worth
from battles.cataphract.rules.battle.baiting import pursuit_value
from battles.cataphract.rules.battle.missiles.harassing import Harass, hits_on, paths
from battles.cataphract.rules.battle.missiles.walls import Sheltering
from battles.cataphract.rules.battle.moves import Marching
from battles.cataphract.rules.battle.position import MapField, read_stand
from battles.cataphract.rules.battle.pursuing import CLOSE, Pouncing, blows
from battles.cataphract.rules.battle.reacting import line_that_withdraws
from battles.cataphract.rules.field.feints import feints
from battles.cataphract.rules.field.harassment import covers
from battles.cataphract.rules.field.pieces import Piece
from battles.cataphract.rules.field.reach import Stand
from battles.cataphract.rules.field.sight import shot_between
from battles.cataphract.rules.missile import aim
from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.clashing.feigning import CHARGE, HOLD, SHOOT, Strike
from battles.cataphract.rules.sheet.shooting.fire import chance
from battles.cataphract.rules.tables import FACES
from engine.values import replace
from kit.grid.hexes import SIDES

WALLED: Final = 0.25  # what a Shieldwall must save, because its units then neither move nor shoot (11.73)
CHASED: Final = 1.0  # loss assumed for a feigned retreat that is impossible or lures nobody


def hit_worth(pos: MapField, unit: str) -> float:
    """Return how much one hit on a unit is worth: its printed quality, divided by the hits that it can still
    take before it routs.
    """
    return pos.counter(unit).unit.tq / max(1, pos.hits_left(unit))


def shot_worth(pos: MapField, firer: str, target: str) -> float:
    """Return the worth of a shot that a unit takes at a target from where it is now."""
    shot = shot_between(pos.battlefield, pos.piece(firer), pos.piece(target))
    return chance(aim(shot, pos.roster.chart)) / FACES * hit_worth(pos, target)


# --- harassment (8.3) --------------------------------------------------------------------------------------


def best_harassment(pos: MapField, frame: Marching) -> tuple[float, Harass] | None:
    """Return the worth of the best harassment that the moving unit can carry out, and the action for it.
    Return None if the unit can harass nobody.
    """
    found = paths(pos, frame)
    rated = ((_harass_worth(pos, frame.unit, at), at) for at in found)
    best = max(rated, default=None)
    return None if best is None else (best[0], Harass(best[1]))


def _harass_worth(pos: MapField, unit: str, at: str) -> float:
    target, _bar, _end = at.partition("|")
    way = paths(pos, Marching(unit))[at]
    gain = hits_on(pos, unit, at, way) / FACES * hit_worth(pos, target)
    answered = 0.0
    for one in pos.battlefield.of(foe(pos.counter(unit).seat)):
        if not one.artillery and not pos.why_no_shot(one.id) and covers(one, way):
            near = replace(shot_between(pos.battlefield, one, pos.piece(unit)), distance=1)
            answered += chance(aim(near, pos.roster.chart)) / FACES
    again = 1 if pos.markers(unit).moved else 0  # harassment counts as a move (6.13)
    return gain - (answered + again) * hit_worth(pos, unit)


# --- feigned retreats (6.7) --------------------------------------------------------------------------------


def feint_worth(pos: MapField, unit: str, mover: str, place: str) -> float:
    """Return how much a feigned retreat is worth: the chance that the mover pursues, times the expected worth
    of the blow that follows. A retreat that is impossible or lures nobody is worth -CHASED.
    """
    one, other = pos.piece(unit), pos.piece(mover)
    value = pursuit_value(pos, mover)
    if value is None or read_stand(place, False) not in feints(pos.battlefield, one, other):
        return -CHASED
    lured = max(0, FACES - 1 - value - (1 if pos.leaders_at(mover) else 0)) / FACES
    turns = min(FACES, pos.unit(unit).quality + 1) / FACES
    return lured * (turns * max(0.0, _front(pos, one, other)) - (1 - turns) * _rear(other, one, pos))


def _front(pos: MapField, one: Piece, other: Piece) -> float:
    """Return the gain that the unit ``one`` can expect once it has turned to face its pursuer ``other``. It
    charges or, if that gains more, shoots.
    """
    blow = strike_worth(pos, one.unit, other, Stand(one.at, one.facing))
    shoots = not pos.why_no_shot(one.id)
    if not shoots:
        return blow
    near = replace(shot_between(pos.battlefield, one, other), distance=1, moves=True)
    return max(blow, chance(aim(near, pos.roster.chart)) / FACES * hit_worth(pos, other.id))


def _rear(other: Piece, one: Piece, pos: MapField) -> float:
    """Return how much a blow in the rear by the pursuer ``other`` costs the unit ``one``."""
    return max(0.0, strike_worth(pos, other.unit, one, _place_behind(one)))


def strike(pos: MapField, frame: Pouncing) -> Strike:
    """Choose the blow after a pursuit by its worth."""
    able = blows(pos, frame)
    one, other = pos.piece(frame.striker), pos.piece(frame.struck)
    rated = {HOLD: 0.0}
    if CHARGE in able:
        side = Stand(one.at, one.facing) if frame.turned else _place_behind(other)
        rated[CHARGE] = strike_worth(pos, one.unit, other, side)
    if SHOOT in able:
        rated[SHOOT] = shot_worth(pos, one.id, other.id)
    if CLOSE in able:
        near = replace(shot_between(pos.battlefield, one, other), distance=1, moves=True)
        rated[CLOSE] = chance(aim(near, pos.roster.chart)) / FACES * hit_worth(pos, other.id)
    return Strike(max(rated, key=lambda how: (rated[how], how)))


def _place_behind(one: Piece) -> Stand:
    """Return the place one hex directly behind a unit, with the unit's facing."""
    return Stand(one.at.step_towards((one.facing + SIDES // 2) % SIDES), one.facing)


# --- withdrawals by Line (6.58) ----------------------------------------------------------------------------


def leaves_with_line(pos: MapField, unit: str, mover: str, threatened: Sequence[str]) -> bool:
    """Return whether a unit withdraws with its whole Line, because at least half of the Line is in danger.
    ``threatened``: the units that a charge by the mover would hurt.
    """
    line = line_that_withdraws(pos, pos.piece(unit), pos.piece(mover))
    return bool(line) and 2 * len(line.intersection(threatened)) >= len(line)


# --- the Shieldwall (11.7) ---------------------------------------------------------------------------------


def is_wall_worthwhile(pos: MapField, frame: Sheltering) -> bool:
    """Return whether foot forms a Shieldwall against a shot. It does so if the wall saves it a hit often
    enough, except in its own phase, in which its row may still want to move (11.73).
    """
    one, phase = pos.counter(frame.target), pos.state.phase
    if phase is None or phase.seat == one.seat:
        return False
    field, firer, target = pos.battlefield, pos.piece(frame.firer), pos.piece(frame.target)
    shots = [
        shot_between(field, firer, target, moves=frame.moves, shieldwall=walled) for walled in (False, True)
    ]
    if frame.harasses:
        shots = [replace(shot, distance=1, moves=True, harassing=True) for shot in shots]
    bare, walled = (chance(aim(shot, pos.roster.chart)) / FACES for shot in shots)
    return (bare - walled) * hit_worth(pos, frame.target) > WALLED

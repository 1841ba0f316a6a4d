"""The bot for battles on the map.

It approaches in Lines, shoots, attacks where the odds are good, and withdraws where they are bad.
"""

from __future__ import annotations

from typing import Any, Final

from battles.cataphract.bot.skirmish import (
    best_harassment,
    feint_worth,
    is_wall_worthwhile,
    leaves_with_line,
    shot_worth,
    strike,
)
from battles.cataphract.bot.wedge import drive, form, surge
from battles.cataphract.bot.worth import place_worth, strike_worth
from battles.cataphract.rules.battle.entering import Entering, EnterMap, MarchOn, entry_places, marchers
from battles.cataphract.rules.battle.marching import (
    Halt,
    March,
    ShootAt,
    may_charge,
    must_charge,
    must_move_or_shoot,
    orderable_places,
    shots,
)
from battles.cataphract.rules.battle.melee.designating import (
    Designating,
    JoinShock,
    joinable_units,
    withdrawing_units,
)
from battles.cataphract.rules.battle.melee.engaging import StepBack
from battles.cataphract.rules.battle.missiles.sheltering import Shelter
from battles.cataphract.rules.battle.missiles.shooting import PARTING
from battles.cataphract.rules.battle.missiles.walls import Sheltering
from battles.cataphract.rules.battle.moves import Marching, Waving
from battles.cataphract.rules.battle.muster import Muster, elite_choices
from battles.cataphract.rules.battle.ordering import (
    EndOrders,
    HaltLine,
    Ordering,
    OrderUnit,
    leader_has_been_pinned,
    must_advance,
    orderable_units,
    owes_deed,
    recoverable_units,
)
from battles.cataphract.rules.battle.position import MapField, hex_of, stand_name
from battles.cataphract.rules.battle.pursuing import Pouncing
from battles.cataphract.rules.battle.ranks import CommandRank, LeaveShieldwall, leaving_units, ranks
from battles.cataphract.rules.battle.reacting import React, Reacting, reactions
from battles.cataphract.rules.battle.riding import OrderLeader, Ride, Riding, destinations, why_no_ride
from battles.cataphract.rules.battle.rules import MapRules
from battles.cataphract.rules.field.reach import Stand
from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.command.activation import OpenElite
from battles.cataphract.rules.sheet.command.momentum import FinishLeader, TryMomentum, why_no_momentum
from battles.cataphract.rules.sheet.play.state import Sheet
from battles.cataphract.rules.sheet.units.checking import Recover
from engine.dice import Dice
from engine.minds import Mind
from kit.grid.hexes import distance

CONSIDERED: Final = 6  # how many units are considered for an Individual Order, starting nearest to the enemy
SHAKEN: Final = 3  # a unit with at least this many hits is worth an order to recover
GAIN: Final = 2  # a leader rides only to a hex with at least this many more units in range
LEAVING: Final = ("withdraw", "harry")
SHOOTING: Final = ("harry", "volley")  # withdrawals with a shot
GOOD: Final = 0.2  # a unit that need not attack does so only if the attack is worth more than this


class General(Mind[MapRules, Sheet]):
    """The bot for *Cataphract* on the map. See engine.minds."""

    def act(self, rules: MapRules, state: Sheet, seat: str, dice: Dice) -> Any:
        pos = rules.position(state)
        frame = state.stack[-1]
        if isinstance(frame, Muster):
            found = _muster(pos)
        elif isinstance(frame, Ordering):
            found = _order(pos)
        elif isinstance(frame, Marching):
            found = _march(pos, frame)
        elif isinstance(frame, Reacting):
            found = _react(pos, frame)
        elif isinstance(frame, Riding):
            found = _ride(pos, frame)
        elif isinstance(frame, Designating):
            found = _designate(pos)
        elif isinstance(frame, Entering):
            found = _enter(pos, frame)
        elif isinstance(frame, Pouncing):
            found = strike(pos, frame)
        elif isinstance(frame, Waving):
            found = surge(pos, frame)
        elif isinstance(frame, Sheltering):
            found = Shelter(is_wall_worthwhile(pos, frame))
        else:
            found = None
        return rules.pending(state)[0].default if found is None else found


GENERAL: Final = General()


# --- leaders -----------------------------------------------------------------------------------------------


def _muster(pos: MapField) -> Any:
    ready = elite_choices(pos)
    return OpenElite(max(ready, key=lambda one: pos.rating(one, "initiative"))) if ready else None


def _order(pos: MapField) -> Any:
    phase = pos.state.phase
    assert phase is not None
    if phase.fought:
        may = not why_no_momentum(pos) and not leader_has_been_pinned(pos)
        return TryMomentum() if may else FinishLeader()
    if (forward := drive(pos)) is not None:
        return forward
    if owed := must_advance(pos):
        return OrderUnit(owed[0])
    if phase.line:
        return None
    if (formed := form(pos)) is not None:
        return formed
    if not phase.used and not phase.lines:
        found = max(ranks(pos), key=lambda rank: len(rank[1]), default=None)
        if found is not None and len(found[1]) > pos.rating(phase.leader, "initiative") // 2:
            return CommandRank(found[0])
    if leaving_units(pos):
        return LeaveShieldwall()
    if (unit := _next_gun(pos) or _next_unit(pos)) is not None:
        return OrderUnit(unit)
    if pos.board.stage == "moving":
        return HaltLine()
    for unit, amount in recoverable_units(pos):
        if pos.markers(unit).hits >= SHAKEN:
            return Recover(unit, amount)
    if not why_no_ride(pos, phase.leader) and _better_post(pos, phase.leader) is not None:
        return OrderLeader(phase.leader)
    return None if owes_deed(pos) else EndOrders()


def _next_unit(pos: MapField) -> str | None:
    """Return the unit that gets the next order: the one nearest to the enemy among those with a useful
    action.

    Unless a Line is commanded, only the CONSIDERED units nearest to the enemy are tried. Return None if none
    of those tried has a useful action.
    """
    able = orderable_units(pos)
    near = sorted(able, key=lambda u: (pos.distance_to_enemy(u), u))
    considered = near if pos.board.ranks else near[:CONSIDERED]
    return next((u for u in considered if _plan(pos, Marching(u)) is not None), None)


def _next_gun(pos: MapField) -> str | None:
    """Return artillery that can shoot now, or None."""
    guns = (u for u in orderable_units(pos) if pos.counter(u).artillery)
    return next((u for u in guns if shots(pos, Marching(u))), None)


def _better_post(pos: MapField, leader: str) -> str | None:
    """Return the hex where a leader would have the most units in range, or None if the gain is less than GAIN
    units.
    """
    most, seat = pos.rating(leader, "range"), pos.chief(leader).seat
    own = [one for one in pos.battlefield.of(seat) if pos.commands(leader, one.id) and not one.unit.routed]

    def reached(at: Any) -> int:
        return sum(distance(at, one.at) <= most for one in own)

    hexes = [at for at in destinations(pos, leader) if pos.units_in(seat, at)]
    safe = [at for at in hexes if not pos.battlefield.holders(seat, at)]
    best = max(safe, key=lambda at: (reached(at), -pos.enemy_distance_from(seat, at), at), default=None)
    if best is None or reached(best) < reached(pos.post(leader)) + GAIN:
        return None
    return pos.setting.ground.board.name(best)


def _ride(pos: MapField, frame: Riding) -> Any:
    best = _better_post(pos, frame.leader)
    return None if best is None else Ride(best)


def _enter(pos: MapField, frame: Entering) -> Any:
    """Return the action that brings a column in as far ahead as possible, or None. Units already on the map
    move first.
    """
    for unit, places in marchers(pos, frame):
        best = min(places, key=lambda s: (pos.enemy_distance_from(frame.seat, s.at), s))
        if pos.enemy_distance_from(frame.seat, best.at) < pos.distance_to_enemy(unit):
            return MarchOn(unit, stand_name(best, True))
    found = entry_places(pos, frame)
    if found:
        return EnterMap(
            stand_name(min(found, key=lambda s: (pos.enemy_distance_from(frame.seat, s.at), s)), True)
        )
    return None


# --- units -------------------------------------------------------------------------------------------------


def _plan(pos: MapField, frame: Marching) -> Any:
    """Return the next action of a unit under its order, or None if no action is worthwhile."""
    targets = shots(pos, frame)
    best = _best_place(pos, frame)
    here = place_worth(pos, frame.unit, pos.stand(frame.unit), 0)
    harassed = best_harassment(pos, frame)
    if harassed is not None:
        shot = max((shot_worth(pos, frame.unit, u) for u in targets), default=0.0)
        gain = 0.0 if best is None else best[0] - here
        if harassed[0] > max(shot + max(gain, 0.0), gain, 0.0):
            return harassed[1]
    if targets and (best is None or best[0] < here + GOOD or pos.distance_to_enemy(frame.unit) <= 2):
        return ShootAt(min(targets, key=lambda u: (pos.hits_left(u), u)), moves=bool(frame.spent))
    if best is not None and best[0] > here:
        return March(stand_name(best[1], pos.unit(frame.unit).column))
    return None


def _best_place(pos: MapField, frame: Marching) -> tuple[float, Stand] | None:
    found = orderable_places(pos, frame).stands
    rated = ((place_worth(pos, frame.unit, stand, cost[1]), stand) for stand, (cost, _way) in found.items())
    return max(rated, key=lambda one: (one[0], one[1]), default=None)


def _march(pos: MapField, frame: Marching) -> Any:
    phase = pos.state.phase
    if phase is not None and phase.line:
        return None
    planned = None if frame.spent and not shots(pos, frame) else _plan(pos, frame)
    if planned is not None and not (frame.spent and isinstance(planned, March)):
        return planned
    if must_move_or_shoot(pos, frame):
        return None
    return Halt(must_charge(pos, frame) or (may_charge(pos, frame) and _is_good(pos, frame.unit)))


def _is_good(pos: MapField, unit: str) -> bool:
    one = pos.piece(unit)
    worth = [strike_worth(pos, one.unit, o, Stand(one.at, one.facing)) for o in pos.opponents(unit)]
    return bool(worth) and sum(worth) > GOOD


def _designate(pos: MapField) -> Any:
    for unit, hexes in withdrawing_units(pos):
        if not _is_good(pos, unit):  # an Engaged unit must attack or step back (10.32)
            seat = pos.counter(unit).seat
            return StepBack(unit, max(hexes, key=lambda at: (pos.enemy_distance_from(seat, hex_of(at)), at)))
    units = tuple(u for u in joinable_units(pos) if _is_good(pos, u))
    return JoinShock(units) if units else None


# --- reactions ---------------------------------------------------------------------------------------------


def _react(pos: MapField, frame: Reacting) -> Any:
    """Return the reactions of all units and leaders. They shoot whenever possible, withdraw from a charge
    that would go badly, and turn to face enemies on the flank.
    """
    by_unit: dict[str, list[list[str]]] = {}
    for one in reactions(pos, frame):
        words = one.split("|")
        by_unit.setdefault(words[0], []).append(words)
    chosen: list[str] = []
    for who, found in by_unit.items():
        chosen += _reactions_of(pos, frame, who, found)
    return React(tuple(chosen))


def _reactions_of(pos: MapField, frame: Reacting, who: str, found: list[list[str]]) -> list[str]:
    if who in pos.roster.chiefs:
        alone = not pos.units_in(pos.chief(who).seat, pos.post(who))
        away = max(found, key=lambda w: (distance(hex_of(w[2]), pos.piece(frame.mover).at), w[2]))
        return ["|".join(away)] if alone else []
    mover = pos.piece(frame.mover)
    threatened = _is_threatened(pos, frame.mover, who)
    lures = [(feint_worth(pos, who, frame.mover, w[2]), w) for w in found if w[1] == "feign"]
    lure = max(lures, key=lambda one: (one[0], -distance(hex_of(one[1][2][:4]), mover.at)), default=None)
    if lure is not None and lure[0] > (0.0 if threatened else GOOD):
        return ["|".join(lure[1])]
    kinds = ("line", "volley") if leaves_with_line(pos, who, frame.mover, _in_danger(pos, frame)) else LEAVING
    leave = [words for words in found if words[1] in kinds]
    if leave and threatened:
        best = max(leave, key=lambda w: (w[1] in SHOOTING, distance(hex_of(w[2][:4]), mover.at), w[2]))
        return ["|".join(best)]
    chosen = []
    turns = [words for words in found if words[1] == "turn"]
    if turns and not pos.battlefield.enemies_at(pos.counter(who).seat, hex_of(pos.board.places[who].at)):
        seen = mover.at in pos.battlefield.zone(pos.piece(who))
        if not seen and pos.piece(who).is_mounted:
            chosen += ["|".join(words) for words in turns if _sees_after(pos, who, words[2], mover.at)][:1]
    chosen += ["|".join(words) for words in found if words[1] in ("fire", "bolt")][:1]
    return chosen


def _in_danger(pos: MapField, frame: Reacting) -> list[str]:
    """Return the units near the mover that a charge by it would hurt."""
    mover = pos.piece(frame.mover)
    near = [o.id for o in pos.battlefield.of(foe(mover.seat)) if distance(o.at, mover.at) <= PARTING]
    return [unit for unit in near if _is_threatened(pos, frame.mover, unit)]


def _sees_after(pos: MapField, unit: str, facing: str, at: Any) -> bool:
    from battles.cataphract.rules.field.pieces import CORNERS

    one = pos.piece(unit)
    return at in pos.battlefield.zone(one.moved_to(one.at, CORNERS.index(facing)))


def _is_threatened(pos: MapField, mover: str, unit: str) -> bool:
    """Return whether a charge by an enemy would go badly for a unit."""
    one, other = pos.piece(mover), pos.piece(unit)
    return strike_worth(pos, one.unit, other, Stand(one.at, one.facing)) > GOOD

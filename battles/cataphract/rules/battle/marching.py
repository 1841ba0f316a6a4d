"""A unit under orders moves hex by hex, shoots, and stops where it must (6.0, 7.0, 8.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.cataphract.rules.battle.flight.passing import pass_through
from battles.cataphract.rules.battle.missiles.harassing import (
    Harass,
    begin_harassment,
    harass_choices,
    refuse_harass,
)
from battles.cataphract.rules.battle.missiles.sheltering import shoot_by_order
from battles.cataphract.rules.battle.missiles.shooting import shootable_targets
from battles.cataphract.rules.battle.moves import Marching, Stepping
from battles.cataphract.rules.battle.play import MapPlay, Offered, Way
from battles.cataphract.rules.battle.position import MapField, hex_of, name_of, read_stand, stand_name
from battles.cataphract.rules.battle.reacting import ask_reactions
from battles.cataphract.rules.battle.wedge.drive import is_driven
from battles.cataphract.rules.field.costs import Cost, turn_cost
from battles.cataphract.rules.field.pieces import CORNERS, SIDES
from battles.cataphract.rules.field.reach import (
    Reach,
    Stand,
    leg_cost,
    may_turn_in_zone,
    reach,
    why_no_way_out,
)
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.play.state import MAP
from battles.cataphract.rules.sheet.shooting.fire import why_no_bolt
from battles.cataphract.rules.sheet.units.orders import FIRE, MOVE, give, why_no_order
from engine.frames import Ask
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass, replace
from kit.grid.hexes import Hex, distance
from kit.rules.decisions import Action, not_offered, options, refuse

LEAVING_WALL: Final = 1  # movement points to leave a Shieldwall (11.74)
COLUMN_COST: Final = 1  # movement points to form a Column, or to leave it (6.41)


@dataclass(frozen=True)
class March(Action):
    """Move to a place, named by hex and facing, by the cheapest route (6.3).

    ``ride``: whether the active leader rides with the unit (4.23).
    """

    to: str
    ride: bool = False


@dataclass(frozen=True)
class ShootAt(Action):
    """Shoot at a unit (8.1). ``moves``: whether the shooting unit has moved or will move."""

    target: str
    moves: bool = False


@dataclass(frozen=True)
class ChangeColumn(Action):
    """Form a Column, or leave it, at the end of the move (6.41). ``facing``: the name of the facing
    afterwards.
    """

    facing: str


@dataclass(frozen=True)
class Halt(Action):
    """End the unit's order. ``charge``: whether the unit attacks the enemies that it has moved next to
    (7.31).
    """

    charge: bool = False


# --- what a unit can still do ------------------------------------------------------------------------------


def budget(pos: MapField, frame: Marching) -> int:
    """Return the movement points that a unit has left. While turning in an enemy zone, it has only half of
    its allowance, rounded up (7.25).
    """
    one = pos.piece(frame.unit)
    whole = -(-one.allowance // 2) if frame.pivots else one.allowance
    return max(0, whole - _points_used(pos, frame))


def _points_used(pos: MapField, frame: Marching) -> int:
    """Return the movement points that a unit has spent, with the point for leaving a Shieldwall (11.74)."""
    return frame.spent + (LEAVING_WALL if frame.unit in pos.board.unwalled else 0)


def may_march(pos: MapField, frame: Marching) -> bool:
    """Return whether a unit can still move."""
    if frame.stopped or frame.still or frame.unit not in pos.battlefield.pieces:
        return False
    if pos.is_frozen(frame.unit) or is_driven(pos, frame.unit) or pos.counter(frame.unit).wall:
        return False
    begun = MOVE in pos.markers(frame.unit).ordered
    return begun if frame.spent or frame.back else not why_no_order(pos, frame.unit, MOVE)


def reachable_places(pos: MapField, frame: Marching) -> Reach:
    """Return the places that a unit can still reach, each with its cost and route."""
    if frame not in pos.cache:
        pos.cache[frame] = _find_ends(pos, frame)
    found: Reach = pos.cache[frame]
    return found


def _find_ends(pos: MapField, frame: Marching) -> Reach:
    one = pos.piece(frame.unit)
    left = budget(pos, frame)
    if not may_march(pos, frame) or not left:
        return Reach({})
    if frame.pivots:
        return Reach(_pivots(pos, frame, left))
    found = dict(reach(pos.battlefield, replace(one, ma=one.ma - _points_used(pos, frame))).stands)
    found.pop(Stand(one.at, one.facing), None)
    return Reach({s: v for s, v in found.items() if _is_allowed(pos, frame.unit, s.at)})


def _pivots(pos: MapField, frame: Marching, left: int) -> dict[Stand, tuple[Cost, tuple[Stand, ...]]]:
    one = pos.piece(frame.unit)
    cost = turn_cost(pos.setting.ground, one, one.at)
    found: dict[Stand, tuple[Cost, tuple[Stand, ...]]] = {}
    for way in (1, -1):
        stand = Stand(one.at, (one.facing + way) % 6)
        if cost.mp <= left:
            found[stand] = (cost, (Stand(one.at, one.facing), stand))
    return found


def _is_allowed(pos: MapField, unit: str, at: Hex) -> bool:
    """Return whether the scenario lets a unit stop in a hex.

    Reluctant units can enter an enemy zone only if the enemy has at least twice the rout points of their side
    (L3400), but they can turn in place. Hun foot that is far from the leader who commands it cannot move next
    to an enemy (L2990).
    """
    if at == pos.setting.goals[pos.counter(unit).seat].hex and not pos.markers(unit).routed:
        return False  # the gate is for the routed (L3223)
    if unit in pos.board.distant and at != pos.piece(unit).at:
        return pos.enemy_distance_from(pos.counter(unit).seat, at) > 1
    special = pos.setting.specials.get("reluctant_huns")
    if special is None or not pos.counter(unit).reluctant or at == pos.piece(unit).at:
        return True
    seat = pos.counter(unit).seat
    held = pos.battlefield.holders(seat, at)
    other = next(s for s in pos.roster.sides if s != seat)
    return not held or pos.rout_points(other) >= 2 * max(1, pos.rout_points(seat))


def orderable_places(pos: MapField, frame: Marching) -> Reach:
    """Return the places that the player can order the unit to move to.

    These are all places that it can reach. In an Uncontrolled Line only those nearest to the enemy count
    (11.31).
    """
    found = reachable_places(pos, frame)
    phase = pos.state.phase
    if phase is None or not phase.line or not found.stands:
        return found
    now = pos.line_target_distance(frame.unit)
    away = {stand: pos.line_target_distance(frame.unit, stand.at) for stand in found.stands}
    least = min(away.values())
    if least > now or (least == now and frame.spent):
        return Reach({})
    best = {s: v for s, v in found.stands.items() if away[s] == least}
    return Reach({s: v for s, v in best.items() if _faces_enemy(pos, frame.unit, s)} or best)


def _faces_enemy(pos: MapField, unit: str, stand: Stand) -> bool:
    one = replace(pos.piece(unit), at=stand.at, facing=stand.facing)
    return any(pos.battlefield.enemies_at(one.seat, at) for at in one.fronts())


def shots(pos: MapField, frame: Marching) -> list[str]:
    """Return the enemies that the unit can shoot at now (8.11).

    It can shoot by order only once and, after a move, only forward.
    """
    unit = frame.unit
    if unit not in pos.battlefield.pieces or _why_no_fire(pos, unit):
        return []
    if pos.board.stage == "moving" and frame.spent:
        return []  # entry fire comes first (8.21)
    found = shootable_targets(pos, unit)
    if not frame.back:
        return found
    here, before = pos.piece(unit).at, hex_of(frame.back)
    return [t for t in found if distance(here, pos.piece(t).at) < distance(before, pos.piece(t).at)]


def _why_no_fire(pos: MapField, unit: str) -> str:
    """Return the reason code if a unit under orders cannot shoot, or "" if it can. Artillery needs no order
    (11.65).
    """
    gun = pos.counter(unit).artillery
    return why_no_bolt(pos, unit) if gun else why_no_order(pos, unit, FIRE)


def must_charge(pos: MapField, frame: Marching) -> bool:
    """Return whether a unit that has moved must attack, because it is heavy and has an enemy in its zone
    (7.31).
    """
    return may_charge(pos, frame) and pos.unit(frame.unit).heavy


def may_charge(pos: MapField, frame: Marching) -> bool:
    """Return whether a unit that has moved next to an enemy can attack."""
    unit = frame.unit
    if not frame.spent or unit not in pos.battlefield.pieces:
        return False
    one = pos.unit(unit)
    if one.column or pos.counter(unit).artillery or pos.counter(unit).wall:
        return False
    return bool(pos.opponents(unit))


# --- the order ---------------------------------------------------------------------------------------------


@FRAMES.handler(Marching)
class _Marching(Offered):
    def advance(self, play: MapPlay, frame: Marching) -> bool:
        now = play.state.units[frame.unit]
        if frame.over or play.state.phase is None or now.where != MAP or now.routed:
            play.pop()
            return True
        return False

    def ask(self, pos: MapField, frame: Marching) -> Ask:
        halt = Halt(must_charge(pos, frame))
        facts = {"unit": frame.unit, "mp": budget(pos, frame)}
        return Ask(
            pos.counter(frame.unit).seat, "march", lambda: self._default(pos, frame, halt), "6.1", facts
        )

    def _default(self, pos: MapField, frame: Marching, halt: Halt) -> Action:
        phase = pos.state.phase
        runs = phase is not None and bool(phase.line) and not pos.opponents(frame.unit)
        found = orderable_places(pos, frame).stands if runs or must_move_or_shoot(pos, frame) else {}
        if not found and must_move_or_shoot(pos, frame):
            return ShootAt(shots(pos, frame)[0])
        if found:
            best = min(found, key=lambda s: (found[s][0], stand_name(s, False)))
            return March(stand_name(best, pos.unit(frame.unit).column))
        return halt

    def choices(self, pos: MapField, frame: Marching) -> Choices:
        return tuple(self._choices(pos, frame))

    def _choices(self, pos: MapField, frame: Marching) -> Iterator[Choice]:
        column = pos.unit(frame.unit).column
        found = orderable_places(pos, frame).stands
        if found:
            to = Pick(
                "to",
                tuple(
                    Option(stand_name(s, column), {"mp": cost[0], "hits": cost[1]})
                    for s, (cost, _way) in found.items()
                ),
            )
            rides = (False, True) if riding_leader(pos, frame) else (False,)
            yield Choice("march", {}, (to, Pick("ride", options(rides))), rule="6.1")
        if targets := shots(pos, frame):
            moves = (True,) if frame.spent else (False, True) if may_march(pos, frame) else (False,)
            fields = (Pick("target", options(targets)), Pick("moves", options(moves)))
            yield Choice("shoot_at", {}, fields, rule="8.1")
        yield from harass_choices(pos, frame)
        if turned := column_facings(pos, frame):
            yield Choice("change_column", {}, (Pick("facing", options(turned)),), rule="6.41")
        charges = (
            (True,) if must_charge(pos, frame) else (True, False) if may_charge(pos, frame) else (False,)
        )
        if not owes_advance(pos, frame) and not must_move_or_shoot(pos, frame):
            yield Choice("halt", {}, (Pick("charge", options(charges)),), rule="6.11")

    def objection(self, pos: MapField, frame: Marching, action: Action) -> None:
        unit = frame.unit
        if isinstance(action, March):
            _refuse_march(pos, frame, action)
        if isinstance(action, ShootAt):
            if why := _why_no_fire(pos, unit):
                refuse("8.11", why, unit=unit)
            refuse("8.13", "no_such_target", unit=action.target[:20])
        if isinstance(action, Harass):
            refuse_harass(pos, frame, action)
        if isinstance(action, Halt):
            if must_charge(pos, frame) and not action.charge:
                refuse("7.31", "heavy_unit_must_attack", unit=unit)
            if owes_advance(pos, frame):
                refuse("11.31", "line_must_advance")
            if must_move_or_shoot(pos, frame):
                refuse("5.45", "must_act_after_trump")
            refuse("7.31", "not_next_to_an_enemy", unit=unit)
        not_offered("6.1", action)

    def execute(self, play: MapPlay, frame: Marching, action: Action) -> None:
        if isinstance(action, March):
            _begin_march(play, frame, action)
        elif isinstance(action, ShootAt):
            _shoot(play, frame, action)
        elif isinstance(action, ChangeColumn):
            _change_column(play, frame, action)
        elif isinstance(action, Harass):
            begin_harassment(play, frame, action)
        elif isinstance(action, Halt):
            play.pop()
            if action.charge:
                play.chart(charging=(*play.pos.board.charging, frame.unit))


def can_act(pos: MapField, frame: Marching) -> bool:
    """Return whether a unit can move or shoot by an order."""
    return bool(orderable_places(pos, frame).stands) or bool(shots(pos, frame))


def must_move_or_shoot(pos: MapField, frame: Marching) -> bool:
    """Return whether a unit has to move or shoot, because its leader has trumped and done nothing yet
    (5.45).
    """
    return pos.must_act and can_act(pos, frame)


def owes_advance(pos: MapField, frame: Marching) -> bool:
    """Return whether a unit of an Uncontrolled Line must still advance farther (11.31)."""
    phase = pos.state.phase
    owes = phase is not None and bool(phase.line) and not pos.opponents(frame.unit)
    return owes and bool(orderable_places(pos, frame).stands)


def _refuse_march(pos: MapField, frame: Marching, action: March) -> None:
    one = pos.piece(frame.unit)
    if frame.stopped:
        refuse("7.23", "stops_in_a_zone", hex=name_of(one.at))
    if pos.counter(frame.unit).wall:
        refuse("L3219", "stays_on_the_wall", unit=frame.unit)
    if is_driven(pos, frame.unit):
        refuse("L3690", "moves_with_the_wedge", unit=frame.unit)
    if frame.still:
        refuse("8.15", "shot_without_moving", unit=frame.unit)
    if why := why_no_order(pos, frame.unit, MOVE) if not frame.spent else "":
        refuse("6.12", why, unit=frame.unit)
    if why := why_no_way_out(pos.battlefield, one):
        refuse("7.23", why, hex=name_of(one.at))
    if action.ride and not riding_leader(pos, frame):
        refuse("4.23", "no_leader_with_the_unit", unit=frame.unit)
    refuse("6.25", "out_of_reach", unit=frame.unit, place=action.to[:8])


def riding_leader(pos: MapField, frame: Marching) -> str:
    """Return the active leader if they can ride along with the unit, or "" (4.23)."""
    phase = pos.state.phase
    if phase is None or not phase.leader:
        return ""
    same = pos.board.posts.get(phase.leader) == name_of(pos.piece(frame.unit).at)
    return phase.leader if same and pos.chief(phase.leader).seat == pos.counter(frame.unit).seat else ""


def begin_move(play: MapPlay, frame: Marching) -> None:
    """Record the order to move, and the hit for moving again (6.13)."""
    unit = frame.unit
    again = play.pos.markers(unit).moved
    give(play, unit, MOVE)
    play.mark(unit, moved=True, shieldwall=False)
    if again:
        play.hurt(unit, 1, "moved_again")


def _begin_march(play: MapPlay, frame: Marching, action: March) -> None:
    pos = play.pos
    column = pos.unit(frame.unit).column
    found = orderable_places(pos, frame).stands
    end = next(s for s in found if stand_name(s, column) == action.to)
    way = found[end][1][1:]
    who = riding_leader(pos, frame) if action.ride else ""
    pivots = frame.pivots
    if not frame.spent and not frame.back:
        held = bool(pos.battlefield.holders(pos.counter(frame.unit).seat, pos.piece(frame.unit).at))
        turning = all(s.at == pos.piece(frame.unit).at for s in way)
        pivots = held and turning and may_turn_in_zone(pos.battlefield, pos.piece(frame.unit))
        begin_move(play, frame)
        if play.pos.markers(frame.unit).routed:
            return
        play.swap(frame.but(pivots=pivots))
    play.push(Stepping(frame.unit, tuple(stand_name(s, column) for s in way), who))
    if not frame.spent:
        ask_reactions(play, frame.unit, "begins")


# --- step by step ------------------------------------------------------------------------------------------


@FRAMES.handler(Stepping)
class _Stepping(Way):
    def leg(self, play: MapPlay, frame: Stepping, leg: str) -> None:
        pos, now = play.pos, play.state.units[frame.unit]
        if now.where != MAP or now.routed or play.state.phase is None:
            play.swap(frame.but(rest=()))
            return
        stand = read_stand(leg, now.column)
        one = pos.piece(frame.unit)
        going = stand.at != one.at
        if going and not frame.leaves and pos.battlefield.holders(one.seat, one.at):
            # retire fire comes before the step (8.22)
            play.swap(frame.but(rest=(leg, *frame.rest), leaves=True))
            ask_reactions(play, frame.unit, "leaves")
            return
        play.swap(frame.but(leaves=False))
        _step(play, frame, stand)

    def handle_arrival(self, play: MapPlay, frame: Stepping) -> None:
        return None


def _step(play: MapPlay, frame: Stepping, stand: Stand) -> None:
    pos, unit = play.pos, frame.unit
    one, field = pos.piece(unit), pos.battlefield
    marching = play.state.in_progress(Marching)
    assert marching is not None
    cost = leg_cost(field, one, Stand(one.at, one.facing), stand, pivots=marching.pivots)
    if cost is None or _points_used(pos, marching) + cost.mp > one.allowance:
        play.swap(frame.but(rest=()))  # a reaction has blocked the route
        if field.friends_at(one, one.at) and marching.back:
            play.put(unit, Stand(hex_of(marching.back), one.facing), "march")
        return
    passed = [friend.id for friend in field.friends_at(one, stand.at) if stand.at != one.at]
    back = name_of(one.at) if stand.at != one.at else marching.back
    play.amend(Marching, spent=marching.spent + cost.mp, back=back)
    if frame.rider:
        play.ride(frame.rider, name_of(stand.at), "with")
    play.put(unit, stand, "march")
    play.hurt(unit, cost.hits, "terrain")
    for friend in passed:
        pass_through(play, unit, friend)
    if play.state.units[unit].routed or play.state.units[unit].where != MAP:
        return
    if stand.at == one.at:
        return
    _enter(play, unit)


def _enter(play: MapPlay, unit: str) -> None:
    """Stop a unit that enters an enemy zone, and let the enemy react to the step (7.23, 7.14, 8.21)."""
    pos = play.pos
    one = pos.piece(unit)
    if pos.battlefield.holders(one.seat, one.at) and not pos.battlefield.friends_at(one, one.at):
        play.amend(Marching, stopped=True)
        play.amend(Stepping, rest=())
        if pos.board.ranks:
            play.chart(entered=(*pos.board.entered, unit))
    ask_reactions(play, unit, "steps")


def _shoot(play: MapPlay, frame: Marching, action: ShootAt) -> None:
    if not action.moves:
        play.swap(frame.but(still=not frame.spent))
    shoot_by_order(play, frame.unit, action.target, action.moves)


# --- Columns (6.4) -----------------------------------------------------------------------------------------


def column_facings(pos: MapField, frame: Marching) -> list[str]:
    """Return the facings that foot of a disciplined army can take if it forms a Column or leaves it now."""
    unit = frame.unit
    if unit not in pos.battlefield.pieces or not may_march(pos, frame):
        return []
    one, seat = pos.piece(unit), pos.counter(unit).seat
    able = one.unit.foot and not one.artillery and pos.roster.sizes
    if not able or pos.roster.sides[seat].undisciplined or budget(pos, frame) < COLUMN_COST:
        return []
    if pos.battlefield.holders(seat, one.at) or pos.board.coming:
        return []
    if one.unit.column:
        return [CORNERS[(one.facing - 1) % 6], CORNERS[one.facing]]
    return [SIDES[one.facing], SIDES[(one.facing + 1) % 6]]


def _change_column(play: MapPlay, frame: Marching, action: ChangeColumn) -> None:
    if not frame.spent and not frame.back:
        begin_move(play, frame)
    unit = frame.unit
    if play.pos.markers(unit).routed:
        return
    column = not play.pos.markers(unit).column
    play.swap(frame.but(spent=frame.spent + COLUMN_COST, stopped=True))
    play.mark(unit, column=column)
    facing = (SIDES if column else CORNERS).index(action.facing)
    play.put(unit, Stand(hex_of(play.pos.board.places[unit].at), facing), "turn")
    if not play.pos.markers(unit).routed and play.pos.hits_left(unit) <= 0:
        play.rout(unit, "column")

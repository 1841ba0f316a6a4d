"""Harassment and Dispersal on the map: simultaneous shots, impetuous foot, and a feigned retreat afterwards
(8.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from battles.cataphract.rules.battle.baiting import has_leader_in_range, offer_bait, pursuit_value
from battles.cataphract.rules.battle.missiles.walls import Sheltering, wall_of
from battles.cataphract.rules.battle.moves import Harassing, Marching
from battles.cataphract.rules.battle.play import MapPlay, Offered, Routine
from battles.cataphract.rules.battle.position import MapField, hex_of, name_of
from battles.cataphract.rules.battle.pursuing import go, is_fit
from battles.cataphract.rules.battle.reacting import ADVANCES, HARASSES, ask_reactions
from battles.cataphract.rules.field.costs import step_cost
from battles.cataphract.rules.field.feints import heading
from battles.cataphract.rules.field.ground import WOODS
from battles.cataphract.rules.field.harassment import covers, harassments, why_no_harassment
from battles.cataphract.rules.field.pieces import Piece
from battles.cataphract.rules.field.reach import Stand, why_no_way_out
from battles.cataphract.rules.missile import aim
from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.shooting.fire import (
    HARASS,
    REACTION,
    Aiming,
    Shoot,
    chance,
    fires_twice,
    record_harassment,
    resolve_together,
    shot_of,
)
from battles.cataphract.rules.sheet.units.orders import FIRE, MOVE, give, why_no_order
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.grid.hexes import SIDES, Arc, Hex, distance, side_of
from kit.rules.decisions import Action, pick, refuse


@dataclass(frozen=True)
class Harass(Action):
    """Let light horse harass a target without moving.

    ``at``: the target and the hex next to it where the path ends, such as "b3|5210". ``feign``:
    whether the unit feigns a retreat afterwards (8.35).
    """

    at: str
    feign: bool = False


@dataclass(frozen=True)
class Provoked(Frame):
    """Impetuous foot must close in with its harasser (8.34)."""

    unit: str
    harasser: str


@dataclass(frozen=True)
class Rush(Action):
    """Choose the hex into which impetuous foot moves."""

    hex: str


# --- the order ---------------------------------------------------------------------------------------------


def why_no_harass(pos: MapField, frame: Marching) -> str:
    """Return the reason code if a unit cannot harass under its order, or "" if it can (8.31)."""
    unit, phase = frame.unit, pos.state.phase
    if unit not in pos.battlefield.pieces:
        return "not_on_map"
    if frame.spent or frame.back or frame.still or pos.board.stage == "firing":
        return "ordered_already"
    if phase is None or phase.line:
        return "uncontrolled"
    why = why_no_order(pos, unit, MOVE) or why_no_order(pos, unit, FIRE) or pos.why_no_shot(unit)
    return why or why_no_harassment(pos.battlefield, pos.piece(unit))


def paths(pos: MapField, frame: Marching) -> dict[str, tuple[Hex, ...]]:
    """Return the paths along which a unit can harass. Each is keyed by its target and its last hex, such as
    "b3|5210".
    """
    if why_no_harass(pos, frame):
        return {}
    if ("harass", frame) not in pos.cache:
        one, field = pos.piece(frame.unit), pos.battlefield
        pos.cache["harass", frame] = {
            f"{target.id}|{name_of(at)}": way
            for target in field.of(foe(one.seat))
            if not pos.markers(target.id).engaged  # Engaged units are not shot at (10.31)
            for at, way in sorted(harassments(field, one, target).items())
        }
    found: dict[str, tuple[Hex, ...]] = pos.cache["harass", frame]
    return found


def may_feign_after(pos: MapField, unit: str, target: str) -> bool:
    """Return whether a unit can feign a retreat after it has harassed a target (8.35, 6.72)."""
    one, other = pos.piece(unit), pos.piece(target)
    lured = other.is_mounted and not other.unit.routed and pursuit_value(pos, target) is not None
    free = not pos.battlefield.holders(other.seat, other.at) and not pos.battlefield.holders(one.seat, one.at)
    return lured and free and pos.counter(unit).feigns


def harass_choices(pos: MapField, frame: Marching) -> Iterator[Choice]:
    """Yield two kinds of choice: harass, or harass and then feign a retreat."""
    found = paths(pos, frame)
    for feign in (False, True):
        able = [at for at in found if not feign or may_feign_after(pos, frame.unit, at.split("|")[0])]
        if able:
            picks = tuple(Option(at, {"hits_on": hits_on(pos, frame.unit, at, found[at])}) for at in able)
            rule = "8.35" if feign else "8.3"
            yield Choice("harass", {"feign": feign}, (Pick("at", picks),), rule=rule)


def hits_on(pos: MapField, unit: str, at: str, way: tuple[Hex, ...]) -> int:
    """Return how many of the die's ten faces score a hit when a unit harasses a target along a path. ``at``:
    the target and the last hex of the path, such as "b3|5210".
    """
    aiming = Aiming(unit, at.split("|")[0], HARASS)
    return chance(aim(shot_of(pos, aiming, _shot_along(pos, aiming, way)), pos.roster.chart))


def refuse_harass(pos: MapField, frame: Marching, action: Harass) -> None:
    """Refuse an impossible harassment, giving the reason."""
    if why := why_no_harass(pos, frame):
        refuse("8.32" if why == "in_a_zone" else "8.31", why, unit=frame.unit)
    if action.at not in paths(pos, frame):
        refuse("8.32", "no_path_to_harass", unit=frame.unit)
    refuse("8.35", "no_feint_after", unit=frame.unit)


def begin_harassment(play: MapPlay, frame: Marching, action: Harass) -> None:
    """Use up the unit's order, and let the enemy react."""
    way, target = paths(play.pos, frame)[action.at], action.at.split("|")[0]
    play.pop()
    give(play, frame.unit, FIRE)
    record_harassment(play, frame.unit)
    if is_fit(play, frame.unit):
        play.push(Harassing(frame.unit, target, tuple(map(name_of, way)), action.feign))


# --- the shots ---------------------------------------------------------------------------------------------


@FRAMES.handler(Harassing)
class _Harassing(Routine):
    def advance(self, play: MapPlay, frame: Harassing) -> bool:
        if not frame.asked:
            play.swap(frame.but(asked=True))
            ask_reactions(play, frame.unit, HARASSES, frame.target)
        elif not frame.sheltered and _can_shelter(play.pos, frame):
            play.push(Sheltering(frame.unit, frame.target, harasses=True))
        elif not frame.shot:
            play.swap(frame.but(shot=True))
            if is_fit(play, frame.unit):
                _exchange(play, frame)
        else:
            play.pop()
            if frame.feigns and is_fit(play, frame.unit, frame.target):
                _feign_in_place(play, frame)
        return True


def _can_shelter(pos: MapField, frame: Harassing) -> bool:
    """Return whether the target can form a Shieldwall against the harasser's shot (11.71)."""
    target = pos.battlefield.pieces.get(frame.target)
    if target is None or not wall_of(pos, frame.target):
        return False
    end = hex_of(frame.way[-1])
    return distance(target.at, end) == 1 and target.arc_of(end) is Arc.FRONT


def _exchange(play: MapPlay, frame: Harassing) -> None:
    """Resolve the harasser's shot and the enemy's shots at the harasser together (8.33)."""
    pos, way = play.pos, tuple(map(hex_of, frame.way))
    shots: list[tuple[Aiming, Shoot]] = []
    target = pos.battlefield.pieces.get(frame.target)
    # a target that turned may have routed, and is then no longer next to the end of the path
    if target is not None and distance(target.at, way[-1]) == 1:
        aiming = Aiming(frame.unit, frame.target, HARASS)
        shots.append((aiming, _shot_along(pos, aiming, way)))
    for firer in frame.firers:
        if firer in pos.battlefield.pieces and not pos.why_no_shot(firer) and covers(pos.piece(firer), way):
            twice = fires_twice(pos, firer) and pos.unit(firer).supply == "full"
            shots += [(Aiming(firer, frame.unit, REACTION), Shoot(1))] * (2 if twice else 1)
    for unit in resolve_together(play, shots):
        play.push(Provoked(unit, frame.unit))


def _shot_along(pos: MapField, aiming: Aiming, way: tuple[Hex, ...]) -> Shoot:
    """Return a harasser's shot. The end of its path decides which side of the target the shot comes through
    (ruling 35).
    """
    target = pos.piece(aiming.target)
    front = target.artillery or target.arc_of(way[-1]) is Arc.FRONT
    woods = pos.setting.ground.cover(target.at) == WOODS
    return Shoot(distance(pos.piece(aiming.firer).at, target.at), front, True, woods)


def _feign_in_place(play: MapPlay, frame: Harassing) -> None:
    """Turn the harasser away from its target, which may pursue it back along the path of the harassment
    (8.35).
    """
    if not may_feign_after(play.pos, frame.unit, frame.target):
        return
    one = play.pos.piece(frame.unit)
    play.put(frame.unit, Stand(one.at, (one.facing + SIDES // 2) % SIDES), "turn")
    way = (*(hex_of(at) for at in reversed(frame.way)), one.at)
    offer_bait(play, frame.unit, frame.target, way, led=has_leader_in_range(play.pos, frame.target))


# --- impetuous foot ----------------------------------------------------------------------------------------


def rushes(pos: MapField, frame: Provoked) -> list[str]:
    """Return the hexes into which impetuous foot can move towards its harasser (8.34)."""
    one, field = pos.piece(frame.unit), pos.battlefield
    if why_no_way_out(field, one) or one.artillery or frame.harasser not in field.pieces:
        return []
    there = field.pieces[frame.harasser].at
    return sorted(
        name_of(at)
        for at in one.at.neighbours()
        if field.ground.open_to(one.at, at)
        and at not in field.occupants
        and distance(at, there) < distance(one.at, there)
    )


@FRAMES.handler(Provoked)
class _Provoked(Offered):
    def advance(self, play: MapPlay, frame: Provoked) -> bool:
        found = rushes(play.pos, frame) if is_fit(play, frame.unit) else []
        if len(found) > 1:
            return False
        play.pop()
        if found:
            _rush(play, frame.unit, hex_of(found[0]))
        return True

    def ask(self, pos: MapField, frame: Provoked) -> Ask:
        facts = {"unit": frame.unit, "target": frame.harasser}
        return Ask(pos.counter(frame.unit).seat, "rush", Rush(rushes(pos, frame)[0]), "8.34", facts)

    def choices(self, pos: MapField, frame: Provoked) -> Choices:
        return (Choice("rush", {}, (pick("hex", rushes(pos, frame)),), rule="8.34"),)

    def execute(self, play: MapPlay, frame: Provoked, action: Rush) -> None:
        play.pop()
        _rush(play, frame.unit, hex_of(action.hex))


def _rush(play: MapPlay, unit: str, at: Hex) -> None:
    """Turn foot towards its harasser for free and move it by one hex."""
    pos = play.pos
    one: Piece = pos.piece(unit)
    facing = side_of(one.at, at) if one.unit.column else heading(one.at, at, one.facing)
    cost = step_cost(pos.setting.ground, one, one.at, at)
    go(play, unit, Stand(at, facing), "rush")
    play.hurt(unit, cost.hits, "terrain")
    if is_fit(play, unit):
        ask_reactions(play, unit, ADVANCES)

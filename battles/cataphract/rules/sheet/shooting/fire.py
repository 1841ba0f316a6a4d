"""Missile fire on a sheet (8.1 to 8.3).

Players name the target first, then the distance and other facts. The die comes last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from battles.cataphract.rules.missile import (
    LEVELS,
    WALL,
    Aim,
    Shot,
    aim,
    endangers_leader,
    supply_after,
    why_no_missiles,
)
from battles.cataphract.rules.sheet.armies.roster import SEATS, foe
from battles.cataphract.rules.sheet.command.leader_dangers import risk
from battles.cataphract.rules.sheet.command.phases import close_if_fallen
from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import FRAMES, ActionHandler, Offered, Play
from battles.cataphract.rules.sheet.play.state import MAP
from battles.cataphract.rules.sheet.units.moving import require_on_map
from battles.cataphract.rules.sheet.units.orders import (
    FIRE,
    give,
    must_be_ordered,
    orderable_units,
    orders_left,
)
from battles.cataphract.rules.tables import FACES
from engine.codec import late_field
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, pick, refuse

ORDER, REACTION, HARASS = "order", "reaction", "harass"
REASONS: Final = (ORDER, REACTION, HARASS)
LONGEST: Final = 8


@dataclass(frozen=True)
class Fire(Action):
    """Let a unit shoot at another: by order, in reaction, or to harass (8.3)."""

    firer: str
    target: str
    reason: str = ORDER


@dataclass(frozen=True)
class Aiming(Frame):
    """The players report the distance and the other facts of a shot."""

    firer: str
    target: str
    reason: str


@dataclass(frozen=True)
class Shoot(Action):
    """Resolve the shot.

    ``distance``: in hexes. ``front``: whether the shot comes through the target's front. ``moves``: whether
    the firer has moved or will move. ``woods``: whether the target is in woods. ``height``: the target's
    height relative to the firer, "level" or "lower", or "wall" if it is below a wall. ``upwind``: whether it
    is shot upwind at Dara.
    """

    distance: int
    front: bool = True
    moves: bool = False
    woods: bool = False
    height: str = "level"
    upwind: bool = False


@dataclass(frozen=True)
class HoldFire(Action):
    """Withdraw the shot before it is resolved."""


@dataclass(frozen=True)
class ShotFired(Event):
    """A shot was fired. Its die and ``modifier`` are compared with ``strength``. ``found``: the degree of
    certainty of a strength that the rulebook does not confirm.
    """

    firer: str
    target: str
    reason: str
    distance: int
    face: int
    modifier: int
    strength: int
    hits: int
    found: str = late_field("")


@dataclass(frozen=True)
class ImpetuosityRolled(Event):
    """Infantry hit by harassment has rolled against its printed quality (8.34).

    If the roll is higher, the unit must close in.
    """

    unit: str
    face: int
    needs: int
    charges: bool


REACTIONS: Final = 2  # maximum number of reactions by artillery in an enemy Orders Phase (11.66)
BOLTS: Final = 2  # maximum number of shots by artillery in a turn (11.65)
BARRED: Final = {
    "no_missiles": "8.11",
    "no_ammunition": "8.17",
    "routed": "10.26",
    "in_column": "6.4",
    "limbered": "11.62",
    "engaged": "10.31",
}


def why_no_bolt(pos: Field, unit: str) -> str:
    """Return the reason code if artillery cannot shoot in its side's Orders Phase, or "" if it can.

    Artillery needs no order to shoot (11.65).
    """
    phase, now = pos.state.phase, pos.markers(unit)
    if phase is None or phase.seat != pos.counter(unit).seat:
        return "other_side_active" if phase is not None else "nobody_active"
    if phase.fought:
        return "segment_over"
    if now.shots >= BOLTS:
        return "fired_twice"
    return "ordered_already" if now.ordered else ""


def shooters(pos: Field, seat: str, reason: str) -> list[str]:
    """Return a side's units that can shoot for the given reason."""
    phase = pos.state.phase
    if reason == REACTION:  # units react only in the other side's phase
        if phase is None or phase.seat == seat:
            return []
        return [u for u in pos.shooters(seat) if pos.markers(u).reacted < REACTIONS]
    if phase is None or phase.seat != seat or pos.state.clashes:
        return []
    able = set(orderable_units(pos, FIRE))
    if not phase.lines and not orders_left(pos):
        able = {u for u in able if pos.markers(u).ordered}
    found = [
        u for u in pos.shooters(seat) if (not why_no_bolt(pos, u) if pos.counter(u).artillery else u in able)
    ]
    if reason == HARASS:
        return [u for u in found if pos.counter(u).type == "LC" and "move" not in pos.markers(u).ordered]
    return found


@handles(Table)
class _Fire(ActionHandler):
    action = Fire

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return tuple(self._list_choices(pos))

    def _list_choices(self, pos: Field) -> Iterator[Choice]:
        for reason in REASONS:
            for seat in SEATS:
                firers = shooters(pos, seat, reason)
                targets = [u for u in pos.units_on_map(foe(seat)) if not pos.markers(u).engaged]
                if firers and targets:
                    fields = (pick("firer", firers), pick("target", targets))
                    rule = {ORDER: "8.1", REACTION: "8.2", HARASS: "8.3"}[reason]
                    yield Choice("fire", {"reason": reason}, fields, rule=rule, facts={"seat": seat})

    def check(self, pos: Field, frame: Table, action: Fire) -> None:
        if action.reason not in REASONS:
            refuse("8.1", "not_one_of", value=action.reason[:20])
        require_on_map(pos, (action.firer, action.target), "8.13")
        one = pos.counter(action.firer)
        if pos.counter(action.target).seat == one.seat:
            refuse("8.13", "own_unit", unit=action.target)
        if why := pos.why_no_shot(action.firer):
            refuse(BARRED.get(why, "11.7"), why, unit=action.firer)
        if pos.markers(action.target).engaged:
            refuse("10.31", "target_engaged", unit=action.target)
        if action.reason == REACTION:
            if action.firer not in shooters(pos, one.seat, REACTION):
                spent = pos.markers(action.firer).reacted >= REACTIONS
                rule, code = ("11.66", "reacted_twice") if spent else ("8.2", "nothing_to_react_to")
                refuse(rule, code, unit=action.firer)
            return
        if pos.state.clashes:
            refuse("9.1", "resolve_clashes_first")
        if one.artillery:
            if why := why_no_bolt(pos, action.firer):
                refuse("11.65", why, unit=action.firer)
        else:
            must_be_ordered(pos, (action.firer,), FIRE, "8.11")
        if action.reason == HARASS and action.firer not in shooters(pos, one.seat, HARASS):
            refuse("8.31", "only_light_cavalry_harasses", unit=action.firer)

    def execute(self, play: Play, frame: Table, action: Fire) -> None:
        play.push(Aiming(action.firer, action.target, action.reason))


# --- the shot ----------------------------------------------------------------------------------------------


def shot_of(pos: Field, frame: Aiming, action: Shoot) -> Shot:
    """Convert a reported shot into the form that the missile fire rules use."""
    harassing = frame.reason == HARASS
    return Shot(
        pos.unit(frame.firer),
        pos.unit(frame.target),
        action.distance,
        action.moves or harassing,
        action.front,
        action.woods,
        pos.markers(frame.target).shieldwall and action.front,
        harassing,
        action.height,
        action.upwind,
    )


def distances(pos: Field, frame: Aiming, height: str = "level", upwind: bool = False) -> list[int]:
    """Return the distances in hexes that are within the firer's range."""
    if frame.reason == HARASS:
        return [2, 3, 4]  # distances of harassment, which all count as 1 (8.31)
    found = []
    for distance in range(1, LONGEST + 3):
        shot = shot_of(pos, frame, Shoot(distance, height=height, upwind=upwind))
        if aim(shot, pos.roster.chart).strength is not None:
            found.append(distance)
    return found


def chance(one: Aim) -> int:
    """Return how many of the die's ten faces score a hit."""
    return sum(one.hits(face) > 0 for face in range(FACES))


@FRAMES.handler(Aiming)
class _Aiming(Offered):
    def ask(self, pos: Field, frame: Aiming) -> Ask:
        facts = {"firer": frame.firer, "target": frame.target, "reason": frame.reason}
        return Ask(pos.counter(frame.firer).seat, "aim", HoldFire(), "8.15", facts)

    def choices(self, pos: Field, frame: Aiming) -> Choices:
        return (*self._shots(pos, frame), Choice("hold_fire", rule="8.1"))

    def _shots(self, pos: Field, frame: Aiming) -> Iterator[Choice]:
        heights = LEVELS if pos.roster.walls else tuple(one for one in LEVELS if one != WALL)
        for upwind in (False, True) if pos.roster.walls else (False,):
            for height in heights:
                away = distances(pos, frame, height, upwind)
                if not away or (frame.reason == HARASS and (height != "level" or upwind)):
                    continue
                yield Choice(
                    "shoot",
                    {"height": height, "upwind": upwind},
                    (
                        Pick("distance", tuple(self._option(pos, frame, d, height, upwind) for d in away)),
                        _yes_no("front", True),
                        _yes_no("moves", frame.reason != REACTION and _has_moved(pos, frame)),
                        _yes_no("woods", False),
                    ),
                    rule="8.15",
                )

    def _option(self, pos: Field, frame: Aiming, distance: int, height: str, upwind: bool) -> Option:
        moves = frame.reason != REACTION and _has_moved(pos, frame)
        shot = shot_of(pos, frame, Shoot(distance, moves=moves, height=height, upwind=upwind))
        one = aim(shot, pos.roster.chart)
        facts = {"hits_on": chance(one)} | ({"found": one.marks[0].found} if one.marks else {})
        return Option(distance, facts)

    def objection(self, pos: Field, frame: Aiming, action: Action) -> None:
        if isinstance(action, Shoot) and action.distance not in distances(
            pos, frame, action.height, action.upwind
        ):
            refuse("8.13", "out_of_range", distance=action.distance)

    def execute(self, play: Play, frame: Aiming, action: Shoot | HoldFire) -> None:
        play.pop()
        if isinstance(action, HoldFire):
            return
        if frame.reason == REACTION:
            if play.pos.counter(frame.firer).artillery:
                play.mark(frame.firer, reacted=play.pos.markers(frame.firer).reacted + 1)
        else:
            give(play, frame.firer, FIRE)
            if frame.reason == HARASS:
                record_harassment(play, frame.firer)
        for _shot in range(2 if fires_twice(play.pos, frame.firer) else 1):
            if why_no_missiles(play.pos.unit(frame.firer)) or play.pos.markers(frame.target).where != MAP:
                return
            resolve_shot(play, frame, action)


def _has_moved(pos: Field, frame: Aiming) -> bool:
    """Return whether the firer has moved in this phase. Harassment is itself a move."""
    return frame.reason == HARASS or "move" in pos.markers(frame.firer).ordered


def _yes_no(name: str, usual: bool) -> Pick:
    return Pick(name, (Option(True, usual=usual), Option(False, usual=not usual)))


def fires_twice(pos: Field, unit: str) -> bool:
    """Return whether a unit shoots twice each time it fires.

    This applies to foot with composite bows that never left their set-up hex (11.4).
    """
    one = pos.counter(unit)
    return one.missile == "C" and one.unit.foot and not pos.markers(unit).stirred


def record_harassment(play: Play, firer: str) -> None:
    """Record harassment as the unit's move (ruling 33). A unit that had moved before takes a hit."""
    again = play.pos.markers(firer).moved
    play.mark(firer, moved=True, stirred=True, ordered=(*play.pos.markers(firer).ordered, "move", HARASS))
    if again:
        play.hurt(firer, 1, "moved_again")


@dataclass(frozen=True)
class RolledShot:
    """A shot whose die has been rolled but whose effects have not been applied yet."""

    aiming: Aiming
    face: int
    hits: int


def resolve_shot(play: Play, frame: Aiming, action: Shoot) -> None:
    """Roll for a shot and apply its effects: hits, ammunition, a leader in danger, impetuosity. A routed
    firer does not shoot.
    """
    if not play.pos.markers(frame.firer).routed:
        resolve_together(play, [(frame, action)])


def resolve_together(play: Play, shots: Sequence[tuple[Aiming, Shoot]]) -> tuple[str, ...]:
    """Roll for simultaneous shots, and apply their effects only after the last die (8.33).

    Return the foot that must close in with its harasser (8.34).
    """
    rolled = [_roll_shot(play, frame, action) for frame, action in shots]
    hits: dict[str, int] = {}
    for one in rolled:
        firer, target = one.aiming.firer, one.aiming.target
        if endangers_leader(one.face) and (leader := play.pos.leader_at_risk(target)):
            risk(play, leader)
        play.supply(firer, supply_after(play.pos.unit(firer), one.face))
        hits[target] = hits.get(target, 0) + one.hits
    for unit, amount in hits.items():
        play.hurt(unit, amount, "fire")
    provoked = tuple(one.aiming.target for one in rolled if _provokes(play, one))
    close_if_fallen(play)
    return provoked


def _roll_shot(play: Play, frame: Aiming, action: Shoot) -> RolledShot:
    pos = play.pos
    one = pos.counter(frame.firer)
    found = aim(shot_of(pos, frame, action), pos.roster.chart)
    face = play.throw(f"fire|{one.name}", "8.15", one.seat)
    hits = found.hits(face)
    play.tell(
        ShotFired(
            frame.firer,
            frame.target,
            frame.reason,
            action.distance,
            face,
            found.modifier,
            found.strength or 0,
            hits,
            found.marks[0].found if found.marks else "",
        )
    )
    return RolledShot(frame, face, hits)


def _provokes(play: Play, one: RolledShot) -> bool:
    """Roll for the impetuosity of foot that was hit by harassment, and return whether it must close in
    (8.34).
    """
    unit = one.aiming.target
    target, now = play.pos.counter(unit), play.pos.markers(unit)
    harassed = one.hits and one.aiming.reason == HARASS
    if not harassed or not target.unit.foot or now.where != MAP or now.routed:
        return False
    roll = play.throw(f"impetuosity|{target.name}", "8.34", target.seat)
    roll += play.pos.check_modifier(target.seat)  # the challenge of the champions still counts (11.85)
    play.tell(ImpetuosityRolled(unit, roll, target.tq, roll > target.tq))
    return roll > target.tq

"""The Frankish Wedge on the map: how it moves as a whole, and how it is formed again (L3683 to L3694)."""

from __future__ import annotations

from battles.cataphract.rules.battle.marching import begin_move
from battles.cataphract.rules.battle.moves import Driving, Marching, Stepping, Waving
from battles.cataphract.rules.battle.ordering import Ordering
from battles.cataphract.rules.battle.play import ActionHandler, MapPlay, Way
from battles.cataphract.rules.battle.position import MapField, hex_of, name_of, stand_name
from battles.cataphract.rules.battle.wedge.drive import (
    COMMANDER,
    DriveWedge,
    drives,
    flat,
    is_led,
    why_no_drive,
)
from battles.cataphract.rules.field.reach import Stand, leg_cost
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.play.state import MAP
from battles.cataphract.rules.sheet.units.orders import MOVE
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.grid.hexes import side_of
from kit.rules.decisions import Action, Event, handles, pick, refuse


@dataclass(frozen=True)
class FormWedge(Action):
    """Form the Wedge again with the units that are in its shape (L3686)."""


@dataclass(frozen=True)
class WedgeFormed(Event):
    """These units form a Wedge."""

    units: tuple[str, ...]


@dataclass(frozen=True)
class WedgeLeft(Event):
    """These units are no longer in the Wedge, because they have lost their place in it or it has fewer than
    six units.
    """

    units: tuple[str, ...]


# --- moving as a whole -------------------------------------------------------------------------------------


@handles(Ordering)
class _DriveWedge(ActionHandler):
    action = DriveWedge

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        found = sorted(map(name_of, drives(pos)))
        return (Choice("drive_wedge", {}, (pick("to", found),), rule="L3690"),) if found else ()

    def check(self, pos: MapField, frame: Ordering, action: DriveWedge) -> None:
        if why := why_no_drive(pos):
            refuse("L3690", why, unit=pos.wedge[0][0] if pos.wedge else "")
        if action.to not in map(name_of, drives(pos)):
            refuse("L3690", "wedge_goes_straight", place=action.to[:8])

    def execute(self, play: MapPlay, frame: Ordering, action: DriveWedge) -> None:
        pos = play.pos
        way = drives(pos)[hex_of(action.to)]
        line = pos.line(pos.state.phase.line) if pos.state.phase is not None else None
        able = pos.board.ranks if line is None else line.units
        units = [u for u in flat(pos.wedge) if u in able and MOVE not in pos.markers(u).ordered]
        for unit in units:
            begin_move(play, Marching(unit))
        hexes = (pos.piece(units[0]).at, *(stand.at for stand in way))
        sides = [side_of(a, b) for a, b in zip(hexes, hexes[1:], strict=False)]
        play.push(Driving(tuple(f"{u}|{side}|{n}" for n, side in enumerate(sides) for u in units), units[0]))


@FRAMES.handler(Driving)
class _Driving(Way):
    """The handler that moves a Wedge. Each leg moves one unit by one hex. The unit at the point moves first,
    so that the hexes behind it become free.
    """

    def leg(self, play: MapPlay, frame: Driving, leg: str) -> None:
        unit, side, number = leg.split("|")
        pos = play.pos
        if play.state.phase is None:
            play.swap(frame.but(rest=()))
            return
        if unit in frame.halted or int(number) > frame.last:
            return
        if unit not in pos.battlefield.pieces or pos.markers(unit).routed:
            _stop(play, frame, unit, int(number))
            return
        one = pos.piece(unit)
        stand = Stand(one.at.step_towards(int(side)), one.facing)
        stops = int(number) > 0 and bool(pos.battlefield.holders(one.seat, one.at))
        cost = None if stops else leg_cost(pos.battlefield, one, pos.stand(unit), stand)
        spent = frame.spent.get(unit, 0) + (cost.mp if cost is not None else 0)
        blocked = bool(pos.battlefield.friends_at(one, stand.at))
        if cost is None or blocked or spent > one.allowance:
            _stop(play, frame, unit, int(number))
            return
        play.swap(frame.but(spent={**frame.spent, unit: spent}))
        rides = pos.board.posts.get(COMMANDER) == name_of(one.at)
        rider = COMMANDER if rides and COMMANDER in pos.living_leaders(one.seat) else ""
        play.push(
            Marching(unit, spent=spent - cost.mp, over=True),
            Stepping(unit, (stand_name(stand, False),), rider),
        )

    def handle_arrival(self, play: MapPlay, frame: Driving) -> None:
        pos, point = play.pos, frame.point
        if point in pos.battlefield.pieces and not pos.markers(point).routed and pos.opponents(point):
            play.chart(charging=(*pos.board.charging, point))


def _stop(play: MapPlay, frame: Driving, unit: str, number: int) -> None:
    """Halt a unit of the Wedge. If the unit is the point, the whole Wedge stops after the current hex."""
    last = number - 1 if unit == frame.point else frame.last
    play.swap(frame.but(halted=(*frame.halted, unit), last=last))


# --- its shape ---------------------------------------------------------------------------------------------


def keep_shape(play: MapPlay) -> None:
    """Release from the Wedge the units that have lost their place in it, unless it is on the move."""
    if play.state.in_progress(Driving) is not None or play.state.in_progress(Waving) is not None:
        return
    marked = [u for u, now in play.state.units.items() if now.wedge and now.where == MAP]
    if not marked:
        return
    stays = set(flat(play.pos.wedge))
    if gone := tuple(u for u in marked if u not in stays):
        for unit in gone:
            play.mark(unit, wedge=False)
        play.tell(WedgeLeft(gone))


def why_no_form(pos: MapField) -> str:
    """Return the reason code if the active leader cannot form the Wedge now, or "" if they can."""
    phase = pos.state.phase
    if phase is None or phase.leader != COMMANDER or phase.fought or pos.board.stage == "moving":
        return "only_its_leader_forms_a_wedge"
    rows = pos.formable_wedge()
    if not rows:
        return "no_wedge_in_shape"
    return "" if is_led(pos, rows) else "not_with_the_wedge"


@handles(Ordering)
class _FormWedge(ActionHandler):
    action = FormWedge

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        if why_no_form(pos):
            return ()
        units = list(flat(pos.formable_wedge()))
        return (Choice("form_wedge", rule="L3686", facts={"units": units}),)

    def check(self, pos: MapField, frame: Ordering, action: FormWedge) -> None:
        if why := why_no_form(pos):
            refuse("L3686", why, leader=COMMANDER)

    def execute(self, play: MapPlay, frame: Ordering, action: FormWedge) -> None:
        units = flat(play.pos.formable_wedge())
        for unit in units:
            play.mark(unit, wedge=True)
        play.tell(WedgeFormed(units))

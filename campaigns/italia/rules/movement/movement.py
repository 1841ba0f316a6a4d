"""The movement phase, in which a player moves some units one step at a time by land and sea (9.0).

Each step is checked on its own, so a mistake in a plan is reported at the step that causes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from campaigns.italia.rules.movement import ledger
from campaigns.italia.rules.movement.advance import Advance, advance, advances, refuse_advance, ways_from
from campaigns.italia.rules.movement.crossing import Cross, cross, crossings
from campaigns.italia.rules.movement.crossing import refuse_crossing as why_not_cross
from campaigns.italia.rules.movement.events import UnitsMoved
from campaigns.italia.rules.movement.exits import exit_worth, take_off
from campaigns.italia.rules.movement.ledger import ALONE, STOPPED, Movement, count_ready_units
from campaigns.italia.rules.movement.phase_end import finish, losses
from campaigns.italia.rules.movement.sea import (
    Embark,
    Land,
    Sail,
    embarkings,
    landings,
    record_meeting,
    sailings,
    sea_choices,
    sea_move,
)
from campaigns.italia.rules.movement.stacking import leader_may_leave, may_enter, may_leave
from campaigns.italia.rules.movement.voyage import Voyage, voyage, voyages
from campaigns.italia.rules.movement.voyage import refuse_voyage as why_not_sail
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.capital import NameCapital, capital_choices, name_capital
from campaigns.italia.rules.state.play import FRAMES, Offered, Play
from campaigns.italia.rules.state.position import Position
from engine.frames import Ask
from engine.game import Choice, Choices, Option, Share
from engine.values import dataclass
from kit.rules.decisions import Action, refuse


@dataclass(frozen=True)
class March(Action):
    """Take one step by land or across a strait. ``leader``: the leader who moves with the units, or alone if
    ``units`` is empty. None for units without a leader.
    """

    origin: str
    to: str
    units: Mapping[str, int]
    leader: str | None = None


@dataclass(frozen=True)
class Muster(Action):
    """Move units to a leader's starting area, which takes all their movement (13.2)."""

    origin: str
    units: Mapping[str, int]


@dataclass(frozen=True)
class TakeOff(Action):
    """Take units off the map for points, in an area that the card names."""

    area: str
    units: Mapping[str, int]


@dataclass(frozen=True)
class EndMovement(Action):
    """End the movement."""


def land_steps(pos: Position, frame: Movement) -> Iterator[Choice]:
    """Yield every step by land that some units, or a leader, can take now."""
    for origin in pos.areas_of(frame.nation):
        leaders = pos.leaders(origin, frame.nation)
        led = [frame.campaign] if frame.campaign else ["", *leaders]
        for leader in (name for name in led if not name or name in leaders):
            yield from _steps_from(pos, frame, origin, leader)


def _steps_from(pos: Position, frame: Movement, origin: str, leader: str, only: str = "") -> Iterator[Choice]:
    held, board = may_leave(pos, frame, origin), pos.scn.board
    able: dict[bool, dict[str, int]] = {}  # units that can step, by whether the step crosses a strait
    gone = frame.leaders.get(leader, 0) if leader else 0
    if gone >= STOPPED:
        return
    free = bool(leader) and leader_may_leave(pos, frame, origin)
    for to in (only,) if only else sorted(board.adjacent_areas(origin)):
        if not pos.may_enter(frame.nation, to):
            continue
        strait = to in board.straits[origin]
        if strait not in able:
            able[strait] = count_ready_units(pos, frame, origin, leader, strait=strait)
        units, room = able[strait], may_enter(pos, frame, to, with_leader=bool(leader))
        most = min(n for n in (sum(units.values()), held, room) if n is not None)
        alone = free and (gone == 0 if strait else gone < ALONE)
        if not alone and (not most or (leader and (not free or (strait and gone)))):
            continue
        options = tuple(Option(u, high=min(n, most)) for u, n in units.items() if min(n, most))
        if not options and not alone:
            continue
        share = Share("units", options, 0 if alone else 1, most)
        fixed = {"origin": origin, "to": to, "leader": leader or None}
        facts = {"strait": strait} if strait else {}
        yield Choice("march", fixed, (share,), "9.4" if strait else "9.0", facts=facts)


def _step_choice(pos: Position, frame: Movement, origin: str, to: str, leader: str) -> Iterator[Choice]:
    """Yield the step by land from one area to another, if it is legal."""
    if not pos.scn.board.areas.get(origin) or to not in pos.scn.board.adjacent_areas(origin):
        return
    if not pos.holds(frame.nation, origin) or (frame.campaign and leader != frame.campaign):
        return
    if not leader or leader in pos.leaders(origin, frame.nation):
        yield from _steps_from(pos, frame, origin, leader, to)


def _path_choices(pos: Position, frame: Movement, origin: str, leader: str) -> Iterator[Choice]:
    """Yield the paths that start in an area, if there are any."""
    if not pos.scn.board.areas.get(origin) or not pos.holds(frame.nation, origin):
        return
    if frame.campaign and leader != frame.campaign:
        return
    if not leader or leader in pos.leaders(origin, frame.nation):
        yield from ways_from(pos, frame, origin, leader)


@FRAMES.handler(Movement)
class _Movement(Offered):
    def advance(self, play: Play, frame: Movement) -> bool:
        if not frame.campaign and not play.pos.places_of(frame.nation):
            self.execute(play, frame, EndMovement())
            return True
        return False

    def ask(self, pos: Position, frame: Movement) -> Ask:
        kind = "campaign_move" if frame.campaign else "movement"
        facts = {"leader": frame.campaign} if frame.campaign else {}
        return Ask(pos.seat(frame.nation), kind, EndMovement(), "9.0", facts, frame.nation)

    def choices(self, pos: Position, frame: Movement) -> Choices:
        return (
            *land_steps(pos, frame),
            *advances(pos, frame),
            *sea_choices(pos, frame),
            *voyages(pos, frame),
            *crossings(pos, frame),
            *musters(pos, frame),
            *exits(pos, frame),
            *capital_choices(pos, frame.nation),
            Choice("end_movement", rule="9.0", facts=losses(pos, frame)),
        )

    def matching_choices(self, pos: Position, frame: Movement, action: Action) -> Iterable[Choice]:
        match action:
            case March(origin=origin, to=to, leader=leader):
                return _step_choice(pos, frame, origin, to, leader or "")
            case Advance(origin=origin, leader=leader):
                return _path_choices(pos, frame, origin, leader or "")
            case EndMovement():
                return (Choice("end_movement", rule="9.0"),)
            case Embark(origin=origin):
                return embarkings(pos, frame, origin)
            case Sail():
                return sailings(pos, frame)
            case Land(sea=sea, to=to):
                return landings(pos, frame, (sea, to))
            case Voyage():
                return voyages(pos, frame)
            case Cross(origin=origin):
                return crossings(pos, frame, origin)
            case _:
                return self.choices(pos, frame)

    def objection(self, pos: Position, frame: Movement, action: Action) -> None:
        if isinstance(action, March):
            _refuse_step(pos, frame, action)
        elif isinstance(action, Advance):
            refuse_advance(pos, frame, _path_choices(pos, frame, action.origin, action.leader or ""), action)
        elif isinstance(action, Voyage):
            why_not_sail(pos, frame, action)
        elif isinstance(action, Cross):
            why_not_cross(pos, frame, action)

    def execute(self, play: Play, frame: Movement, action: Action) -> None:
        match action:
            case March():
                _march(play, frame, action)
            case Advance():
                advance(play, frame, action)
            case Voyage():
                voyage(play, frame, action)
            case Cross():
                cross(play, frame, action)
            case Muster():
                _muster(play, frame, action)
            case TakeOff():
                take_off(play, frame.nation, action.area, action.units)
            case NameCapital():
                name_capital(play, frame.nation, action.area)
            case EndMovement():
                finish(play, frame)
            case _:
                sea_move(play, frame, action)


def _refuse_step(pos: Position, frame: Movement, action: March) -> None:
    """Refuse an illegal march of one step, giving the reason."""
    board, nation = pos.scn.board, frame.nation
    if action.origin not in board.areas or action.to not in board.areas:
        refuse("9.0", "no_such_area")
    if action.to not in board.adjacent_areas(action.origin):
        refuse("9.0", "not_adjacent", origin=action.origin, to=action.to)
    if not pos.may_enter(nation, action.to):
        refuse("9.2", "entry_area_closed", area=action.to)
    if frame.campaign and action.leader != frame.campaign:
        refuse("12.31", "only_with_the_leader", leader=frame.campaign)
    if action.leader and action.leader not in pos.leaders(action.origin, nation):
        refuse("9.1", "leader_not_here", leader=action.leader[:80])
    strait, wanted = action.to in board.straits[action.origin], sum(action.units.values())
    units = count_ready_units(pos, frame, action.origin, action.leader or "", strait=strait)
    for unit, number in action.units.items():
        if number > pos.units(action.origin, nation).get(unit, 0):
            refuse("9.0", "not_so_many_here", unit=unit[:80], area=action.origin)
        if number > units.get(unit, 0):
            refuse("9.0", "moved_enough", unit=unit[:80], area=action.origin)
    held = may_leave(pos, frame, action.origin)
    stuck = action.leader and not leader_may_leave(pos, frame, action.origin)
    if stuck or (held is not None and wanted > held):
        refuse("9.3", "enemies_not_held", area=action.origin)
    room = may_enter(pos, frame, action.to, with_leader=bool(action.leader))
    if room is not None and wanted > room:
        refuse("8.3", "too_many_attackers", area=action.to)


def _march(play: Play, frame: Movement, action: March) -> None:
    pos, nation, leader = play.pos, frame.nation, action.leader or ""
    strait = action.to in pos.scn.board.straits[action.origin]
    units = {unit: n for unit, n in action.units.items() if n}
    found = ledger.step(pos, frame, action.origin, action.to, units, leader, strait=strait)
    found = ledger.record_entry(found, action.to, action.origin)
    record_meeting(play, action.to)
    if leader:
        gone = STOPPED if strait else frame.leaders.get(leader, 0) + 1
        found = ledger.record_leader(found, leader, gone, action.origin)
    play.shift(nation, units, action.origin, action.to)
    if leader:
        play.move_leader(leader, action.to)
    play.swap(found)
    how = "strait" if strait else "march"
    play.tell(UnitsMoved(nation, action.origin, action.to, units, (leader,) if leader else (), how))


# --- actions that only some cards allow ---------------------------------------------------------------------


def musters(pos: Position, frame: Movement) -> Iterator[Choice]:
    for muster in pos.nation(frame.nation).effects.get("muster", ()):
        if (
            frame.campaign
            or muster["round"] != pos.state.round
            or pos.leader_at(muster["leader"]) != muster["to"]
        ):
            continue
        for origin in muster["areas"]:
            units = {
                unit: left
                for unit in pos.units(origin, frame.nation)
                if (left := ledger.count_unmoved(pos, frame, origin, unit))
            }
            if units:
                share = Share(
                    "units", tuple(Option(u, high=n) for u, n in units.items()), 1, sum(units.values())
                )
                yield Choice("muster", {"origin": origin}, (share,), "13.2", facts={"to": muster["to"]})


def _muster(play: Play, frame: Movement, action: Muster) -> None:
    muster = play.pos.nation(frame.nation).effects["muster"][0]
    found = frame
    for unit, number in action.units.items():
        if number:
            found = ledger.record_arrival(found, muster["to"], unit, number, sea=False, via=action.origin)
    units = {u: n for u, n in action.units.items() if n}
    play.shift(frame.nation, units, action.origin, muster["to"])
    play.swap(found)
    play.tell(UnitsMoved(frame.nation, action.origin, muster["to"], units, (), "muster"))


def exits(pos: Position, frame: Movement) -> Iterator[Choice]:
    for area in pos.nation(frame.nation).rights:
        units = {u: n for u, n in pos.units(area, frame.nation).items() if u != FLEET}
        units |= dict.fromkeys(pos.leaders(area, frame.nation), 1)
        if units and exit_worth(pos, frame.nation, area):
            share = Share("units", tuple(Option(u, high=n) for u, n in units.items()), 1, sum(units.values()))
            yield Choice("take_off", {"area": area}, (share,), "card")

"""The Orders Phase on the map: orders to units, recovery, rally, and the end of the phase (4.2, 5.2, 10.16,
10.27).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from battles.cataphract.rules.battle.marching import can_act, orderable_places
from battles.cataphract.rules.battle.melee.designating import begin_shock, joinable_units
from battles.cataphract.rules.battle.missiles.shooting import is_shot_at
from battles.cataphract.rules.battle.moves import Marching
from battles.cataphract.rules.battle.play import ActionHandler, MapPlay, MenuHandler, Offered
from battles.cataphract.rules.battle.position import OVERALL, MapField, name_of
from battles.cataphract.rules.battle.sheet_handlers import Shared
from battles.cataphract.rules.battle.wedge.drive import DriveWedge, drives, is_driven, owes_drive
from battles.cataphract.rules.checks.quality import recovery
from battles.cataphract.rules.field.pieces import CORNERS
from battles.cataphract.rules.field.reach import Stand
from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.command.momentum import FinishLeader, TryMomentum
from battles.cataphract.rules.sheet.command.phases import close_phase
from battles.cataphract.rules.sheet.command.replacing import ReplaceLeader, why_no_replacement
from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.command.trumps import Trump, trumps
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.shooting.fire import why_no_bolt
from battles.cataphract.rules.sheet.units.artillery import SwitchMode
from battles.cataphract.rules.sheet.units.checking import Rally, Recover
from battles.cataphract.rules.sheet.units.orders import FIRE, MOVE, RALLY, RECOVER, why_no_order
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.grid.hexes import distance
from kit.rules.decisions import Action, handler_for, handles, not_offered, pick, refuse

ONE_TYPE: Final = "valerian_utus"  # this leader commands HI or LI in a phase, not both (L2752)


@dataclass(frozen=True)
class Ordering(Frame):
    """The active side gives its orders, or ends the phase after the shock segment."""


@dataclass(frozen=True)
class OrderUnit(Action):
    """Give a unit an order to move, shoot, or both (5.22)."""

    unit: str


@dataclass(frozen=True)
class HaltLine(Action):
    """End the movement of the commanded Line. Its entry fire and its test for control follow (8.21, 11.3)."""


@dataclass(frozen=True)
class EndOrders(Action):
    """Give no more orders and continue with the shock segment (5.27)."""


# --- the Orders Phase --------------------------------------------------------------------------------------


@FRAMES.handler(Ordering)
class _Ordering(MenuHandler):
    def advance(self, play: MapPlay, frame: Ordering) -> bool:
        phase = play.state.phase
        if phase is not None and phase.leader and phase.leader not in play.pos.living_leaders(phase.seat):
            close_phase(play)
        if play.state.phase is None:
            play.pop()
            return True
        found = trumps(play.pos)
        if found and play.pos.chief(next(iter(found))).seat != play.state.phase.seat:
            play.push(Countering(play.pos.chief(next(iter(found))).seat))
            return True
        return False

    def ask(self, pos: MapField, frame: Ordering) -> Ask:
        phase = pos.state.phase
        assert phase is not None
        return Ask(phase.seat, "orders", lambda: default_order(pos), "5.2", {"leader": phase.leader})


def default_order(pos: MapField) -> Action:
    """Return the next action in a phase if the player does not answer. A moving Line halts, and only units
    that must advance get orders. The leader does not try for Momentum.
    """
    phase = pos.state.phase
    assert phase is not None
    if phase.fought:
        return FinishLeader()
    if pos.board.stage == "moving":
        return HaltLine()
    if owes_drive(pos):
        return DriveWedge(name_of(min(drives(pos))))
    if must_advance(pos):
        return OrderUnit(must_advance(pos)[0])
    return deeds(pos)[0] if owes_deed(pos) else EndOrders()


def owes_deed(pos: MapField) -> bool:
    """Return whether a leader who has trumped must give an order. There is something to do, and no unit that
    could attack instead (5.45).
    """
    return pos.must_act and not joinable_units(pos) and bool(deeds(pos))


def deeds(pos: MapField) -> list[Action]:
    """Return the orders by which the active leader can do something: to move or shoot, or to recover."""
    able = [OrderUnit(u) for u in orderable_units(pos) if can_act(pos, Marching(u))]
    return [*able, *(Recover(unit, amount) for unit, amount in recoverable_units(pos))]


# --- which units can be ordered ----------------------------------------------------------------------------


def why_no_unit(pos: MapField, unit: str, what: str) -> str:
    """Return the reason code if a unit cannot receive an order now, or "" if it can.

    This checks the unit's place on the map in addition to the sheet's rules (4.21, 5.26).
    """
    if unit not in pos.board.places:
        return "not_on_map"
    gun = pos.counter(unit).artillery
    if gun and what == FIRE:
        return why_no_bolt(pos, unit)
    if why := why_no_order(pos, unit, what):
        return why
    if what == MOVE and pos.markers(unit).shieldwall:
        return "walled"  # see rule 11.73
    if what == MOVE and pos.is_frozen(unit):
        return "archers_wait"
    if what == MOVE and pos.counter(unit).wall:
        return "stays_on_the_wall"
    if what == MOVE and is_driven(pos, unit):
        return "moves_with_the_wedge"
    phase = pos.state.phase
    assert phase is not None
    if phase.line:
        return ""
    if pos.chief(phase.leader).rank != OVERALL and pos.is_pinned(phase.leader):
        return "leader_in_a_zone"
    if phase.lines:
        return "" if unit in pos.board.ranks or is_gun_of_line(pos, unit) else "not_of_this_line"
    if not gun and not pos.commands(phase.leader, unit):
        return "foreign_unit"  # any leader commands artillery (11.62)
    if not gun and phase.leader == ONE_TYPE and _has_ordered_other_type(pos, unit):
        return "one_type_a_phase"
    return "" if _is_in_range(pos, unit) else "out_of_command_range"


def _is_in_range(pos: MapField, unit: str) -> bool:
    """Return whether a unit is in the active leader's range. Orders reach a wall from the hexes before it."""
    at = pos.piece(unit).at
    if pos.counter(unit).wall:
        return any(near in pos.command_range for near in at.neighbours())
    return at in pos.command_range


def _has_ordered_other_type(pos: MapField, unit: str) -> bool:
    type_, seat = pos.counter(unit).type, pos.counter(unit).seat
    own = (u for u in pos.units_on_map(seat) if pos.markers(u).ordered and not pos.counter(u).artillery)
    return any(pos.counter(u).type != type_ for u in own)


def is_gun_of_line(pos: MapField, unit: str) -> bool:
    """Return whether a unit is artillery in the hex of a unit of the commanded Line (11.62)."""
    at = pos.board.places[unit].at
    return pos.counter(unit).artillery and any(pos.board.places[u].at == at for u in pos.board.ranks)


def orderable_units(pos: MapField) -> list[str]:
    """Return the units that can receive an order to move or to shoot now."""
    phase = pos.state.phase
    if phase is None or phase.fought:
        return []
    return [u for u in pos.units_on_map(phase.seat) if not why_no_move(pos, u)]


def why_no_move(pos: MapField, unit: str) -> str:
    """Return the reason code if a unit can be ordered neither to move nor to shoot, or "" if it can.

    A unit has one order in a phase (5.24). In a Line that has moved, units that have not shot may still
    shoot (8.21).
    """
    phase, fires = pos.state.phase, not pos.why_no_shot(unit)
    if phase is not None and phase.lines and pos.board.stage == "firing":
        return why_no_unit(pos, unit, FIRE) if fires else "ordered_already"
    if pos.markers(unit).ordered:
        return "ordered_already"
    why = why_no_unit(pos, unit, MOVE)
    return "" if fires and not why_no_unit(pos, unit, FIRE) else why


def must_advance(pos: MapField) -> list[str]:
    """Return the units of an Uncontrolled Line that must still advance in its phase (11.31)."""
    phase = pos.state.phase
    if phase is None or not phase.line or phase.fought:
        return []
    free = (u for u in orderable_units(pos) if not pos.markers(u).ordered)
    return [u for u in free if not pos.opponents(u) and orderable_places(pos, Marching(u)).stands]


@handles(Ordering)
class _OrderUnit(ActionHandler):
    action = OrderUnit

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        able = orderable_units(pos)
        return (Choice("order_unit", {}, (pick("unit", able),), rule="5.22"),) if able else ()

    def check(self, pos: MapField, frame: Ordering, action: OrderUnit) -> None:
        if action.unit not in pos.state.units:
            refuse("5.22", "no_such_unit", unit=action.unit[:20])
        if action.unit not in orderable_units(pos):
            why = why_no_move(pos, action.unit)
            refuse(SECTIONS.get(why, "5.22"), why or "segment_over", unit=action.unit)

    def execute(self, play: MapPlay, frame: Ordering, action: OrderUnit) -> None:
        play.push(Marching(action.unit))


SECTIONS = {
    "leader_in_a_zone": "5.26",
    "not_of_this_line": "4.32",
    "foreign_unit": "4.5",
    "one_type_a_phase": "L2752",
    "out_of_command_range": "4.21",
    "no_orders_left": "5.21",
    "ordered_already": "5.24",
    "uncontrolled": "11.31",
    "engaged": "10.31",
    "walled": "11.73",
    "rallied": "10.27",
    "archers_wait": "L3561",
    "stays_on_the_wall": "L3219",
    "not_limbered": "11.62",
    "mode_changed": "11.62",
    "fired_twice": "11.65",
    "moves_with_the_wedge": "L3690",
    "routed": "10.26",
}


# --- recovery and rally ------------------------------------------------------------------------------------


def recoverable_units(pos: MapField) -> Iterator[tuple[str, int]]:
    """Yield the units that can recover hits by an order, each with the number of hits (10.16)."""
    phase = pos.state.phase
    if phase is None or phase.fought:
        return
    for unit in pos.units_on_map(phase.seat, routed=False):
        if pos.markers(unit).hits and not why_no_unit(pos, unit, RECOVER):
            amount, _why = _recovery(pos, unit)
            if amount:
                yield unit, amount


def _recovery(pos: MapField, unit: str) -> tuple[int, str]:
    one = pos.piece(unit)
    rough = pos.setting.ground.rough(one.at)
    return recovery(pos.unit(unit), not rough, is_beside_enemy(pos, unit), is_shot_at(pos, unit))


def is_beside_enemy(pos: MapField, unit: str) -> bool:
    """Return whether an enemy combat unit is adjacent to a unit."""
    one = pos.piece(unit)
    return any(distance(one.at, o.at) == 1 for o in pos.battlefield.of(foe(one.seat)))


@handles(Ordering)
class _Recover(ActionHandler):
    action = Recover

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        found: dict[int, list[str]] = {}
        for unit, amount in recoverable_units(pos):
            found.setdefault(amount, []).append(unit)
        return tuple(
            Choice("recover", {"amount": amount}, (pick("unit", units),), rule="10.16")
            for amount, units in sorted(found.items())
        )

    def check(self, pos: MapField, frame: Ordering, action: Recover) -> None:
        if action.unit not in pos.state.units:
            refuse("10.16", "no_such_unit", unit=action.unit[:20])
        if why := why_no_unit(pos, action.unit, RECOVER):
            refuse(SECTIONS.get(why, "10.16"), why, unit=action.unit)
        amount, why = _recovery(pos, action.unit)
        if why:
            refuse("10.16", why, unit=action.unit)
        if action.amount != amount:
            refuse("10.16", "one_or_two_hits", amount=action.amount)

    def execute(self, play: MapPlay, frame: Ordering, action: Recover) -> None:
        handler_for(Table, Recover).execute(play, frame, action)


def why_no_rally(pos: MapField, unit: str) -> str:
    """Return the reason code if a unit cannot rally in its hex, or "" if it can (10.27)."""
    if pos.setting.ground.rough(pos.piece(unit).at):
        return "not_in_the_open"
    if is_beside_enemy(pos, unit):
        return "enemy_adjacent"
    return "shot_at" if is_shot_at(pos, unit) else ""


@handles(Ordering)
class _Rally(ActionHandler):
    action = Rally

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        phase = pos.state.phase
        if phase is None or phase.line or phase.fought:
            return ()
        routed = pos.units_on_map(phase.seat, routed=True)
        able = [u for u in routed if not why_no_unit(pos, u, RALLY) and not why_no_rally(pos, u)]
        needs = pos.rating(phase.leader, "charisma")
        fields = (pick("unit", able), pick("facing", ("", *CORNERS)))
        return (Choice("rally", {}, fields, rule="10.27", facts={"needs": needs}),) if able else ()

    def check(self, pos: MapField, frame: Ordering, action: Rally) -> None:
        if action.unit not in pos.state.units:
            refuse("10.27", "no_such_unit", unit=action.unit[:20])
        if action.facing not in ("", *CORNERS):
            refuse("10.27", "not_one_of", value=action.facing[:20])
        if pos.state.phase is not None and pos.state.phase.line:
            refuse("11.31", "line_has_no_leader")
        why = why_no_unit(pos, action.unit, RALLY) or why_no_rally(pos, action.unit)
        if why:
            refuse(SECTIONS.get(why, "10.27"), why, unit=action.unit)

    def execute(self, play: MapPlay, frame: Ordering, action: Rally) -> None:
        handler_for(Table, Rally).execute(play, frame, action)
        now = play.pos.markers(action.unit)
        if action.facing and now.rallied and not now.routed:  # the turn is free
            at = play.pos.piece(action.unit).at
            play.put(action.unit, Stand(at, CORNERS.index(action.facing)), "turn")


# --- actions that work as on the sheet ---------------------------------------------------------------------


@handles(Ordering)
class _ReplaceLeader(ActionHandler):
    action = ReplaceLeader

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        return tuple(
            Choice("replace_leader", {"leader": leader}, (pick("unit", units),), rule="4.63")
            for leader, units in self._replacements(pos)
        )

    def _replacements(self, pos: MapField) -> Iterator[tuple[str, list[str]]]:
        phase = pos.state.phase
        for leader in pos.roster.chiefs if phase is not None else ():
            if not why_no_replacement(pos, leader):
                units = [u for u in pos.board.places if pos.counter(u).seat == pos.chief(leader).seat]
                able = [u for u in units if u in pos.battlefield.pieces and pos.commands(leader, u)]
                if able:
                    yield leader, able

    def check(self, pos: MapField, frame: Ordering, action: ReplaceLeader) -> None:
        handler_for(Table, ReplaceLeader).check(pos, frame, action)
        if not pos.commands(action.leader, action.unit):
            refuse("4.63", "foreign_unit", unit=action.unit)

    def execute(self, play: MapPlay, frame: Ordering, action: ReplaceLeader) -> None:
        handler_for(Table, ReplaceLeader).execute(play, frame, action)
        play.ride(action.leader, play.pos.board.places[action.unit].at, "replace")


@handles(Ordering)
class _SwitchMode(Shared):
    action = SwitchMode


@handles(Ordering)
class _EndOrders(ActionHandler):
    action = EndOrders

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        return () if _why_not_over(pos) else (Choice("end_orders", rule="5.27"),)

    def check(self, pos: MapField, frame: Ordering, action: EndOrders) -> None:
        if why := _why_not_over(pos):
            refuse(*why)

    def execute(self, play: MapPlay, frame: Ordering, action: EndOrders) -> None:
        begin_shock(play)


def _why_not_over(pos: MapField) -> tuple[str, str] | None:
    phase = pos.state.phase
    if phase is None or phase.fought:
        return "5.28", "segment_over"
    if pos.board.stage == "moving":
        return "8.21", "halt_the_line_first"
    if owes_deed(pos):
        return "5.45", "must_act_after_trump"
    return ("11.31", "line_must_advance") if must_advance(pos) or owes_drive(pos) else None


class _PhaseEnding(Shared):
    """A handler of an action that ends a phase and is available only after its shock segment."""

    def list_choices(self, pos: MapField, frame: Any) -> Choices:
        phase = pos.state.phase
        return super().list_choices(pos, frame) if phase is not None and phase.fought else ()

    def check(self, pos: MapField, frame: Any, action: Action) -> None:
        if pos.state.phase is not None and not pos.state.phase.fought:
            refuse("5.28", "shock_first")
        super().check(pos, frame, action)


@handles(Ordering)
class _FinishLeader(_PhaseEnding):
    action = FinishLeader


@handles(Ordering)
class _TryMomentum(_PhaseEnding):
    action = TryMomentum

    def list_choices(self, pos: MapField, frame: Any) -> Choices:
        return () if leader_has_been_pinned(pos) else super().list_choices(pos, frame)

    def check(self, pos: MapField, frame: Any, action: Action) -> None:
        if leader_has_been_pinned(pos):
            refuse("5.31", "leader_in_a_zone")
        super().check(pos, frame, action)


def leader_has_been_pinned(pos: MapField) -> bool:
    """Return whether the active leader is in an enemy zone, or was in one when the phase began (5.31)."""
    phase = pos.state.phase
    return phase is not None and bool(phase.leader) and (pos.board.pinned or pos.is_pinned(phase.leader))


# --- trumps (5.4) ------------------------------------------------------------------------------------------


@handles(Ordering)
class _Trump(Shared):
    action = Trump

    def list_choices(self, pos: MapField, frame: Any) -> Choices:
        found, phase = trumps(pos), pos.state.phase
        own = found and phase is not None and pos.chief(next(iter(found))).seat == phase.seat
        return super().list_choices(pos, frame) if own else ()


@dataclass(frozen=True)
class Countering(Frame):
    """The other side can answer a Trump or a Momentum with a Trump (5.42)."""

    seat: str


@dataclass(frozen=True)
class LetLead(Action):
    """Let the active leader lead, without trying a Trump (5.42)."""


@FRAMES.handler(Countering)
class _Countering(Offered):
    def ask(self, pos: MapField, frame: Countering) -> Ask:
        phase = pos.state.phase
        leader = phase.leader if phase is not None else ""
        return Ask(frame.seat, "trump", LetLead(), "5.42", {"leader": leader})

    def choices(self, pos: MapField, frame: Countering) -> Choices:
        return (*handler_for(Table, Trump).list_choices(pos, frame), Choice("let_lead", rule="5.42"))

    def objection(self, pos: MapField, frame: Countering, action: Action) -> None:
        if isinstance(action, Trump):
            handler_for(Table, Trump).check(pos, frame, action)
        not_offered("5.42", action)

    def execute(self, play: MapPlay, frame: Countering, action: Action) -> None:
        play.pop()
        if isinstance(action, Trump):
            handler_for(Table, Trump).execute(play, frame, action)
            return
        phase = play.state.phase
        assert phase is not None
        play.set(phase=phase.but(trumped=(*phase.trumped, frame.seat)))

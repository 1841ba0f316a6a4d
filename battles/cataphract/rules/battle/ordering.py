"""The Orders Phase on the map: orders to units, recovery, rally, and its end (4.2, 5.2, 10.16, 10.27)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battles.cataphract.rules.battle.designating import begin_shock
from battles.cataphract.rules.battle.marching import goals
from battles.cataphract.rules.battle.moves import Marching
from battles.cataphract.rules.battle.play import ActionHandler, MapPlay, MenuHandler, Offered
from battles.cataphract.rules.battle.position import OVERALL, MapField
from battles.cataphract.rules.battle.sheet_handlers import Shared
from battles.cataphract.rules.battle.shooting import is_shot_at
from battles.cataphract.rules.checks.quality import recovery
from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.command.leaders import (
    FinishLeader,
    Trump,
    TryMomentum,
    trumps,
)
from battles.cataphract.rules.sheet.command.phases import close_phase
from battles.cataphract.rules.sheet.command.replacing import ReplaceLeader, why_no_replacement
from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.units.artillery import SwitchMode
from battles.cataphract.rules.sheet.units.checking import Rally, Recover
from battles.cataphract.rules.sheet.units.orders import FIRE, MOVE, RALLY, RECOVER, why_no_order
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.grid.hexes import distance
from kit.rules.decisions import Action, handler_for, handles, not_offered, pick, refuse


@dataclass(frozen=True)
class Ordering(Frame):
    """The active side gives its orders, or ends the phase after the shock segment."""


@dataclass(frozen=True)
class OrderUnit(Action):
    """Give a unit an order to move, shoot, or both (5.22)."""

    unit: str


@dataclass(frozen=True)
class HaltLine(Action):
    """End the movement of the commanded Line: its entry fire and its test follow (8.21, 11.3)."""


@dataclass(frozen=True)
class EndOrders(Action):
    """Give no more orders and go on to the shock segment (5.27)."""


# --- the phase ---------------------------------------------------------------------------------------------


@FRAMES.handler(Ordering)
class _Ordering(MenuHandler):
    def advance(self, play: MapPlay, frame: Ordering) -> bool:
        phase = play.state.phase
        if phase is not None and phase.leader and phase.leader not in play.pos.living(phase.seat):
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
    """Return how a phase ends without its player: no further orders, no Momentum."""
    phase = pos.state.phase
    assert phase is not None
    if phase.fought:
        return FinishLeader()
    if pos.board.stage == "moving":
        return HaltLine()
    if must_advance(pos):
        return OrderUnit(must_advance(pos)[0])
    return EndOrders()


# --- who can be ordered ------------------------------------------------------------------------------------


def why_no_unit(pos: MapField, unit: str, what: str) -> str:
    """Return the code of the reason why a unit cannot be given an order now, or "" if it can. Its place
    counts besides what the sheet knows (4.21, 5.26).
    """
    if unit not in pos.board.places:
        return "not_on_map"
    if why := why_no_order(pos, unit, what):
        return why
    if what == MOVE and pos.is_frozen(unit):
        return "archers_wait"
    phase = pos.state.phase
    assert phase is not None
    if phase.line:
        return ""
    if pos.chief(phase.leader).rank != OVERALL and pos.is_pinned(phase.leader):
        return "leader_in_a_zone"
    if phase.lines:
        return "" if unit in pos.board.ranks else "not_of_this_line"
    if not pos.commands(phase.leader, unit):
        return "foreign_unit"
    return "" if pos.piece(unit).at in pos.command_range else "out_of_command_range"


def movable(pos: MapField) -> list[str]:
    """Return the units that can be given an order to move or to shoot now."""
    phase = pos.state.phase
    if phase is None or phase.fought:
        return []
    return [u for u in pos.on_map(phase.seat) if not why_no_move(pos, u)]


def why_no_move(pos: MapField, unit: str) -> str:
    """Return the code of the reason why a unit can be ordered neither to move nor to shoot, or "". It has one
    order in a phase (5.24); of a Line that has moved, those that have not shot may still shoot (8.21).
    """
    phase, fires = pos.state.phase, not pos.why_no_shot(unit)
    if phase is not None and phase.lines and pos.board.stage == "firing":
        return why_no_unit(pos, unit, FIRE) if fires else "ordered_already"
    if pos.markers(unit).ordered:
        return "ordered_already"
    why = why_no_unit(pos, unit, MOVE)
    return "" if fires and not why_no_unit(pos, unit, FIRE) else why


def must_advance(pos: MapField) -> list[str]:
    """Return the units of an Uncontrolled Line that still have to advance in its phase (11.31)."""
    phase = pos.state.phase
    if phase is None or not phase.line or phase.fought:
        return []
    free = (u for u in movable(pos) if not pos.markers(u).ordered)
    return [u for u in free if not pos.opponents(u) and goals(pos, Marching(u)).stands]


@handles(Ordering)
class _OrderUnit(ActionHandler):
    action = OrderUnit

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        able = movable(pos)
        return (Choice("order_unit", {}, (pick("unit", able),), rule="5.22"),) if able else ()

    def check(self, pos: MapField, frame: Ordering, action: OrderUnit) -> None:
        if action.unit not in pos.state.units:
            refuse("5.22", "no_such_unit", unit=action.unit[:20])
        if action.unit not in movable(pos):
            why = why_no_move(pos, action.unit)
            refuse(SECTIONS.get(why, "5.22"), why or "segment_over", unit=action.unit)

    def execute(self, play: MapPlay, frame: Ordering, action: OrderUnit) -> None:
        play.push(Marching(action.unit))


SECTIONS = {
    "leader_in_a_zone": "5.26",
    "not_of_this_line": "4.32",
    "foreign_unit": "4.5",
    "out_of_command_range": "4.21",
    "no_orders_left": "5.21",
    "ordered_already": "5.24",
    "uncontrolled": "11.31",
    "rallied": "10.27",
    "archers_wait": "L3561",
    "routed": "10.26",
}


# --- recovery and rally ------------------------------------------------------------------------------------


def recoverable(pos: MapField) -> Iterator[tuple[str, int]]:
    """Yield the units that can lose hits by an order, with how many (10.16)."""
    phase = pos.state.phase
    if phase is None or phase.fought:
        return
    for unit in pos.on_map(phase.seat, routed=False):
        if pos.markers(unit).hits and not why_no_unit(pos, unit, RECOVER):
            amount, _why = _recovery(pos, unit)
            if amount:
                yield unit, amount


def _recovery(pos: MapField, unit: str) -> tuple[int, str]:
    one = pos.piece(unit)
    rough = pos.setting.ground.rough(one.at)
    return recovery(pos.unit(unit), not rough, is_beside_enemy(pos, unit), is_shot_at(pos, unit))


def is_beside_enemy(pos: MapField, unit: str) -> bool:
    """Return whether an enemy combat unit is adjacent."""
    one = pos.piece(unit)
    return any(distance(one.at, o.at) == 1 for o in pos.battlefield.of(foe(one.seat)))


@handles(Ordering)
class _Recover(ActionHandler):
    action = Recover

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        found: dict[int, list[str]] = {}
        for unit, amount in recoverable(pos):
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
    """Return the code of the reason why a unit cannot rally where it is, or "" if it can (10.27)."""
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
        routed = pos.on_map(phase.seat, routed=True)
        able = [u for u in routed if not why_no_unit(pos, u, RALLY) and not why_no_rally(pos, u)]
        needs = pos.rating(phase.leader, "charisma")
        return (
            (Choice("rally", {}, (pick("unit", able),), rule="10.27", facts={"needs": needs}),)
            if able
            else ()
        )

    def check(self, pos: MapField, frame: Ordering, action: Rally) -> None:
        if action.unit not in pos.state.units:
            refuse("10.27", "no_such_unit", unit=action.unit[:20])
        if pos.state.phase is not None and pos.state.phase.line:
            refuse("11.31", "line_has_no_leader")
        why = why_no_unit(pos, action.unit, RALLY) or why_no_rally(pos, action.unit)
        if why:
            refuse(SECTIONS.get(why, "10.27"), why, unit=action.unit)

    def execute(self, play: MapPlay, frame: Ordering, action: Rally) -> None:
        handler_for(Table, Rally).execute(play, frame, action)


# --- what the map shares with the sheet --------------------------------------------------------------------


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
    return ("11.31", "line_must_advance") if must_advance(pos) else None


class _After(Shared):
    """An action that ends the phase after its shock segment."""

    def list_choices(self, pos: MapField, frame: Any) -> Choices:
        phase = pos.state.phase
        return super().list_choices(pos, frame) if phase is not None and phase.fought else ()

    def check(self, pos: MapField, frame: Any, action: Action) -> None:
        if pos.state.phase is not None and not pos.state.phase.fought:
            refuse("5.28", "shock_first")
        super().check(pos, frame, action)


@handles(Ordering)
class _FinishLeader(_After):
    action = FinishLeader


@handles(Ordering)
class _TryMomentum(_After):
    action = TryMomentum

    def list_choices(self, pos: MapField, frame: Any) -> Choices:
        return () if leader_has_been_pinned(pos) else super().list_choices(pos, frame)

    def check(self, pos: MapField, frame: Any, action: Action) -> None:
        if leader_has_been_pinned(pos):
            refuse("5.31", "leader_in_a_zone")
        super().check(pos, frame, action)


def leader_has_been_pinned(pos: MapField) -> bool:
    """Return whether the active leader is in an enemy zone, or was when the phase began (5.31)."""
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
    """The other side may trump a Trump or a Momentum (5.42)."""

    seat: str


@dataclass(frozen=True)
class LetLead(Action):
    """Do not trump (5.42)."""


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

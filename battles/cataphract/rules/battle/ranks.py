"""Line Commands on the map: the possible Lines, how they move, and how the move ends (4.3, 8.21, 11.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.cataphract.rules.battle.missiles.walls import SHELTERED
from battles.cataphract.rules.battle.ordering import HaltLine, Ordering
from battles.cataphract.rules.battle.play import ActionHandler, MapPlay
from battles.cataphract.rules.battle.position import MapField
from battles.cataphract.rules.battle.reacting import LINE, ask_reactions
from battles.cataphract.rules.battle.wedge.drive import COMMANDER, NAME, flat, is_led
from battles.cataphract.rules.field.lines import lines, shieldwall_row
from battles.cataphract.rules.sheet.command.line_commands import (
    INSIDE,
    OUTSIDE,
    command_line,
    needs_die,
    why_no_line,
)
from battles.cataphract.rules.sheet.command.uncontrolled_advance import may_run_wild, test_line, why_no_test
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse

CLOSER: Final = 2  # a Line that comes this many hexes nearer to the enemy is tested for control (11.31)


@dataclass(frozen=True)
class CommandRank(Action):
    """Give a Line Command.

    ``rank`` combines the Line's number in the scenario's table with the Line's first unit, such as
    "1|b3". The Wedge is "wedge" with the unit at its point.
    """

    rank: str


@dataclass(frozen=True)
class RankCommanded(Event):
    """A leader commands the units of a Line."""

    leader: str
    units: tuple[str, ...]


def why_no_rank(pos: MapField) -> str:
    """Return the reason code if no Line Command can be given now, or "" if one can (4.33)."""
    if why := why_no_line(pos):
        return why
    phase = pos.state.phase
    assert phase is not None
    if pos.is_pinned(phase.leader):
        return "leader_in_a_zone"
    return "halt_the_line_first" if pos.board.stage == "moving" else ""


def ranks(pos: MapField) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the Lines that the active leader can command, each with its name and the units that obey
    (4.32).
    """
    phase = pos.state.phase
    if phase is None or why_no_rank(pos):
        return
    if phase.leader == COMMANDER and is_led(pos, pos.wedge):
        able = tuple(sorted(u for u in flat(pos.wedge) if _obeys(pos, phase.leader, u)))
        if pos.wedge[0][0] in able:
            yield f"{NAME}|{pos.wedge[0][0]}", able
    reach = pos.rating(phase.leader, "range")
    for number, kind in enumerate(pos.setting.lines[phase.seat], 1):
        found = lines(pos.battlefield, kind, phase.seat, pos.post(phase.leader), reach)
        for group in found:
            free = sorted(u for u in group if _obeys(pos, phase.leader, u) and not pos.markers(u).wedge)
            if len(free) > 1:
                yield f"{number}|{free[0]}", tuple(free)


def _obeys(pos: MapField, leader: str, unit: str) -> bool:
    now = pos.markers(unit)
    free = not now.routed and not now.rallied and not now.ordered and unit not in pos.uncontrolled_units()
    return free and pos.commands(leader, unit)


@handles(Ordering)
class _CommandRank(ActionHandler):
    action = CommandRank

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        found = dict(ranks(pos))
        picks = tuple(Option(name, {"units": list(units)}) for name, units in found.items())
        return (Choice("command_rank", {}, (Pick("rank", picks),), rule="4.3"),) if found else ()

    def check(self, pos: MapField, frame: Ordering, action: CommandRank) -> None:
        leader = pos.state.phase.leader if pos.state.phase is not None else ""
        if why := why_no_rank(pos):
            refuse("4.33", why, leader=leader)
        if action.rank not in dict(ranks(pos)):
            refuse("4.32", "no_such_rank", rank=action.rank[:20])

    def execute(self, play: MapPlay, frame: Ordering, action: CommandRank) -> None:
        pos, phase = play.pos, play.state.phase
        assert phase is not None
        units = dict(ranks(pos))[action.rank]
        if not command_line(play, _range(pos, phase.leader)):
            return
        starts = {u: pos.line_target_distance(u) for u in units}
        number = action.rank.partition("|")[0]
        anywhere = number != NAME and pos.setting.lines[phase.seat][int(number) - 1].anywhere
        far = (u for u in units if anywhere and pos.piece(u).at not in pos.command_range)
        play.chart(ranks=units, stage="moving", starts=starts, entered=(), distant=tuple(far))
        play.tell(RankCommanded(phase.leader, units))


def _range(pos: MapField, leader: str) -> str:
    """Return "inside" or "outside" the overall commander's range, which decides the die for a Line Command
    (4.33).
    """
    if not needs_die(pos, leader):
        return INSIDE
    overall = pos.superior(leader)
    return INSIDE if overall and pos.post(leader) in pos.reach_of(overall) else OUTSIDE


# --- the end of a Line's movement --------------------------------------------------------------------------


@handles(Ordering)
class _HaltLine(ActionHandler):
    action = HaltLine

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        return (Choice("halt_line", rule="8.21"),) if pos.board.stage == "moving" else ()

    def check(self, pos: MapField, frame: Ordering, action: HaltLine) -> None:
        if pos.board.stage != "moving":
            refuse("8.21", "no_line_commanded")

    def execute(self, play: MapPlay, frame: Ordering, action: HaltLine) -> None:
        play.chart(stage="firing")
        _test_control(play)
        entered = [u for u in play.pos.board.entered if u in play.pos.battlefield.pieces]
        if entered:
            ask_reactions(play, entered[0], LINE)


def _test_control(play: MapPlay) -> None:
    """Test the control of a Line that has come two hexes nearer to the enemy (11.31, 11.32)."""
    pos = play.pos
    if why_no_test(pos):
        return
    wild = [u for u in pos.board.ranks if u in pos.battlefield.pieces and may_run_wild(pos, u)]
    if any(pos.board.starts[u] - pos.line_target_distance(u) >= CLOSER for u in wild):
        test_line(play, tuple(wild))


# --- leaving a Shieldwall (11.74) --------------------------------------------------------------------------


@dataclass(frozen=True)
class LeaveShieldwall(Action):
    """Let the units of the commanded Line leave their Shieldwall, at one movement point each (11.74)."""


@dataclass(frozen=True)
class ShieldwallLeft(Event):
    """These units leave their Shieldwall."""

    units: tuple[str, ...]


def leaving_units(pos: MapField) -> tuple[str, ...]:
    """Return the units of the commanded Line that are in Shieldwall. Return () if a unit of one of their
    walls is not in the Line, because a wall is left as a whole (11.74).
    """
    if pos.board.stage != "moving":
        return ()
    walled = [u for u in pos.board.ranks if u in pos.battlefield.pieces and pos.markers(u).shieldwall]
    rows = [shieldwall_row(pos.battlefield, pos.piece(u), SHELTERED) for u in walled]
    mates = {u for row in rows for u in row if pos.markers(u).shieldwall}
    return tuple(walled) if mates <= set(walled) else ()


@handles(Ordering)
class _LeaveShieldwall(ActionHandler):
    action = LeaveShieldwall

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        found = leaving_units(pos)
        return (Choice("leave_shieldwall", rule="11.74", facts={"units": list(found)}),) if found else ()

    def check(self, pos: MapField, frame: Ordering, action: LeaveShieldwall) -> None:
        if not leaving_units(pos):
            refuse("11.74", "whole_wall_leaves")

    def execute(self, play: MapPlay, frame: Ordering, action: LeaveShieldwall) -> None:
        units = leaving_units(play.pos)
        for unit in units:
            play.mark(unit, shieldwall=False)
        play.chart(unwalled=(*play.pos.board.unwalled, *units))
        play.tell(ShieldwallLeft(units))

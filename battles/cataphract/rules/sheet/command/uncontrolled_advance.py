"""Lines that get out of hand: the test for control, and the uncontrolled advance, which comes before any
leader is activated (11.3).
"""

from __future__ import annotations

from battles.cataphract.rules.checks.command import answer, check
from battles.cataphract.rules.sheet.command.activation import is_idle
from battles.cataphract.rules.sheet.command.phases import begin_line
from battles.cataphract.rules.sheet.command.table import Table, default_step
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import ActionHandler, Play
from battles.cataphract.rules.sheet.play.state import Loose
from battles.cataphract.rules.sheet.units.moving import require_on_map
from battles.cataphract.rules.sheet.units.orders import MOVE
from engine.game import Choice, Choices, Many
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, options, pick, refuse


@dataclass(frozen=True)
class CloseIn(Action):
    """Report that these units of a Line moved and are now two hexes nearer to the enemy (11.31)."""

    units: tuple[str, ...]


@dataclass(frozen=True)
class ActivateLine(Action):
    """Let an Uncontrolled Line advance. ``line``: its number."""

    line: int


@dataclass(frozen=True)
class LineTested(Event):
    """A Line has closed in, and its control was tested.

    ``face``: the die of a disciplined army (11.32). An undisciplined army rolls none.
    """

    leader: str
    units: tuple[str, ...]
    controlled: bool
    face: int | None = None
    needs: int | None = None


def may_run_wild(pos: Field, unit: str) -> bool:
    """Return whether a moved unit counts when its Line is tested for getting out of hand.

    Archers do not count, nor do units of a Line that is already uncontrolled.
    """
    now = pos.markers(unit)
    moved = MOVE in now.ordered and not now.routed
    return moved and not pos.counter(unit).unit.armed_with_bow and unit not in pos.uncontrolled_units()


def why_no_test(pos: Field) -> str:
    """Return the reason code if no Line can get out of hand now, or "" if one can."""
    phase = pos.state.phase
    if phase is None or phase.line:
        return "nobody_active"
    if not pos.roster.sizes:
        return "discipline_not_used"  # Utus and the Catalaunian Fields have no discipline rule
    return "" if phase.lines else "no_line_commanded"


def runners(pos: Field) -> list[str]:
    """Return the units that moved and whose Line can get out of hand now."""
    phase = pos.state.phase
    if phase is None or why_no_test(pos):
        return []
    return [u for u in pos.units_on_map(phase.seat, routed=False) if may_run_wild(pos, u)]


@handles(Table)
class _CloseIn(ActionHandler):
    action = CloseIn

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        able = runners(pos)
        return (Choice("close_in", {}, (Many("units", options(able), 1),), rule="11.3"),) if able else ()

    def check(self, pos: Field, frame: Table, action: CloseIn) -> None:
        if why := why_no_test(pos):
            refuse("11.3", why)
        require_on_map(pos, action.units, "11.3")
        for unit in action.units:
            if unit not in runners(pos):
                refuse("11.31", "not_of_the_moving_line", unit=unit)

    def execute(self, play: Play, frame: Table, action: CloseIn) -> None:
        test_line(play, action.units)


def test_line(play: Play, units: tuple[str, ...]) -> None:
    """Test whether a Line that has closed in stays under control. An undisciplined Line never does (11.3)."""
    phase, pos = play.state.phase, play.pos
    assert phase is not None
    if pos.roster.sides[phase.seat].undisciplined:
        play.tell(LineTested(phase.leader, units, False))
        _loosen(play, phase.seat, units)
        return
    one = check("line_discipline", pos.rating(phase.leader, "initiative"))
    face = play.throw(f"line_discipline|{pos.chief(phase.leader).name}", "11.32", phase.seat)
    controlled = answer(one, face) == one.passes
    play.tell(LineTested(phase.leader, units, controlled, face, one.needs))
    if not controlled:
        _loosen(play, phase.seat, units)


def _loosen(play: Play, seat: str, units: tuple[str, ...]) -> None:
    lines = play.state.lines
    number = 1 + max((one.number for one in lines), default=0)
    play.set(lines=(*lines, Loose(number, seat, units, play.state.turn + 1)))


# --- the advance -------------------------------------------------------------------------------------------


@handles(Table)
class _ActivateLine(ActionHandler):
    action = ActivateLine

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        due = [one.number for one in pos.due_lines()] if is_idle(pos) else []
        return (Choice("activate_line", {}, (pick("line", due),), rule="11.31"),) if due else ()

    def check(self, pos: Field, frame: Table, action: ActivateLine) -> None:
        if not is_idle(pos):
            refuse("5.1", "another_is_active", leader=pos.state.phase.leader if pos.state.phase else "")
        if action.line not in [one.number for one in pos.due_lines()]:
            refuse("11.31", "no_such_line", line=action.line)

    def execute(self, play: Play, frame: Table, action: ActivateLine) -> None:
        line = play.pos.line(action.line)
        assert line is not None
        begin_line(play, line)


@default_step(4)
def _advance_line(pos: Field) -> Action | None:
    due = pos.due_lines() if is_idle(pos) else []
    return ActivateLine(due[0].number) if due else None

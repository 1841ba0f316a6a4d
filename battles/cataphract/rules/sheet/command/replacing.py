"""Replacing leaders who were killed (4.63)."""

from __future__ import annotations

from collections.abc import Iterator

from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import ActionHandler, Play
from battles.cataphract.rules.sheet.play.state import DEAD, FINISHED
from engine.game import Choice, Choices, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, options, pick, refuse

CONTINGENT = "CC"
OVERALL = "OC"


@dataclass(frozen=True)
class ReplaceLeader(Action):
    """Place a replacement, or the returning contingent leader, with a unit that they can command."""

    leader: str
    unit: str


@dataclass(frozen=True)
class LeaderReplaced(Event):
    """A killed leader is replaced. ``returns``: whether a contingent leader returns unchanged."""

    leader: str
    unit: str
    returns: bool


def why_no_replacement(pos: Field, leader: str) -> str:
    """Return the reason code if a leader cannot be replaced now, or "" if they can."""
    phase = pos.state.phase
    if phase is None or phase.line:
        return "nobody_active"
    chief = pos.roster.chiefs.get(leader)
    if chief is None:
        return "no_such_leader"
    if chief.seat != phase.seat or pos.chief(phase.leader).rank != OVERALL:
        return "not_the_overall_commander"
    if pos.command(leader).status != DEAD:
        return "leader_alive"
    if chief.rank == OVERALL:
        return "overall_not_replaced"
    if phase.fought or pos.state.clashes:
        return "segment_over"
    if chief.rank == CONTINGENT:
        return ""  # a contingent leader returns without an order (ruling 57)
    if phase.lines:
        return "line_gives_no_such_order"
    return "" if phase.orders < pos.rating(phase.leader, "initiative") else "no_orders_left"


@handles(Table)
class _ReplaceLeader(ActionHandler):
    action = ReplaceLeader

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return tuple(self._list_choices(pos))

    def _list_choices(self, pos: Field) -> Iterator[Choice]:
        fallen = [one for one in pos.roster.chiefs if not why_no_replacement(pos, one)]
        if not fallen or pos.state.phase is None:
            return
        units = list(pos.units_on_map(pos.state.phase.seat))
        if units:
            yield Choice(
                "replace_leader", {}, (pick("leader", fallen), Pick("unit", options(units))), rule="4.63"
            )

    def check(self, pos: Field, frame: Table, action: ReplaceLeader) -> None:
        if why := why_no_replacement(pos, action.leader):
            refuse("4.63", why, leader=action.leader[:40])
        phase = pos.state.phase
        if phase is not None and action.unit not in pos.units_on_map(phase.seat):
            refuse("4.63", "not_a_unit_of_this_side", unit=action.unit[:20], leader=action.leader)

    def execute(self, play: Play, frame: Table, action: ReplaceLeader) -> None:
        phase, pos = play.state.phase, play.pos
        assert phase is not None
        returns = pos.chief(action.leader).rank == CONTINGENT
        lost = pos.leader_points(action.leader)
        play.set(phase=phase.but(used=True, orders=phase.orders + (0 if returns else 1)))
        now = {"status": FINISHED, "wounded": False, "at": action.unit, "lost": lost, "replaced": not returns}
        play.lead(action.leader, **now)
        play.tell(LeaderReplaced(action.leader, action.unit, returns))

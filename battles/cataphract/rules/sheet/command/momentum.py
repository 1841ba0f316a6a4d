"""The end of an Orders Phase, Momentum, and the Dieroll of Doom (5.14, 5.3)."""

from __future__ import annotations

from battles.cataphract.rules.checks.command import answer, check, doom
from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.sheet.command.activation import active_leader, obeys_call
from battles.cataphract.rules.sheet.command.phases import (
    ELITE,
    NORMAL,
    LeaderFinished,
    begin,
    close_phase,
    end_line,
    finish,
)
from battles.cataphract.rules.sheet.command.table import Table, default_step
from battles.cataphract.rules.sheet.play.field import MOST_PHASES, Field
from battles.cataphract.rules.sheet.play.play import ActionHandler, Play
from battles.cataphract.rules.sheet.play.state import BYPASSED, FINISHED, INACTIVE
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse


@dataclass(frozen=True)
class FinishLeader(Action):
    """End the Orders Phase without trying for Momentum."""


@dataclass(frozen=True)
class TryMomentum(Action):
    """End the Orders Phase and roll for another one (5.3)."""


@dataclass(frozen=True)
class MomentumRolled(Event):
    leader: str
    face: int
    needs: int
    result: str


@dataclass(frozen=True)
class DoomRolled(Event):
    """The Dieroll of Doom has been rolled. ``result``: the code of its effect."""

    leader: str
    face: int
    result: str


@handles(Table)
class _FinishLeader(ActionHandler):
    action = FinishLeader

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return (Choice("finish_leader", rule="5.14"),) if can_end_phase(pos) else ()

    def check(self, pos: Field, frame: Table, action: FinishLeader) -> None:
        _require_end(pos, "5.14")

    def execute(self, play: Play, frame: Table, action: FinishLeader) -> None:
        phase = play.state.phase
        assert phase is not None
        if phase.line:
            end_line(play, phase.line)
        elif phase.kind == ELITE and play.pos.command(phase.leader).status != FINISHED:
            close_phase(play)
            play.tell(LeaderFinished(phase.leader, ELITE))
        else:
            finish(play, phase.leader)


@default_step(2)
def _end_phase(pos: Field) -> Action | None:
    return FinishLeader() if pos.state.phase is not None else None


def can_end_phase(pos: Field) -> bool:
    """Return whether the current phase can end now."""
    return pos.state.phase is not None and not pos.state.clashes


def _require_end(pos: Field, rule: str) -> None:
    if pos.state.phase is None:
        refuse(rule, "nobody_active")
    if pos.state.clashes:
        refuse("9.1", "resolve_clashes_first")


def why_no_momentum(pos: Field) -> str:
    """Return the reason code if the active leader cannot try for Momentum, or "" if they can
    (5.3).
    """
    phase = pos.state.phase
    if phase is None:
        return "nobody_active"
    if phase.line:
        return "line_has_no_leader"
    if pos.chief(phase.leader).rank == "CC":
        return "contingent_leader"
    if phase.kind != NORMAL:
        return "no_momentum_after_" + phase.kind
    if phase.number >= MOST_PHASES:
        return "three_phases"
    return "" if pos.command(phase.leader).status in (INACTIVE, BYPASSED) else "finished"


@handles(Table)
class _TryMomentum(ActionHandler):
    action = TryMomentum

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        if not can_end_phase(pos) or why_no_momentum(pos):
            return ()
        phase = pos.state.phase
        assert phase is not None
        needs = pos.rating(phase.leader, "initiative")
        return (Choice("try_momentum", rule="5.3", facts={"needs": needs}),)

    def check(self, pos: Field, frame: Table, action: TryMomentum) -> None:
        _require_end(pos, "5.3")
        why = why_no_momentum(pos)
        if why:
            refuse("5.3", why, leader=active_leader(pos))

    def execute(self, play: Play, frame: Table, action: TryMomentum) -> None:
        phase = play.state.phase
        assert phase is not None
        leader = phase.leader
        one = check("momentum", play.pos.rating(leader, "initiative"))
        face = play.throw(f"momentum|{play.pos.chief(leader).name}", one.rule, phase.seat)
        result = answer(one, face)
        play.tell(MomentumRolled(leader, face, one.needs, result))
        if result == "another_phase" and play.pos.chief(leader).wavering and not obeys_call(play, leader):
            return  # a wavering leader must obey again to continue (L3026)
        if result == "another_phase":
            begin(play, leader, NORMAL, phase.number + 1)
        elif result == "doom":
            _suffer_doom(play, leader, phase.seat)
        else:
            finish(play, leader, "momentum")


def _suffer_doom(play: Play, leader: str, seat: str) -> None:
    face = play.throw(f"doom|{play.pos.chief(leader).name}", "5.3", seat)
    result = doom(face)
    play.tell(DoomRolled(leader, face, result))
    finish(play, leader, "doom")
    seats = {"side_finished": (seat,), "all_finished": SEATS}.get(result, ())
    for one in play.pos.waiting_leaders(*seats) if seats else ():
        finish(play, one, "doom")

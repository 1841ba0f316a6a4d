"""Trumps: a leader takes over from another (5.4)."""

from __future__ import annotations

from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.command.phases import (
    ELITE,
    NORMAL,
    LeaderFinished,
    begin,
    finish,
    require_leader,
)
from battles.cataphract.rules.sheet.command.table import Table, is_phase_unused
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import ActionHandler, Play
from battles.cataphract.rules.sheet.play.state import BYPASSED, FINISHED, INACTIVE
from engine.game import Choice, Choices, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, options, refuse


@dataclass(frozen=True)
class Trump(Action):
    """Let a leader try to take over (5.4)."""

    leader: str


@dataclass(frozen=True)
class TrumpRolled(Event):
    """A leader tries to take over from another leader. ``how`` is trump, counter or momentum."""

    leader: str
    other: str
    how: str
    face: int
    needs: int
    passes: bool


@dataclass(frozen=True)
class LeadersBypassed(Event):
    """These leaders can still be activated, but without Momentum (5.44)."""

    leaders: tuple[str, ...]


def trumps(pos: Field) -> dict[str, str]:
    """Return the leaders who can try to take over now, each with the kind of attempt (trump, counter or
    momentum).
    """
    phase = pos.state.phase
    if phase is None or not is_phase_unused(phase) or phase.kind == ELITE or phase.line:
        return {}
    mine = pos.rating(phase.leader, "initiative")
    if phase.replaced:
        seat, how, least = foe(phase.seat), "counter", mine
    elif phase.number > 1:
        seat, how, least = foe(phase.seat), "momentum", mine + 1
    else:
        seat, how, least = phase.seat, "trump", mine + 1
    if seat in phase.trumped:
        return {}
    return {
        one: how
        for one in pos.waiting_leaders(seat)
        if one != phase.leader
        and pos.command(one).status == INACTIVE
        and pos.chief(one).rank != "CC"
        and not pos.chief(one).wavering  # a wavering leader never trumps (L3026)
        and pos.rating(one, "initiative") >= least
    }


@handles(Table)
class _Trump(ActionHandler):
    action = Trump

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        found = trumps(pos)
        if not found:
            return ()
        how = next(iter(found.values()))
        return (Choice("trump", {}, (Pick("leader", options(found)),), rule="5.4", facts={"how": how}),)

    def check(self, pos: Field, frame: Table, action: Trump) -> None:
        require_leader(pos, action.leader, "5.4")
        if action.leader not in trumps(pos):
            refuse("5.4", "no_trump", leader=action.leader)

    def execute(self, play: Play, frame: Table, action: Trump) -> None:
        phase, leader = play.state.phase, action.leader
        assert phase is not None
        seat, how = play.pos.chief(leader).seat, trumps(play.pos)[leader]
        needs = play.pos.rating(leader, "initiative")
        face = play.throw(f"trump|{play.pos.chief(leader).name}", "5.4", seat)
        passes = face <= needs
        play.tell(TrumpRolled(leader, phase.leader, how, face, needs, passes))
        if not passes:
            play.lead(leader, status=FINISHED)
            play.tell(LeaderFinished(leader, "trump"))
            play.set(phase=phase.but(trumped=(*phase.trumped, seat)))
            return
        if how != "trump":
            finish(play, phase.leader, "trumped")
        begin(play, leader, NORMAL, trumped=(*phase.trumped, seat), replaced=phase.leader)
        _bypass(play, leader, needs)


def _bypass(play: Play, leader: str, initiative: int) -> None:
    """Deny Momentum to all inactive leaders with a lower Initiative (5.44, ruling 15)."""
    passed_over = [
        one
        for one in play.pos.waiting_leaders()
        if one != leader
        and play.pos.rating(one, "initiative") < initiative
        and play.pos.command(one).status == INACTIVE
    ]
    for one in passed_over:
        play.lead(one, status=BYPASSED)
    if passed_over:
        play.tell(LeadersBypassed(tuple(passed_over)))

"""The sheet between two inputs: whatever people enter, one thing after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from battles.cataphract.rules.sheet.armies.roster import FIRST, SEATS, Roster
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import FRAMES, Deeds
from battles.cataphract.rules.sheet.play.state import (
    FINISHED,
    INACTIVE,
    MAP,
    RESERVE,
    Command,
    Marked,
    Phase,
    Sheet,
)
from engine.frames import Ask, Frame

RULE: Final = "3.0"


@dataclass(frozen=True)
class Table(Frame):
    """The sheet waits for whatever happens next at the table."""


@FRAMES.duty(Table)
class _Table(Deeds):
    def ask(self, pos: Field, frame: Table) -> Ask:
        return Ask(seat_now(pos), "sheet", lambda: default(pos), RULE, {"turn": pos.state.turn})


def seat_now(pos: Field) -> str:
    """Return the seat whose leader is active, or whose leader comes next."""
    if pos.state.phase is not None:
        return pos.state.phase.seat
    ready = pos.next_leaders()
    return pos.chief(ready[0]).seat if ready else FIRST


def default(pos: Field) -> Any:
    """Return the next thing in the sequence of play that asks nothing of anybody."""
    from battles.cataphract.rules.sheet.clashing.segment import ResolveSegment
    from battles.cataphract.rules.sheet.command.ending import EndTurn
    from battles.cataphract.rules.sheet.command.leaders import Activate, FinishLeader

    if pos.state.clashes:
        return ResolveSegment()
    if pos.state.phase is not None:
        return FinishLeader()
    ready = pos.next_leaders()
    return Activate(ready[0]) if ready else EndTurn()


def begun(roster: Roster) -> Sheet:
    """Return the sheet before the first input."""
    return Sheet(
        turn=1,
        units={one.id: Marked(RESERVE if one.reserve else MAP) for one in roster.counters.values()},
        leaders={
            one.id: Command(FINISHED if one.late else INACTIVE, at=one.unit) for one in roster.chiefs.values()
        },
        heart=tuple(seat for seat in SEATS if roster.sides[seat].undisciplined),
        stack=(Table(),),
    )


def fresh(phase: Phase | None) -> bool:
    """Whether a phase has begun and nothing has been ordered in it, so that it may be trumped (5.4)."""
    return phase is not None and not phase.used

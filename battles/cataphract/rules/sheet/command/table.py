"""The sheet while it waits for the players to enter their next action at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from battles.cataphract.rules.sheet.armies.roster import FIRST, SEATS, Roster
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import FRAMES, MenuHandler
from battles.cataphract.rules.sheet.play.state import (
    FINISHED,
    INACTIVE,
    MAP,
    RESERVE,
    Command,
    Marked,
    Phase,
    Sheet,
    Special,
)
from engine.frames import Ask, Frame
from engine.values import dataclass
from kit.rules.decisions import Action

RULE: Final = "3.0"


@dataclass(frozen=True)
class Table(Frame):
    """The decision that is pending while the sheet waits for the players' next entry."""


@FRAMES.handler(Table)
class _Table(MenuHandler):
    def ask(self, pos: Field, frame: Table) -> Ask:
        return Ask(seat_now(pos), "sheet", lambda: default_action(pos), RULE, {"turn": pos.state.turn})


def seat_now(pos: Field) -> str:
    """Return the seat whose leader is active, or else whose Line or leader comes next."""
    if pos.state.phase is not None:
        return pos.state.phase.seat
    due = pos.due_lines()
    if due:
        return due[0].seat
    ready = pos.next_leaders()
    return pos.chief(ready[0]).seat if ready else FIRST


Default = Callable[[Field], Action | None]
_DEFAULTS: dict[int, Default] = {}


def default_step(order: int) -> Callable[[Default], Default]:
    """Register a step of the sequence of play that needs no decision. The lowest ``order`` is tried first."""

    def register(found: Default) -> Default:
        _DEFAULTS[order] = found
        return found

    return register


def default_action(pos: Field) -> Action:
    """Return the next step in the sequence of play that does not need a player's decision."""
    found = (make(pos) for _order, make in sorted(_DEFAULTS.items()))
    return next(one for one in found if one is not None)


def first_sheet(roster: Roster) -> Sheet:
    """Return the sheet before the first input."""
    return Sheet(
        turn=1,
        units={
            one.id: Marked(RESERVE if one.reserve else MAP, wedge=one.wedge)
            for one in roster.counters.values()
        },
        leaders={
            one.id: Command(FINISHED if one.late else INACTIVE, at=one.unit) for one in roster.chiefs.values()
        },
        heart=tuple(seat for seat in SEATS if roster.sides[seat].undisciplined),
        special=Special(fierce=tuple(sorted({one.tribe for one in roster.counters.values()} - {""}))),
        stack=(Table(),),
    )


def is_phase_unused(phase: Phase | None) -> bool:
    """Return whether a phase has begun and no order has been given in it, so that the leader can be trumped
    (5.4).
    """
    return phase is not None and not phase.used

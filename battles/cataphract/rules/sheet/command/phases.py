"""The beginning and the end of an Orders Phase (5.1, 5.2)."""

from __future__ import annotations

from typing import Any, Final

from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import Play
from battles.cataphract.rules.sheet.play.state import FINISHED, Loose, Marked, Phase
from engine.codec import late_field
from engine.values import dataclass
from kit.rules.decisions import Event, refuse

NORMAL, ELITE, PASSED_OVER = "normal", "elite", "bypassed"


@dataclass(frozen=True)
class LeaderActivated(Event):
    leader: str
    phase: str
    number: int = late_field(1)


@dataclass(frozen=True)
class LeaderFinished(Event):
    leader: str
    why: str = late_field("")


def begin(play: Play, leader: str, kind: str, number: int = 1, **more: object) -> None:
    """Begin a leader's Orders Phase and report the activation. ``more`` sets further facts of the phase."""
    phase = Phase(leader, play.pos.chief(leader).seat, number, kind)
    begin_phase(play, phase.but(**more) if more else phase)
    play.tell(LeaderActivated(leader, kind, number))


def begin_phase(play: Play, phase: Phase) -> None:
    """Begin an Orders Phase, and clear the record of orders, attacks and artillery reactions."""
    drop_columns(play)
    fresh = {id: one.but(**FRESH) if _has_acted(one) else one for id, one in play.state.units.items()}
    play.set(units=fresh, phase=phase)
    play.open_phase()


FRESH: Final[dict[str, Any]] = {"ordered": (), "attacked": False, "reacted": 0}


def _has_acted(one: Marked) -> bool:
    return bool(one.ordered or one.attacked or one.reacted)


def drop_columns(play: Play) -> None:
    """Break up the Columns that were attacked in an Orders Phase. Each takes one hit (6.46)."""
    for unit, now in list(play.state.units.items()):
        if now.struck:
            play.mark(unit, column=False, struck=False)
            play.hurt(unit, 1, "struck")


def close_phase(play: Play) -> None:
    """End the current Orders Phase."""
    play.set(phase=None)
    drop_columns(play)


def finish(play: Play, leader: str, why: str = "") -> None:
    """Mark a leader as Finished for this turn. If the leader is active, the phase ends."""
    play.lead(leader, status=FINISHED)
    play.tell(LeaderFinished(leader, why))
    if play.state.phase is not None and play.state.phase.leader == leader:
        close_phase(play)


def close_if_fallen(play: Play) -> None:
    """End the phase of an active leader who has been killed.

    A wounded leader keeps the phase but can give no further orders.
    """
    phase = play.state.phase
    if phase is None or phase.line or play.state.clashes:
        return
    if phase.leader not in play.pos.living_leaders(phase.seat):
        close_phase(play)


def require_leader(pos: Field, leader: str, rule: str) -> None:
    """Refuse a leader who does not exist or is dead."""
    if leader not in pos.roster.chiefs:
        refuse(rule, "no_such_leader", leader=leader[:40])
    if leader not in pos.living_leaders(pos.chief(leader).seat):
        refuse(rule, "leader_dead", leader=leader)


# --- Uncontrolled Lines (11.3) -----------------------------------------------------------------------------


@dataclass(frozen=True)
class LineActivated(Event):
    """An Uncontrolled Line begins to advance."""

    line: int
    units: tuple[str, ...]


@dataclass(frozen=True)
class LineEnded(Event):
    """An Uncontrolled Line is done for this turn. ``left``: the units that have not fought yet."""

    line: int
    left: tuple[str, ...]


def begin_line(play: Play, line: Loose) -> None:
    """Begin the Orders Phase of an Uncontrolled Line, which has no leader."""
    begin_phase(play, Phase("", line.seat, kind="line", lines=1, line=line.number))
    play.tell(LineActivated(line.number, line.units))


def end_line(play: Play, number: int) -> None:
    """End the phase of an Uncontrolled Line.

    It advances again next turn with the units that have not fought.
    """
    line = play.pos.line(number)
    if line is not None:
        play.set(lines=tuple(_delay_line(one, play) if one is line else one for one in play.state.lines))
        play.set(special=play.state.special.but(line_seat=_other_seat(play, line.seat)))
        play.tell(LineEnded(number, line.units))
    close_phase(play)


def _delay_line(line: Loose, play: Play) -> Loose:
    return line.but(turn=play.state.turn + 1)


def _other_seat(play: Play, seat: str) -> str:
    return next(one for one in play.pos.roster.sides if one != seat)

"""Special rules of single battles: Sangiban's Alans (L3007) and the gate of Dara (L3225)."""

from __future__ import annotations

from battles.cataphract.rules.sheet.armies.roster import SEATS, foe
from battles.cataphract.rules.sheet.command.activation import is_idle
from battles.cataphract.rules.sheet.command.phases import finish, require_leader
from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import ActionHandler, Play
from battles.cataphract.rules.sheet.units.moving import require_on_map
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, pick, refuse


@dataclass(frozen=True)
class PassLeader(Action):
    """Mark a wavering leader as Finished instead of rolling for them (L3024)."""

    leader: str


@dataclass(frozen=True)
class EnterGate(Action):
    """Report that an enemy unit enters the gate (L3225)."""

    unit: str


@dataclass(frozen=True)
class GateEntered(Event):
    """An enemy unit has entered the gate. ``level`` is the new withdrawal level of ``seat``."""

    unit: str
    seat: str
    level: int


def wavering_leaders_due(pos: Field) -> list[str]:
    """Return the wavering leaders who are next to be activated."""
    return [one for one in pos.next_leaders() if pos.chief(one).wavering] if is_idle(pos) else []


@handles(Table)
class _PassLeader(ActionHandler):
    action = PassLeader

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        found = wavering_leaders_due(pos)
        return (Choice("pass_leader", {}, (pick("leader", found),), rule="L3024"),) if found else ()

    def check(self, pos: Field, frame: Table, action: PassLeader) -> None:
        require_leader(pos, action.leader, "L3024")
        if action.leader not in wavering_leaders_due(pos):
            refuse("L3024", "only_the_wavering_pass", leader=action.leader)

    def execute(self, play: Play, frame: Table, action: PassLeader) -> None:
        finish(play, action.leader)


def gates(pos: Field) -> list[str]:
    """Return the sides whose gate the enemy has not entered yet."""
    return [seat for seat in SEATS if pos.roster.sides[seat].gate and seat not in pos.state.special.gates]


@handles(Table)
class _EnterGate(ActionHandler):
    action = EnterGate

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        found = [u for seat in gates(pos) for u in pos.units_on_map(foe(seat), routed=False)]
        return (Choice("enter_gate", {}, (pick("unit", found),), rule="L3225"),) if found else ()

    def check(self, pos: Field, frame: Table, action: EnterGate) -> None:
        if not gates(pos):
            refuse("L3225", "no_gate")
        require_on_map(pos, (action.unit,), "L3225")
        if foe(pos.counter(action.unit).seat) not in gates(pos) or pos.markers(action.unit).routed:
            refuse("L3225", "enemy_enters_the_gate", unit=action.unit)

    def execute(self, play: Play, frame: Table, action: EnterGate) -> None:
        seat = foe(play.pos.counter(action.unit).seat)
        special = play.state.special
        play.set(special=special.but(gates=(*special.gates, seat)))
        play.tell(GateEntered(action.unit, seat, play.pos.level(seat)))

"""The activation of leaders, and the elite phase (5.1, 5.5)."""

from __future__ import annotations

from typing import Final

from battles.cataphract.rules.sheet.armies.roster import SEATS, foe
from battles.cataphract.rules.sheet.command.phases import (
    ELITE,
    NORMAL,
    PASSED_OVER,
    begin,
    finish,
    require_leader,
)
from battles.cataphract.rules.sheet.command.table import Table, default_step
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import ActionHandler, AlansTested, Play
from battles.cataphract.rules.sheet.play.state import BYPASSED, FINISHED
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, handles, pick, refuse

LEAVES: Final = 9  # lowest modified roll on which the Alans leave (L3019)


@dataclass(frozen=True)
class Activate(Action):
    """Activate a leader (5.1)."""

    leader: str


@dataclass(frozen=True)
class OpenElite(Action):
    """Begin the elite phase of an elite overall commander by activating the given leader (5.5)."""

    leader: str


def is_idle(pos: Field) -> bool:
    """Return whether no leader is active and no clash is waiting to be resolved."""
    return pos.state.phase is None and not pos.state.clashes


@handles(Table)
class _Activate(ActionHandler):
    action = Activate

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        ready = pos.next_leaders() if is_idle(pos) else []
        return (Choice("activate", {}, (pick("leader", ready),), rule="5.1"),) if ready else ()

    def check(self, pos: Field, frame: Table, action: Activate) -> None:
        require_leader(pos, action.leader, "5.1")
        if not is_idle(pos):
            refuse("5.1", "another_is_active", leader=active_leader(pos))
        if pos.due_lines():
            refuse("11.31", "line_goes_first", line=pos.due_lines()[0].number)
        if action.leader not in pos.waiting_leaders():
            refuse("5.14", "not_inactive", leader=action.leader)
        if action.leader not in pos.next_leaders():
            refuse("5.11", "lower_initiative_first", leader=action.leader, first=pos.next_leaders()[0])

    def execute(self, play: Play, frame: Table, action: Activate) -> None:
        if play.pos.chief(action.leader).wavering and not obeys_call(play, action.leader):
            return
        passed_over = play.pos.command(action.leader).status == BYPASSED
        begin(play, action.leader, PASSED_OVER if passed_over else NORMAL)


def obeys_call(play: Play, leader: str) -> bool:
    """Roll to see whether a wavering leader obeys the call, and return the answer.

    A leader who does not obey waits, or leaves together with the Alans (L3013).
    """
    chief, needs = play.pos.chief(leader), play.pos.rating(leader, "initiative")
    mine, theirs = (play.pos.rout_points(seat) for seat in (chief.seat, foe(chief.seat)))
    modifier = (mine > theirs) - (mine < theirs)
    face = play.throw(f"alans|{chief.name}", "L3013", chief.seat)
    modified = face + modifier
    result = "obey" if modified <= needs else "wait" if modified < LEAVES else "leave"
    play.tell(AlansTested(leader, "", face, modifier, needs, result))
    if result == "leave":
        play.desert(chief.seat)
    if result != "obey":
        finish(play, leader, "alans")
    return result == "obey"


@default_step(3)
def _activate_next(pos: Field) -> Action | None:
    ready = pos.next_leaders()
    return Activate(ready[0]) if ready else None


def active_leader(pos: Field) -> str:
    return pos.state.phase.leader if pos.state.phase is not None else ""


def _is_elite(pos: Field, leader: str) -> bool:
    return pos.chief(leader).elite and not pos.command(leader).replaced


def elite_leaders(pos: Field) -> list[str]:
    """Return the leaders who can be chosen to begin an elite phase now. There are none once any leader has
    been activated this turn.
    """
    state = pos.state
    untouched = is_idle(pos) and all(
        one.status != FINISHED or pos.chief(id).late for id, one in state.leaders.items()
    )
    if not untouched:
        return []
    seats = [
        seat
        for seat in SEATS
        if seat not in state.elite and any(_is_elite(pos, one) for one in pos.living_leaders(seat))
    ]
    return [one for seat in seats for one in pos.waiting_leaders(seat)]


@handles(Table)
class _OpenElite(ActionHandler):
    action = OpenElite

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        found = elite_leaders(pos)
        return (Choice("open_elite", {}, (pick("leader", found),), rule="5.5"),) if found else ()

    def check(self, pos: Field, frame: Table, action: OpenElite) -> None:
        require_leader(pos, action.leader, "5.5")
        if action.leader not in elite_leaders(pos):
            refuse("5.5", "no_elite_phase", leader=action.leader)

    def execute(self, play: Play, frame: Table, action: OpenElite) -> None:
        seat = play.pos.chief(action.leader).seat
        play.set(elite=(*play.state.elite, seat))
        begin(play, action.leader, ELITE)

"""Leaders: activation, Orders Phases, Line Commands, Momentum and Trumps (4.0, 5.0)."""

from __future__ import annotations

from typing import Final

from battles.cataphract.rules.checks.command import answer, check, doom
from battles.cataphract.rules.sheet.armies.roster import SEATS, foe
from battles.cataphract.rules.sheet.command.phases import (
    ELITE,
    NORMAL,
    PASSED_OVER,
    LeaderFinished,
    begin,
    close_if_fallen,
    close_phase,
    end_line,
    finish,
    require_leader,
)
from battles.cataphract.rules.sheet.command.table import Table, default_step, fresh
from battles.cataphract.rules.sheet.play.field import MOST_PHASES, Field
from battles.cataphract.rules.sheet.play.play import ActionHandler, AlansTested, LeaderHurt, Play
from battles.cataphract.rules.sheet.play.state import BYPASSED, FINISHED, INACTIVE
from engine.game import Choice, Choices, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, options, pick, refuse

LEAVES: Final = 9  # modified roll from which the Alans leave (L3019)
INSIDE, OUTSIDE = "inside", "outside"


@dataclass(frozen=True)
class Activate(Action):
    """Activate a leader (5.1)."""

    leader: str


@dataclass(frozen=True)
class OpenElite(Action):
    """Begin the elite phase of an elite overall commander with the given leader (5.5)."""

    leader: str


@dataclass(frozen=True)
class CommandLine(Action):
    """Give a Line Command. ``range``: the leader is inside the overall commander's range (4.33)."""

    range: str = INSIDE


@dataclass(frozen=True)
class FinishLeader(Action):
    """End the Orders Phase without trying for Momentum."""


@dataclass(frozen=True)
class TryMomentum(Action):
    """End the Orders Phase and roll for another one (5.3)."""


@dataclass(frozen=True)
class Trump(Action):
    """Let a leader try to take over (5.4)."""

    leader: str


@dataclass(frozen=True)
class PlaceLeader(Action):
    """Record the unit with which a leader is stacked, or None."""

    leader: str
    unit: str | None = None


@dataclass(frozen=True)
class EndangerLeader(Action):
    """Roll for a leader who could have been hit outside a clash (8.19), or was caught (4.6)."""

    leader: str
    how: str


@dataclass(frozen=True)
class LineCommanded(Event):
    """A Line Command is given. ``face``: the die, if there was one."""

    leader: str
    range: str
    face: int | None = None
    needs: int | None = None
    passes: bool = True


@dataclass(frozen=True)
class MomentumRolled(Event):
    leader: str
    face: int
    needs: int
    result: str


@dataclass(frozen=True)
class DoomRolled(Event):
    """The Dieroll of Doom and its effect."""

    leader: str
    face: int
    result: str


@dataclass(frozen=True)
class TrumpRolled(Event):
    """A leader tries to take over from another. ``how``: trump, counter or momentum."""

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


@dataclass(frozen=True)
class LeaderPlaced(Event):
    leader: str
    unit: str


# --- activation -------------------------------------------------------------------------------------------


def idle(pos: Field) -> bool:
    """Return whether no leader is active and nothing waits to be resolved."""
    return pos.state.phase is None and not pos.state.clashes


@handles(Table)
class _Activate(ActionHandler):
    action = Activate

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        ready = pos.next_leaders() if idle(pos) else []
        return (Choice("activate", {}, (pick("leader", ready),), rule="5.1"),) if ready else ()

    def check(self, pos: Field, frame: Table, action: Activate) -> None:
        require_leader(pos, action.leader, "5.1")
        if not idle(pos):
            refuse("5.1", "another_is_active", leader=_active(pos))
        if pos.due_lines():
            refuse("11.31", "line_goes_first", line=pos.due_lines()[0].number)
        if action.leader not in pos.waiting():
            refuse("5.14", "not_inactive", leader=action.leader)
        if action.leader not in pos.next_leaders():
            refuse("5.11", "lower_initiative_first", leader=action.leader, first=pos.next_leaders()[0])

    def execute(self, play: Play, frame: Table, action: Activate) -> None:
        if play.pos.chief(action.leader).wavering and not _answers(play, action.leader):
            return
        passed_over = play.pos.command(action.leader).status == BYPASSED
        begin(play, action.leader, PASSED_OVER if passed_over else NORMAL)


def _answers(play: Play, leader: str) -> bool:
    """Roll whether a wavering leader obeys the call. Otherwise they wait, or their people leave (L3013)."""
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


def _active(pos: Field) -> str:
    return pos.state.phase.leader if pos.state.phase is not None else ""


# --- the elite phase (5.5) ---------------------------------------------------------------------------------


def elite_leaders(pos: Field) -> list[str]:
    """Return the leaders with whom an elite phase can begin now, before any activation of the turn."""
    state = pos.state
    untouched = idle(pos) and all(
        one.status != FINISHED or pos.chief(id).late for id, one in state.leaders.items()
    )
    if not untouched:
        return []
    seats = [
        seat
        for seat in SEATS
        if seat not in state.elite and any(pos.chief(one).elite for one in pos.living(seat))
    ]
    return [one for seat in seats for one in pos.waiting(seat)]


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


# --- Line Commands (4.3) -----------------------------------------------------------------------------------


def why_no_line(pos: Field) -> str:
    """Return the code of the reason why no Line Command can be given now, or "" if one can."""
    phase = pos.state.phase
    if phase is None:
        return "nobody_active"
    if phase.line:
        return "line_has_no_leader"
    chief, command = pos.chief(phase.leader), pos.command(phase.leader)
    if chief.rank == "CC":
        return "contingent_leader"
    if phase.orders:
        return "orders_given"
    if phase.fought:
        return "segment_over"
    if phase.lines >= chief.line_commands or phase.barred:
        return "no_line_left"
    if chief.rank == "SC" and pos.roster.sizes:
        if command.lines == "no":
            return "line_failed"
        if not command.lines and phase.number > 1:
            return "line_not_rolled"
    return ""


@handles(Table)
class _CommandLine(ActionHandler):
    action = CommandLine

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        if why_no_line(pos) or pos.state.clashes:
            return ()
        phase = pos.state.phase
        assert phase is not None
        if needs_die(pos, phase.leader):
            return (Choice("command_line", {}, (pick("range", (INSIDE, OUTSIDE)),), rule="4.33"),)
        return (Choice("command_line", {"range": INSIDE}, rule="4.3"),)

    def check(self, pos: Field, frame: Table, action: CommandLine) -> None:
        why = "resolve_clashes_first" if pos.state.clashes else why_no_line(pos)
        if why:
            refuse("4.3", why, leader=_active(pos))
        phase = pos.state.phase
        if action.range not in (INSIDE, OUTSIDE):
            refuse("4.33", "not_one_of", value=action.range[:20])
        if phase is not None and action.range == OUTSIDE and not needs_die(pos, phase.leader):
            refuse("4.33", "no_die_needed", leader=phase.leader)

    def execute(self, play: Play, frame: Table, action: CommandLine) -> None:
        command_line(play, action.range)


def command_line(play: Play, range: str) -> bool:
    """Give the active leader's Line Command, with its die if it needs one. Return whether it is given."""
    pos, phase = play.pos, play.state.phase
    assert phase is not None
    found = die_for(pos, phase.leader, range)
    if found is None:
        play.set(phase=phase.but(lines=phase.lines + 1, used=True))
        play.tell(LineCommanded(phase.leader, range))
        return True
    rolled = check(*found)
    face = play.throw(f"line|{pos.chief(phase.leader).name}", rolled.rule, phase.seat)
    passes = face <= rolled.needs
    play.tell(LineCommanded(phase.leader, range, face, rolled.needs, passes))
    if pos.roster.sizes:
        play.lead(phase.leader, lines="yes" if passes else "no")
    if passes:
        play.set(phase=phase.but(lines=phase.lines + 1, used=True))
    elif rolled.fails == "finished":
        play.set(phase=phase.but(used=True))
        finish(play, phase.leader, "line")
    else:
        play.set(phase=phase.but(used=True, barred=True))
    return passes


def needs_die(pos: Field, leader: str) -> bool:
    """Return whether a leader's Line Command can need a die. None is needed in the first turn of an Attila
    battle (L2826).
    """
    if not pos.roster.sizes and pos.state.turn == 1:
        return False
    return pos.chief(leader).rank == "SC" and not pos.command(leader).lines


def die_for(pos: Field, leader: str, range: str) -> tuple[str, int] | None:
    """Return the kind of die for a Line Command and the rating to roll against, or None if
    there is no roll.
    """
    if not needs_die(pos, leader):
        return None
    seat = pos.chief(leader).seat
    overall = [one for one in pos.living(seat) if pos.chief(one).rank == "OC"]
    if not pos.roster.sizes:  # Utus and the Catalaunian Fields (L2822)
        return None if range == INSIDE else ("line_attila_outside", pos.rating(leader, "initiative"))
    if range == INSIDE and overall:
        return "line_inside", max(pos.rating(one, "strategy") for one in overall)
    return "line_outside", 0  # without an overall commander (ruling 41)


# --- the end of a phase ------------------------------------------------------------------------------------


@handles(Table)
class _FinishLeader(ActionHandler):
    action = FinishLeader

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return (Choice("finish_leader", rule="5.14"),) if may_end(pos) else ()

    def check(self, pos: Field, frame: Table, action: FinishLeader) -> None:
        _must_end(pos, "5.14")

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


def may_end(pos: Field) -> bool:
    """Return whether the phase can end now."""
    return pos.state.phase is not None and not pos.state.clashes


def _must_end(pos: Field, rule: str) -> None:
    if pos.state.phase is None:
        refuse(rule, "nobody_active")
    if pos.state.clashes:
        refuse("9.1", "resolve_clashes_first")


def why_no_momentum(pos: Field) -> str:
    """Return the code of the reason why the active leader cannot try for Momentum, or "" (5.3)."""
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
        if not may_end(pos) or why_no_momentum(pos):
            return ()
        phase = pos.state.phase
        assert phase is not None
        needs = pos.rating(phase.leader, "initiative")
        return (Choice("try_momentum", rule="5.3", facts={"needs": needs}),)

    def check(self, pos: Field, frame: Table, action: TryMomentum) -> None:
        _must_end(pos, "5.3")
        why = why_no_momentum(pos)
        if why:
            refuse("5.3", why, leader=_active(pos))

    def execute(self, play: Play, frame: Table, action: TryMomentum) -> None:
        phase = play.state.phase
        assert phase is not None
        leader = phase.leader
        one = check("momentum", play.pos.rating(leader, "initiative"))
        face = play.throw(f"momentum|{play.pos.chief(leader).name}", one.rule, phase.seat)
        result = answer(one, face)
        play.tell(MomentumRolled(leader, face, one.needs, result))
        if result == "another_phase" and play.pos.chief(leader).wavering and not _answers(play, leader):
            return  # see rule L3026
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
    for one in play.pos.waiting(*seats) if seats else ():
        finish(play, one, "doom")


# --- trumps (5.4) ------------------------------------------------------------------------------------------


def trumps(pos: Field) -> dict[str, str]:
    """Return the leaders who can try to take over now, each with the kind of attempt."""
    phase = pos.state.phase
    if phase is None or not fresh(phase) or phase.kind == ELITE or phase.line:
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
        for one in pos.waiting(seat)
        if one != phase.leader
        and pos.command(one).status == INACTIVE
        and pos.chief(one).rank != "CC"
        and not pos.chief(one).wavering  # see rule L3026
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
    """Deny Momentum to all inactive leaders of lower Initiative (5.44, ruling 15)."""
    passed_over = [
        one
        for one in play.pos.waiting()
        if one != leader
        and play.pos.rating(one, "initiative") < initiative
        and play.pos.command(one).status == INACTIVE
    ]
    for one in passed_over:
        play.lead(one, status=BYPASSED)
    if passed_over:
        play.tell(LeadersBypassed(tuple(passed_over)))


# --- where leaders are, and what happens to them -----------------------------------------------------------


@handles(Table)
class _PlaceLeader(ActionHandler):
    action = PlaceLeader

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return tuple(
            Choice(
                "place_leader",
                {},
                (pick("leader", living), Pick("unit", options(units), optional=True)),
                rule="4.6",
                facts={"seat": seat},
            )
            for seat in SEATS
            if (living := list(pos.living(seat))) and (units := list(pos.on_map(seat)))
        )

    def check(self, pos: Field, frame: Table, action: PlaceLeader) -> None:
        require_leader(pos, action.leader, "4.6")
        seat = pos.chief(action.leader).seat
        if action.unit is not None and action.unit not in pos.on_map(seat):
            refuse("4.6", "not_a_unit_of_this_side", unit=action.unit[:20], leader=action.leader)

    def execute(self, play: Play, frame: Table, action: PlaceLeader) -> None:
        play.lead(action.leader, at=action.unit or "")
        play.tell(LeaderPlaced(action.leader, action.unit or ""))


HARMS: Final = ("hit", "killed")


@handles(Table)
class _EndangerLeader(ActionHandler):
    action = EndangerLeader

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        living = [one for seat in SEATS for one in pos.living(seat)]
        fields = (pick("leader", living), pick("how", HARMS))
        return (Choice("endanger_leader", {}, fields, rule="8.19"),) if living else ()

    def check(self, pos: Field, frame: Table, action: EndangerLeader) -> None:
        require_leader(pos, action.leader, "8.19")
        if action.how not in HARMS:
            refuse("8.19", "not_one_of", value=action.how[:20])

    def execute(self, play: Play, frame: Table, action: EndangerLeader) -> None:
        if action.how == "killed":
            play.harm(action.leader, "killed")
            close_if_fallen(play)
            return
        risk(play, action.leader)
        close_if_fallen(play)


def risk(play: Play, leader: str) -> None:
    """Roll for a leader in danger. A 0 is a casualty, and a second die decides whether it is a wound or death
    (8.19).
    """
    chief = play.pos.chief(leader)
    if play.throw(f"leader|{chief.name}", "8.19", chief.seat):
        play.tell(LeaderHurt(leader, "unhurt"))
        return
    if play.pos.command(leader).wounded:
        play.harm(leader, "killed")
        return
    deadly = play.throw(f"wound|{chief.name}", "9.14", chief.seat) > play.pos.rating(
        leader, "personal_combat"
    )
    play.harm(leader, "killed" if deadly else "wounded")

"""Line Commands, and the die that a subordinate rolls for one (4.3)."""

from __future__ import annotations

from battles.cataphract.rules.checks.command import check
from battles.cataphract.rules.sheet.command.activation import active_leader
from battles.cataphract.rules.sheet.command.phases import finish
from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import ActionHandler, Play
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, pick, refuse

INSIDE, OUTSIDE = "inside", "outside"


@dataclass(frozen=True)
class CommandLine(Action):
    """Give a Line Command. ``range``: whether the leader is "inside" or "outside" the overall commander's
    range (4.33).
    """

    range: str = INSIDE


@dataclass(frozen=True)
class LineCommanded(Event):
    """A leader has tried to give a Line Command. ``face``: the die, or None if there was no roll."""

    leader: str
    range: str
    face: int | None = None
    needs: int | None = None
    passes: bool = True


def why_no_line(pos: Field) -> str:
    """Return the reason code if no Line Command can be given now, or "" if one can."""
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
            refuse("4.3", why, leader=active_leader(pos))
        phase = pos.state.phase
        if action.range not in (INSIDE, OUTSIDE):
            refuse("4.33", "not_one_of", value=action.range[:20])
        if phase is not None and action.range == OUTSIDE and not needs_die(pos, phase.leader):
            refuse("4.33", "no_die_needed", leader=phase.leader)

    def execute(self, play: Play, frame: Table, action: CommandLine) -> None:
        command_line(play, action.range)


def command_line(play: Play, range: str) -> bool:
    """Give the active leader's Line Command, rolling a die if one is needed. Return whether it succeeds."""
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
    """Return whether a leader may have to roll for a Line Command.

    No roll is needed in the first turn of an Attila battle (L2826).
    """
    if not pos.roster.sizes and pos.state.turn == 1:
        return False
    return pos.chief(leader).rank == "SC" and not pos.command(leader).lines


def die_for(pos: Field, leader: str, range: str) -> tuple[str, int] | None:
    """Return the kind of roll for a Line Command and the rating to roll against, or None if there is no
    roll.
    """
    if not needs_die(pos, leader):
        return None
    seat = pos.chief(leader).seat
    overall = [one for one in pos.living_leaders(seat) if pos.chief(one).rank == "OC"]
    if not pos.roster.sizes:  # this is so at Utus and on the Catalaunian Fields (L2822)
        return None if range == INSIDE else ("line_attila_outside", pos.rating(leader, "initiative"))
    if range == INSIDE and overall:
        return "line_inside", max(pos.rating(one, "strategy") for one in overall)
    return "line_outside", 0  # this also applies without an overall commander (ruling 41)

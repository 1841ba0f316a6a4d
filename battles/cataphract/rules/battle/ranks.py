"""Line Commands on the map: which Lines there are, their movement, and its end (4.3, 8.21, 11.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.cataphract.rules.battle.ordering import HaltLine, Ordering
from battles.cataphract.rules.battle.play import ActionHandler, MapPlay
from battles.cataphract.rules.battle.position import MapField
from battles.cataphract.rules.battle.reacting import LINE, ask_reactions
from battles.cataphract.rules.field.lines import lines
from battles.cataphract.rules.sheet.command.leaders import (
    INSIDE,
    OUTSIDE,
    command_line,
    needs_die,
    why_no_line,
)
from battles.cataphract.rules.sheet.command.uncontrolled_advance import may_run_wild, test_line, why_no_test
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse

CLOSER: Final = 2  # hexes nearer to the enemy than before, at which a Line gets out of hand (11.31)


@dataclass(frozen=True)
class CommandRank(Action):
    """Give a Line Command. ``rank``: the number of the Line in the scenario's table, and its first unit:
    "1|b3".
    """

    rank: str


@dataclass(frozen=True)
class RankCommanded(Event):
    """The units of the Line that is commanded."""

    leader: str
    units: tuple[str, ...]


def why_no_rank(pos: MapField) -> str:
    """Return the code of the reason why no Line Command can be given now, or "" if one can (4.33)."""
    if why := why_no_line(pos):
        return why
    phase = pos.state.phase
    assert phase is not None
    if pos.is_pinned(phase.leader):
        return "leader_in_a_zone"
    return "halt_the_line_first" if pos.board.stage == "moving" else ""


def ranks(pos: MapField) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the Lines that the active leader can command: their name, and their units that obey (4.32)."""
    phase = pos.state.phase
    if phase is None or why_no_rank(pos):
        return
    reach = pos.rating(phase.leader, "range")
    for number, kind in enumerate(pos.setting.lines[phase.seat], 1):
        found = lines(pos.battlefield, kind, phase.seat, pos.post(phase.leader), reach)
        for group in found:
            able = sorted(u for u in group if _obeys(pos, phase.leader, u))
            if len(able) > 1:
                yield f"{number}|{able[0]}", tuple(able)


def _obeys(pos: MapField, leader: str, unit: str) -> bool:
    now = pos.markers(unit)
    free = not now.routed and not now.rallied and not now.ordered and unit not in pos.bound()
    return free and pos.commands(leader, unit)


@handles(Ordering)
class _CommandRank(ActionHandler):
    action = CommandRank

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        found = dict(ranks(pos))
        picks = tuple(Option(name, {"units": list(units)}) for name, units in found.items())
        return (Choice("command_rank", {}, (Pick("rank", picks),), rule="4.3"),) if found else ()

    def check(self, pos: MapField, frame: Ordering, action: CommandRank) -> None:
        leader = pos.state.phase.leader if pos.state.phase is not None else ""
        if why := why_no_rank(pos):
            refuse("4.33", why, leader=leader)
        if action.rank not in dict(ranks(pos)):
            refuse("4.32", "no_such_rank", rank=action.rank[:20])

    def execute(self, play: MapPlay, frame: Ordering, action: CommandRank) -> None:
        pos, phase = play.pos, play.state.phase
        assert phase is not None
        units = dict(ranks(pos))[action.rank]
        if not command_line(play, _range(pos, phase.leader)):
            return
        starts = {u: pos.nearest_for_line(u) for u in units}
        play.chart(ranks=units, stage="moving", starts=starts, entered=())
        play.tell(RankCommanded(phase.leader, units))


def _range(pos: MapField, leader: str) -> str:
    """Return whether a leader is inside the overall commander's range, which decides the die (4.33)."""
    if not needs_die(pos, leader):
        return INSIDE
    overall = pos.overall(pos.chief(leader).seat)
    return INSIDE if overall and pos.post(leader) in pos.reach_of(overall) else OUTSIDE


# --- the end of its movement -------------------------------------------------------------------------------


@handles(Ordering)
class _HaltLine(ActionHandler):
    action = HaltLine

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        return (Choice("halt_line", rule="8.21"),) if pos.board.stage == "moving" else ()

    def check(self, pos: MapField, frame: Ordering, action: HaltLine) -> None:
        if pos.board.stage != "moving":
            refuse("8.21", "no_line_commanded")

    def execute(self, play: MapPlay, frame: Ordering, action: HaltLine) -> None:
        play.chart(stage="firing")
        _test_control(play)
        entered = [u for u in play.pos.board.entered if u in play.pos.battlefield.pieces]
        if entered:
            ask_reactions(play, entered[0], LINE)


def _test_control(play: MapPlay) -> None:
    """Test a Line that has come two hexes nearer to the enemy (11.31, 11.32)."""
    pos = play.pos
    if why_no_test(pos):
        return
    wild = [u for u in pos.board.ranks if u in pos.battlefield.pieces and may_run_wild(pos, u)]
    if any(pos.board.starts[u] - pos.nearest_for_line(u) >= CLOSER for u in wild):
        test_line(play, tuple(wild))

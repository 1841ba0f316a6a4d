"""A combat fought with miniatures or as another game, and its report to the campaign.

This is an option of Vexillum, not part of the rules. The winner of the other game wins the combat. Reported
casualties die, and the survivors of the beaten side flee under 10.5. In a tie the attacker gives way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from campaigns.italia.rules.combat.retreats import Flight
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.play import FRAMES, FrameHandler, Play
from campaigns.italia.rules.state.position import Position
from engine.frames import Ask, Frame
from engine.game import (
    GM,
    BattleReport,
    Choice,
    Choices,
    Facts,
    Given,
    IllegalAction,
    InvalidAction,
    Option,
    Pick,
)
from engine.values import dataclass
from kit.rules.decisions import Action, Event, refuse

SIDES: Final = ("attacker", "defender")
WINNERS: Final = (*SIDES, "tie")


@dataclass(frozen=True)
class OpenField(Frame):
    """A combat waiting for its report. ``ground``: the terrain and other conditions. ``came``: areas to
    which a beaten defender cannot flee. ``reacted``: areas to which a beaten attacker cannot flee.
    """

    area: str
    attacker: str
    defender: str
    ground: Facts
    came: tuple[str, ...] = ()
    reacted: tuple[str, ...] = ()
    campaign: str = ""

    def nation(self, side: str) -> str:
        return self.attacker if side == "attacker" else self.defender


@dataclass(frozen=True)
class ResolveByDice(Action):
    """Resolve the combat with the campaign's own dice after all."""


@dataclass(frozen=True)
class ReportBattle(Action):
    """Report the result of a combat that was fought elsewhere. ``winner``: attacker, defender or tie.
    ``losses``: numbers by side and type ("attacker:legion"). ``fallen``: the leaders killed.
    """

    winner: str
    losses: Mapping[str, int]
    fallen: tuple[str, ...] = ()


@dataclass(frozen=True)
class BattleReported(Event):
    area: str
    attacker: str
    defender: str
    winner: str


def units_of(pos: Position, frame: OpenField, side: str) -> dict[str, int]:
    """Return the number of a side's land units of each type in the combat's area."""
    there = pos.units(frame.area, frame.nation(side))
    return {unit: number for unit, number in there.items() if unit != FLEET}


@FRAMES.handler(OpenField)
class _OpenField(FrameHandler):
    def ask(self, pos: Position, frame: OpenField) -> Ask:
        facts = {"area": frame.area, "attacker": frame.attacker, "defender": frame.defender}
        return Ask(GM, "battle", ResolveByDice(), "10.1", facts)

    def choices(self, pos: Position, frame: OpenField) -> Choices:
        winner = Pick("winner", tuple(Option(one) for one in WINNERS))
        fields = (winner, Given("losses", "italia.losses", {}), Given("fallen", "italia.leaders", []))
        return (
            Choice("resolve_by_dice", rule="10.1"),
            Choice("report_battle", fields=fields, rule="10.1"),
        )

    def answer(self, play: Play, frame: OpenField, action: Any) -> None:
        if isinstance(action, ResolveByDice):
            play.pop()
        elif isinstance(action, ReportBattle):
            check(play.pos, frame, action)
            self._apply_report(play, frame, action)
        else:
            refuse("10.1", "not_offered", action=type(action).__name__)

    def _apply_report(self, play: Play, frame: OpenField, action: ReportBattle) -> None:
        play.pop()
        play.tell(BattleReported(frame.area, frame.attacker, frame.defender, action.winner))
        for side, foe in (SIDES, SIDES[::-1]):
            lost = {u: action.losses.get(f"{side}:{u}", 0) for u in units_of(play.pos, frame, side)}
            fallen = {unit: number for unit, number in lost.items() if number}
            play.lose(frame.nation(side), frame.area, fallen, "combat", frame.nation(foe))
        for leader in action.fallen:
            other = frame.defender if play.state.leaders[leader].nation == frame.attacker else frame.attacker
            play.kill_leader(leader, "combat", other)
        self._flee(play, frame, "defender" if action.winner == "attacker" else "attacker")

    def _flee(self, play: Play, frame: OpenField, side: str) -> None:
        """Make the survivors of the beaten side flee if both sides have any."""
        pos = play.pos
        both = all(units_of(pos, frame, one) for one in SIDES)
        # resume the combat that waited for its report
        play.swap(play.top.but(stage="end" if both else "after", round=1))
        if both:
            foe = frame.nation("defender" if side == "attacker" else "attacker")
            barred = frame.came if side == "defender" else frame.reacted
            led = bool(frame.campaign) and side == "attacker"
            play.push(
                Flight(frame.nation(side), frame.area, "beaten", "10.5", foe, barred=barred, campaign=led)
            )


def check(pos: Position, frame: OpenField, action: ReportBattle) -> None:
    """Raise IllegalAction if a report does not fit the combat."""
    if action.winner not in WINNERS:
        refuse("10.1", "no_such_winner", winner=str(action.winner)[:40])
    there = {f"{side}:{unit}": n for side in SIDES for unit, n in units_of(pos, frame, side).items()}
    for unit, number in action.losses.items():
        if type(number) is not int or not 0 <= number <= there.get(unit, 0):
            refuse("10.1", "more_than_there_is", unit=str(unit)[:60], number=there.get(unit, 0))
    for leader in action.fallen:
        piece = pos.state.leaders.get(leader)
        if piece is None or piece.at != frame.area or piece.nation not in (frame.attacker, frame.defender):
            refuse("10.1", "no_such_leader", leader=str(leader)[:60])
    if action.winner in SIDES:
        mine = units_of(pos, frame, action.winner)
        if not any(n - action.losses.get(f"{action.winner}:{unit}", 0) for unit, n in mine.items()):
            refuse("10.1", "winner_has_nobody_left", winner=action.winner)


def report_action(pos: Position, frame: OpenField, report: BattleReport) -> ReportBattle:
    """Turn a report into the answer for a combat fought elsewhere. Raises InvalidAction if it does not
    fit.
    """
    losses = {unit: n for unit, n in report.losses.items() if n}
    fallen = tuple(leader for leader, fate in report.fates if fate == "killed")
    action = ReportBattle(report.winner or "tie", losses, fallen)
    try:
        check(pos, frame, action)
    except IllegalAction as refused:
        raise InvalidAction("", refused.code, path="$.losses", **refused.facts) from None
    return action

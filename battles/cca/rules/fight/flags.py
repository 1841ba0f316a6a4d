"""Flags rolled against a unit. Its owner decides how many to ignore, and it retreats for the others
(L577-614).
"""

from __future__ import annotations

from typing import Any, Final

from battles.cca.rules.fight.going_back import GoingBack
from battles.cca.rules.fight.rampaging import Rampage
from battles.cca.rules.fight.standing_orders import answer_for, class_fields, general_answer_field
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import FRAMES, FrameHandler, Play
from battles.cca.rules.play.state import foe
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Number
from engine.values import dataclass
from kit.rules.decisions import Action, Event, refuse

RULE: Final = "L604"


@dataclass(frozen=True)
class Flags(Frame):
    """A decision in progress: how many of its ``flags`` a unit ignores, up to ``most``. Each other flag makes
    it retreat ``per_flag`` hexes. ``checked``: whether its leader has already been checked in this combat.
    """

    at: str
    seat: str
    flags: int
    per_flag: int
    most: int
    checked: bool = False


@dataclass(frozen=True)
class IgnoreFlags(Action):
    """Ignore a number of flags."""

    number: int


@dataclass(frozen=True)
class FlagsIgnored(Event):
    """A unit has ignored some flags."""

    at: str
    seat: str
    unit: str
    number: int
    flags: int


@FRAMES.handler(Flags)
class _Flags(FrameHandler):
    def advance(self, play: Play, frame: Flags) -> bool:
        if frame.most:
            return False
        answer_flags(play, frame, 0)
        return True

    def ask(self, pos: Battle, frame: Flags) -> Ask:
        facts = {
            "at": frame.at,
            "unit": pos.state.units[frame.at].type,
            "flags": frame.flags,
            "hexes": frame.per_flag,
        }
        return Ask(frame.seat, "flags", IgnoreFlags(frame.most), RULE, facts)

    def choices(self, pos: Battle, frame: Flags) -> Choices:
        return (Choice("ignore_flags", fields=(Number("number", 0, frame.most, frame.most),), rule=RULE),)

    def answer(self, play: Play, frame: Flags, action: Any) -> None:
        if not isinstance(action, IgnoreFlags) or not 0 <= action.number <= frame.most:
            refuse(RULE, "flags_to_ignore", most=frame.most)
        answer_flags(play, frame, action.number)


def answer_flags(play: Play, frame: Flags, ignored: int) -> None:
    """Report the ignored flags, and begin the unit's retreat for the others. An elephant rampages first
    (L630).
    """
    play.pop()
    unit = play.state.units[frame.at]
    if ignored:
        play.tell(FlagsIgnored(frame.at, frame.seat, unit.type, ignored, frame.flags))
    owed = (frame.flags - ignored) * frame.per_flag
    if not owed:
        return
    play.push(GoingBack(frame.at, frame.seat, owed, frame.checked))
    if unit.kind.elephant:
        play.push(Rampage(frame.at, foe(frame.seat)))


@FRAMES.standing_order(
    "flags", general_answer_field("ignore", "all", "none"), *class_fields("all", "none"), rule=RULE
)
def ignores(pos: Battle, frame: Flags, said: Facts) -> IgnoreFlags | None:
    """The standing order's answer: ignore as many flags as possible, or none. Return None if the order leaves
    the decision to the player.
    """
    answer = answer_for(pos, frame.at, said, "ignore")
    return None if answer is None else IgnoreFlags(frame.most if answer == "all" else 0)

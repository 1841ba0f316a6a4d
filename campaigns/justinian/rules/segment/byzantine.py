"""The Byzantine segment (6.5): one action, and at most one fort (forts.py)."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.rules.march import forts, march
from campaigns.justinian.rules.march.march import ActivateArmy
from campaigns.justinian.rules.sea import fleets
from campaigns.justinian.rules.sea.fleets import ActivateFleet
from campaigns.justinian.rules.segment.segments import SegmentBegan, SegmentPassed, army_facts
from campaigns.justinian.rules.state.handler import Pass, not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import ByzantineSegment
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM, State
from campaigns.justinian.rules.state.tables import EXPENSES
from campaigns.justinian.rules.turn import levy
from campaigns.justinian.rules.turn.lone_leaders import MoveLeader, leader_choices, move_leader
from campaigns.justinian.rules.turn.nika import NikaMarch
from engine.frames import Ask
from engine.game import Choice, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, refuse


@dataclass(frozen=True)
class Recruit(Action):
    """Spend the Byzantine segment on recruiting (5.31)."""


@dataclass(frozen=True)
class DeclareDouble(Action):
    """Declare two Byzantine segments in a row, after a Combined Operation (6.45)."""


@dataclass(frozen=True)
class SegmentLost(Event):
    """A segment was lost to Religious Disputes."""

    number: int


@dataclass(frozen=True)
class DoubleDeclared(Event):
    pass


def activatable_armies(state: State) -> tuple[str, ...]:
    """Return the armies that Byzantium can activate. They are its own armies with a leader, and those of
    allied minor powers (6.35).
    """
    return tuple(
        a.id for a in state.armies.values() if a.leader and a.total and state.seat_of(a.power) == BYZANTIUM
    )


@handler(ByzantineSegment)
class ByzantineSegmentHandler(FrameHandler):
    def advance(self, play: Play, frame: ByzantineSegment) -> bool:
        if frame.stage == "done":
            if not forts.offer_late_fort(play, frame):
                _finish(play)
            return True
        if frame.stage == "action" and play.state.lost_segments:
            play.set(lost_segments=play.state.lost_segments - 1)
            play.tell(SegmentLost(play.state.segments + 1))
            play.swap(frame.but(stage="done"))
            return True
        if frame.stage == "action" and play.state.nika:
            play.set(nika=False)
            play.swap(frame.but(stage="done"))
            play.push(NikaMarch())
            return True
        return False

    def ask(self, pos: Position, frame: ByzantineSegment) -> Ask:
        facts = {
            "segment": pos.state.segments + 1,
            "segments": pos.options.segments_a_turn,
            "gold": pos.state.gold,
            "double": pos.state.double,
        }
        default: Any = Pass()
        if levy.required_recruits(pos):
            default = Recruit()
        return Ask(BYZANTIUM, "byzantine_segment", default, "6.51", facts)

    def choices(self, pos: Position, frame: ByzantineSegment) -> tuple[Choice, ...]:
        found = [Choice("recruit", rule="5.31")]
        if not levy.required_recruits(pos):  # otherwise recruiting is the only action
            cost = EXPENSES["activate"]
            if pos.state.gold >= cost:
                armies = tuple(
                    Option(a, {**army_facts(pos.state, a), "gold": cost})
                    for a in activatable_armies(pos.state)
                )
                if armies:
                    found.append(Choice("activate_army", fields=(Pick("army", armies),), rule="6.51"))
                found += fleets.activation_choices(pos, BYZANTIUM, BYZANTIUM)
            found += leader_choices(pos)
            found.append(Choice("pass", rule="6.51"))
        found += forts.choices(pos)
        if pos.state.double == "may":
            found.append(Choice("declare_double", rule="6.45"))
        return tuple(found)

    def answer(self, play: Play, frame: ByzantineSegment, action: Action) -> None:
        if type(action) in forts.DO:
            forts.DO[type(action)](play, action)
            return
        if isinstance(action, DeclareDouble):
            if play.state.double != "may":
                refuse("6.45", "no_double_segment")
            play.set(double="declared")
            play.tell(DoubleDeclared())
            return
        short = levy.required_recruits(play.pos)
        if short and not isinstance(action, Recruit):
            refuse("6.51", "must_recruit", armies=sorted(short))
        if isinstance(action, Pass):
            play.tell(SegmentPassed(BYZANTIUM))
        else:
            play.tell(SegmentBegan(BYZANTIUM, play.state.segments + 1))
        play.swap(frame.but(stage="done"))
        if isinstance(action, ActivateArmy):
            if action.army not in activatable_armies(play.state):
                refuse("6.51", "cannot_activate", army=action.army)
            play.spend(EXPENSES["activate"], "activation", "6.51")
            march.begin_activation(play, action.army, BYZANTIUM)
        elif isinstance(action, ActivateFleet):
            if action.power != BYZANTIUM:
                refuse("6.51", "cannot_activate", power=action.power)
            play.spend(EXPENSES["activate"], "activation", "6.51")
            fleets.activate(play, action, BYZANTIUM)
        elif isinstance(action, MoveLeader):
            move_leader(play, action)
        elif isinstance(action, Recruit):
            levy.roll(play, "segment")
        elif not isinstance(action, Pass):
            not_now(action)


def _finish(play: Play) -> None:
    """End the segment. After a declared double segment, the next one is Byzantine too (6.45)."""
    play.pop()
    if play.state.double == "declared":
        play.set(segments=play.state.segments + 1, double="done", next_side=BYZANTIUM)
        return
    play.set(segments=play.state.segments + 1, next_side=BARBARIAN)

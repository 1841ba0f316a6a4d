"""The barbarian segment: Select and Random markers, and the activation of an army or fleet (6.1, 6.2)."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.rules.march import march
from campaigns.justinian.rules.march.march import ActivateArmy
from campaigns.justinian.rules.scenario.types import PERSIA
from campaigns.justinian.rules.sea import fleets
from campaigns.justinian.rules.sea.fleets import ActivateFleet
from campaigns.justinian.rules.segment import combined_operations
from campaigns.justinian.rules.segment.alliance import Bribing
from campaigns.justinian.rules.segment.ally import AllyUse
from campaigns.justinian.rules.segment.combined_operations import StartOperation
from campaigns.justinian.rules.segment.segments import SegmentBegan, SegmentPassed, army_facts
from campaigns.justinian.rules.segment.tribes import tribe_levy
from campaigns.justinian.rules.state.fleets import fleets_of
from campaigns.justinian.rules.state.handler import Pass, not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import BarbarianSegment
from campaigns.justinian.rules.state.state import (
    BARBARIAN,
    BYZANTIUM,
    MAJORS,
    TREASURE_POWERS,
    State,
    minor_army,
)
from campaigns.justinian.rules.turn import random_events as events_table
from campaigns.justinian.rules.turn.troops import expected_levy, recruit
from engine.frames import Ask
from engine.game import Choice, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, options, refuse


@dataclass(frozen=True)
class SelectPower(Action):
    """Use a Select marker on a major power. ``recruit``: also recruit, which Vandals and Ostrogoths can do
    once a turn (6.24).
    """

    power: str
    recruit: bool = False


@dataclass(frozen=True)
class DrawRandom(Action):
    """Use a Random marker, and roll for the power (6.22)."""


@dataclass(frozen=True)
class PowerDrawn(Event):
    power: str
    number: int
    rerolled: bool = False


EVENT_SUM = 10


def selectable(pos: Position) -> tuple[str, ...]:
    """Return the major powers that have an army or fleet to activate, or can recruit (6.24)."""
    return tuple(
        p
        for p in MAJORS
        if p not in pos.state.gone
        and (activatable_armies(pos, p) or fleets_of(pos.state, p) or may_recruit(pos.state, p))
    )


def activatable_armies(pos: Position, power: str) -> tuple[str, ...]:
    """Return the armies of a power that can be activated. An army must have SP, be about to recruit, or have
    a leader who can move alone.
    """
    found = []
    for army in pos.state.armies.values():
        if army.power != power:
            continue
        in_box = army.at in pos.scn.boxes
        if (
            army.total
            or (in_box and army.id not in pos.state.recruited)
            or (not in_box and power in TREASURE_POWERS)
        ):
            found.append(army.id)
    return tuple(found)


def may_recruit(state: State, power: str) -> bool:
    """Return whether Vandals or Ostrogoths can recruit. Only their first Select marker of the turn allows it
    (6.24).
    """
    return (
        power in TREASURE_POWERS
        and power not in state.recruited
        and f"{power}:selected" not in state.recruited
    )


@handler(BarbarianSegment)
class BarbarianSegmentHandler(FrameHandler):
    def advance(self, play: Play, frame: BarbarianSegment) -> bool:
        if frame.stage == "drawn":
            _resolve_draw(play, frame)
        elif frame.stage == "allied":
            _resolve_alliance(play, frame)
        elif frame.stage == "unit" and not (
            activatable_armies(play.pos, frame.power) or fleets_of(play.state, frame.power)
        ):
            play.swap(frame.but(stage="done"))
        elif frame.stage == "done":
            play.pop()
            play.set(next_side=BYZANTIUM)
        elif frame.stage == "marker" and not play.state.selects and not play.state.randoms:
            play.swap(frame.but(stage="done"))
        else:
            return False
        return True

    def ask(self, pos: Position, frame: BarbarianSegment) -> Ask:
        if frame.stage == "marker":
            return Ask(BARBARIAN, "barbarian_segment", Pass(), "6.12", _markers(pos.state))
        facts = {"power": frame.power, "marker": frame.marker}
        return Ask(BARBARIAN, "barbarian_unit", Pass(), "6.25", facts)

    def choices(self, pos: Position, frame: BarbarianSegment) -> tuple[Choice, ...]:
        if frame.stage == "marker":
            return _marker_choices(pos)
        found = []
        armies = activatable_armies(pos, frame.power)
        if armies:
            facts = tuple(Option(a, _facts(pos, a)) for a in armies)
            found.append(Choice("activate_army", fields=(Pick("army", facts),), rule="6.25"))
        found += fleets.activation_choices(pos, frame.power, BARBARIAN)
        return (*found, Choice("pass", rule="6.25"))

    def answer(self, play: Play, frame: BarbarianSegment, action: Action) -> None:
        if frame.stage == "marker":
            _use_marker(play, frame, action)
        elif isinstance(action, Pass):
            play.swap(frame.but(stage="done"))
        elif isinstance(action, ActivateArmy):
            if action.army not in activatable_armies(play.pos, frame.power):
                refuse("6.25", "cannot_activate", army=action.army)
            play.swap(frame.but(stage="done"))
            activate(play, action.army)
        elif isinstance(action, ActivateFleet):
            if action.power != frame.power:
                refuse("6.25", "cannot_activate", power=action.power)
            play.swap(frame.but(stage="done"))
            fleets.activate(play, action, BARBARIAN)
        else:
            not_now(action)


def _facts(pos: Position, army: str) -> dict[str, Any]:
    """Return the facts shown for an army, including the troops that it raises before its march (6.23)."""
    levy = expected_levy(pos.scn, pos.state, pos.state.armies[army])
    return {**({"levy": levy} if levy else {}), **army_facts(pos.state, army)}


def _markers(state: State) -> dict[str, int]:
    return {"selects": state.selects, "randoms": state.randoms}


def _marker_choices(pos: Position) -> tuple[Choice, ...]:
    found = []
    if pos.state.selects:
        powers = selectable(pos)
        if powers:
            found.append(Choice("select_power", {"recruit": False}, (Pick("power", options(powers)),), "6.2"))
        levying = tuple(p for p in powers if may_recruit(pos.state, p))
        if levying:
            found.append(
                Choice("select_power", {"recruit": True}, (Pick("power", options(levying)),), "6.24")
            )
    if pos.state.randoms:
        found.append(Choice("draw_random", rule="6.22"))
    found += combined_operations.start_choices(pos)
    return (*found, Choice("pass", rule="6.12"))


def _use_marker(play: Play, frame: BarbarianSegment, action: Action) -> None:
    state = play.state
    number = state.segments + 1
    if isinstance(action, Pass):
        play.tell(SegmentPassed(BARBARIAN))
        play.swap(frame.but(stage="done"))
    elif isinstance(action, SelectPower):
        if not state.selects:
            refuse("6.21", "no_select_left")
        if action.power not in selectable(Position(play.setting, state)):
            refuse("6.21", "cannot_activate", power=action.power)
        if action.recruit and not may_recruit(state, action.power):
            refuse("6.24", "cannot_recruit", power=action.power)
        play.set(selects=state.selects - 1)
        play.tell(SegmentBegan(BARBARIAN, number, "select"))
        play.swap(frame.but(stage="unit", marker="select", power=action.power))
        if action.power in TREASURE_POWERS:
            tribe_levy(play, action.power, action.recruit)
    elif isinstance(action, DrawRandom):
        if not state.randoms:
            refuse("6.21", "no_random_left")
        play.set(randoms=state.randoms - 1)
        play.tell(SegmentBegan(BARBARIAN, number, "random"))
        tens, ones = play.d10s(2, "activation", "6.22", BARBARIAN)
        play.set_aside()  # otherwise a random event would be logged with these dice
        play.swap(frame.but(stage="drawn", marker="random", power=str(tens * 10 + ones)))
        if tens + ones >= EVENT_SUM:
            events_table.roll_event(play)
    elif isinstance(action, StartOperation):
        combined_operations.start(play, frame, action)
    else:
        not_now(action)


def out_of_play(state: State) -> frozenset[str]:
    """Return the powers whose activation numbers are rerolled: eliminated powers, and Persia without a
    leader (6.22, 8.26, G5).
    """
    persia = any(a.power == PERSIA for a in state.armies.values())
    return state.gone if persia else state.gone | {PERSIA}


def _resolve_draw(play: Play, frame: BarbarianSegment) -> None:
    """Resolve the drawn number. For a power that is out of play, roll again without a random event (6.22,
    8.26, G5).
    """
    number = int(frame.power)
    power = play.scn.power_by_number(number).id
    again = power in out_of_play(play.state)
    play.tell(PowerDrawn(power, number, again), of="activation")
    if again:
        tens, ones = play.d10s(2, "activation", "6.22", BARBARIAN)
        play.swap(frame.but(power=str(tens * 10 + ones)))
        return
    if power in MAJORS:
        play.swap(frame.but(stage="unit", power=power))
        return
    play.swap(frame.but(stage="allied", power=power))
    if power not in play.state.alliances:
        play.push(Bribing(power))


def _resolve_alliance(play: Play, frame: BarbarianSegment) -> None:
    """Continue the activation of a minor power according to its alliance (6.33)."""
    side = play.state.alliances[frame.power]
    if side == "neutral":
        play.swap(frame.but(stage="done"))
    elif side == BYZANTIUM:
        army = minor_army(play.state, frame.power)
        play.swap(frame.but(stage="done"))
        recruit(play, army.id)
        play.push(AllyUse(army.id))
    else:
        play.swap(frame.but(stage="unit"))


def activate(play: Play, army: str) -> None:
    """Let an army recruit if it is due, then march (6.23, 6.25)."""
    recruit(play, army)
    found = play.state.armies[army]
    if found.total or found.power in TREASURE_POWERS:
        march.begin_activation(play, army, BARBARIAN)

"""Mustering: both sides choose their armies in secret (L23, L102, L324-332). Armies from a campaign are
given, so neither side chooses, and nothing about them is secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from battles.schiere.rules.board.play import FRAMES, Play, Secret
from battles.schiere.rules.board.position import Position, Setting
from battles.schiere.rules.board.scenario import Army
from battles.schiere.rules.board.state import Group
from battles.schiere.rules.board.troops import (
    CHIEF,
    CHIEFS,
    MOST_WINGS,
    SEATS,
    TROOPS,
    WING,
    WING_NAMES,
    name_wings,
    troops_of,
)
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Many, Option, Pick, Share
from engine.values import dataclass, replace
from kit.rules.decisions import Action, Event

RULE = "points"
SCHIERA: Final = 4  # maximum number of units in a schiera (L102)


@dataclass(frozen=True)
class Muster(Action):
    """Choose an army: the number of units of each kind, the commander in chief and up to two wing
    commanders. Two wing commanders of one kind are, for example, "resolute" and "resolute2" (ruling C17).
    """

    units: Mapping[str, int]
    chief: str
    wings: tuple[str, ...] = ()


@dataclass(frozen=True)
class ArmyChosen(Event):
    """A side has chosen its army. Nobody else sees the army yet."""

    seat: str


@dataclass(frozen=True)
class ArmyGiven(Event):
    """A campaign gives a side its army, with points for orders and actions."""

    seat: str
    units: Mapping[str, int]
    chief: str
    wings: tuple[str, ...]
    points: int


@dataclass(frozen=True)
class Mustering(Frame):
    """Both sides choose their armies."""

    answers: Mapping[str, Muster] = field(default_factory=dict)


@FRAMES.handler(Mustering)
class _Mustering(Secret):
    def advance(self, play: Play, frame: Mustering) -> bool:
        if not play.setting.scn.given:
            return super().advance(play, frame)
        play.pop()
        for seat in SEATS:
            army = play.setting.scn.armies[seat]
            units = {id: number for id, number in army.units.items() if number}
            play.change_side(seat, reserve=groups(Muster(units, army.chief, army.wings)), points=army.spare)
            play.tell(ArmyGiven(seat, units, army.chief, army.wings, army.spare))
        return True

    def asks(self, pos: Position, frame: Mustering) -> tuple[Ask, ...]:
        facts = {"points": pos.setting.points}
        return tuple(Ask(seat, "muster", usual(pos.setting, seat), RULE, facts) for seat in SEATS)

    def choices(self, pos: Position, frame: Mustering, ask: Ask) -> Choices:
        troops = troops_of(ask.seat)
        options = tuple(Option(t.id, cost=t.points, high=t.units) for t in troops)
        most = sum(t.units for t in troops)
        fields = (
            Share("units", options, 1, most, pos.setting.points),
            Pick("chief", tuple(Option(kind) for kind in CHIEFS)),
            Many("wings", tuple(Option(name) for name in WING_NAMES), 0, MOST_WINGS),
        )
        return (Choice("muster", {}, fields, RULE),)

    def report_answer(self, play: Play, frame: Mustering, ask: Ask, action: Muster) -> None:
        play.tell(ArmyChosen(ask.seat))

    def settle(self, play: Play, frame: Mustering) -> None:
        play.pop()
        for seat in SEATS:
            army = frame.answers[seat]
            left = play.setting.points - cost(army.units)
            play.change_side(seat, reserve=groups(army), points=left)


def cost(units: Mapping[str, int]) -> int:
    """Return an army's cost in points. Commanders and standard bearers are free (L328-330)."""
    return sum(TROOPS[id].points * number for id, number in units.items() if number)


def groups(army: Muster) -> tuple[Group, ...]:
    """Split an army into the groups to deploy: commanders, then schiere. Kinds with zero units, which
    engine.choices permits, are dropped.
    """
    led = (Group(CHIEF, 1, army.chief), *(Group(WING, 1, name) for name in name_wings(army.wings)))
    troops = sorted((id for id, number in army.units.items() if number), key=list(TROOPS).index)
    return (*led, *(group for id in troops for group in schiere(id, army.units[id])))


def schiere(troop: str, units: int) -> tuple[Group, ...]:
    """Divide units into schiere of nearly equal size, with at most four units each (ruling S22)."""
    number = -(-units // SCHIERA)
    return tuple(Group(troop, units // number + (one < units % number)) for one in range(number))


def usual(setting: Setting, seat: str) -> Muster:
    """Return the default army: the scenario's, reduced if the battle is for fewer points."""
    army = fit_army(setting.scn.armies[seat], setting.points)
    return Muster(army.units, army.chief, army.wings)


def fit_army(army: Army, points: int) -> Army:
    """Return an army reduced to at most this many points, but with at least one unit. The kinds of unit that
    cost most in total lose units first.
    """
    units = {id: number for id, number in army.units.items() if number}
    while cost(units) > points and len(units) + sum(units.values()) > 2:
        most = max(units, key=lambda id: (units[id] * TROOPS[id].points, id))
        units[most] -= 1
        units = {id: number for id, number in units.items() if number}
    return replace(army, units=units)

"""The working copy of the state while an action is carried out, with its events and dice.
Functions of the rules receive a Play and replace its frozen values. The Play does not outlive ``apply``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.justinian.rules.state.events import LeaderReturned
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BYZANTIUM, Army, Fleet, Garrison, State
from campaigns.justinian.rules.state.values import ArmySP, FleetKey, Unit
from engine import frames
from engine.dice import Dice, Throw
from engine.frames import Frames
from engine.values import dataclass
from kit.rules import play as work
from kit.rules.decisions import Event, refuse


@dataclass(frozen=True)
class StatusChanged(Event):
    """A status was set or cleared. ``status``: disorganised, defeated or unpaid."""

    unit: Unit
    status: str
    on: bool
    reason: str


@dataclass(frozen=True)
class MarkerPlaced(Event):
    province: str
    marker: str


@dataclass(frozen=True)
class MarkerRemoved(Event):
    province: str
    marker: str


@dataclass(frozen=True)
class GoldSpent(Event):
    gold: int
    what: str


@dataclass(frozen=True)
class GoldGained(Event):
    gold: int
    what: str


class Play(work.Play[State, Position]):
    """The working copy of ``apply``: the position so far, the events and the dice."""

    def __init__(self, pos: Position, dice: Dice) -> None:
        super().__init__(pos, dice)
        self.scn, self.options = pos.scn, pos.options
        self.watched: State | None = None  # the state when Europa and the treasuries were last checked

    # --- dice, cup and events ---

    def d10(self, purpose: str, rule: str, seat: str) -> int:
        return self.dice.roll(Throw(10, purpose, rule, seat, low=0))

    def d10s(self, count: int, purpose: str, rule: str, seat: str) -> tuple[int, ...]:
        return self.dice.roll_all([Throw(10, purpose, rule, seat, low=0)] * count)

    def draw(self, rule: str) -> str | None:
        """Draw a Magister Militum blindly from the cup. Return None if the cup is empty."""
        cup = self.state.cup
        if not cup:
            return None
        index = self.dice.roll(Throw(len(cup), "leader_draw", rule, BYZANTIUM, low=0)) if len(cup) > 1 else 0
        self.set(cup=cup[:index] + cup[index + 1 :])
        return cup[index]

    def into_cup(self, leader: str | None) -> None:
        if leader is not None:
            self.set(cup=tuple(sorted((*self.state.cup, leader))))

    def dismiss(self, leader: str | None) -> None:
        """Put the leader of a destroyed army back into the cup (6.53, 7.14) and report it. Without a leader
        (None), do nothing.
        """
        if leader is not None:
            self.into_cup(leader)
            self.tell(LeaderReturned(leader, "cup"))

    # --- changing the map ---

    def put(self, army: Army) -> None:
        self.state = self.state.but(armies={**self.state.armies, army.id: army})

    def change(self, army: str, **changes: Any) -> Army:
        found = self.state.armies[army].but(**changes)
        self.put(found)
        return found

    def drop(self, army: str) -> None:
        """Take an army off the map. Armies combined under it are separated."""
        armies = {
            a.id: (a.but(head=None) if a.head == army else a)
            for a in self.state.armies.values()
            if a.id != army
        }
        self.set(armies=armies)

    def set_frontier(self, province: str, sp: int, unpaid: bool | None = None) -> None:
        frontier = dict(self.state.frontier)
        before = frontier.pop(province, None)
        if sp > 0:
            was = before.unpaid if before else False
            frontier[province] = Garrison(sp, was if unpaid is None else unpaid)
        self.set(frontier=frontier)

    def set_detached(self, province: str, power: str, sp: int) -> None:
        here = {p: n for p, n in self.state.detached.get(province, {}).items() if p != power}
        if sp > 0:
            here[power] = sp
        detached: dict[str, Mapping[str, int]] = {
            k: v for k, v in self.state.detached.items() if k != province
        }
        if here:
            detached[province] = here
        self.set(detached=detached)

    def set_fleet_sp(self, key: FleetKey, sp: int) -> None:
        """Set the strength of a fleet and keep everything else about it."""
        found = self.state.fleets.get(key, Fleet(key.power, key.place, 0))
        self.set_fleet(key.power, key.place, sp, found.at, found.unpaid)

    def set_fleet(self, power: str, place: str, sp: int, at: str | None = None, unpaid: bool = False) -> None:
        key = FleetKey(power, place)
        fleets = {k: v for k, v in self.state.fleets.items() if k != key}
        if sp > 0:
            fleets[key] = Fleet(power, at or place, sp, unpaid)
        self.set(fleets=fleets)

    def set_marker(self, province: str, marker: str | None) -> None:
        """Place, replace or remove the marker of a province."""
        old = self.state.markers.get(province)
        if old == marker:
            return
        markers = {k: v for k, v in self.state.markers.items() if k != province}
        if old is not None:
            self.tell(MarkerRemoved(province, old))
        if marker is not None:
            markers[province] = marker
            self.tell(MarkerPlaced(province, marker))
        self.set(markers=markers)

    def status(self, army: str, status: str, on: bool, reason: str) -> None:
        """Set or clear an army's status (disorganised, defeated or unpaid), and report it if it changed."""
        if getattr(self.state.armies[army], status) != on:
            self.change(army, **{status: on})
            self.tell(StatusChanged(ArmySP(army), status, on, reason))

    def spend(self, gold: int, what: str, rule: str) -> None:
        if gold > self.state.gold:
            refuse(rule, "not_enough_gold", needed=gold, gold=self.state.gold)
        if gold:
            self.set(gold=self.state.gold - gold)
            self.tell(GoldSpent(gold, what))

    def gain(self, gold: int, what: str) -> None:
        if gold:
            self.set(gold=self.state.gold + gold)
            self.tell(GoldGained(gold, what))


Routine = frames.Routine[Play]
FrameHandler = frames.FrameHandler[Position, Play]
FRAMES: Frames[Position, Play] = Frames()
handler, standing_order = FRAMES.handler, FRAMES.standing_order

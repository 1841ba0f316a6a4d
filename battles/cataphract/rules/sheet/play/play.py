"""The working copy of a sheet while an action is applied: hits, routs and eliminations, with their
consequences.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.state import (
    DEAD,
    ELIMINATED,
    FINISHED,
    LEFT,
    MAP,
    Charged,
    Sheet,
)
from battles.cataphract.rules.shock.report import SegmentReport
from battles.cataphract.rules.tables import FACES
from engine import frames
from engine.dice import Throw
from engine.frames import Frames
from engine.values import dataclass
from kit.rules import decisions
from kit.rules import play as kit
from kit.rules.decisions import Event


@dataclass(frozen=True)
class HitsTaken(Event):
    """A unit takes ``hits`` for a reason. It now has ``now`` hits, and ``limit`` hits rout it."""

    unit: str
    hits: int
    now: int
    limit: int
    cause: str


@dataclass(frozen=True)
class HitsRemoved(Event):
    """A unit recovers hits, and ``now`` hits remain."""

    unit: str
    hits: int
    now: int
    limit: int
    cause: str


@dataclass(frozen=True)
class UnitRouted(Event):
    """A unit routs. Its hits are removed, and foot has no missiles left (10.2)."""

    unit: str
    cause: str


@dataclass(frozen=True)
class UnitEliminated(Event):
    """A unit is eliminated. Its side now has ``total`` rout points against it."""

    unit: str
    cause: str
    points: int
    total: int


@dataclass(frozen=True)
class HeartTested(Event):
    """An undisciplined army rolls after a rout (11.2). ``keeps``: whether it keeps its two extra points of
    quality.
    """

    seat: str
    unit: str
    face: int
    needs: int
    keeps: bool


@dataclass(frozen=True)
class FerocityTested(Event):
    """A tribe rolls after a rout (L3036). ``keeps``: whether it keeps its Ferocity."""

    unit: str
    face: int
    needs: int
    keeps: bool


@dataclass(frozen=True)
class AlansTested(Event):
    """The Alans roll after a rout, or when their leader is called (L3007). They stay, wait or leave.

    ``modifier`` is added to the die because of the rout points of both sides.
    """

    leader: str
    unit: str
    face: int
    modifier: int
    needs: int
    result: str


@dataclass(frozen=True)
class UnitsLeft(Event):
    """Units leave the battle without rout points."""

    units: tuple[str, ...]
    cause: str


@dataclass(frozen=True)
class LeaderHurt(Event):
    """A leader is wounded or killed, or escapes unhurt."""

    leader: str
    fate: str
    points: int = 0
    total: int = 0


@dataclass(frozen=True)
class SupplyChanged(Event):
    """A unit's missile supply changes: low, none, or full again."""

    unit: str
    supply: str


class Play(kit.Play[Sheet, Field]):
    """The mutable working copy that the rules change while they apply an action."""

    # --- dice ---

    def throw(self, purpose: str, rule: str, seat: str) -> int:
        """Roll one die with faces 0 to 9."""
        return self.dice.roll(Throw(FACES, purpose, rule, seat, low=0))

    def throw_all(self, throws: Sequence[tuple[str, str, str]]) -> tuple[int, ...]:
        """Roll several dice at once, given the purpose, section and seat of each, and return their faces."""
        return self.dice.roll_all([Throw(FACES, what, rule, seat, low=0) for what, rule, seat in throws])

    # --- markers ---

    def mark(self, unit: str, **changes: Any) -> None:
        """Change a unit's markers."""
        units = self.state.units
        self.set(units={**units, unit: units[unit].but(**changes)})

    def lead(self, leader: str, **changes: Any) -> None:
        """Change a leader's state."""
        leaders = self.state.leaders
        self.set(leaders={**leaders, leader: leaders[leader].but(**changes)})

    def supply(self, unit: str, supply: str) -> None:
        """Change a unit's missile supply and report it."""
        if self.state.units[unit].supply != supply:
            self.mark(unit, supply=supply)
            self.tell(SupplyChanged(unit, supply))

    # --- hits and routs ---

    def hurt(self, unit: str, hits: int, cause: str) -> None:
        """Give a unit hits. A unit routs at its limit (10.14), and a routed unit is eliminated (10.26)."""
        now = self.state.units[unit]
        if now.where != MAP or hits <= 0:
            return
        if now.routed:
            self.eliminate(unit, cause)
            return
        limit, total = self.pos.limit(unit), now.hits + hits
        self.tell(HitsTaken(unit, hits, total, limit, cause))
        if total >= limit:
            self.rout(unit, cause)
        else:
            self.mark(unit, hits=total)

    def ease(self, unit: str, hits: int, cause: str) -> None:
        """Remove hits from a unit."""
        now = self.state.units[unit]
        left = max(0, now.hits - hits)
        if left != now.hits:
            self.mark(unit, hits=left)
            self.tell(HitsRemoved(unit, now.hits - left, left, self.pos.limit(unit), cause))

    def rout(self, unit: str, cause: str, *, tested: bool = False) -> None:
        """Rout a unit, or eliminate a unit that has already routed. Its army can then lose heart (11.2).

        ``tested``: whether the army's die has already been rolled.
        """
        now, one = self.state.units[unit], self.pos.counter(unit)
        if now.routed:
            self.eliminate(unit, cause)
            return
        supply = "no" if one.unit.foot and one.missile and not one.artillery else now.supply
        cleared = {"hits": 0, "routed": True, "rallied": False, "supply": supply}
        formed = {"column": False, "wedge": False, "shieldwall": False, "engaged": False, "struck": False}
        self.mark(unit, **cleared, **formed)
        self.release((unit,))
        self.tell(UnitRouted(unit, cause))
        if one.artillery:
            self.eliminate(unit, cause)  # artillery cannot rout (11.6)
        self._test_ferocity(unit)
        self._test_alans(unit)
        if not tested and one.seat in self.state.heart:
            self._test_heart(one.seat, unit)

    def release(self, units: Iterable[str]) -> None:
        """Free units from their Uncontrolled Lines because they have fought, routed or left the map
        (11.31).
        """
        gone = set(units)
        if gone & self.pos.uncontrolled_units():
            left = [one.but(units=tuple(u for u in one.units if u not in gone)) for one in self.state.lines]
            self.set(lines=tuple(one for one in left if one.units))

    def _test_ferocity(self, unit: str) -> None:
        one = self.pos.counter(unit)
        if not self.pos.has_ferocity(unit):
            return
        face = self.throw(f"ferocity|{one.name}", "L3036", one.seat)
        self.tell(FerocityTested(unit, face, one.tq, face <= one.tq))
        if face > one.tq:
            special = self.state.special
            self.set(special=special.but(fierce=tuple(t for t in special.fierce if t != one.tribe)))

    def _test_alans(self, unit: str) -> None:
        one = self.pos.counter(unit)
        leader = next((c for c in self.pos.roster.chiefs_of(one.seat) if c.wavering), None)
        if not one.wavering or leader is None:
            return
        needs = self.pos.rating(leader.id, "initiative")
        face = self.throw(f"alans|{leader.name}", "L3010", one.seat)
        result = "stay" if face <= needs else "leave"
        self.tell(AlansTested(leader.id, unit, face, 0, needs, result))
        if result == "leave":
            self.desert(one.seat)

    def desert(self, seat: str) -> None:
        """Remove all Alans from the battle without rout points (L3010)."""
        units = tuple(u for u in self.pos.units_on_map(seat) if self.pos.counter(u).wavering)
        self.leave(units, "alans")
        for one in self.pos.roster.chiefs_of(seat):
            if one.wavering and self.state.leaders[one.id].status != DEAD:
                self.lead(one.id, status=FINISHED, at="")

    def leave(self, units: tuple[str, ...], cause: str) -> None:
        """Remove units from the battle for good without rout points."""
        self.release(units)
        for unit in units:
            for leader in self.pos.leaders_at(unit):
                self.lead(leader, at="")
            self.mark(unit, where=LEFT, hits=0, struck=False, engaged=False)
        self.tell(UnitsLeft(units, cause))

    def _test_heart(self, seat: str, unit: str) -> None:
        needs = self.pos.initiative(seat)
        face = self.throw(f"discipline|{self.pos.counter(unit).name}", "11.2", seat)
        keeps = face <= needs
        self.tell(HeartTested(seat, unit, face, needs, keeps))
        if not keeps:
            self.lose_heart(seat)

    def lose_heart(self, seat: str) -> None:
        """Remove an army's two extra points of quality for good. Units with too many hits rout at once
        (11.2).
        """
        if seat not in self.state.heart:
            return
        self.set(heart=tuple(one for one in self.state.heart if one != seat))
        for unit in list(self.pos.units_on_map(seat, routed=False)):
            if self.pos.hits_left(unit) <= 0:
                self.rout(unit, "heart")

    def eliminate(self, unit: str, cause: str) -> None:
        """Eliminate a unit and count its rout points (12.2)."""
        one = self.pos.counter(unit)
        if self.state.units[unit].where == ELIMINATED:
            return
        for leader in self.pos.leaders_at(unit):
            self.lead(leader, at="")
        self.release((unit,))
        self.mark(unit, where=ELIMINATED, hits=0, struck=False, engaged=False)
        self.tell(UnitEliminated(unit, cause, one.rp, self.pos.rout_points(one.seat)))

    def open_phase(self) -> None:
        """Forget what units did on the map in the previous Orders Phase. Does nothing on a sheet."""

    def settle(self, clashes: tuple[Charged, ...], fought: SegmentReport) -> None:
        """Apply the results of a shock segment to the map. Does nothing on a sheet."""

    # --- leaders ---

    def harm(self, leader: str, fate: str) -> None:
        """Wound or kill a leader. A wounded leader is Finished, and dies of a second wound (9.14)."""
        seat, command = self.pos.chief(leader).seat, self.pos.command(leader)
        if fate == "wounded" and not command.wounded:
            status = command.status if command.status == DEAD else FINISHED
            self.lead(leader, wounded=True, status=status)
            self.tell(LeaderHurt(leader, "wounded"))
        else:
            before = self.pos.rout_points(seat)
            self.lead(leader, status=DEAD, at="")
            total = self.pos.rout_points(seat)
            self.tell(LeaderHurt(leader, "killed", total - before, total))
        phase = self.state.phase
        if phase is not None and phase.leader == leader:
            self.set(phase=phase.but(used=True))


Routine = frames.Routine[Play]
FrameHandler = frames.FrameHandler[Field, Play]
Offered = decisions.OfferingHandler[Field, Play]
ActionHandler = decisions.ActionHandler[Field, Play]
MenuHandler = decisions.MenuHandler[Field, Play]
FRAMES: Frames[Field, Play] = Frames()

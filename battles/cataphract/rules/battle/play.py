"""The working copy of a battle on the map while an action is applied. It tracks moves, leaders' positions,
rout moves and vacated hexes.
"""

from __future__ import annotations

from typing import Any, Final, cast

from battles.cataphract.rules.battle.position import OVERALL, MapField, hex_of, name_of
from battles.cataphract.rules.battle.state import Fleer, Gap, Place
from battles.cataphract.rules.field.flight import FIRST as FIRST_FLIGHT
from battles.cataphract.rules.field.reach import Stand
from battles.cataphract.rules.sheet.clashing.charge import members_of
from battles.cataphract.rules.sheet.play.play import FRAMES, Play
from battles.cataphract.rules.sheet.play.state import DEAD, FINISHED, MAP, Charged
from battles.cataphract.rules.shock.report import SegmentReport
from engine import frames
from engine.values import dataclass
from kit.grid.hexes import distance
from kit.rules import decisions
from kit.rules.decisions import Event


@dataclass(frozen=True)
class UnitStepped(Event):
    """A unit moves or turns.

    ``at``: the name of its hex. ``facing``: the number of its facing. ``how``: march, withdraw,
    turn, flee, advance, enter, feign, pursue, rush, surge or step_back.
    """

    unit: str
    at: str
    facing: int
    how: str


@dataclass(frozen=True)
class LeaderRode(Event):
    """A leader moves to another hex."""

    leader: str
    at: str
    how: str


@dataclass(frozen=True)
class SuccessorLeads(Event):
    """Another leader takes over from an overall commander who has been killed (L2893)."""

    leader: str
    successor: str


SUCCESSORS: Final = {("catalaunian", "aetius"): "Paullus"}  # by battle and killed commander
NEW_PHASE: Final[dict[str, Any]] = {
    **{"rides": {}, "sent": (), "ranks": (), "stage": "", "starts": {}, "entered": (), "turned": ()},
    **{"harried": (), "met": (), "backed": (), "unwalled": (), "distant": (), "charging": (), "joining": ()},
}


class MapPlay(Play):
    """The mutable working copy of a battle on the map while an action is applied."""

    setting: Any

    @property
    def pos(self) -> MapField:
        found = super().pos
        assert isinstance(found, MapField)
        return found

    def chart(self, **changes: Any) -> None:
        """Change the stored positions and the record of the phase."""
        self.set(board=self.pos.board.but(**changes))

    def put(self, unit: str, stand: Stand, how: str) -> None:
        """Put a unit in a place and report it. If its hex changes, the unit has left its set-up hex (11.4).
        ``how``: the reason of the step, for the report.
        """
        before, at = self.pos.board.places.get(unit), name_of(stand.at)
        self.chart(places={**self.pos.board.places, unit: Place(at, stand.facing)})
        if before is not None and before.at != at:
            self.mark(unit, stirred=True, shieldwall=False)
        self.tell(UnitStepped(unit, at, stand.facing, how))

    def ride(self, leader: str, at: str, how: str) -> None:
        """Move a leader to a hex and report it, unless the leader is already there. ``how``: the reason of
        the move, for the report.
        """
        if self.pos.board.posts.get(leader) != at:
            self.chart(posts={**self.pos.board.posts, leader: at})
            self.tell(LeaderRode(leader, at, how))

    # --- methods of the sheet, extended for the map ---

    def rout(self, unit: str, cause: str, *, tested: bool = False) -> None:
        """Rout a unit. It flees before anything else happens (10.21)."""
        before = self.state.units[unit].routed
        super().rout(unit, cause, tested=tested)
        now = self.state.units[unit]
        if not before and now.routed and now.where == MAP:
            self.chart(fleeing=(*self.pos.board.fleeing, Fleer(unit, hexes=FIRST_FLIGHT)))

    def harm(self, leader: str, fate: str) -> None:
        """Wound or kill a leader. Paullus takes over from Aetius, with the values of a replacement, since no
        others are printed (L2893, ruling 80).
        """
        super().harm(leader, fate)
        now = self.state.leaders[leader]
        successor = SUCCESSORS.get((self.setting.battle, leader))
        if successor is not None and now.status == DEAD and not now.replaced:
            lost = self.pos.leader_points(leader)
            self.lead(leader, status=FINISHED, wounded=False, replaced=True, lost=lost)
            self.tell(SuccessorLeads(leader, successor))

    def open_phase(self) -> None:
        """Clear the record of the previous Orders Phase."""
        phase = self.state.phase
        leader = phase.leader if phase is not None else ""
        bound = bool(leader) and self.pos.chief(leader).rank != OVERALL
        self.chart(**NEW_PHASE, pinned=bound and self.pos.is_pinned(leader))

    def settle(self, clashes: tuple[Charged, ...], fought: SegmentReport) -> None:
        """Record which attackers must advance into which hexes, once the losers have fled (9.2)."""
        stood, gaps = self.pos.board.stood, list(self.pos.board.gaps)
        for number, clash in enumerate(clashes):
            attackers, defenders = members_of(clash)
            going = tuple(u for n, u in enumerate(attackers) if fought.left[number, "a", n].advances)
            lost = [u for n, u in enumerate(defenders) if fought.left[number, "d", n].status != "stands"]
            if going and lost:
                gaps.append(Gap(going, tuple(stood[u] for u in lost)))
        self.chart(gaps=tuple(gaps), loosed=True)
        self._keep_off([u for clash in clashes for u in members_of(clash)[1]])

    def _keep_off(self, struck: list[str]) -> None:
        """Keep reinforcements off the map for good once a clash has hurt one of them (L3436)."""
        pos, coming = self.pos, self.pos.board.coming
        if not coming:
            return
        kinds = {pos.setting.base[u].contingent for u in coming}
        own = [u for u in struck if pos.setting.base[u].contingent in kinds]
        if any(pos.markers(u).hits or pos.markers(u).routed or pos.markers(u).where != MAP for u in own):
            self.chart(coming=())
            self.leave(coming, "kept_off")

    def strand(self, mover: str) -> None:
        """Capture every enemy leader who is without a unit and next to a unit that has moved (4.62)."""
        pos = self.pos
        if mover not in pos.battlefield.pieces:
            return
        one = pos.piece(mover)
        for leader, post in list(pos.board.posts.items()):
            chief, at = pos.chief(leader), hex_of(post)
            if chief.seat == one.seat or leader not in pos.living_leaders(chief.seat):
                continue
            if distance(at, one.at) <= 1 and not pos.units_in(chief.seat, at):
                self.harm(leader, "killed")


MAP_FRAMES = cast("frames.Frames[MapField, MapPlay]", FRAMES)  # the sheet's frames, typed for the map
Routine = frames.Routine[MapPlay]
FrameHandler = frames.FrameHandler[MapField, MapPlay]
Way = frames.PathRoutine[MapPlay]
Offered = decisions.OfferingHandler[MapField, MapPlay]
ActionHandler = decisions.ActionHandler[MapField, MapPlay]
MenuHandler = decisions.MenuHandler[MapField, MapPlay]

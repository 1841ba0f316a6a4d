"""Announcements of a campaigning nation after a move: raids, and an area to block (12.33, 12.34)."""

from __future__ import annotations

from campaigns.italia.rules.combat.combats import may_raid, pending_fights
from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.play import FRAMES, GoldChanged, Offered, Play, reward_for_units
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.war.campaign import Campaign
from campaigns.italia.rules.war.plans import is_garrison
from campaigns.italia.rules.war.reactions import Reacting, places_near, reactors
from campaigns.italia.rules.war.subjects import may_revolt_near
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Many, Option, Pick
from engine.values import dataclass, replace
from kit.rules.decisions import Action, Event

BLOCK_COSTS = 1


@dataclass(frozen=True)
class Announcing(Frame):
    """The announcements of a campaigning nation after a move. ``combats``: the combat phase that follows.
    ``blocked``: the area from which nobody can react, or "".
    """

    combats: Combats
    blocked: str = ""


@dataclass(frozen=True)
class Announce(Action):
    """Name the cities to be raided instead of attacked."""

    raids: tuple[str, ...] = ()


@dataclass(frozen=True)
class Block(Action):
    """Spend one gold and a unit of the leader's army to stop reactions from a nearby area."""

    area: str
    unit: str


@dataclass(frozen=True)
class AreaBlocked(Event):
    nation: str
    area: str
    unit: str


@FRAMES.handler(Announcing)
class _Announcing(Offered):
    def advance(self, play: Play, frame: Announcing) -> bool:
        if len(self.choices(play.pos, frame)) > 1 or self._raidable(play.pos, frame):
            return False
        self.execute(play, frame, Announce())
        return True

    def _raidable(self, pos: Position, frame: Announcing) -> tuple[str, ...]:
        nation = frame.combats.nation
        return tuple(
            dict.fromkeys(area for area, _ in pending_fights(pos, nation) if may_raid(pos, nation, area))
        )

    def ask(self, pos: Position, frame: Announcing) -> Ask:
        nation = frame.combats.nation
        return Ask(pos.seat(nation), "announce", Announce(), "12.33", {}, nation)

    def choices(self, pos: Position, frame: Announcing) -> Choices:
        raids = tuple(Option(area) for area in self._raidable(pos, frame))
        fields = (Many("raids", raids),) if raids else ()
        return (Choice("announce", {}, fields, "12.33"), *self._blocks(pos, frame))

    def _blocks(self, pos: Position, frame: Announcing) -> Choices:
        nation, here = frame.combats.nation, pos.leader_at(frame.combats.campaign)
        campaign = pos.state.in_progress(Campaign)
        before = campaign.blocked if campaign else ""
        if frame.blocked or not here or pos.holdings(nation).gold < BLOCK_COSTS:
            return ()
        units = tuple(Option(u) for u in pos.units(here, nation) if u != FLEET)
        if not units:
            return ()
        return tuple(
            Choice("block", {"area": area}, (Pick("unit", units),), "12.34")
            for area in sorted(places_near(pos, here))
            if area != before and any(not is_garrison(pos, o) for o in _enemies(pos, nation, area))
        )

    def execute(self, play: Play, frame: Announcing, action: Action) -> None:
        nation, leader = frame.combats.nation, frame.combats.campaign
        if isinstance(action, Block):
            here = play.pos.leader_at(leader)
            play.hold(nation, gold=play.pos.holdings(nation).gold - BLOCK_COSTS)
            play.tell(GoldChanged(nation, -BLOCK_COSTS, "block"))
            play.tell(AreaBlocked(nation, action.area, action.unit))
            foe = next(o for o in _enemies(play.pos, nation, action.area) if not is_garrison(play.pos, o))
            play.swap(frame.but(blocked=action.area))
            play.amend(Campaign, blocked=action.area)
            play.lose(nation, here, {action.unit: 1}, "block")
            reward_for_units(play, foe, nation, {action.unit: 1})
            return
        assert isinstance(action, Announce)
        if not frame.blocked:
            play.amend(Campaign, blocked="")
        play.swap(replace(frame.combats, raids=tuple(sorted(action.raids))))
        asked = reactors(play.pos, nation, leader, frame.blocked)
        if asked:
            raided = play.pos.leader_at(leader) in action.raids
            play.push(Reacting(nation, leader, asked, frame.blocked, raided))
        found = may_revolt_near(play.pos, leader)
        if found:
            play.amend(Campaign, near=play.pos.leader_at(leader))
            play.push(*found)


def _enemies(pos: Position, nation: str, place: str) -> tuple[str, ...]:
    """Return the enemies in an area, or those with fleets in a sea."""
    if pos.scn.is_sea(place):
        return tuple(o for o in pos.nations_at(place) if not pos.friends(nation, o))
    return pos.foes(nation, place)

"""The end of a movement phase: who may not stay where they are, rebuilding, the stacking check (8.0, 9.2)."""

from __future__ import annotations

from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.combat.rebuild import Rebuilding, ruins
from campaigns.italia.rules.ground.play import Play
from campaigns.italia.rules.ground.position import Position
from campaigns.italia.rules.ground.progress import Trim
from campaigns.italia.rules.movement import ledger
from campaigns.italia.rules.movement.exits import exit_worth, take_off
from campaigns.italia.rules.movement.ledger import Movement
from campaigns.italia.rules.movement.stacking import attackers_allowed
from campaigns.italia.rules.scenario.types import ENTRY
from campaigns.italia.rules.war.announce import Announcing
from campaigns.italia.rules.war.defection import desert
from campaigns.italia.rules.war.plans import campaign_to_come, last_round


def finish(play: Play, frame: Movement) -> None:
    """Go on to the combats: first those who may not stay are removed, ruins are rebuilt, stacks trimmed."""
    if not frame.campaign:
        leave_entry_areas(play, frame.nation)
    _leave_friends(play, frame)
    for sea in play.scn.board.seas:
        if play.pos.leaders(sea, frame.nation) and not play.pos.fleets(sea, frame.nation):
            play.drown(frame.nation, sea, "no_fleet", "")
    seaborne = {area: found for area in frame.came if (found := ledger.seaborne(frame, area))}
    came = {area: found for area in frame.came if (found := ledger.origins(play.pos, frame, area))}
    combats = Combats(
        frame.nation,
        came=came,
        seaborne=seaborne,
        invasion=frame.invasion and not frame.second,
        campaign=frame.campaign,
    )
    play.swap(Announcing(combats) if frame.campaign else combats)
    if last_round(play.pos):
        desert(play)
    trims(play, frame)
    if not frame.campaign and ruins(play.pos, frame.nation):
        play.push(Rebuilding(frame.nation))


def leave_entry_areas(play: Play, nation: str, *, over: bool = False) -> None:
    """What has not left an entry area is eliminated; where a card rewards it, it is taken off for points. The
    army of a campaign still to come stays; ``over``: the campaign is over (12.3)."""
    kept = None if over else campaign_to_come(play.pos, nation)
    for area in play.scn.board.areas.values():
        if area.kind != ENTRY or play.pos.uses(nation, area.id):
            continue
        if kept and play.pos.leader_at(kept.leader) == area.id:
            continue
        units = dict(play.pos.units(area.id, nation))
        if units and exit_worth(play.pos, nation, area.id):
            take_off(play, nation, area.id, units)
        else:
            play.lose(nation, area.id, units, "entry_area")
        for leader in play.pos.leaders(area.id, nation):
            play.slay(leader, "entry_area")


def _leave_friends(play: Play, frame: Movement) -> None:
    """Nobody ends in an area of a subject or overlord (12.5); the army of a campaign may, but for its last
    move."""
    if frame.campaign:
        return
    for area in play.pos.areas_of(frame.nation):
        others = [o for o in play.pos.foreign(frame.nation, area) if play.pos.friends(frame.nation, o)]
        if others:
            play.lose(frame.nation, area, play.pos.units(area, frame.nation), "friends_area")
            for leader in play.pos.leaders(area, frame.nation):
                play.slay(leader, "friends_area")


def unlimited(pos: Position, frame: Movement) -> set[str]:
    """The areas where the check after a movement does not look: a campaigning leader's, also in the normal
    turn before; by some cards that of an invading leader."""
    found = {pos.leader_at(frame.campaign)} if frame.campaign else set()
    coming = campaign_to_come(pos, frame.nation)
    if coming:
        found.add(pos.leader_at(coming.leader))
    bonuses = pos.nation(frame.nation).invasions.get(pos.state.round, {})
    if frame.invasion and not frame.second and "no_limit_at_leader" in bonuses:
        found |= {piece.at for piece in pos.state.leaders.values() if piece.nation == frame.nation}
    return found - {""}


def trims(play: Play, frame: Movement) -> None:
    """What stands beyond a limit goes, its owner choosing: in own areas, and where too many attack."""
    free = unlimited(play.pos, frame)
    for area in reversed(play.pos.areas_of(frame.nation)):
        foes = play.pos.foes(frame.nation, area)
        if not foes and area in free:
            continue
        if frame.campaign and area in free:
            continue
        limit = attackers_allowed(play.pos, frame, area) if foes else play.pos.limit(frame.nation, area)
        if play.pos.troops(area, frame.nation) <= limit:
            continue
        if foes:
            play.push(Trim(frame.nation, area, limit))
        else:
            play.push(Trim(frame.nation, area, play.pos.area(area).limit, capital_counts=True))

"""The end of a movement phase: units in illegal places are removed, ruins rebuilt and stacks trimmed (8.0,
9.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.combat.rebuild import Rebuilding, ruins
from campaigns.italia.rules.movement import ledger
from campaigns.italia.rules.movement.exits import exit_worth, take_off
from campaigns.italia.rules.movement.ledger import Movement
from campaigns.italia.rules.movement.stacking import attackers_allowed
from campaigns.italia.rules.scenario.types import ENTRY, FLEET
from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.progress import Trim
from campaigns.italia.rules.war.announce import Announcing
from campaigns.italia.rules.war.defection import desert
from campaigns.italia.rules.war.plans import campaign_to_come, last_round


def finish(play: Play, frame: Movement) -> None:
    """End the movement and continue with the combats, after removing illegal units, rebuilding ruins and
    trimming stacks.
    """
    if not frame.campaign:
        leave_entry_areas(play, frame.nation)
    _remove_from_friends(play, frame)
    for sea in play.scn.board.seas:
        if play.pos.leaders(sea, frame.nation) and not play.pos.fleets(sea, frame.nation):
            play.drown(frame.nation, sea, "no_fleet", "")
    seaborne = {area: wet for area in frame.came if (wet := ledger.count_seaborne(frame, area))}
    came = {area: via for area in frame.came if (via := ledger.origins(play.pos, frame, area))}
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
    push_trims(play, frame)
    if not frame.campaign and ruins(play.pos, frame.nation):
        play.push(Rebuilding(frame.nation))


def leave_entry_areas(play: Play, nation: str, *, over: bool = False) -> None:
    """Eliminate units that have not left an entry area, or score them if a card says so. An army can stay if
    its campaign is still to come. ``over``: whether the nation's campaign has ended (12.3).
    """
    for area in play.scn.board.areas:
        if not _cannot_stay(play.pos, nation, area, over=over):
            continue
        units, leaders = dict(play.pos.units(area, nation)), play.pos.leaders(area, nation)
        if (units or leaders) and exit_worth(play.pos, nation, area):
            take_off(play, nation, area, {**units, **dict.fromkeys(leaders, 1)})
            continue
        play.lose(nation, area, units, "entry_area")
        for leader in leaders:
            play.kill_leader(leader, "entry_area")


def _cannot_stay(pos: Position, nation: str, area: str, *, over: bool = False) -> bool:
    """Return whether an area is an entry area that a nation's units had to leave (9.2). An army can stay if
    its campaign is still to come. ``over``: whether the campaign has ended.
    """
    if pos.area(area).kind != ENTRY or pos.treats_as_ordinary(nation, area):
        return False
    kept = None if over else campaign_to_come(pos, nation)
    return kept is None or pos.leader_at(kept.leader) != area


def _remove_from_friends(play: Play, frame: Movement) -> None:
    """Remove units that end their movement in an area of a subject or overlord (12.5). A campaign's army can
    stay, except after its last move.
    """
    if frame.campaign:
        return
    for area in play.pos.areas_of(frame.nation):
        others = [o for o in play.pos.foreign(frame.nation, area) if play.pos.friends(frame.nation, o)]
        if others:
            play.lose(frame.nation, area, play.pos.units(area, frame.nation), "friends_area")
            for leader in play.pos.leaders(area, frame.nation):
                play.kill_leader(leader, "friends_area")


def unlimited_areas(pos: Position, frame: Movement) -> set[str]:
    """Return the areas that are not checked for stacking after the movement. The area of a campaign's leader
    is one of them, even if the campaign is still to come this turn. Some cards also exempt the areas of an
    invasion's leaders.
    """
    found = {pos.leader_at(frame.campaign)} if frame.campaign else set()
    coming = campaign_to_come(pos, frame.nation)
    if coming:
        found.add(pos.leader_at(coming.leader))
    bonuses = pos.nation(frame.nation).invasions.get(pos.state.round, {})
    if frame.invasion and not frame.second and "no_limit_at_leader" in bonuses:
        found |= {piece.at for piece in pos.state.leaders.values() if piece.nation == frame.nation}
    return found - {""}


def push_trims(play: Play, frame: Movement) -> None:
    """Make the moving nation's owner remove the excess units from every area over its limit. The limit is the
    area's own or, in an area with enemies, the number of units allowed to attack it.
    """
    play.push(*(trim for trim, _over in reversed(list(excess(play.pos, frame)))))


def excess(pos: Position, frame: Movement) -> Iterator[tuple[Trim, int]]:
    """Yield each area over its limit after the movement, as the owner's duty to remove units from it (a Trim)
    and the number of excess units.
    """
    nation, free = frame.nation, unlimited_areas(pos, frame)
    for area in pos.areas_of(nation):
        foes = pos.foes(nation, area)
        if area in free and (frame.campaign or not foes):
            continue
        limit = attackers_allowed(pos, frame, area) if foes else pos.limit(nation, area)
        over = pos.troops(area, nation) - limit
        if over > 0:
            own = Trim(nation, area, pos.area(area).limit, capital_counts=True)
            yield (Trim(nation, area, limit) if foes else own), over


def _pieces(pos: Position, nation: str, area: str) -> int:
    return pos.troops(area, nation) + len(pos.leaders(area, nation))


def losses(pos: Position, frame: Movement) -> dict[str, Any]:
    """Return the losses if the movement ended now, as facts of a choice. "over": units beyond the limits.
    "entry_area" and "friends_area": units that cannot stay. "idle": a paid move that was not used.
    ``..._at``: the areas of each loss.
    """
    if frame.campaign:
        sailed = any(ship.left < pos.scn.units[FLEET].move for ship in frame.ships)
        idle = {"idle": 1} if not (frame.moved or frame.leaders or sailed) else {}
        return {**_loss_facts("over", _units_beyond(pos, frame)), **idle}
    areas = pos.areas_of(frame.nation)
    left = [area for area in areas if _cannot_stay(pos, frame.nation, area)]
    worthless = [area for area in left if not exit_worth(pos, frame.nation, area)]
    befriended = [
        area
        for area in areas
        if any(pos.friends(frame.nation, other) for other in pos.foreign(frame.nation, area))
    ]
    return {
        **_loss_facts("over", _units_beyond(pos, frame)),
        **_loss_facts("entry_area", {area: _pieces(pos, frame.nation, area) for area in worthless}),
        **_loss_facts("friends_area", {area: _pieces(pos, frame.nation, area) for area in befriended}),
    }


def _units_beyond(pos: Position, frame: Movement) -> dict[str, int]:
    """Return the number of units beyond the limits, by area."""
    found: Counter[str] = Counter()
    for trim, over in excess(pos, frame):
        found[trim.area] += over
    return dict(found)


def _loss_facts(why: str, where: Mapping[str, int]) -> dict[str, Any]:
    number = sum(where.values())
    return {why: number, f"{why}_at": [area for area, many in where.items() if many]} if number else {}

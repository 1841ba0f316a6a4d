"""Forecast an army's possible destinations: interceptions, retreats before combat, the battle. The code that
resolves them is applied to the resulting position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod

from campaigns.justinian import forecast as odds
from campaigns.justinian.rules.battle import retreat_before
from campaigns.justinian.rules.battle.forces import defending_heads, hypothetical, land_battle
from campaigns.justinian.rules.battle.land_battle import LandBattle
from campaigns.justinian.rules.march import interception, march
from campaigns.justinian.rules.march.reach import lazi_rise, move_force, under_way
from campaigns.justinian.rules.state.geography import Route
from campaigns.justinian.rules.state.leaders import control_rating
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Battle
from campaigns.justinian.rules.state.state import State, enemy
from campaigns.justinian.rules.state.tables import FACES
from campaigns.justinian.rules.turn import troops
from engine.odds import Odds

ONE = Fraction(1)


@dataclass(frozen=True)
class Threat:
    """An enemy army that can intercept the mover in a province."""

    army: str
    province: str
    chance: Fraction


@dataclass(frozen=True)
class Way:
    """A province to which a defender can retreat before combat."""

    province: str
    control: int
    drm: int
    odds: odds.RetreatOdds


@dataclass(frozen=True)
class Leaver:
    """A defending army that can retreat (8.13)."""

    army: str
    ways: tuple[Way, ...]


@dataclass(frozen=True)
class Prospect:
    """An attack on ``target``. ``fought``: the chance that it comes to a battle; ``chances``: the odds of
    that battle. ``battle`` is the only possible battle, or the likeliest if SP are still to be rolled
    (``certain`` is false).
    """

    target: str
    battle: LandBattle
    chances: odds.LandOdds
    fought: Fraction
    certain: bool

    @property
    def wins(self) -> Fraction:
        return self.fought * self.chances.attacker_wins


# --- on the way ---


def threats(pos: Position, army: str, place: str) -> tuple[Threat, ...]:
    """Return the enemies that can intercept the army as it enters (7.31)."""
    seat = pos.seat_of(pos.state.armies[army].power)
    if place not in pos.scn.provinces or lazi_rise(pos.state, seat, place):
        return ()
    if not (pos.force_sp(army) or with_recruits(pos, army).force_sp(army)):
        return ()
    candidates = interception.candidates(pos.state, place, enemy(seat))
    return tuple(Threat(one, place, interception_chance(pos, one, place)) for one in candidates)


def interception_chance(pos: Position, army: str, place: str) -> Fraction:
    """Return the chance that the army intercepts there if it tries (7.32)."""
    found = pos.state.armies[army]
    return odds.interception_chance(control_rating(pos.setting, found), interception.drm(pos, found, place))


def passage_chance(found: Iterable[Threat]) -> Fraction:
    """Return the chance that no army intercepts even if all try."""
    return prod((1 - threat.chance for threat in found), start=ONE)


# --- at the end of it ---


@dataclass(frozen=True)
class Approach:
    """The origin of an attack, and any water it crosses (8.15)."""

    place: str
    strait: bool = False
    landing: bool = False


def prospects(pos: Position, army: str, route: Route) -> tuple[Prospect, ...]:
    """Return the attacks that the army could make at the end of the route: on all SP there, and on each army
    (8.12).
    """
    strait = any(line.code == "strait" for line in route.lines[-1])
    return attacks(pos, army, Approach(route.path[-1], strait))


def attacks(pos: Position, army: str, way: Approach) -> tuple[Prospect, ...]:
    """Return the odds of an army's attacks, however it arrives."""
    setting, state = pos.setting, pos.state
    found, place = state.armies[army], way.place
    seat = state.seat_of(found.power)
    if found.defeated:  # see 8.22
        return ()
    if place in setting.scn.boxes:  # 7.19: the people of a box join the other player
        state = replace(state, alliances={**state.alliances, setting.scn.boxes[place].power: enemy(seat)})
    if lazi_rise(state, seat, place):
        targets: tuple[str, ...] = ("all",)
    else:
        here = (
            _recruit_chances(Position(setting, state), place)
            if place in setting.scn.boxes
            else ((ONE, state),)
        )
        targets = march.targets(here[-1][1], place, seat)
        if len(targets) == 2 and not _has_garrison(state, place):
            targets = targets[:1]
        if place in setting.scn.boxes:  # 7.19: an attack on a box is always on all defenders
            targets = targets[:1]
    return tuple(p for t in targets if (p := _prospect(Position(setting, state), army, way, t)) is not None)


def _has_garrison(state: State, place: str) -> bool:
    return place in state.frontier or place in state.detached


def _prospect(pos: Position, army: str, way: Approach, target: str) -> Prospect | None:
    cases = _battles(pos, army, way, target)
    battles = [(weight, b) for weight, b in cases if b.attacker_sp and b.defender_sp]
    fought = sum((weight for weight, _battle in battles), Fraction(0))
    if not fought:
        return None
    _weight, likeliest = max(battles, key=lambda case: (case[0], case[1].attacker_sp, case[1].defender_sp))
    chances = odds.mix_odds((weight / fought, b) for weight, b in battles)
    return Prospect(target, likeliest, chances, fought, len(cases) == 1)


def _battles(pos: Position, army: str, way: Approach, target: str) -> tuple[tuple[Fraction, LandBattle], ...]:
    """Return each possible battle with its chance, over recruits (6.23) and the Lazi levy (3.41)."""
    place, seat = way.place, pos.seat_of(pos.state.armies[army].power)
    found: list[tuple[Fraction, LandBattle]] = []
    for own, ready in _recruit_chances(pos, pos.state.armies[army].at, army):
        if lazi_rise(pos.state, seat, place):
            frame = Battle(place, (army,), "all", seat, "", way.strait, way.landing, attacker_leader=army)
            found += [
                (own / len(FACES), land_battle(Position(pos.setting, ready), replace(frame, levy=sp)))
                for sp in FACES
            ]
        elif place in pos.scn.boxes:
            found += [
                (own * host, hypothetical(Position(pos.setting, there), army, place, target, seat))
                for host, there in _recruit_chances(Position(pos.setting, ready), place)
            ]
        else:
            battle = hypothetical(Position(pos.setting, ready), army, place, target, seat)
            found.append((own, replace(battle, strait=way.strait, landing=way.landing)))
    return tuple(found)


def _recruit_chances(pos: Position, box: str, army: str | None = None) -> tuple[tuple[Fraction, State], ...]:
    """Return the position after the leader in that box has recruited, with the chance of each number of SP.
    It is unchanged if he will not (6.23). The active army recruits before it moves, a defender when
    attacked without SP (7.19).
    """
    if box not in pos.scn.boxes:
        return ((ONE, pos.state),)
    power = pos.scn.boxes[box].power
    here = (a for a in pos.state.armies.values() if a.power == power and a.at == box)
    leader = next((a for a in here if army in (None, a.id)), None)
    if leader is None or not troops.due(pos.state, leader) or (army is None and leader.total):
        return ((ONE, pos.state),)
    if army is not None and under_way(pos.state, army):
        return ((ONE, pos.state),)
    return tuple(
        (
            chance,
            replace(pos.state, armies={**pos.state.armies, leader.id: replace(leader, sp=leader.sp + sp)}),
        )
        for sp, chance in recruits(pos, power).items()
    )


def recruits(pos: Position, power: str) -> Odds[int]:
    """Return the odds of a leader's recruits in his box, within its limit (6.23, 4.35)."""
    return odds.recruit(pos.scn.powers[power].troops, troops.room(pos.scn, pos.state, power))


def with_recruits(pos: Position, army: str) -> State:
    """Return the position with the likeliest number of troops raised before the march (6.23), if any."""
    cases = _recruit_chances(pos, pos.state.armies[army].at, army)
    return max(cases, key=lambda case: (case[0], case[1].force_sp(army)))[1]


def leavers(pos: Position, army: str, route: Route, target: str) -> tuple[Leaver, ...]:
    """Return the defenders who can retreat before combat, with their destinations and the cost (8.13)."""
    place, seat = route.path[-1], pos.seat_of(pos.state.armies[army].power)
    if place not in pos.scn.provinces:
        return ()
    came_from = route.path[-2] if route.path[-2] in pos.scn.provinces else ""
    frame, there = (
        Battle(place, (army,), target, seat, came_from=came_from),
        move_force(pos.state, army, place),
    )
    found = []
    for head in defending_heads(there, frame):
        if retreat_before.may_leave(Position(pos.setting, there), frame, head):
            ways = (
                way(Position(pos.setting, there), head, to)
                for to in retreat_before.ways_out(Position(pos.setting, there), frame)
            )
            found.append(Leaver(head, tuple(sorted(ways, key=lambda w: (w.drm, w.province)))))
    return tuple(found)


def way(pos: Position, head: str, to: str) -> Way:
    """Return the cost of retreating to a province (8.13)."""
    army, drm = pos.state.armies[head], retreat_before.leaving_drm(pos.state, head, to)
    control, marked = (
        control_rating(pos.setting, army),
        {"disorganised": army.disorganised, "defeated": army.defeated},
    )
    return Way(to, control, drm, odds.retreat_chances(control, drm, **marked))

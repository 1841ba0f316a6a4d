"""Forecasts of an army's possible marches: interceptions, retreats before combat, and the battle. The rules'
own code is applied to the position after the march.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod

from campaigns.justinian import forecast as odds
from campaigns.justinian.rules.battle import retreat_before
from campaigns.justinian.rules.battle.forces import defending_heads, hypothetical_battle, land_battle
from campaigns.justinian.rules.battle.land_battle import LandBattle
from campaigns.justinian.rules.march import interception, march
from campaigns.justinian.rules.march.reach import lazi_rise, march_in_progress, move_force
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
    """An enemy army that can intercept the moving army in a province, with the chance of success."""

    army: str
    province: str
    chance: Fraction


@dataclass(frozen=True)
class Way:
    """A province to which a defender can retreat before combat, with the odds of the retreat."""

    province: str
    control: int
    drm: int
    odds: odds.RetreatOdds


@dataclass(frozen=True)
class Leaver:
    """A defending army that can retreat before combat (8.13)."""

    army: str
    ways: tuple[Way, ...]


@dataclass(frozen=True)
class Prospect:
    """The prospects of an attack on ``target``. ``fought`` is the chance that a battle takes place, and
    ``chances`` are its odds. If ``certain``, ``battle`` is the only possible battle. Otherwise it is the
    likeliest one, because some SP are still to be rolled.
    """

    target: str
    battle: LandBattle
    chances: odds.LandOdds
    fought: Fraction
    certain: bool

    @property
    def wins(self) -> Fraction:
        return self.fought * self.chances.attacker_wins


# --- during the march ---


def threats(pos: Position, army: str, place: str) -> tuple[Threat, ...]:
    """Return the enemy armies that can intercept the army as it enters the place (7.31)."""
    seat = pos.seat_of(pos.state.armies[army].power)
    if place not in pos.scn.provinces or lazi_rise(pos.state, seat, place):
        return ()
    if not (pos.force_sp(army) or with_recruits(pos, army).force_sp(army)):
        return ()
    candidates = interception.candidates(pos.state, place, enemy(seat))
    return tuple(Threat(one, place, interception_chance(pos, one, place)) for one in candidates)


def interception_chance(pos: Position, army: str, place: str) -> Fraction:
    """Return the chance that the army intercepts in the place if it tries (7.32)."""
    found = pos.state.armies[army]
    return odds.interception_chance(
        control_rating(pos.setting, found), interception.site_drm(pos, found, place)
    )


def passage_chance(found: Iterable[Threat]) -> Fraction:
    """Return the chance that none of the armies that can intercept does so, if all of them try."""
    return prod((1 - threat.chance for threat in found), start=ONE)


# --- at the end of the march ---


@dataclass(frozen=True)
class Approach:
    """The place that an army attacks, and whether it crosses a strait or lands from ships (8.15)."""

    place: str
    strait: bool = False
    landing: bool = False


def prospects(pos: Position, army: str, route: Route) -> tuple[Prospect, ...]:
    """Return the attacks that the army could make at the end of the route: on all enemies, and on each army
    (8.12).
    """
    strait = any(line.code == "strait" for line in route.lines[-1])
    return attacks(pos, army, Approach(route.path[-1], strait))


def attacks(pos: Position, army: str, way: Approach) -> tuple[Prospect, ...]:
    """Return the prospects of the attacks that the army could make after the approach ``way``: on all
    enemies, and on each army.
    """
    setting, state = pos.setting, pos.state
    found, place = state.armies[army], way.place
    seat = state.seat_of(found.power)
    if found.defeated:  # a Defeated army cannot attack (8.22)
        return ()
    if place in setting.scn.boxes:  # the attacked power joins the other side (7.19)
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
        if place in setting.scn.boxes:  # an attack on a box is always on all defenders (7.19)
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
    """Return each possible battle with its chance. Battles differ by the rolls for recruits (6.23) and for
    the Lazi levy (3.41).
    """
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
                (own * host, hypothetical_battle(Position(pos.setting, there), army, place, target, seat))
                for host, there in _recruit_chances(Position(pos.setting, ready), place)
            ]
        else:
            battle = hypothetical_battle(Position(pos.setting, ready), army, place, target, seat)
            found.append((own, replace(battle, strait=way.strait, landing=way.landing)))
    return tuple(found)


def _recruit_chances(pos: Position, box: str, army: str | None = None) -> tuple[tuple[Fraction, State], ...]:
    """Return the states after the leader in the box has recruited, each with its chance. If the leader will
    not recruit, there is a single unchanged state (6.23). The active army recruits before it moves. A
    defender recruits when attacked without SP (7.19).
    """
    if box not in pos.scn.boxes:
        return ((ONE, pos.state),)
    power = pos.scn.boxes[box].power
    here = (a for a in pos.state.armies.values() if a.power == power and a.at == box)
    leader = next((a for a in here if army in (None, a.id)), None)
    if leader is None or not troops.will_recruit(pos.state, leader) or (army is None and leader.total):
        return ((ONE, pos.state),)
    if army is not None and march_in_progress(pos.state, army):
        return ((ONE, pos.state),)
    return tuple(
        (
            chance,
            replace(pos.state, armies={**pos.state.armies, leader.id: replace(leader, sp=leader.sp + sp)}),
        )
        for sp, chance in recruits(pos, power).items()
    )


def recruits(pos: Position, power: str) -> Odds[int]:
    """Return the odds of the SP that a power's leader raises in its box, within its limit (6.23, 4.35)."""
    return odds.recruit(pos.scn.powers[power].troops, troops.recruits_left(pos.scn, pos.state, power))


def with_recruits(pos: Position, army: str) -> State:
    """Return the state after the likeliest number of SP is raised before the march (6.23). It is unchanged
    if the leader raises none.
    """
    cases = _recruit_chances(pos, pos.state.armies[army].at, army)
    return max(cases, key=lambda case: (case[0], case[1].force_sp(army)))[1]


def leavers(pos: Position, army: str, route: Route, target: str) -> tuple[Leaver, ...]:
    """Return the defenders who can retreat before combat, each with the provinces they can reach and the
    odds (8.13).
    """
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
        if retreat_before.can_retreat(Position(pos.setting, there), frame, head):
            ways = (
                way(Position(pos.setting, there), head, to)
                for to in retreat_before.retreat_provinces(Position(pos.setting, there), frame)
            )
            found.append(Leaver(head, tuple(sorted(ways, key=lambda w: (w.drm, w.province)))))
    return tuple(found)


def way(pos: Position, head: str, to: str) -> Way:
    """Return a retreat to a province before combat, with its die-roll modifier, its odds and the control
    rating of the army's leader (8.13).
    """
    army, drm = pos.state.armies[head], retreat_before.leaving_drm(pos.state, head, to)
    control, marked = (
        control_rating(pos.setting, army),
        {"disorganised": army.disorganised, "defeated": army.defeated},
    )
    return Way(to, control, drm, odds.retreat_chances(control, drm, **marked))

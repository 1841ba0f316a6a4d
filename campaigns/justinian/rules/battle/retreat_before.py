"""Retreat before combat (8.13, 8.14)."""

from __future__ import annotations

from dataclasses import asdict

from campaigns.justinian.rules.battle.forces import land_battle
from campaigns.justinian.rules.battle.land_battle import retreat_before, retreat_before_drm
from campaigns.justinian.rules.march import interception
from campaigns.justinian.rules.state import lazica
from campaigns.justinian.rules.state.control import NOBODY, controller, record_control
from campaigns.justinian.rules.state.elimination import remove_armies_without_sp
from campaigns.justinian.rules.state.geography import neighbours
from campaigns.justinian.rules.state.handler import RetreatTo, not_now
from campaigns.justinian.rules.state.leaders import control_rating
from campaigns.justinian.rules.state.losses import Losses, impose_losses
from campaigns.justinian.rules.state.play import Play, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Battle
from campaigns.justinian.rules.state.state import (
    BYZANTIUM,
    REVOLT,
    State,
    enemy,
)
from campaigns.justinian.rules.state.units import units_of_force
from engine.frames import Ask
from engine.game import Choice, Facts, Number, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, policy, refuse


@dataclass(frozen=True)
class Stand(Action):
    """Decline to retreat before combat."""


@dataclass(frozen=True)
class RetreatedBefore(Event):
    army: str
    origin: str
    to: str
    face: int
    drm: int
    control: int


def can_retreat(pos: Position, frame: Battle, head: str) -> bool:
    army = pos.state.armies[head]
    return pos.state.alliances.get(army.power) != "neutral" and bool(retreat_provinces(pos, frame))


def retreat_provinces(pos: Position, frame: Battle) -> tuple[str, ...]:
    """Return the provinces that a defender can retreat to. The province that the attacker came from is
    excluded (8.13), and so is Lazica for barbarians when its levy would fight (3.41).
    """
    if frame.province not in pos.scn.provinces:
        return ()
    ways = (p for p in neighbours(pos.scn, frame.province) if p != frame.came_from)
    return tuple(
        p for p in ways if p != "lazica" or not lazica.levy_would_fight(pos.state, enemy(frame.seat))
    )


def leaving_drm(state: State, head: str, to: str) -> int:
    """Return the die-roll modifier for a retreat (8.13): +1 into an uncontrolled province with friendly SP,
    +2 into another power's province.
    """
    power = state.armies[head].power
    seat, holder = state.seat_of(power), controller(state, to)
    own = BYZANTIUM if seat == BYZANTIUM else power
    uncontrolled = holder in (NOBODY, REVOLT)
    return retreat_before_drm(
        uncontrolled_with_friends=uncontrolled and state.sp_at(to, seat) > 0,
        controlled_by_other=not uncontrolled and holder != own,
    )


def ask_before(pos: Position, frame: Battle) -> Ask:
    head = frame.queue[0]
    seat = pos.seat_of(pos.state.armies[head].power)
    facts = {
        "army": head,
        "province": frame.province,
        "attackers": list(frame.attackers),
        "attacker_sp": sum(pos.force_sp(a) for a in frame.attackers if a in pos.state.armies),
        "sp": pos.force_sp(head),
    }
    return Ask(seat, "retreat_before", Stand(), "8.13", facts)


def choices_before(pos: Position, frame: Battle) -> tuple[Choice, ...]:
    head = frame.queue[0]
    options = tuple(
        Option(
            p,
            {
                "drm": leaving_drm(pos.state, head, p),
                "controller": controller(pos.state, p),
                "enemy_sp": pos.sp_at(p, frame.seat),
            },
        )
        for p in retreat_provinces(pos, frame)
    )
    battle = land_battle(pos, frame.but(attacker_leader=frame.attackers[0], defender_leader=head))
    control = control_rating(pos.setting, pos.state.armies[head])
    facts = {"army": head, "control": control, "battle": asdict(battle)}
    return (
        Choice("stand", rule="8.13", facts=facts),
        Choice("retreat_to", fields=(Pick("province", options),), rule="8.13", facts=facts),
    )


def answer_before(play: Play, frame: Battle, action: Action) -> None:
    head = frame.queue[0]
    rest = frame.but(queue=frame.queue[1:])
    if isinstance(action, Stand):
        play.swap(rest)
    elif isinstance(action, RetreatTo):
        if action.province not in retreat_provinces(play.pos, frame):
            refuse("8.13", "cannot_retreat_there", province=action.province)
        play.swap(rest)
        retreat(play, head, action.province)
    else:
        not_now(action)


def retreat(play: Play, head: str, to: str) -> None:
    """Retreat a force before combat. The die can make it Disorganised, and enemies in the new province can
    intercept it (8.14).
    """
    army = play.state.armies[head]
    origin, seat = army.at, play.state.seat_of(army.power)
    record_control(play, origin)
    record_control(play, to)
    drm, control = leaving_drm(play.state, head, to), control_rating(play.setting, army)
    for member in play.state.force(head):
        play.change(member.id, at=to)
    face = play.d10("retreat", "8.13", seat)
    play.tell(RetreatedBefore(head, origin, to, face, drm, control))
    check = retreat_before(control, face, drm, disorganised=army.disorganised, defeated=army.defeated)
    interception.start(play, head, to, seat)
    if check.disorganised:
        for member in play.state.force(head):
            play.status(member.id, "disorganised", True, "retreat")
    if check.sp_lost:
        units = units_of_force(play.state, head)
        impose_losses(play, Losses(seat, units, check.sp_lost, "retreat", "8.13", to))
        remove_armies_without_sp(play)


@standing_order(
    "retreat_before",
    policy("stand", "if_outnumbered", "always"),
    Number("percent", 100, 500, 200),
    rule="8.13",
)
def follow_order(pos: Position, frame: Battle, order: Facts) -> Action:
    head = frame.queue[0]
    attackers = sum(pos.force_sp(a) for a in frame.attackers if a in pos.state.armies)
    own = pos.sp_at(frame.province, enemy(frame.seat)) if frame.target == "all" else pos.force_sp(head)
    policy = order.get("policy", "stand")
    outnumbered = attackers * 100 >= own * int(order.get("percent", 200))
    if policy == "stand" or (policy == "if_outnumbered" and not outnumbered):
        return Stand()
    seat = enemy(frame.seat)
    best = min(
        retreat_provinces(pos, frame),
        key=lambda p: (
            pos.sp_at(p, frame.seat),
            leaving_drm(pos.state, head, p),
            -pos.sp_at(p, seat),
            p,
        ),
    )
    return RetreatTo(best)

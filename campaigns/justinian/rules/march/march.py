"""The activation of a land army (7.1): the movement die, moves from province to province, attacks, and the
end of the activation.
"""

from __future__ import annotations

from campaigns.justinian.rules.march import interception
from campaigns.justinian.rules.march.interception import AttackDeclared
from campaigns.justinian.rules.march.zones import check_zone
from campaigns.justinian.rules.state import lazica
from campaigns.justinian.rules.state.control import record_control, record_control_of_armies
from campaigns.justinian.rules.state.elimination import remove_armies_without_sp
from campaigns.justinian.rules.state.events import ArmiesSeparated
from campaigns.justinian.rules.state.geography import arrows, box_links, neighbours, step_lines
from campaigns.justinian.rules.state.losses import Losses, impose_losses
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Battle, March
from campaigns.justinian.rules.state.state import (
    BARBARIAN,
    MAJORS,
    State,
    enemy,
)
from campaigns.justinian.rules.state.tables import COSTS, movement_allowance
from campaigns.justinian.rules.state.values import NOTHING, ArmySP, Continuation, Detached, Unit
from campaigns.justinian.rules.turn import treasuries
from campaigns.justinian.rules.turn.troops import recruit
from engine.values import dataclass
from kit.rules.decisions import Action, Event, refuse


@dataclass(frozen=True)
class ActivateArmy(Action):
    army: str


@dataclass(frozen=True)
class ArmyActivated(Event):
    army: str
    leader: str
    face: int
    mp: int
    place: str


@dataclass(frozen=True)
class ArmyMoved(Event):
    army: str
    origin: str
    to: str
    mp: int
    left: int


@dataclass(frozen=True)
class ActivationEnded(Event):
    army: str
    reason: str


@dataclass(frozen=True)
class TreasuryMoved(Event):
    power: str
    province: str


DESERTERS = 2  # SP that desert (6.27)


def begin_activation(play: Play, army: str, seat: str, bonus: int = 0, free: bool = False) -> None:
    """Roll for movement points and begin the activation (7.11). An army combined under another separates
    first (6.52). ``bonus``: extra MP. ``free``: whether the zone check at the end of the activation is
    waived.
    """
    found = play.state.armies[army]
    if found.head is not None:
        play.tell(ArmiesSeparated(army, found.head))
        play.change(army, head=None)
    face = play.d10("movement", "7.11", seat)
    leader = play.scn.leaders[found.leader or ""]
    mp = movement_allowance(leader.movement, face) + bonus
    play.tell(ArmyActivated(army, leader.id, face, mp, found.at))
    play.push(March(army, seat, mp, free=free))


def end_activation(play: Play, frame: March, reason: str) -> None:
    """End the activation. Byzantine armies outside their zones are removed, unless the check is waived
    (7.14).
    """
    play.pop()
    play.tell(ActivationEnded(frame.army, reason))
    check_zone(play, frame.army, frame.free)


# --- possible moves and attacks ---


def adjacent_places(pos: Position, army: str) -> dict[str, str]:
    """Return the places next to the army, each with the way to enter it: "land", "strait" or "box" (from box
    to box).
    """
    found = pos.state.armies[army]
    if found.at in pos.scn.provinces:
        return dict(neighbours(pos.scn, found.at))
    if found.at in pos.scn.boxes:
        out = dict.fromkeys(arrows(pos.scn, found.at), "land")
        if found.power not in MAJORS:
            out.update(dict.fromkeys(box_links(pos.scn, found.at), "box"))
        return out
    return {}


def leaving_enemy(state: State, place: str, seat: str) -> bool:
    return state.sp_at(place, enemy(seat)) > 0


def step_cost(state: State, army: str, kind: str, seat: str) -> int:
    """Return the MP that the army pays to enter an adjacent place (3.5 of the dossier, 7.12)."""
    found = state.armies[army]
    lines = step_lines(
        kind,
        disorganised=found.disorganised,
        defeated=found.defeated,
        leaving_enemy=leaving_enemy(state, found.at, seat),
    )
    return sum(line.mp for line in lines)


def moves(pos: Position, frame: March) -> dict[str, int]:
    """Return every place that the army can enter now, with its cost in MP."""
    if frame.landed:
        return {}
    found = pos.state.armies[frame.army]
    possible = {}
    for place, kind in adjacent_places(pos, frame.army).items():
        if kind == "box":  # entering another box is an attack and takes all MP (7.19)
            ready = frame.mp >= 1 and not found.defeated and pos.force_sp(frame.army)
            if ready and box_defended(pos, place):
                possible[place] = frame.mp
            continue
        cost = step_cost(pos.state, frame.army, kind, frame.seat)
        if cost <= frame.mp and not (place == "lazica" and lazica.is_barred(pos.state, found, frame.seat)):
            possible[place] = cost
    return possible


def box_defended(pos: Position, box: str) -> bool:
    """Return whether a box has a defender (7.19): its power's leader, present in the box, who has SP or can
    still recruit this turn.
    """
    host = next((a for a in pos.state.armies.values() if a.power == pos.scn.boxes[box].power), None)
    return host is not None and host.at == box and (host.total > 0 or host.id not in pos.state.recruited)


def attackable(state: State, frame: March) -> tuple[str, ...]:
    """Return the targets in the army's place: "all" and each enemy army (8.12). Return () if the army cannot
    attack now.
    """
    found = state.armies[frame.army]
    if found.defeated or not state.force_sp(frame.army) or (not frame.landed and frame.mp < COSTS["attack"]):
        return ()
    return targets(state, found.at, frame.seat)


def targets(state: State, place: str, seat: str) -> tuple[str, ...]:
    other = enemy(seat)
    if not state.sp_at(place, other):
        return ()
    heads = [a.id for a in state.armies_at(place) if a.head is None and state.seat_of(a.power) == other]
    return ("all", *(a for a in heads if state.force_sp(a)))


# --- moves and attacks ---


def make_vandals_desert(play: Play, frame: March, then: Continuation) -> bool:
    """Make Vandals who recruited this turn lose 2 SP before they move or fight (6.27). ``then``: the move or
    attack that continues the march afterwards. Returns whether the march must wait, because Vandals desert.
    """
    power = play.state.armies[frame.army].power
    if power != "vandals" or frame.deserted or power not in play.state.recruited:
        return False
    play.swap(frame.but(deserted=True, then=then))
    desertion(play)
    return True


def desertion(play: Play) -> None:
    units: list[Unit] = [ArmySP(a.id) for a in play.state.armies.values() if a.power == "vandals" and a.sp]
    units += [Detached(p, "vandals") for p, here in play.state.detached.items() if here.get("vandals")]
    impose_losses(play, Losses(BARBARIAN, tuple(units), DESERTERS, "desertion", "6.27"))
    remove_armies_without_sp(play)


def move(play: Play, frame: March, to: str, treasury: bool = False) -> None:
    """Move the force one place. The Lazi levy or an interception can follow."""
    possible = moves(play.pos, frame)
    if to not in possible:
        refuse_move(play, frame, to)
    found = play.state.armies[frame.army]
    kind = adjacent_places(play.pos, frame.army)[to]
    origin, cost = found.at, possible[to]
    if treasury and not treasuries.can_carry(play.state, found, to, kind):
        refuse("5.41", "no_treasury_here", province=origin)
    if make_vandals_desert(play, frame, Continuation.move(to, treasury=treasury)):
        return
    record_control(play, to)
    record_control(play, origin)
    if kind == "box":
        attack_box(play, frame, to)
        return
    empty_lazica = to == "lazica" and lazica.levy_would_fight(play.state, frame.seat)
    for army in play.state.force(frame.army):
        play.change(army.id, at=to)
    if treasury:
        play.set(treasuries={**play.state.treasuries, found.power: to})
        play.tell(TreasuryMoved(found.power, to))
    left = frame.mp - cost
    play.tell(ArmyMoved(frame.army, origin, to, cost, left))
    came_from = origin if origin in play.scn.provinces else ""
    after = frame.but(mp=left, came_from=came_from, strait=kind == "strait", then=NOTHING)
    play.swap(after)
    if empty_lazica:
        lazica.attack_levy(play, after)
        return
    interception.start(play, frame.army, to, frame.seat)


def refuse_move(play: Play, frame: March, to: str) -> None:
    found = play.state.armies[frame.army]
    if frame.landed:
        refuse("7.24", "landed_army_may_only_attack")
    if to not in adjacent_places(play.pos, frame.army):
        refuse("7.13", "no_common_border", origin=found.at, to=to)
    if to == "lazica" and lazica.is_barred(play.state, found, frame.seat):
        refuse("3.41", "defeated_cannot_attack", army=frame.army)
    kind = adjacent_places(play.pos, frame.army)[to]
    if kind == "box":
        refuse("7.19", "cannot_attack_box", to=to)
    refuse("7.15", "not_enough_mp", needed=step_cost(play.state, frame.army, kind, frame.seat), mp=frame.mp)


def attack(play: Play, frame: March, target: str) -> None:
    """Declare an attack. The MP is spent only if defenders stay to fight (8.13, C9)."""
    if play.state.armies[frame.army].defeated:
        refuse("8.22", "defeated_cannot_attack", army=frame.army)
    if target not in attackable(play.state, frame):
        place = play.state.armies[frame.army].at
        if play.state.force_sp(frame.army) and target in targets(play.state, place, frame.seat):
            refuse("7.15", "not_enough_mp", needed=COSTS["attack"], mp=frame.mp)
        refuse("8.11", "nothing_to_attack", target=target)
    if make_vandals_desert(play, frame, Continuation.attack(target)):
        return
    place = play.state.armies[frame.army].at
    record_control(play, place)
    play.swap(frame.but(then=NOTHING))
    play.push(
        Battle(
            place,
            (frame.army,),
            target,
            frame.seat,
            came_from=frame.came_from,
            strait=frame.strait,
            landing=frame.landed,
            paid=frame.landed,
        )
    )
    play.tell(AttackDeclared((frame.army,), target, place, False, frame.landed))


def attack_box(play: Play, frame: March, box: str) -> None:
    """Attack another minor power in its box, which takes all remaining MP (7.19)."""
    power, origin = play.scn.boxes[box].power, play.state.armies[frame.army].at
    other = enemy(frame.seat)
    record_control_of_armies(play, power)
    play.set(alliances={**play.state.alliances, power: other})
    for army in play.state.force(frame.army):
        play.change(army.id, at=box)
    play.tell(ArmyMoved(frame.army, origin, box, frame.mp, 0))
    play.swap(frame.but(mp=0, then=NOTHING))
    host = next((a for a in play.state.armies.values() if a.power == power), None)
    if host is not None and host.at == box and not host.total:
        recruit(play, host.id)
    if play.state.sp_at(box, other):
        play.push(Battle(box, (frame.army,), "all", frame.seat, box=True))
        play.tell(AttackDeclared((frame.army,), "all", box, False, False))

"""Leaving: before combat (8.13, 8.14), and after a lost battle (8.21)."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from campaigns.justinian.rules import actions as act
from campaigns.justinian.rules import events as ev
from campaigns.justinian.rules.battle import withdraw_zones
from campaigns.justinian.rules.battle.forces import land_battle
from campaigns.justinian.rules.battle.land_battle import retreat_before, retreat_before_drm
from campaigns.justinian.rules.ground import lazica
from campaigns.justinian.rules.ground.control import NOBODY, controller, friendly, note
from campaigns.justinian.rules.ground.duty import Ask, Duty, not_now
from campaigns.justinian.rules.ground.frames import Battle, Losses, March, Withdraw
from campaigns.justinian.rules.ground.geography import neighbours
from campaigns.justinian.rules.ground.leaders import control_rating
from campaigns.justinian.rules.ground.losses import demand, sweep
from campaigns.justinian.rules.ground.lost_leaders import eliminate
from campaigns.justinian.rules.ground.play import Play, Table, refuse
from campaigns.justinian.rules.ground.state import (
    BYZANTIUM,
    REVOLT,
    State,
    enemy,
    force,
    force_sp,
    seat_of,
    sp_at,
)
from campaigns.justinian.rules.ground.units import power_of, shift, sp_of, units_of_force
from campaigns.justinian.rules.march import interception
from campaigns.justinian.rules.sea import sea_retreat
from engine.game import Choice, Option, Pick

# --- before combat ---


def may_leave(table: Table, state: State, frame: Battle, head: str) -> bool:
    army = state.armies[head]
    return state.alliances.get(army.power) != "neutral" and bool(ways_out(table, state, frame))


def ways_out(table: Table, state: State, frame: Battle) -> tuple[str, ...]:
    """Any adjacent province but the one the attacker has just left (8.13), nor Lazica in arms (3.41)."""
    if frame.province not in table.scn.provinces:
        return ()
    ways = (p for p in neighbours(table.scn, frame.province) if p != frame.came_from)
    return tuple(p for p in ways if p != "lazica" or not lazica.open_to(state, enemy(frame.seat)))


def leaving_drm(state: State, head: str, to: str) -> int:
    """+1 for an uncontrolled province with friends, +2 for one of another power (8.13)."""
    power = state.armies[head].power
    seat, holder = seat_of(state, power), controller(state, to)
    own = BYZANTIUM if seat == BYZANTIUM else power
    uncontrolled = holder in (NOBODY, REVOLT)
    return retreat_before_drm(
        uncontrolled_with_friends=uncontrolled and sp_at(state, to, seat) > 0,
        controlled_by_other=not uncontrolled and holder != own,
    )


def ask_before(table: Table, state: State, frame: Battle) -> Ask:
    head = frame.queue[0]
    seat = seat_of(state, state.armies[head].power)
    facts = {
        "army": head,
        "province": frame.province,
        "attackers": list(frame.attackers),
        "attacker_sp": sum(force_sp(state, a) for a in frame.attackers if a in state.armies),
        "sp": force_sp(state, head),
    }
    return Ask(seat, "retreat_before", act.Stand(), "8.13", facts)


def choices_before(table: Table, state: State, frame: Battle) -> tuple[Choice, ...]:
    head = frame.queue[0]
    options = tuple(
        Option(
            p,
            {
                "drm": leaving_drm(state, head, p),
                "controller": controller(state, p),
                "enemy_sp": sp_at(state, p, frame.seat),
            },
        )
        for p in ways_out(table, state, frame)
    )
    battle = land_battle(
        table, state, replace(frame, attacker_leader=frame.attackers[0], defender_leader=head)
    )
    control = control_rating(table, state.armies[head])
    facts = {"army": head, "control": control, "battle": asdict(battle)}
    return (
        Choice("stand", rule="8.13", facts=facts),
        Choice("retreat_to", fields=(Pick("province", options),), rule="8.13", facts=facts),
    )


def answer_before(play: Play, frame: Battle, action: Any) -> None:
    head = frame.queue[0]
    rest = replace(frame, queue=frame.queue[1:])
    if isinstance(action, act.Stand):
        play.swap(rest)
    elif isinstance(action, act.RetreatTo):
        if action.province not in ways_out(play.table, play.state, frame):
            refuse("8.13", "cannot_retreat_there", province=action.province)
        play.swap(rest)
        leave(play, head, action.province)
    else:
        not_now(action)


def leave(play: Play, head: str, to: str) -> None:
    """It always succeeds; the die tells in what order; enemies there may intercept (8.14)."""
    army = play.state.armies[head]
    origin, seat = army.at, seat_of(play.state, army.power)
    note(play, origin)
    note(play, to)
    drm, control = leaving_drm(play.state, head, to), control_rating(play.table, army)
    for member in force(play.state, head):
        play.change(member.id, at=to)
    face = play.d10("retreat", "8.13", seat)
    play.tell(ev.RetreatedBefore(head, origin, to, face, drm, control))
    check = retreat_before(control, face, drm, disorganised=army.disorganised, defeated=army.defeated)
    interception.start(play, head, to, seat)
    if check.disorganised:
        for member in force(play.state, head):
            play.status(member.id, "disorganised", True, "retreat")
    if check.sp_lost:
        units = units_of_force(play.state, head)
        demand(play, Losses(seat, units, check.sp_lost, "retreat", "8.13", to))
        sweep(play)


# --- after a lost battle ---


class WithdrawDuty(Duty):
    def advance(self, play: Play, frame: Withdraw) -> bool:
        if not strength(play.state, frame.unit):
            play.pop()
            return True
        if frame.province in play.scn.boxes:
            _from_box(play, frame)
            return True
        land = refuges(play.table, play.state, frame)
        sea = sea_retreat.refuges(play.table, play.state, frame)
        if not land and not sea:
            cornered(play, frame, *_stuck(play, frame))
        elif len(land) == 1 and not sea:
            play.pop()
            withdraw(play, frame, land[0])
        else:
            return False
        return True

    def ask(self, table: Table, state: State, frame: Withdraw) -> Ask:
        land, sea = preferred(table, state, frame)
        facts = {"unit": frame.unit, "province": frame.province, "sp": strength(state, frame.unit)}
        if not land:
            return Ask(frame.seat, "withdraw", act.RetreatBySea(haven(state, frame, sea)), "8.21", facts)
        best = min(land, key=lambda p: danger(table, state, frame, p))
        return Ask(frame.seat, "withdraw", act.RetreatTo(best), "8.21", facts)

    def choices(self, table: Table, state: State, frame: Withdraw) -> tuple[Choice, ...]:
        facts = {"unit": frame.unit, "sp": strength(state, frame.unit)}
        found = []
        for kind, places in (
            ("retreat_to", refuges(table, state, frame)),
            ("retreat_by_sea", sea_retreat.refuges(table, state, frame)),
        ):
            if places:
                options = tuple(
                    Option(p, {"friends": sp_at(state, p, frame.seat), "controller": controller(state, p)})
                    for p in places
                )
                found.append(Choice(kind, fields=(Pick("province", options),), rule="8.21", facts=facts))
        return tuple(found)

    def answer(self, play: Play, frame: Withdraw, action: Any) -> None:
        if isinstance(action, act.RetreatTo):
            if action.province not in refuges(play.table, play.state, frame):
                refuse("8.21", "cannot_retreat_there", province=action.province)
            play.pop()
            withdraw(play, frame, action.province)
        elif isinstance(action, act.RetreatBySea):
            if action.province not in sea_retreat.refuges(play.table, play.state, frame):
                refuse("8.21", "cannot_retreat_there", province=action.province)
            play.pop()
            sea_retreat.begin(play, frame, action.province)
        else:
            not_now(action)


def strength(state: State, unit: str) -> int:
    if unit.startswith("detached:"):
        return sp_of(state, unit)
    return force_sp(state, unit) if unit in state.armies else 0


def refuges(table: Table, state: State, frame: Withdraw) -> tuple[str, ...]:
    """Adjacent provinces its side controls, or with friendly SP (8.21)."""
    places = [p for p in neighbours(table.scn, frame.province) if friendly(state, p, frame.seat)]
    if frame.unit.startswith("detached:"):  # no detachment in Lazica (3.41)
        places = [p for p in places if p != "lazica"]
    return tuple(places)


def no_way_out(table: Table, state: State, frame: Withdraw) -> bool:
    """Neither by land nor by sea (8.21)."""
    return not refuges(table, state, frame) and not sea_retreat.refuges(table, state, frame)


def preferred(table: Table, state: State, frame: Withdraw) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """By land and by sea: what is chosen from where nobody chooses by hand."""
    land, sea = refuges(table, state, frame), sea_retreat.refuges(table, state, frame)
    return withdraw_zones.sifted(table, state, frame, land, sea)


def haven(state: State, frame: Withdraw, sea: tuple[str, ...]) -> str:
    """The port chosen from where nobody chooses by hand: to the most friends."""
    return min(sea, key=lambda p: (-sp_at(state, p, frame.seat), p))


def danger(table: Table, state: State, frame: Withdraw, province: str) -> tuple[int, int, int, str]:
    """The default among those preferred: away from the enemy, to friends, into a city."""
    foes = sp_at(state, province, enemy(frame.seat))
    friends = sp_at(state, province, frame.seat)
    return foes, -friends, 0 if table.scn.provinces[province].is_city else 1, province


def withdraw(play: Play, frame: Withdraw, to: str) -> None:
    """No die for disorganisation, no interception by land."""
    note(play, frame.province)
    note(play, to)
    if frame.unit.startswith("detached:"):
        power = power_of(play.state, frame.unit)
        play.tell(ev.Retreated(frame.unit, to))
        shift(play, frame.unit, f"detached:{to}:{power}", sp_of(play.state, frame.unit), "retreat")
        return
    for member in force(play.state, frame.unit):
        play.change(member.id, at=to)
    play.tell(ev.Retreated(frame.unit, to))
    if any(isinstance(f, March) and f.army == frame.unit for f in play.state.stack):  # a tie: it may go on
        play.amend(March, came_from=frame.province, strait=False)


def _stuck(play: Play, frame: Withdraw) -> tuple[Withdraw, ...]:
    """All of the beaten side in that place who have no way out either."""
    found = [f for f in play.state.stack if isinstance(f, Withdraw) and strength(play.state, f.unit)]
    beside = [f for f in found if f.province == frame.province and f.seat == frame.seat]
    return tuple(f for f in beside if no_way_out(play.table, play.state, f))


def cornered(play: Play, frame: Withdraw, *frames: Withdraw) -> None:
    """No way out: they stay. Only who is Defeated loses SP by it, not who comes out of a tie (8.21)."""
    if frame.beaten:
        stranded(play, *frames)
    else:
        play.pop()


def stranded(play: Play, *frames: Withdraw) -> None:
    """That side loses one die of SP (8.21)."""
    play.set(stack=tuple(f for f in play.state.stack if f not in frames))
    first = frames[-1]
    face = play.d10("stranded", "8.21", first.seat)
    play.tell(ev.RetreatBlocked(first.unit, first.province, face))
    heads = [f.unit for f in frames if not f.unit.startswith("detached:")]
    units = [u for h in heads for u in units_of_force(play.state, h)]
    units += [f.unit for f in frames if f.unit not in heads]
    members = [a.id for h in heads for a in force(play.state, h)]
    all_lost = face >= sum(strength(play.state, f.unit) for f in frames)
    demand(play, Losses(first.seat, tuple(units), face, "stranded", "8.21", first.province))
    if all_lost:
        for member in members:
            eliminate(play, member)
    sweep(play)


def _from_box(play: Play, frame: Withdraw) -> None:
    """The attacker goes back to his own box, the host stays and loses a die (G15)."""
    army = play.state.armies[frame.unit]
    home = f"{army.power}_box"
    if frame.province == home:
        cornered(play, frame, frame)
        return
    play.pop()
    for member in force(play.state, frame.unit):
        play.change(member.id, at=home)
        for marker in ("defeated", "disorganised"):  # 8.25
            play.status(member.id, marker, False, "home")
    play.tell(ev.Retreated(frame.unit, home))

"""The first bot, which decides by simple, sensible rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.justinian.rules.battle.forces import hypothetical_battle
from campaigns.justinian.rules.battle.land_battle import attacker_drms, defender_drms
from campaigns.justinian.rules.march import march
from campaigns.justinian.rules.march.handler import Attack, EndActivation, MoveArmy
from campaigns.justinian.rules.march.interception import Intercept, InterceptWith
from campaigns.justinian.rules.march.march import ActivateArmy
from campaigns.justinian.rules.march.markers import PlaceMarker, RemoveMarker, can_mark, can_unmark
from campaigns.justinian.rules.march.recover import Recover, recoveries
from campaigns.justinian.rules.segment.activation import DrawRandom, SelectPower
from campaigns.justinian.rules.segment.byzantine import Recruit
from campaigns.justinian.rules.state.drms import total
from campaigns.justinian.rules.state.geography import neighbours
from campaigns.justinian.rules.state.handler import Pass
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.progress import BarbarianSegment, ByzantineSegment, March
from campaigns.justinian.rules.state.state import BYZANTIUM, Army, State
from campaigns.justinian.rules.state.tables import battle_result
from engine.dice import Dice

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules


AT_HOME = -5.0  # value of staying in the power's off-map box
UNKNOWN = 25  # assumed SP of a leader whose troops are still to be raised


def choose(rules: JustinianRules, state: State, seat: str, dice: Dice) -> Any:
    frame = state.stack[-1]
    if isinstance(frame, March):
        return on_march(rules, state, frame)
    if isinstance(frame, BarbarianSegment):
        return barbarian(rules, state, frame)
    if isinstance(frame, ByzantineSegment):
        return byzantine(rules, state, frame)
    if isinstance(frame, Intercept):
        return InterceptWith(())
    decision = rules.decision(state)
    assert decision is not None
    return decision.default


def edge(pos: Position, army: str, place: str, seat: str, target: str = "all") -> float:
    """Return the enemy's expected losses minus the bot's own in an attack, in SP."""
    battle = hypothetical_battle(pos, army, place, target, seat)
    if not battle.defender_sp:
        return 0.0
    mine, theirs = total(attacker_drms(battle)), total(defender_drms(battle))
    gain = sum(battle_result(battle.attacker_sp, d + mine) for d in (2, 4, 5, 7)) / 4
    loss = sum(battle_result(battle.defender_sp, d + theirs) for d in (2, 4, 5, 7)) / 4
    return gain - loss


def worth(rules: JustinianRules, state: State, army: Army, place: str, seat: str) -> float:
    """Return the value of a place as the destination of an army."""
    province = rules.setting.scn.provinces.get(place)
    if province is None:
        return AT_HOME
    value = 1.0 + province.revenue + (2.0 if province.is_city else 0.0)
    marker = state.markers.get(place)
    foes = state.sp_at(place, "barbarian" if seat == BYZANTIUM else BYZANTIUM)
    if seat == BYZANTIUM:
        wanted = marker is not None or foes
        if army.power == BYZANTIUM and place not in rules.setting.scn.armies[army.id].end_zone:
            value -= 30.0
        return value + (6.0 if wanted else -2.0)
    return appeal(rules.setting, place, marker is not None, foes > 0)


def appeal(setting: Setting, place: str, marked: bool, foes: bool) -> float:
    """Return the value of a province for a barbarian army. It is highest if the province has no enemies and
    is still unmarked.
    """
    if place == "lazica":
        return 3.0
    province = setting.scn.provinces[place]
    value = 1.0 + province.revenue + (2.0 if province.is_city else 0.0)
    return value + (1.0 if foes else 0.0 if marked else 3.0)


def on_march(rules: JustinianRules, state: State, frame: March) -> Any:
    pos = Position(rules.setting, state)
    army = state.armies[frame.army]
    if can_unmark(state, army) and frame.mp >= 1 and not frame.landed:
        return RemoveMarker()
    targets = march.attackable(state, frame)
    if targets and edge(pos, army.id, army.at, frame.seat) > 0:
        return Attack("all")
    if not frame.landed and recoveries(army, frame.mp):
        return Recover(recoveries(army, frame.mp)[0])
    if not frame.landed and frame.mp >= 1 and can_mark(pos, army):
        return PlaceMarker()
    if frame.landed or targets:
        return EndActivation()
    here = worth(rules, state, army, army.at, frame.seat)
    best, goal = here, None
    for place, cost in march.moves(pos, frame).items():
        if place == frame.came_from or place not in rules.setting.scn.provinces:
            continue
        value = worth(rules, state, army, place, frame.seat)
        foes = hypothetical_battle(pos, army.id, place, "all", frame.seat).defender_sp
        if foes:
            advantage = edge(pos, army.id, place, frame.seat)
            if advantage <= 0 or frame.mp - cost < 1:
                continue
            value += advantage
        if value > best:
            best, goal = value, place
    if goal is None or state.force_sp(army.id) == 0:
        return EndActivation()
    return MoveArmy(goal)


def barbarian(rules: JustinianRules, state: State, frame: BarbarianSegment) -> Any:
    if frame.stage == "marker":
        choices = {(c.kind, c.fixed.get("recruit")): c for c in rules.choices(state, "barbarian")}
        if ("select_power", True) in choices:
            field = choices["select_power", True].fields[0]
            return SelectPower(field.options[0].value, True)  # type: ignore[union-attr]
        if state.randoms and state.segments % 2:
            return DrawRandom()
        if ("select_power", False) in choices:
            field = choices["select_power", False].fields[0]
            return SelectPower(field.options[0].value)  # type: ignore[union-attr]
        return DrawRandom() if state.randoms else Pass()
    for choice in rules.choices(state, "barbarian"):
        if choice.kind == "activate_army":
            options = choice.fields[0].options  # type: ignore[union-attr]
            best = max(options, key=lambda o: (o.facts["sp"] or UNKNOWN, o.value))
            return ActivateArmy(best.value)
    return Pass()


def byzantine(rules: JustinianRules, state: State, frame: ByzantineSegment) -> Any:
    best, goal = 0.0, None
    for choice in rules.choices(state, BYZANTIUM):
        if choice.kind == "activate_army":
            for option in choice.fields[0].options:  # type: ignore[union-attr]
                army = state.armies[option.value]
                value = _urge(rules, state, army)
                if value > best:
                    best, goal = value, army.id
    if goal is not None and state.gold > 4:
        return ActivateArmy(goal)
    return Recruit()


def _urge(rules: JustinianRules, state: State, army: Army) -> float:
    if army.at not in rules.setting.scn.provinces:
        return 0.0
    near = {army.at, *neighbours(rules.setting.scn, army.at)}
    value = 0.0
    for place in near:
        if state.sp_at(place, "barbarian"):
            value += max(0.0, edge(Position(rules.setting, state), army.id, place, BYZANTIUM))
        elif place in state.markers:
            value += 2.0
    return value

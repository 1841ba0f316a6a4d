"""Build the description of a battle (:class:`LandBattle`) from the forces on the map."""

from __future__ import annotations

from campaigns.justinian.rules.battle.land_battle import DETACHED, FIELD, FRONTIER, Group, LandBattle
from campaigns.justinian.rules.state.control import controller_at_start, has_fort, side_controls
from campaigns.justinian.rules.state.leaders import battle_rating, control_rating
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Battle
from campaigns.justinian.rules.state.state import BYZANTIUM, State, enemy
from campaigns.justinian.rules.state.units import units_of_force
from campaigns.justinian.rules.state.values import LEVY, Detached, Frontier, Unit


def defending_heads(state: State, frame: Battle) -> tuple[str, ...]:
    """Return the armies that command the attacked forces and are still in the province."""
    if frame.target != "all":
        army = state.armies.get(frame.target)
        if army is None or army.at != frame.province or not state.force_sp(frame.target):
            return ()
        return (frame.target,)
    return tuple(a.id for a in state.heads_at(frame.province, enemy(frame.seat)))


def defending_units(state: State, frame: Battle) -> tuple[Unit, ...]:
    """Return every unit under attack, field armies first."""
    units = [u for head in defending_heads(state, frame) for u in units_of_force(state, head)]
    if frame.target == "all":
        units += garrison_units(state, frame.province, enemy(frame.seat))
    if frame.levy:
        units.append(LEVY)
    return tuple(units)


def garrison_units(state: State, province: str, seat: str) -> list[Unit]:
    """Return a side's garrison units in a province: frontier SP for Byzantium, the detached SP of each power
    for the Barbarians.
    """
    if seat == BYZANTIUM:
        return [Frontier(province)] if province in state.frontier else []
    return [Detached(province, power) for power in sorted(state.detached.get(province, {}))]


def attacking_units(state: State, frame: Battle) -> tuple[Unit, ...]:
    return tuple(u for head in frame.attackers for u in units_of_force(state, head))


def army_group(pos: Position, head: str) -> Group:
    army = pos.state.armies[head]
    return Group(
        head,
        army.power,
        FIELD,
        pos.force_sp(head),
        leader_battle=battle_rating(pos.setting, army),
        leader_control=control_rating(pos.setting, army),
        disorganised=army.disorganised,
        defeated=army.defeated,
        leader=army.leader,
        unpaid=army.unpaid,
    )


def groups(pos: Position, frame: Battle) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """Return the attacker's groups and the defender's groups, from which a :class:`LandBattle` is built."""
    attackers = tuple(army_group(pos, h) for h in frame.attackers if h in pos.state.armies)
    defenders = [army_group(pos, h) for h in defending_heads(pos.state, frame)]
    if frame.target == "all":
        if enemy(frame.seat) == BYZANTIUM:
            garrison = pos.state.frontier.get(frame.province)
            if garrison:
                unit = Frontier(frame.province)
                defenders.append(Group(unit, BYZANTIUM, FRONTIER, garrison.sp, unpaid=garrison.unpaid))
        else:
            for power, sp in sorted(pos.state.detached.get(frame.province, {}).items()):
                defenders.append(Group(Detached(frame.province, power), power, DETACHED, sp))
    if frame.levy:
        defenders.append(Group(LEVY, BYZANTIUM, FIELD, frame.levy))
    return attackers, tuple(defenders)


def land_battle(pos: Position, frame: Battle) -> LandBattle:
    """Return the battle with its terrain. It uses the control of the province at the start of the segment
    (8.17).
    """
    attackers, defenders = groups(pos, frame)
    province = pos.scn.provinces.get(frame.province)
    holds = province is not None and side_controls(
        controller_at_start(pos.state, frame.province), enemy(frame.seat)
    )
    return LandBattle(
        frame.province,
        attackers,
        defenders,
        frame.attacker_leader or None,
        frame.defender_leader or None,
        strait=frame.strait,
        landing=frame.landing,
        city=province is not None and province.is_city,
        fort=has_fort(pos.scn, pos.state, frame.province),
        coastal=province is not None and province.coastal,
        defender_controls_site=holds,
        site_rule="fort" if pos.options.defence_site == "fort" else "coastal",
    )


def hypothetical_battle(pos: Position, army: str, place: str, target: str, seat: str) -> LandBattle:
    """Return the battle that would follow if the army attacked the target in this place now. The defenders
    fight under their best leader, if they have one. Used for odds, marches and the bot.
    """
    frame = Battle(place, (army,), target, seat, attacker_leader=army)
    heads = [h for h in defending_heads(pos.state, frame) if pos.state.armies[h].leader]
    best = max(heads, key=lambda h: (battle_rating(pos.setting, pos.state.armies[h]), h), default="")
    return land_battle(pos, frame.but(defender_leader=best))

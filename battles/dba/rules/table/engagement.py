"""Build the Situation of a declared combat or shot, or refuse it with the reason."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from battles.dba.rules.situation import Contender, Situation
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import contacts, laid_terrain, shooters, strongholds
from battles.dba.rules.table import events as ev
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState, other
from battles.dba.rules.validate import mistakes
from engine.game import IllegalAction, Step
from engine.values import dataclass, replace

DENIZENS: Final = strongholds.DENIZENS
MOST_SHOOTERS: Final = 3
MOST_ASSAULTS: Final = 3


@dataclass(frozen=True)
class Engagement:
    """A declared combat or shot: its Situation, and both sides' seats, elements and stances (the facts that
    players enter about each element). ``more``: the elements that shoot with the first element. ``back``: the
    elements that shoot with the second.
    """

    situation: Situation
    seats: tuple[str, str]
    elements: tuple[str, str]
    stances: tuple[act.Stance, act.Stance]
    more: tuple[str, ...] = ()
    back: tuple[str, ...] = ()


def engage(battle: Battle, state: TableState, action: act.Fight | act.Shoot) -> Engagement:
    """Return a declared combat or shot with its Situation. Raises IllegalAction if it is impossible."""
    found = (
        _fight(battle, state, action) if isinstance(action, act.Fight) else _build_shot(battle, state, action)
    )
    for mistake in mistakes(found.situation):
        facts = {k: v for k, v in mistake.facts.items() if k != "rule"}
        raise IllegalAction(str(mistake.facts.get("rule", "")), mistake.code, path=mistake.path, **facts)
    _check_told(battle, state, found)
    return found


def _fight(battle: Battle, state: TableState, action: act.Fight) -> Engagement:
    attacker, defender = action.attacker, action.defender
    for one, seat in ((attacker, state.active), (defender, state.passive)):
        _check_fighter(battle, state, one, seat)
    in_field = attacker != DENIZENS and state.elements[attacker].where == "table"
    # an element in a camp or built-up area defends it, and so cannot have charged (L220)
    believed = in_field and state.elements[attacker].charged
    charged = action.charged if action.charged is not None else believed
    a = _contender(battle, state, attacker, action.a, charged)
    b = _contender(battle, state, defender, action.b, False)
    situation = Situation(mode="close", a=a, b=b, active="a")
    return Engagement(situation, (state.active, state.passive), (attacker, defender), (action.a, action.b))


_GROUND: Final = {
    "bank": "rivers",
    "going": "area_features",
    "uphill": "area_features",
    "behind_bad": "area_features",
    "flight": "flee",
    "obstacle": "recoil",
    "pursuit": "pursuit",
}
_read_ground: Final = attrgetter(*_GROUND)
# the defaults of these facts, which are possible on every table
_USUAL_GROUND: Final = _read_ground(act.Stance())


def _check_told(battle: Battle, state: TableState, found: Engagement) -> None:
    """Refuse facts about terrain that this table lacks, and elements that a recoil cannot hit."""
    for seat, one, stance, c in zip(
        found.seats, found.elements, found.stances, (found.situation.a, found.situation.b), strict=True
    ):
        values = _read_ground(stance)
        told = () if values == _USUAL_GROUND else zip(_GROUND.items(), values, _USUAL_GROUND, strict=True)
        for (name, rule), value, usual in told:
            if value != usual and value not in laid_terrain.possible(state, seat, c, name, (usual, value)):
                raise IllegalAction(rule, "not_on_this_table", path=name, value=value)
        for victim, side in ((stance.met, seat), *((one, other(seat)) for one in stance.struck)):
            if victim:
                _present(battle, state, victim, side)
        if stance.met == one:
            raise IllegalAction("recoil", "meets_itself", element=one)
        if stance.obstacle == "own_camp":
            _check_room(battle, state, seat)


def _check_room(battle: Battle, state: TableState, seat: str) -> None:
    """Refuse a recoil into a camp that is already full."""
    inside = strongholds.garrison_of_camp(battle, state, seat)
    if inside is not None and not (battle.blocks[inside].followers and battle.blocks[inside].seat == seat):
        raise IllegalAction("camps", "camp_full", element=inside)


def may_fight(state: TableState, one: str) -> bool:
    """Return whether an element or the denizens can fight again in this bound. Elements in the open fight
    once. Defenders of a built-up area fight up to three times.
    """
    most = MOST_ASSAULTS if one == DENIZENS or state.elements[one].where == "bua" else 1
    return state.fought.count(one) < most


def _check_fighter(battle: Battle, state: TableState, one: str, seat: str) -> None:
    """Refuse an element that is absent, is on the wrong side, or cannot fight again."""
    if one == DENIZENS:
        if not strongholds.denizens_fight_for(battle, state, seat):
            raise IllegalAction("garrisons", "no_denizens")
    else:
        _present(battle, state, one, seat)
    if not may_fight(state, one):
        raise IllegalAction("close_combat", "fought_already", element=one)


def _build_shot(battle: Battle, state: TableState, action: act.Shoot) -> Engagement:
    """Build the Situation of a shot. All elements that shoot at one target shoot together, and so do those
    that shoot back.
    """
    seat = battle.blocks[action.shooter].seat if action.shooter in battle.blocks else state.active
    _check_together(battle, state, (action.shooter, *action.more), seat, action.answered)
    _check_target(battle, state, action, other(seat))
    if action.back and not action.answered:
        raise IllegalAction("shooting", "back_needs_answer")
    if action.answered:
        _check_together(battle, state, (action.target, *action.back), other(seat), True)
    a = _contender(battle, state, action.shooter, action.a, False)
    if shooters.was_shot_at(state, action.shooter):  # artillery in its own bound; see ``shooters.must_wait``
        a = replace(a, extra_shooters=1)
    if action.back:
        a = replace(a, extra_shooters=len(action.back))
    b = replace(_contender(battle, state, action.target, action.b, False), extra_shooters=len(action.more))
    situation = Situation(
        mode="shooting", a=a, b=b, active="a" if seat == state.active else "b", answered=action.answered
    )
    return Engagement(
        situation,
        (seat, other(seat)),
        (action.shooter, action.target),
        (action.a, action.b),
        action.more,
        action.back,
    )


def _check_together(
    battle: Battle, state: TableState, together: tuple[str, ...], seat: str, under_fire: bool
) -> None:
    """Refuse elements that cannot shoot together. They must be one to three elements of one side, all able
    to shoot, out of contact, and without an earlier shot. Only the first can be under fire.
    """
    if len(together) > MOST_SHOOTERS or len(set(together)) != len(together):
        raise IllegalAction("shooting", "three_shooters", number=len(together))
    for shooter in together:
        _present(battle, state, shooter, seat)
        if not shooters.can_shoot(battle, state, shooter):
            raise IllegalAction("shooting", "cannot_shoot", element=shooter)
        if contacts.is_in_contact(state, shooter):
            raise IllegalAction("shooting", "in_contact", element=shooter)
        if shooter in state.shot:
            raise IllegalAction("shooting", "shot_already", element=shooter)
        if shooters.must_wait(battle, state, shooter, under_fire=under_fire and shooter == together[0]):
            raise IllegalAction("shooting", "artillery_waits", element=shooter)


def end_shooting(battle: Battle, state: TableState, action: act.EndShooting) -> Step[TableState]:
    """Begin close combat. Refuse to do so while opponents that can shoot at each other are left, unless
    players declare them out of range or arc.
    """
    own, enemies = shooters.opposed_shooters(battle, state)
    if own and not action.none_in_reach:
        raise IllegalAction("shooting", "must_shoot", elements=[*own, *enemies])
    return Step(replace(state, phase="combat"), (ev.ShootingEnded(),))


def _check_target(battle: Battle, state: TableState, action: act.Shoot, enemy: str) -> None:
    target = action.target
    if target == DENIZENS:
        if not strongholds.denizens_fight_for(battle, state, enemy):
            raise IllegalAction("garrisons", "no_denizens")
        if action.answered:
            raise IllegalAction("shooting", "cannot_answer", element=target)
    else:
        _present(battle, state, target, enemy)
    if contacts.is_in_contact(state, target):
        raise IllegalAction("shooting", "in_contact", element=target)
    if shooters.was_shot_at(state, target):
        raise IllegalAction("shooting", "target_already", element=target)
    able = target != DENIZENS and shooters.must_answer(battle, state, target, action.shooter)
    if (action.answered or action.unable) and not able:
        raise IllegalAction("shooting", "cannot_answer", element=target)
    if able and not action.answered and not action.unable:
        raise IllegalAction("shooting", "must_answer", element=target)


def _present(battle: Battle, state: TableState, element: str, seat: str) -> None:
    if element not in battle.blocks:
        raise IllegalAction("", "no_such_element", element=element[:40])
    if battle.blocks[element].seat != seat:
        raise IllegalAction("close_combat", "wrong_side", element=element)
    if element not in state.on_table({element: None}):
        raise IllegalAction("close_combat", "not_on_table", element=element)


_TOLD: Final = (
    "going",
    "uphill",
    "bank",
    "behind_gap",
    "behind_bad",
    "room",
    "psiloi_beside",
    "overlaps",
    "flank_contacts",
    "rear_contact",
    "shot_from_behind",
    "obstacle",
    "flight",
    "pursuit",
)
_read_told: Final = attrgetter(*_TOLD)


def _contender(
    battle: Battle, state: TableState, element: str, stance: act.Stance, charged: bool
) -> Contender:
    told = dict(zip(_TOLD, _read_told(stance), strict=True))
    if element == DENIZENS:
        return Contender(type="Denizens", post="bua", **told)
    base, now = battle.base(element, state), state.elements[element]
    behind = ""
    if stance.behind:
        _present(battle, state, stance.behind, battle.blocks[element].seat)
        behind = battle.base(stance.behind, state).type
        if stance.behind == element:
            raise IllegalAction("support", "behind_itself", element=element)
    post = {"camp": "camp", "enemy_camp": "enemy_camp", "bua": "bua"}.get(now.where, "field")
    return Contender(
        type=base.type,
        code="" if battle.blocks[element].followers else base.code,
        depth_mm=base.depth_mm,
        general=battle.blocks[element].general,
        post=post,
        sacking=now.sacking,
        charged=charged,
        behind=behind,
        moved=now.moves > 0,
        **told,
    )

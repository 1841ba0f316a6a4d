"""Yield every legal kind of action in the current phase, with its fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from battles.dba.rules.field import drawing
from battles.dba.rules.table import (
    contacts,
    engagement,
    laid_terrain,
    missing_area,
    moves,
    pips,
    shooters,
    strongholds,
)
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.setup import (
    MOST_RESERVE,
    comes_by_sea,
    edges_to_wish,
    elements_aboard,
    may_keep_aboard,
    may_keep_elements_aboard,
    second_wave,
)
from battles.dba.rules.table.state import ON_TABLE, SEATS, TableState, other
from battles.dba.rules.troops import ENGINES, FOOT
from engine.game import Choice, Facts, Field, Given, Many, Option, Pick

STANCE: Final = "dba_stance"
_STANCES: Final = (Given("a", STANCE, {}), Given("b", STANCE, {}))
CAUSES: Final = ("recoil", "river", "left_table", "destroyed")


def choices(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    """Yield the choices of the active side in the current phase."""
    part = _PARTS.get(state.phase)
    if part is not None:
        yield from part(battle, state, decision)
    if drawing.may_draw(state):
        facts = {"again": bool(state.drawing)}
        given = (Given("drawing", "dba_drawing", []),)
        yield Choice("draw_battlefield", {}, given, "battlefield", decision, facts)
    if state.invader and state.phase in missing_area.PHASES:
        yield from _report_choices(battle, state, decision)


def stopping(state: TableState, seat: str) -> Iterator[Choice]:
    """Yield the choices that both sides always have: to concede, and to offer or accept a draw."""
    yield Choice("concede", rule="victory")
    if state.draw_offered != seat:
        yield Choice("agree_draw", rule="victory", facts={"offered": bool(state.draw_offered)})


def _report_choices(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    """Yield the choices for reporting terrain that the assistant does not know about yet."""
    laid = {piece.kind for piece in state.pieces} | ({"river"} if state.river else set())
    kinds = [kind for kind in laid_terrain.NOTED if kind not in laid]
    if kinds:
        facts = {"told": bool(state.pieces)}
        fields = (Many("terrain", _options(kinds), 1),)
        yield Choice("note_terrain", {}, fields, "battlefield", decision, facts)
    if not missing_area.bua_refusal(battle, state):
        deployed = missing_area.is_deployed(state)
        foot = Pick("garrison", _options(_foot(battle, state, state.defender)), optional=True)
        fixed = {} if deployed else {"garrison": None}
        yield Choice("note_bua", fixed, (foot,) if deployed else (), "battlefield", decision)


def _options(values: Iterable[Any]) -> tuple[Option, ...]:
    return tuple(Option(value) for value in values)


def _yes_no(name: str, usual: bool | None = None) -> Pick:
    return Pick(name, tuple(Option(v, usual=v is usual) for v in (False, True)))


def _one(kind: str, rule: str, decision: str, *fields: Any, **fixed: Any) -> Choice:
    return Choice(kind, fixed, fields, rule, decision)


def _aggression(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _one("roll_aggression", "deployment", decision)
    for invader in SEATS:
        enemy = next(seat for seat in SEATS if seat != invader)
        there = (_yes_no("river"), Many("terrain", _options(k for k in laid_terrain.NOTED if k != "river")))
        yield _one("set_table", "deployment", decision, *there, invader=invader, bua=False, garrison=None)
        foot = Pick("garrison", _options(_foot(battle, state, enemy)), optional=True)
        yield _one("set_table", "deployment", decision, *there, foot, invader=invader, bua=True)


def _terrain(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    given = (Given("pieces", "dba_pieces", []), Given("drawing", "dba_drawing", []))
    yield _one("place_terrain", "battlefield", decision, *given)


def _sides(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _one("choose_edge", "deployment", decision, Pick("edge", _options(edges_to_wish(state))))


def _camps(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    garrison = Pick("garrison", _options(battle.of(state.active)), optional=True)
    yield _one("pitch_camp", "camps", decision, garrison)


def _deployment(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    seat = state.active
    if state.bua is not None and seat == state.defender:
        foot = Pick("garrison", _options(_foot(battle, state, seat)), optional=True)
        yield _one("deploy", "deployment", decision, foot, reserve=[])
    else:
        yield _one("deploy", "deployment", decision, garrison=None, reserve=[])
    if comes_by_sea(battle, state, seat):
        half = len(second_wave(battle, state, seat))
        aboard = Many("reserve", _options(elements_aboard(battle, state, seat)), half, half)
        yield _one("deploy", "deployment", decision, aboard, garrison=None)
    elif may_keep_elements_aboard(battle, state, seat):
        free = [e for e in battle.of(seat) if state.elements[e].where == "table"]
        aboard = Many("reserve", _options(free), 0, MOST_RESERVE)
        yield _one("deploy", "deployment", decision, aboard, garrison=None)


def _swaps(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _one("swap_elements", "deployment", decision, pairs=[])
    yield _one("swap_elements", "deployment", decision, Given("pairs", "dba_pairs", []))


def _pips(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _one("roll_pips", "pips", decision)
    yield from _aboard(battle, state, decision)


def _aboard(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    if may_keep_aboard(battle, state):
        free = [e for e in battle.of(state.active) if state.elements[e].where == "table"]
        aboard = Many("reserve", _options(free), 1, MOST_RESERVE)
        yield _one("keep_aboard", "deployment", decision, aboard)


def _moves(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _one("end_moves", "sequence", decision)
    yield from _aboard(battle, state, decision)
    if moves.may_revolt(battle, state):
        yield _one("incite_revolt", "garrisons", decision)
    yield _one(
        "place_general", "pips", decision, Pick("place", _options(laid_terrain.places_of_a_general(state)))
    )
    yield from _tactical(battle, state, decision)
    if state.pips and moves.landing_now(battle, state):
        yield _one("land_reserve", "deployment", decision)
    yield from _carrying_out(battle, state, decision)


def _tactical(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    """Yield the tactical moves and dismountings that the remaining PIPs can pay for. Moves that are
    affordable even far from the general come first. If more elements can afford to move near the general,
    choices for moves near the general follow.
    """
    own = [e for e in battle.of(state.active) if not battle.blocks[e].followers]
    afar = _affordable(battle, state, own, far=True)
    near = _affordable(battle, state, own)
    if afar:
        far = (_yes_no("far", usual=False),) if pips.distance_matters(battle, state) else ()
        yield from _moves_of(battle, state, decision, afar, far, {})
    if near and near != afar:
        yield from _moves_of(battle, state, decision, near, (), {"far": False})
    yield from _dismounting(battle, state, decision)


def _dismounting(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    fresh = [e for e in movable(battle, state) if not (state.elements[e].moves or state.elements[e].spent)]
    able = [e for e in fresh if battle.blocks[e].dismounts and not state.elements[e].dismounted]
    matters = pips.distance_matters(battle, state)
    afar = _affordable(battle, state, able, far=matters, dismount=True)
    near = _affordable(battle, state, able, dismount=True)
    if afar:
        far = (_yes_no("far", usual=False),) if matters else ()
        fields = (Many("elements", _options(afar), 1), *_ford(state), *far)
        yield _one("move_elements", "troops", decision, *fields, dismount=True)
    if near and near != afar:
        who = Many("elements", _options(near), 1)
        yield _one("move_elements", "troops", decision, who, *_ford(state), far=False, dismount=True)


def _affordable(
    battle: Battle, state: TableState, elements: Iterable[str], far: bool = False, dismount: bool = False
) -> list[str]:
    def price(element: str) -> int:
        return pips.cost(pips.surcharges(battle, state, (element,), far=far, dismount=dismount))

    return [e for e in elements if state.elements[e].where in ON_TABLE and price(e) <= state.pips]


def _moves_of(
    battle: Battle, state: TableState, decision: str, ready: list[str], far: tuple[Pick, ...], fixed: Facts
) -> Iterator[Choice]:
    """Yield every kind of tactical move that some elements can make."""
    kind, ford = "move_elements", _ford(state)
    mobile = [e for e in movable(battle, state) if e in ready and not state.elements[e].spent]
    fresh = [e for e in mobile if not state.elements[e].moves]
    fighters = [e for e in fresh if battle.base(e, state).type not in ENGINES]

    def group(who: list[str], rule: str, *asked: Field, **more: Any) -> Iterator[Choice]:
        if who:
            fields: tuple[Field, ...] = (Many("elements", _options(who), 1), *asked, *far)
            yield Choice(kind, {**fixed, **more}, fields, rule, decision)

    def again(reason: str, who: list[str], contact: bool) -> Iterator[Choice]:
        free = fighters if contact else fresh
        along = (Many("along", _options(free)),) if free else ()
        asked = (*along, *(() if reason == "road" else ford))
        yield from group(who, "further_moves", *asked, further=reason, contact=contact)

    yield from group(fresh, "tactical_moves")
    yield from group(fighters, "contact", *ford, contact=True)
    if ford:
        yield from group(fresh, "rivers", ford=True)
    for reason, who in _movers_again(battle, state, [e for e in mobile if state.elements[e].moves]).items():
        yield from again(reason, who, reason == "charge")
        if reason == "psiloi":
            yield from again(reason, who, True)
    yield from _break_off(battle, state, decision, far, fixed, ready)
    yield from _place_moves(battle, state, decision, far, fixed, ready, fresh)


def _ford(state: TableState) -> tuple[Pick, ...]:
    """Return the field that asks whether the move fords the river off a road, or () if no ford is
    possible.
    """
    open_to_all = state.river is not None and not state.river.barred
    return (_yes_no("ford", usual=False),) if open_to_all else ()


def _break_off(
    battle: Battle, state: TableState, decision: str, far: tuple[Pick, ...], fixed: Facts, ready: list[str]
) -> Iterator[Choice]:
    """Yield the ways to break off: from enemies that stay, and from impetuous enemies that pursue at once.
    In the battle's first bound no elements are in contact.
    """
    if state.bound == 1:
        return
    able = [e for e in ready if state.elements[e].where == "table"]
    able = [e for e in able if not (state.elements[e].moves or state.elements[e].spent)]
    wild = moves.pursuers(battle, state)
    backed = [e for e in wild if moves.may_be_supported(battle, state, e)]
    calm = [e for e in state.on_table() if battle.blocks[e].seat == state.passive and e not in wild]
    if strongholds.denizens_fight_for(battle, state, state.passive):
        calm.append(engagement.DENIZENS)
    supported = (_yes_no("supported", usual=False),)
    for enemies, more in ((calm, ()), ([e for e in wild if e not in backed], ()), (backed, supported)):
        if not able or not enemies:
            continue
        led = () if enemies is calm else _pursuits(battle, state, enemies[0])
        fields = (Pick("element", _options(able)), Pick("enemy", _options(enemies)), *far, *led, *more)
        facts = {} if enemies is calm else {"pursued": "in_ranks" if more else "alone"}
        yield Choice("break_off", fixed, fields, "breaking_off", decision, facts)


def _pursuits(battle: Battle, state: TableState, enemy: str) -> tuple[Pick, ...]:
    led = moves.pursuit_limits(state, battle.base(enemy, state).type)
    return (Pick("held", _options(led)),)


def movable(battle: Battle, state: TableState) -> list[str]:
    """Return the active side's elements in the open that can move. An element that faces an enemy can only
    break off.
    """
    return [
        e
        for e in battle.of(state.active)
        if state.elements[e].where == "table"
        and not battle.blocks[e].followers
        and not contacts.facing(state, e)
    ]


def _movers_again(battle: Battle, state: TableState, moved: list[str]) -> dict[str, list[str]]:
    kind = {e: battle.base(e, state).type for e in moved}
    return {
        "light_horse": [e for e in moved if kind[e] == "LH"],
        "psiloi": [e for e in moved if kind[e] == "Ps" and state.own_bound() == 1],
        "charge": [e for e in moved if kind[e] in ("SCh", "Wb") and state.elements[e].moves == 1],
        "road": moved if laid_terrain.may_have(state, "road") else [],
    }


def _place_moves(
    battle: Battle,
    state: TableState,
    decision: str,
    far: tuple[Pick, ...],
    fixed: Facts,
    ready: list[str],
    fresh: list[str],
) -> Iterator[Choice]:
    """Yield the moves into and out of camps and built-up areas."""
    for element in ready:
        now = state.elements[element]
        if now.where != "table" and not (now.sacking or now.moves or now.spent):
            leaves = {**fixed, "elements": [element], "onto": "leave"}
            yield Choice("move_elements", leaves, (*_ford(state), *far), "garrisons", decision)
            if battle.base(element, state).type not in ENGINES:
                sortie = {**leaves, "contact": True}
                yield Choice("move_elements", sortie, (*_ford(state), *far), "garrisons", decision)
    for place in ("own_camp", "enemy_camp", "bua"):
        if not _is_open(battle, state, place):
            continue
        defender = strongholds.defender_of(battle, state, state.active, place)
        if defender and not strongholds.room_to_assault(state, place, defender):
            continue
        fight = bool(defender)
        hostile = strongholds.is_hostile(state, state.active, place)
        who = [e for e in fresh if not hostile or battle.base(e, state).type not in ENGINES]
        enters = {**fixed, "onto": place, "contact": fight}
        old = strongholds.replaced_in_camp(battle, state, state.active) if place == "own_camp" else None
        afar = [e for e in who if _can_pay(battle, state, e, old, far=bool(far))]
        near = [e for e in who if e not in afar and _can_pay(battle, state, e, old)]
        if afar:
            one = Many("elements", _options(afar), 1, 1)
            yield Choice("move_elements", enters, (one, *_ford(state), *far), "garrisons", decision)
        if near:
            one = Many("elements", _options(near), 1, 1)
            nearby = {**enters, "far": False}
            yield Choice("move_elements", nearby, (one, *_ford(state)), "garrisons", decision)


def _can_pay(battle: Battle, state: TableState, element: str, old: str | None, far: bool = False) -> bool:
    """Return whether the PIPs pay for an element to enter a camp or built-up area and, if it is the element's
    own camp, for the garrison ``old`` that leaves in exchange. ``far``: whether both start far from the
    general, which costs more.
    """
    both = (element, old) if old else (element,)
    return pips.cost(pips.surcharges(battle, state, both, far=far)) <= state.pips


def _is_open(battle: Battle, state: TableState, place: str) -> bool:
    """Return whether the active side may enter or assault a camp or the built-up area."""
    if place == "bua":
        if state.bua is None:
            return False
        inside = strongholds.garrison_of_bua(battle, state)
        return inside is None or battle.blocks[inside].seat == state.passive
    owner = state.active if place == "own_camp" else state.passive
    camp = state.camps.get(owner)
    if camp is None or not camp.pitched:
        return False
    inside = strongholds.garrison_of_camp(battle, state, owner)
    if inside is None:
        return True
    if place == "own_camp":  # followers make room, and so does an element that has not moved
        mine = battle.blocks[inside].seat == state.active
        return not mine or (battle.blocks[inside].followers or not state.elements[inside].moves)
    return battle.blocks[inside].seat == state.passive


def _shooting(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _end_shooting(battle, state, decision)
    for seat in (state.active, state.passive):
        enemy = other(seat)
        ready = [e for e in shooters.ready(battle, state) if battle.blocks[e].seat == seat]
        at_will = [e for e in ready if not shooters.must_wait(battle, state, e, under_fire=False)]
        at_fire = [e for e in ready if not shooters.must_wait(battle, state, e, under_fire=True)]
        targets = [
            e
            for e in state.on_table()
            if battle.blocks[e].seat == enemy
            and not shooters.was_shot_at(state, e)
            and not contacts.is_in_contact(state, e)
        ]
        mutual = [e for e in targets if shooters.must_answer(battle, state, e)]
        silent = [e for e in targets if e not in mutual]
        untouched = not (
            shooters.was_shot_at(state, engagement.DENIZENS)
            or contacts.is_in_contact(state, engagement.DENIZENS)
        )
        if untouched and strongholds.denizens_fight_for(battle, state, enemy):
            silent.append(engagement.DENIZENS)
        # nobody shoots at these elements again, so their targets do not shoot back
        hit = [e for e in at_will if shooters.was_shot_at(state, e)]
        unhurt = [e for e in at_will if e not in hit]
        back = [e for e in shooters.ready(battle, state) if battle.blocks[e].seat == enemy]
        back = [e for e in back if not shooters.must_wait(battle, state, e, under_fire=False)]
        yield from _shots(decision, unhurt, silent, at_will, answered=False)
        yield from _shots(decision, hit, silent + mutual, at_will, answered=False)
        yield from _shots(decision, unhurt, mutual, at_will, answered=False, unable=True)
        fire = [e for e in at_fire if e not in hit]
        yield from _shots(decision, fire, mutual, at_will, Many("back", _options(back), 0, 2), answered=True)
    yield from _carrying_out(battle, state, decision)


def _end_shooting(battle: Battle, state: TableState, decision: str) -> Choice:
    own, enemies = shooters.opposed_shooters(battle, state)
    if not own:
        return _one("end_shooting", "sequence", decision)
    facts = {"own": own, "enemies": enemies}
    return Choice("end_shooting", {"none_in_reach": True}, (), "shooting", decision, facts)


def _shots(
    decision: str, shooting: list[str], at: list[str], also: list[str], *back: Many, **fixed: Any
) -> Iterator[Choice]:
    if shooting and at:
        fields = (Pick("shooter", _options(shooting)), Pick("target", _options(at)))
        more = Many("more", _options(also), 0, 2)
        yield _one("shoot", "shooting", decision, *fields, more, *back, *_STANCES, **fixed)


def opponents(battle: Battle, state: TableState) -> tuple[list[str], list[str]]:
    """Return the elements of the active side, and those of the other side, that may still have to fight in
    this bound.
    """

    def free(seat: str) -> list[str]:
        own = [e for e in state.on_table() if battle.blocks[e].seat == seat]
        if strongholds.denizens_fight_for(battle, state, seat):
            own.append(engagement.DENIZENS)
        return [e for e in own if engagement.may_fight(state, e)]

    return free(state.active), free(state.passive)


def _combat(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    yield _end_combat(state, decision)
    attackers, defenders = opponents(battle, state)
    if attackers and defenders:
        who = (Pick("attacker", _options(attackers)), Pick("defender", _options(defenders)))
        charged = Pick("charged", _options((True, False)), optional=True)
        yield _one("fight", "close_combat", decision, *who, charged, *_STANCES)
    yield from _carrying_out(battle, state, decision)


def _end_combat(state: TableState, decision: str) -> Choice:
    left = contacts.unfought(state)
    if not left:
        return _one("end_combat", "sequence", decision)
    return Choice(
        "end_combat", {"none_in_contact": True}, (), "close_combat", decision, {"unfought": list(left)}
    )


def _carrying_out(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    present = list(state.on_table())
    touching = [e for e in present if contacts.is_in_contact(state, e)]
    if touching:
        yield _one("stand_apart", "close_combat", decision, Many("elements", _options(touching), 1))
    if present:
        who, why = Pick("element", _options(present)), Pick("cause", _options(CAUSES))
        yield _one("remove_element", "recoil", decision, who, why)
    for place in ("own_camp", "enemy_camp", "bua"):
        inside = [e for e in present if strongholds.may_take(battle, state, e, place)]
        if inside:
            who = Pick("element", _options(inside))
            yield _one("take_stronghold", "garrisons", decision, who, place=place)


def _foot(battle: Battle, state: TableState, seat: str) -> list[str]:
    return [
        e
        for e in battle.of(seat)
        if battle.base(e, state).type in FOOT
        and not battle.blocks[e].followers
        and state.elements[e].where == "table"
    ]


_PARTS: Final = {
    "aggression": _aggression,
    "terrain": _terrain,
    "sides": _sides,
    "camps": _camps,
    "deployment": _deployment,
    "swaps": _swaps,
    "pips": _pips,
    "moves": _moves,
    "shooting": _shooting,
    "combat": _combat,
}

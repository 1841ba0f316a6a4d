"""The movement phase: PIPs, tactical moves, crossing the river, landings, and breaking off."""

from __future__ import annotations

from typing import Any, Final

from battles.dba.rules.consequences import Consequence
from battles.dba.rules.resolve import break_off_pursuit
from battles.dba.rules.situation import PURSUITS, Contender
from battles.dba.rules.support import REAR
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import combat, contacts, laid_terrain, pips, rivers, shooters, strongholds
from battles.dba.rules.table import events as ev
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.setup import MOST_RESERVE, comes_by_sea
from battles.dba.rules.table.state import TableState
from battles.dba.rules.troops import ENGINES, IMPETUOUS
from engine.dice import Dice, d6
from engine.game import IllegalAction, Step
from engine.story import Story

MOST_PIPS: Final = 6
PLACES: Final = ("own_camp", "enemy_camp", "bua")
Happened = tuple[Any, ...]


def roll_pips(battle: Battle, state: TableState, dice: Dice) -> Step[TableState]:
    """Roll the active side's PIPs. A 6 also ends any sacking by its own elements."""
    die = d6(dice, "pips", "pips", state.active)
    luck = state.luck[state.active]
    luck = luck.but(pips=luck.pips + die, pip_rolls=luck.pip_rolls + 1)
    points = min(MOST_PIPS, die + battle.armies[state.active].command)
    state = state.but(phase="moves", rolled=die, pips=points, luck={**state.luck, state.active: luck})
    events: Happened = (ev.PipsRolled(state.active, die, points),)
    for element in battle.of(state.active):
        if die == 6 and state.elements[element].sacking:
            state = state.with_element(element, sacking=False)
            events += (ev.SackEnded(element),)
    return Step(state, events)


def may_revolt(battle: Battle, state: TableState) -> bool:
    """Return whether denizens can revolt. Their former side must have all six PIPs and not have moved yet.
    The built-up area must have living denizens and no enemy garrison.
    """
    bua = state.bua
    return (
        bua is not None
        and state.phase == "moves"
        and state.pips == MOST_PIPS
        and bua.owner == state.active
        and bua.holder == state.passive
        and bua.denizens == "alive"
        and strongholds.garrison_of_bua(battle, state) is None
    )


def revolt(battle: Battle, state: TableState) -> Step[TableState]:
    if not may_revolt(battle, state) or state.bua is None:
        raise IllegalAction("garrisons", "no_revolt")
    bua = state.bua.but(holder=state.active, loyal_to=state.active)
    state = contacts.end_contacts(state, strongholds.DENIZENS)  # former enemies are now friends
    return Step(state.but(bua=bua, pips=0), (ev.DenizensRevolted(state.active),))


def place_general(battle: Battle, state: TableState, action: act.PlaceGeneral) -> Step[TableState]:
    """Record the terrain that the general is in. It can cost PIPs until the general moves."""
    if action.place not in laid_terrain.places_of_a_general(state):
        raise IllegalAction("pips", "not_on_this_table", path="place", value=action.place)
    places = {**state.general_in, state.active: action.place}
    return Step(state.but(general_in=places), (ev.GeneralPlaced(state.active, action.place),))


def move(battle: Battle, state: TableState, action: act.MoveElements, dice: Dice) -> Step[TableState]:
    """Make one tactical move: pay for it, record it, and enter a camp or built-up area if the move leads
    into one.
    """
    _check_movers(battle, state, action)
    both = action.everybody
    if action.onto == "own_camp" and (old := strongholds.replaced_in_camp(battle, state, state.active)):
        both = (*both, old)
    reasons = pips.surcharges(battle, state, both, far=action.far, dismount=action.dismount)
    price = _afford(state, reasons)
    story = Story(dice)
    movers = action.everybody
    if action.ford:
        state, movers = rivers.ford(state, movers, story)
        price = price if movers else 1
    state = state.but(pips=state.pips - price)
    if movers:
        moved = (state.active, movers, price, state.pips, reasons, action.further, action.contact)
        story.tell(ev.ElementsMoved(*moved))
    for element in movers:
        now = state.elements[element]
        state = state.with_element(
            element,
            moves=now.moves + 1,
            charged=now.charged or action.contact,
            spent=action.dismount,
            dismounted=now.dismounted or action.dismount,
        )
    if action.dismount:
        story.tell(ev.ElementsDismounted(movers, tuple(battle.base(e, state).code for e in movers)))
    if battle.general(state.active) in movers:
        state, more = combat.in_the_open(state, state.active)
        story.tell(*more)
    if action.onto and movers:
        state, more = _move_onto(battle, state, movers[0], action.onto)
        story.tell(*more)
    return story.step(state)


def break_off(battle: Battle, state: TableState, action: act.BreakOff) -> Step[TableState]:
    """Move an element straight back out of a frontal combat. An impetuous opponent pursues at once."""
    _require_own(battle, state, action.element)
    if not _resists(battle, state, action.enemy):
        raise IllegalAction("breaking_off", "not_an_enemy", element=action.enemy)
    _check_pursuit(battle, state, action)
    now = state.elements[action.element]
    if now.where != "table":
        raise IllegalAction("breaking_off", "inside", element=action.element)
    if now.moves:
        raise IllegalAction("breaking_off", "already_moved", element=action.element)
    if state.bound == 1:
        raise IllegalAction("breaking_off", "nobody_in_contact_yet")
    reasons = pips.surcharges(battle, state, (action.element,), far=action.far)
    price = _afford(state, reasons)
    state = state.but(pips=state.pips - price).with_element(action.element, moves=1, spent=True)
    state = contacts.end_contacts(state, action.element)
    pursuit = _pursuit(battle, state, action)
    mm = (pursuit[0].mm or 0) if pursuit else 0
    told = ev.ContactBroken(action.element, action.enemy, price, state.pips, mm, len(pursuit) > 1)
    events: Happened = (told,)
    if action.element == battle.general(state.active):
        state, more = combat.in_the_open(state, state.active)
        events += more
    return Step(contacts.end_contacts(state, action.enemy) if pursuit else state, events)


def _resists(battle: Battle, state: TableState, enemy: str) -> bool:
    """Return whether an enemy can fight: an element on the table, or denizens that defend the built-up
    area.
    """
    if enemy == strongholds.DENIZENS:
        return strongholds.denizens_fight_for(battle, state, state.passive)
    return enemy in battle.of(state.passive) and enemy in set(state.on_table())


def pursuers(battle: Battle, state: TableState) -> list[str]:
    """Return the enemies in the open that would pursue an element that breaks off from them."""
    foes = (e for e in state.on_table() if battle.blocks[e].seat == state.passive)
    return [e for e in foes if state.elements[e].where == "table" and battle.base(e, state).type in IMPETUOUS]


def may_be_supported(battle: Battle, state: TableState, enemy: str) -> bool:
    """Return whether an enemy's troop type can have rear support from another element of that type."""
    kind = battle.base(enemy, state).type
    return any(own == kind for own, _ in REAR)


def pursuit_limits(state: TableState, kind: str) -> tuple[str, ...]:
    """Return the facts that can keep an enemy of the given type from pursuing on this table. The first
    value, "", means that nothing does.
    """
    led = laid_terrain.possible(state, state.passive, Contender(kind), "pursuit", PURSUITS)
    return tuple("" if where == "clear" else str(where) for where in led)


def _check_pursuit(battle: Battle, state: TableState, action: act.BreakOff) -> None:
    if action.enemy not in pursuers(battle, state):
        wrong = action.supported or bool(action.held)
    else:
        kind = battle.base(action.enemy, state).type
        unsupported = action.supported and not may_be_supported(battle, state, action.enemy)
        wrong = unsupported or action.held not in pursuit_limits(state, kind)
    if wrong:
        raise IllegalAction("pursuit", "no_such_pursuit", element=action.enemy)


def _pursuit(battle: Battle, state: TableState, action: act.BreakOff) -> tuple[Consequence, ...]:
    if action.enemy == strongholds.DENIZENS:
        return ()
    own, foe = battle.base(action.element, state), battle.base(action.enemy, state)
    where = state.elements[action.enemy].where
    pursuer = Contender(
        type=foe.type,
        code=foe.code,
        depth_mm=foe.depth_mm,
        post="field" if where == "table" else where,
        behind=foe.type if action.supported else "",
        pursuit=action.held or "clear",
    )
    return break_off_pursuit(pursuer, Contender(type=own.type), "b")


def land(battle: Battle, state: TableState) -> Step[TableState]:
    """Land the elements kept aboard, as one group, for one PIP. A littoral army's reserve can land only in
    its side's first bound.

    The second wave of a campaign's landing comes ashore from its side's second bound on, up to four
    elements for each PIP (docs/bridge.md).
    """
    aboard = landing_now(battle, state)
    if not aboard:
        raise IllegalAction("deployment", "nothing_to_land")
    _afford(state, ())
    state = state.but(pips=state.pips - 1)
    for element in aboard:
        state = state.with_element(element, where="table", moves=1)
    return Step(state, (ev.ReserveLanded(aboard, state.pips),))


def landing_now(battle: Battle, state: TableState) -> tuple[str, ...]:
    """Return the active side's elements that a PIP could land now."""
    aboard = tuple(e for e in battle.of(state.active) if state.elements[e].where == "reserve")
    if comes_by_sea(battle, state, state.active):
        return aboard[:MOST_RESERVE] if state.own_bound() > 1 else ()
    return aboard if state.own_bound() == 1 else ()


def end(battle: Battle, state: TableState) -> Step[TableState]:
    """Begin shooting or, if no element on the table can shoot, close combat."""
    anybody = any(shooters.can_shoot(battle, state, e) for e in state.on_table())
    phase = "shooting" if anybody else "combat"
    return Step(state.but(phase=phase, pips=0), (ev.MovesEnded(state.pips),))


def _require_own(battle: Battle, state: TableState, element: str) -> None:
    if element not in battle.of(state.active):
        raise IllegalAction("tactical_moves", "not_your_element", element=element)
    if state.elements[element].where in ("lost", "reserve"):
        raise IllegalAction("tactical_moves", "not_on_table", element=element)


def _afford(state: TableState, reasons: tuple[str, ...]) -> int:
    price = pips.cost(reasons)
    if price > state.pips:
        raise IllegalAction("pips", "too_few_pips", cost=price, left=state.pips, reasons=list(reasons))
    return price


def _check_movers(battle: Battle, state: TableState, action: act.MoveElements) -> None:
    everybody = action.everybody
    if not action.elements or len(set(everybody)) != len(everybody):
        raise IllegalAction("tactical_moves", "nobody_moves")
    if action.onto and len(everybody) > 1:
        raise IllegalAction("garrisons", "one_inside")
    assault = strongholds.defender_of(battle, state, state.active, action.onto)
    fights = action.contact or bool(assault)
    if action.contact and action.onto in PLACES and not assault:
        raise IllegalAction("garrisons", "nobody_resists")
    if assault and not strongholds.room_to_assault(state, action.onto, assault):
        raise IllegalAction("close_combat", "assaulted_already", most=strongholds.MOST_ASSAULTS[action.onto])
    if action.ford and action.further == "road":
        raise IllegalAction("rivers", "no_ford_on_a_road")
    for element in everybody:
        _require_own(battle, state, element)
        now, kind = state.elements[element], battle.base(element, state).type
        if battle.blocks[element].followers:
            raise IllegalAction("camps", "followers_stay", element=element)
        if now.sacking:
            raise IllegalAction("garrisons", "still_sacking", element=element)
        if now.where != "table" and action.onto != "leave":
            raise IllegalAction("garrisons", "say_it_leaves", element=element)
        if now.where == "table" and action.onto == "leave":
            raise IllegalAction("garrisons", "not_inside", element=element)
        if now.spent:
            raise IllegalAction("further_moves", "spent", element=element)
        if now.where == "table" and contacts.facing(state, element):
            raise IllegalAction("breaking_off", "break_off_first", element=element)
        if now.moves and element in action.along:
            raise IllegalAction("further_moves", "goes_again", element=element)
        if now.moves:
            _check_further(state, action, element, kind, fights)
        elif bool(action.further) != (element in action.along):
            raise IllegalAction("further_moves", "first_move", element=element)
        to_enemy = action.onto in PLACES and strongholds.is_hostile(state, state.active, action.onto)
        if (fights or to_enemy) and kind in ENGINES:
            raise IllegalAction("contact", "never_into_contact", element=element)
        if action.dismount and (battle.blocks[element].dismounts is None or now.dismounted):
            raise IllegalAction("troops", "does_not_dismount", element=element)
    if action.dismount and fights:
        raise IllegalAction("tactical_moves", "dismounts_clear_of_enemy")


def _check_further(
    state: TableState, action: act.MoveElements, element: str, kind: str, fights: bool
) -> None:
    """Check that a further move in a bound is one of the four allowed cases. Only a second move can be a
    charge.

    A move that ends in an assault counts as a move into contact, even if the players do not report it as
    one.
    """
    if action.further == "road" and not laid_terrain.may_have(state, "road"):
        raise IllegalAction("further_moves", "no_road")
    fits = {
        "light_horse": kind == "LH" and not fights,
        "psiloi": kind == "Ps" and state.own_bound() == 1,
        "charge": kind in ("SCh", "Wb") and fights and state.elements[element].moves == 1,
        "road": not fights,
    }
    if action.dismount or not fits.get(action.further, False):
        raise IllegalAction("further_moves", "no_further_move", element=element, reason=action.further)


def _move_onto(battle: Battle, state: TableState, element: str, onto: str) -> tuple[TableState, Happened]:
    if onto == "leave":
        return strongholds.leave(battle, state, element)
    if defender := strongholds.defender_of(battle, state, state.active, onto):
        state = state.with_element(element, charged=True)
        return contacts.record_contact(state, element, defender), ()  # the assault is fought in this bound
    old = strongholds.replaced_in_camp(battle, state, state.active) if onto == "own_camp" else None
    if old:
        return strongholds.replace_in_camp(battle, state, element, old)
    return strongholds.enter(battle, state, element, onto)

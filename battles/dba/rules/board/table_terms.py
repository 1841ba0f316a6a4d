"""Convert facts on the board into the terms of the table's rules: moves, shots, and the elements that must
fight or shoot.
"""

from __future__ import annotations

from typing import Any, Literal

from battles.dba.rules.board import orders, shooting, stances
from battles.dba.rules.board.actions import ShootOnBoard
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.board.moves import CompletedMove
from battles.dba.rules.board.orders import Move
from battles.dba.rules.board.stances import DENIZENS
from battles.dba.rules.field import bases, convex, sight, touch
from battles.dba.rules.field.position import Position
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import engagement, pips, shooters
from battles.dba.rules.table import moves as table_moves
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from battles.dba.rules.troops import ENGINES
from engine.game import IllegalAction

MOST_HELPERS = 2  # the maximum number of shooters that help the first one (L320)
Further = Literal["", "light_horse", "psiloi", "charge", "road"]


def move(
    battle: Battle, state: TableState, position: Position, order: Move, done: CompletedMove, dismount: bool
) -> act.MoveElements:
    """Return a legal move on the board as an action of the table's rules. It includes the facts that decide
    its price and whether it is allowed.
    """
    again = tuple(n for n in order.who if state.elements[n].moves)
    contact = any(_touches_anew(position, done.position, name) for name in order.who)
    if any(position.base(name).type in ENGINES for name in order.who):
        contact = False  # ``record_charge`` records the contacts of the group's other elements
    onto, defended = place_entered(position, order)
    if position.elements[order.who[0]].inside:
        onto, defended = "leave", False
    first = tuple(n for n in order.who if n not in again)
    return act.MoveElements(
        again or order.who,
        far=all_far(battle, state, position, order.who),
        dismount=dismount,
        further=_further(state, position, done, again, contact or defended) if again else "",
        contact=(contact and not onto) or defended,
        ford=bool(done.fords),
        onto=onto,
        along=first if again else (),
    )


def aboard(battle: Battle, state: TableState) -> tuple[tuple[str, str, bool], ...]:
    """Return the elements that could land now: each one's name and base code, and whether it is the
    general.
    """
    names = table_moves.landing_now(battle, state)
    return tuple((n, battle.base(n, state).code, battle.blocks[n].general) for n in names)


def _touches_anew(before: Position, after: Position, name: str) -> bool:
    """Return whether an element touches an enemy that it did not touch before."""
    was = set(touch.touching_enemies(before, name))
    return bool(set(touch.touching_enemies(after, name)) - was)


def place_entered(position: Position, order: Move) -> tuple[Any, bool]:
    """Return the camp or built-up area that a move enters, as the table's rules name it, and whether it is
    defended. Return ("", False) if there is none.
    """
    place = next((leg.place for leg in order.legs if isinstance(leg, orders.Assault)), "")
    if not place:
        return "", False
    seat = position.elements[order.who[0]].seat
    held = touch.defender(position, place)
    own = held in position.elements and position.elements[held].seat == seat
    resists = bool(held) and not own and not (held == DENIZENS and position.denizens == seat)
    if place == "bua":
        return "bua", resists
    return ("own_camp" if place == f"camp {seat}" else "enemy_camp"), resists


def _further(
    state: TableState, position: Position, done: CompletedMove, again: tuple[str, ...], contact: bool
) -> Further:
    """Return the reason elements that have moved may move again (L311-316). Raises IllegalAction for
    light horse near the enemy. The table's rules check the other cases.
    """
    types = {position.base(n).type for n in again}
    if done.by_road and not contact:
        return "road"
    if types <= {"SCh", "Wb"}:
        return "charge"
    if types == {"Ps"} and state.own_bound() == 1:
        return "psiloi"
    if any(_is_near_enemy(where, name) for where in (position, done.position) for name in again):
        raise IllegalAction("further_moves", "light_horse_near_enemy", elements=list(again))
    return "light_horse"


def _is_near_enemy(position: Position, name: str) -> bool:
    """Return whether an enemy is within a base width of an element (L313)."""
    mine = position.base(name).corners
    return any(convex.is_within(mine, position.base(foe).corners, bases.WIDTH) for foe in position.foes(name))


def all_far(battle: Battle, state: TableState, position: Position, who: tuple[str, ...]) -> bool:
    """Return whether every element of a move starts out of the general's command (L254-256)."""
    general = battle.general(state.active)
    if not pips.distance_matters(battle, state) or general not in position.elements:
        return False
    return all(sight.far_from(position, general, name) for name in who)


def record_charge(state: TableState, before: Position, after: Position, who: tuple[str, ...]) -> TableState:
    """Return the state with a record of which movers charged, that is, moved into frontal contact in this
    bound. Other members of their group did not charge.
    """
    for name in who:
        if name not in after.elements:
            continue
        # engines never charge (L289)
        fights = touch.fights(after, name) and after.base(name).type not in ENGINES
        charged = fights and (state.elements[name].charged or not touch.fights(before, name))
        if charged != state.elements[name].charged:
            state = state.with_element(name, charged=charged)
    return state


def complete_shot(battle: Battle, state: TableState, position: Position, action: ShootOnBoard) -> act.Shoot:
    """Return a shot with the target's reply. A target that can shoot at the first shooter must shoot back
    (L320).
    """
    first, *more = action.shooters
    must = action.target != DENIZENS and shooters.must_answer(battle, state, action.target, first)
    answers = must and not shooting.why_not(position, action.target, first)
    back = answer_together(battle, state, position, action) if answers else ()
    return act.Shoot(
        first,
        action.target,
        tuple(more),
        answered=answers,
        unable=must and not answers,
        a=stances.shot_at(position, first, (action.target, *back) if answers else ()),
        b=stances.shot_at(position, action.target, action.shooters),
        back=back,
    )


def answer_together(
    battle: Battle, state: TableState, position: Position, action: ShootOnBoard
) -> tuple[str, ...]:
    """Return up to two friends of a target that join it in shooting back at the first shooter. Friends that
    must shoot at a different enemy are left out (L320, rulings T20, B22).
    """
    first, seat = action.shooters[0], position.elements[action.target].seat
    pairs = (set(pair) for pair in must_shoot(battle, state))
    bound = {n for pair in pairs if not pair & {first, action.target} for n in pair}
    able = (
        name
        for name in shooters.ready(battle, state)
        if name != action.target
        and name not in bound
        and name in position.elements
        and position.elements[name].seat == seat
        and not shooters.must_wait(battle, state, name, under_fire=False)
        and not shooters.was_shot_at(state, name)
    )
    return tuple(name for name in able if not shooting.why_not(position, name, first))[:MOST_HELPERS]


def must_shoot(battle: Battle, state: TableState) -> list[tuple[str, str]]:
    """Return the pairs of enemies that must still shoot at each other, the active side's element first
    (L320).
    """
    if "/" in state.shot:  # the passive side chooses targets; see ``aiming``
        return []
    ready = [
        e
        for e in shooters.ready(battle, state)
        if not shooters.must_wait(battle, state, e, under_fire=True) and not shooters.was_shot_at(state, e)
    ]
    if not ready:
        return []
    found = []
    for one, two in shooting.mutual(position_of(battle, state)):
        if one in ready and two in ready:
            mine = battle.blocks[one].seat == state.active
            found.append((one, two) if mine else (two, one))
    return found


def must_fight(battle: Battle, state: TableState) -> list[tuple[str, str]]:
    """Return the pairs in frontal contact that have yet to fight in this bound, the active side's element
    first.
    """
    found = []
    for one, two in state.contacts:
        outside = [n for n in (one, two) if n != DENIZENS and state.elements[n].where == "table"]
        if any(n in state.fought for n in outside):
            continue
        if all(engagement.may_fight(state, n) for n in (one, two)):
            seat = battle.blocks[one].seat if one != DENIZENS else None
            mine = seat == state.active if seat else battle.blocks[two].seat != state.active
            found.append((one, two) if mine else (two, one))
    return found

"""Everything before the first bound: the defender, the battlefield, the edges, camps, deployment and
swaps.
"""

from __future__ import annotations

from typing import Any, Final

from battles.dba.rules.field import checks, drawing
from battles.dba.rules.field.shapes import DrawnPiece
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import contacts, laid_terrain, terrain
from battles.dba.rules.table import events as ev
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import (
    BLUE,
    RED,
    SEATS,
    BuiltUpArea,
    Camp,
    ElementState,
    Luck,
    River,
    TableState,
    other,
)
from battles.dba.rules.troops import FOOT
from engine.dice import Dice, Throw, d6
from engine.game import IllegalAction, Step
from engine.story import Story

MOST_RESERVE: Final = 4
EDGES: Final = (1, 2, 3, 4)  # far, right, near and left
Happened = tuple[Any, ...]


def first(battle: Battle, quick: bool) -> Step[TableState]:
    """Return the state and events at the start. A campaign may have decided the defender and the terrain."""
    state = TableState(
        phase="aggression",
        elements={block: ElementState() for block in battle.blocks},
        luck={seat: Luck() for seat in SEATS},
        general_in=dict.fromkeys(SEATS, ""),
    )
    ground = battle.ground
    if ground is None:
        return Step(state)
    state, events = _invader_known(state, other(ground.defender))
    state = _features(state, ground.bua, ground.river or ground.strait)
    if ground.strait:
        state = state.but(river=River(nature="hindering"))
    if state.bua is not None and not ground.denizens:
        state = state.but(bua=state.bua.but(denizens="none"))
    if not quick:
        return _to_camps(battle, state, events)
    return _ready(battle, state, ground.bua_garrison or None, events)


def roll_aggression(battle: Battle, state: TableState, dice: Dice) -> Step[TableState]:
    """Roll for each side and add its army's aggression. The lower total defends, and equal totals are rolled
    again (ruling T2).
    """
    story = Story(dice)
    while True:
        rolled = dice.roll_all([Throw(6, "aggression", "deployment", seat) for seat in SEATS])
        totals = tuple(die + battle.armies[seat].aggression for die, seat in zip(rolled, SEATS, strict=True))
        story.tell(ev.AggressionRolled((rolled[0], rolled[1]), (totals[0], totals[1])))
        if totals[0] != totals[1]:
            break
    state, known = _invader_known(state, RED if totals[0] > totals[1] else BLUE)
    story.tell(*known)
    return story.step(state.but(phase="terrain", active=state.defender))


def set_table(battle: Battle, state: TableState, action: act.SetTable) -> Step[TableState]:
    """Accept a table that the players have set up themselves. Only the facts that the assistant tracks are
    recorded.
    """
    if len(set(action.terrain)) != len(action.terrain):
        raise IllegalAction("battlefield", "nothing_noted")
    state, events = _invader_known(state, action.invader)
    state = laid_terrain.with_pieces(_features(state, action.bua, action.river), action.terrain)
    events += (ev.TableSet(action.invader, action.bua, action.river),)
    return _ready(battle, state, action.garrison, events)


def place_terrain(battle: Battle, state: TableState, action: act.PlaceTerrain) -> Step[TableState]:
    """Check the defender's terrain against the army's home topography, and record it."""
    home = battle.armies[state.defender].topography
    if action.drawing:
        drawing.check(action.drawing, action.pieces)
        terrain.check_numbers(home, action.pieces)  # layout faults are allowed: players see them
    else:
        terrain.check(home, action.pieces)
    kinds = {piece.kind for piece in action.pieces}
    state = _features(state.but(pieces=action.pieces), "bua" in kinds, "river" in kinds)
    state = state.but(phase="sides", active=state.invader, drawing=action.drawing)
    return Step(state, (ev.TerrainPlaced(action.pieces, action.drawing),))


def edges_to_wish(state: TableState) -> tuple[int, ...]:
    """Return the edges that the invader may wish for.

    The edge nearest to a drawn built-up area is excluded (L238). If several edges are equally near, all
    of them are excluded, unless none would be left.
    """
    areas = [one for one in state.drawing if one.kind == "bua"] if state.bua else []
    near = {edge for one in areas for edge in _nearest_edges(one)}
    return tuple(edge for edge in EDGES if edge not in near) or EDGES


def _nearest_edges(one: DrawnPiece) -> set[int]:
    gaps = checks.edges(one)
    return {edge for edge, gap in zip(EDGES, gaps, strict=True) if gap <= min(gaps) + checks.TOLERANCE}


def choose_edge(battle: Battle, state: TableState, action: act.ChooseEdge, dice: Dice) -> Step[TableState]:
    """Roll for the invader's edge. A 4, 5 or 6 gives the preferred edge; 1, 2 and 3 give the other edges,
    clockwise from it.
    """
    if action.edge not in EDGES:
        raise IllegalAction("deployment", "no_such_edge", edge=action.edge)
    if action.edge not in edges_to_wish(state):
        raise IllegalAction("deployment", "edge_nearest_bua", path="edge", value=action.edge)
    die = d6(dice, "edge", "deployment", state.invader)
    edge = action.edge if die >= 4 else (action.edge - 1 + die) % 4 + 1
    return _to_camps(battle, state.but(side=edge), (ev.EdgeRolled(action.edge, die, edge),))


def pitch_camp(battle: Battle, state: TableState, action: act.PitchCamp) -> Step[TableState]:
    """Place the active side's camp, with its garrison: one of the twelve elements, the camp followers, or
    none.
    """
    seat = state.active
    state = _garrison_camp(battle, state, seat, action.garrison)
    events: Happened = (ev.CampPitched(seat, True, action.garrison),)
    if seat == state.defender:
        state, more = skip_campless(battle, state.but(active=state.invader))
        return Step(state, events + more)
    return Step(_deployment(state), events)


def deploy(battle: Battle, state: TableState, action: act.Deploy) -> Step[TableState]:
    """Put one side's army on the table. Only the defender may garrison a built-up area, with one foot
    element.
    """
    seat = state.active
    if action.garrison is not None:
        if seat != state.defender:
            raise IllegalAction("deployment", "invader_no_bua")
        state = garrison_bua(battle, state, action.garrison)
    reserve = action.reserve or second_wave(battle, state, seat)
    state = _keep_aboard(battle, state, reserve)
    events = (ev.ArmyDeployed(seat, action.garrison, reserve),)
    if seat == state.defender:
        return Step(state.but(active=state.invader), events)
    return Step(state.but(phase="swaps", active=state.defender), events)


def may_keep_aboard(battle: Battle, state: TableState) -> bool:
    """Return whether the active side can still report which elements wait at sea.

    The army must be littoral, set up by hand at a waterway, and not have moved in its first bound. In the
    guided set-up the deployment asks for these elements.
    """
    by_hand = battle.ground is None and not state.side
    return (
        by_hand
        and state.own_bound() == 1
        and state.phase in ("pips", "moves")
        and may_keep_elements_aboard(battle, state, state.active)
        and all(
            state.elements[e].where != "reserve" and not state.elements[e].moves
            for e in battle.of(state.active)
        )
    )


def keep_aboard(battle: Battle, state: TableState, action: act.KeepAboard) -> Step[TableState]:
    """Keep aboard some elements that will land in this bound, as the guided set-up does. Raises
    IllegalAction if the army may no longer report them.
    """
    if not action.reserve or not may_keep_aboard(battle, state):
        raise IllegalAction("deployment", "no_landing")
    state = _keep_aboard(battle, state, action.reserve)
    return Step(state, (ev.KeptAboard(state.active, action.reserve),))


def swap(battle: Battle, state: TableState, action: act.SwapElements) -> Step[TableState]:
    """Swap up to two pairs of the defender's elements, which ends the set-up."""
    if len(action.pairs) > 2:
        raise IllegalAction("deployment", "two_swaps", number=len(action.pairs))
    named = [element for pair in action.pairs for element in pair]
    for element in named:
        if element not in battle.of(state.defender) or battle.blocks[element].followers:
            raise IllegalAction("deployment", "swap_own", element=element)
    if len(set(named)) < len(named):
        raise IllegalAction("deployment", "swap_twice")
    for one, two in action.pairs:
        here, there = state.elements[one].where, state.elements[two].where
        if "bua" in (here, there):
            newcomer = two if here == "bua" else one
            if battle.base(newcomer, state).type not in FOOT:
                raise IllegalAction("deployment", "garrison_foot", element=newcomer)
        state = state.with_element(one, where=there).with_element(two, where=here)
    events: Happened = (ev.ElementsSwapped(action.pairs),)
    return begin_bound(state, events)


def begin_bound(state: TableState, events: Happened) -> Step[TableState]:
    """Begin the next bound. The invader has the first one, and the sides then alternate."""
    active = state.invader if state.bound == 0 else state.passive
    fresh = {i: e.but(moves=0, spent=False, charged=False) for i, e in state.elements.items()}
    river = state.river.but(barred=False) if state.river else None
    state = state.but(
        phase="pips",
        bound=state.bound + 1,
        active=active,
        rolled=0,
        pips=0,
        elements=fresh,
        river=river,
        shot=(),
        fought=(),
    )
    return Step(state, (*events, ev.BoundBegan(state.bound, active)))


def has_camp(battle: Battle, state: TableState, seat: str) -> bool:
    """Return whether an army has a camp. It has none in a sortie, if it controls the built-up area, or if it
    has more than one war wagon.
    """
    wagons = sum(battle.blocks[e].base.type == "WWg" for e in battle.of(seat))
    holds_bua = state.bua is not None and seat == state.defender
    return battle.armies[seat].camp and not holds_bua and wagons <= 1


def may_keep_elements_aboard(battle: Battle, state: TableState, seat: str) -> bool:
    """Return whether an army can keep elements aboard. It needs a littoral home, and there must be a
    waterway.
    """
    at_sea = any(piece.kind == "waterway" for piece in state.pieces)
    return at_sea and battle.armies[seat].topography == "littoral"


def comes_by_sea(battle: Battle, state: TableState, seat: str) -> bool:
    """Return whether a campaign lands this army on the enemy's coast."""
    return battle.ground is not None and battle.ground.landing and seat == state.invader


def second_wave(battle: Battle, state: TableState, seat: str) -> tuple[str, ...]:
    """Return the default second wave of a landing: the last half of the army, rounded down, without the
    general. Return () for an army that does not come by sea.
    """
    if not comes_by_sea(battle, state, seat):
        return ()
    number = battle.armies[seat].strength // 2
    return elements_aboard(battle, state, seat)[-number:] if number else ()


def elements_aboard(battle: Battle, state: TableState, seat: str) -> tuple[str, ...]:
    """Return the elements that can wait aboard in a campaign's landing. The general and camp followers
    cannot.
    """
    blocks = (battle.blocks[e] for e in battle.of(seat) if state.elements[e].where == "table")
    return tuple(block.id for block in blocks if not block.general and not block.followers)


def _invader_known(state: TableState, invader: str) -> tuple[TableState, Happened]:
    state = state.but(invader=invader)
    return state, (ev.InvaderKnown(invader, state.defender),)


def _features(state: TableState, bua: bool, river: bool) -> TableState:
    owner = state.defender
    return state.but(
        bua=BuiltUpArea(owner, owner, "alive", owner) if bua else None,
        river=River() if river else None,
    )


def _ready(battle: Battle, state: TableState, garrison: str | None, events: Happened) -> Step[TableState]:
    if garrison is not None:
        state = garrison_bua(battle, state, garrison)
    for element in second_wave(battle, state, state.invader):
        state = state.with_element(element, where="reserve")
    for seat in SEATS:
        if has_camp(battle, state, seat):
            followers = next((e for e in battle.of(seat) if battle.blocks[e].followers), None)
            state = _garrison_camp(battle, state, seat, followers)
        else:
            state = no_camp(battle, state, seat)
    return begin_bound(state, events)


def _to_camps(battle: Battle, state: TableState, events: Happened) -> Step[TableState]:
    state, more = skip_campless(battle, state.but(phase="camps", active=state.defender))
    return Step(state, events + more)


def skip_campless(battle: Battle, state: TableState) -> tuple[TableState, Happened]:
    """Return the state and events after the sides that have no camp have been passed over in the camps
    phase.
    """
    events: Happened = ()
    while state.phase == "camps" and not has_camp(battle, state, state.active):
        state = no_camp(battle, state, state.active)
        events += (ev.CampPitched(state.active, False, None),)
        last = state.active == state.invader
        state = _deployment(state) if last else state.but(active=state.invader)
    return state, events


def _deployment(state: TableState) -> TableState:
    return state.but(phase="deployment", active=state.defender)


def no_camp(battle: Battle, state: TableState, seat: str) -> TableState:
    state = state.but(camps={**state.camps, seat: Camp(False, "")})
    for element in battle.of(seat):
        if battle.blocks[element].followers and state.elements[element].where != "lost":
            state = contacts.end_contacts(state, element)
            state = state.with_element(element, where="lost", cause="no_camp")
    return state


def _garrison_camp(battle: Battle, state: TableState, seat: str, garrison: str | None) -> TableState:
    if garrison is not None and garrison not in battle.of(seat):
        raise IllegalAction("camps", "not_your_element", element=garrison)
    state = state.but(camps={**state.camps, seat: Camp(True, seat)})
    for element in battle.of(seat):
        if element == garrison:
            state = state.with_element(element, where="camp")
        elif battle.blocks[element].followers:  # followers leave if they are not the garrison
            state = state.with_element(element, where="lost", cause="replaced")
    return state


def garrison_bua(battle: Battle, state: TableState, garrison: str) -> TableState:
    if state.bua is None:
        raise IllegalAction("deployment", "no_bua")
    if garrison not in battle.of(state.defender):
        raise IllegalAction("deployment", "not_your_element", element=garrison)
    if battle.base(garrison, state).type not in FOOT or battle.blocks[garrison].followers:
        raise IllegalAction("deployment", "garrison_foot", element=garrison)
    if state.elements[garrison].where != "table":
        raise IllegalAction("deployment", "already_posted", element=garrison)
    return state.with_element(garrison, where="bua")


def _keep_aboard(battle: Battle, state: TableState, reserve: tuple[str, ...]) -> TableState:
    if comes_by_sea(battle, state, state.active):
        _check_wave(battle, state, reserve)
    elif reserve and not may_keep_elements_aboard(battle, state, state.active):
        raise IllegalAction("deployment", "no_landing")
    elif len(set(reserve)) != len(reserve) or len(reserve) > MOST_RESERVE:
        raise IllegalAction("deployment", "four_in_reserve", number=len(reserve))
    for element in reserve:
        if element not in battle.of(state.active) or state.elements[element].where != "table":
            raise IllegalAction("deployment", "not_your_element", element=element)
        state = state.with_element(element, where="reserve")
    return state


def _check_wave(battle: Battle, state: TableState, reserve: tuple[str, ...]) -> None:
    """Check that exactly half of the army waits aboard, without the general and the camp followers."""
    number = len(second_wave(battle, state, state.active))
    if len(reserve) != number or len(set(reserve)) != number:
        raise IllegalAction("deployment", "half_aboard", number=number)
    wrong = [e for e in reserve if e not in elements_aboard(battle, state, state.active)]
    if wrong:
        raise IllegalAction("deployment", "general_lands_first", element=wrong[0])

"""The actions that the board offers: marches and contacts of groups and single elements, shots, and
combats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from battles.dba.rules.board import (
    aiming,
    deployment,
    garrisons,
    landing,
    lawful,
    moves,
    orders,
    shooting,
    table_terms,
)
from battles.dba.rules.board.actions import LandOnBoard
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.board.orders import Move
from battles.dba.rules.distances import reach
from battles.dba.rules.field import bases, groups, touch
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.rules.table import moves as table_moves
from battles.dba.rules.table import pips, setup, shooters, strongholds
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from battles.dba.rules.troops import FOOT
from engine.game import Choice, Given, IllegalAction, Json, Many, Option, Pick

LEAST_BACK: Final = 200  # the minimum number of paces in a move that breaks off (L295)
WHEELS: Final = (90, 60, 40, 20, 10)  # wheels to offer, in half degrees


def choices(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    """Yield the choices of the active side in the moves, shooting and combat phases."""
    if state.phase == "moves":
        yield from _moves(battle, state, decision)
    elif state.phase == "shooting":
        yield from _shots(battle, state, decision)
    else:
        yield from _fights(battle, state, decision)


def deployments(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    """Yield the choices for deployment: each style, and a layout by hand, with a garrison or a reserve where
    the rules allow one. If a campaign lands the army from the sea, half of it waits aboard.
    """
    seat, wave = state.active, list(setup.second_wave(battle, state, state.active))
    aboard: dict[str, Json] = {"reserve": wave} if wave else {}
    for style in deployment.STYLES:
        yield _one("deploy_on_board", "deployment", decision, layout=style, garrison="", **aboard)
    layout = Given("layout", "dba_layout", "centre")
    yield Choice("deploy_on_board", {"garrison": "", **aboard}, (layout,), "deployment", decision)
    if state.bua is not None and seat == state.defender:
        foot = Pick("garrison", _options(n for n in battle.of(seat) if _may_garrison(battle, state, n)))
        yield Choice("deploy_on_board", {}, (layout, foot), "deployment", decision)
    if not wave and setup.may_keep_elements_aboard(battle, state, seat):
        able = _options(n for n in battle.of(seat) if state.elements[n].where == "table")
        reserve = Many("reserve", able, 1, setup.MOST_RESERVE)
        yield Choice("deploy_on_board", {"garrison": ""}, (layout, reserve), "deployment", decision)


def _may_garrison(battle: Battle, state: TableState, name: str) -> bool:
    on_foot = battle.base(name, state).type in FOOT and not battle.blocks[name].followers
    return on_foot and state.elements[name].where == "table"


def _single_steps(battle: Battle, state: TableState, position: Position) -> list[str]:
    """Return orders that each move one element a single pace ahead, one order for every element that can
    still move.
    """
    return [str(Move((name,), (orders.Ahead(PER_PACE),))) for name in ready(battle, state, position)]


def _options(names: Iterable[str]) -> tuple[Option, ...]:
    return tuple(Option(name) for name in names)


def _moves(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    position = position_of(battle, state)
    example = ""
    for who in movers(battle, state, position):
        for move in (*contacts(position, who), *marches(position, who), *turns(position, who)):
            example = example or str(move)
            yield _one("move_on_board", "tactical_moves", decision, order=str(move), dismount=False)
    garrisoning = list(places(battle, state, position))
    others = [str(move) for move in garrisoning] or _single_steps(battle, state, position)
    if state.pips and (example or others):  # any other move, as text in the format of ``orders.Move``
        order = Given("order", "dba_order", example or others[0])
        for dismount in (False, True):
            yield Choice("move_on_board", {"dismount": dismount}, (order,), "tactical_moves", decision)
    for move in garrisoning:
        yield _one("move_on_board", "garrisons", decision, order=str(move), dismount=False)
    for name, paces in breaks(battle, state, position):
        yield _one("break_off_on_board", "breaking_off", decision, element=name, paces=paces)
    for land in landings(battle, state, position):
        yield _one("land_on_board", "deployment", decision, **_fields(land))
    if table_moves.may_revolt(battle, state):
        yield _one("incite_revolt", "garrisons", decision)
    yield _one("end_moves", "tactical_moves", decision)


def breaks(battle: Battle, state: TableState, position: Position) -> Iterator[tuple[str, int]]:
    """Yield (element, paces) for the elements that can break off: the minimum distance and the full move,
    where each is legal.
    """
    for name in ready(battle, state, position):
        if state.bound == 1 or not touch.enemies_faced(position, name):
            continue
        if affordable(battle, state, position, (name,)):
            base = position.base(name)
            farthest = reach(base.type, base.code).good
            yield from (
                (name, paces)
                for paces in dict.fromkeys((LEAST_BACK, farthest))
                if _can_break_off(position, name, paces)
            )


def _can_break_off(position: Position, name: str, paces: int) -> bool:
    try:
        moves.break_off(position, name, paces * PER_PACE)
    except IllegalAction:
        return False
    return True


def places(battle: Battle, state: TableState, position: Position) -> Iterator[Move]:
    """Yield the moves of single elements into, against and out of camps and built-up areas (L210-220)."""
    for name in ready(battle, state, position):
        if not touch.enemies_faced(position, name) and affordable(battle, state, position, (name,)):
            for move in garrisons.assaults_in_reach(position, name):
                if _may_go_in(battle, state, position, move) and moves.is_lawful(position, move):
                    yield move
    for name in garrisons_ready(battle, state, position):
        if affordable(battle, state, position, (name,)):
            out = (*moves.contacts_in_reach(position, (name,)), *garrisons.ways_out(position, name))
            yield from (move for move in out if moves.is_lawful(position, move))


def _may_go_in(battle: Battle, state: TableState, position: Position, move: Move) -> bool:
    """Return whether an element may move against a camp or built-up area. If a friend is inside, that
    garrison must be able to make room and the PIPs must pay for both. If an enemy is inside, there must be
    room to assault.
    """
    place = next(leg.place for leg in move.legs if isinstance(leg, orders.Assault))
    held = touch.defender(position, place)
    if held in position.elements and position.elements[held].seat == state.active:
        if battle.blocks[held].followers:
            return True
        fresh = not state.elements[held].moves and not state.elements[held].sacking
        return fresh and affordable(battle, state, position, (*move.who, held))
    name = "bua" if place == "bua" else "own_camp" if place == f"camp {state.active}" else "enemy_camp"
    return not held or strongholds.room_to_assault(state, name, held)


def garrisons_ready(battle: Battle, state: TableState, position: Position) -> list[str]:
    """Return the active side's garrisons that can leave. Camp followers, sackers and elements that have
    moved are left out.
    """
    return [
        name
        for name, one in position.elements.items()
        if one.seat == state.active
        and one.inside
        and not battle.blocks[name].followers
        and not state.elements[name].sacking
        and not (state.elements[name].moves or state.elements[name].spent)
    ]


def landings(battle: Battle, state: TableState, position: Position) -> list[LandOnBoard]:
    """Return the landings that the reserve can make now."""
    aboard = table_terms.aboard(battle, state)
    if not aboard or not state.pips:
        return []
    return list(landing.landings(position, state.active, aboard))


def _fields(action: LandOnBoard) -> dict[str, Json]:
    return {"who": list(action.who)} | {
        name: getattr(action, name) for name in ("x", "y", "heading", "files")
    }


def _shots(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    position = position_of(battle, state)
    must = table_terms.must_shoot(battle, state)
    for group, target in volleys(battle, state, position):
        yield _one("shoot_on_board", "shooting", decision, shooters=list(group), target=target)
    if not must:
        yield _one("end_shooting", "shooting", decision, none_in_reach=False)


def volleys(battle: Battle, state: TableState, position: Position) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield volleys: a shooter with its target, alone and with up to two friends that can shoot at the same
    target (L320). Friends without another target help first. While any enemies must shoot at each other,
    only their volleys are offered. An element that must shoot at a different target then does not help.
    """
    able = list(shots(battle, state, position))
    number = Counter(shooter for shooter, _ in able)
    must = table_terms.must_shoot(battle, state)
    bound = {shooter for shooter, _ in must}
    for shooter, target in must or able:
        seat = position.elements[shooter].seat
        friends = [
            one
            for one, at in able
            if at == target
            and one != shooter
            and (one not in bound or (one, target) in must)
            and position.elements[one].seat == seat
        ]
        friends.sort(key=lambda one: (number[one], one))
        if friends:
            yield (shooter, *friends[:2]), target
        yield (shooter,), target


def shots(battle: Battle, state: TableState, position: Position) -> Iterator[tuple[str, str]]:
    """Yield (shooter, target) for every shot that is possible now. Artillery that must wait until it is under
    fire is left out. Targets that were already shot at in this bound, or that have charged, are left out too.
    """
    side = aiming.shooting_side(state)
    for shooter in shooters.ready(battle, state):
        if battle.blocks[shooter].seat != side or shooter not in position.elements:
            continue
        if shooters.must_wait(battle, state, shooter, under_fire=False):
            continue
        for target in shooting.targets(position, shooter):
            charged = target in state.elements and state.elements[target].charged
            if not shooters.was_shot_at(state, target) and not charged:
                yield shooter, target


def _fights(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    left = table_terms.must_fight(battle, state)
    for attacker, defender in left:
        yield _one("fight_on_board", "close_combat", decision, attacker=attacker, defender=defender)
    if not left:
        yield _one("end_combat", "close_combat", decision, none_in_contact=False)


def _one(kind: str, rule: str, decision: str, **fixed: object) -> Choice:
    return Choice(kind, fixed, (), rule, decision)


# --- possible moves ---


def ready(battle: Battle, state: TableState, position: Position) -> list[str]:
    """Return the active side's elements in the open that can still move, because they have not moved yet and
    were not turned back at a ford.
    """
    return [
        name
        for name, one in position.elements.items()
        if one.seat == state.active
        and not one.inside
        and not (state.elements[name].moves or state.elements[name].spent)
    ]


def movers(battle: Battle, state: TableState, position: Position) -> list[tuple[str, ...]]:
    """Return the groups and single elements that can move and that the remaining PIPs can pay for, largest
    first. An element that touches an enemy's front cannot move with its group (L265).
    """
    free = [n for n in ready(battle, state, position) if not touch.opponents(position, n)]
    loose = [n for n in free if not lawful.touches_front(position, n)]
    found: dict[tuple[str, ...], None] = {}
    for name in free:
        group = groups.group_among(position, name, loose) if name in loose else ()
        if len(group) > 1:
            found[group] = None
        found[(name,)] = None
    able = (who for who in found if affordable(battle, state, position, who))
    return sorted(able, key=lambda who: -len(who))


def affordable(battle: Battle, state: TableState, position: Position, who: tuple[str, ...]) -> bool:
    far = table_terms.all_far(battle, state, position, who)
    return pips.cost(pips.surcharges(battle, state, who, far=far)) <= state.pips


def contacts(position: Position, who: tuple[str, ...]) -> list[Move]:
    """Return the moves that bring these elements into contact with an enemy in a single leg."""
    return list(moves.contacts_in_reach(position, who))


def marches(position: Position, who: tuple[str, ...]) -> Iterator[Move]:
    """Yield the longest legal move straight ahead, if there is one."""
    farthest = min(reach(position.base(n).type, position.base(n).code).good for n in who) * PER_PACE
    move = Move(who, (orders.Ahead(farthest),))
    if moves.is_lawful(position, move):
        yield move
    elif (cut := moves.shorten_move(position, move)) is not None:
        yield cut


def turns(position: Position, who: tuple[str, ...]) -> Iterator[Move]:
    """Yield the widest legal wheel, from 45 down to 5 degrees, towards the nearest enemy. Yield nothing if
    that enemy is ahead.
    """
    foe = nearest(position, who[0])
    if not foe or is_ahead(position, who[0], foe):
        return
    base, (x, y) = position.base(who[0]), position.base(foe).middle
    (rx, ry), (mx, my) = bases.rightwards(base.heading), base.middle
    side = "right" if (x - mx) * rx + (y - my) * ry > 0 else "left"
    wheels = (orders.Wheel(side, half) for half in WHEELS)
    found = (Move(who, (leg,)) for leg in wheels if moves.may_wheel(position, who, leg))
    yield from islice((move for move in found if moves.is_lawful(position, move)), 1)


def is_ahead(position: Position, name: str, foe: str) -> bool:
    """Return whether an enemy lies within 45 degrees of an element's heading."""
    base, (x, y) = position.base(name), position.base(foe).middle
    (fx, fy), (mx, my) = bases.vector_ahead(base.heading), base.middle
    on, across = (x - mx) * fx + (y - my) * fy, (x - mx) * fy - (y - my) * fx
    return on > 0 and abs(across) <= on


def nearest(position: Position, name: str) -> str:
    """Return the enemy in the open whose middle is nearest, or ""."""
    mine = position.base(name).middle

    def away(foe: str) -> int:
        x, y = position.base(foe).middle
        return (x - mine[0]) ** 2 + (y - mine[1]) ** 2

    return min(position.foes(name), key=away, default="")

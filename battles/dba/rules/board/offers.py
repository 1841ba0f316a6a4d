"""The actions that the board offers: marches and contacts of groups and single elements, shots,
and combats.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.dba.rules.board import aiming, deployment, lawful, moves, orders, shooting, telling
from battles.dba.rules.board.orders import Move
from battles.dba.rules.board.standing import position_of
from battles.dba.rules.distances import reach
from battles.dba.rules.field import bases, groups, touch
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.rules.table import moves as table_moves
from battles.dba.rules.table import pips, shooters
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from engine.game import Choice, Given, IllegalAction

WHEEL: Final = 90  # half degrees
LEAST: Final = 10


def choices(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    """Yield the choices of the active side in each of the three parts of a bound."""
    if state.phase == "moves":
        yield from _moves(battle, state, decision)
    elif state.phase == "shooting":
        yield from _shots(battle, state, decision)
    else:
        yield from _fights(battle, state, decision)


def deployments(decision: str) -> Iterator[Choice]:
    """Yield the styles in which the board can deploy an army."""
    for style in deployment.STYLES:
        yield _one("deploy_on_board", "deployment", decision, layout=style, garrison="")
    layout = Given("layout", "dba_layout", "centre")
    yield Choice("deploy_on_board", {"garrison": ""}, (layout,), "deployment", decision)


def _moves(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    position = position_of(battle, state)
    example = ""
    for who in movers(battle, state, position):
        for move in (*contacts(position, who), *marches(position, who), *turns(position, who)):
            example = example or str(move)
            yield _one("move_on_board", "tactical_moves", decision, order=str(move), dismount=False)
    if state.pips:  # any other move, in the text format of ``orders.Move``
        order = Given("order", "dba_order", example)
        for dismount in (False, True):
            yield Choice("move_on_board", {"dismount": dismount}, (order,), "tactical_moves", decision)
    for name in ready(battle, state, position):
        fights = state.bound > 1 and touch.opponents(position, name)
        if fights and affordable(battle, state, position, (name,)) and _can_break_off(position, name):
            yield _one("break_off_on_board", "breaking_off", decision, element=name, paces=200)
    if table_moves.may_revolt(battle, state):
        yield _one("incite_revolt", "garrisons", decision)
    yield _one("end_moves", "tactical_moves", decision)


def _can_break_off(position: Position, name: str) -> bool:
    try:
        moves.break_off(position, name, 200 * PER_PACE)
    except IllegalAction:
        return False
    return True


def _shots(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    position = position_of(battle, state)
    must = telling.must_shoot(battle, state)
    for shooter, target in must or shots(battle, state, position):
        yield _one("shoot_on_board", "shooting", decision, shooters=[shooter], target=target)
    if not must:
        yield _one("end_shooting", "shooting", decision, none_in_reach=False)


def shots(battle: Battle, state: TableState, position: Position) -> Iterator[tuple[str, str]]:
    """Yield the pairs of elements of which the first can shoot at the second without being shot at."""
    side = aiming.shooting_side(state)
    for shooter in shooters.ready(battle, state):
        if battle.blocks[shooter].seat != side or shooter not in position.elements:
            continue
        if shooters.waits(battle, state, shooter, under_fire=False):
            continue
        for target in shooting.targets(position, shooter):
            charged = target in state.elements and state.elements[target].charged
            if not shooters.hit(state, target) and not charged:
                yield shooter, target


def _fights(battle: Battle, state: TableState, decision: str) -> Iterator[Choice]:
    left = telling.must_fight(battle, state)
    for attacker, defender in left:
        yield _one("fight_on_board", "close_combat", decision, attacker=attacker, defender=defender)
    if not left:
        yield _one("end_combat", "close_combat", decision, none_in_contact=False)


def _one(kind: str, rule: str, decision: str, **fixed: object) -> Choice:
    return Choice(kind, fixed, (), rule, decision)


# --- possible moves ---


def ready(battle: Battle, state: TableState, position: Position) -> list[str]:
    """Return the active side's elements in the open that can still move: those that have not moved, and
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
    """Return the groups and single elements that can move and that the remaining PIPs can pay for, the
    largest first. Elements that touch an enemy's front leave their group behind (L265)."""
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
    far = telling.all_far(battle, state, position, who)
    return pips.cost(pips.surcharges(battle, state, who, far=far)) <= state.pips


def contacts(position: Position, who: tuple[str, ...]) -> list[Move]:
    """Return the moves that bring these elements into contact with an enemy at once."""
    return list(moves.contacts_in_reach(position, who))


def marches(position: Position, who: tuple[str, ...]) -> Iterator[Move]:
    """Yield the longest legal move straight ahead."""
    farthest = min(reach(position.base(n).type, position.base(n).code).good for n in who) * PER_PACE
    move = Move(who, (orders.Ahead(farthest),))
    if moves.is_lawful(position, move):
        yield move
    elif (cut := moves.shorten_move(position, move)) is not None:
        yield cut


def turns(position: Position, who: tuple[str, ...]) -> Iterator[Move]:
    """Yield a wheel by up to 45 degrees, as far as is legal, towards the nearest enemy if that
    is not ahead.
    """
    foe = nearest(position, who[0])
    if not foe or is_ahead(position, who[0], foe):
        return
    base, (x, y) = position.base(who[0]), position.base(foe).middle
    (rx, ry), (mx, my) = bases.rightwards(base.heading), base.middle
    side = "right" if (x - mx) * rx + (y - my) * ry > 0 else "left"
    move = Move(who, (orders.Wheel(side, WHEEL),))
    found = move if moves.is_lawful(position, move) else moves.shorten_move(position, move)
    if found is not None and any(isinstance(one, orders.Wheel) and one.half >= LEAST for one in found.legs):
        yield found


def is_ahead(position: Position, name: str, foe: str) -> bool:
    """Return whether an enemy lies within 45 degrees of straight ahead."""
    base, (x, y) = position.base(name), position.base(foe).middle
    (fx, fy), (mx, my) = bases.vector_ahead(base.heading), base.middle
    on, across = (x - mx) * fx + (y - my) * fy, (x - mx) * fy - (y - my) * fx
    return on > 0 and abs(across) <= on


def nearest(position: Position, name: str) -> str:
    """Return the enemy in the open whose centre is nearest."""
    mine = position.base(name).middle

    def away(foe: str) -> int:
        x, y = position.base(foe).middle
        return (x - mine[0]) ** 2 + (y - mine[1]) ** 2

    return min(position.foes(name), key=away, default="")

"""The drawn battlefield of a campaign's battle. It has pieces from the defender's home terrain and the
pieces that the campaign demands (docs/bridge.md, "DBA on the board").

The invader deploys at the near edge. A built-up area is in the defender's half, and a strait is a river
across the middle. An army that comes from the sea has a waterway along its own edge.
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import Any, Final

from battles.dba.rules.board import deployment
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.field import checks, propose, shapes
from battles.dba.rules.field.propose import Chance
from battles.dba.rules.field.shapes import Drawing, DrawnPiece
from battles.dba.rules.table import events as ev
from battles.dba.rules.table.scenario import Battle, Ground
from battles.dba.rules.table.state import SEATS, River, TableState
from battles.dba.rules.table.terrain import KINDS, LINEAR, TOPOGRAPHIES, UNIQUE, Kind
from engine.game import IllegalAction, Step
from engine.values import replace

NEAR: Final = 3  # the number of the invader's edge
ATTEMPTS: Final = 200
DEMANDED: Final[tuple[Kind, ...]] = ("waterway", "river", "bua")
CLEAR: Final = 2  # number of pieces in addition to the demanded ones


def lay_ground(battle: Battle, step: Step[TableState]) -> Step[TableState]:
    """Return the step with the battlefield drawn, if a campaign decided its terrain. The steps of other
    battles are returned unchanged.
    """
    if battle.ground is None:
        return step
    state = replace(step.state, side=NEAR)
    drawing = draw_ground(battle, state)
    river = state.river or (River() if any(one.kind == "river" for one in drawing) else None)
    state = state.but(drawing=drawing, pieces=shapes.pieces(drawing), river=river)
    drawn: tuple[Any, ...] = (ev.BattlefieldDrawn(state.defender, drawing, False),)
    return replace(step, state=state, events=(*step.events, *drawn))


def draw_ground(battle: Battle, state: TableState) -> Drawing:
    """Return the battlefield's drawing, which depends only on the scenario. It has room for both armies and
    their camps, unless none of the first ``ATTEMPTS`` drawings had.
    """
    ground = battle.ground
    assert ground is not None
    seed = sha256(json.dumps(battle.facts, sort_keys=True).encode()).hexdigest()
    home = battle.armies[ground.defender].topography
    for attempt in count():
        drawing = _draw(ground, home, f"{seed}:{attempt}")
        if drawing and (attempt >= ATTEMPTS or has_room(battle, state.but(drawing=drawing))):
            return drawing
    raise AssertionError("the counter never ends")


def demands(ground: Ground) -> tuple[Kind, ...]:
    """Return the kinds of pieces that a campaign demands."""
    wanted = {"waterway": ground.shore or ground.landing, "river": ground.river or ground.strait}
    return tuple(kind for kind in DEMANDED if wanted.get(kind, ground.bua))


@lru_cache(maxsize=256)
def _draw(ground: Ground, home: str, seed: str) -> Drawing:
    """Return a drawing of the demanded pieces and some pieces of the defender's home terrain. Return () if
    the demanded pieces do not fit together.
    """
    chance = Chance(seed)
    found: list[DrawnPiece] = []
    for kind in demands(ground):
        one = _place_demanded(kind, tuple(found), ground, chance)
        if one is None:
            return ()
        found.append(one)
    for kind in _further_kinds(home, demands(ground), chance):
        one = propose.piece_beside(kind, tuple(found), chance, small=True)
        if one is not None:
            found.append(one)
    return tuple(found)


def _place_demanded(kind: Kind, others: Drawing, ground: Ground, chance: Chance) -> DrawnPiece | None:
    """Return a legal piece in a place that suits the campaign, or None if there is no room."""
    for _ in range(propose.TRIES):
        one = propose.piece_beside(kind, others, chance)
        if one is not None and _lies_well(one, ground):
            return one
    return None


def _lies_well(one: DrawnPiece, ground: Ground) -> bool:
    if one.kind == "waterway":
        return one.edge == NEAR
    if one.kind == "river":
        return one.edge % 2 == NEAR % 2  # a river across the middle of the board
    far, _right, near, _left = checks.edges(one)
    return far < near


def _further_kinds(home: str, demanded: tuple[Kind, ...], chance: Chance) -> list[Kind]:
    """Choose further pieces of the home terrain. Linear pieces, and kinds that the rules allow only once, are
    left out: the campaign decides those.
    """
    topography = TOPOGRAPHIES[home]
    own: list[Kind] = [
        kind
        for kind in KINDS
        if kind in {topography.compulsory, *topography.optional} and kind not in UNIQUE | LINEAR
    ]
    shut = {kind: {a, b} - {kind} for a, b in topography.exclusive for kind in (a, b)}
    found: list[Kind] = []
    if topography.compulsory in own:
        found.append(topography.compulsory)
    while len(found) < CLEAR + (not demanded):
        kind = own[chance.draw_number(len(own))]
        if found.count(kind) < 2 and not shut.get(kind, set()).intersection(found):
            found.append(kind)
    return found


def has_room(battle: Battle, state: TableState) -> bool:
    """Return whether both sides can pitch a camp and deploy all their elements without using bad going."""
    for seat in SEATS:
        edge = deployment.edge_of(state.side, seat == state.invader)
        position = position_of(battle, state)
        codes = {n: battle.base(n, state).code for n in battle.of(seat) if not battle.blocks[n].followers}
        try:
            site = deployment.camp_site(position, seat, edge)
            position = replace(position, camps={seat: site})
            placed = deployment.line_up(position, edge, codes)
        except IllegalAction:
            return False
        if not all(deployment.lawful_place(position, base, careful=True) for base in placed.values()):
            return False
    return True

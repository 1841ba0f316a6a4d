"""A bot for empty seats, deadlines, tests and measurements at a table.

Positions at a table are not recorded, so the bot reports contacts that are typical of a battle line. If
several are possible, it reports the best one for its side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from battles.dba.rules.odds import odds
from battles.dba.rules.situation import Contender
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import (
    contacts,
    engagement,
    laid_terrain,
    moves,
    pips,
    setup,
    shooters,
    strongholds,
    terrain,
)
from battles.dba.rules.table.choices import movable
from battles.dba.rules.table.proposal import propose_terrain
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState, other
from battles.dba.rules.table.terrain import Kind, Piece
from battles.dba.rules.troops import ENGINES
from engine.dice import Dice, Throw
from engine.game import IllegalAction

CANDIDATES: Final = 4
ASSAULTS: Final = 8  # the bot considers an assault on a camp or built-up area in one move out of this many
MOST_COMBATS: Final = 5
LAYOUTS: Final = 48  # number of different battlefields that the bot proposes


def action(battle: Battle, state: TableState, dice: Dice) -> Any:
    """Choose a legal and sensible action for the active side."""
    return _PARTS[state.phase](battle, state, dice)


def pieces(battle: Battle, state: TableState) -> tuple[Piece, ...]:
    """Return a legal battlefield for the defender's home terrain: the compulsory piece and optional pieces
    of at most two kinds.
    """
    home = terrain.TOPOGRAPHIES[battle.armies[state.defender].topography]
    kinds = [k for k in terrain.KINDS if k in home.optional and k != "bua"]
    for one in range(len(kinds)):
        for two in range(one, len(kinds)):
            found = tuple(_lay_pieces((home.compulsory, kinds[one], kinds[two])))
            if not list(terrain.faults(battle.armies[state.defender].topography, found)):
                return found
    raise AssertionError("every topography has a legal battlefield")  # tests cover every topography


def _lay_pieces(kinds: Sequence[Kind]) -> list[Piece]:
    """Place the pieces in quarters that satisfy the rules. Linear pieces run along the far or right-hand
    quarters.
    """
    laid = []
    for number, kind in enumerate(kinds):
        if kind in terrain.LINEAR:
            laid.append(Piece(kind, (1, 2) if number else (2, 3)))
        else:
            laid.append(Piece(kind, (number + 1,), 160 - 10 * number, 100))
    return laid


def _roll_below(dice: Dice, sides: int) -> int:
    return dice.roll(Throw(sides, "bot")) - 1


def _pick(dice: Dice, of: Sequence[str]) -> str:
    return of[_roll_below(dice, len(of))]


def _edge(state: TableState, dice: Dice) -> act.ChooseEdge:
    able = setup.edges_to_wish(state)
    return act.ChooseEdge(able[_roll_below(dice, len(able))])


def _camp(battle: Battle, state: TableState, dice: Dice) -> Any:
    followers = [e for e in battle.of(state.active) if battle.blocks[e].followers]
    return act.PitchCamp(followers[0] if followers else None)


def _moves(battle: Battle, state: TableState, dice: Dice) -> Any:
    """Choose the next action of the move phase. Groups advance one at a time, and from the second bound on
    they close with the enemy.
    """
    if moves.may_revolt(battle, state):
        return act.InciteRevolt()
    if state.pips and moves.landing_now(battle, state):
        return act.LandReserve()
    ready = [e for e in movable(battle, state) if not state.elements[e].moves and not state.elements[e].spent]
    if not ready or not state.pips:
        return act.EndMoves()
    if (
        state.own_bound() > 1
        and not _roll_below(dice, ASSAULTS)
        and (assault := _choose_assault(battle, state, ready))
    ):
        return assault
    start = _roll_below(dice, len(ready))
    group = tuple(ready[start : start + 1 + _roll_below(dice, 4)])
    if pips.cost(pips.surcharges(battle, state, group)) > state.pips:
        return act.EndMoves()
    engines = any(battle.base(e, state).type in ("Art", "WWg") for e in group)
    return act.MoveElements(
        group, contact=state.own_bound() > 1 and not engines and _roll_below(dice, 2) == 0
    )


def _choose_assault(battle: Battle, state: TableState, ready: Sequence[str]) -> act.MoveElements | None:
    """Return the best assault on a camp or built-up area that is more likely to kill than to die, or None. It
    is declared as a move onto the camp or built-up area.
    """
    found: dict[act.MoveElements, Fraction] = {}
    for place in moves.PLACES[1:]:
        defender = strongholds.defender_of(battle, state, state.active, place)
        if not defender or not strongholds.room_to_assault(state, place, defender):
            continue
        for element in ready:
            price = pips.cost(pips.surcharges(battle, state, (element,)))
            outside = state.elements[element].where == "table"
            if price > state.pips or not outside or battle.base(element, state).type in ENGINES:
                continue
            if contacts.is_in_contact(state, element) or battle.blocks[element].followers:
                continue
            fight = act.Fight(element, defender)
            gain = _gain(battle, state, fight) if _possible(battle, state, fight) else Fraction(0)
            if gain > 0:
                found[act.MoveElements((element,), onto=place, contact=True)] = gain
    return max(found, key=lambda move: found[move]) if found else None


def _shooting(battle: Battle, state: TableState, dice: Dice) -> Any:
    ready = [
        e for e in shooters.ready(battle, state) if not shooters.must_wait(battle, state, e, under_fire=False)
    ]
    enough = act.EndShooting(none_in_reach=bool(shooters.opposed_shooters(battle, state)[0]))
    if not ready or _roll_below(dice, 2):
        return enough
    shooter = _pick(dice, ready)
    enemies = [
        e
        for e in state.on_table()
        if battle.blocks[e].seat != battle.blocks[shooter].seat and f"@{e}" not in state.shot
    ]
    if not enemies:
        return enough
    target = _pick(dice, enemies)
    able = shooters.must_answer(battle, state, target, shooter)
    answered = able and _roll_below(dice, 2) == 0
    shot = act.Shoot(shooter, target, answered=answered, unable=able and not answered)
    return shot if _possible(battle, state, shot) else enough


def _combat(battle: Battle, state: TableState, dice: Dice) -> Any:
    own = [
        e
        for e in state.on_table()
        if battle.blocks[e].seat == state.active
        and e not in state.fought
        and state.elements[e].where == "table"
        and not battle.blocks[e].followers
    ]
    enemies = [  # leave out elements in camps and built-up areas, which fight only when assaulted
        e
        for e in state.on_table()
        if battle.blocks[e].seat == state.passive
        and e not in state.fought
        and state.elements[e].where == "table"
    ]
    end = act.EndCombat(none_in_contact=bool(contacts.unfought(state)))
    bound_to = [fight for fight in _known_fights(battle, state, dice) if _possible(battle, state, fight)]
    if bound_to:
        return bound_to[0]
    charged = [e for e in own if state.elements[e].charged]
    going_on = state.bound > 2 and _count_fought(state) < 2 * MOST_COMBATS and _roll_below(dice, 3) > 0
    if not enemies or not (charged or (own and going_on)):
        return end
    told = [
        _build_fight(battle, state, _pick(dice, charged or own), _pick(dice, enemies), dice)
        for _ in range(CANDIDATES)
    ]
    worth = {fight: _gain(battle, state, fight) for fight in told if _possible(battle, state, fight)}
    return max(worth, key=lambda fight: worth[fight]) if worth else end


def _count_fought(state: TableState) -> int:
    return sum(not one.startswith("+") for one in state.fought)


def _known_fights(battle: Battle, state: TableState, dice: Dice) -> list[act.Fight]:
    """Return the known combats of this bound that have yet to be fought."""
    left = contacts.unfought(state)
    found = []
    for one, two in state.contacts:
        if one in left and two in left:
            seat = battle.blocks[one].seat if one in battle.blocks else other(battle.blocks[two].seat)
            attacker, defender = (one, two) if seat == state.active else (two, one)
            found.append(_build_fight(battle, state, attacker, defender, dice))
    return found


def _is_assault(state: TableState, defender: str) -> bool:
    """Return whether a combat would be an assault on a camp or built-up area, which is never compulsory."""
    return defender == engagement.DENIZENS or state.elements[defender].where != "table"


def _build_fight(battle: Battle, state: TableState, attacker: str, defender: str, dice: Dice) -> act.Fight:
    if _is_assault(state, defender) or _is_assault(state, attacker):  # assaults have no flanks or overlaps
        return act.Fight(attacker, defender)
    one, two = (_guess_stance(battle, state, e, dice) for e in (attacker, defender))
    if _over_the_river(battle, state, attacker) and _roll_below(dice, 3):
        two = replace(two, bank=True)
    return act.Fight(attacker, defender, one, two)


def _over_the_river(battle: Battle, state: TableState, attacker: str) -> bool:
    strait = battle.ground is not None and battle.ground.strait
    return strait and battle.blocks[attacker].seat == state.invader and state.elements[attacker].charged


def _guess_stance(battle: Battle, state: TableState, element: str, dice: Dice) -> act.Stance:
    """Return facts about an element that are typical of a battle line. The more elements the enemy has, the
    more of them overlap it. It sometimes has a friend behind it, and is seldom in bad going.
    """
    behind = ""
    kind = battle.base(element, state).type
    if kind in ("Pk", "Wb", "Sp") and _roll_below(dice, 2):
        friends = [
            e
            for e in state.on_table()
            if e != element
            and battle.base(e, state).type == kind
            and battle.blocks[e].seat == battle.blocks[element].seat
            and e not in state.fought
            and state.elements[e].where == "table"
        ]
        behind = friends[0] if friends else ""
    goings = laid_terrain.possible(
        state, battle.blocks[element].seat, Contender(kind), "going", ("good", "bad")
    )
    return act.Stance(
        going="bad" if _roll_below(dice, 6) == 0 and "bad" in goings else "good",
        overlaps=_guess_overlaps(battle, state, element, dice),
        behind=behind,
    )


def _guess_overlaps(battle: Battle, state: TableState, element: str, dice: Dice) -> int:
    """Return how many enemies overlap an element: 2 if the enemy has twice as many elements, and usually 0
    if the lines are equal.
    """
    seat = battle.blocks[element].seat
    line = [e for e in state.on_table() if state.elements[e].where == "table"]
    friends = sum(battle.blocks[e].seat == seat for e in line)
    enemies = len(line) - friends
    if enemies >= 2 * friends:
        return 2
    return 0 if friends >= 2 * enemies else max(0, _roll_below(dice, 5) - 2)


def _possible(battle: Battle, state: TableState, told: act.Fight | act.Shoot) -> bool:
    try:
        engagement.engage(battle, state, told)
    except IllegalAction:
        return False
    return True


def _gain(battle: Battle, state: TableState, fight: act.Fight) -> Fraction:
    """Return the chance that the defender is destroyed, minus the chance that the attacker is destroyed."""
    chances = odds(engagement.engage(battle, state, fight).situation)
    return chances.chance("b", "destroyed") - chances.chance("a", "destroyed")


_PARTS: Final[dict[str, Any]] = {
    "aggression": lambda b, s, d: act.RollAggression(),
    "terrain": lambda b, s, d: propose_terrain(b, s, str(_roll_below(d, LAYOUTS))),
    "sides": lambda b, s, d: _edge(s, d),
    "camps": _camp,
    "deployment": lambda b, s, d: act.Deploy(),
    "swaps": lambda b, s, d: act.SwapElements(),
    "pips": lambda b, s, d: act.RollPips(),
    "moves": _moves,
    "shooting": _shooting,
    "combat": _combat,
}

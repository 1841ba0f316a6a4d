"""The bot's moves for the acting units. It attacks, shoots, advances or keeps its distance, whichever scores
best in trials.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from battles.schiere.bot.approach import Approach
from battles.schiere.bot.lead import lead_to_safety
from battles.schiere.bot.quiet import place_quietly
from battles.schiere.bot.trial import worths
from battles.schiere.bot.worth import NEAR, POINT, SWORD, cached_value, evaluate, wanted_distance
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.state import State
from battles.schiere.rules.board.troops import CHIEF, WING
from battles.schiere.rules.chapters import CODEC
from battles.schiere.rules.shooting.shooters import shot_at
from battles.schiere.rules.shooting.shot import damages
from battles.schiere.rules.shooting.volley import Shoot
from battles.schiere.rules.turn.forming import FormUp
from battles.schiere.rules.turn.going import MOVES, EndAction, Going, may_move
from battles.schiere.rules.turn.hastening import Hasten
from battles.schiere.rules.turn.march import MoveAlong, Turn, body, leads
from battles.schiere.rules.turn.steps import Body
from engine.dice import Dice
from engine.game import Choice, Many, Pick
from kit.bot.trial import luck
from kit.rules.decisions import ACTION_HANDLERS

if TYPE_CHECKING:
    from battles.schiere.rules.rules import SchiereRules

ASTRAY: Final = 4  # the penalty, in squares of distance, for a goal out of command
KEPT_OFF: Final = 6  # the distance in squares that commanders without a unit keep from the enemy
SHIELD: Final = POINT + SWORD / 2  # value of a point of damage to a heavy unit
ENOUGH: Final = 0.05  # once a move gains more than this, the bot tries no further units
UNASKED: Final = (FormUp, Turn, MoveAlong)  # actions that the bot never uses, or generates separately
FALLEN: Final = {CHIEF: 200.0, WING: 10.0}  # value of killing a commander with a shot


@dataclass(frozen=True)
class Care:
    """The effort of a search. ``leads``: how many units in open order to try, each on its own. ``contacts``:
    how many goals to try in contact with the enemy. ``places``: how many goals to try elsewhere. ``trials``:
    how many trials to run for each action.
    """

    leads: int = 2
    contacts: int = 2
    places: int = 1
    trials: int = 2


@dataclass(frozen=True)
class MoveValue:
    """The best next move, its gain over doing nothing, and the gains of the alternatives. ``safety``: whether
    a commander moves to safety, in which case the bot considered nothing else.
    """

    move: Any
    gain: float
    others: tuple[float, ...] = ()
    safety: bool = False


CAREFUL: Final = Care()
GLANCE: Final = Care(1, 1, 1, 1)


def best_move(rules: SchiereRules, state: State, seat: str, dice: Dice, care: Care = CAREFUL) -> MoveValue:
    """Return the best next move of the acting side, with the gains of the alternatives."""
    pos, going = rules.position(state), state.stack[-1]
    assert isinstance(going, Going)
    asked = (deed for deed in ACTION_HANDLERS[Going] if deed.action not in UNASKED)
    choices = tuple(choice for deed in asked for choice in deed.list_choices(pos, going))
    safe = lead_to_safety(pos, going, choices)
    if safe is not None:
        return MoveValue(safe, 1.0, safety=True)
    approach = Approach(pos, seat)
    now, found = cached_value(pos, seat, approach), list[tuple[float, Any]]()
    lucks = luck(dice, care.trials)

    def most() -> float:
        return max((gain for gain, _ in found), default=0.0)

    def tried(them: Iterable[Any]) -> None:
        actions = tuple(them)
        after = worths(rules, state, seat, actions, lucks, approach, now + max(0.0, most()))
        found.extend((worth - now, action) for worth, action in zip(after, actions, strict=True))

    for choice in choices:
        if choice.kind == "shoot":
            volley = _volley(choice)
            found.append((_shot_value(pos, volley), volley))
        elif choice.kind == "hasten":
            found.append((_second_march_gain(pos, going, approach), Hasten()))
        elif choice.kind == "attack":
            tried(_list_attacks(choice))
    for moved in islice(_marching_bodies(pos, going), care.leads):
        marches = [
            (action, place_quietly(moved, action.way[-1], action.facing))
            for action in _marches(going, moved, approach, care)
        ]
        found += ((evaluate(after, seat, approach) - now, action) for action, after in marches if after)
        tried(action for action, after in marches if after is None)
        if most() > ENOUGH:
            break  # the bot can still move the other units in open order later
    gain, move = max(found, key=lambda one: one[0], default=(0.0, None))
    if gain <= 0:
        return MoveValue(EndAction(), 0.0, tuple(gain for gain, _ in found))
    return MoveValue(move, gain, tuple(gain for gain, other in found if other is not move))


# --- shots and attacks ------------------------------------------------------------------------------------


def _volley(choice: Choice) -> Shoot:
    """Return a volley at one target by every unit that can shoot at it."""
    (units,) = choice.fields
    assert isinstance(units, Many)
    return Shoot(tuple(str(option.value) for option in units.options), str(choice.fixed["target"]))


def _shot_value(pos: Position, action: Shoot) -> float:
    piece, found = pos.piece(action.target), damages(shot_at(pos, action.units, action.target))
    mean = SHIELD * sum(hit.damage for hit in found) / len(found)
    if piece.troop in FALLEN:
        falls = sum(hit.damage >= pos.defence(action.target) for hit in found)
        mean += FALLEN[piece.troop] * falls / len(found)
    return mean


def _list_attacks(choice: Choice) -> Iterator[Any]:
    """Yield an attack on each possible target."""
    (targets,) = choice.fields
    assert isinstance(targets, Pick)
    for option in targets.options:
        yield CODEC.read({"kind": choice.kind, **choice.fixed, targets.name: option.value})


def _second_march_gain(pos: Position, going: Going, approach: Approach) -> float:
    """Return the value of a second march in the same action (L236). It counts the distance that units could
    still cover towards their goals.
    """
    total = 0.0
    for id in going.units:
        if id in pos.state.pieces and going.made[id] < MOVES and not pos.adjacent_enemies(id):
            troop = pos.troop(id)
            more = approach.far(troop, pos.piece(id).at) - wanted_distance(troop.weapon) - going.left[id]
            total += NEAR * max(0, min(more, troop.moves))
    return total


# --- marches ----------------------------------------------------------------------------------------------


def _marching_bodies(pos: Position, going: Going) -> Iterator[Body]:
    """Yield the units that can march: each unit in open order on its own, or all units in close order
    together. They are computed on demand, because the caller may stop early.
    """
    if may_move(going):
        for lead in leads(pos, going):
            moved = Body(pos, body(pos, going, lead), going.left[lead])
            if moved.reach.moves:
                yield moved


def _marches(going: Going, moved: Body, approach: Approach, care: Care) -> Iterator[MoveAlong]:
    """Yield marches to the best few squares in contact with the enemy and the best few squares elsewhere."""
    if not approach.enemies:
        return
    pos, lead, reach = moved.pos, moved.lead, moved.reach
    commanded = pos.squares_in_command(going.seat)
    troop = pos.troop(lead) if pos.is_unit(lead) else None
    best = wanted_distance(troop.weapon) if troop else KEPT_OFF

    def rank(goal: str) -> tuple[float, int, str]:
        far = approach.far(troop, goal) if troop else approach.crow[goal]
        return abs(far - best) + (0 if goal in commanded else ASTRAY), reach.spent[goal], goal

    ranked = sorted(reach.goals, key=rank)
    touching = (goal for goal in ranked if goal in reach.halts and _meets_enemy(moved, goal))
    apart = (goal for goal in ranked if goal not in reach.halts)
    for goal in (*islice(touching, care.contacts), *islice(apart, care.places)):
        yield MoveAlong(lead, reach.way(goal), going.facing or _facing_enemy(pos, goal, approach.enemies))


def _meets_enemy(moved: Body, square: str) -> bool:
    influence = moved.pos.enemy_influence(moved.seat)
    return any(at in influence for at in moved.squares_at(square).values())


def _facing_enemy(pos: Position, at: str, enemies: tuple[str, ...]) -> str:
    row = pos.ground.far[at]
    near = min(enemies, key=lambda there: (row[there], there))
    return pos.ground.facing_to(at, near) if near != at else "n"

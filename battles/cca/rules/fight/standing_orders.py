"""Standing orders by class of unit: a general answer, with exceptions for single classes and for units with
a leader.

The general answer applies to every unit for which there is no exception. The answer ``ask`` leaves the
decision to the player.
"""

from __future__ import annotations

from typing import Final

from battles.cca.rules.play.battle import Battle
from battles.cca.rules.position import Unit
from battles.cca.rules.terrain.board import BOARD, HEXES, NEAR
from battles.cca.rules.units import CLASSES, KINDS
from engine.game import Facts, Pick
from kit.rules.decisions import pick

ASK: Final = "ask"
LED: Final = "led"
GROUPS: Final = tuple(f"{grade}_{kind}" for kind in KINDS for grade in CLASSES)
FRIENDS, AWAY = "friends", "away"  # where a retreat can head: towards friends, or away from the enemy


def general_answer_field(name: str, *answers: str) -> Pick:
    """Return the standing order's field for units whose class has no answer of its own."""
    return pick(name, (*answers, ASK))


def class_fields(*answers: str, groups: tuple[str, ...] = (*GROUPS, LED)) -> tuple[Pick, ...]:
    """Return the optional fields of an order for each class of unit, and for units with a leader."""
    return tuple(pick(group, (*answers, ASK), optional=True) for group in groups)


def group_of(unit: Unit) -> str:
    """Return the name of a unit's class in standing orders."""
    return f"{unit.kind.grade}_{unit.kind.kind}"


def answer_for(pos: Battle, at: str, said: Facts, name: str) -> str | None:
    """Return a standing order's answer for the unit in a hex. The answer for units with a leader takes
    precedence, then the one for the unit's class, then the general one in the field ``name``. None means
    that the player wants to be asked.
    """
    led = said.get(LED) if at in pos.state.leaders else None
    found = led or said.get(group_of(pos.state.units[at])) or said[name]
    return None if found == ASK else str(found)


def best_end(pos: Battle, at: str, ends: tuple[str, ...], way: str) -> str:
    """Return the best of the hexes where a retreat can end. ``way``: FRIENDS for the hex with the most
    friends nearby, or AWAY for the hex farthest from the enemy.
    """
    board, unit = pos.board, pos.state.units[at]
    enemies = [there for there, other in board.units.items() if other.side is not unit.side]

    def worth(name: str) -> tuple[int, int]:
        end = HEXES[name]
        friends = board.supporters(end, unit.side) - (HEXES[at] in NEAR[end]) + (end in board.leaders)
        distance = min((BOARD.distance(end, one) for one in enemies), default=0)
        return (distance, friends) if way == AWAY else (friends, distance)

    return max(sorted(ends), key=worth)

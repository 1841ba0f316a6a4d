"""Standing orders by class of unit: one general answer, with exceptions for a class or for units with a
leader.

The general answer applies to every unit without an exception. ``ask`` leaves the decision to the player.
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
FRIENDS, AWAY = "friends", "away"  # policies for the hex in which a retreat ends


def general(name: str, *answers: str) -> Pick:
    """Return the field of an order with the answer for all units without an exception."""
    return pick(name, (*answers, ASK))


def by_class(*answers: str, groups: tuple[str, ...] = (*GROUPS, LED)) -> tuple[Pick, ...]:
    """Return the optional fields of an order for each class of unit, and for units with a leader."""
    return tuple(pick(group, (*answers, ASK), optional=True) for group in groups)


def group_of(unit: Unit) -> str:
    """Return the class of a unit under its name in standing orders."""
    return f"{unit.kind.grade}_{unit.kind.kind}"


def answer_for(pos: Battle, at: str, said: Facts, name: str) -> str | None:
    """Return an order's answer for the unit in a hex: that for units with a leader, else that of its class,
    else that of the field ``name``. None if the player wants to be asked.
    """
    led = said.get(LED) if at in pos.state.leaders else None
    found = led or said.get(group_of(pos.state.units[at])) or said[name]
    return None if found == ASK else str(found)


def best_end(pos: Battle, at: str, ends: tuple[str, ...], way: str) -> str:
    """Return the best end of a retreat by a policy: near most friends, or as far from the enemy
    as possible.
    """
    board, unit = pos.board, pos.state.units[at]
    enemies = [there for there, other in board.units.items() if other.side is not unit.side]

    def worth(name: str) -> tuple[int, int]:
        end = HEXES[name]
        friends = board.supporters(end, unit.side) - (HEXES[at] in NEAR[end]) + (end in board.leaders)
        distance = min((BOARD.distance(end, one) for one in enemies), default=0)
        return (distance, friends) if way == AWAY else (friends, distance)

    return max(sorted(ends), key=worth)

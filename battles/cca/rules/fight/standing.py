"""Standing orders by class of unit: one answer for all, and exceptions for a class or for led units.

Without an exception the order's general answer applies. ``ask`` leaves the decision to the player.
"""

from __future__ import annotations

from typing import Final

from battles.cca.rules.ground.board import BOARD, HEXES, NEAR
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.position import Unit
from battles.cca.rules.units import CLASSES, KINDS
from engine.game import Facts, Pick
from kit.rules.decisions import pick

ASK: Final = "ask"
LED: Final = "led"
GROUPS: Final = tuple(f"{grade}_{kind}" for kind in KINDS for grade in CLASSES)
FRIENDS, AWAY = "friends", "away"  # policies for the end of a retreat


def general(name: str, *answers: str) -> Pick:
    """The field of an order that holds for every unit without an exception."""
    return pick(name, (*answers, ASK))


def by_class(*answers: str, groups: tuple[str, ...] = (*GROUPS, LED)) -> tuple[Pick, ...]:
    """The optional fields of an order for each class of unit, and for units with a leader."""
    return tuple(pick(group, (*answers, ASK), optional=True) for group in groups)


def group_of(unit: Unit) -> str:
    """The class of a unit as orders name it."""
    return f"{unit.kind.grade}_{unit.kind.kind}"


def answer_for(pos: Battle, at: str, said: Facts, name: str) -> str | None:
    """The answer of an order for the unit in a hex: as a led unit, else by its class, else by the field
    ``name``. None: its player wants to be asked.
    """
    led = said.get(LED) if at in pos.state.leaders else None
    found = led or said.get(group_of(pos.state.units[at])) or said[name]
    return None if found == ASK else str(found)


def best_end(pos: Battle, at: str, ends: tuple[str, ...], way: str) -> str:
    """The end of a retreat by a policy: near most friends, or as far from the enemy as possible."""
    board, unit = pos.board, pos.state.units[at]
    enemies = [there for there, other in board.units.items() if other.side is not unit.side]

    def worth(name: str) -> tuple[int, int]:
        end = HEXES[name]
        friends = board.supporters(end, unit.side) - (HEXES[at] in NEAR[end]) + (end in board.leaders)
        distance = min((BOARD.distance(end, one) for one in enemies), default=0)
        return (distance, friends) if way == AWAY else (friends, distance)

    return max(sorted(ends), key=worth)

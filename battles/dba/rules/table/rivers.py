"""Crossing a river off a road: the nature of the river, and which elements get across (section "rivers")."""

from __future__ import annotations

from typing import Any

from battles.dba.rules.table import events as ev
from battles.dba.rules.table.state import Nature, TableState
from engine.dice import Dice, d6
from engine.game import IllegalAction
from engine.story import Story

Happened = tuple[Any, ...]


def roll_river(state: TableState, seat: str, dice: Dice) -> tuple[TableState, Happened]:
    """Return the state with the river's nature known, and the event of the roll. The first element to enter
    the river rolls; later there is no event.
    """
    if state.river is None:
        raise IllegalAction("rivers", "no_river")
    if state.river.nature != "unknown":
        return state, ()
    die = d6(dice, "river", "rivers", seat)
    nature: Nature = "paltry" if die <= 2 else "hindering" if die <= 5 else "difficult"
    return state.but(river=state.river.but(nature=nature)), (ev.RiverFound(die, nature),)


def ford(state: TableState, elements: tuple[str, ...], story: Story) -> tuple[TableState, tuple[str, ...]]:
    """Return the state and the elements that get across the river. At a difficult river each element needs 3
    or more, and a failure bars all further attempts in the bound.
    """
    if state.river is not None and state.river.barred:
        raise IllegalAction("rivers", "fording_barred")
    state, events = roll_river(state, state.active, story.dice)
    story.tell(*events)
    if state.river is None or state.river.nature != "difficult":
        return state, elements
    for number, element in enumerate(elements):
        die = d6(story.dice, "fording", "rivers", state.active)
        if die < 3:
            river = state.river.but(barred=True)
            failed = state.but(river=river).with_element(element, spent=True)
            story.tell(ev.FordingFailed(element, die))
            return failed, elements[:number]
    return state, elements

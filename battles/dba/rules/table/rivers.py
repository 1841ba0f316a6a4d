"""Crossing rivers off a road: the kind of river, and which elements get across (section "rivers")."""

from __future__ import annotations

from typing import Any

from battles.dba.rules.table import events as ev
from battles.dba.rules.table.state import Nature, TableState
from engine.dice import Dice, d6
from engine.game import IllegalAction
from engine.story import Story

Happened = tuple[Any, ...]


def roll_river(state: TableState, seat: str, dice: Dice) -> tuple[TableState, Happened]:
    """Return the river with its nature. The first element to enter rolls for it."""
    if state.river is None:
        raise IllegalAction("rivers", "no_river")
    if state.river.nature != "unknown":
        return state, ()
    die = d6(dice, "river", "rivers", seat)
    nature: Nature = "paltry" if die <= 2 else "hindering" if die <= 5 else "difficult"
    return state.but(river=state.river.but(nature=nature)), (ev.RiverFound(die, nature),)


def ford(state: TableState, elements: tuple[str, ...], story: Story) -> tuple[TableState, tuple[str, ...]]:
    """Determine which elements get across. At a difficult river each needs 3 or more, and a failure bars
    every later attempt in the bound.
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

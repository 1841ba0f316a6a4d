"""Marshes, a terrain of the expansions: each unit or lone leader that enters one rolls a die (L1003-1023)."""

from __future__ import annotations

from battles.cca.rules.fight.harm import remove_blocks
from battles.cca.rules.fight.wading import MARSH, roll_for, roll_for_leader
from battles.cca.rules.play.play import Play
from battles.cca.rules.play.settling import watch_settled
from battles.cca.rules.terrain.board import HEXES


def wade_back(play: Play, at: str, marshes: tuple[str, ...], to: str, checked: bool) -> tuple[str, bool]:
    """Move a unit back along a path, rolling a die in each marsh before the last hex, ``to``. Return the hex
    where the unit is now, or where it lost its last block, and whether its leader has been checked (L1011).
    """
    here = at
    for step in (*marshes, to):
        if here not in play.state.units or play.state.ended:
            break
        play.move_unit(here, step)
        here = step
        if step != to:
            checked = _wade(play, step, checked) or checked
    return here, checked


def wade_leader(play: Play, at: str) -> None:
    """Roll for a lone leader who has moved into a marsh."""
    if at not in play.state.units:
        roll_for_leader(play, at, at)


@watch_settled
def wade(play: Play, at: str) -> None:
    """Roll for a unit that has moved into a marsh."""
    if at in play.state.units:
        _wade(play, at, False)


def _wade(play: Play, at: str, checked: bool) -> bool:
    """Roll for a unit in a marsh. Return whether its leader had to make a leader check."""
    if play.state.ended or not play.pos.board.terrain(HEXES[at]).rolls:
        return False
    unit = play.state.units[at]
    if roll_for(play, at, str(unit.side), unit.type, unit.kind.face):
        return remove_blocks(play, at, 1, MARSH, check=not checked)
    return False

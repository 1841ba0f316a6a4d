"""Marshes, from the expansions: a die is rolled for each unit or lone leader that enters one (L1003-1023)."""

from __future__ import annotations

from battles.cca.rules.fight.harm import harm
from battles.cca.rules.fight.wading import MARSH, drowns_leader, roll_for
from battles.cca.rules.play.play import Play
from battles.cca.rules.play.settling import watch_settled
from battles.cca.rules.terrain.board import HEXES


def wade_back(play: Play, at: str, marshes: tuple[str, ...], to: str, checked: bool) -> tuple[str, bool]:
    """Roll a die in each marsh on a unit's way back. Return the hex where the unit is, or was when it lost
    its last block, and whether its leader has been checked (L1011).
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
    """Roll for a leader who has moved into a marsh alone."""
    if at not in play.state.units:
        drowns_leader(play, at, at)


@watch_settled
def wade(play: Play, at: str) -> None:
    """Roll for a unit that has entered a marsh."""
    if at in play.state.units:
        _wade(play, at, False)


def _wade(play: Play, at: str, checked: bool) -> bool:
    """Roll for a unit in a marsh, and return whether its leader was checked."""
    if play.state.ended or not play.pos.board.terrain(HEXES[at]).rolls:
        return False
    unit = play.state.units[at]
    if roll_for(play, at, str(unit.side), unit.type, unit.kind.face):
        return harm(play, at, 1, MARSH, check=not checked)
    return False

"""Lazica, an independent client (3.41)."""

from __future__ import annotations

from campaigns.rules.justinian.frames import Battle, March
from campaigns.rules.justinian.play import Play
from campaigns.rules.justinian.state import BARBARIAN, Army, State, armies_at

LAZICA = "lazica"


def open_to(state: State, seat: str) -> bool:
    """Would the Lazi rise: no army of either side stands there."""
    if seat != BARBARIAN:
        return False
    return not any(a.total for a in armies_at(state, LAZICA))


def barred(state: State, army: Army, seat: str) -> bool:
    """A Defeated army, or a leader without SP, cannot fight the Lazi (8.22)."""
    return open_to(state, seat) and (army.defeated or not army.total)


def defend(play: Play, frame: March) -> None:
    """The Lazi levy fights; the attack costs its MP as usual (G11)."""
    paid = frame.mp < 1
    play.push(Battle(LAZICA, (frame.army,), "all", frame.seat, strait=frame.strait, paid=paid, stage="levy"))

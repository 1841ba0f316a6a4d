"""Lazica, an independent client (3.41)."""

from __future__ import annotations

from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.progress import Battle, March
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM, Army, State

LAZICA = "lazica"


def open_to(state: State, seat: str) -> bool:
    """Return whether the Lazi would rise: a barbarian comes, and no army of Byzantium or its allies is
    there.
    """
    return seat == BARBARIAN and not state.heads_at(LAZICA, BYZANTIUM)


def is_barred(state: State, army: Army, seat: str) -> bool:
    """Return whether an army cannot fight the Lazi because it is Defeated or a leader without SP (8.22)."""
    return open_to(state, seat) and (army.defeated or not state.force_sp(army.id))


def defend(play: Play, frame: March) -> None:
    """Let the Lazi levy fight; the attack costs its MP as usual (G11)."""
    play.push(
        Battle(
            LAZICA,
            (frame.army,),
            "all",
            frame.seat,
            strait=frame.strait,
            landing=frame.landed,
            paid=frame.mp < 1,
            stage="levy",
        )
    )

"""Lazica, an independent client state (3.41)."""

from __future__ import annotations

from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.progress import Battle, March
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM, Army, State

LAZICA = "lazica"


def levy_would_fight(state: State, seat: str) -> bool:
    """Return whether the Lazi levy would fight a side. It fights only barbarians, while no army of Byzantium
    or its allies is in Lazica.
    """
    return seat == BARBARIAN and not state.heads_at(LAZICA, BYZANTIUM)


def is_barred(state: State, army: Army, seat: str) -> bool:
    """Return whether an army is kept out of Lazica: the levy would fight it, and it cannot fight because it
    is Defeated or a leader without SP (8.22).
    """
    return levy_would_fight(state, seat) and (army.defeated or not state.force_sp(army.id))


def attack_levy(play: Play, frame: March) -> None:
    """Begin the battle against the Lazi levy. The attack costs its MP as usual (G11)."""
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

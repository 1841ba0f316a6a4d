"""Paying movement points for an army's actions other than moving and attacking (7.15)."""

from __future__ import annotations

from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.progress import March
from kit.rules.decisions import refuse


def pay(play: Play, frame: March, cost: int) -> March:
    if frame.mp < cost:
        refuse("7.15", "not_enough_mp", needed=cost, mp=frame.mp)
    after = frame.but(mp=frame.mp - cost)
    play.swap(after)
    return after


def in_range(sp: int, high: int, rule: str) -> None:
    if not 1 <= sp <= high:
        refuse(rule, "sp_out_of_range", low=1, high=high)

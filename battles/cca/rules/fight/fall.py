"""The death of a leader: a banner for the enemy, and in some scenarios the end of the battle
(L1579, L1883).
"""

from __future__ import annotations

from battles.cca.rules.play.play import Play
from battles.cca.rules.play.state import foe
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class LeaderLost(Event):
    """A leader has been killed. ``why`` is check, hit, escape, no_way, rampage, push or marsh."""

    at: str
    seat: str
    name: str
    why: str


def kill_leader(play: Play, at: str, why: str, *, together: bool = False) -> None:
    """Eliminate the leader in a hex. The enemy gets a banner, and in some scenarios the leader's side loses
    the battle (L1579, L1883). ``together``: whether further losses follow, so that the banners are compared
    only after them (L654).
    """
    leader = play.take_leader(at)
    seat = str(leader.side)
    play.tell(LeaderLost(at, seat, leader.name, why))
    play.award(foe(seat), "leader", check=not together)
    for rule in play.setting.special("leader_lost_loses"):
        if (rule["side"], rule["leader"]) == (seat, leader.name):
            play.end("leader_lost", foe(seat))

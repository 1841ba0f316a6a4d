"""Units that players take off the map for points (cards of Italia II)."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.italia.rules.movement import ledger
from campaigns.italia.rules.movement.ledger import Movement
from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.state.position import Position
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class UnitsTakenOff(Event):
    nation: str
    area: str
    units: Mapping[str, int]


def exit_worth(pos: Position, nation: str, area: str) -> int:
    """Return a nation's score for each unit that leaves the map in an area, in half-points."""
    return max(
        (b.halves for b in pos.scn.rewards(nation, "exit_units") if b.area == area),
        default=0,
    )


def take_off(play: Play, nation: str, area: str, named: Mapping[str, int]) -> None:
    """Remove units, and leaders by name, from the map for good. Leaders count as units (11.0)."""
    units = {u: n for u, n in named.items() if n and u in play.scn.units}
    leaders = [name for name, n in named.items() if n and name in play.scn.leaders]
    worth = exit_worth(play.pos, nation, area)
    play.take(area, nation, units)
    for leader in leaders:
        play.remove_leader(leader)
        play.count(f"dead:{leader}")
    frame = play.top
    if isinstance(frame, Movement):
        play.swap(frame.but(moved=ledger.remove_units(frame, area, units)))
    play.tell(UnitsTakenOff(nation, area, {**units, **dict.fromkeys(leaders, 1)}))
    play.score(nation, worth * (sum(units.values()) + len(leaders)), "exit_units", area)

"""Units over a stacking limit. The owner chooses which units leave (8.0), or makes the area the capital,
where one more can stay (8.1).
"""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.capital import sites
from campaigns.italia.rules.state.play import FRAMES, Offered, Play
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.progress import Trim
from engine.frames import Ask
from engine.game import Choice, Choices, Option, Share
from engine.values import dataclass
from kit.rules.decisions import Action


@dataclass(frozen=True)
class RemoveUnits(Action):
    """Take excess units off the map. ``units``: the number of each type."""

    units: Mapping[str, int]


@FRAMES.handler(Trim)
class _Trim(Offered):
    def excess(self, pos: Position, frame: Trim) -> int:
        """Return the number of excess units now. The capital may have moved since the check."""
        capital = frame.capital_counts and pos.capital(frame.nation) == frame.area
        return pos.troops(frame.area, frame.nation) - frame.limit - capital

    def advance(self, play: Play, frame: Trim) -> bool:
        over, units = self.excess(play.pos, frame), play.pos.units(frame.area, frame.nation)
        if over > 0 and (len(units) > 1 or (frame.fought and capital_saves(play.pos, frame))):
            return False
        play.pop()
        if over > 0:
            play.lose(frame.nation, frame.area, dict.fromkeys(units, over), "stacking")
        return True

    def ask(self, pos: Position, frame: Trim) -> Ask:
        over = self.excess(pos, frame)
        facts = {"area": frame.area, "over": over}
        default = RemoveUnits(cheapest(pos, pos.units(frame.area, frame.nation), over))
        return Ask(pos.seat(frame.nation), "trim", default, "8.0", facts, frame.nation)

    def choices(self, pos: Position, frame: Trim) -> Choices:
        over = self.excess(pos, frame)
        units = pos.units(frame.area, frame.nation)
        share = Share("units", tuple(Option(u, high=n) for u, n in units.items() if u != FLEET), over, over)
        facts = {"area": frame.area, "capital": capital_saves(pos, frame)}
        return (Choice("remove_units", {}, (share,), "8.0", facts=facts),)

    def execute(self, play: Play, frame: Trim, action: RemoveUnits) -> None:
        play.pop()
        play.lose(frame.nation, frame.area, action.units, "stacking")


def capital_saves(pos: Position, frame: Trim) -> bool:
    """Return whether one more unit can stay if the area becomes the capital (8.1)."""
    return frame.capital_counts and frame.area in sites(pos, frame.nation)


def cheapest(pos: Position, units: Mapping[str, int], number: int) -> dict[str, int]:
    """Choose ``number`` of these units, the cheapest land units first and no fleets. Return how many are
    chosen of each type.
    """
    found: dict[str, int] = {}
    for unit in sorted((u for u in units if u != FLEET), key=lambda u: (pos.scn.units[u].cost, u)):
        found[unit] = min(units[unit], number - sum(found.values()))
    return {unit: taken for unit, taken in found.items() if taken}

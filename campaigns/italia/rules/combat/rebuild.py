"""Rebuilding ruins (10.61)."""

from __future__ import annotations

from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.play import FRAMES, Offered, Play
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.state import City
from campaigns.italia.rules.war.plans import last_round
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action


@dataclass(frozen=True)
class Rebuilding(Frame):
    """A nation's decision to rebuild ruins. ``area``: the only city that can be rebuilt, because it was
    raided just now (10.7), or "" for any ruin.
    """

    nation: str
    area: str = ""


@dataclass(frozen=True)
class Rebuild(Action):
    """Rebuild a ruin at the cost of one unit in its area."""

    area: str
    unit: str


@dataclass(frozen=True)
class LeaveRuins(Action):
    """Rebuild no more ruins."""


def ruins(pos: Position, nation: str) -> tuple[str, ...]:
    """Return the ruins that a nation can rebuild. The nation must have a unit and no enemy in the area, and
    must not have sacked or raided the city this turn.
    """
    return tuple(
        area
        for area, city in pos.state.cities.items()
        if not city.standing
        and area not in pos.state.today.sacked
        and pos.troops(area, nation)
        and not pos.foes(nation, area)
    )


@FRAMES.handler(Rebuilding)
class _Rebuilding(Offered):
    def sites(self, pos: Position, frame: Rebuilding) -> tuple[str, ...]:
        if frame.area:
            return (
                (frame.area,) if pos.troops(frame.area, frame.nation) and not pos.has_city(frame.area) else ()
            )
        return ruins(pos, frame.nation)

    def advance(self, play: Play, frame: Rebuilding) -> bool:
        if self.sites(play.pos, frame):
            return False
        self._finish(play, frame)
        return True

    def _finish(self, play: Play, frame: Rebuilding) -> None:
        """End the rebuilding. In the last round, a raided city leaves the map unless it is rebuilt at once.
        A rebuilt city is safe from then on (13.4).
        """
        play.pop()
        if not frame.area or not last_round(play.pos):
            return
        if play.pos.has_city(frame.area):
            play.count(f"saved:{frame.area}")
        elif play.pos.city(frame.area):
            play.set_city(frame.area, None, "gone", frame.nation)

    def ask(self, pos: Position, frame: Rebuilding) -> Ask:
        seat = pos.seat(frame.nation)
        return Ask(
            seat, "rebuild", LeaveRuins(), "10.61", {"areas": list(self.sites(pos, frame))}, frame.nation
        )

    def choices(self, pos: Position, frame: Rebuilding) -> Choices:
        found = []
        for area in self.sites(pos, frame):
            units = tuple(Option(u) for u in pos.units(area, frame.nation) if u != FLEET)
            found.append(Choice("rebuild", {"area": area}, (Pick("unit", units),), "10.61"))
        return (*found, Choice("leave_ruins", rule="10.61"))

    def execute(self, play: Play, frame: Rebuilding, action: Action) -> None:
        if not isinstance(action, Rebuild):
            self._finish(play, frame)
            return
        play.lose(frame.nation, action.area, {action.unit: 1}, "rebuilding")
        play.set_city(action.area, City(True, play.pos.seat(frame.nation)), "rebuilt", frame.nation)
        if frame.area:
            play.remember(restored=play.state.today.restored | {frame.area})

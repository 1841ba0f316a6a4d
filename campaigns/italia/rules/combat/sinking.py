"""The sinking of fleets. The owner chooses the fleets and the units that sink with them (10.8)."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.play import FRAMES, Offered, Play
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.trim import cheapest
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Share
from engine.values import dataclass
from kit.rules.decisions import Action


@dataclass(frozen=True)
class Sinking(Frame):
    """Fleets of a nation that were hit. ``drown``: the number of land units that sink with them, or None
    until the owner has chosen the fleets.
    """

    sea: str
    nation: str
    by: str
    number: int
    drown: int | None = None


@dataclass(frozen=True)
class SinkFleets(Action):
    """Choose the fleets that sink. ``fleets``: the number of each kind. The kinds are named by cargo, as
    "fleet", "fleet+1" and "fleet+2".
    """

    fleets: Mapping[str, int]


@dataclass(frozen=True)
class SinkCargo(Action):
    """Choose the units that sink with the fleets. ``units``: the number of each type."""

    units: Mapping[str, int]


def pack_cargo(fleets: int, cargo: int) -> dict[str, int]:
    """Return the number of fleets of each kind, if the fleets are filled one after the other with two units
    each. The kinds are "fleet" (empty), "fleet+1" and "fleet+2".

    >>> pack_cargo(3, 3)
    {'fleet': 1, 'fleet+1': 1, 'fleet+2': 1}
    """
    full, one = cargo // 2, cargo % 2
    found = {FLEET: fleets - full - one, f"{FLEET}+1": one, f"{FLEET}+2": full}
    return {kind: number for kind, number in found.items() if number > 0}


def cargo_of(kind: str) -> int:
    """Return the number of land units carried by a fleet of this kind."""
    return int(kind.removeprefix(FLEET) or 0)


@FRAMES.handler(Sinking)
class _Sinking(Offered):
    def fleets(self, pos: Position, frame: Sinking) -> dict[str, int]:
        return pack_cargo(pos.fleets(frame.sea, frame.nation), pos.troops(frame.sea, frame.nation))

    def cargo(self, pos: Position, frame: Sinking) -> dict[str, int]:
        return {u: n for u, n in pos.units(frame.sea, frame.nation).items() if u != FLEET}

    def advance(self, play: Play, frame: Sinking) -> bool:
        pos = play.pos
        if frame.drown is None:
            return self._without_asking(play, frame)
        cargo = self.cargo(pos, frame)
        if 0 < frame.drown < sum(cargo.values()) and len(cargo) > 1:
            return False
        self._sink(play, frame, cheapest(pos, cargo, frame.drown))
        return True

    def _without_asking(self, play: Play, frame: Sinking) -> bool:
        pos, fleets = play.pos, self.fleets(play.pos, frame)
        left = pos.fleets(frame.sea, frame.nation) - frame.number
        cargo = pos.troops(frame.sea, frame.nation)
        if left <= 0 or pos.setting.options.cargo_shifts:
            play.swap(frame.but(drown=max(0, cargo - 2 * max(0, left))))
        elif len(fleets) == 1:
            play.swap(frame.but(drown=min(cargo, cargo_of(next(iter(fleets))) * frame.number)))
        else:
            return False
        return True

    def _sink(self, play: Play, frame: Sinking, units: Mapping[str, int]) -> None:
        play.pop()
        play.lose(frame.nation, frame.sea, units, "naval", frame.by)
        play.lose(frame.nation, frame.sea, {FLEET: frame.number}, "naval", frame.by)

    def ask(self, pos: Position, frame: Sinking) -> Ask:
        kind = "naval_loss" if frame.drown is None else "cargo_loss"
        facts = {"sea": frame.sea, "number": frame.number if frame.drown is None else frame.drown}
        return Ask(pos.seat(frame.nation), kind, self.default(pos, frame), "10.8", facts, frame.nation)

    def default(self, pos: Position, frame: Sinking) -> Action:
        """Return the default losses: the fleets with the least cargo, or the cheapest units aboard."""
        if frame.drown is not None:
            return SinkCargo(cheapest(pos, self.cargo(pos, frame), frame.drown))
        named: dict[str, int] = {}
        for kind, number in sorted(self.fleets(pos, frame).items(), key=lambda one: cargo_of(one[0])):
            named[kind] = min(number, frame.number - sum(named.values()))
        return SinkFleets({kind: number for kind, number in named.items() if number})

    def choices(self, pos: Position, frame: Sinking) -> Choices:
        if frame.drown is not None:
            units = tuple(Option(u, high=n) for u, n in self.cargo(pos, frame).items())
            share = Share("units", units, frame.drown, frame.drown)
            return (Choice("sink_cargo", {}, (share,), "10.8", facts={"sea": frame.sea}),)
        kinds = tuple(Option(kind, high=n) for kind, n in self.fleets(pos, frame).items())
        share = Share("fleets", kinds, frame.number, frame.number)
        return (Choice("sink_fleets", {}, (share,), "10.8", facts={"sea": frame.sea}),)

    def execute(self, play: Play, frame: Sinking, action: Action) -> None:
        if isinstance(action, SinkCargo):
            self._sink(play, frame, action.units)
            return
        assert isinstance(action, SinkFleets)
        play.swap(frame.but(drown=sum(cargo_of(kind) * n for kind, n in action.fleets.items())))

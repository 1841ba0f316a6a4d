"""Nations that shrink, leave the game or become another nation, after a round or after their turn (12.4)."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.italia.rules.scenario.types import FLEET, Removal
from campaigns.italia.rules.state.play import FRAMES, Offered, Play
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.state import Holdings
from campaigns.italia.rules.war.subjects import set_free
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Share
from engine.values import dataclass
from kit.rules.decisions import Action, Event


@dataclass(frozen=True)
class NationLeft(Event):
    """A nation left the game. ``into``: the nation it became, or "" for none."""

    nation: str
    into: str


def leave(play: Play, nation: str, removal: Removal) -> None:
    """Remove a nation. Some of its units join its successor, if the card names one and counters are left."""
    if not play.pos.alive(nation):
        return
    play.tell(NationLeft(nation, removal.into))
    left = removal.most if removal.most else 999
    for place in play.pos.places_of(nation):
        units = dict(play.pos.units(place, nation))
        play.lose(nation, place, units, "transformed")
        if removal.into and removal.in_area in ("", place):
            left -= _convert_units(play, removal.into, place, units, left)
    for leader, piece in list(play.state.leaders.items()):
        if piece.nation == nation:
            play.remove_leader(leader)
    for other in play.scn.nations:
        if play.pos.holdings(other).overlord == nation:
            set_free(play, other, "overlord_gone")
    play.set(nations={**play.state.nations, nation: Holdings()})


def _convert_units(play: Play, into: str, place: str, units: Mapping[str, int], most: int) -> int:
    """Turn fleets into fleets of the new nation, and other units into its infantry. At sea, infantry is
    limited to what the new nation's fleets in the same sea can carry (9.6). Return the number of infantry
    placed.
    """
    fleets = min(units.get(FLEET, 0), play.pos.counters_left(into, FLEET))
    land = min(most, sum(n for unit, n in units.items() if unit != FLEET))
    land = min(land, play.pos.counters_left(into, "infantry"))
    if play.scn.is_sea(place):
        room = 2 * (fleets + play.pos.fleets(place, into)) - play.pos.troops(place, into)
        land = min(land, max(0, room))
    play.place(into, place, {"infantry": land, FLEET: fleets}, (), "transformed")
    return land


def after_round(play: Play) -> None:
    for nation in play.scn.nations.values():
        if nation.removal and nation.removal.after_round == play.state.round:
            leave(play, nation.id, nation.removal)
        for shrink in nation.effects.get("shrink", ()):
            if shrink["round"] == play.state.round:
                play.push(Shrinking(nation.id, shrink["unit"], shrink["to"]))


# --- limits on the units that stay ------------------------------------------------------------------------


@dataclass(frozen=True)
class Shrinking(Frame):
    nation: str
    unit: str
    to: int


@dataclass(frozen=True)
class SendHome(Action):
    """Take units off the map. ``where``: the number for each place."""

    where: Mapping[str, int]


@FRAMES.handler(Shrinking)
class _Shrinking(Offered):
    def units_by_place(self, pos: Position, frame: Shrinking) -> dict[str, int]:
        return {
            place: n
            for place in pos.places_of(frame.nation)
            if (n := pos.units(place, frame.nation).get(frame.unit, 0))
        }

    def excess(self, pos: Position, frame: Shrinking) -> int:
        return sum(self.units_by_place(pos, frame).values()) - frame.to

    def advance(self, play: Play, frame: Shrinking) -> bool:
        if self.excess(play.pos, frame) > 0:
            return False
        play.pop()
        return True

    def ask(self, pos: Position, frame: Shrinking) -> Ask:
        left, found = self.excess(pos, frame), dict[str, int]()
        for place, number in self.units_by_place(pos, frame).items():
            found[place] = min(number, left)
            left -= found[place]
        default = SendHome({place: n for place, n in found.items() if n})
        facts = {"to": frame.to, "unit": frame.unit}
        return Ask(pos.seat(frame.nation), "send_home", default, "card", facts, frame.nation)

    def choices(self, pos: Position, frame: Shrinking) -> Choices:
        options = tuple(Option(place, high=n) for place, n in self.units_by_place(pos, frame).items())
        over = self.excess(pos, frame)
        return (Choice("send_home", {}, (Share("where", options, over, over),), "card"),)

    def execute(self, play: Play, frame: Shrinking, action: SendHome) -> None:
        play.pop()
        for place, number in sorted(action.where.items()):
            play.lose(frame.nation, place, {frame.unit: number}, "sent_home")

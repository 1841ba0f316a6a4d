"""The bot's voyages, in which units embark, sail and land where they add most to the value of areas."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.italia.bot.outlook import Outlook, Units
from campaigns.italia.bot.stacks import add_units, strongest
from campaigns.italia.rules.movement.ledger import STOPPED, Movement, count_unmoved
from campaigns.italia.rules.movement.sea import Embark, Land, Sail
from campaigns.italia.rules.movement.stacking import attackers_allowed, may_leave
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.position import Position
from kit.rules.decisions import Action

Found = tuple[float, Action, str]


def voyages(pos: Position, frame: Movement, view: Outlook) -> Iterator[Found]:
    if not frame.ships:
        return
    landings = _Landings(pos, frame, view)
    yield from _find_landings(pos, frame, landings)
    if not frame.campaign:
        yield from _find_embarkations(pos, frame, view, landings)


def _reachable_seas(pos: Position, start: str, left: int) -> dict[str, str]:
    """Return the seas that a fleet can reach if it can cross ``left`` more, each with the first sea on the
    way ("" for the fleet's own sea).
    """
    found = {start: ""}
    for _ in range(left):
        for sea in list(found):
            for to in sorted(pos.scn.board.waters[sea]):
                found.setdefault(to, found[sea] or to)
    return found


class _Landings:
    """A search for the best number of units to land in an area, and for the value that the landing gains."""

    def __init__(self, pos: Position, frame: Movement, view: Outlook) -> None:
        self.pos, self.frame, self.view = pos, frame, view
        self.seen: dict[tuple[str, tuple[tuple[str, int], ...], int], tuple[float, dict[str, int]]] = {}

    def best(self, area: str, units: Units, leaders: int) -> tuple[float, dict[str, int]]:
        key = (area, tuple(sorted(units.items())), leaders)
        if key not in self.seen:
            self.seen[key] = self._best(area, units, leaders)
        return self.seen[key]

    def _best(self, area: str, units: Units, leaders: int) -> tuple[float, dict[str, int]]:
        pos, view, nation = self.pos, self.view, self.frame.nation
        best: tuple[float, dict[str, int]] = (-1.0, {})
        if not pos.treats_as_ordinary(nation, area):
            return best
        here = {u: n for u, n in pos.units(area, nation).items() if u != FLEET}
        led = len(pos.leaders(area, nation))
        most = pos.limit(nation, area)
        if view.foes[area]:
            most = attackers_allowed(pos, self.frame, area, with_leader=bool(leaders))
        for number in range(1, min(most - sum(here.values()), sum(units.values())) + 1):
            sent = strongest(pos, units, number)
            gain = view.value(area, add_units(here, sent), led + leaders, wet=sent) - view.value(
                area, here, led
            )
            gain -= view.unit_worth * number  # units that stay aboard keep this value
            best = max(best, (gain, sent), key=lambda found: found[0])
        return best


def _find_landings(pos: Position, frame: Movement, landings: _Landings) -> Iterator[Found]:
    """Yield landings of units already aboard, or voyages toward their landing place."""
    for sea in sorted({ship.at for ship in frame.ships if ship.cargo}):
        ships = [ship for ship in frame.ships if ship.at == sea and ship.cargo]
        cargo: dict[str, int] = {}
        for ship in ships:
            for unit, number in ship.cargo.items():
                cargo[unit] = cargo.get(unit, 0) + number
        leaders = [
            name
            for name in pos.leaders(sea, frame.nation)
            if frame.leaders.get(name, 0) < STOPPED and (not frame.campaign or name == frame.campaign)
        ]
        if frame.campaign and not leaders:
            continue
        reach = _reachable_seas(pos, sea, min(ship.left for ship in ships))
        for there, first in reach.items():
            for area in sorted(pos.scn.board.coasts[there]):
                gain, sent = landings.best(area, cargo, len(leaders))
                if not sent:
                    continue
                named = dict.fromkeys(leaders, 1)
                if not first:
                    yield gain, Land(sea, area, {**sent, **named}), area
                else:
                    index = frame.ships.index(ships[0])
                    alike = sum(ship == ships[0] for ship in frame.ships)
                    yield gain - 0.05, Sail(sea, first, index, alike, named), area


def _find_embarkations(pos: Position, frame: Movement, view: Outlook, landings: _Landings) -> Iterator[Found]:
    """Yield embarkations toward every landing place within reach, each with its gain."""
    for sea in sorted({ship.at for ship in frame.ships if ship.room}):
        ships = [ship for ship in frame.ships if ship.at == sea and ship.room]
        room = sum(ship.room for ship in ships)
        reach = _reachable_seas(pos, sea, min(ship.left for ship in ships))
        shores = sorted({area for there in reach for area in pos.scn.board.coasts[there]})
        for origin in sorted(pos.scn.board.coasts[sea]):
            if pos.holds(frame.nation, origin):
                yield from _voyages_from(pos, frame, view, landings, origin, sea, room, shores)


def _voyages_from(
    pos: Position,
    frame: Movement,
    view: Outlook,
    landings: _Landings,
    origin: str,
    sea: str,
    room: int,
    shores: list[str],
) -> Iterator[Found]:
    nation = frame.nation
    here = {u: n for u, n in pos.units(origin, nation).items() if u != FLEET}
    units = {u: n for u in here if (n := count_unmoved(pos, frame, origin, u))}
    held = may_leave(pos, frame, origin)
    most = min(n for n in (room, sum(units.values()), held) if n is not None)
    led = len(pos.leaders(origin, nation))
    before = view.value(origin, here, led)
    for number in range(1, most + 1):
        sent = strongest(pos, units, number)
        left = {u: n - sent.get(u, 0) for u, n in here.items() if n > sent.get(u, 0)}
        cost = before - view.value(origin, left, led) - view.unit_worth * number
        for area in shores:
            if area == origin:
                continue
            gain, landed = landings.best(area, sent, 0)
            if sum(landed.values()) == number:
                yield gain - cost - 0.05, Embark(origin, sea, sent), area

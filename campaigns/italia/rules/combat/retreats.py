"""Retreats: the places open to a nation (10.5), and the causes of a forced retreat (7.2, 10.2, 10.7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.capital import NameCapital, capital_choices, name_capital
from campaigns.italia.rules.state.play import FRAMES, Offered, Play
from campaigns.italia.rules.state.position import Position
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Share
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RETREATS: Final = ("raid", "beaten", "leaders")  # reasons that make a flight a retreat from a combat


@dataclass(frozen=True)
class Retreated(Event):
    nation: str
    origin: str
    to: str
    units: Mapping[str, int]
    leaders: tuple[str, ...]


@dataclass(frozen=True)
class Withdraw(Action):
    """Retreat some units, and leaders by name, to one place."""

    to: str
    units: Mapping[str, int]


def retreat_places(
    pos: Position, nation: str, area: str, barred: Collection[str] = (), *, campaign: bool = False
) -> dict[str, int]:
    """Return the places to which units can retreat from a land area, with the room in each. These are the
    nation's own areas, up to one unit above the limit; empty areas that are not barred; and adjacent seas
    with its fleets.

    ``campaign``: whether a campaign's army retreats. It can also go to areas with its subjects. ``barred``
    then holds the areas where reactions began, to which the army cannot retreat at all (12.32).
    """
    found = {}
    for to in sorted(pos.scn.board.adjacent_areas(area)):
        if not pos.treats_as_ordinary(nation, to) or _has_strangers(pos, nation, to, campaign):
            continue
        here = pos.troops(to, nation)
        if to in barred and (campaign or not pos.holds(nation, to)):
            continue
        found[to] = max(0, pos.limit(nation, to) + 1 - here)
    for sea in sorted(pos.scn.board.coasts[area]):
        if pos.fleets(sea, nation):
            found[sea] = max(0, 2 * pos.fleets(sea, nation) - pos.troops(sea, nation))
    return found


def _has_strangers(pos: Position, nation: str, area: str, campaign: bool) -> bool:
    return any(
        not (campaign and pos.holdings(other).overlord == nation) for other in pos.foreign(nation, area)
    )


def withdrawals(
    pos: Position,
    nation: str,
    area: str,
    units: Mapping[str, int],
    leaders: Collection[str],
    room: Mapping[str, int],
    most: int | None = None,
) -> Choices:
    """Return a choice for each place of retreat, with the units and leaders that can go. ``room``: the number
    of units that each place can take. ``most``: the number that can go in all, or None for any.
    """
    found = []
    for to, free in room.items():
        take = free if most is None else min(free, most)
        options = [Option(unit, high=min(n, take), cost=1) for unit, n in units.items() if min(n, take)]
        options += [Option(leader, high=1) for leader in leaders]
        if not options:
            continue
        high = sum(option.high or 0 for option in options)
        share = Share("units", tuple(options), 1, high, budget=take)
        found.append(Choice("withdraw", {"to": to}, (share,), "10.5", facts={"area": area}))
    return tuple(found)


def carry_off(play: Play, nation: str, area: str, to: str, named: Mapping[str, int]) -> dict[str, int]:
    """Move retreating units and leaders to a place. Return the number of units moved, by type."""
    units = {unit: n for unit, n in named.items() if n and unit in play.scn.units}
    leaders = tuple(leader for leader, n in sorted(named.items()) if n and leader in play.scn.leaders)
    play.shift(nation, units, area, to)
    for leader in leaders:
        play.move_leader(leader, to)
    play.tell(Retreated(nation, area, to, units, leaders))
    phase = play.state.in_progress(Combats)
    if phase and phase.nation == nation and to not in phase.refuge:
        play.amend(Combats, refuge=(*phase.refuge, to))
    return units


def deduct_for_retreated_leaders(play: Play, nation: str, number: int, where: str) -> None:
    """Deduct the points that the active nation's card takes away when leaders retreat from a combat, on land
    or at sea.
    """
    if number and nation == play.state.nation:
        worth = sum(b.halves for b in play.scn.rewards(nation, "leader_retreats"))
        play.score(nation, worth * number, "leader_retreats", where)


# --- forced retreats ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Flight(Frame):
    """Units of a nation that must leave an area. ``number``: how many, or None for all. ``by``: the nation
    that scores for units that cannot leave and die. ``barred``: areas to which the units cannot flee
    unless their nation holds them.
    """

    nation: str
    area: str
    why: str
    rule: str
    by: str = ""
    number: int | None = None
    leaders_only: bool = False
    barred: tuple[str, ...] = ()
    campaign: bool = False


@FRAMES.handler(Flight)
class _Flight(Offered):
    def movers(self, pos: Position, frame: Flight) -> tuple[dict[str, int], tuple[str, ...]]:
        units = {u: n for u, n in pos.units(frame.area, frame.nation).items() if u != FLEET}
        leaders = pos.leaders(frame.area, frame.nation)
        if frame.leaders_only:
            return {}, leaders
        return units, () if frame.number is not None else leaders

    def options(self, pos: Position, frame: Flight) -> Choices:
        units, leaders = self.movers(pos, frame)
        room = retreat_places(pos, frame.nation, frame.area, frame.barred, campaign=frame.campaign)
        return withdrawals(pos, frame.nation, frame.area, units, leaders, room, frame.number)

    def advance(self, play: Play, frame: Flight) -> bool:
        units, leaders = self.movers(play.pos, frame)
        left = frame.number if frame.number is not None else sum(units.values()) + len(leaders)
        if left and (units or leaders) and self.options(play.pos, frame):
            return False
        play.pop()
        if not left:
            return True
        for leader in leaders:
            play.kill_leader(leader, frame.why, frame.by)
        if frame.number is not None:
            units = take_cheapest(play.pos, units, frame.number)
        play.lose(frame.nation, frame.area, units, frame.why, frame.by)
        return True

    def ask(self, pos: Position, frame: Flight) -> Ask:
        facts = {"area": frame.area, "why": frame.why}
        return Ask(
            pos.seat(frame.nation),
            "flight",
            self._default_retreat(pos, frame),
            frame.rule,
            facts,
            frame.nation,
        )

    def _default_retreat(self, pos: Position, frame: Flight) -> Withdraw:
        options = self.options(pos, frame)
        room = retreat_places(pos, frame.nation, frame.area, frame.barred, campaign=frame.campaign)
        best = max(options, key=lambda c: (room[c.fixed["to"]], c.fixed["to"]))
        share = best.fields[0]
        assert isinstance(share, Share)
        named: dict[str, int] = {}
        free = share.budget or 0
        for option in share.options:
            named[str(option.value)] = min(option.high or 0, free if option.cost else 1)
            free -= named[str(option.value)] * option.cost
        return Withdraw(best.fixed["to"], {k: n for k, n in named.items() if n})

    def choices(self, pos: Position, frame: Flight) -> Choices:
        return (*self.options(pos, frame), *capital_choices(pos, frame.nation))

    def execute(self, play: Play, frame: Flight, action: Action) -> None:
        if isinstance(action, NameCapital):
            name_capital(play, frame.nation, action.area)
            return
        assert isinstance(action, Withdraw)
        led = sum(1 for name in play.pos.leaders(frame.area, frame.nation) if action.units.get(name))
        gone = carry_off(play, frame.nation, frame.area, action.to, action.units)
        if frame.why in RETREATS:
            deduct_for_retreated_leaders(play, frame.nation, led, frame.area)
        if frame.number is not None:
            play.swap(frame.but(number=frame.number - sum(gone.values())))


def take_cheapest(pos: Position, units: Mapping[str, int], number: int) -> dict[str, int]:
    """Choose ``number`` of these units, the cheapest first, and return how many there are of each type."""
    found: dict[str, int] = {}
    for unit in sorted(units, key=lambda u: (pos.scn.units[u].cost, u)):
        found[unit] = min(units[unit], number - sum(found.values()))
    return {unit: n for unit, n in found.items() if n}

"""Purchases and their placement (6.2, 7.1). They are one decision, because nothing can happen in between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from campaigns.italia.rules.money.income import discard_excess_gold, excess_gold_facts
from campaigns.italia.rules.money.prices import city_price, price, recruits_left
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.capital import NameCapital, capital_choices, name_capital
from campaigns.italia.rules.state.play import FRAMES, GoldChanged, Offered, Play
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.state import City
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Many, Option, Share
from engine.values import dataclass
from kit.rules.decisions import Action, refuse


@dataclass(frozen=True)
class Levy(Frame):
    """A nation's purchases. ``areas``: the areas it controlled when the phase began. ``used``: areas that
    have already received their one new land unit.
    """

    nation: str
    areas: tuple[str, ...]
    used: tuple[str, ...] = ()


@dataclass(frozen=True)
class Buy(Action):
    """Buy units of one type. ``where``: the number for each place."""

    unit: str
    where: Mapping[str, int]


@dataclass(frozen=True)
class PlaceAside(Action):
    """Place units that were bought with tribute (6.4)."""

    unit: str
    where: Mapping[str, int]


@dataclass(frozen=True)
class BuildCities(Action):
    areas: tuple[str, ...]


@dataclass(frozen=True)
class EndLevy(Action):
    """End the purchases. All gold over ten is lost."""


@FRAMES.handler(Levy)
class _Levy(Offered):
    def advance(self, play: Play, frame: Levy) -> bool:
        if next(self._purchases(play.pos, frame), None):
            return False
        self.execute(play, frame, EndLevy())
        return True

    def ask(self, pos: Position, frame: Levy) -> Ask:
        facts = {"gold": pos.holdings(frame.nation).gold}
        return Ask(pos.seat(frame.nation), "levy", EndLevy(), "6.2", facts, frame.nation)

    def choices(self, pos: Position, frame: Levy) -> Choices:
        found = self._purchases(pos, frame)
        end = Choice("end_levy", rule="6.2", facts=excess_gold_facts(pos, frame.nation))
        return (*found, *capital_choices(pos, frame.nation), end)

    def matching_choices(self, pos: Position, frame: Levy, action: Action) -> Iterable[Choice]:
        if isinstance(action, EndLevy):
            return (Choice("end_levy", rule="6.2"),)
        if isinstance(action, NameCapital):
            return capital_choices(pos, frame.nation)
        return self._purchases(pos, frame, action.unit if isinstance(action, Buy) else "")

    def _purchases(self, pos: Position, frame: Levy, only: str = "") -> Iterator[Choice]:
        """Yield the possible purchases, and the placements of units bought with tribute. ``only``: the one
        unit type to offer for purchase, or "" for all.
        """
        gold, nation = pos.holdings(frame.nation).gold, frame.nation
        for unit in pos.nation(nation).counters:
            if (only and unit != only) or not recruits_left(pos, nation, unit):
                continue
            cost, options = price(pos, nation, unit), _places(pos, frame, unit)
            high = min(recruits_left(pos, nation, unit), gold // cost)
            if options and high:
                share = Share("where", tuple(Option(p, high=n) for p, n in options.items()), 1, high)
                yield Choice("buy", {"unit": unit}, (share,), "6.2", facts={"cost": cost})
        for unit in dict.fromkeys(pos.holdings(nation).aside):
            options, high = _places(pos, frame, unit), pos.holdings(nation).aside.count(unit)
            if options:
                share = Share("where", tuple(Option(p, high=n) for p, n in options.items()), 1, high)
                yield Choice("place_aside", {"unit": unit}, (share,), "6.4")
        sites = tuple(
            Option(area, cost=cost)
            for area in building_sites(pos, nation)
            if (cost := city_price(pos, area)) <= gold
        )
        if sites:
            counters = pos.scn.cities - len(pos.state.cities)
            field = Many("areas", sites, 1, min(len(sites), counters), budget=gold)
            yield Choice("build_cities", {}, (field,), "6.2")

    def objection(self, pos: Position, frame: Levy, action: Action) -> None:
        if isinstance(action, Buy):
            if action.unit not in pos.nation(frame.nation).counters:
                refuse("6.2", "no_such_counters", unit=action.unit[:80])
            if not recruits_left(pos, frame.nation, action.unit):
                spent = not pos.counters_left(frame.nation, action.unit)
                refuse("6.2" if spent else "6.3", "no_more_of_these", unit=action.unit)
            cost = price(pos, frame.nation, action.unit) * sum(action.where.values())
            if cost > pos.holdings(frame.nation).gold:
                refuse("6.2", "not_enough_gold", cost=cost, gold=pos.holdings(frame.nation).gold)
            refuse("7.1", "cannot_be_placed_there")

    def execute(self, play: Play, frame: Levy, action: Action) -> None:
        nation = frame.nation
        if isinstance(action, Buy):
            self._spend(play, nation, price(play.pos, nation, action.unit) * sum(action.where.values()))
            self._place(play, frame, action.unit, action.where, "bought")
        elif isinstance(action, PlaceAside):
            aside = list(play.pos.holdings(nation).aside)
            for _ in range(sum(action.where.values())):
                aside.remove(action.unit)
            play.hold(nation, aside=tuple(aside))
            self._place(play, frame, action.unit, action.where, "tribute")
        elif isinstance(action, BuildCities):
            self._spend(play, nation, sum(city_price(play.pos, area) for area in action.areas))
            for area in action.areas:
                play.set_city(area, City(True, play.pos.seat(nation)), "built", nation)
        elif isinstance(action, NameCapital):
            name_capital(play, nation, action.area)
        else:
            play.pop()
            discard_excess_gold(play, nation)

    def _spend(self, play: Play, nation: str, gold: int) -> None:
        play.hold(nation, gold=play.pos.holdings(nation).gold - gold)
        play.tell(GoldChanged(nation, -gold, "purchase"))

    def _place(self, play: Play, frame: Levy, unit: str, where: Mapping[str, int], why: str) -> None:
        for place, number in sorted(where.items()):
            if number:
                play.place(frame.nation, place, {unit: number}, (), why)
        if unit != FLEET:
            play.swap(frame.but(used=(*frame.used, *sorted(p for p, n in where.items() if n))))


def _places(pos: Position, frame: Levy, unit: str) -> dict[str, int | None]:
    """Return the places for a new unit of this type, with the limit of each. An area takes one land unit,
    unless it is the nation's only area. Fleets are placed off the nation's coasts (7.1).
    """
    if unit == FLEET:
        only = pos.nation(frame.nation).effect("fleets_only_in")
        seas = {sea for area in frame.areas for sea in pos.scn.board.coasts[area]}
        return {sea: None for sea in pos.scn.board.seas if sea in seas and (not only or sea in only["seas"])}
    if len(frame.areas) == 1:
        return {frame.areas[0]: None}
    return {area: 1 for area in frame.areas if area not in frame.used}


def building_sites(pos: Position, nation: str) -> tuple[str, ...]:
    """Return the areas where a nation can build a city: its own areas without a city or ruin (2.2)."""
    if len(pos.state.cities) >= pos.scn.cities:
        return ()
    return tuple(
        area for area in pos.areas_of(nation) if pos.area(area).city_allowed and pos.city(area) is None
    )


def begin_purchases(play: Play, nation: str) -> None:
    """Begin a nation's purchases."""
    areas = tuple(area for area in play.pos.areas_of(nation) if play.pos.treats_as_ordinary(nation, area))
    play.push(Levy(nation, areas))

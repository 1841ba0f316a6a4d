"""Arrivals of reinforcements and leaders, and departures of leaders (7.2)."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.italia.rules.combat.retreats import Flight, take_cheapest
from campaigns.italia.rules.scenario.types import CONTROLLED, ENTRY, FLEET, Arrival
from campaigns.italia.rules.state.play import FRAMES, LeaderLeft, Offered, Play
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.war.subjects import resolve_revolts
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Pick, Share
from engine.values import dataclass
from kit.rules.decisions import Action, Event


@dataclass(frozen=True)
class Arriving(Frame):
    """Reinforcements of a nation that still have to be placed. ``entries``: their indexes in the scenario, in
    the order of placement. ``units`` and ``leaders``: the pieces of the first entry that are not placed yet.
    ``chosen``: the areas where leaders of the first entry were placed.
    """

    nation: str
    entries: tuple[int, ...]
    begun: bool = False
    units: Mapping[str, int] | None = None
    leaders: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlaceGroup(Action):
    """Put a whole group of reinforcements in one place."""

    place: str


@dataclass(frozen=True)
class PlaceLeader(Action):
    leader: str
    place: str


@dataclass(frozen=True)
class Spread(Action):
    """Place units of one type in several places. ``where``: the number for each place."""

    unit: str
    where: Mapping[str, int]


@dataclass(frozen=True)
class ArrivalFailed(Event):
    """Reinforcements failed to arrive. ``why``: leader_dead or no_place."""

    nation: str
    units: Mapping[str, int]
    leaders: tuple[str, ...]
    why: str


def places(
    pos: Position, a: Arrival, chosen: tuple[str, ...] = (), sea: bool | None = None
) -> tuple[str, ...]:
    """Return the places where the reinforcements ``a`` can arrive. ``chosen``: the areas where their leaders
    were placed, to which troops may be bound. ``sea``: True for seas only, False for land only, None for
    both.
    """
    if a.spread == "with_leaders" and chosen:
        return tuple(dict.fromkeys(chosen))
    found: list[str] = []
    for where in a.where:
        found += pos.areas_of(a.nation) if where == CONTROLLED else [where]
    if a.top_up and not a.top_up.in_area and not found:
        found = [area.id for area in pos.scn.board.areas.values() if area.kind == ENTRY]
    allowed = dict.fromkeys(p for p in found if pos.scn.is_sea(p) or _is_open(pos, a, p))
    return tuple(p for p in allowed if sea is None or pos.scn.is_sea(p) == sea)


def _is_open(pos: Position, a: Arrival, area: str) -> bool:
    if CONTROLLED in a.where and area not in a.where and not pos.treats_as_ordinary(a.nation, area):
        return False
    others = [n for n in pos.nations_at(area) if n != a.nation]
    match a.only_if:
        case "own":
            return pos.holds(a.nation, area)
        case "own_or_empty" | "no_foreign":
            return not others
    return True


def begin_arrivals(play: Play, nation: str, timing: str) -> None:
    """Begin to place the arrivals that a nation's card lists for this part of the round (``timing``)."""
    entries = play.scn.entries(nation, play.state.round, timing)
    if entries:
        play.push(Arriving(nation, entries))


def dismiss_leaders(play: Play, nation: str) -> None:
    """Resolve phase 2, in which leaders from an earlier round leave the map unless a card lets them stay."""
    stays = {s["leader"]: s["until_round"] for s in play.pos.nation(nation).effects.get("stays", ())}
    for leader, piece in list(play.state.leaders.items()):
        if piece.nation != nation or piece.round >= play.state.round:
            continue
        if play.state.round < stays.get(leader, 0):
            continue
        play.remove_leader(leader)
        play.tell(LeaderLeft(leader, nation))


@FRAMES.handler(Arriving)
class _Arriving(Offered):
    def entry(self, pos: Position, frame: Arriving) -> Arrival:
        return pos.scn.arrivals[frame.entries[0]]

    def advance(self, play: Play, frame: Arriving) -> bool:
        if not frame.entries:
            play.pop()
            return True
        a = self.entry(play.pos, frame)
        if not frame.begun:
            self._begin(play, frame, a)
            return True
        units = frame.units or {}
        if not units and not frame.leaders:
            self._drop_entry(play, frame)
            return True
        return self._place_forced(play, frame, a, units)

    def _begin(self, play: Play, frame: Arriving, a: Arrival) -> None:
        alive = tuple(leader for leader in a.leaders if not play.pos.dead(leader))
        units = dict(a.units)
        if a.leaders and len(alive) < len(a.leaders):  # the troops of a dead leader do not arrive
            units = {u: n * len(alive) // len(a.leaders) for u, n in units.items()}
        if a.leaders and not alive:
            self._fail(play, frame, a, a.units, (), "leader_dead")
            return
        if a.top_up:
            units[a.top_up.unit] = self._missing(play.pos, a)
        units = {u: min(n, play.pos.counters_left(a.nation, u)) for u, n in units.items()}
        units = {u: n for u, n in units.items() if n > 0}
        play.swap(frame.but(begun=True, units=units, leaders=alive, chosen=()))

    def _missing(self, pos: Position, a: Arrival) -> int:
        assert a.top_up
        if a.top_up.in_area:
            here = pos.units(a.where[0], a.nation).get(a.top_up.unit, 0)
        else:
            here = sum(at.get(a.nation, {}).get(a.top_up.unit, 0) for at in pos.state.units.values())
        return max(0, a.top_up.to - here)

    def _place_forced(self, play: Play, frame: Arriving, a: Arrival, units: Mapping[str, int]) -> bool:
        """Place units that have only one possible place, and discard units that have none. Return whether
        either was done.
        """
        pos = play.pos
        if a.spread == "together":
            found = self._group_spots(pos, a, frame)
            if not found:
                self._resolve_stranded(play, frame, a, units)
            elif len(found) == 1:
                self.execute(play, frame, PlaceGroup(found[0]))
            else:
                return False
            return True
        if a.spread == "with_leaders" and frame.leaders:
            return self._place_forced_leader(play, frame, a)
        for unit, number in units.items():
            found = self._spots(pos, a, frame, unit)
            if not found:
                self._fail(play, frame, a, {unit: number}, (), "no_place")
                return True
            if len(found) == 1:
                self.execute(play, frame, Spread(unit, {found[0]: number}))
                return True
            return False
        return self._place_forced_leader(play, frame, a)

    def _place_forced_leader(self, play: Play, frame: Arriving, a: Arrival) -> bool:
        found = self._leader_spots(play.pos, a)
        if not found:
            self._resolve_stranded(play, frame, a, frame.units or {})
            return True
        if len(found) == 1:
            self.execute(play, frame, PlaceLeader(frame.leaders[0], found[0]))
            return True
        return False

    def _group_spots(self, pos: Position, a: Arrival, frame: Arriving) -> tuple[str, ...]:
        """Return the places where a group can arrive. A group with leaders arrives at sea only with fleets
        (9.1).
        """
        afloat = FLEET in (frame.units or {}) or not frame.leaders
        found = places(pos, a)
        return tuple(p for p in found if afloat or not pos.scn.is_sea(p) or pos.fleets(p, a.nation))

    def _leader_spots(self, pos: Position, a: Arrival) -> tuple[str, ...]:
        aboard = (sea for sea in places(pos, a, sea=True) if pos.fleets(sea, a.nation))
        return places(pos, a, sea=False) or tuple(aboard)

    def _spots(self, pos: Position, a: Arrival, frame: Arriving, unit: str) -> tuple[str, ...]:
        return places(pos, a, frame.chosen, sea=unit == FLEET)

    def _resolve_stranded(self, play: Play, frame: Arriving, a: Arrival, units: Mapping[str, int]) -> None:
        """Resolve arrivals without a legal place. Their troops do not arrive, and a leader already on the
        map dies.
        """
        for leader in frame.leaders:
            if leader in play.state.leaders:
                play.kill_leader(leader, "no_place")
        self._fail(play, frame, a, units, frame.leaders, "no_place")

    def _fail(
        self,
        play: Play,
        frame: Arriving,
        a: Arrival,
        units: Mapping[str, int],
        leaders: tuple[str, ...],
        why: str,
    ) -> None:
        if units or leaders:
            play.tell(ArrivalFailed(a.nation, units, leaders, why))
        if why == "no_place" and units and not leaders and len(frame.units or {}) > len(units):
            left = {u: n for u, n in (frame.units or {}).items() if u not in units}
            play.swap(frame.but(units=left))
        else:
            self._drop_entry(play, frame)

    def _drop_entry(self, play: Play, frame: Arriving) -> None:
        play.swap(Arriving(frame.nation, frame.entries[1:]))

    # --- the player's decision ---

    def ask(self, pos: Position, frame: Arriving) -> Ask:
        default = self._default(pos, frame)
        facts = {"units": dict(frame.units or {}), "leaders": list(frame.leaders)}
        return Ask(pos.seat(frame.nation), "reinforcements", default, "7.2", facts, frame.nation)

    def _default(self, pos: Position, frame: Arriving) -> Action:
        choice = self.choices(pos, frame)[0]
        field = choice.fields[0]
        if isinstance(field, Share):
            return Spread(choice.fixed["unit"], {str(field.options[0].value): field.low})
        assert isinstance(field, Pick)
        place = str(field.options[0].value)
        return (
            PlaceGroup(place) if choice.kind == "place_group" else PlaceLeader(choice.fixed["leader"], place)
        )

    def choices(self, pos: Position, frame: Arriving) -> Choices:
        a = self.entry(pos, frame)
        if a.spread == "together":
            options = tuple(Option(p) for p in self._group_spots(pos, a, frame))
            facts = {"units": dict(frame.units or {}), "leaders": list(frame.leaders)}
            return (Choice("place_group", {}, (Pick("place", options),), "7.2", facts=facts),)
        units = frame.units or {}
        if not units or (a.spread == "with_leaders" and frame.leaders):
            options = tuple(Option(p) for p in self._leader_spots(pos, a))
            return (Choice("place_leader", {"leader": frame.leaders[0]}, (Pick("place", options),), "7.2"),)
        unit, number = next(iter(units.items()))
        spots = tuple(Option(p) for p in self._spots(pos, a, frame, unit))
        return (Choice("spread", {"unit": unit}, (Share("where", spots, number, number),), "7.2"),)

    def execute(self, play: Play, frame: Arriving, action: Action) -> None:
        a, units = self.entry(play.pos, frame), dict(frame.units or {})
        if isinstance(action, PlaceGroup):
            play.swap(frame.but(units={}, leaders=()))
            if a.clears:
                clear_area(play, a.nation, action.place, "7.2")
            self._place_pieces(play, a.nation, action.place, units, frame.leaders)
            self._trigger_revolts(play, frame.leaders)
        elif isinstance(action, PlaceLeader):
            play.swap(frame.but(leaders=frame.leaders[1:], chosen=(*frame.chosen, action.place)))
            self._place_pieces(play, a.nation, action.place, {}, (action.leader,))
            self._trigger_revolts(play, (action.leader,))
        else:
            assert isinstance(action, Spread)
            del units[action.unit]
            play.swap(frame.but(units=units))
            for place, number in sorted(action.where.items()):
                if number:
                    self._place_pieces(play, a.nation, place, {action.unit: number}, ())

    def _place_pieces(
        self, play: Play, nation: str, place: str, units: Mapping[str, int], leaders: tuple[str, ...]
    ) -> None:
        """Place arrivals. Those in a shared entry area can leave it in their nation's turn, or fight (9.2).
        Land units at sea that find no room aboard do not arrive.
        """
        pos = play.pos
        shared = not pos.scn.is_sea(place) and pos.area(place).kind == ENTRY and pos.enemies(nation, place)
        if shared and nation == play.state.nation and not pos.holds(nation, place):
            play.remember(arrived=play.state.today.arrived | {place})
        swimming = _excess_aboard(pos, nation, place, units) if pos.scn.is_sea(place) else {}
        if swimming:
            units = {unit: n - swimming.get(unit, 0) for unit, n in units.items()}
            play.tell(ArrivalFailed(nation, swimming, (), "no_place"))
        play.place(nation, place, units, leaders, "reinforcement")

    def _trigger_revolts(self, play: Play, leaders: tuple[str, ...]) -> None:
        for leader in leaders:
            resolve_revolts(play, "at_arrival", leader=leader)
            resolve_revolts(play, "free_at_arrival", leader=leader)


def _excess_aboard(pos: Position, nation: str, sea: str, units: Mapping[str, int]) -> dict[str, int]:
    """Return the arriving land units for which a sea has no room aboard, as the number of each type. The
    cheapest are left out first. The nation's fleets in the sea count, and so do fleets that arrive with the
    units (9.6).
    """
    fleets = pos.fleets(sea, nation) + units.get(FLEET, 0)
    landsmen = {unit: number for unit, number in units.items() if unit != FLEET}
    over = sum(landsmen.values()) + pos.troops(sea, nation) - 2 * fleets
    return take_cheapest(pos, landsmen, over) if over > 0 else {}


def clear_area(play: Play, nation: str, area: str, rule: str) -> None:
    """Make all units of other nations leave an area. Units that cannot leave are eliminated."""
    for other in reversed(play.pos.nations_at(area)):
        if other != nation:
            play.push(Flight(other, area, "cleared", rule))

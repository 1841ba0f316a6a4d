"""The working copy of a game in which an action is carried out, with its state, events and dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.state import City, LeaderPiece, State, Units
from campaigns.italia.rules.war.plans import is_garrison
from engine import frames
from engine.dice import Dice, Throw
from engine.frames import Frames
from engine.values import dataclass, replace
from kit.rules import decisions
from kit.rules import play as work
from kit.rules.decisions import Event

MOST_GOLD = 10  # the limit of a treasury (6.1)


@dataclass(frozen=True)
class UnitsPlaced(Event):
    """Units were placed on the map. ``why``: bought, tribute, reinforcement, set_up, deserted, converted
    or transformed.
    """

    nation: str
    place: str
    units: Mapping[str, int]
    leaders: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class UnitsLost(Event):
    """Units left the map. ``by``: the nation that destroyed them, or ""."""

    nation: str
    place: str
    units: Mapping[str, int]
    why: str
    by: str


@dataclass(frozen=True)
class LeaderLost(Event):
    leader: str
    nation: str
    place: str
    why: str
    by: str


@dataclass(frozen=True)
class LeaderLeft(Event):
    """A leader left the map because the leader's time was over (7.2)."""

    leader: str
    nation: str


@dataclass(frozen=True)
class GoldChanged(Event):
    """A nation's treasury changed by ``gold``, which may be negative. ``what``: tribute, purchase, limit,
    sack, campaign, campaign_move or block.
    """

    nation: str
    gold: int
    what: str


@dataclass(frozen=True)
class Scored(Event):
    """A nation scored points. ``halves``: the score in half-points. ``what``: the award of the chart, the
    event on the card, "subject" for halved points, or "handicap".
    """

    nation: str
    halves: int
    what: str
    where: str


@dataclass(frozen=True)
class CityChanged(Event):
    """A city changed. ``how``: built, rebuilt, sacked, raided or gone."""

    area: str
    how: str
    nation: str


class Play(work.Play[State, Position]):
    """The working copy of a game in which an action is carried out."""

    def __init__(self, pos: Position, dice: Dice) -> None:
        super().__init__(pos, dice)
        self.scn = pos.scn
        self.watched: State | None = None  # the last state checked for lost overlords

    # --- dice ---

    def d10s(self, count: int, purpose: str, rule: str, nation: str) -> tuple[int, ...]:
        """Roll ten-sided dice, on which the face 0 counts as ten (2.6)."""
        throw = Throw(10, purpose, rule, self.scn.seat_of(nation))
        return self.dice.roll_all([throw] * count) if count else ()

    # --- units ---

    def put(self, place: str, nation: str, units: Mapping[str, int]) -> None:
        """Add to a nation's units in a place, or remove units if a number is negative. Raises ValueError if
        too few are left.
        """
        if not any(units.values()):
            return
        here = dict(self.state.units.get(place, {}))
        own = dict(here.pop(nation, {}))
        for unit, number in units.items():
            left = own.pop(unit, 0) + number
            if left < 0:
                raise ValueError(f"{nation} has no {-number} {unit} in {place}")
            if left:
                own[unit] = left
        if own:
            here[nation] = dict(sorted(own.items()))
        every = {**self.state.units, place: dict(sorted(here.items()))}
        if not here:
            del every[place]
        self.set(units=every)

    def take(self, place: str, nation: str, units: Mapping[str, int]) -> None:
        self.put(place, nation, {unit: -number for unit, number in units.items()})

    def shift(self, nation: str, units: Mapping[str, int], origin: str, to: str) -> None:
        self.take(origin, nation, units)
        self.put(to, nation, units)

    def place(
        self, nation: str, place: str, units: Mapping[str, int], leaders: Iterable[str], why: str
    ) -> None:
        """Place new pieces, as long as counters last, and record the event."""
        placed = {}
        for unit, number in units.items():
            placed[unit] = min(number, self.pos.counters_left(nation, unit))
        placed = {unit: number for unit, number in placed.items() if number > 0}
        self.put(place, nation, placed)
        for leader in leaders:
            self.station(leader, place)
        if placed or leaders:
            self.tell(UnitsPlaced(nation, place, placed, tuple(leaders), why))

    def lose(self, nation: str, place: str, units: Mapping[str, int], why: str, by: str = "") -> None:
        """Remove units from the map. The nation that destroyed them (``by``, or "" for none) scores for them
        (11.0).
        """
        units = {unit: number for unit, number in units.items() if number > 0}
        if not units:
            return
        self.take(place, nation, units)
        self.tell(UnitsLost(nation, place, units, why, by))
        if by:
            score_destroyed_units(self, by, nation, units)
        if FLEET in units:
            self.drown(nation, place, why, by)

    def drown(self, nation: str, sea: str, why: str, by: str) -> None:
        """Remove units at sea that the remaining fleets cannot carry. Leaders die with the last fleet
        (10.8).
        """
        pos = self.pos
        room = 2 * pos.fleets(sea, nation)
        aboard = {u: n for u, n in pos.units(sea, nation).items() if u != FLEET}
        over = sum(aboard.values()) - room
        lost: dict[str, int] = {}
        for unit in sorted(aboard, key=lambda u: self.scn.units[u].cost):
            lost[unit] = min(aboard[unit], max(0, over))
            over -= lost[unit]
        self.lose(nation, sea, lost, why, by)
        if not room:
            for leader in pos.leaders(sea, nation):
                self.kill_leader(leader, why, by)

    # --- leaders ---

    def station(self, leader: str, place: str) -> None:
        nation = self.scn.leaders[leader].nation
        piece = LeaderPiece(nation, place, self.state.round)
        self.set(leaders=dict(sorted({**self.state.leaders, leader: piece}.items())))

    def move_leader(self, leader: str, place: str) -> None:
        moved = replace(self.state.leaders[leader], at=place)
        self.set(leaders={**self.state.leaders, leader: moved})

    def kill_leader(self, leader: str, why: str, by: str = "") -> None:
        """Eliminate a leader, who never returns (7.2). ``by``: the nation that killed the leader, or ""."""
        piece = self.state.leaders[leader]
        self.remove_leader(leader)
        self.count(f"dead:{leader}")
        self.tell(LeaderLost(leader, piece.nation, piece.at, why, by))
        if by:
            score_killed_leader(self, by, leader, piece.nation)

    def remove_leader(self, leader: str) -> None:
        self.set(leaders={k: v for k, v in self.state.leaders.items() if k != leader})

    # --- gold, points, cities, tallies ---

    def pay(self, nation: str, gold: int, what: str) -> None:
        """Change a nation's treasury by ``gold``, which may be negative, and record the event with its reason
        (``what``). Gold over the limit is lost (6.1).
        """
        has = self.state.nations[nation]
        gold = gold_kept(self.pos, nation, gold) if gold > 0 else gold
        if gold:
            self.hold(nation, gold=has.gold + gold)
            self.tell(GoldChanged(nation, gold, what))

    def hold(self, nation: str, **changes: Any) -> None:
        self.set(nations={**self.state.nations, nation: replace(self.state.nations[nation], **changes)})

    def score(self, nation: str, halves: int, what: str, where: str = "") -> None:
        # garrisons of the last round score nothing (13.4)
        if not halves or (halves > 0 and is_garrison(self.pos, nation)):
            return
        scores = self.state.scores
        self.set(scores={**scores, nation: scores.get(nation, 0) + halves})
        if nation == self.state.nation:
            self.set(today=replace(self.state.today, points=self.state.today.points + halves))
        self.tell(Scored(nation, halves, what, where))

    def set_city(self, area: str, city: City | None, how: str, nation: str) -> None:
        cities = {k: v for k, v in self.state.cities.items() if k != area}
        if city is not None:
            cities[area] = city
        self.set(cities=dict(sorted(cities.items())))
        self.tell(CityChanged(area, how, nation))

    def count(self, name: str, by: int = 1) -> None:
        tallies = self.state.tallies
        self.set(tallies=dict(sorted({**tallies, name: tallies.get(name, 0) + by}.items())))

    def remember(self, **changes: Any) -> None:
        self.set(today=replace(self.state.today, **changes))


Routine = frames.Routine[Play]
FrameHandler = frames.FrameHandler[Position, Play]
JointHandler = frames.JointHandler[Position, Play]
Offered = decisions.OfferingHandler[Position, Play]
FRAMES: Frames[Position, Play] = Frames()


def gold_kept(pos: Position, nation: str, gold: int) -> int:
    """Return the part of a gain that a nation can keep. Gold over ten is lost (6.1), except in the nation's
    campaign, which spends gold before storing any (12.31).
    """
    phase = pos.state.in_progress(Combats)
    if phase and phase.campaign and phase.nation == nation:
        return gold
    return min(gold, max(0, MOST_GOLD - pos.holdings(nation).gold))


# --- rewards on the cards (11.0) ----------------------------------------------------------------------------


def bounty(play: Play, nation: str, event: str, **what: str) -> int:
    """Return the highest current reward on a nation's card for an event, in half-points. ``what``: the
    details of the event, such as its target, area, unit or leader.
    """
    found = [
        b.halves
        for b in play.scn.rewards(nation, event)
        if (not b.rounds or play.state.round in b.rounds)
        and _matches(b.target, what.get("target"))
        and _matches(b.areas, what.get("area"))
        and b.unit in ("any", what.get("unit", "any"))
        and b.leader in ("any", what.get("leader", "any"))
        and (not b.of or b.of == what.get("of"))
        and not (b.first_only and f"first:{nation}:{what.get('area')}" in play.state.tallies)
    ]
    return max(found, default=0)


def _matches(allowed: tuple[str, ...], found: str | None) -> bool:
    return not allowed or found in allowed


def score_destroyed_units(play: Play, by: str, of: str, units: Units) -> None:
    """Score points for the nation ``by``, which destroyed units of the nation ``of``, if it is its own turn
    (11.0).
    """
    if by == play.state.nation:
        reward_for_units(play, by, of, units)


def reward_for_units(play: Play, by: str, of: str, units: Units) -> None:
    """Score the rewards on the card of the nation ``by`` for units of the nation ``of`` that it destroyed, in
    any turn.
    """
    for unit, number in units.items():
        play.score(by, number * bounty(play, by, "eliminate", target=of, unit=unit), "eliminate", of)
    _reward_last_unit(play, by, of, units)


def score_killed_leader(play: Play, by: str, leader: str, of: str) -> None:
    """Score points for a killed leader. If a card rewards units of any type, a leader also counts as a unit.
    The better of the two rewards is then scored (11.0).
    """
    if by != play.state.nation:
        return
    as_leader = bounty(play, by, "eliminate_leader", leader=leader)
    as_unit = bounty(play, by, "eliminate", target=of, unit="leader")
    if as_leader >= as_unit:
        play.score(by, as_leader, "eliminate_leader", leader)
    else:
        play.score(by, as_unit, "eliminate", of)
    _reward_last_unit(play, by, of, {})


def _reward_last_unit(play: Play, by: str, of: str, units: Units) -> None:
    """Score the reward that the card of the nation ``by`` gives for the last unit (leaders included) or last
    land unit of the nation ``of``, if there is one. ``units``: the latest casualties, empty for a leader.
    """
    for b in play.scn.rewards(by, "eliminate_last_unit"):
        if b.of != of:
            continue
        if b.rounds and play.state.round not in b.rounds:
            continue
        if b.unit_class == "any":
            left = play.pos.alive(of)
        else:
            left = any(unit != FLEET for here in play.state.units.values() for unit in here.get(of, ()))
            left = left or not any(unit != FLEET for unit in units)  # the casualty was not a land unit
        if not left:
            play.score(by, b.halves, "eliminate_last_unit", of)

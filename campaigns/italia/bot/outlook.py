"""The value to a nation of having units in an area at the end of its movement.

An area's value is what it yields, reduced by the risk of losing it. For an area with enemies, it includes the
exact odds of the combat and the rewards on the card. An outlook depends only on other nations' pieces, so one
is enough for a nation's whole movement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from campaigns.italia.bot.regions import CONTROL, MINUS
from campaigns.italia.bot.worth import DENIED, denial_value, gold_worth, points, unit_worth, worth
from campaigns.italia.forecast.prospects import prospects
from campaigns.italia.rules.combat.battle import Battle, situation, split_seaborne, weakness
from campaigns.italia.rules.combat.sack import BOOTY, points_for
from campaigns.italia.rules.combat.situation import Group, Situation
from campaigns.italia.rules.movement.exits import exit_worth
from campaigns.italia.rules.movement.stacking import count_defenders
from campaigns.italia.rules.scenario.types import ANY, ENTRY, FLEET
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.war.subjects import must_submit

LEADER: Final = 1.5  # the value of a leader
COMES_NOW, COMES_LATER = 0.55, 0.25  # chance that a neighbour who can attack does so, in this round or later
FALLEN: Final = 1.0  # the value of killing an enemy leader when no card rewards it
BACK: Final = 0.9  # share of the attackers that go back after a submission
RID: Final = 0.15  # the value of destroying an enemy unit
Units = Mapping[str, int]


class Outlook:
    def __init__(self, pos: Position, nation: str) -> None:
        self.pos, self.nation, self.seat = pos, nation, pos.seat(nation)
        self.unit_worth, self.gold_worth = unit_worth(pos, nation), gold_worth(pos, nation)
        self.foes = {area: pos.foes(nation, area) for area in pos.scn.board.areas}
        self.worth = {area: worth(pos, nation, area) for area in pos.scn.board.areas}
        self.guarded = {
            area: bool(foes) and count_defenders(pos, nation, area) > 0 for area, foes in self.foes.items()
        }
        self._led: tuple[object, Counter[str]] = (None, Counter())
        self.seen: dict[tuple[Any, ...], float] = {}
        self.near: dict[str, dict[str, tuple[str, int, int]]] = {}
        self.fights: dict[str, list[tuple[Situation, float]]] = {}
        self.subjected: dict[str, float] = {}  # nation -> the value of its submission
        self.leader_bounty = max(
            (
                b.halves / 2
                for b in pos.scn.bounties
                if b.nation == nation
                and (b.event == "eliminate_leader" or (b.event == "eliminate" and b.unit == ANY))
            ),
            default=FALLEN,
        )
        order = pos.scn.order
        place = order.index(nation) if nation in order else len(order)
        self.still_to_act = set(order[place + 1 :])

    def value(
        self, area: str, units: Units, leaders: int, *, wet: Units | None = None, army: bool = False
    ) -> float:
        """Estimate the value of units and leaders in an area. ``wet``: the units that arrive by sea or across
        a strait. ``army``: whether the units are a campaign's army, which has no stacking limit and need not
        leave yet.
        """
        key = (area, tuple(sorted(units.items())), leaders, tuple(sorted((wet or {}).items())), army)
        found = self.seen.get(key)
        if found is None:
            found = self.seen[key] = self._value(area, units, leaders, wet or {}, army)
        return found

    def _value(self, area: str, units: Units, leaders: int, wet: Units, army: bool) -> float:
        number = sum(units.values())
        if not number and not leaders:
            return 0.0
        if self.pos.area(area).kind == ENTRY and not self.pos.treats_as_ordinary(self.nation, area):
            exits = exit_worth(self.pos, self.nation, area) / 2
            return number * (max(exits, self.unit_worth) if army else exits)
        if any(self.pos.friends(self.nation, other) for other in self.pos.foreign(self.nation, area)):
            return self.unit_worth * number if army else 0.0
        if self.foes[area]:
            fought = self.assault(area, units, leaders, wet, roomy=army)
            return max(fought, self.raid(area, units))
        staying = number if army else min(number, self.pos.limit(self.nation, area))
        held = self.worth[area] * (1 - self.risk(area, units, leaders)) if number else self.worth[area] * 0.3
        return held + self.unit_worth * staying + LEADER * leaders * (1 - self.risk(area, units, leaders))

    def count_leaders(self, pos: Position, area: str) -> int:
        """Return the number of the nation's leaders in an area now."""
        if self._led[0] is not pos.state.leaders:
            here = Counter(piece.at for piece in pos.state.leaders.values() if piece.nation == self.nation)
            self._led = (pos.state.leaders, here)
        return self._led[1][area]

    # --- holding areas ---

    def risk(self, area: str, units: Units, leaders: int) -> float:
        """Return the chance that another nation takes the area before the area scores."""
        key = ("risk", area, tuple(sorted(units.items())), leaders)
        if key not in self.seen:
            self.seen[key] = self._risk(area, units, leaders)
        return self.seen[key]

    def _risk(self, area: str, units: Units, leaders: int) -> float:
        pos, safe = self.pos, 1.0
        limit = pos.area(area).limit
        if area not in self.near:
            self.near[area] = self._neighbours(area)
        for foe, (kind, number, led) in self.near[area].items():
            own = Group(units, leaders) if units else Group({})
            s = Situation(
                pos.scn.units,
                Group({kind: min(number, limit + 1 + bool(led))}, bool(led), weak=weakness(pos, foe)),
                own,
                "highland" if pos.area(area).kind == ENTRY else pos.area(area).kind,
                pos.has_city(area),
                first=False,
            )
            comes = COMES_NOW if foe in self.still_to_act else COMES_LATER
            safe *= 1 - comes * prospects(s).win
        return 1 - safe

    def _neighbours(self, area: str) -> dict[str, tuple[str, int, int]]:
        """Return the other players' nations that could attack an area. Each comes with its most common unit
        type next to the area, and with the number of its units and leaders next to it.
        """
        pos, found = self.pos, dict[str, tuple[str, int, int]]()
        for near in sorted(pos.scn.board.adjacent_areas(area)):
            for foe in pos.nations_at(near):
                if (
                    pos.seat(foe) == self.seat
                    or pos.friends(self.nation, foe)
                    or not pos.meets(self.nation, foe, area)
                ):
                    continue
                units = {u: n for u, n in pos.units(near, foe).items() if u != FLEET}
                if units:
                    before = found.get(foe, ("", 0, 0))
                    kind = max(units, key=lambda u: (units[u], u))
                    led = before[2] + len(pos.leaders(near, foe))
                    found[foe] = (kind, before[1] + sum(units.values()), led)
        return found

    # --- fighting ---

    def assault(self, area: str, units: Units, leaders: int, wet: Units, *, roomy: bool = False) -> float:
        """Return the value of attacking an area and fighting to the end. If the enemy must submit at once,
        return the value of its submission instead. ``wet``: those of the units that arrive by sea or across a
        strait. ``roomy``: whether no stacking limit applies to the survivors (8.4).
        """
        if self.yields(area):
            return self._submission_value(area, units, leaders)
        win, left, found = 1.0, float(sum(units.values())), 0.0
        for s, reward in self._combats(area):
            p = prospects(_with_attackers(s, units, leaders, wet))
            win *= p.win
            left = min(left, p.attackers)
            found += (s.defender.total - p.defenders) * reward
            found += p.win * self.victory_reward(area, s, sum(units.values()), leaders)
        if not roomy:
            left = min(left, win * self.pos.limit(self.nation, area))  # units over the limit would be removed
        alive = max(1, round(left / win)) if win > 0.05 else 1
        kind = max(units, key=lambda u: (units[u], u), default="infantry")
        kept = self.worth[area] * (1 - self.risk(area, {kind: alive}, leaders))
        booty = self.booty(area) if self._foreign_city(area) else 0.0
        found += win * (kept + booty + denial_value(self.pos, self.nation, area))
        return found + left * self.unit_worth + win * LEADER * leaders

    def victory_reward(self, area: str, s: Situation, units: int, leaders: int) -> float:
        """Return the value of the card's rewards for a victory: for killed enemy leaders and a pitched
        battle.
        """
        found, foes = 0.0, self.foes[area]
        for b in self.pos.scn.bounties:
            if b.nation != self.nation or (b.rounds and self.pos.state.round not in b.rounds):
                continue
            if b.event == "pitched_battle" and leaders and min(units, s.defender.total) >= b.least:
                fits = not b.versus or any(foe in b.versus for foe in foes)
                found += b.halves / 2 if fits and self.pos.leader_at(b.leader) else 0.0
        return found + s.defender.leaders * self.leader_bounty

    # --- submission ---

    def yields(self, area: str) -> bool:
        """Return whether the only nation in an area must submit before any dice are rolled (12.5)."""
        foes = self.foes[area]
        return len(foes) == 1 and must_submit(self.pos, foes[0], self.nation)

    def _submission_value(self, area: str, units: Units, leaders: int) -> float:
        """Estimate the value of subjecting the only nation in an area. It adds up the bounty, the points and
        gold of the nation's areas, and the removal of its units. Most of the attackers return.
        """
        foe = self.foes[area][0]
        if foe not in self.subjected:
            found = max(
                (
                    b.halves / 2
                    for b in self.pos.scn.bounties
                    if (b.nation, b.event) == (self.nation, "subjugate")
                ),
                default=0.0,
            )
            for held in self.pos.areas_of(foe):
                cleared = points(self.pos, self.nation, held) if self._counts_for_region(held) else 0.0
                lost = points(self.pos, foe, held) / 2
                found += cleared + (lost * DENIED if self.pos.seat(foe) != self.seat else -lost)
                found += self.gold_worth / 2 + self.pos.troops(held, foe) * RID
            self.subjected[foe] = found
        return self.subjected[foe] + BACK * sum(units.values()) * self.unit_worth + LEADER * leaders

    def _counts_for_region(self, area: str) -> bool:
        """Return whether an area counts for one of the nation's region awards. For these awards an area may
        also be held by a subject of the nation.
        """
        return any(
            a.nation == self.nation and a.award in (CONTROL, MINUS) and area in a.areas
            for a in self.pos.scn.awards
        )

    def wins(self, area: str, units: Units, leaders: int, wet: Units | None = None) -> float:
        """Return the chance that these units take the area if all fight to the end. ``wet``: those of the
        units that arrive by sea or across a strait.
        """
        found = 1.0
        for s, _ in self._combats(area):
            found *= prospects(_with_attackers(s, units, leaders, wet or {})).win
        return found

    def _combats(self, area: str) -> list[tuple[Situation, float]]:
        """Return the combats to fight for an area, each with the value of killing one enemy in it."""
        if area not in self.fights:
            self.fights[area] = [
                (s, self._reward(foe, s))
                for foe in self.foes[area]
                for s in [situation(self.pos, Battle(area, self.nation, foe))]
            ]
        return self.fights[area]

    def _reward(self, foe: str, s: Situation) -> float:
        """Return the average value of killing one of a nation's units in a combat, points included."""
        points = sum(n * self._bounty(foe, unit) for unit, n in s.defender.units.items())
        return points / max(1, s.defender.total) + (-1.0 if self.pos.seat(foe) == self.seat else RID)

    def _bounty(self, foe: str, unit: str) -> float:
        fitting = (
            b.halves / 2
            for b in self.pos.scn.bounties
            if (b.nation, b.event) == (self.nation, "eliminate")
            and (not b.rounds or self.pos.state.round in b.rounds)
            and (not b.target or foe in b.target)
            and b.unit in ("any", unit)
        )
        return max(fitting, default=0.0)

    # --- cities ---

    def _foreign_city(self, area: str) -> bool:
        city = self.pos.city(area)
        return city is not None and city.standing and bool(city.owner) and city.owner != self.seat

    def booty(self, area: str) -> float:
        """Return the value of sacking or raiding a city: the points on the card or the gold, whichever is
        worth more.
        """
        return max(points_for(self.pos, self.nation, area) / 2, BOOTY * self.gold_worth)

    def raid(self, area: str, units: Units) -> float:
        """Return the value of a raid, or -1 if there is nothing to raid. One roll of 7 or more is enough for
        success, and the raiders then go back (10.7).
        """
        number = sum(units.values())
        if not number or not self._foreign_city(area) or area in self.pos.state.today.restored:
            return -1.0
        lost = sum(
            n * (11 - self.pos.scn.units[unit].to_hit) / 10
            for s, _ in self._combats(area)[:1]
            for unit, n in s.defender.units.items()
        )
        hit = 1 - 0.6**number
        return hit * self.booty(area) + (number - min(number, lost)) * self.unit_worth


def _with_attackers(s: Situation, units: Units, leaders: int, wet: Units) -> Situation:
    attacker = Group(split_seaborne(units, wet), leaders, weak=s.attacker.weak)
    return replace(s, attacker=attacker, first=bool(wet))


@lru_cache(maxsize=8)
def _outlook(key: _OutlookKey) -> Outlook:
    return Outlook(key.pos, key.nation)


class _OutlookKey:
    """A position as a cache key that stays equal while a nation moves only its own land units."""

    def __init__(self, pos: Position, nation: str) -> None:
        self.pos, self.nation = pos, nation
        state = pos.state
        self.key = (
            nation,
            state.round,
            tuple(
                (place, other, tuple(units.items()))
                for place, here in sorted(state.units.items())
                for other, units in here.items()
                if other != nation or FLEET in units
            ),
            tuple((name, p.at) for name, p in state.leaders.items() if p.nation != nation),
            tuple((area, city) for area, city in sorted(state.cities.items())),
            tuple((n, has.overlord) for n, has in state.nations.items() if has.overlord),
            pos.capital(nation),
            weakness(pos, nation),
            state.today.restored,
            sum(name.startswith("first:") for name in state.tallies),
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _OutlookKey) and self.pos.setting is other.pos.setting and self.key == other.key
        )


def outlook(pos: Position, nation: str) -> Outlook:
    """Return a nation's outlook. The same object is returned while only the nation's own units move."""
    return _outlook(_OutlookKey(pos, nation))

"""The base of all bridges to *Cataphract*. It raises armies on an open field and converts their losses back.

docs/bridge.md describes this for players and game masters, and tests check that both agree.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Final

from battles.cataphract.rules.battle import own_field
from battles.cataphract.rules.sheet.armies.printed_battles import SCHEMA as SHEET
from campaigns.bridge import casualties, pursuit, scale
from campaigns.bridge.cataphract import armies, field, levels, lost_units
from campaigns.bridge.cataphract.armies import SEATS, FieldedUnit, data
from campaigns.bridge.cataphract.lost_units import WAYS
from campaigns.bridge.from_campaign import SIDES, FromCampaign, check_strengths
from engine.game import (
    ANYHOW,
    BattleReport,
    Facts,
    Force,
    ForceUnit,
    InvalidAction,
    Muster,
    OpenBattle,
    Outcome,
)

KILLED: Final = "killed"
DESIGN: Final = "design"


@dataclass(frozen=True)
class Side:
    """One side as it takes the field. ``ids``: the campaign's leader for each of ``led``, or ""."""

    seat: str
    name: str
    units: tuple[FieldedUnit, ...]
    ids: tuple[str, ...]
    led: tuple[dict[str, Any], ...]
    undisciplined: bool


class CataphractBridge(FromCampaign):
    """The bridge to *Cataphract* on the map (see engine.game.Bridge)."""

    battle = "cataphract"
    here = True
    pieces = "units"
    ways = WAYS
    fate: ClassVar[str]  # reported for a leader who was killed on the field

    @abstractmethod
    def better_led(self, battle: OpenBattle) -> Mapping[str, int]:
        """Return by how much each side is better led than the other side (0 to 2)."""

    @abstractmethod
    def leaders(self, force: Force, scenario: Facts) -> Mapping[str, str]:
        """Return the names of a side's leaders by id, the commander first."""

    @abstractmethod
    def troops(self, unit: ForceUnit) -> Mapping[str, int]:
        """Return the sorts of troops of a campaign's unit, each with its share."""

    # --- from the campaign to the field ---------------------------------------------------------------

    def muster(self, battle: OpenBattle, scenario: Facts) -> Muster:
        check_strengths(battle)
        wanted, better = armies.points(battle), self.better_led(battle)
        own = self.chances(battle)
        sides = {side: self._side(battle, side, wanted[side], better[side], scenario) for side in SIDES}
        points = {side: armies.rout_points(sides[side].units) for side in SIDES}
        chance = own.attacker + own.tie / 2
        wild = {side: sides[side].undisciplined for side in SIDES}
        shares = levels.choose_shares(chance, points, wild)
        level = {
            side: max(1, scale.round_half_up(Fraction(points[side] * shares[side], 100))) for side in SIDES
        }
        places = {side: field.line_up(sides[side].seat, sides[side].units) for side in SIDES}
        posts = {
            side: field.post_leaders(sides[side].units, places[side], [one["id"] for one in sides[side].led])
            for side in SIDES
        }
        title = self.title(battle, scenario)
        return Muster(
            scenario=self.own_scenario(
                title,
                {
                    "schema": SHEET,
                    "provenance": DESIGN,
                    "title": title,
                    "sides": {
                        sides[side].seat: self._army(sides[side], level[side], places[side], posts[side])
                        for side in SIDES
                    },
                    "marks": _marks(sides.values()),
                },
                {id: place for side in SIDES for id, place in places[side].items()},
                {id: at for side in SIDES for id, at in posts[side].items()},
            ),
            options=self.options(),
            seats={sides[side].seat: getattr(battle, side).seat for side in SIDES},
            reckoning=(
                *_reckoning(battle, sides, points, level),
                {"code": "cataphract_field", **data()["field"]["line"]},
                {
                    "code": "cataphract_race",
                    "wins": scale.apportion(
                        100, {"attacker": own.attacker, "tie": own.tie, "defender": own.defender}
                    ),
                    "levels": shares,
                },
                {"code": "cataphract_back", **data()["losses"][self.campaign], "fate": self.fate},
                pursuit.line(battle, pursuit.percent(self.campaign, "cataphract")),
            ),
        )

    def options(self) -> Facts:
        """Return the options of the battle game: each player answers for their own side."""
        return {"hands": "own"}

    def own_scenario(
        self, title: str, sheet: Facts, counters: Facts, posts: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return the scenario of the battle. ``sheet``: both armies. ``counters``: the place of each unit.
        ``posts``: the hex of each leader.
        """
        return {
            "schema": own_field.SCHEMA,
            "title": title,
            "armies": sheet,
            "counters": counters,
            "posts": dict(posts),
            "retreat": dict(field.RETREAT),
        }

    def _side(self, battle: OpenBattle, side: str, wanted: int, better: int, scenario: Facts) -> Side:
        force: Force = getattr(battle, side)
        seat = SEATS[side]
        given = [(unit.id, unit.sp, self.troops(unit)) for unit in force.units]
        units = armies.raise_army(seat, wanted, given)
        led = list(armies.leaders(seat, self.leaders(force, scenario), len(units), better))
        powers = Counter[str]()
        for unit in force.units:
            powers[unit.power] += unit.sp
        return Side(
            seat,
            self._people_name(force, scenario),
            tuple(units),
            tuple(id for id, _one in led),
            tuple(one for _id, one in led),
            armies.is_undisciplined(powers),
        )

    def _people_name(self, force: Force, scenario: Facts) -> str:
        """Return the name of the people that contributes most to a side."""
        power = max(force.units, key=lambda unit: unit.sp).power
        return str(data()["called"].get(power) or self.people_name(force, scenario))

    def _army(self, side: Side, level: int, places: Facts, posts: Mapping[str, str]) -> dict[str, Any]:
        at = {place["hex"]: unit for unit, place in places.items()}
        return {
            "name": side.name,
            "level": level,
            "undisciplined": side.undisciplined,
            "units": [one.counter() for one in side.units],
            "leaders": [{**one, "unit": at[posts[one["id"]]]} for one in side.led],
        }

    def elements(self, muster: Muster) -> Mapping[str, int]:
        """Return how many units each of the campaign's units has on the field."""
        found = {row["unit"]: len(row["counters"]) for row in lost_units.rows_of(muster)}
        return {unit: number for unit, number in found.items() if number}

    def fallen_leaders(self, muster: Muster) -> Mapping[str, str]:
        if self.fate != KILLED:
            return {}  # in this campaign, a leader killed on the field survives
        rows = (row for row in muster.reckoning if row["code"] == "cataphract_side")
        return {leader: KILLED for row in rows for leader in row["leaders"] if leader}

    # --- from the field back to the campaign ----------------------------------------------------------

    def report(self, battle: OpenBattle, muster: Muster, outcome: Outcome, view: Facts) -> BattleReport:
        winner = next((side for side, seat in SEATS.items() if seat == outcome.winner), None)
        told: dict[str, Any] = {"reason": outcome.reason}
        losses: dict[str, int] = {}
        fates: list[tuple[str, str]] = []
        for side, seat in SEATS.items():
            fell = lost_units.fallen_units(muster, side, view["sides"][seat]["units"])
            dead = lost_units.dead_leaders(muster, side, view["sides"][seat]["leaders"])
            told[side] = {**_total(fell, self.elements(muster)), "leaders": dead}
            fates += [(leader, self.fate) for leader in dead]
            losses |= self._losses(battle, muster, winner, side, fell, told[side])
        return BattleReport(winner, self.adjust_losses(battle, winner, losses), told, tuple(fates), winner)

    def convert_losses(
        self,
        battle: OpenBattle,
        muster: Muster,
        winner: str | None,
        fell: Mapping[str, int],
        how: Mapping[str, Mapping[str, int]] = ANYHOW,
    ) -> BattleReport:
        """Convert a battle played with the boxed game into campaign losses. Players reported how many units
        each of the campaign's units lost, and how. Raises InvalidAction if a unit or a way of losing units
        is unknown. Also raises it if more units were lost than were on the field.
        """
        fielded = self.elements(muster)
        told: dict[str, Any] = {"reason": "typed"}
        losses: dict[str, int] = {}
        for unit, number in fell.items():
            ways = how.get(unit, {})
            if any(way not in WAYS or type(n) is not int or n < 0 for way, n in ways.items()):
                raise InvalidAction("", "unknown_option", path=f"$.how.{unit}", value=str(ways)[:80])
            there = fielded.get(unit, 0)
            if type(number) is not int or not max(0, sum(ways.values())) <= number <= there:
                facts = {"unit": str(unit)[:80], "elements": there}
                raise InvalidAction("", "more_elements_than_fielded", path=f"$.fallen.{unit}", **facts)
        for side in SIDES:
            lost = {
                row["unit"]: {
                    "eliminated": fell.get(row["unit"], 0) - how.get(row["unit"], {}).get("routed", 0),
                    "routed": how.get(row["unit"], {}).get("routed", 0),
                }
                for row in lost_units.rows_of(muster, side)
            }
            told[side] = {**_total(lost, fielded), "leaders": []}
            losses |= self._losses(battle, muster, winner, side, lost, told[side])
        return BattleReport(winner, self.adjust_losses(battle, winner, losses), told, (), winner)

    def _losses(
        self,
        battle: OpenBattle,
        muster: Muster,
        winner: str | None,
        side: str,
        fell: Mapping[str, Mapping[str, int]],
        told: dict[str, Any],
    ) -> dict[str, int]:
        """Convert the units that a side lost to each campaign unit's losses. If the victor is larger, pursuit
        adds losses. ``told``: the side's facts for the report, to which those about pursuit are added.
        """
        force: Force = getattr(battle, side)
        part = pursuit.share(battle, muster, winner, side)
        told |= pursuit.pursuit_facts(part)
        weights = lost_units.weights_of(muster)
        fielded = {row["unit"]: len(row["counters"]) for row in lost_units.rows_of(muster, side)}
        down = {
            unit: sum((weights[way] * ways[way] for way in WAYS), Fraction(0)) for unit, ways in fell.items()
        }
        there = {unit: number for unit, number in fielded.items() if number}
        lost = pursuit.pursuit_losses(part, {unit: down[unit] for unit in there}, there)
        return casualties.divide_losses(force, there, lost)


def _total(fell: Mapping[str, Mapping[str, int]], fielded: Mapping[str, int]) -> dict[str, int]:
    """Return how many units a side had, and how many it lost in each way."""
    found = {way: sum(ways[way] for ways in fell.values()) for way in WAYS}
    return {"units": sum(fielded.get(unit, 0) for unit in fell), **found}


def _marks(sides: Sequence[Side] | Any) -> list[list[str]]:
    """List the values that no source gives, each with its certainty. Set-up, levels and ratings are ours."""
    found: dict[tuple[str, str], None] = {("Set-up, withdrawal levels and leaders", DESIGN): None}
    for side in sides:
        for one in side.units:
            found |= {(mark.what, mark.found): None for mark in one.contingent.marks}
    return [list(one) for one in found]


def _reckoning(
    battle: OpenBattle, sides: Mapping[str, Side], points: Mapping[str, int], level: Mapping[str, int]
) -> Iterator[Facts]:
    """Yield the calculation by which forces become armies, line by line as JSON objects, which
    campaigns.bridge.cataphract.words puts into words.
    """
    for side in SIDES:
        force, found = getattr(battle, side), sides[side]
        yield {
            "code": "cataphract_side",
            "side": side,
            "points": points[side],
            "level": level[side],
            "undisciplined": found.undisciplined,
            "leaders": list(found.ids),
            "ratings": [
                {fact: one[fact] for fact in ("initiative", "charisma", "personal_combat", "range")}
                for one in found.led
            ],
        }
        for unit in force.units:
            own = [one for one in found.units if one.unit == unit.id]
            yield {
                "code": "cataphract_unit",
                "side": side,
                "unit": unit.id,
                "power": unit.power,
                "kind": unit.kind,
                "sp": unit.sp,
                "counters": {one.id: one.name for one in own},
            }

"""The base of all bridges to Commands & Colors: Ancients. It raises armies within the limits of the box, sets
hands, banners and the board, and converts the losses back.

docs/bridge.md describes this for players and game masters, and tests check that both agree.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Final

from battles.cca.rules.units import UNITS
from campaigns.bridge import casualties, cca_armies, cca_back, cca_field, cca_race, pursuit, scale
from campaigns.bridge.cca_armies import BOTTOM, TOP, data
from campaigns.bridge.cca_back import WAYS
from campaigns.bridge.from_campaign import SIDES, FromCampaign, check_strengths
from engine.game import (
    ANYHOW,
    BattleReport,
    Facts,
    Force,
    InvalidAction,
    Muster,
    OpenBattle,
    Outcome,
    OwnChances,
)

SEATS: Final = {"rome": BOTTOM, "carthage": TOP}  # the Roman pieces are grey and set up at the bottom
KILLED: Final = "killed"


@dataclass(frozen=True)
class RaisedForce:
    """One side as it takes the field, with its troops by campaign unit and its leaders by id and name."""

    seat: str
    units: Mapping[str, Mapping[str, int]]
    leaders: Mapping[str, str]

    @property
    def troops(self) -> Counter[str]:
        """The number of units of each type in the whole army."""
        return cca_armies.total_troops(self.units)


class CcaBridge(FromCampaign):
    """The bridge to Commands & Colors: Ancients (see engine.game.Bridge)."""

    battle = "cca"
    here = True
    pieces = "blocks"
    ways = WAYS
    fate: ClassVar[str]  # reported for a leader who was killed on the board

    @abstractmethod
    def better_led(self, battle: OpenBattle) -> Mapping[str, int]:
        """Return by how much each side is better led than the other side, or 0 if it is not."""

    @abstractmethod
    def leaders(self, force: Force, scenario: Facts) -> Mapping[str, str]:
        """Return the names of a side's leaders by id, the commander first."""

    # --- from the campaign to the board ---------------------------------------------------------------

    def muster(self, battle: OpenBattle, scenario: Facts) -> Muster:
        check_strengths(battle)
        boxes, own = self.boxes(battle), self.chances(battle)
        hands = cca_armies.hands(self.better_led(battle))
        sp = {side: getattr(battle, side).sp for side in SIDES}
        for part in range(100, 0, -data()["size"]["step"]):
            points = cca_armies.points_of(sp, part)
            raised = {
                side: self._raise(battle, side, SEATS[boxes[side]], points[side], scenario) for side in SIDES
            }
            if max(one.troops.total() for one in raised.values()) <= data()["size"]["units"]:
                break
        units, leaders = list[dict[str, Any]](), list[dict[str, Any]]()
        for side in SIDES:
            seat = raised[side].seat
            placed = cca_field.line_up(seat, raised[side].troops)
            units += [{"side": seat, "type": kind, "hex": at} for at, kind in sorted(placed.items())]
            leaders += cca_field.attach_leaders(seat, placed, raised[side].leaders.values())
        count = Counter(one["side"] for one in (*units, *leaders))
        pieces = {side: count[raised[side].seat] for side in SIDES}
        numbers = {side: raised[side].troops.total() for side in SIDES}
        led = {side: pieces[side] - numbers[side] for side in SIDES}
        worth = {side: cca_armies.worth(raised[side].troops) for side in SIDES}
        next_one = cca_race.next_banner(worth, hands, led)
        goals = cca_race.goals(own.attacker + own.tie / 2, next_one, numbers, pieces)
        name, kind = self.place(battle)
        return Muster(
            scenario={
                "id": "campaign",
                "name": self.title(battle, scenario),
                "year": "",
                "set": "base",
                "first": raised["attacker"].seat,
                "banners": max(goals.values()),
                "briefing_prov": "design",
                "layout_prov": "design",
                "special": [],
                "terrain": cca_field.terrain(name, kind, raised["attacker"].seat),
                "units": units,
                "leaders": leaders,
                **{
                    raised[side].seat: {
                        "army": self._people_name(getattr(battle, side), scenario),
                        "leader": next(iter(raised[side].leaders.values()), ""),
                        "hand": hands[side],
                        "banners": goals[side],
                    }
                    for side in SIDES
                },
            },
            options={},
            seats={raised[side].seat: getattr(battle, side).seat for side in SIDES},
            reckoning=(
                *_reckoning(battle, points, raised, hands),
                {"code": "cca_field", "ground": kind},
                _race_line(own, next_one, goals),
                {"code": "cca_hidden"},
                {"code": "cca_back", **data()["losses"][self.campaign], "fate": self.fate},
                pursuit.line(battle, pursuit.percent(self.campaign, self.battle)),
            ),
        )

    def _people_name(self, force: Force, scenario: Facts) -> str:
        """Return the name of the people that contributes most to a side."""
        power = max(force.units, key=lambda unit: unit.sp).power
        return str(data()["called"].get(power) or self.people_name(force, scenario))

    def _raise(self, battle: OpenBattle, side: str, seat: str, points: int, scenario: Facts) -> RaisedForce:
        """Choose troops for each of a side's campaign units, in proportion to its share of the strength.
        Points that a unit cannot spend go to the next unit.
        """
        force: Force = getattr(battle, side)
        box, left, found = cca_armies.Box(seat), 0, dict[str, dict[str, int]]()
        shares = scale.apportion(points, {unit.id: Fraction(unit.sp) for unit in force.units})
        for unit in sorted(force.units, key=lambda one: (one.sp, one.id)):
            kinds = cca_armies.types(self.mix(unit, battle), cca_armies.quality(unit.power, unit.kind))
            found[unit.id] = box.take(shares[unit.id] + left, kinds)
            left += shares[unit.id] - cca_armies.worth(found[unit.id])
        leaders = dict(list(self.leaders(force, scenario).items())[: data()["leaders"]["most"]])
        return RaisedForce(seat, {unit.id: found[unit.id] for unit in force.units}, leaders)

    def elements(self, muster: Muster) -> Mapping[str, int]:
        """Return how many blocks each campaign unit has on the board."""
        found = {row["unit"]: cca_armies.blocks(row["troops"]) for row in cca_back.rows_of(muster)}
        return {unit: number for unit, number in found.items() if number}

    def fallen_leaders(self, muster: Muster) -> Mapping[str, str]:
        if self.fate != KILLED:
            return {}  # in this campaign, a leader killed on the board survives
        rows = (row for row in muster.reckoning if row["code"] == "cca_side")
        return {leader: KILLED for row in rows for leader in row["leaders"]}

    # --- from the board back to the campaign ----------------------------------------------------------

    def report(self, battle: OpenBattle, muster: Muster, outcome: Outcome, view: Facts) -> BattleReport:
        seats = {side: cca_back.seat_of(muster, side) for side in SIDES}
        winner = next((side for side, seat in seats.items() if seat == outcome.winner), None)
        told: dict[str, Any] = {"reason": outcome.reason}
        losses: dict[str, int] = {}
        fates: list[tuple[str, str]] = []
        for side, seat in seats.items():
            fielded = Counter(one["type"] for one in muster.scenario["units"] if one["side"] == seat)
            there = [unit for unit in view["units"].values() if unit["seat"] == seat]
            left = Counter(unit["type"] for unit in there)
            standing = Counter[str]()
            for unit in there:
                standing[unit["type"]] += unit["blocks"]
            fell = {
                kind: {
                    "eliminated": (number - left[kind]) * UNITS[kind].blocks,
                    "weakened": left[kind] * UNITS[kind].blocks - standing[kind],
                }
                for kind, number in fielded.items()
            }
            down = cca_back.points_lost(muster, side, fell)
            dead = cca_back.dead_leaders(muster, view, side)
            told[side] = {
                "units": fielded.total(),
                "gone": fielded.total() - left.total(),
                "blocks": sum(fell[kind]["weakened"] for kind in fell),
                "leaders": list(dead),
            }
            fates += [(leader, self.fate) for leader in dead]
            losses |= self._losses(battle, muster, winner, side, down, told[side])
        return BattleReport(winner, self.adjust_losses(battle, winner, losses), told, tuple(fates), winner)

    def convert_losses(
        self,
        battle: OpenBattle,
        muster: Muster,
        winner: str | None,
        fell: Mapping[str, int],
        how: Mapping[str, Mapping[str, int]] = ANYHOW,
    ) -> BattleReport:
        """Convert a battle played with the boxed game into campaign losses. Players reported how many blocks
        each campaign unit lost, and how. Raises InvalidAction if a unit or a way of losing blocks is
        unknown. Also raises it if a unit lost more blocks than it fielded.
        """
        fielded = self.elements(muster)
        losses: dict[str, int] = {}
        told: dict[str, Any] = {"reason": "typed"}
        for unit, number in fell.items():
            ways = how.get(unit, {})
            if any(way not in WAYS or type(n) is not int or n < 0 for way, n in ways.items()):
                raise InvalidAction("", "unknown_option", path=f"$.how.{unit}", value=str(ways)[:80])
            there = fielded.get(unit, 0)
            if type(number) is not int or not max(0, sum(ways.values())) <= number <= there:
                facts = {"unit": str(unit)[:80], "elements": there}
                raise InvalidAction("", "more_elements_than_fielded", path=f"$.fallen.{unit}", **facts)
        for side in SIDES:
            weights, down, blocks = cca_back.weights_of(muster), dict[str, Fraction](), 0
            for row in cca_back.rows_of(muster, side):
                unit, weak = row["unit"], how.get(row["unit"], {}).get("weakened", 0)
                gone = fell.get(unit, 0) - weak
                cost = weights["eliminated"] * gone + weights["weakened"] * weak
                if cost:
                    down[unit] = cost * cca_armies.worth(row["troops"]) / fielded[unit]
                blocks += gone + weak
            told[side] = {
                "lost_blocks": blocks,
                "of": sum(fielded.get(u, 0) for u in cca_back.units_of(muster, side)),
            }
            losses |= self._losses(battle, muster, winner, side, down, told[side])
        return BattleReport(winner, self.adjust_losses(battle, winner, losses), told, (), winner)

    def _losses(
        self,
        battle: OpenBattle,
        muster: Muster,
        winner: str | None,
        side: str,
        down: Mapping[str, Fraction],
        told: dict[str, Any],
    ) -> dict[str, int]:
        """Convert the points that a side lost to each unit's losses in the campaign. If the victor is larger,
        pursuit adds losses. A side with nobody left on the board loses everything. ``down``: the points lost
        by each unit. ``told``: the side's facts for the report, to which those about pursuit are added.
        """
        force: Force = getattr(battle, side)
        part = pursuit.share(battle, muster, winner, side)
        told |= pursuit.pursuit_facts(part)
        if told.get("gone", told.get("lost_blocks")) == told.get("units", told.get("of")):
            return {unit.id: unit.sp for unit in force.units}
        cost = {row["unit"]: cca_armies.worth(row["troops"]) for row in cca_back.rows_of(muster, side)}
        return casualties.divide_losses(force, cost, pursuit.pursuit_losses(part, down, cost))


# --- the calculation, line by line --------------------------------------------------------------------------


def _reckoning(
    battle: OpenBattle,
    points: Mapping[str, int],
    raised: Mapping[str, RaisedForce],
    hands: Mapping[str, int],
) -> Iterator[Facts]:
    """Yield the calculation by which forces become armies, line by line as JSON objects, which
    campaigns.bridge.cca_muster puts into words.
    """
    for side in SIDES:
        force: Force = getattr(battle, side)
        yield {
            "code": "cca_side",
            "side": side,
            "seat": raised[side].seat,
            "points": points[side],
            "hand": hands[side],
            "leaders": list(raised[side].leaders),
        }
        for unit in force.units:
            yield {
                "code": "cca_unit",
                "side": side,
                "unit": unit.id,
                "power": unit.power,
                "kind": unit.kind,
                "sp": unit.sp,
                "quality": cca_armies.quality(unit.power, unit.kind),
                "troops": dict(raised[side].units[unit.id]),
            }


def _race_line(own: OwnChances, next_one: Fraction, goals: Mapping[str, int]) -> Facts:
    """Return the line about banners in the calculation that players see. It gives the chances by the
    campaign's own dice, the chances on the board, and the banners that each side needs.
    """
    wins = {"attacker": own.attacker, "tie": own.tie, "defender": own.defender}
    here = cca_race.wins(goals["attacker"], goals["defender"], next_one)
    return {
        "code": "cca_race",
        "wins": scale.apportion(100, wins),
        "next": scale.round_half_up(100 * next_one),
        "here": scale.round_half_up(100 * here),
        "goals": dict(goals),
    }

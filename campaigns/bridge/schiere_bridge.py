"""The base of all bridges to *Schiere*. It sets points, armies and the board, and converts the losses back.

A campaign says what its units consist of, who leads them, and what the ground is like. docs/bridge.md
describes this for players and referees, and tests check that both agree.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final
from zlib import crc32

from battles.schiere.rules.board.generator import of_kind
from battles.schiere.rules.board.state import gone_parts
from battles.schiere.rules.board.troops import CHIEFS, MOST_WINGS, SEATS, TROOPS, WINGS
from campaigns.bridge import casualties, pursuit, scale
from campaigns.bridge.from_campaign import SIDES, FromCampaign, check_strengths
from campaigns.bridge.schiere_armies import Box, shared_data
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

OPTIONS: Final = ("heights", "woods", "water")
LAYOUT: Final = ("##", "##")
BOARDS: Final = 9999


@dataclass(frozen=True)
class Leading:
    """The leaders of a side: the kind and the id of its commander in chief, and the kind and the id of each
    wing commander.
    """

    chief: str
    leader: str | None
    wings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class RaisedForce:
    """One side as it takes the field, with its points and the counters of each campaign unit."""

    points: int
    units: Mapping[str, Mapping[str, int]]

    @property
    def troops(self) -> dict[str, int]:
        """The number of counters of each kind in the whole army, in box order."""
        found = {troop: sum(one.get(troop, 0) for one in self.units.values()) for troop in TROOPS}
        return {troop: number for troop, number in found.items() if number}


class SchiereBridge(FromCampaign):
    """The bridge to *Schiere* (see engine.game.Bridge)."""

    battle = "schiere"
    here = True
    pieces = "units"
    ways = ("eliminated", "captured", "surrendered", "routed")

    # --- facts from the campaign -----------------------------------------------------------------------

    @abstractmethod
    def leading(self, force: Force) -> Leading:
        """Return the leaders of a side."""

    def fates(self, battle: OpenBattle, fallen: Mapping[str, bool]) -> tuple[tuple[str, str], ...]:
        """Return the fates of leaders on sides whose commander in chief fell. ``fallen`` maps each such side
        to whether it was also badly beaten. By default the leaders are reported as lost, and the campaign's
        rules decide.
        """
        leaders = ((side, getattr(battle, side).facts.get("commander")) for side in fallen)
        return tuple((leader, "lost") for _side, leader in leaders if leader)

    # --- to the board and back -------------------------------------------------------------------------

    def muster(self, battle: OpenBattle, scenario: Facts) -> Muster:
        check_strengths(battle)
        boxes, own = self.boxes(battle), self.chances(battle)
        points, armies, led = points_of(own), dict[str, Any](), dict[str, Leading]()
        raised: dict[str, RaisedForce] = {}
        for side in SIDES:
            force: Force = getattr(battle, side)
            led[side] = self.leading(force)
            raised[side] = self._raise(force, points[side], Box(boxes[side]), battle)
            armies[boxes[side]] = {
                "units": raised[side].troops,
                "chief": led[side].chief,
                "wings": [kind for kind, _leader in led[side].wings],
            }
        name, kind = self.place(battle)
        ground = {key: shared_data()["boards"][kind][key] for key in OPTIONS}
        return Muster(
            scenario={
                **of_kind(LAYOUT, 1 + crc32(name.encode()) % BOARDS, **ground),
                "title": self.title(battle, scenario),
                "prov": "design",
                "points": max(points.values()),
                "turns": shared_data()["turns"]["number"],
                "given": True,
                "armies": {seat: armies[seat] for seat in SEATS},
                "names": {boxes[side]: self.people_name(getattr(battle, side), scenario) for side in SIDES},
            },
            options={},
            seats={boxes[side]: getattr(battle, side).seat for side in SIDES},
            reckoning=(
                *_reckoning(battle, own, boxes, points, raised, led, kind),
                pursuit.line(battle, pursuit.percent(self.campaign, self.battle)),
            ),
        )

    def _raise(self, force: Force, points: int, box: Box, battle: OpenBattle) -> RaisedForce:
        """Choose counters for every campaign unit, in proportion to its share of the side's strength."""
        shares = scale.apportion(points, {unit.id: Fraction(unit.sp) for unit in force.units})
        units = {unit.id: box.take(shares[unit.id], self.mix(unit, battle)) for unit in force.units}
        return RaisedForce(points, units)

    def report(self, battle: OpenBattle, muster: Muster, outcome: Outcome, view: Facts) -> BattleReport:
        sides = {_seat_of(muster, side): side for side in SIDES}
        winner = sides.get(outcome.winner or "")
        weights: Mapping[str, int] = shared_data()["fallen"]
        losses: dict[str, int] = {}
        told: dict[str, Any] = {"reason": outcome.reason}
        chiefs: dict[str, bool] = {}
        for seat, side in sides.items():
            gone = _losses_by_kind(view["gone"], seat)
            troops = {troop: whys for troop, whys in gone.items() if troop in TROOPS}
            fallen = {
                troop: Fraction(sum(weights[why] * number for why, number in whys.items()), 100)
                for troop, whys in troops.items()
            }
            down = _points_by_unit(muster, side, fallen)
            told[side] = {
                "units": _count_units(muster, side),
                "gone": sum(sum(whys.values()) for whys in troops.values()),
                "chief_lost": any(troop in CHIEFS for troop in gone),
                "wings_lost": sum(sum(whys.values()) for troop, whys in gone.items() if troop in WINGS),
            }
            told[side] |= pursuit.pursuit_facts(pursuit.share(battle, muster, winner, side))
            losses |= self._losses(battle, muster, winner, side, down, told[side]["gone"])
            if told[side]["chief_lost"]:
                chiefs[side] = 2 * told[side]["gone"] >= told[side]["units"]
        fates = self.fates(battle, chiefs)
        return BattleReport(winner, self.adjust_losses(battle, winner, losses), told, fates, winner)

    def convert_losses(
        self,
        battle: OpenBattle,
        muster: Muster,
        winner: str | None,
        fell: Mapping[str, int],
        how: Mapping[str, Mapping[str, int]] = ANYHOW,
    ) -> BattleReport:
        """Convert a battle played with the boxed game into campaign losses. Players reported how many
        counters each campaign unit lost, and how. Raises InvalidAction if a unit or a way of losing counters
        is unknown, or if a unit lost more counters than it fielded.
        """
        losses: dict[str, int] = {}
        told: dict[str, Any] = {"reason": "typed"}
        fielded = self.elements(muster)
        for unit, number in fell.items():
            there = fielded.get(unit, 0)
            if type(number) is not int or not 0 <= number <= there:
                facts = {"unit": str(unit)[:80], "elements": there}
                raise InvalidAction("", "more_elements_than_fielded", path=f"$.fallen.{unit}", **facts)
        cost_of = {unit: _weigh_losses(unit, number, how.get(unit, {})) for unit, number in fell.items()}
        for side in SIDES:
            cost = _costs(muster, side)
            down = {u: cost_of[u] * cost[u] / fielded[u] for u in cost if fell.get(u)}
            gone = sum(fell.get(unit, 0) for unit in cost)
            told[side] = {"units": _count_units(muster, side), "gone": gone}
            told[side] |= pursuit.pursuit_facts(pursuit.share(battle, muster, winner, side))
            losses |= self._losses(battle, muster, winner, side, down, gone)
        return BattleReport(winner, self.adjust_losses(battle, winner, losses), told, (), winner)

    def _losses(
        self,
        battle: OpenBattle,
        muster: Muster,
        winner: str | None,
        side: str,
        down: Mapping[str, Fraction],
        gone: int,
    ) -> dict[str, int]:
        """Convert the points that a side lost to each unit's losses in the campaign. If the victor is
        larger, pursuit adds losses. A side with nobody left on the board loses everything.
        """
        force: Force = getattr(battle, side)
        cost = _costs(muster, side)
        if gone == _count_units(muster, side):
            return {unit.id: unit.sp for unit in force.units}
        return casualties.divide_losses(
            force, cost, pursuit.pursuit_losses(pursuit.share(battle, muster, winner, side), down, cost)
        )

    def elements(self, muster: Muster) -> Mapping[str, int]:
        """Return the number of counters that each campaign unit has on the board."""
        found = {row["unit"]: sum(row["troops"].values()) for row in _unit_rows(muster)}
        return {unit: number for unit, number in found.items() if number}


# --- strength and commanders ------------------------------------------------------------------------------


def points_of(own: OwnChances) -> dict[str, int]:
    """Return the points with which each side raises its army. ``own``: the odds by the campaign's own dice.
    The side that they favour gets the maximum. The other side gets the points that let it win as often as in
    the campaign. A tie counts half for each side.
    """
    chance = own.attacker + own.tie / 2
    better = max(chance, 1 - chance)
    most, least = shared_data()["points"]["most"], weaker_points(better)
    return {"attacker": most, "defender": least} if 2 * chance >= 1 else {"attacker": least, "defender": most}


def weaker_points(chance: Fraction) -> int:
    """Return the points of an army whose enemy wins with a given chance, interpolated from the measured
    table.
    """
    rows = [(Fraction(percent, 100), points) for percent, points in shared_data()["strength"]["table"]]
    for (low, many), (high, few) in zip(rows, rows[1:], strict=False):
        if chance <= high:
            return scale.round_half_up(many + (few - many) * (max(chance, low) - low) / (high - low))
    return int(rows[-1][1])


def wings_of(leaders: list[tuple[str, tuple[str, ...]]]) -> tuple[tuple[str, str], ...]:
    """Return the wing commanders as (kind, leader). Each leader gets the first suitable kind that is still
    free, and at most two leaders command wings (L250).
    """
    found: dict[str, str] = {}
    for leader, kinds in leaders[:MOST_WINGS]:
        free = [kind for kind in (*kinds, *WINGS) if kind not in found]
        found[free[0]] = leader
    return tuple(found.items())


# --- the calculation, line by line --------------------------------------------------------------------------


def _reckoning(
    battle: OpenBattle,
    own: OwnChances,
    boxes: Mapping[str, str],
    points: Mapping[str, int],
    raised: Mapping[str, RaisedForce],
    led: Mapping[str, Leading],
    ground: str,
) -> Iterator[Facts]:
    """Yield the calculation by which forces become armies, line by line as JSON objects, which
    campaigns.bridge.schiere_muster puts into words.
    """
    wins = {"attacker": own.attacker, "tie": own.tie, "defender": own.defender}
    percent = scale.apportion(100, wins)
    yield {"code": "schiere_points", "wins": percent, "points": dict(points)}
    for side in SIDES:
        force: Force = getattr(battle, side)
        yield {"code": "schiere_side", "side": side, "box": boxes[side], "points": points[side]}
        for unit in force.units:
            yield {
                "code": "schiere_unit",
                "side": side,
                "unit": unit.id,
                "power": unit.power,
                "kind": unit.kind,
                "sp": unit.sp,
                "troops": dict(raised[side].units[unit.id]),
            }
        yield {
            "code": "schiere_command",
            "side": side,
            "chief": led[side].chief,
            "leader": led[side].leader,
            "wings": [[kind, leader] for kind, leader in led[side].wings],
        }
    yield {"code": "schiere_ground", "ground": ground}
    yield {"code": "schiere_given"}
    yield {
        "code": "schiere_back",
        "fallen": dict(shared_data()["fallen"]),
    }


def _unit_rows(muster: Muster) -> list[Facts]:
    return [row for row in muster.reckoning if row["code"] == "schiere_unit"]


def _costs(muster: Muster, side: str) -> dict[str, int]:
    rows = (row for row in _unit_rows(muster) if row["side"] == side)
    return {row["unit"]: sum(TROOPS[t].points * n for t, n in row["troops"].items()) for row in rows}


def _weigh_losses(unit: str, fell: int, how: Mapping[str, int]) -> Fraction:
    """Convert a unit's lost counters to a number of eliminations, weighted by how they were lost. Raises
    InvalidAction if a way of losing them is unknown, or if ``how`` accounts for more counters than the unit
    lost.
    """
    weights: Mapping[str, int] = shared_data()["fallen"]
    for way, number in how.items():
        if way not in weights or type(number) is not int or number < 0:
            raise InvalidAction("", "unknown_option", path=f"$.how.{unit}", value=str(way)[:20])
    said = sum(how.values())
    if said > fell:
        facts = {"unit": str(unit)[:80], "elements": fell}
        raise InvalidAction("", "more_elements_than_fielded", path=f"$.how.{unit}", **facts)
    counted = {**how, "eliminated": how.get("eliminated", 0) + fell - said}
    return sum((Fraction(weights[way] * number, 100) for way, number in counted.items()), Fraction(0))


def _count_units(muster: Muster, side: str) -> int:
    return sum(sum(row["troops"].values()) for row in _unit_rows(muster) if row["side"] == side)


def _seat_of(muster: Muster, side: str) -> str:
    rows = (row for row in muster.reckoning if row["code"] == "schiere_side")
    return str(next(row["box"] for row in rows if row["side"] == side))


def _losses_by_kind(gone: Mapping[str, int], seat: str) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for key, number in gone.items():
        whose, what, why = gone_parts(key)
        if whose == seat and why != "left":  # standard-bearers who left with a fallen commander are not lost
            found.setdefault(what, {})[why] = number
    return found


def _points_by_unit(muster: Muster, side: str, fallen: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return the points lost by each campaign unit. Counters do not show which campaign unit they belong to,
    so the losses of a kind are divided in proportion.
    """
    rows = {row["unit"]: row["troops"] for row in _unit_rows(muster) if row["side"] == side}
    stood = {troop: sum(one.get(troop, 0) for one in rows.values()) for troop in fallen}
    found = dict.fromkeys(rows, Fraction(0))
    for unit, troops in rows.items():
        for troop, number in troops.items():
            if fallen.get(troop):
                found[unit] += fallen[troop] * TROOPS[troop].points * number / stood[troop]
    return found

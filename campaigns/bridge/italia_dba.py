"""Convert Italia's battles to DBA and back. Counters become elements from their nation's army list, and
fallen elements become lost counters.

docs/bridge.md describes this for players and referees, and tests check that both agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from armies.dba.catalogue import camp_followers, catalogue
from campaigns.bridge import casualties, italia_combat, pursuit, scale
from campaigns.bridge.italia_lists import army_of, codes_of
from engine.game import (
    ANYHOW,
    BattleReport,
    Bridge,
    Facts,
    Force,
    InvalidAction,
    Muster,
    OpenBattle,
    Outcome,
    OwnChances,
)

SIDES: Final = (("attacker", "red"), ("defender", "blue"))  # the campaign's attacker is always red
HOME: Final = {"highland": "hilly", "marsh": "forest"}  # ground that replaces the defender's home terrain
MUCH: Final = 2  # the lead in leaders that earns a second PIP


class ItaliaDba(Bridge):
    """The bridge from Italia to DBA (see engine.game.Bridge)."""

    campaign = "italia"
    battle = "dba"

    def size(self, battle: OpenBattle) -> int:
        return italia_combat.size(battle)

    def muster(self, battle: OpenBattle, scenario: Facts) -> Muster:
        forces = {"red": battle.attacker, "blue": battle.defender}
        each = scale.factor(max(force.sp for force in forces.values()))
        round = int(battle.ground["round"])
        raised = {seat: _raise(seat, force, each, round) for seat, force in forces.items()}
        leaders = {seat: len(force.facts["leaders"]) for seat, force in forces.items()}
        armies = {
            seat: _army(seat, force, raised[seat], _leader_bonus(leaders, seat), round, scenario)
            for seat, force in forces.items()
        }
        home = HOME.get(str(battle.ground["ground"]))
        if home:
            armies["blue"]["topography"] = home
        ground = _ground(battle)
        return Muster(
            scenario={
                "schema": "dba-battle/1",
                "provenance": "history/design",
                "title": italia_combat.title(battle, scenario),
                "armies": armies,
                "ground": ground,
            },
            options={},
            seats={"red": battle.attacker.seat, "blue": battle.defender.seat},
            reckoning=(
                *_reckoning(battle, forces, each, raised, armies, self.own_chances(battle)),
                pursuit.line(battle, pursuit.percent(self.campaign, self.fought_by)),
            ),
        )

    def report(self, battle: OpenBattle, muster: Muster, outcome: Outcome, view: Facts) -> BattleReport:
        losses: dict[str, int] = {}
        told: dict[str, Any] = {"reason": outcome.reason}
        winner = {"red": "attacker", "blue": "defender"}.get(outcome.winner or "")
        fates: list[tuple[str, str]] = []
        for side, seat in SIDES:
            force: Force = getattr(battle, side)
            army = view["armies"][seat]
            fallen = casualties.count_fallen(army["elements"])
            there = casualties.count_fielded(army["elements"])
            part = pursuit.share(battle, muster, winner, side)
            hunted = pursuit.pursuit_losses(part, fallen, there)
            losses |= casualties.strength_points(force, army["elements"], hunted)
            lost = bool(army["standing"]["general_lost"])
            told[side] = {
                "elements": sum(1 for one in army["elements"] if one["unit"]),
                "fallen": sum(fallen.values()),
                "general_lost": lost,
                **pursuit.pursuit_facts(part),
            }
            if lost and force.facts["commander"]:
                fates.append((force.facts["commander"], "killed"))
        return BattleReport(
            winner, italia_combat.leave_one_alive(battle, winner, losses), told, tuple(fates), winner
        )

    def convert_losses(
        self,
        battle: OpenBattle,
        muster: Muster,
        winner: str | None,
        fell: Mapping[str, int],
        how: Mapping[str, Mapping[str, int]] = ANYHOW,
    ) -> BattleReport:
        """Convert the elements that each unit lost in a battle fought elsewhere into campaign losses. Raises
        InvalidAction if a unit is unknown or lost more elements than it fielded.
        """
        losses: dict[str, int] = {}
        told: dict[str, Any] = {"reason": "typed"}
        fielded = self.elements(muster)
        for unit, number in fell.items():
            there = fielded.get(unit, 0)
            if type(number) is not int or not 0 <= number <= there:
                facts = {"unit": str(unit)[:80], "elements": there}
                raise InvalidAction("", "more_elements_than_fielded", path=f"$.fallen.{unit}", **facts)
        for side, seat in SIDES:
            force: Force = getattr(battle, side)
            elements = [e for e in muster.scenario["armies"][seat]["elements"] if e.get("unit")]
            fallen = Counter({u.id: fell[u.id] for u in force.units if fell.get(u.id)})
            part = pursuit.share(battle, muster, winner, side)
            hunted = pursuit.pursuit_losses(part, fallen, casualties.count_fielded(elements))
            losses |= casualties.strength_points(force, elements, hunted)
            told[side] = {
                "elements": len(elements),
                "fallen": sum(fallen.values()),
                **pursuit.pursuit_facts(part),
            }
        return BattleReport(winner, italia_combat.leave_one_alive(battle, winner, losses), told)

    def own_chances(self, battle: OpenBattle) -> OwnChances:
        return italia_combat.campaign_chances(battle)

    def elements(self, muster: Muster) -> Mapping[str, int]:
        """Return the number of elements that each campaign unit has on the table."""
        armies = muster.scenario["armies"].values()
        return Counter(e["unit"] for army in armies for e in army["elements"] if e.get("unit"))


BRIDGE: Final = ItaliaDba()


# --- raising armies -----------------------------------------------------------------------------------------


def _raise(seat: str, force: Force, each: Fraction, round: int) -> list[dict[str, Any]]:
    """Raise the elements of every unit. The general's element comes first and belongs to the largest unit.
    Raises ValueError for a side without strength.
    """
    if force.sp < 1:
        raise ValueError(f"{force.seat} brings nobody to battle")
    shares = scale.apportion(
        scale.elements_of(force.sp, each), {unit.id: Fraction(unit.sp) for unit in force.units}
    )
    army = army_of(force.units[0].power, round)
    head = max(force.units, key=lambda unit: unit.sp).id
    found: list[dict[str, Any]] = []
    for unit in sorted(force.units, key=lambda u: u.id != head):
        codes = list(codes_of(army, unit.kind, shares[unit.id]))
        for code in codes:
            found.append(_element(f"{seat[0]}{len(found) + 1}", code, unit.id, general=not found))
    return found


def _element(identity: str, code: str, unit: str, *, general: bool = False) -> dict[str, Any]:
    kind = catalogue()[code]
    found = {
        "id": identity,
        "code": code,
        "type": kind.type,
        "depth_mm": kind.depth_mm,
        "figures": kind.figures,
        "name": "",
        "unit": unit,
    }
    return {**found, "general": True} if general else found


def _leader_bonus(leaders: Mapping[str, int], seat: str) -> int:
    """Return the PIPs that a side gains from its leaders: 1 if it has more leaders than the enemy, 2 if it
    has at least two more.
    """
    more = leaders[seat] - leaders["blue" if seat == "red" else "red"]
    return max(0, min(MUCH, more))


def _army(
    seat: str, force: Force, elements: list[dict[str, Any]], bonus: int, round: int, scenario: Facts
) -> dict[str, Any]:
    nation = force.units[0].power
    listed = army_of(nation, round)
    followers = {
        "id": f"{seat[0]}f",
        "code": "CF",
        "type": "Followers",
        "depth_mm": camp_followers().depth_mm,
        "figures": camp_followers().figures[0],
        "name": "",
    }
    return {
        "name": italia_combat.power(nation, scenario),
        "list": listed.id,
        "aggression": listed.aggression,
        "topography": listed.topography,
        "command": bonus,
        "steadiness": 0,
        "elements": [*elements, followers],
    }


def _ground(battle: OpenBattle) -> dict[str, Any]:
    """Return the ground of a battle. The campaign's defender also defends in DBA, and a city becomes a
    built-up area. The attackers begin on the shore if at least half of them come by sea or across a
    strait.
    """
    wet = sum(battle.ground["seaborne"].values())
    return {
        "defender": "blue",
        "bua": bool(battle.ground["city"]),
        "bua_garrison": "",
        "denizens": bool(battle.ground["city"]),
        "river": False,
        "strait": False,
        "landing": 2 * wet >= battle.attacker.sp,
    }


# --- the calculation, line by line --------------------------------------------------------------------------


def _reckoning(
    battle: OpenBattle,
    forces: Mapping[str, Force],
    each: Fraction,
    raised: Mapping[str, list[dict[str, Any]]],
    armies: Mapping[str, Mapping[str, Any]],
    own: OwnChances,
) -> Iterator[Facts]:
    """Yield the lines of the calculation by which forces become armies. Each line is a JSON object, which
    campaigns.italia.wording.battles puts into words.
    """
    yield {"code": "scale", "elements": each.numerator, "counters": each.denominator}
    for seat, force in forces.items():
        side = "attacker" if seat == "red" else "defender"
        for unit in force.units:
            codes = [one["code"] for one in raised[seat] if one["unit"] == unit.id]
            yield {
                "code": "unit",
                "side": side,
                "nation": unit.power,
                "unit": unit.kind,
                "number": unit.sp,
                "codes": codes,
            }
        commander = force.facts["commander"]
        yield {
            "code": "general",
            "side": side,
            "leader": commander,
            "element": raised[seat][0]["code"],
            "bonus": armies[seat]["command"],
        }
    yield {"code": "ground", **{key: battle.ground[key] for key in ("ground", "city", "seaborne")}}
    yield {
        "code": "chances",
        "wins": {  # in percent, because only whole numbers are stored
            "attacker": round(100 * own.attacker),
            "nobody": round(100 * own.tie),
            "defender": round(100 * own.defender),
        },
    }

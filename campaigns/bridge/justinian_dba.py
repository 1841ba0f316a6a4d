"""Convert Justinian's battles to DBA and back. Strength points become elements, and fallen elements become
lost strength points.

docs/bridge.md describes this for players and referees, and tests check that both agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from armies.dba.catalogue import camp_followers, catalogue
from campaigns.bridge import by_table, casualties, composition, leadership, pursuit, scale
from engine.game import (
    ANYHOW,
    BattleReport,
    Bridge,
    Facts,
    Force,
    ForceUnit,
    InvalidAction,
    Muster,
    OpenBattle,
    Outcome,
    OwnChances,
)

SIDES: Final = (("attacker", "red"), ("defender", "blue"))  # the campaign's attacker is always red
MOST_SHAKEN: Final = 3  # an army breaks at most this many elements sooner than usual
FOOT_TYPES: Final = frozenset({"Sp", "Pk", "Bd", "Ax", "Bw", "Ps", "Wb", "Hd", "Art"})


@dataclass(frozen=True)
class RaisedForce:
    """One side after conversion. ``elements``: its elements as in the battle's scenario, the general's first.
    ``by_unit``: the number of elements of each campaign unit.
    """

    elements: tuple[dict[str, Any], ...]
    by_unit: dict[str, int]


class JustinianDba(Bridge):
    """The bridge from Justinian to DBA (see engine.game.Bridge)."""

    campaign = "justinian"
    battle = "dba"

    def muster(self, battle: OpenBattle, scenario: Facts) -> Muster:
        forces = {"red": battle.attacker, "blue": battle.defender}
        each = scale.factor(max(force.sp for force in forces.values()))
        raised = {seat: _raise(seat, force, each) for seat, force in forces.items()}
        counted = leadership.modifiers(battle)
        better = leadership.bonus(counted)
        bonus = {"red": better["attacker"], "blue": better["defender"]}
        why = leadership.steadiness(battle, counted)
        steady = {seat: why[side] for side, seat in SIDES}
        armies = {
            seat: _army(seat, force, raised[seat], bonus[seat], steady[seat], scenario)
            for seat, force in forces.items()
        }
        ground = _ground(battle, raised["blue"])
        return Muster(
            scenario={
                "schema": "dba-battle/1",
                "provenance": "history/design",
                "title": by_table.title(battle, scenario),
                "armies": armies,
                "ground": ground,
            },
            options={},
            seats={"red": battle.attacker.seat, "blue": battle.defender.seat},
            reckoning=(
                *_reckoning(battle, forces, each, raised, counted, bonus, steady, ground),
                pursuit.line(battle, pursuit.percent(self.campaign, self.fought_by)),
            ),
        )

    def report(self, battle: OpenBattle, muster: Muster, outcome: Outcome, view: Facts) -> BattleReport:
        losses: dict[str, int] = {}
        told: dict[str, Any] = {"reason": outcome.reason}
        winner = {"red": "attacker", "blue": "defender"}.get(outcome.winner or "")
        for side, seat in SIDES:
            force: Force = getattr(battle, side)
            army = view["armies"][seat]
            fallen = casualties.count_fallen(army["elements"])
            there = casualties.count_fielded(army["elements"])
            part = pursuit.share(battle, muster, winner, side)
            hunted = pursuit.pursuit_losses(part, fallen, there)
            losses |= casualties.strength_points(force, army["elements"], hunted)
            told[side] = {
                "elements": sum(1 for one in army["elements"] if one["unit"]),
                "fallen": sum(fallen.values()),
                "fled_the_table": casualties.count_fled(army["elements"]),
                "general_lost": army["standing"]["general_lost"],
                **pursuit.pursuit_facts(part),
            }
        beaten = [getattr(battle, side).facts for side, _seat in SIDES if told[side]["general_lost"]]
        fates = tuple((facts["commander"], "lost") for facts in beaten if facts.get("commander"))
        return BattleReport(winner, losses, told, fates, winner)

    def convert_losses(
        self,
        battle: OpenBattle,
        muster: Muster,
        winner: str | None,
        fallen: Mapping[str, int],
        how: Mapping[str, Mapping[str, int]] = ANYHOW,
    ) -> BattleReport:
        """Convert the elements that each unit lost in a battle fought elsewhere into campaign losses. Raises
        InvalidAction if a unit is unknown or lost more elements than it fielded.
        """
        losses: dict[str, int] = {}
        told: dict[str, Any] = {"reason": "typed"}
        armies = muster.scenario["armies"]
        fielded = Counter(e["unit"] for army in armies.values() for e in army["elements"] if e.get("unit"))
        for unit, number in fallen.items():
            if type(number) is not int or not 0 <= number <= fielded[unit]:
                facts = {"unit": str(unit)[:80], "elements": fielded[unit]}
                raise InvalidAction("", "more_elements_than_fielded", path=f"$.fallen.{unit}", **facts)
        for side, seat in SIDES:
            force: Force = getattr(battle, side)
            elements = [e for e in armies[seat]["elements"] if e.get("unit")]
            units = {unit.id for unit in force.units}
            fell = Counter({unit: number for unit, number in fallen.items() if unit in units and number})
            there = casualties.count_fielded(elements)
            part = pursuit.share(battle, muster, winner, side)
            hunted = pursuit.pursuit_losses(part, fell, there)
            losses |= casualties.strength_points(force, elements, hunted)
            told[side] = {
                "elements": len(elements),
                "fallen": sum(fell.values()),
                **pursuit.pursuit_facts(part),
            }
        return BattleReport(winner, losses, told)

    def own_chances(self, battle: OpenBattle) -> OwnChances:
        return by_table.own_chances(battle)

    def elements(self, muster: Muster) -> Mapping[str, int]:
        """Return the number of elements that each campaign unit has on the table."""
        armies = muster.scenario["armies"].values()
        return Counter(e["unit"] for army in armies for e in army["elements"] if e.get("unit"))


BRIDGE: Final = JustinianDba()


# --- raising armies -----------------------------------------------------------------------------------------


def _raise(seat: str, force: Force, each: Fraction) -> RaisedForce:
    """Raise the elements of every unit, the commander's unit first. Raises ValueError for a side without
    strength.
    """
    if force.sp < 1:
        raise ValueError(f"{force.seat} brings nobody to battle")
    number = scale.elements_of(force.sp, each)
    shares = scale.apportion(number, {unit.id: Fraction(unit.sp) for unit in force.units})
    head = commander_unit(force, shares)
    found: list[dict[str, Any]] = []
    for unit in sorted(force.units, key=lambda u: u.id != head):
        for code in _codes(unit, shares[unit.id], unit.id == head):
            general = not found
            found.append(_element(f"{seat[0]}{len(found) + 1}", code, unit, general))
    return RaisedForce(tuple(found), shares)


def commander_unit(force: Force, shares: dict[str, int]) -> str:
    """Return the commander's unit. It is the commander's own field army, or else the strongest unit that
    gets an element, field armies first.
    """
    heads = force.facts.get("heads") or []
    fielded = [unit for unit in force.units if shares[unit.id]]
    for unit in fielded:
        if heads and unit.facts.get("army") == heads[0] and unit.kind == "field":
            return unit.id
    return max(fielded, key=lambda unit: (unit.kind == "field", unit.sp)).id


def _codes(unit: ForceUnit, number: int, commander: bool) -> tuple[str, ...]:
    """Return the codes of a unit's elements. In the commander's field army the general's element comes
    first.
    """
    codes = composition.elements(unit.power, unit.kind, number)
    if not commander or unit.kind in composition.POOR:
        return codes
    general = composition.general_code(unit.power)
    rest = list(codes)
    rest.remove(general) if general in rest else rest.pop()
    return (general, *rest)


def _element(identity: str, code: str, unit: ForceUnit, general: bool) -> dict[str, Any]:
    kind = catalogue()[code]
    found = {
        "id": identity,
        "code": code,
        "type": kind.type,
        "depth_mm": kind.depth_mm,
        "figures": kind.figures,
        "name": "",
        "unit": unit.id,
    }
    return {**found, "general": True} if general else found


def _army(
    seat: str, force: Force, raised: RaisedForce, bonus: int, steady: Mapping[str, int], scenario: Facts
) -> dict[str, Any]:
    leading = next(u for u in force.units if u.id == raised.elements[0]["unit"])
    listed = composition.powers()[leading.power].army
    followers = {
        "id": f"{seat[0]}f",
        "code": "CF",
        "type": "Followers",
        "depth_mm": camp_followers().depth_mm,
        "figures": camp_followers().figures[0],
        "name": "",
    }
    return {
        "name": by_table.power(leading.power, scenario),
        "list": listed.id,
        "aggression": listed.aggression,
        "topography": listed.topography,
        "command": bonus,
        "steadiness": max(-MOST_SHAKEN, sum(steady.values())),
        "elements": [*raised.elements, followers],
    }


# --- facts that the campaign decides ------------------------------------------------------------------------


def _ground(battle: OpenBattle, defenders: RaisedForce) -> dict[str, Any]:
    """Return the ground of a battle. The campaign's defender also defends in DBA. A city or fort that the
    defender controls is a built-up area. A city also has denizens, and a fort a garrison of foot. An
    attack across a strait puts a river between the armies. An attack from the sea begins on the shore.
    """
    city, fort = bool(battle.ground.get("city")), bool(battle.ground.get("fort"))
    held = (city or fort) and bool(battle.ground.get("defender_controls"))
    foot = [e for e in defenders.elements if e["type"] in FOOT_TYPES and not e.get("general")]
    return {
        "defender": "blue",
        "bua": held,
        "bua_garrison": foot[-1]["id"] if held and fort and foot else "",
        "denizens": city,
        "river": False,
        "strait": bool(battle.ground.get("strait")),
        "landing": bool(battle.ground.get("landing")),
    }


# --- the calculation, line by line --------------------------------------------------------------------------


def _reckoning(
    battle: OpenBattle,
    forces: dict[str, Force],
    each: Fraction,
    raised: dict[str, RaisedForce],
    counted: dict[str, dict[str, int]],
    bonus: dict[str, int],
    steady: dict[str, dict[str, int]],
    ground: Facts,
) -> Iterator[Facts]:
    """Yield the calculation by which forces become armies, line by line as JSON objects, which
    campaigns.bridge.dba_muster puts into words.
    """
    yield {
        "code": "scale",
        "elements": each.numerator,
        "sp": each.denominator,
        "larger": max(force.sp for force in forces.values()),
    }
    for seat, force in forces.items():
        side = "attacker" if seat == "red" else "defender"
        yield {
            "code": "side",
            "side": side,
            "seat": force.seat,
            "sp": force.sp,
            "elements": len(raised[seat].elements),
            "raised_to": len(raised[seat].elements) > scale.round_half_up(force.sp * each),
        }
        for unit in force.units:
            codes = [e["code"] for e in raised[seat].elements if e["unit"] == unit.id]
            yield {
                "code": "unit",
                "side": side,
                "unit": unit.id,
                "power": unit.power,
                "troops": unit.kind,
                "sp": unit.sp,
                "codes": codes,
                "poor": unit.kind in composition.POOR,
            }
        general = raised[seat].elements[0]
        yield {
            "code": "general",
            "side": side,
            "unit": general["unit"],
            "element": general["code"],
            "leader": force.facts.get("commander"),
        }
        yield {"code": "leadership", "side": side, "modifiers": counted[side], "bonus": bonus[seat]}
        if steady[seat]:
            yield {"code": "steadiness", "side": side, "reasons": steady[seat]}
    if ground["bua"]:
        yield {
            "code": "built_up_area",
            "city": battle.ground.get("city") or "",
            "garrison": ground["bua_garrison"],
            "denizens": ground["denizens"],
        }
    for code in ("strait", "landing"):
        if ground[code]:
            yield {"code": code, "aboard": len(raised["red"].elements) // 2}
    drms = {f"{side}_drms": dict(battle.ground.get(f"{side}_drms", {})) for side, _seat in SIDES}
    yield {"code": "table", **drms, **by_table.chances(battle), "advised": by_table.is_hopeless(battle)}

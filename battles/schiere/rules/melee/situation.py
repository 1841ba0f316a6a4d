"""The facts of a melee: whether it can be fought, and which modifiers apply to each side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import lru_cache
from typing import Any, Final, Literal, get_args

from battles.schiere.rules.cards import Card
from battles.schiere.rules.melee.duel import TRACKS, Fighter
from battles.schiere.rules.tables import load
from engine.refusals import Facts, Mistake
from engine.values import dataclass

CLASSES: Final[dict[str, dict[str, Any]]] = load("units")["classes"]
COMMANDERS: Final = ("chief", "wing")
FIGHTERS: Final = (*CLASSES, *COMMANDERS)  # a commander without a unit can be forced to fight (L413)
GROUNDS: Final = ("plain", "height", "wood", "ford", "stream")
Reception = Literal["countercharges", "stands", "already_fighting"]
RECEPTIONS: Final[tuple[Reception, ...]] = get_args(Reception)
Struck = Literal["front", "flank", "rear", "two_sides"]
STRUCK: Final[tuple[Struck, ...]] = get_args(Struck)


@dataclass(frozen=True)
class Unit:
    """A unit on one side of a melee. ``cls`` is one of FIGHTERS; ``damage`` is the damage taken so far."""

    cls: str
    damage: int = 0
    commander: str = ""
    commander_damage: int = 0
    order: Card | None = None
    support: int = 0  # number of friends that touch the enemy at a corner
    beside: int = 0  # number of commanders next to the unit
    solid: bool = False  # whether a solid chief can reach the unit directly
    out_of_command: bool = False
    shaken: bool = False  # whether fleeing units crossed it, or elephants scared its horses, in this turn
    isolated: bool = False
    ground: str = "plain"

    @property
    def track(self) -> str:
        return str(CLASSES[self.cls]["track"]) if self.cls in CLASSES else self.cls

    @property
    def is_mounted(self) -> bool:
        """Return whether the unit is mounted. Elephants are neither horse nor foot, and commanders are
        mounted.
        """
        return bool(CLASSES[self.cls].get("mounted")) if self.cls in CLASSES else True

    @property
    def foot(self) -> bool:
        return self.cls in ("heavy_infantry", "light_infantry", "ballista")

    @property
    def is_out(self) -> bool:
        return self.damage >= len(TRACKS[self.track]) - 1


@dataclass(frozen=True)
class Melee:
    """A melee in which ``a`` attacks ``d``. ``second`` strikes the same enemy from another side; ``struck``
    is then "two_sides". ``faced``: whether an attacker is in front of the enemy (ruling S30).
    """

    a: Unit
    d: Unit
    received: Reception = "stands"
    struck: Struck = "front"
    second: Unit | None = None
    faced: bool = True

    @property
    def from_behind(self) -> bool:
        """Return whether no attacker is in front of the target."""
        return self.struck in ("flank", "rear") or not self.faced


@dataclass(frozen=True)
class Line:
    """A modifier of one side. It holds the size of the modifier, whether it counts only in the first blow,
    and its section in the rulebook.
    """

    side: Literal["a", "d"]
    code: str
    attack: int = 0
    defence: int = 0
    first: bool = False
    rule: str = "melee"
    facts: Facts = field(default_factory=dict)


# --- legality ---------------------------------------------------------------------------------------------


def mistakes(m: Melee) -> Iterator[Mistake]:
    """Yield every reason a melee is impossible, with the field concerned."""
    for side, unit in (("a", m.a), ("d", m.d), ("second", m.second)):
        if unit is not None:
            yield from _unit_mistakes(side, unit)
    if m.a.cls == "ballista":
        yield Mistake("a.class", "ballista_has_no_attack")  # see rule L316
    if m.d.cls == "elephants" and m.received != "already_fighting":
        yield Mistake("d.class", "nobody_charges_elephants")  # see rule L344
    horse = m.d.is_mounted and m.d.cls not in COMMANDERS  # any unit can attack a commander (L413, ruling S31)
    if m.a.foot and horse and m.received != "already_fighting":
        yield Mistake("d.class", "foot_never_charges_horse")  # see rule L344
    if m.a.cls == "elephants" and m.a.ground != "plain":
        yield Mistake("a.ground", "elephants_charge_on_plain")  # see rule L300
    if m.a.cls == "elephants" and m.d.ground in ("height", "wood"):
        yield Mistake("d.ground", "elephants_keep_off")  # see rule L300
    yield from _countercharge_mistakes(m)
    if (m.struck == "two_sides") != (m.second is not None):
        yield Mistake("second", "two_sides_need_two_attackers")


def _unit_mistakes(side: str, unit: Unit) -> Iterator[Mistake]:
    if unit.is_out:
        yield Mistake(f"{side}.damage", "eliminated", {"most": len(TRACKS[unit.track]) - 2})
    if unit.commander and unit.cls in COMMANDERS:
        yield Mistake(f"{side}.commander", "commander_joins_a_unit")
    if unit.commander_damage and not unit.commander:
        yield Mistake(f"{side}.commander_damage", "no_commander")
    elif unit.commander and unit.commander_damage >= len(TRACKS[unit.commander]) - 1:
        yield Mistake(f"{side}.commander_damage", "eliminated", {"most": len(TRACKS[unit.commander]) - 2})
    if unit.order and unit.out_of_command:
        yield Mistake(f"{side}.order", "no_orders_out_of_command")  # see rule L210


def _countercharge_mistakes(m: Melee) -> Iterator[Mistake]:
    if m.received != "countercharges":
        return
    if m.a.cls == "elephants":
        yield Mistake("received", "elephants_are_not_met")  # see rule L298
    elif m.d.foot and m.a.is_mounted:
        yield Mistake("received", "foot_never_charges_horse")  # see rule L344
    elif m.from_behind:
        yield Mistake("received", "struck_from_the_side")  # see rule L352
    elif m.d.cls == "ballista":
        yield Mistake("received", "ballista_has_no_attack")
    elif m.d.out_of_command:
        yield Mistake("received", "must_stand")  # see rule L210


# --- modifiers --------------------------------------------------------------------------------------------


def reckon(m: Melee) -> tuple[Line, ...]:
    """Return all modifiers other than counters and cards, in the order of the rulebook."""
    return (*_unit_lines("a", m.a, m.d), *_unit_lines("d", m.d, m.a), *_reception_lines(m), *_side_lines(m))


def _unit_lines(side: Literal["a", "d"], unit: Unit, enemy: Unit) -> Iterator[Line]:
    if unit.support:
        yield Line(side, "support", attack=unit.support, rule="melee")  # see rule L338
    if unit.beside:
        yield Line(side, "commander_beside", defence=unit.beside, rule="chief")  # see rules L226 and L356
    if unit.solid:
        yield Line(side, "solid_chief", defence=1, rule="chief")  # see rule L220
    if unit.out_of_command:
        yield Line(side, "out_of_command", -1, -1, rule="chief")  # see rules L210 and L348
    if unit.shaken:
        yield Line(side, "shaken", -1, -1, rule="rout")  # see rules L298 and L405
    if unit.ground in ("height", "wood") and enemy.ground != unit.ground:
        yield Line(side, f"on_{unit.ground}", defence=1, rule="ground")  # see rule L366
    if unit.ground in ("ford", "stream") and enemy.ground != unit.ground:
        yield Line(side, f"in_{unit.ground}", -1, -1, rule="ground")
    if enemy.ground in ("ford", "stream") and unit.ground != enemy.ground:
        yield Line(side, f"enemy_in_{enemy.ground}", defence=1, rule="ground")


def _reception_lines(m: Melee) -> Iterator[Line]:
    """Yield the modifiers for receiving a charge (L340). Standing costs one point of attack in the first
    blow. Foot charged by elephants pays more, and a unit that has to turn pays the same (rulings C5, S2).
    """
    if m.a.cls == "elephants" and m.d.foot:
        yield Line("d", "charged_by_elephants", -1, -2, rule="elephants")  # see rule L298
    elif m.from_behind and m.d.cls != "heavy_infantry":
        yield Line("d", "turns", -1, first=True, rule="flank")  # see rule L352
    elif m.received == "stands" and not m.from_behind:
        yield Line("d", "stands", -1, first=True, rule="charge")


def _side_lines(m: Melee) -> Iterator[Line]:
    if m.from_behind and m.d.cls == "heavy_infantry":
        yield Line("d", "struck_from_the_side", rule="flank")  # L352: no attack, half the defence
    if m.second is not None:
        second = fighter(m.second)
        yield Line(
            "a", "second_attacker", attack=second.factor + second.commander_bonus[0], rule="two_attackers"
        )
        yield Line("d", "between_two", rule="two_attackers")  # L358: half the defence
        if m.d.isolated:
            yield Line("d", "isolated", defence=-1, rule="isolated")  # see rules L254 and L348


def fighter(unit: Unit) -> Fighter:
    """Return a unit as a fighter, before the modifiers of the melee."""
    return Fighter(unit.track, unit.damage, unit.commander, unit.commander_damage, order=unit.order)


@lru_cache(maxsize=1 << 12)
def fighters(m: Melee) -> tuple[Fighter, Fighter]:
    """Return both sides of a melee before the first blow."""
    lines = reckon(m)
    return _fighter_of(m.a, lines, "a"), _fighter_of(m.d, lines, "d")


def _fighter_of(unit: Unit, every: tuple[Line, ...], side: str) -> Fighter:
    lines = [line for line in every if line.side == side]
    codes = {line.code for line in lines}
    return Fighter(
        unit.track,
        unit.damage,
        unit.commander,
        unit.commander_damage,
        attack=sum(line.attack for line in lines if not line.first),
        defence=sum(line.defence for line in lines),
        first=sum(line.attack for line in lines if line.first),
        halved=bool(codes & {"struck_from_the_side", "between_two"}),
        disarmed="struck_from_the_side" in codes,
        order=unit.order,
    )

"""Missile fire: strength by weapon and distance, modifiers, hits and ammunition (8.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from battles.cataphract.rules.tables import Mark, table
from battles.cataphract.rules.unit import Unit
from engine.values import dataclass

WALL: Final = "wall"
LEVELS: Final = ("level", "lower", WALL)  # the target's height: the firer's, lower, or below a wall of Dara


@dataclass(frozen=True)
class Shot:
    """One shot.

    moves          the firer has moved or will move
    through_front  the shot comes through the target's front
    harassing      the shot is harassment and dispersal, which counts as adjacent fire
    height         the target's height relative to the firer
    """

    firer: Unit
    target: Unit
    distance: int = 1
    moves: bool = False
    through_front: bool = True
    in_woods: bool = False
    shieldwall: bool = False
    harassing: bool = False
    height: str = "level"
    upwind: bool = False


@dataclass(frozen=True)
class Aim:
    """The roll that a shot needs.

    The shot hits on a modified roll of ``strength`` or less. ``strength`` is None if the target is out of
    range. ``extended``: whether the target is beyond normal range, where only a modified 0 hits.
    ``marks``: values that the rulebook does not confirm.
    """

    weapon: str
    strength: int | None
    extended: bool
    modifiers: tuple[tuple[str, int], ...]
    marks: tuple[Mark, ...] = ()

    @property
    def modifier(self) -> int:
        return sum(amount for _code, amount in self.modifiers)

    def hits(self, face: int) -> int:
        """Return the hits of a roll. A modified roll below 0 counts as 0 (ruling 31)."""
        modified = max(0, face + self.modifier)
        if self.strength is None or modified > self.strength:
            return 0
        double = table("missile")["weapons"][self.weapon].get("double_on", ())
        return 2 if modified in double and not self.extended else 1


def weapon(unit: Unit) -> str:
    """Return a unit's row in the missile chart, or "" if the unit has no missiles."""
    if unit.missile in ("", "F", "Cheiro"):
        return unit.missile
    return f"{unit.missile}_{'inf' if unit.foot else 'cav'}"


def why_no_missiles(unit: Unit) -> str:
    """Return the reason code if a unit cannot shoot at all, or "" if it can."""
    if not unit.missile:
        return "no_missiles"
    if unit.supply == "no":
        return "no_ammunition"  # nothing left until the unit reloads (8.17)
    return "routed" if unit.routed else "in_column" if unit.column else ""


def aim(shot: Shot, chart: Mapping[str, Any] | None = None) -> Aim:
    """Return the roll that a shot needs. ``chart``: a player's own chart, which replaces the site's."""
    rows = (chart or table("missile")["weapons"])[weapon(shot.firer)]["ranges"]
    away = 1 if shot.harassing else shot.distance
    longest = max(map(int, rows)) - (1 if shot.upwind else 0)
    more = {"level": 0, "lower": 1, WALL: 2}[shot.height]
    if away > longest + more:
        return Aim(weapon(shot.firer), None, False, ())
    if away > longest:  # height extends the range (8.16)
        return Aim(weapon(shot.firer), 0, True, _modifiers(shot, away))
    cell = rows[str(away)]
    marks = (
        ()
        if cell["prov"] in "PES"
        else (Mark(f"{weapon(shot.firer)} {away}", cell["prov"], cell.get("why", "")),)
    )
    return Aim(weapon(shot.firer), cell["v"], False, _modifiers(shot, away), marks)


# die-roll modifiers (8.15) and the Shieldwall (11.73)
def _modifiers(shot: Shot, away: int) -> tuple[tuple[str, int], ...]:
    found: list[tuple[str, int]] = []
    thrown_on_the_run = shot.firer.missile == "F" or (shot.firer.missile == "J" and shot.firer.foot)
    if shot.harassing or (shot.moves and not thrown_on_the_run):
        found.append(("moves", 1))
    if shot.in_woods:
        found.append(("woods", 1))
    if shot.shieldwall:
        found.append(("shieldwall", 3))
    elif shot.target.type == "HI":
        close = away == 1 and shot.firer.armed_with_bow and shot.through_front
        found.append(("heavy_close", 3) if close else ("heavy", 1))
    if shot.height == WALL:
        found.append(("wall", -1))
    if shot.upwind:
        found.append(("upwind", 1))
    return tuple(found)


def supply_after(unit: Unit, face: int) -> str:
    """Return a unit's missile supply after a shot. The unmodified roll counts (8.17)."""
    rule = table("missile")["ammunition"].get(unit.missile)
    if rule == "never" or not isinstance(rule, dict):
        return unit.supply
    if unit.supply == "low" or "no_after" in rule:
        return "no"
    return "low" if face in rule["low_on"] else unit.supply


def endangers_leader(face: int) -> bool:
    """Return whether a leader in the target's hex must also roll, which happens on an unmodified 0 (8.19)."""
    return face == int(table("missile")["leader_hit"]["natural"])

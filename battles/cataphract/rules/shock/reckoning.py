"""The calculation of a clash: the reference units, the column, superiority and shifts (9.15, 9.16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from battles.cataphract.rules.shock.situation import Attacker, Clash, Defender
from battles.cataphract.rules.tables import table
from battles.cataphract.rules.unit import Unit
from engine.values import dataclass

Superiority = Literal["", "AS", "DS"]
COLUMNS = 13


@dataclass(frozen=True)
class Line:
    """One line of the calculation: its name, the column or shift that it contributes, and its section."""

    code: str
    amount: int
    rule: str


@dataclass(frozen=True)
class Reckoning:
    """The calculation of a clash.

    ``attacker``, ``defender``: the numbers of the reference units. ``column``: the column of the
    result table, from 1. ``halved``: whether the hits that the defender takes are halved.
    """

    attacker: int
    defender: int
    aspect: str
    superiority: Superiority
    because: str
    lines: tuple[Line, ...]
    column: int
    halved: bool


def calculate_clash(clash: Clash, present: frozenset[tuple[str, int]] | None = None) -> Reckoning:
    """Calculate a clash between the units in ``present``, which are given as side and number (by default
    all).
    """
    attackers = {n: one for n, one in enumerate(clash.attackers) if present is None or ("a", n) in present}
    defenders = {n: one for n, one in enumerate(clash.defenders) if present is None or ("d", n) in present}
    lines = (*_size(clash, attackers.values(), defenders.values()), *_terrain(clash.terrain))
    shift = sum(line.amount for line in lines)
    judged = _reference(clash, attackers, defenders, shift)
    at, on = attackers[judged[0]], defenders[judged[1]]
    aspect = at.strikes(judged[1])
    base = base_column(aspect, at.unit, on.unit)
    superior, because = superiority(at, on, aspect)
    return Reckoning(
        *judged,
        aspect,
        superior,
        because,
        (Line(f"clash_{aspect}", base, "9.15"), *lines),
        min(COLUMNS, max(1, base + shift)),  # the table has no further columns (ruling 37)
        are_hits_halved(at.unit, on.unit),
    )


def base_column(aspect: str, attacker: Unit, defender: Unit) -> int:
    """Return the column that the Clash of Spears and Swords chart gives (9.15)."""
    found: int = table("clash")["cells"][aspect][defender.type][attacker.type]
    return found


# see rule 9.15: a side with several types chooses the unit by which it is judged
def _reference(
    clash: Clash, attackers: dict[int, Attacker], defenders: dict[int, Defender], shift: int
) -> tuple[int, int]:
    mine = [n for n in attackers if n == clash.reference.get("a")] or list(attackers)
    theirs = [n for n in defenders if n == clash.reference.get("d")] or list(defenders)
    worth = {(a, d): _worth(attackers[a], defenders[d], d, shift) for a in mine for d in theirs}
    defender = min(theirs, key=lambda d: (max(worth[a, d] for a in mine), d))
    return max(mine, key=lambda a: (worth[a, defender], -a)), defender


def _worth(at: Attacker, on: Defender, number: int, shift: int) -> int:
    """Return how good a pairing is for the attacker.

    It is the defender's hits minus the attacker's, summed over all ten faces.
    """
    aspect = at.strikes(number)
    column = min(COLUMNS, max(1, base_column(aspect, at.unit, on.unit) + shift))
    superior, _because = superiority(at, on, aspect)
    halved = are_hits_halved(at.unit, on.unit)
    both = [change_result(hits(face, column), superior, halved) for face in range(10)]
    return sum(lost - own for own, lost in both)


# --- superiority (9.16, point 1) ---------------------------------------------------------------------------


def superiority(at: Attacker, on: Defender, aspect: str) -> tuple[Superiority, str]:
    """Return the superior side and the reason. Weapons are compared only if neither side is superior by
    position.
    """
    if on.unit.column:
        return "AS", "column"  # attacking a Column is always superior (6.45)
    if at.unit.wedge:
        return "AS", "wedge"  # an attacking Wedge is always superior (L3713, ruling 27)
    if aspect != "front" and not at.outflanked:
        return "AS", "position"
    if at.unit.sword and at.unit.foot and on.unit.foot and on.open_flank:
        return "AS", "swords"  # swords are superior against an open flank (11.5)
    said = table("superiority")["cells"][on.unit.row][at.unit.row]
    if said == "DS*":  # light infantry needs javelins against light cavalry
        return ("DS", "weapons") if on.unit.missile == "J" and on.unit.supply != "no" else ("", "")
    return (said, "weapons") if said in ("AS", "DS") else ("", "")


def are_hits_halved(attacker: Unit, defender: Unit) -> bool:
    """Return whether light archers inflict only half their hits on heavy or medium foot (9.16, point 4;
    ruling 7).
    """
    light = attacker.type in ("LC", "LI") and attacker.armed_with_bow
    return light and defender.type in ("HI", "MI") and not defender.routed


# --- size and terrain (9.16, points 2 and 3) ---------------------------------------------------------------


def _size(clash: Clash, attackers: Iterable[Attacker], defenders: Iterable[Defender]) -> tuple[Line, ...]:
    there, foes = list(attackers), list(defenders)
    if clash.by_number:
        shift = len(there) - len(foes)  # units are counted instead of sizes (L2775, L2985)
        return (Line("numbers", shift, "L2775"),) if shift else ()
    moved = any(one.moved for one in there)
    shift = size_shift(sum(one.unit.size for one in there), sum(one.unit.size for one in foes), moved)
    return (Line("size_moved" if moved else "size_stood", shift, "9.16"),) if shift else ()


def size_ratio(attack: int, defence: int, moved: bool) -> tuple[int, int]:
    """Return the ratio of sizes, n to 1 or 1 to n.

    It is rounded in the attacker's favour if any attacker moved, and otherwise in the defender's.
    """
    if attack >= defence:
        return (-(-attack // defence) if moved else attack // defence), 1
    return 1, (defence // attack if moved else -(-defence // attack))


def size_shift(attack: int, defence: int, moved: bool) -> int:
    """Return the column shift for size. Positive shifts are to the right, in the attacker's favour."""
    for_attacker, for_defender = size_ratio(attack, defence, moved)
    return for_attacker - for_defender


def _terrain(holds: frozenset[str]) -> tuple[Line, ...]:
    """Return the applicable line of the terrain table that is best for the defender, if there is any."""
    lines = [line for line in table("crt_terrain_shift")["lines"] if line["id"] in holds]
    if not lines:
        return ()
    best = min(lines, key=lambda line: line["shift"])
    return (Line(best["id"], best["shift"], "9.16"),)


# --- the roll (9.16, points 3 and 4) -----------------------------------------------------------------------


def hits(face: int, column: int) -> tuple[int, int]:
    """Return the hits on the attacker and on the defender.

    ``face``: the roll with all modifiers. It is limited to 0 to 9.
    """
    attacker, defender = table("crt")["rows_by_modified_dr"][str(min(9, max(0, face)))][column - 1]
    return attacker, defender


def change_result(result: tuple[int, int], superior: Superiority, halved: bool) -> tuple[int, int]:
    """Adjust a result for superiority and light archers: hits are doubled or tripled first, then halved."""
    attacker, defender = result
    if superior == "AS":
        defender *= 2
    if superior == "DS":
        attacker *= 3
    return attacker, defender // 2 if halved else defender


def result_of(reckoning: Reckoning, face: int) -> tuple[int, int]:
    """Return the hits on attacker and defender for a roll, which includes its modifiers."""
    return change_result(hits(face, reckoning.column), reckoning.superiority, reckoning.halved)


def share(total: int, takers: Sequence[int], first: int, order: Sequence[int]) -> dict[int, int]:
    """Share hits evenly among units, and return the hits of each by its number (10.13).

    The remainder goes to the reference unit first, then in the player's order, then as listed.
    """
    each, spare = divmod(total, len(takers))
    ranked = sorted(takers, key=lambda n: (n != first, order.index(n) if n in order else len(order), n))
    return {n: each + (rank < spare) for rank, n in enumerate(ranked)}

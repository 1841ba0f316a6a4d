"""The declared clashes with their exact odds, computed with the code that resolves them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from battles.cataphract.forecast.odds import chances
from battles.cataphract.lookup.words import BECAUSE, LINES
from battles.cataphract.rules.sheet.chapters import CODEC
from battles.cataphract.rules.sheet.clashing.charge import armies, clash_of
from battles.cataphract.rules.sheet.play.field import Field, Setting
from battles.cataphract.rules.sheet.play.state import Charged, Sheet
from battles.cataphract.rules.shock.reckoning import reckon, result_of
from battles.cataphract.rules.shock.situation import SIDES, Army, Clash, Side
from battles.cataphract.rules.tables import FACES
from battles.cataphract.wording.names import ASPECTS, Names, word
from engine.game import Facts

MOST_UNITS: Final = 6  # units in a clash whose odds are shown; more would take too long
MOST_UNITS_SLOW: Final = 3  # units in a clash for which every sequence of dice is followed (0.3 s)
MOST_SLOW: Final = 3  # most clashes with slow odds on a page


def told(setting: Setting, view: Facts, names: Names) -> list[dict[str, Any]]:
    """Return every declared clash: both sides, the calculation and the odds."""
    if not view["clashes"] or view["phase"] is None:
        return []
    pos = _position(setting, view)
    sides = armies(pos, view["phase"]["seat"])
    found = [clash_of(pos, one) for one in pos.state.clashes]
    slow = [number for number, clash in enumerate(found) if _slow(clash, sides)]
    late = {number for number in slow if number in slow[MOST_SLOW:] or _size(found[number]) > MOST_UNITS_SLOW}
    return [
        _told(number + 1, one, clash, sides, names, _size(clash) <= MOST_UNITS and number not in late)
        for number, (one, clash) in enumerate(zip(pos.state.clashes, found, strict=True))
    ]


def _size(clash: Clash) -> int:
    return sum(len(clash.units(side)) for side in SIDES)


def _slow(clash: Clash, sides: dict[Side, Army]) -> bool:
    """Return whether every sequence of dice has to be followed, because one rout can affect another unit
    (11.2).
    """
    return any(sides[side].undisciplined and len(clash.units(side)) > 1 for side in SIDES)


def _position(setting: Setting, view: Facts) -> Field:
    """Return the position that a view shows; nothing on a sheet is hidden."""
    units: dict[str, Any] = {}
    leaders: dict[str, Any] = {}
    for side in view["sides"].values():
        units |= {
            id: {key: value for key, value in one.items() if key not in ("limit", "left")}
            for id, one in side["units"].items()
        }
        leaders |= {
            id: {key: value for key, value in one.items() if key not in ("active", "initiative", "charisma")}
            for id, one in side["leaders"].items()
        }
    state = {
        "turn": view["turn"],
        "units": units,
        "leaders": leaders,
        "phase": {key: value for key, value in view["phase"].items() if key != "left"},
        "clashes": view["clashes"],
        "heart": [seat for seat, side in view["sides"].items() if side["heart"]],
        "quality": view["quality"],
        "ended": "",
        "winner": "",
        "stack": [],
        "serial": 0,
    }
    return Field(setting, CODEC.decode(Sheet, state))


def _told(
    number: int, declared: Charged, clash: Clash, sides: dict[Side, Army], names: Names, exact: bool
) -> dict[str, Any]:
    found = reckon(clash)
    members = ([one.unit for one in declared.attackers], [one.unit for one in declared.defenders])
    odds = chances(clash, sides) if exact else None
    own, lost = _on_average(clash)
    return {
        "number": number,
        "attackers": names.many(members[0]),
        "defenders": names.many(members[1]),
        "aspect": word(ASPECTS, found.aspect),
        "judged": (names.unit(members[0][found.attacker]), names.unit(members[1][found.defender])),
        "several": len(members[0]) + len(members[1]) > 2,
        "column": found.column,
        "lines": [(str(LINES[line.code]), line.amount, line.rule) for line in found.lines],
        "superiority": found.superiority,
        "because": str(BECAUSE[found.because]) if found.because else "",
        "halved": found.halved,
        "own": f"{float(own):.1f}",
        "lost": f"{float(lost):.1f}",
        "cleared": percent(odds.cleared) if odds else "",
        "broken": percent(odds.broken) if odds else "",
        "units": [
            {
                "name": names.unit(unit),
                "attacks": side == "a",
                "routs": percent(odds.routs[side, n]),
                "advances": percent(odds.advances[side, n]) if side == "a" else "",
            }
            for side, there in zip(SIDES, members, strict=True)
            for n, unit in enumerate(there)
        ]
        if odds
        else [],
    }


def _on_average(clash: Clash) -> tuple[Fraction, Fraction]:
    """Return the mean hits that the roll does to each side, with all units present and the best leaders
    unhurt.
    """
    found = reckon(clash)
    led = [
        max((u.leader.rating(u.leader.charisma) for u in clash.units(side) if u.leader), default=0)
        for side in SIDES
    ]
    results = [result_of(found, face + led[0] - led[1]) for face in range(FACES)]
    return (
        Fraction(sum(own for own, _lost in results), FACES),
        Fraction(sum(lost for _own, lost in results), FACES),
    )


def percent(chance: Fraction) -> str:
    """Return a chance in whole per cent; a tiny chance is never shown as 0."""
    if 0 < chance < Fraction(1, 100):
        return "<1%"
    if Fraction(99, 100) < chance < 1:
        return ">99%"
    return f"{round(chance * 100)}%"

"""The declared clashes with their exact odds, computed with the code that resolves them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from django.utils.formats import number_format

from battles.cataphract.forecast.odds import Chances, chances
from battles.cataphract.forecast.segment import rank_references, segment_chances
from battles.cataphract.lookup.words import BECAUSE, LINES
from battles.cataphract.rules.chapters import CODEC
from battles.cataphract.rules.sheet.clashing.charge import segment_of
from battles.cataphract.rules.sheet.play.field import Field, Setting
from battles.cataphract.rules.sheet.play.state import Charged, Sheet
from battles.cataphract.rules.shock.reckoning import calculate_clash, result_of
from battles.cataphract.rules.shock.situation import SIDES, Army, Clash, Segment, Side
from battles.cataphract.rules.tables import FACES
from battles.cataphract.wording.names import ASPECTS, Names, word
from engine.codec import canonical
from engine.game import Facts
from kit.rules.scenarios import drop_oldest

MOST_UNITS: Final = 6  # maximum units in a clash whose odds are shown; more would take too long
MOST_UNITS_SLOW: Final = 3  # maximum units in a clash for which we try every sequence of dice (0.3 s)
MOST_SLOW: Final = 3  # maximum number of clashes with slow odds on a page
KEPT: Final = 32  # number of pages whose odds this process caches


def describe_clashes(setting: Setting, view: Facts, names: Names) -> list[dict[str, Any]]:
    """Describe every declared clash: both sides, the calculation and the odds."""
    if not view["clashes"] or view["phase"] is None:
        return []
    return describe_segment(_position(setting, view), view, names)


def describe_segment(pos: Field, view: Facts, names: Names) -> list[dict[str, Any]]:
    """Describe every clash that a position declares. ``view``: the view of the position, under which the odds
    are cached.
    """
    segment = segment_of(pos)
    facts = {name: part for name, part in view.items() if name != "in_progress"}
    odds = _odds(segment, canonical({**facts, "clashes": [CODEC.encode(one) for one in pos.state.clashes]}))
    return [
        _describe_clash(pos, number, one, segment, odds[number], names)
        for number, one in enumerate(pos.state.clashes)
    ]


# the odds of a clash, and those for each unit by which its defender can be judged
Odds = tuple[Chances | None, list[tuple[int, Chances]]]
_kept: dict[str, list[Odds]] = {}


def _odds(segment: Segment, key: str) -> list[Odds]:
    """Return the odds of every clash. They are cached, because the same page is drawn many times."""
    found = _kept.get(key)
    if found is None:
        found = _kept[key] = _compute_odds(segment)
        drop_oldest(_kept, KEPT)
    return found


def _compute_odds(segment: Segment) -> list[Odds]:
    bold = [side for side in SIDES if segment.armies[side].undisciplined]
    if len(bold) == 1 and all(_size(one) <= MOST_UNITS_SLOW for one in segment.clashes):
        together: list[Chances | None] = list(segment_chances(segment).clashes)
    else:
        together = _compute_separately(segment)
    armies: dict[Side, Army] = dict(segment.armies)
    return [
        (one, rank_references(clash, armies) if one is not None and _may_choose(clash, bool(bold)) else [])
        for one, clash in zip(together, segment.clashes, strict=True)
    ]


def _compute_separately(segment: Segment) -> list[Chances | None]:
    """Return the odds of each clash by itself, or None for a clash that would take too long."""
    armies: dict[Side, Army] = dict(segment.armies)
    slow = [number for number, clash in enumerate(segment.clashes) if _is_slow(clash, armies)]
    late = {n for n in slow if n in slow[MOST_SLOW:] or _size(segment.clashes[n]) > MOST_UNITS_SLOW}
    return [
        chances(clash, armies) if _size(clash) <= MOST_UNITS and number not in late else None
        for number, clash in enumerate(segment.clashes)
    ]


def _size(clash: Clash) -> int:
    return sum(len(clash.units(side)) for side in SIDES)


def _is_slow(clash: Clash, sides: dict[Side, Army]) -> bool:
    """Return whether every sequence of dice must be tried because one rout can affect another unit (11.2)."""
    return any(sides[side].undisciplined and len(clash.units(side)) > 1 for side in SIDES)


def _may_choose(clash: Clash, bold: bool) -> bool:
    """Return whether the choice of the unit by which the defender is judged (9.15) matters, and can be
    calculated quickly.
    """
    differ = len({(one.unit.row, one.unit.missile) for one in clash.defenders}) > 1
    return differ and _size(clash) <= (MOST_UNITS_SLOW if bold else MOST_UNITS)


def _position(setting: Setting, view: Facts) -> Field:
    """Return the position that a view shows. This is possible because nothing on a sheet is hidden."""
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


def _describe_clash(
    pos: Field, number: int, declared: Charged, segment: Segment, found_odds: Odds, names: Names
) -> dict[str, Any]:
    clash = segment.clashes[number]
    found = calculate_clash(clash)
    members = ([one.unit for one in declared.attackers], [one.unit for one in declared.defenders])
    odds, choice = found_odds
    own, lost = _mean_hits(clash)
    return {
        "number": number + 1,
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
                "hits": number_format(float(odds.hits[side, n]), 1),
                "limit": pos.hits_left(unit),
            }
            for side, there in zip(SIDES, members, strict=True)
            for n, unit in enumerate(there)
        ]
        if odds
        else [],
        "judges": [(names.unit(members[1][n]), percent(one.cleared)) for n, one in choice],
    }


def _mean_hits(clash: Clash) -> tuple[Fraction, Fraction]:
    """Return the mean hits that the roll inflicts on each side, with all units present and the best leaders
    unhurt.
    """
    found = calculate_clash(clash)
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
    """Format a chance as a whole percentage. A tiny chance is never shown as 0, nor a nearly certain one as
    100.
    """
    if 0 < chance < Fraction(1, 100):
        return "<1%"
    if Fraction(99, 100) < chance < 1:
        return ">99%"
    return f"{round(chance * 100)}%"

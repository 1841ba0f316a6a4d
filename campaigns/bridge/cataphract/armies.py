"""Convert a campaign's soldiers to units of *Cataphract*: how many, which counters, and who leads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from battles.cataphract.rules.contingents import Contingent, contingents
from battles.cataphract.rules.sheet.armies.roster import FIRST, SECOND
from campaigns.bridge import scale
from campaigns.bridge.from_campaign import SIDES, read
from engine.game import OpenBattle

SEATS: Final = {"attacker": FIRST, "defender": SECOND}
LETTERS: Final = {FIRST: "a", SECOND: "b"}
OVERALL, SUBORDINATE = "OC", "SC"


@dataclass(frozen=True)
class FieldedUnit:
    """A unit on the field. ``of`` and ``number``: the printed counter whose values it has. ``unit``: the id
    of the campaign's unit that it belongs to.
    """

    id: str
    unit: str
    of: str
    number: int
    name: str

    @property
    def contingent(self) -> Contingent:
        return contingents()[self.of]

    def counter(self) -> dict[str, Any]:
        """Return the unit as a sheet's scenario describes it."""
        values, kind = self.contingent.unit(self.number), self.contingent
        found: dict[str, Any] = {
            "id": self.id,
            "name": self.name,
            "type": kind.type,
            "tq": values.tq,
            "size": values.size,
            "ma": kind.ma,
        }
        if kind.cataphract:
            found["cataphract"] = True
        if kind.missile:
            found["missile"] = kind.missile
        if kind.sword:
            found["sword"] = True
        return found


@cache
def data() -> Mapping[str, Any]:
    """Return the bridge's data. Raises ValueError for troops that are neither a sort nor a printed
    contingent.
    """
    found = read("cataphract")
    mixes = [row[name] for row in found["power"].values() for name in ("mix", "poor")]
    named = {sort for mix in mixes for sort in mix} | {row["of"] for row in found["sorts"].values()}
    unknown = sorted(named - set(found["sorts"]) - set(contingents()))
    if unknown:
        raise ValueError(f"cataphract.toml: no such troops: {unknown}")
    return found


def points(battle: OpenBattle) -> dict[str, int]:
    """Return about how many rout points the units of each side have together. The scale is DBA's: one element
    for about a thousand men, each worth as much as an average unit.
    """
    sp = {side: getattr(battle, side).sp for side in SIDES}
    each = scale.factor(max(sp.values()))
    return {
        side: data()["size"]["points"] * scale.elements_of(strength, each) for side, strength in sp.items()
    }


def raise_army(
    seat: str, wanted: int, units: Sequence[tuple[str, int, Mapping[str, int]]]
) -> list[FieldedUnit]:
    """Return the units of a side: as many as bring their rout points nearest to ``wanted``, at least three.
    ``units``: the id, the strength and the mix of each of the campaign's units.
    """
    rule = data()["size"]
    tried = (field_units(seat, number, units) for number in range(rule["least"], rule["most"] + 1))
    return min(tried, key=lambda found: abs(rout_points(found) - wanted))


def field_units(
    seat: str, number: int, units: Sequence[tuple[str, int, Mapping[str, int]]]
) -> list[FieldedUnit]:
    """Return the units of a side. ``units``: the id, the strength and the mix of each of the campaign's
    units. They share the number in proportion to their strength, and each mix shares its part.
    """
    shares = scale.apportion(number, {unit: Fraction(sp) for unit, sp, _mix in units})
    drawn = [
        (unit, sort)
        for unit, _sp, mix in units
        for sort, many in scale.apportion(shares[unit], {s: Fraction(n) for s, n in mix.items()}).items()
        for _n in range(many)
    ]
    count = Counter(_name_of(sort) for _unit, sort in drawn)
    met, found = Counter[str](), list[FieldedUnit]()
    for at, (unit, sort) in enumerate(drawn, 1):
        name = _name_of(sort)
        met[name] += 1
        called = f"{name} {met[name]}" if count[name] > 1 else name
        found.append(FieldedUnit(f"{LETTERS[seat]}{at}", unit, _counter_of(sort), met[name], called))
    return found


def _counter_of(sort: str) -> str:
    row = data()["sorts"].get(sort)
    return str(row["of"]) if row else sort


def _name_of(sort: str) -> str:
    row = data()["sorts"].get(sort)
    return str(row["name"]) if row else contingents()[sort].name


def leaders(
    seat: str, named: Mapping[str, str], many: int, better: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the leaders of a side, each with the campaign's id, or "" for an officer whom the campaign does
    not name. The first is the overall commander. ``named``: the names of the campaign's leaders by id, the
    commander first. ``many``: how many units the side has. ``better``: by how much it is better led.
    """
    rule = data()["leaders"]
    count = max(1, -(-many // rule["units"]))
    ids = [*named, *[""] * count][: max(count, min(len(named), count + 1))]
    for at, id in enumerate(ids):
        row = dict(rule["officer" if not id else "subordinate" if at else "commander"])
        if at:
            row.pop("strategy", None)
        else:
            row = {fact: value + better * rule["more"].get(fact, 0) for fact, value in row.items()}
        rank = SUBORDINATE if at else OVERALL
        name = named.get(id, "") or f"Officer {at + 1}"
        yield id, {"id": f"{LETTERS[seat]}l{at + 1}", "name": name, "rank": rank, **row}


def rout_points(units: Sequence[FieldedUnit]) -> int:
    """Return the rout points of all of a side's units together: the sum of their quality (12.2)."""
    return sum(one.contingent.unit(one.number).tq for one in units)


def is_undisciplined(powers: Mapping[str, int]) -> bool:
    """Return whether most of a side's strength is of peoples without discipline (11.2). ``powers``: the
    strength of each power or nation on the side.
    """
    wild = sum(sp for power, sp in powers.items() if power in data()["undisciplined"]["powers"])
    return 2 * wild > sum(powers.values())

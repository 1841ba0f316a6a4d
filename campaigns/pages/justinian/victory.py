"""How far Byzantium is from victory, prefecture by prefecture (10.2), and who is how strong."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from campaigns.wording.justinian.names import Names
from engine.game import Facts


@dataclass(frozen=True)
class Standing:
    """One prefecture: provinces held of those needed, and the must-control ones that are missing."""

    name: str
    held: int
    provinces: int
    needed: int
    missing: tuple[tuple[str, str], ...]
    controlled: bool


def standings(view: Facts, names: Names) -> tuple[Standing, ...]:
    """Every prefecture as control stands now."""
    return tuple(
        Standing(
            name=names.prefecture(key),
            held=f["held"],
            provinces=f["provinces"],
            needed=f["needed"],
            missing=tuple((p, names.place(p)) for p in f["missing"]),
            controlled=f["controlled"],
        )
        for key, f in view["prefectures"].items()
    )


def strengths(view: Facts, names: Names) -> tuple[tuple[str, str, int, int], ...]:
    """(power, name, land SP, fleet SP) of every power on the map, the strongest first."""
    land: Counter[str] = Counter(view["sp"])
    ships: Counter[str] = Counter()
    for f in view["fleets"]:
        ships[f["power"]] += f["sp"]
    powers = sorted((k for k in {*land, *ships} if land[k] or ships[k]), key=lambda k: (-land[k], k))
    return tuple((k, names.power(k), land[k], ships[k]) for k in powers)

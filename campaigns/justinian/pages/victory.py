"""Byzantium's progress to victory by prefecture (10.2), and the strength of each side."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from campaigns.justinian.pages.heraldry import Arms, arms
from campaigns.justinian.rules.state.values import Allies, Detached, Frontier
from campaigns.justinian.wording.names import Names
from engine.game import Facts


@dataclass(frozen=True)
class Standing:
    """Byzantium's progress in one prefecture, with the provinces held and needed. ``missing`` holds the
    required provinces that it lacks.
    """

    name: str
    held: int
    provinces: int
    needed: int
    missing: tuple[tuple[str, str], ...]
    controlled: bool


def standings(view: Facts, names: Names) -> tuple[Standing, ...]:
    """Return Byzantium's progress in every prefecture."""
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


@dataclass(frozen=True)
class Strength:
    """A power's SP on the map and in its box. ``parts`` gives its land SP by unit, ``fleets`` its
    fleet SP.
    """

    name: str
    arms: Arms
    land: int
    fleets: int
    parts: tuple[tuple[str, int], ...]


def strengths(view: Facts, names: Names) -> tuple[Strength, ...]:
    """Return the strength of every power with SP, the strongest first."""
    parts: dict[str, list[tuple[str, int]]] = {}
    for a in view["armies"]:
        parts.setdefault(a["power"], []).append((names.army(a["id"]), a["sp"]))
        for power, sp in a["allied"].items():
            parts.setdefault(power, []).append((names.unit(Allies(a["id"], power)), sp))
    for place, garrison in view["frontier"].items():
        parts.setdefault("byzantium", []).append((names.unit(Frontier(place)), garrison["sp"]))
    for place, groups in view["detached"].items():
        for power, sp in groups.items():
            parts.setdefault(power, []).append((names.unit(Detached(place, power)), sp))
    ships: Counter[str] = Counter()
    for f in view["fleets"]:
        ships[f["power"]] += f["sp"]
    found = (
        Strength(
            names.power(power),
            arms(power),
            sum(sp for _unit, sp in parts.get(power, ())),
            ships[power],
            tuple(part for part in parts.get(power, ()) if part[1]),
        )
        for power in {*parts, *ships}
    )
    return tuple(sorted((s for s in found if s.land or s.fleets), key=lambda s: (-s.land, s.name)))

"""The move planner: how far an army can come, at what cost, and with what chance (7.1)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from campaigns.rules.justinian import geography, odds
from campaigns.rules.justinian.geography import CostLine, Route
from campaigns.rules.justinian.scenario import Scenario
from campaigns.rules.justinian.tables import movement_allowance
from campaigns.wording.justinian.codes import word
from campaigns.wording.justinian.names import Names
from engine.game import Facts

FARTHEST = 8  # MP: the most a movement die can give


@dataclass(frozen=True)
class Goal:
    """A province in reach: MP, the way, its reckoning, the chance that the die allows it, who waits there."""

    id: str
    name: str
    mp: int
    way: str
    lines: tuple[str, ...]
    chance: Fraction
    enemy: int
    in_zone: bool
    path: str = ""

    @property
    def percent(self) -> int:
        return round(self.chance * 100)


@dataclass(frozen=True)
class Plan:
    """The reach of one army. ``left``: MP it still has; None before its die is rolled."""

    army: str
    name: str
    leader: str
    rating: str
    left: int | None
    goals: tuple[Goal, ...]
    dice: tuple[tuple[int, str, int, int], ...] = ()  # MP, faces, chance in percent, provinces in reach

    @property
    def reach(self) -> dict[str, str]:
        """province -> what the map writes there: the cost in MP."""
        return {g.id: str(g.mp) for g in self.goals if g.chance}


def army_of(view: Facts, army: str) -> Facts | None:
    """The army of that id in the view."""
    return next((a for a in view["armies"] if a["id"] == army), None)


def enemy_sp(view: Facts, place: str, side: str) -> int:
    """Land SP of the other side in a place."""
    total: int = sum(a["total"] for a in view["armies"] if a["at"] == place and a["side"] != side)
    if side == "byzantium":
        return total + sum(int(n) for n in view["detached"].get(place, {}).values())
    return total + int(view["frontier"].get(place, {}).get("sp", 0))


def plan(scn: Scenario, view: Facts, army: str, names: Names, left: int | None = None) -> Plan | None:
    """The plan of an army on the map; None for one that cannot march. ``left``: its MP when it marches."""
    found = army_of(view, army)
    if found is None or found["at"] not in scn.provinces or found["leader"] not in scn.leaders:
        return None
    leader, side = scn.leaders[found["leader"]], found["side"]

    def step(origin: str, target: str, kind: str) -> tuple[CostLine, ...]:
        return geography.step_lines(
            kind,
            disorganised=found["disorganised"],
            defeated=found["defeated"],
            leaving_enemy=enemy_sp(view, origin, side) > 0,
        )

    routes = geography.cheapest(scn, found["at"], step, FARTHEST if left is None else left)
    costs = {k: r.total for k, r in routes.items() if r.total}
    chances = (
        odds.reach_chances(leader.movement, costs) if left is None else dict.fromkeys(costs, Fraction(1))
    )
    zone = scn.armies[army].end_zone if army in scn.armies else frozenset(scn.provinces)
    goals = tuple(
        _goal(k, routes[k], chances[k], enemy_sp(view, k, side), k in zone, names)
        for k in costs
        if chances[k]
    )
    return Plan(
        army=army,
        name=names.army(army),
        leader=names.leader(leader.id),
        rating=leader.movement,
        left=left,
        goals=tuple(sorted(goals, key=lambda g: (g.mp, g.name))),
        dice=_dice(leader.movement, costs) if left is None else (),
    )


def _dice(rating: str, costs: dict[str, int]) -> tuple[tuple[int, str, int, int], ...]:
    """For each number of MP that the die can give: its faces, its chance, how many provinces it opens."""
    faces: dict[int, list[int]] = {}
    for face in range(10):
        faces.setdefault(movement_allowance(rating, face), []).append(face)
    return tuple(
        (mp, _run(found), 10 * len(found), sum(cost <= mp for cost in costs.values()))
        for mp, found in sorted(faces.items())
    )


def _run(faces: list[int]) -> str:
    """Faces as people read them: 0–3, or 2, 5."""
    if len(faces) > 1 and faces[-1] - faces[0] == len(faces) - 1:
        return f"{faces[0]}–{faces[-1]}"
    return ", ".join(str(f) for f in faces)


def _goal(key: str, route: Route, chance: Fraction, enemy: int, in_zone: bool, names: Names) -> Goal:
    lines = []
    for place, step in zip(route.path[1:], route.lines, strict=True):
        parts = " + ".join(f"{line.mp} {word(line.code)}" for line in step)
        lines.append(_("%(place)s: %(parts)s") % {"place": names.place(place), "parts": parts})
    way = " → ".join(names.place(p) for p in route.path)
    path = ">".join(route.path[1:])
    return Goal(key, names.place(key), route.total, way, tuple(lines), chance, enemy, in_zone, path)

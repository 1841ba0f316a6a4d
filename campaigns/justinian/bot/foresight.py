"""Predicts the marches of enemy armies, and what they cost Byzantium. The assumed opponent is the simple bot
of ``first``. Each army goes to the best adjacent place, fights enemies that it expects to beat, and marks
provinces. It continues while it can. The prediction uses only the map.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import NamedTuple

from campaigns.justinian.bot import first
from campaigns.justinian.bot.outlook import is_must, outlook
from campaigns.justinian.bot.threats import Threat, threats, with_levy
from campaigns.justinian.rules.state.geography import arrows, neighbours
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import (
    BARBARIAN,
    BYZANTIUM,
    MAJORS,
    Army,
    Garrison,
)

LOST_MUST = 1.0  # harm of losing a province that a prefecture requires (10.21)
LOST = 0.1  # harm of losing any other province
BESIEGED = 1.0  # harm of an enemy army in a required province
PER_SP = 0.05  # added to BESIEGED for each SP of the enemy army
ABROAD = 0.3  # harm of an enemy army in any other province
STAYS = 0.6  # harm of a minor power's army in a City, from which it is not removed next turn (5.12)


class Walk(NamedTuple):
    """The forecast march of an army: the provinces where it places markers, the place where it stops, and
    every place that it considers.
    """

    taken: tuple[str, ...]
    end: str
    seen: frozenset[str]


class Harm(NamedTuple):
    """The expected cost of an enemy army. It can be reused while the places in ``seen`` are unchanged."""

    cost: float
    seen: frozenset[str]


class Foresight:
    """Predicts the enemy's likely marches, with or without extra garrisons of one SP ("baits")."""

    def __init__(self, pos: Position) -> None:
        self.setting = pos.setting
        self.view = outlook(pos)
        self.state = replace(
            pos.state, armies={a.id: with_levy(pos.setting, a, pos.state) for a in pos.state.armies.values()}
        )
        self.threats = threats(pos)
        new = {
            p: Garrison(1)
            for p, held in self.view.held.items()
            if held == BYZANTIUM and p not in pos.state.frontier and pos.scn.provinces[p].frontier_allowed
        }
        self.posts = frozenset(new)  # provinces where a garrison could be placed
        self.manned = replace(self.state, frontier={**pos.state.frontier, **new})
        self._edges: dict[tuple[str, str, bool], float | None] = {}

    def harm(self, threat: Threat, baits: Set[str]) -> Harm:
        """Return the expected harm from an enemy army this turn."""
        army = self.state.armies[threat.army]
        walks = [self.walk(army, mp, baits) for mp in threat.paces]
        cost = sum(self._cost(army, walk) for walk in walks) / len(walks)
        return Harm(threat.chance * cost, frozenset().union(*(walk.seen for walk in walks)))

    def edge(self, army: Army, place: str, baits: Set[str]) -> float | None:
        """Return the result of an army's attack on a place: Byzantium's expected losses minus the army's own,
        in SP. Return None if Byzantium has no SP in the place. ``baits``: the provinces with an extra
        garrison.
        """
        manned = place in baits
        key = (army.id, place, manned)
        if key not in self._edges:
            state = self.manned if manned else self.state
            held = place in state.frontier or self.view.byzantine.get(place)
            self._edges[key] = (
                first.edge(Position(self.setting, state), army.id, place, BARBARIAN) if held else None
            )
        return self._edges[key]

    def walk(self, army: Army, mp: int, baits: Set[str]) -> Walk:
        """Return the march that the simple bot in ``first`` would make with the given MP. The army is assumed
        to win every battle that this bot expects to win.
        """
        scn = self.setting.scn
        at, came = army.at, ""
        slow = int(army.disorganised) + int(army.defeated)
        marked, beaten, taken, seen = set(self.state.markers), set[str](), list[str](), set[str]()
        while True:
            foes = at not in beaten and self.edge(army, at, baits) is not None
            if at in scn.provinces:
                if army.power in MAJORS and mp and not foes and at not in marked and at != "lazica":
                    mp -= 1
                    marked.add(at)
                    taken.append(at)
                ways, best = neighbours(scn, at), first.appeal(self.setting, at, at in marked, foes)
            else:
                ways, best = dict.fromkeys(arrows(scn, at), "land"), first.AT_HOME
            goal, price = "", 0
            for way, kind in ways.items():
                seen.add(way)
                cost = 1 + slow + int(kind == "strait") + int(foes)
                if way == came or cost > mp:
                    continue
                edge = None if way in beaten else self.edge(army, way, baits)
                if edge is not None and (edge <= 0.0 or mp - cost < 1):
                    continue
                appeal = first.appeal(self.setting, way, way in marked, edge is not None) + (edge or 0.0)
                if appeal > best:
                    best, goal, price = appeal, way, cost
            if not goal:
                return Walk(tuple(taken), at, frozenset(seen))
            came, at, mp = at, goal, mp - price
            if at not in beaten and self.edge(army, at, baits) is not None:
                mp -= 1
                beaten.add(at)

    def _cost(self, army: Army, walk: Walk) -> float:
        cost = 0.0
        for place in walk.taken:
            if self.view.held[place] == BYZANTIUM and self.setting.scn.provinces[place].counts:
                cost += LOST_MUST if is_must(self.setting, place) else LOST
        if walk.end in self.setting.scn.boxes:
            return cost
        if army.power not in MAJORS:
            if not self.setting.scn.provinces[walk.end].is_city:
                return cost
            cost += STAYS
        if walk.end == "lazica" or is_must(self.setting, walk.end):
            return cost + BESIEGED + PER_SP * self.state.force_sp(army.id)
        return cost + ABROAD

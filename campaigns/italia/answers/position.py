"""A position as a document for the calculator or a test case, with pieces on an otherwise empty map."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from campaigns.italia.rules.scenario.loading import TITLES, builtin, load
from campaigns.italia.rules.scenario.options import parse
from campaigns.italia.rules.scenario.types import Scenario
from campaigns.italia.rules.state.position import Position, Setting
from campaigns.italia.rules.state.state import City, Holdings, LeaderPiece, State, Today
from campaigns.italia.rules.turn.setup import initial_state
from engine.codec import canonical
from engine.game import BadScenario, Facts
from engine.reading import Reader

FIELDS = "scenario options round turn pieces leaders cities nations tallies sacked restored"


@lru_cache(maxsize=16)
def _setting(scenario: str, options: str) -> Setting:
    chosen = parse(json.loads(options))
    return Setting(load(builtin(scenario), small=chosen.board == "small"), chosen)


def position(top: Reader) -> Position:
    """Read a position from a document. Raises BadScenario listing every mistake."""
    found = read_position(top)
    top.raise_mistakes(BadScenario)
    return found


def read_position(top: Reader) -> Position:
    """Read a position for a caller that reads more of the document. Mistakes are collected in ``top`` but
    not raised.
    """
    name = top["scenario"].one_of(TITLES) if "scenario" in top else "italia1"
    options = top["options"].object() if "options" in top else {}
    setting = _setting(name, canonical(options))
    scn = setting.scn
    state = replace(
        initial_state(setting),
        round=top["round"].number(1, scn.rounds) if "round" in top else 1,
        nation=top["turn"].one_of(scn.nations) if "turn" in top else "",
        units=_pieces(top["pieces"], scn),
        cities=_read_cities(top["cities"], scn),
        tallies=top["tallies"].amounts() if "tallies" in top else {},
        stack=(),
        today=Today(
            frozenset(top["sacked"].words()) if "sacked" in top else frozenset(),
            frozenset(top["restored"].words()) if "restored" in top else frozenset(),
        ),
    )
    state = replace(state, nations=_nations(top["nations"], scn, state.nations))
    state = replace(state, leaders=_leaders(top["leaders"], scn, state))
    return Position(setting, state)


def _pieces(r: Reader, scn: Scenario) -> dict[str, dict[str, dict[str, int]]]:
    found: dict[str, dict[str, dict[str, int]]] = {}
    for place in sorted(map(str, r.object() if r.has_value else {})):
        here = r[place]
        if place not in scn.board.areas and place not in scn.board.seas:
            here.note_mistake("unknown_place", name=place[:80])
            continue
        found[place] = {}
        for nation in sorted(map(str, here.object())):
            units = here[nation].amounts()
            if nation not in scn.nations:
                here[nation].note_mistake("unknown_nation", name=nation[:80])
                continue
            for unit in units:
                if unit not in scn.nations[nation].counters:
                    here[nation][unit].note_mistake("no_such_counter", nation=nation, unit=unit[:80])
            found[place][nation] = dict(sorted(units.items()))
    return found


def _read_cities(r: Reader, scn: Scenario) -> dict[str, City]:
    """Read the cities. Each is written as the seat that last held it, and a ruin as "ruin" or "ruin:seat"."""
    found = {}
    for area in sorted(map(str, r.object() if r.has_value else {})):
        said = r[area].text(blank=True)
        if area not in scn.board.areas or not scn.board.areas[area].city_allowed:
            r[area].note_mistake("no_city_here", name=area[:80])
        standing = not said.startswith("ruin")
        owner = said if standing else said.removeprefix("ruin").removeprefix(":")
        if owner and owner not in scn.seats:
            r[area].note_mistake("unknown_seat", name=owner[:80])
        found[area] = City(standing, owner)
    return found


def _nations(r: Reader, scn: Scenario, before: Mapping[str, Holdings]) -> dict[str, Holdings]:
    found = dict(before)
    for nation in map(str, r.object() if r.has_value else {}):
        if nation not in scn.nations:
            r[nation].note_mistake("unknown_nation", name=nation[:80])
            continue
        one = r[nation].only("gold overlord capital aside")
        found[nation] = Holdings(
            one["gold"].number(0, 99) if "gold" in one else 0,
            one["capital"].one_of(scn.board.areas) if "capital" in one else "",
            one["overlord"].one_of(scn.nations) if "overlord" in one else "",
            aside=one["aside"].words() if "aside" in one else (),
        )
    return found


def _leaders(r: Reader, scn: Scenario, state: State) -> dict[str, LeaderPiece]:
    found = {}
    for leader in sorted(map(str, r.object() if r.has_value else {})):
        if leader not in scn.leaders:
            r[leader].note_mistake("unknown_leader", name=leader[:80])
            continue
        place = r[leader].one_of((*scn.board.areas, *scn.board.seas))
        found[leader] = LeaderPiece(scn.leaders[leader].nation, place, state.round)
    return found


def describe_position(pos: Position) -> dict[str, Any]:
    """Describe a position for an answer: the pieces, cities, nations, points and round."""
    state = pos.state
    gold = {nation: has.gold for nation, has in state.nations.items() if has.gold}
    overlords = {nation: has.overlord for nation, has in state.nations.items() if has.overlord}
    facts: Facts = {
        "pieces": {p: {n: dict(u) for n, u in here.items()} for p, here in state.units.items()},
        "leaders": {name: piece.at for name, piece in state.leaders.items()},
        "cities": {
            area: city.owner if city.standing else f"ruin:{city.owner}" for area, city in state.cities.items()
        },
        "gold": gold,
        "overlords": overlords,
        "capitals": {n: c for n in pos.scn.nations if (c := pos.capital(n))},
        "aside": {n: list(has.aside) for n, has in state.nations.items() if has.aside},
        "scores": {nation: halves for nation, halves in state.scores.items() if halves},
        "round": state.round,
    }
    return dict(facts)

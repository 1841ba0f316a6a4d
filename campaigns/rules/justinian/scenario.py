"""The scenario of a Justinian campaign: read from JSON, checked, and turned into plain values.

The built-in one is ``data/justinian.json``, a reconstruction of the map with its provenance. A GM may correct
a copy from a printed game; :func:`load` names every mistake with its path.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from campaigns.rules.justinian import scenario_forces as forces
from campaigns.rules.justinian import scenario_map as atlas
from campaigns.rules.justinian.scenario_checks import check
from campaigns.rules.justinian.scenario_reading import Reader
from campaigns.rules.justinian.scenario_setup import setup
from campaigns.rules.justinian.scenario_types import Scenario
from engine.codec import digest
from engine.game import BadScenario, Facts, Mistake

DATA = Path(__file__).parent / "data"
_KEPT = 16  # scenarios kept parsed at once
_loaded: dict[str, Scenario] = {}


@cache
def _builtin_text() -> str:
    return (DATA / "justinian.json").read_text(encoding="utf-8")


def builtin() -> Any:
    """The JSON of the built-in scenario; a fresh copy, so that a caller may change it."""
    return json.loads(_builtin_text())


def load(raw: Facts) -> Scenario:
    """The scenario written in ``raw``. Equal JSON gives the same object.

    Raises BadScenario with every mistake found, each with its path (``$.provinces[dalmatia].seas``).
    """
    try:
        key = digest(raw)
    except (TypeError, ValueError):
        raise BadScenario([Mistake("$", "not_json")]) from None
    if key not in _loaded:
        scenario = _read(raw)
        while len(_loaded) >= _KEPT:
            del _loaded[next(iter(_loaded))]
        _loaded[key] = scenario
    return _loaded[key]


def _read(raw: Facts) -> Scenario:
    r = Reader()
    top = r.object(raw, "$", _TOP)
    provinces = atlas.provinces(r, top)
    edges = atlas.edges(r, top)
    boxes = atlas.boxes(r, top)
    scenario = Scenario(
        title=r.word(r.object(top.get("meta"), "$.meta"), "title", "$.meta"),
        prefectures=atlas.prefectures(r, top, provinces),
        provinces=provinces,
        edges=edges,
        four_corners=tuple(r.words(c, "ring", p) for p, c in r.items(top, "four_corners", "ring")),
        seas=atlas.seas(r, top),
        powers=forces.powers(r, top),
        boxes=boxes,
        armies=forces.armies(r, top, provinces, edges, boxes),
        leaders=forces.leaders(r, top),
        counters=forces.counters(r, top),
        turns={
            r.whole(t, "turn", p, 1, 100): r.whole(t, "year", p, 1)
            for p, t in r.items(top, "turns", "turn year")
        },
        arrivals={},
        setup=setup(r, top),
    )
    scenario = _with_arrivals(scenario)
    r.provenance(top)
    check(scenario, top, r)
    if r.mistakes:
        raise BadScenario(r.mistakes)
    return scenario


def _with_arrivals(scenario: Scenario) -> Scenario:
    late: dict[int, tuple[str, ...]] = {}
    for key, leader in scenario.leaders.items():
        if leader.arrival_turn > 1:
            late[leader.arrival_turn] = (*late.get(leader.arrival_turn, ()), key)
    return Scenario(**{**vars(scenario), "arrivals": late})


_TOP = (
    "meta prefectures provinces land_edges four_corners sea_areas sea_edges powers boxes box_links armies"
    " leaders counters turns setup"
)

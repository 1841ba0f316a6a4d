"""The scenario of a Justinian campaign: read from JSON, checked, and turned into plain values.
The standard scenario is ``data/justinian.json``, a reconstruction of the map with its provenance. The
other built-in scenarios are files in the same folder that contain only the differences. A GM can correct
a copy to match a printed game; :func:`load` reports every mistake with its path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.justinian.rules.scenario import forces as forces
from campaigns.justinian.rules.scenario import map as atlas
from campaigns.justinian.rules.scenario.checks import CHECKS
from campaigns.justinian.rules.scenario.setup import setup
from campaigns.justinian.rules.scenario.types import Scenario
from engine.game import BadScenario, Facts
from engine.reading import Naming, Reader, check
from kit.rules.data import Data
from kit.rules.scenarios import Remembered

DATA = Data(__file__)
STANDARD = "justinian"
TITLES = {  # built-in scenario -> title
    STANDARD: "Justinian, 528-567",
    "many_cities": "Justinian, 528-567, many Cities",
}
PROVENANCE = ("rules", "history", "design")
NAMING = Naming(text="not_a_word", choice="unknown_value", no_choice="not_a_word", allowed="allowed")
FREE = ("prov", "note")  # fields that every object may have: its provenance and a note


def builtin(name: str = STANDARD) -> Any:
    """Return the JSON of a built-in scenario (one of TITLES), as a fresh copy that the caller can change.
    Raises KeyError for any other name.
    """
    if name not in TITLES:
        raise KeyError(name)
    scenario = DATA.json(STANDARD)
    return scenario if name == STANDARD else _merge_change(scenario, DATA.json(name))


def _merge_change(whole: Any, change: Any) -> Any:
    """Return a scenario with changes merged in. Objects are merged key by key, and lists of objects by id.
    An object that holds only numbers (province -> SP) is replaced as a whole.
    """
    if isinstance(whole, list) and isinstance(change, Mapping):
        return [_merge_change(one, change[one["id"]]) if one["id"] in change else one for one in whole]
    counts = isinstance(change, Mapping) and all(type(value) is int for value in change.values())
    if not isinstance(whole, Mapping) or not isinstance(change, Mapping) or counts:
        return change
    kept = {
        key: _merge_change(value, change[key]) if key in change else value for key, value in whole.items()
    }
    return {**kept, **{key: value for key, value in change.items() if key not in whole}}


def _read_scenario(raw: Facts) -> Scenario:
    top = Reader(raw, free=FREE, naming=NAMING).only(_TOP)
    provinces = atlas.provinces(top)
    edges = atlas.edges(top)
    boxes = atlas.boxes(top)
    scenario = Scenario(
        title=top["meta"].require_object()["title"].text(),
        prefectures=atlas.prefectures(top, provinces),
        provinces=provinces,
        edges=edges,
        four_corners=tuple(c.only("ring")["ring"].words() for c in top["four_corners"].items()),
        seas=atlas.seas(top),
        powers=forces.powers(top),
        boxes=boxes,
        armies=forces.armies(top, provinces, edges, boxes),
        leaders=forces.leaders(top),
        counters=forces.counters(top),
        turns={
            t["turn"].number(1, 100): t["year"].number(1)
            for t in (item.only("turn year") for item in top["turns"].items())
        },
        arrivals={},
        setup=setup(top),
    )
    scenario = _with_arrivals(scenario)
    top.marks("prov", PROVENANCE, but="$.meta")
    check(scenario, top, CHECKS)
    top.raise_mistakes(BadScenario)
    return scenario


def _with_arrivals(scenario: Scenario) -> Scenario:
    late: dict[int, tuple[str, ...]] = {}
    for key, leader in scenario.leaders.items():
        if leader.arrival_turn > 1:
            late[leader.arrival_turn] = (*late.get(leader.arrival_turn, ()), key)
    return Scenario(**{**vars(scenario), "arrivals": late})


load = Remembered(_read_scenario)
_TOP = (
    "meta prefectures provinces land_edges four_corners sea_areas sea_edges powers boxes box_links armies"
    " leaders counters turns setup"
)

"""A player's own values, which replace the site's in a printed battle and in questions to the calculator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Final

from battles.cataphract.rules.contingents import contingents
from battles.cataphract.rules.own_data.chart import Chart, plain, read_chart
from battles.cataphract.rules.own_data.counters import Key, OwnCounter, read_counters, rout_points
from battles.cataphract.rules.own_data.leaders import known_leaders, read_leaders
from battles.cataphract.rules.own_data.rows import Table
from battles.cataphract.rules.tables import DATA
from engine.game import BadScenario, Facts
from engine.reading import Naming, Reader
from engine.values import dataclass

PARTS: Final = ("chart", "counters", "leaders")
NAMING: Final = Naming(by_id=False)


@dataclass(frozen=True)
class OwnData:
    """The values that a player has given from their own copy of the game: the chart, counters and leaders.

    ``document``: these parts as they were sent.
    """

    chart: Chart | None = None
    counters: Mapping[Key, OwnCounter] = field(default_factory=dict)
    leaders: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    document: Facts = field(default_factory=dict)


def read_own(document: Facts) -> OwnData:
    """Read a document with a chart, counters and leaders. Raises BadScenario listing every mistake."""
    top = Reader(document, naming=NAMING)
    top.only(PARTS)
    found = OwnData(
        read_chart(top["chart"]) if top["chart"].has_value else None,
        read_counters(top["counters"]) if top["counters"].has_value else {},
        read_leaders(top["leaders"]) if top["leaders"].has_value else {},
        document,
    )
    top.raise_mistakes(BadScenario)
    return found


def read_own_table(table: Table) -> OwnData:
    """Read a player's own values (a chart, counters or leaders) from a table. Raises BadScenario listing
    every mistake with its line and column.
    """
    try:
        found = read_own(table.document)
    except BadScenario as bad:
        raise BadScenario([*table.mistakes, *map(table.locate_mistake, bad.mistakes)]) from None
    if table.mistakes:
        raise BadScenario(table.mistakes)
    return found


def merge_files(parts: Sequence[OwnData]) -> OwnData:
    """Combine several files into one. Later files take precedence over earlier ones."""
    found = OwnData()
    for one in parts:
        found = OwnData(
            one.chart or found.chart,
            {**found.counters, **one.counters},
            {**found.leaders, **one.leaders},
            {**found.document, **one.document},
        )
    return found


# --- a player's values in a printed battle -----------------------------------------------------------------


def overlay_scenario(scenario: Facts, own: OwnData) -> dict[str, Any]:
    """Return a printed battle with a player's own values. These values are no longer marked as uncertain."""
    battle = str(scenario["battle"])
    sides = next(one["sides"] for one in DATA.table("battles")["battles"] if one["id"] == battle)
    armies = {
        seat: {
            **side,
            "units": _units(side["units"], battle, name, own),
            "leaders": [{**one, **_leader(own, one["id"])} for one in side["leaders"]],
        }
        for (seat, side), name in zip(scenario["sides"].items(), sides, strict=True)
    }
    found = {**scenario, "sides": armies, "marks": _marks(scenario, battle, own)}
    return {**found, "chart": plain(own.chart)} if own.chart is not None else found


def _units(units: Sequence[Facts], battle: str, side: str, own: OwnData) -> list[dict[str, Any]]:
    listed = [u for u in DATA.table("units")["by_battle"] if (u["battle"], u["side"]) == (battle, side)]
    return [
        _unit(unit, (battle, side, one["contingent"], one["id"]), own)
        for unit, one in zip(units, listed, strict=True)
    ]


def _unit(unit: Facts, key: Key, own: OwnData) -> dict[str, Any]:
    one = own.counters.get(key)
    if one is None:
        return dict(unit)
    found = {name: value for name, value in unit.items() if name not in ("cataphract", "missile", "sword")}
    found |= {"type": one.type, "tq": one.tq, "rp": rout_points(key, one)}
    found |= {"size": one.size} if one.size is not None else {}
    found |= {"ma": one.ma} if one.ma is not None else {}
    found |= {"missile": one.missile} if one.missile else {}
    return found | ({"cataphract": True} if one.cataphract else {}) | ({"sword": True} if one.sword else {})


def _leader(own: OwnData, leader: str) -> dict[str, Any]:
    return dict(own.leaders.get(leader, {}))


def _marks(scenario: Facts, battle: str, own: OwnData) -> list[list[str]]:
    settled = {contingents()[key[2]].name for key in own.counters if key[0] == battle}
    named = {known_leaders()[id]["name"] for id in own.leaders}
    return [
        mark
        for mark in scenario.get("marks", ())
        if mark[0].partition(": ")[0] not in settled and mark[0].partition(": ")[0] not in named
    ]


# --- a player's values in a question to the calculator -----------------------------------------------------


def fill_in_question(question: Any, own: OwnData) -> Any:
    """Return a question with a player's own values for all units named by contingent and number."""
    if isinstance(question, list | tuple):
        return [fill_in_question(one, own) for one in question]
    if not isinstance(question, Mapping):
        return question
    inside = {name: fill_in_question(value, own) for name, value in question.items()}
    found = _counter(own, inside)
    if found is None:
        return inside
    values: dict[str, Any] = {
        **{"type": found.type, "tq": found.tq, "name": contingents()[inside["of"]].name},
        **{"cataphract": found.cataphract, "missile": found.missile, "sword": found.sword},
        **({"size": found.size} if found.size is not None else {}),
    }
    return values | {name: value for name, value in inside.items() if name not in ("of", "number")}


def _counter(own: OwnData, unit: Mapping[str, Any]) -> OwnCounter | None:
    of, number = unit.get("of"), unit.get("number", 1)
    if not isinstance(of, str) or of not in contingents():
        return None
    return next((one for key, one in own.counters.items() if key[2:] == (of, number)), None)

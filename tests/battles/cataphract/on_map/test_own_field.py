"""Battles on the map that are not printed: armies from a scenario, on open ground with the printed grid."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from battles.cataphract.rules.battle.own_field import SCHEMA
from battles.cataphract.rules.system import CATAPHRACT
from battles.cataphract.wording import CataphractWording
from engine.bots import ask_own_bot, positions
from engine.dice import Seeded
from engine.game import BadScenario

BAND: dict[str, list[tuple[str, str, str]]] = {
    "first": [("a1", "thracian", "2820"), ("a2", "thracian", "2821"), ("a3", "isaurian", "2822")],
    "second": [("b1", "vandal_ln", "3420"), ("b2", "vandal_lc", "3421"), ("b3", "vandal_ln", "3422")],
}
TYPES = {
    "thracian": {"type": "HC", "tq": 7, "size": 5, "ma": 8, "cataphract": True, "missile": "C"},
    "isaurian": {"type": "MI", "tq": 5, "size": 7, "ma": 4, "missile": "J"},
    "vandal_ln": {"type": "LN", "tq": 5, "size": 5, "ma": 8},
    "vandal_lc": {"type": "LC", "tq": 5, "size": 5, "ma": 9, "missile": "J"},
}


def a_field(**more: Any) -> dict[str, Any]:
    """Return a scenario of three units against three, each side with one leader."""
    leader = {"rank": "OC", "initiative": 4, "charisma": 2, "personal_combat": 4, "range": 5}
    return {
        "schema": SCHEMA,
        "title": "Battle of Tuscia",
        "armies": {
            "schema": "cataphract-sheet/1",
            "provenance": "design",
            "title": "Battle of Tuscia",
            "sides": {
                seat: {
                    "name": {"first": "Byzantines", "second": "Vandals"}[seat],
                    "level": 8,
                    "units": [{"id": id, "name": f"{id} of ours", **TYPES[of]} for id, of, _at in units],
                    "leaders": [{"id": f"{units[0][0]}l", "name": f"General of {seat}", **leader}],
                }
                for seat, units in BAND.items()
            },
        },
        "counters": {
            id: {"of": of, "number": 1, "hex": at, "facing": "E" if seat == "first" else "W"}
            for seat, units in BAND.items()
            for id, of, at in units
        },
        "posts": {"a1l": "2821", "b1l": "3421"},
        "retreat": {"first": "W", "second": "E"},
        **more,
    }


def opened(scenario: dict[str, Any]) -> tuple[Any, Any]:
    rules: Any = CATAPHRACT.open(scenario, {"hands": "own"})
    return rules, rules.position(rules.setup(Seeded(b"own", "setup", 0)).state)


def test_units_and_leaders_begin_where_the_scenario_puts_them() -> None:
    rules, pos = opened(a_field())
    assert {id: place.at for id, place in pos.board.places.items()} == {
        id: at for units in BAND.values() for id, _of, at in units
    }
    assert pos.board.posts == {"a1l": "2821", "b1l": "3421"}
    assert pos.piece("a1").facing_name == "E" and pos.piece("b1").facing_name == "W"
    assert [seat.name for seat in rules.seats] == ["Byzantines", "Vandals"]
    assert not pos.setting.specials  # no printed battle's special rules hold


def test_lines_are_units_of_one_people_and_type() -> None:
    _rules, pos = opened(a_field())
    kinds = {seat: {kind.contingents: kind.gap for kind in pos.setting.lines[seat]} for seat in BAND}
    assert kinds["first"] == {frozenset({"thracian"}): 1, frozenset({"isaurian"}): None}
    assert kinds["second"] == {frozenset({"vandal_ln"}): 1, frozenset({"vandal_lc"}): 1}


def test_the_beaten_flee_to_their_own_edge() -> None:
    _rules, pos = opened(a_field())
    west, east = (pos.setting.goals[seat].corner for seat in ("first", "second"))
    assert (west, east) == (pos.piece("b1").facing, pos.piece("a1").facing)


def test_bots_fight_it_to_its_end_and_the_withdrawal_level_decides() -> None:
    rules, _pos = opened(a_field())
    bots = dict.fromkeys(("first", "second"), ask_own_bot)
    *_, state = positions(rules, bots, "own field")
    outcome = rules.outcome(state)
    assert outcome is not None and outcome.reason == "withdrawal"
    points = {seat: rules.position(state).rout_points(seat) for seat in bots}
    loser = next(seat for seat in bots if seat != outcome.winner)
    assert points[loser] >= 8 > points[outcome.winner]


def test_its_texts_name_the_scenarios_own_units() -> None:
    words = CataphractWording(a_field())
    assert words.names.unit("a1") == "a1 of ours" and words.names.side("second") == "Vandals"


def _spoil(*path: str, value: Any) -> dict[str, Any]:
    found = deepcopy(a_field())
    at: Any = found
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return found


@pytest.mark.parametrize(
    ("scenario", "where", "code"),
    [
        (_spoil("counters", "a2", "hex", value="2820"), "$.counters.a2.hex", "hex_taken"),
        (_spoil("counters", "a2", "hex", value="9999"), "$.counters.a2.hex", "not_on_the_map"),
        (_spoil("counters", "a2", "facing", value="N"), "$.counters.a2.facing", "not_one_of"),
        (_spoil("counters", "a2", "of", value="hoplite"), "$.counters.a2.of", "not_one_of"),
        (_spoil("counters", "c1", value={}), "$.counters.c1", "unknown_field"),
        (_spoil("posts", "a1l", value="3420"), "$.posts.a1l", "nobody_in_this_hex"),
        (_spoil("retreat", "first", value="N"), "$.retreat.first", "not_one_of"),
        (_spoil("armies", "sides", "first", "level", value=0), "$.armies.sides.first.level", "not_a_number"),
    ],
)
def test_a_wrong_set_up_is_refused_with_its_place(scenario: Any, where: str, code: str) -> None:
    with pytest.raises(BadScenario) as refused:
        CATAPHRACT.open(scenario, {})
    assert (where, code) in {(one.path, one.code) for one in refused.value.mistakes}

"""Point values of units and leaders, and the number of blocks in the box."""

from __future__ import annotations

import copy

import pytest

from battles.cca.forecast import pricing
from battles.cca.rules.army.box import Overdraft, blocks_used, most_units, overdrafts
from battles.cca.rules.army.points import POINTS, Army, army_of, read_points
from battles.cca.rules.scenarios import scenarios
from battles.cca.rules.tables import load
from battles.cca.rules.units import LEADER, UNITS
from engine.refusals import BadDocument
from tests.found import some


def test_points_are_what_the_exact_chances_say() -> None:
    assert dict(pricing.prices()) == dict(POINTS)


def test_the_point_values_match_the_computed_ones() -> None:
    for entry in some(one for one in load("points")["points"] if one["id"] != LEADER):
        found = pricing.measure(entry["id"])
        assert entry["gives"] == f"{float(found.gives):.3f}"
        assert entry["takes"] == f"{float(found.takes):.3f}"
        assert entry.get("shoots", "0.000") == f"{float(found.shoots):.3f}"


def test_every_type_and_the_leader_have_points() -> None:
    assert set(POINTS) == {*UNITS, LEADER}
    assert POINTS["medium_inf"] == 10
    assert POINTS["heavy_inf"] > POINTS["medium_inf"] > POINTS["auxilia"] > POINTS["light_inf"]


def test_every_mistake_of_a_table_of_points_is_named() -> None:
    document = copy.deepcopy(load("points"))
    document["points"][0]["points"] = 0
    document["points"][1]["id"] = "triarii"
    with pytest.raises(BadDocument) as refused:
        read_points(document)
    assert {one.code for one in refused.value.mistakes} == {"not_a_number", "no_such_unit", "missing_field"}


def test_an_army_counts_its_points_and_pieces() -> None:
    army = army_of(["heavy_inf", "light_inf", "heavy_inf"], leaders=2)
    assert army == Army({"heavy_inf": 2, "light_inf": 1}, 2)
    assert army.points == 2 * POINTS["heavy_inf"] + POINTS["light_inf"] + 2 * POINTS[LEADER]
    assert army.pieces == 5
    assert army.types == ("light_inf", "heavy_inf", "heavy_inf")


def test_leaders_and_heavy_chariots_share_fourteen_blocks() -> None:
    assert overdrafts(["heavy_chariot"] * 4, 6) == ()
    assert overdrafts(["heavy_chariot"] * 4, 7) == (Overdraft("rectangular", 15, 14),)
    assert overdrafts(["elephant"] * 7 + ["medium_cav"] * 28, 0) == (
        Overdraft("large", 14, 12),
        Overdraft("medium", 84, 81),
    )


def test_the_box_holds_what_the_data_derive_from_it() -> None:
    derived = load("units")["box"]["derived"]
    assert most_units("elephant") == derived["elephant_units_at_most"]
    assert most_units("medium_cav") == derived["cavalry_units_at_most"]
    assert most_units("heavy_inf") == derived["foot_units_at_most"]
    assert most_units("camel") == 0


def test_no_printed_scenario_needs_more_than_the_box() -> None:
    for one in some(scenarios().values()):
        types = [unit.type for unit in one.position.units.values()] + list(one.reserve.units)
        leaders = len(one.position.leaders) + len(one.reserve.leaders)
        assert overdrafts(types, leaders) == ()
        assert blocks_used(types, leaders)["small"] > 0

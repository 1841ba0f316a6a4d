"""The special rules of a scenario must have their required fields, and must fit the set-up."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from battles.cca.rules.scenarios import read_scenario, scenarios
from battles.cca.rules.system import CCA
from engine.refusals import BadScenario


def codes(change: dict[str, Any], scenario: str = "akragas") -> set[str]:
    """Return the mistake codes of a scenario with one more special rule."""
    document = copy.deepcopy(dict(CCA.scenario(scenario)))
    document["special"] = [*document["special"], {"src": "own", **change}]
    with pytest.raises(BadScenario) as refused:
        read_scenario(document)
    return {one.code for one in refused.value.mistakes}


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ({"rule": "levitation"}, "not_one_of"),
        ({"rule": "fordable", "hexes": ["Z1"]}, "no_such_hex"),
        ({"rule": "fordable", "hexes": []}, "no_hexes_named"),
        ({"rule": "special_unit", "unit": "sacred_band", "hex": "E5"}, "no_unit_there"),
        ({"rule": "special_unit", "unit": "sacred_band", "hex": "J1"}, "no_such_hex"),
        ({"rule": "special_unit", "unit": "immortals", "hex": "H4"}, "not_one_of"),
        ({"rule": "ambush", "side": "top", "cards": ["order_all"], "not_before_own_turn": 2}, "no_such_card"),
        ({"rule": "ambush", "side": "top", "cards": [], "not_before_own_turn": 2}, "no_reserve"),
        (
            {"rule": "hand_grows", "side": "top", "draws": [1], "hand_after": [4], "stays": 5},
            "hand_does_not_grow_so",
        ),
        ({"rule": "hand_at_banner", "side": "left", "banner": 0}, "not_one_of"),
        ({"rule": "leader_lost_loses", "side": "top", "leader": "Nobody"}, "no_such_leader"),
        ({"rule": "exit_for_banner", "side": "top"}, "missing_field"),
        ({"rule": "camp_banner", "side": "top", "hexes": ["E5"], "banners_each": 1}, "no_camp_there"),
        (
            {"rule": "camps_held", "hexes": ["E5"], "banners": {"0": 0}, "start": {"top": 0, "bottom": 0}},
            "camps_of_nobody",
        ),
    ],
    ids=lambda one: one["rule"] if isinstance(one, dict) else one,
)
def test_a_mistake_of_a_special_rule_is_named(rule: dict[str, Any], code: str) -> None:
    assert code in codes(rule)


def test_all_mistakes_are_named_at_once() -> None:
    document = copy.deepcopy(dict(CCA.scenario("akragas")))
    document["special"] = [
        {"rule": "siege"},
        {"rule": "exit_for_banner", "side": "up", "hexes": ["A99"], "src": "own"},
    ]
    document["units"][0]["hex"] = "X9"
    with pytest.raises(BadScenario) as refused:
        read_scenario(document)
    assert len(refused.value.mistakes) >= 4  # the source and the side are missing, and two hexes are wrong


def test_the_printed_special_rules_are_sound() -> None:
    assert sum(len(one.special) for one in scenarios().values()) == 17


def test_a_scenario_of_our_own_needs_no_printed_briefing() -> None:
    document = {**CCA.scenario("akragas"), "set": "own", "briefing_prov": "design", "year": ""}
    assert read_scenario(document).set == "own"

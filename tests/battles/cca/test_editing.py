"""Edits to a scenario that is being composed."""

from __future__ import annotations

from typing import Any

import pytest

from battles.cca.rules import editing
from battles.cca.rules.army.battle import Recipe, battle_by_points
from battles.cca.rules.scenarios import read_scenario, scenarios
from battles.cca.rules.system import CCA
from battles.cca.rules.terrain.board import HEXES, Side
from tests.found import some

NAMES = tuple(scenarios())


def own(name: str) -> dict[str, Any]:
    return editing.as_own(CCA.scenario(name))


def test_a_hex_takes_a_unit_a_leader_and_terrain_and_gives_them_up() -> None:
    found = editing.put_unit(editing.blank(), "B6", "bottom", "heavy_inf")
    found = editing.put_leader(found, "B6", "bottom", "Hanno")
    found = editing.put_ground(found, "B6", "hill", "bottom")
    assert found["units"] == [{"side": "bottom", "type": "heavy_inf", "hex": "B6"}]
    assert found["leaders"] == [{"side": "bottom", "name": "Hanno", "hex": "B6"}]
    again = editing.put_unit(found, "B6", "top", "elephant")
    assert again["units"] == [{"side": "top", "type": "elephant", "hex": "B6"}]
    cleared = editing.clear(again, "B6")
    assert (cleared["units"], cleared["leaders"], cleared["terrain"]) == ([], [], {"B6": "hill"})
    assert editing.put_ground(cleared, "B6", "clear", "bottom")["terrain"] == {}
    assert editing.blank()["units"] == []  # the scenario was not changed in place


def test_both_sides_need_one_number_of_banners_or_each_their_own() -> None:
    found = editing.with_goals(own("akragas"), 4, 7)
    assert {str(side): read_scenario(found).goal(side) for side in Side} == {"bottom": 4, "top": 7}
    assert read_scenario(editing.turn_battle(found)).goal(Side.TOP) == 4
    even = editing.with_goals(found, 6, 6)
    assert even["banners"] == 6 and "banners" not in even["bottom"] and "banners" not in even["top"]


def test_a_rampart_faces_the_enemy_of_its_side() -> None:
    found = editing.put_ground(editing.blank(), "C5", "rampart", "bottom")
    assert found["terrain"] == {"C5": "rampart NW NE"}
    assert editing.turn_battle(found)["terrain"] == {"G9": "rampart SE SW"}
    assert editing.flip_battle(found)["terrain"] == {"C9": "rampart NE NW"}


def test_units_move_and_change_places_and_sides() -> None:
    found = editing.put_unit(editing.blank(), "B6", "bottom", "heavy_inf")
    found = editing.put_unit(editing.put_leader(found, "B6", "bottom"), "C3", "top", "light_cav")
    moved = editing.move(found, "B6", "C3")
    assert {one["hex"]: one["type"] for one in moved["units"]} == {"C3": "heavy_inf", "B6": "light_cav"}
    assert moved["leaders"][0]["hex"] == "C3"
    changed = editing.change_side(found, "B6")
    assert {one["side"] for one in (*changed["units"], *changed["leaders"])} == {"top"}


@pytest.mark.parametrize("name", NAMES)
def test_turning_or_mirroring_twice_changes_nothing_and_once_keeps_it_legal(name: str) -> None:
    before = own(name)
    for change in some((editing.turn_battle, editing.flip_battle)):
        read_scenario(change(before))
        again = change(change(before))
        assert read_scenario(again) == read_scenario(before)


def test_turned_sides_keep_their_armies_hands_rules_and_first_turn() -> None:
    before, after = own("castulo"), editing.turn_battle(own("castulo"))
    assert after["top"] == before["bottom"] and after["first"] == "top"
    leave = next(rule for rule in after["special"] if rule["rule"] == "exit_for_banner")
    assert leave["side"] == "top" and set(leave["hexes"]) == {f"A{number}" for number in range(1, 10)}


def test_a_mirrored_army_stands_as_its_player_sees_it() -> None:
    found = editing.mirror_army(own("akragas"), "bottom")
    bottom = {(one["type"], one["hex"]) for one in found["units"] if one["side"] == "bottom"}
    top = {
        (one["type"], one["hex"]) for one in editing.turn_battle(found)["units"] if one["side"] == "bottom"
    }
    assert bottom == top and len(bottom) == 12


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_of_a_built_in_scenario_plays_alike(name: str) -> None:
    mine, printed = read_scenario(own(name)), scenarios()[name]
    assert (mine.set, mine.layout) == ("own", "design")
    assert (mine.position, mine.seats, mine.special) == (printed.position, printed.seats, printed.special)


def test_a_changed_battle_by_points_no_longer_names_its_seed() -> None:
    found = battle_by_points(Recipe())
    for change in some((editing.turn_battle, editing.flip_battle, editing.empty_board)):
        assert "recipe" in found and "recipe" not in change(found)


def test_rules_from_a_form_are_those_that_the_reader_takes() -> None:
    found = own("baecula")
    found["special"] = []
    camps = ["H5", "H7", "H9"]
    for kind, hexes, leader, numbers in some(
        (
            ("camp_banner", camps, "", []),
            ("camps_held", camps, "", []),
            ("exit_for_banner", ["I5", "I6"], "", []),
            ("hand_grows", [], "", [4, 5, 6]),
            ("hand_at_banner", [], "", [3, 6]),
            ("fordable", [], "", []),
            ("fordable", ["C4"], "", []),
            ("river_not_fordable", [], "", []),
            ("impassable", [], "", []),
            ("war_machine", [], "", []),
            ("special_unit", [found["units"][0]["hex"]], "", []),
            ("leader_lost_loses", [], found["leaders"][0]["name"], []),
        )
    ):
        side = found["leaders"][0]["side"]
        rule = editing.rule_of(kind, side, hexes, leader, numbers)
        assert read_scenario({**found, "special": [rule]}).special == (rule,)
    growing = editing.rule_of("hand_grows", "top", [], "", [2, 3, 4, 4])
    assert (growing["draws"], growing["hand_after"], growing["stays"]) == ([2, 2, 1], [3, 4, 4], 4)


def test_every_hex_has_its_like_at_both_ends() -> None:
    for name in some(HEXES):
        found = editing.put_unit(editing.blank(), name, "bottom", "auxilia")
        assert editing.turn_battle(editing.turn_battle(found))["units"] == found["units"]

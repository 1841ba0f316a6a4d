"""Test that the data of Commands & Colors: Ancients match the rulebook, and that mistakes are reported."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from battles.cca.rules.cards import CARDS, read_cards
from battles.cca.rules.position import Position
from battles.cca.rules.scenarios import Scenario, read_scenarios, scenarios
from battles.cca.rules.tables import load
from battles.cca.rules.terrain.board import BOARD, SECTIONS, Side, mirror, rear, sections_of
from battles.cca.rules.terrain.terrain import TERRAIN, read_terrain
from battles.cca.rules.units import GROUPS, ROSTER, UNITS, read_roster
from engine.refusals import BadDocument

# --- the board (L61, L184) ---


def test_the_board_has_113_hexes_and_41_in_each_section() -> None:
    assert len(BOARD) == 113
    for side in Side:
        assert {name: len(found) for name, found in SECTIONS[side].items()} == {
            "left": 41,
            "center": 41,
            "right": 41,
        }
    shared = {BOARD.name(at) for at in BOARD if len(sections_of(at, Side.BOTTOM)) == 2}
    assert shared == set(load("terrain")["board"]["shared"]) and len(shared) == 10
    assert all(sections_of(at, Side.BOTTOM) for at in BOARD)


def test_neighbours_are_mutual_and_have_the_expected_number() -> None:
    assert all(at in BOARD.neighbours(there) for at in BOARD for there in BOARD.neighbours(at))
    edges = sum(len(BOARD.neighbours(at)) for at in BOARD)
    assert edges == 2 * (5 * 12 + 4 * 11 + 8 * 24)


def test_the_board_looks_alike_from_both_seats() -> None:
    assert all(sections_of(at, Side.BOTTOM) == sections_of(mirror(at), Side.TOP) for at in BOARD)
    assert BOARD.name(mirror(BOARD.place("A1"))) == "I13" and BOARD.name(mirror(BOARD.place("D4"))) == "F9"


@pytest.mark.parametrize(
    ("at", "side", "expected"),
    [
        ("C5", Side.BOTTOM, {"B4", "B5"}),
        ("D5", Side.BOTTOM, {"C5", "C6"}),
        ("C1", Side.BOTTOM, {"B1"}),
        ("C13", Side.BOTTOM, {"B12"}),
        ("A7", Side.BOTTOM, set()),
        ("C5", Side.TOP, {"D4", "D5"}),
        ("I7", Side.TOP, set()),
    ],
)
def test_the_rear_hexes_of_each_side(at: str, side: Side, expected: set[str]) -> None:
    assert {BOARD.name(there) for there in rear(BOARD.place(at), side)} == expected


def test_every_hex_has_two_rear_hexes_but_at_the_ends_and_on_the_baseline() -> None:
    for side, base in ((Side.BOTTOM, "A"), (Side.TOP, "I")):
        counts = Counter(len(rear(at, side)) for at in BOARD if BOARD.name(at)[0] != base)
        assert counts == {2: 92, 1: 8}
        assert all(rear(at, side) == () for at in BOARD if BOARD.name(at)[0] == base)


# --- units ---


def test_there_are_18_unit_types_in_their_groups() -> None:
    assert len(UNITS) == 18
    sizes = {name: len(GROUPS[name]) for name in ("light", "medium", "heavy", "foot", "mounted", "cavalry")}
    assert sizes == {"light": 7, "medium": 5, "heavy": 6, "foot": 8, "mounted": 10, "cavalry": 5}
    for unit in UNITS.values():
        assert unit.id in GROUPS[unit.grade] and unit.id in GROUPS[unit.kind]
        assert unit.cavalry == (unit.id in GROUPS["cavalry"])


def test_rules_by_class_give_what_the_table_says() -> None:
    for unit in UNITS.values():
        plain_light = unit.grade == "light" and not unit.bordered
        assert unit.swords_hit is not (plain_light or unit.id == "war_machine")  # L539
        assert unit.retreat == {"warrior": 2, "elephant": 1, "auxilia": 1}.get(unit.id, unit.move)  # L579
        shoots = unit.grade == "light" and unit.id != "barbarian_chariot" or unit.id == "war_machine"
        assert (unit.missiles is not None) is shoots  # L303
        evades = unit.grade == "light" and unit.id != "auxilia" or unit.id == "war_machine"
        assert (unit.evades == ("always",)) is evades  # L668
        assert (unit.bonus == "always") is (not unit.foot or unit.id == "warrior")  # L767
        assert unit.battle_after_moving <= unit.move
        odd = ("war_machine", "elephant", "heavy_chariot")
        assert unit.blocks == (2 if unit.id in odd else 4 if unit.foot else 3)  # L83-92


def test_an_elephant_borrows_the_dice_of_its_target() -> None:
    borrowed = UNITS["elephant"].borrowed
    special = {
        "elephant": 3,
        "warrior": 3,
        "heavy_chariot": 3,
        "camel": 3,
        "cataphract_camel": 3,
        "leader": 1,
    }
    assert {name: borrowed[name] for name in special} == special  # L457-465
    assert set(borrowed) == {*UNITS, "leader"}
    for name in sorted({*UNITS} - set(special)):
        assert borrowed[name] == UNITS[name].dice, name  # L451


def test_evading_depends_on_the_attacker() -> None:
    """Medium and heavy cavalry may evade some attackers but not others (trap 19 of the rules notes)."""
    medium, heavy = UNITS["medium_cav"], UNITS["heavy_cav"]
    assert medium.may_evade(UNITS["heavy_inf"]) and medium.may_evade(UNITS["elephant"])
    assert not medium.may_evade(UNITS["light_cav"]) and not medium.may_evade(UNITS["medium_cav"])
    assert heavy.may_evade(UNITS["light_inf"]) and heavy.may_evade(UNITS["elephant"])
    assert not heavy.may_evade(UNITS["heavy_chariot"]) and not heavy.may_evade(UNITS["medium_cav"])


def test_the_box_holds_345_blocks() -> None:
    assert sum(blocks for size, blocks in ROSTER.box.blocks.items() if size != "total") == 345


# --- cards and terrain ---


def test_the_deck_has_60_cards_of_29_kinds() -> None:
    kinds = Counter[str]()
    for card in CARDS.values():
        kinds[card.kind] += card.count
    assert len(CARDS) == 29
    assert kinds == {"section": 27, "troop": 10, "leadership": 6, "tactic": 17}
    detaching = {card.id for card in CARDS.values() if card.detaches}
    section = {card.id for card in CARDS.values() if card.kind == "section"}
    assert detaching == section | {"order_mounted_troops", "i_am_spartacus"}  # L188
    falling_back = {card.id for card in CARDS.values() if card.fallback and card.kind != "leadership"}
    assert len(falling_back) == 10 and "clash_of_shields" not in falling_back  # trap 30


def test_card_dice_help_the_bonus_combat_only_where_the_card_says_so() -> None:
    """Clash of Shields gives no dice in the bonus combat, Mounted Charge gives one (trap 5 of the rules
    notes).
    """
    clash, charge = CARDS["clash_of_shields"], CARDS["mounted_charge"]
    assert (clash.close_dice, clash.bonus_dice) == (2, 0)
    assert (charge.close_dice, charge.bonus_dice) == (1, 1)


def test_there_are_15_kinds_of_terrain_four_of_them_of_expansions() -> None:
    assert len(TERRAIN) == 15
    impassable = {kind.id for kind in TERRAIN.values() if kind.impassable}
    assert impassable == {"steep_hill", "coast", "lake", "river", "fortified_wall"}
    outside = {kind.id for kind in TERRAIN.values() if not kind.in_base_game}
    assert outside == {"bridge", "scalable_wall", "fortified_wall", "marsh"}


# --- scenarios ---


def test_there_are_15_public_set_ups_and_5_of_ours() -> None:
    found = scenarios()
    assert Counter(one.set for one in found.values()) == {"base": 15, "truceless_war": 5}
    assert Counter(one.layout for one in found.values()) == {"public": 15, "design": 5}
    for one in found.values():
        assert (one.set == "base") is (one.layout == "public"), one.id


HANDS = """akragas top 5 bottom 6 first bottom banners 5
crimissos top 5 bottom 5 first bottom banners 5
bagradas top 6 bottom 4 first top banners 7
ticinus top 5 bottom 4 first top banners 6
trebbia top 5 bottom 5 first bottom banners 7
trasimenus top 5 bottom 2 first top banners 6
cannae top 6 bottom 4 first bottom banners 7
dertosa top 4 bottom 6 first bottom banners 6
beneventum top 4 bottom 4 first bottom banners 7
castulo top 5 bottom 5 first bottom banners 8
baecula top 4 bottom 6 first bottom banners 6
metaurus top 4 bottom 6 first bottom banners 7
ilipa top 4 bottom 6 first bottom banners 7
great_plains top 4 bottom 6 first bottom banners 6
zama top 5 bottom 5 first bottom banners 8
utica_rebel_camp top 5 bottom 5 first top banners 6
utica top 6 bottom 4 first top banners 5
hippacritae top 6 bottom 4 first top banners 5
hannibals_camp top 3 bottom 6 first bottom banners 5
leptis top 6 bottom 4 first top banners 6"""


def briefing(one: Scenario) -> str:
    hands = f"top {one.seats[Side.TOP].hand} bottom {one.seats[Side.BOTTOM].hand}"
    return f"{one.id} {hands} first {one.first} banners {one.banners}"


def test_hands_first_player_and_banners_are_those_of_the_briefings() -> None:
    """The hands, the first player and the banners of every set-up match the text of L1248-1922, line by
    line.
    """
    assert "\n".join(map(briefing, scenarios().values())) == HANDS


def placed(name: str, terrain: str) -> set[str]:
    ground = scenarios()[name].position.ground
    return {BOARD.name(at) for at, found in ground.items() if found.terrain == terrain}


def test_special_ground_is_where_the_special_rules_say() -> None:
    assert placed("crimissos", "ford") == {"G8", "G9", "F9", "F10", "B12"}
    assert len(placed("trasimenus", "steep_hill")) == 4
    assert placed("baecula", "camp") == {"H5", "H7", "H9"}
    assert not placed("trebbia", "river") and not placed("metaurus", "river")
    for name in ("ticinus", "beneventum"):
        kinds = {found.terrain for found in scenarios()[name].position.ground.values()}
        assert kinds == {"river"}
    assert len(placed("utica_rebel_camp", "camp")) == 3


def test_the_sacred_band_stands_with_hasdrubal() -> None:
    """At the Crimissos the leader Hasdrubal is attached to the Sacred Band (ruling 58)."""
    position = scenarios()["crimissos"].position
    assert str(position.units[BOARD.place("G4")]) == "top heavy_inf 4 sacred_band"
    assert position.leaders[BOARD.place("G4")].name == "Hasdrubal"


def test_every_set_up_is_written_and_read_back() -> None:
    for one in scenarios().values():
        assert Position.parse(str(one.position)) == one.position
    assert len(scenarios()) == 20


# --- mistakes in files ---


def mistakes(read: Any, document: Any) -> set[tuple[str, str]]:
    with pytest.raises(BadDocument) as refused:
        read(document)
    return {(mistake.path, mistake.code) for mistake in refused.value.mistakes}


def test_every_mistake_of_a_scenario_is_named_at_once() -> None:
    document = deepcopy(load("scenarios"))
    one = document["scenarios"][0]
    one["units"][0]["hex"] = "H13"
    one["units"][1]["type"] = "hoplite"
    one["units"][3]["hex"] = one["units"][2]["hex"]
    one["leaders"][0]["side"] = "bottom"
    one["terrain"]["C4"] = "coast"
    one["banners"] = 15
    one["special"] = [{"rule": "flying", "src": "L1"}]
    at = "$.scenarios[akragas]."
    assert mistakes(read_scenarios, document) >= {
        (f"{at}units[0].hex", "no_such_hex"),
        (f"{at}units[1].type", "not_one_of"),
        (f"{at}units[3]", "two_units"),
        (f"{at}leaders[0]", "leader_with_enemy"),
        (f"{at}units[12]", "cannot_stand"),
        (f"{at}banners", "too_little_to_lose"),
        (f"{at}special[0].rule", "not_one_of"),
        (f"{at}roster.top", "roster_differs"),
    }


def test_a_battle_that_the_box_does_not_hold_is_refused() -> None:
    document = deepcopy(load("scenarios"))
    one = document["scenarios"][0]
    free = [BOARD.name(at) for at in BOARD if BOARD.name(at)[0] in "DE"]
    one["units"] += [{"side": "bottom", "type": "elephant", "hex": name} for name in free[:7]]
    one["roster"] = None
    assert mistakes(read_scenarios, document) == {("$.scenarios[akragas].units", "too_many_blocks")}


def test_mistakes_of_units_cards_and_terrain_are_named() -> None:
    units = deepcopy(load("units"))
    units["units"][0]["class"] = "tiny"
    del units["units"][1]["src"]
    del units["units"][-1]["cc_dice"]["against"]["camel"]
    units["groups"]["light"].append("hoplite")
    assert mistakes(read_roster, units) == {
        ("$.units[light_inf].class", "not_one_of"),
        ("$.units[light_bow].src", "missing_field"),
        ("$.units[elephant].cc_dice.against", "missing_field"),
        ("$.groups.light", "no_such_unit"),
    }
    cards = deepcopy(load("cards"))
    cards["cards"][0]["count"] = 4
    assert mistakes(read_cards, cards) == {("$.cards", "wrong_deck")}
    terrain = deepcopy(load("terrain"))
    terrain["terrain"] = [one for one in terrain["terrain"] if one["id"] != "marsh"]
    terrain["terrain"][0]["in_base_game"] = "yes"
    assert mistakes(read_terrain, terrain) == {
        ("units.war_machine.barred_terrain", "no_such_terrain"),
        ("$.terrain[clear].in_base_game", "not_yes_or_no"),
    }

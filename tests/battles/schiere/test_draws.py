"""Shots, initiative and tests of nerve."""

from typing import Any

import pytest

from battles.schiere.answers.lookup import ASKED, resolve
from battles.schiere.answers.reading import UNIT
from battles.schiere.answers.schema import schema
from engine.game import BadScenario

HEAVY = {"class": "heavy_infantry"}
LIGHT = {"class": "light_infantry"}
WORN = {"class": "light_infantry", "damage": 1}


def shot(*shooters: tuple[str, int], target: Any = LIGHT, **more: Any) -> dict[str, Any]:
    told = [{"weapon": weapon, "distance": distance} for weapon, distance in shooters]
    return resolve({"ask": "shot", "shooters": told, "target": target, **more})


def wrong(question: dict[str, Any]) -> set[tuple[str, str]]:
    with pytest.raises(BadScenario) as bad:
        resolve(question)
    return {(mistake.path, mistake.code) for mistake in bad.value.mistakes}


@pytest.mark.parametrize(
    ("weapon", "sets"),
    [
        ("javelins", ["A3", "A2", "A2"]),
        ("slings", ["A3+", "A2", "A2", "A2-", "A2-"]),
        ("bows", ["A3", "A2", "A2", "A2-", "A2-", "A1", "A1"]),
        ("light_cavalry", ["A3", "A1", "A1"]),
        ("ballista", ["A3+", "A2", "A2", "A2-", "A2-", "A1", "A1"]),
    ],
)
def test_the_cards_by_distance(weapon: str, sets: list[str]) -> None:
    assert [shot((weapon, distance))["sets"]["attack"] for distance in range(2, 2 + len(sets))] == sets
    if len(sets) < 7:
        beyond = {"ask": "shot", "shooters": [{"weapon": weapon, "distance": 2 + len(sets)}], "target": LIGHT}
        assert wrong(beyond) == {("$.shooters[0].distance", "out_of_range")}


def test_the_farthest_shooter_decides_the_cards() -> None:
    assert shot(("bows", 2), ("bows", 6))["sets"]["attack"] == "A2-"


@pytest.mark.parametrize(
    ("attack", "defence", "hit", "damage"),
    [
        ("sword3", "sword1", True, 2),  # 3 and 1 against 2: swords on the defender's card do not count
        ("sword3", "shield", True, 1),
        ("sword3", "feint", False, 0),
        ("sword1", "shield", False, 0),  # equal cards miss
        ("sword1", "sword1", True, 0),  # a hit without damage: 1 and 1 against 2
        ("feint", "sword1", False, 0),
    ],
)
def test_the_cards_decide_the_hit_and_the_factors_the_damage(
    attack: str, defence: str, hit: bool, damage: int
) -> None:
    told = shot(("javelins", 2), cards=[attack, defence])["result"]
    assert (told["hit"], told["damage"]) == (hit, damage)


def test_the_chances_are_those_of_nine_pairs() -> None:
    told = shot(("bows", 2), ("bows", 2), target=HEAVY)  # 3 and 2 against 4
    assert told["sets"] == {"attack": "A3", "defence": "D"}
    assert told["hits"] == [1, 3] and told["damage"] == {"0": [8, 9], "1": [1, 9]}


def test_heavy_horse_has_no_shield_against_shots() -> None:
    assert shot(("bows", 2), target={"class": "heavy_cavalry"})["sets"]["defence"] == "D-"


def test_elephants_fear_velites_and_ballistae_alone() -> None:
    elephants = {"class": "elephants"}
    for weapon in ("bows", "slings", "javelins", "light_cavalry"):
        question = {"ask": "shot", "shooters": [{"weapon": weapon, "distance": 2}], "target": elephants}
        assert wrong(question) == {("$.shooters[0].weapon", "elephants_fear_velites_and_ballistae")}
    assert shot(("ballista", 2), target=elephants)["sets"]["defence"] == "D"
    velites = [{"weapon": "javelins", "distance": 2, "velites": True}]
    assert resolve({"ask": "shot", "shooters": velites, "target": elephants})["hits"] == [1, 3]


def test_nobody_shoots_into_a_wood() -> None:
    hidden = {**LIGHT, "ground": "wood"}
    question = {"ask": "shot", "shooters": [{"weapon": "bows", "distance": 3}], "target": hidden}
    assert wrong(question) == {("$.target.ground", "hidden_in_a_wood")}


def test_bows_shoot_out_of_a_wood_and_over_a_river_with_worse_cards() -> None:
    stands = ("open", "in_wood", "over_river")
    sets = [shot(("bows", 5), **{"from": where})["sets"]["attack"] for where in stands]
    assert sets == ["A2-", "A1", "A1"]


def test_initiative_is_card_and_order() -> None:
    """The card gives 1 to 3, an order's swords add two, and the enemy's feint cancels them."""
    told = resolve({"ask": "initiative", "a": {"order": "sword2"}, "b": {"enterprising": True}})
    assert told["actions"]["a"] == told["actions"]["b"] == {"3": [1, 3], "4": [1, 3], "5": [1, 3]}
    feinted = resolve({"ask": "initiative", "a": {"order": "sword3"}, "b": {"order": "feint"}})
    assert feinted["actions"]["a"] == {"1": [1, 3], "2": [1, 3], "3": [1, 3]}
    shielded = resolve({"ask": "initiative", "b": {"order": "shield"}})
    assert shielded["actions"]["a"] == {"0": [1, 3], "1": [1, 3], "2": [1, 3]}
    assert resolve({"ask": "initiative"})["first"]["equal"] == [1, 3]


@pytest.mark.parametrize(
    ("card", "moves", "said"),
    [
        ("shield", True, "stands"),
        ("feint", True, "retreats"),
        ("feint", False, "surrenders"),
        ("sword1", True, "routs"),
    ],
)
def test_the_result_of_a_nerve_test_is_resolved_with_its_chances(card: str, moves: bool, said: str) -> None:
    told = resolve({"ask": "nerve", "card": card, "moves": moves})
    assert told["result"] == said and sum(n / m for n, m in told["chances"].values()) == pytest.approx(1)


@pytest.mark.parametrize("question", [{}, {"ask": "melee"}, {"ask": 3}], ids=str)
def test_a_question_says_what_it_asks(question: dict[str, Any]) -> None:
    assert {path for path, _ in wrong(question)} == {"$.ask"}


def test_a_question_of_nerve_may_say_who_is_asked() -> None:
    weak = {"class": "heavy_infantry", "damage": 3}
    assert resolve({"ask": "nerve", "unit": weak, "enemy": HEAVY})["chances"]["stands"] == [1, 3]
    led = {**weak, "commander": "wing"}  # the commander adds a point of defence
    refused = {("$.unit", "may_not_be_asked")}
    assert wrong({"ask": "nerve", "unit": led, "enemy": HEAVY}) == refused
    assert wrong({"ask": "nerve", "unit": weak, "enemy": LIGHT}) == refused
    assert wrong({"ask": "nerve", "unit": weak}) == {("$.enemy", "missing_field")}


def test_every_question_of_the_schema_is_answered_and_no_other() -> None:
    told = {one["properties"]["ask"]["const"]: one["properties"] for one in schema()["oneOf"]}
    assert set(told) == set(ASKED)
    for ask, properties in told.items():
        strange = {**dict.fromkeys(properties), "ask": ask, "ask ": 1}
        assert ("$.ask ", "unknown_field") in wrong(strange)
        assert not {path for path, code in wrong(strange) if code == "unknown_field"} - {"$.ask "}


def test_the_schema_names_every_fact_of_a_unit() -> None:
    assert set(schema()["$defs"]["unit"]["properties"]) == set(UNIT.split())

"""The exact odds of combats are compared with a count of all possible dice."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from campaigns.italia.answers.combat import combat, read
from campaigns.italia.forecast.combat import (
    about_the_end,
    after_round,
    after_rounds,
    key_of,
    summary,
    to_the_end,
)
from campaigns.italia.forecast.prospects import chance
from campaigns.italia.rules.combat import singly
from campaigns.italia.rules.combat.rounds import Result, fight
from campaigns.italia.rules.combat.situation import (
    ATTACKER,
    DEFENDER,
    Group,
    Situation,
    drive_off,
    usual_aims,
)
from engine.dice import Seeded, Throw
from engine.game import BadScenario

FIGHTS: list[dict[str, Any]] = [
    {"attacker": {"units": {"infantry": 2}}, "defender": {"units": {"infantry": 1}}},
    {
        "attacker": {"units": {"legion": 1}, "leaders": 1},
        "defender": {"units": {"infantry": 2}},
        "city": True,
    },
    {
        "attacker": {"units": {"infantry": 2}},
        "defender": {"units": {"consular_legion": 1}},
        "ground": "marsh",
    },
    {"attacker": {"units": {"legion": 2}, "by_sea": {"legion": 1}}, "defender": {"units": {"infantry": 1}}},
    {"attacker": {"units": {"infantry": 1, "elephant": 1}}, "defender": {"units": {"legion": 1}}},
    {
        "attacker": {"units": {"knight": 2}, "by_sea": {"knight": 1}, "hurt": {"knight": 1}},
        "defender": {"units": {"infantry": 1, "knight": 1}, "hurt": {"knight": 1}},
    },
    {
        "attacker": {"units": {"legion": 1, "consular_legion": 1}, "leaders": 1},
        "defender": {"units": {"infantry": 1, "elephant": 1}},
        "ground": "highland",
        "city": True,
    },
]


def situation(question: dict[str, Any]) -> Situation:
    return read({"ask": "combat", **question})[0]


@pytest.mark.parametrize("question", FIGHTS)
def test_a_round_is_as_likely_as_its_dice_say(question: dict[str, Any]) -> None:
    s = situation(question)
    aims = {side: usual_aims(s, side) for side in (ATTACKER, DEFENDER)}
    counts = {side: sum(sum(at.values()) for at in aims[side].values()) for side in aims}
    found: dict[Any, int] = {}
    for faces in product(range(1, 11), repeat=sum(counts.values())):
        dice = {ATTACKER: faces[: counts[ATTACKER]], DEFENDER: faces[counts[ATTACKER] :]}
        result = fight(s, aims[ATTACKER], aims[DEFENDER], lambda count, side, dice=dice: dice[side])
        key = key_of(s.with_groups(*driven(s, result)).next)
        found[key] = found.get(key, 0) + 1
    cases = sum(found.values())
    assert after_round(s) == {key: Fraction(n, cases) for key, n in found.items()}


def driven(s: Situation, result: Result) -> tuple[Group, Group]:
    """Return both sides after a round in which elephants drive units off."""
    return (
        drive_off(s, result.attacker, result.by_defender.routs),
        drive_off(s, result.defender, result.by_attacker.routs),
    )


def ashore(group: Group) -> Group:
    return group.merge_seaborne()


def test_10_2_two_elephants_drive_infantry_off_too() -> None:
    """Two elephants drive infantry off with natural 9s and 10s, which changes the chances of winning to 35
    and 49 per cent. They would be 25 and 67 per cent if nobody were driven off.
    """
    s = situation({"attacker": {"units": {"elephant": 2}}, "defender": {"units": {"infantry": 3}}})
    found = summary(about_the_end(s), 0.0)
    assert (round(found["attacker"], 2), round(found["defender"], 2)) == (0.35, 0.49)


def test_10_2_one_elephant_against_one_infantry_by_hand() -> None:
    """The elephant hits on 5: six faces of ten, two of which also drive off; the infantry hits on 7."""
    s = situation({"attacker": {"units": {"elephant": 1}}, "defender": {"units": {"infantry": 1}}})
    ends = summary(to_the_end(s), Fraction(0))
    assert ends["attacker"] == Fraction(36, 76) and ends["defender"] == Fraction(16, 76)


def test_10_2_an_elephant_that_hits_on_ten_alone_still_drives_off_on_nine() -> None:
    """In a highland city an elephant hits on 8; weakened by three, it hits only on 10."""
    s = situation(
        {
            "attacker": {"units": {"elephant": 1}, "weak": 3},
            "defender": {"units": {"infantry": 1}},
            "ground": "highland",
            "city": True,
        }
    )
    gone = sum((chance for key, chance in after_round(s).items() if not key[2]), Fraction(0))
    assert gone == Fraction(2, 10)


def test_10_2_who_is_hurt_goes_first() -> None:
    s = situation({"attacker": {"units": {"elephant": 1}}, "defender": {"units": {"consular_legion": 3}}})
    group = Group({"consular_legion": 3}, hurt={"consular_legion": 2})
    assert drive_off(s, group, 1) == Group({"consular_legion": 2}, hurt={"consular_legion": 1})


SINGLY: list[dict[str, Any]] = [
    *FIGHTS,
    {"attacker": {"units": {"knight": 2}}, "defender": {"units": {"knight": 2}, "hurt": {"knight": 1}}},
    {"attacker": {"units": {"infantry": 3}}, "defender": {"units": {"consular_legion": 1}}},
]


@pytest.mark.parametrize("question", SINGLY)
def test_a_round_of_units_aimed_at_singly_is_as_likely_as_its_dice_say(question: dict[str, Any]) -> None:
    s = replace(situation(question), singly=True)
    lined = singly.separate_units(s)
    aims = {side: singly.all_default_targets(lined, side) for side in (ATTACKER, DEFENDER)}
    counts = {side: sum(sum(at.values()) for at in aims[side].values()) for side in aims}
    found: dict[Any, int] = {}
    for faces in product(range(1, 11), repeat=sum(counts.values())):
        dice = {ATTACKER: faces[: counts[ATTACKER]], DEFENDER: faces[counts[ATTACKER] :]}
        result = fight(lined, aims[ATTACKER], aims[DEFENDER], lambda count, side, dice=dice: dice[side])
        left = replace(result, attacker=ashore(result.attacker), defender=ashore(result.defender))
        after = s.with_groups(*driven(s, left))
        found[key_of(after)] = found.get(key_of(after), 0) + 1
    cases = sum(found.values())
    assert after_round(s) == {key: Fraction(n, cases) for key, n in found.items()}


@pytest.mark.parametrize("question", SINGLY)
def test_units_aimed_at_singly_come_to_an_end_for_certain(question: dict[str, Any]) -> None:
    s = replace(situation(question), singly=True)
    ends = to_the_end(s)
    assert sum(ends.values()) == 1
    assert abs(chance(s) - float(summary(ends, Fraction(0))["attacker"])) < 1e-12


def test_hits_at_a_unit_that_is_dead_already_are_lost() -> None:
    """Three dice against two units: assigned by type, any two hits kill both; assigned singly, two dice go
    to one unit and the third to the other.
    """
    s = situation({"attacker": {"units": {"infantry": 3}}, "defender": {"units": {"infantry": 2}}})
    by_types, by_units = after_round(s), after_round(replace(s, singly=True))

    def both_dead(odds: Any) -> Fraction:
        return sum((chance for key, chance in odds.items() if not key[2]), Fraction(0))

    hit, miss = Fraction(4, 10), Fraction(6, 10)
    assert both_dead(by_types) == 3 * hit**2 * miss + hit**3
    assert both_dead(by_units) == hit * (1 - miss**2)


@pytest.mark.parametrize("question", FIGHTS)
def test_all_ends_together_are_certain(question: dict[str, Any]) -> None:
    ends = to_the_end(situation(question))
    assert sum(ends.values()) == 1
    who = summary(ends, Fraction(0))
    assert who["attacker"] + who["defender"] + who["nobody"] == 1


@pytest.mark.parametrize("question", FIGHTS)
def test_many_rounds_come_near_the_end(question: dict[str, Any]) -> None:
    s = situation(question)
    late = summary(dict(after_rounds(s, 30).items()), Fraction(0))
    end = summary(to_the_end(s), Fraction(0))
    assert abs(late["attacker"] - end["attacker"]) < Fraction(1, 50)


@pytest.mark.parametrize("question", FIGHTS)
def test_two_rounds_are_one_round_and_one_more(question: dict[str, Any]) -> None:
    """The odds after two rounds follow from fighting one more round from every possible state after one."""
    s = situation(question)
    expected: dict[Any, Fraction] = {}
    for key, chance_of in after_round(s).items():
        here = at(s, key)
        onward = {key: Fraction(1)} if here.is_over else dict(after_round(here).items())
        for then, share in onward.items():
            expected[then] = expected.get(then, Fraction(0)) + chance_of * share
    assert after_rounds(s, 2) == expected


def at(s: Situation, key: Any) -> Situation:
    """Return the same combat with these units left, before a later round."""
    a, a_hurt, d, d_hurt = (dict(part) for part in key)
    return s.next.with_groups(
        replace(s.attacker, units=a, hurt=a_hurt), replace(s.defender, units=d, hurt=d_hurt)
    )


@pytest.mark.parametrize("question", FIGHTS)
def test_decimals_are_the_exact_chances(question: dict[str, Any]) -> None:
    s = situation(question)
    exact, about = to_the_end(s), about_the_end(s)
    assert exact.keys() == about.keys()
    assert all(abs(float(exact[key]) - about[key]) < 1e-13 for key in exact)


def test_fights_that_are_played_end_as_often_as_foreseen() -> None:
    """In four thousand combats fought with dice, the attacker wins as often as the odds predict. The sides
    have several types of units, and one came by sea.
    """
    s = situation(
        {
            "attacker": {
                "units": {"legion": 2, "consular_legion": 2, "elephant": 1},
                "by_sea": {"legion": 1},
            },
            "defender": {"units": {"infantry": 3, "knight": 1}},
        }
    )
    dice, won = Seeded(b"fights", "played", 0), 0
    for _ in range(4000):
        here = s
        while not here.is_over:
            aims = {side: usual_aims(here, side) for side in (ATTACKER, DEFENDER)}
            result = fight(
                here,
                aims[ATTACKER],
                aims[DEFENDER],
                lambda count, side: dice.roll_all([Throw(10, "combat")] * count),
            )
            here = here.with_groups(*driven(here, result)).next
        won += bool(here.attacker.total)
    expected = summary(about_the_end(s), 0.0)["attacker"]
    assert abs(won / 4000 - expected) < 4 * (expected * (1 - expected) / 4000) ** 0.5


def test_the_odds_of_two_against_two_match_a_hand_count() -> None:
    """Each of the four dice hits with probability 4/10, so a round passes without a hit with probability
    (6/10)^4.
    """
    found = after_round(
        situation({"attacker": {"units": {"infantry": 2}}, "defender": {"units": {"infantry": 2}}})
    )
    unchanged = ((("infantry", 2),), (), (("infantry", 2),), ())
    assert found[unchanged] == Fraction(6, 10) ** 4


@pytest.mark.parametrize("question", FIGHTS)
def test_the_program_and_orders_go_by_the_exact_chance(question: dict[str, Any]) -> None:
    s = situation(question)
    assert abs(chance(s) - float(summary(to_the_end(s), Fraction(0))["attacker"])) < 1e-12


def test_every_mistake_of_a_question_is_named() -> None:
    with pytest.raises(BadScenario) as refused:
        combat(
            {
                "ask": "combat",
                "attacker": {"units": {"chariot": 1}},
                "defender": {"units": {"infantry": 1}, "hurt": {"infantry": 1}},
                "ground": "sand",
                "colour": 1,
            }
        )
    assert {m.path: m.code for m in refused.value.mistakes} == {
        "$.colour": "unknown_field",
        "$.attacker.units.chariot": "unknown_unit",
        "$.attacker.units": "no_units",
        "$.defender.hurt.infantry": "not_so_many",
        "$.ground": "not_one_of",
    }

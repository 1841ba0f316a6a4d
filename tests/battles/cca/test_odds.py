"""Check the odds against icepool, a dice library that knows none of the rules, and against a count of every
possible roll.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from battles.cca.forecast.odds import Whole, counts, exchanges, fates, whole_combats
from battles.cca.rules.combat.exchange import Answers, Exchange, fight
from battles.cca.rules.combat.situation import Combat, Fighter, read_combat
from battles.cca.rules.combat.strike import Kind, Strike, dice
from battles.cca.rules.dice import FACES, Face
from engine.refusals import IllegalAction


def fighter(type: str, **more: Any) -> Fighter:
    given = {"attacker": {"type": type} | more, "target": {"type": "leader"}}
    return read_combat(given).attacker


def strike(roller: Fighter, target: Fighter, card: int = 0, kind: Kind = Kind.ATTACK) -> Strike:
    return Strike(kind, roller, target, card)


def chance(found: Any) -> Fraction:
    return Fraction(found.numerator, found.denominator)


def vectors(hits: set[Face]) -> Any:
    """Return a battle die whose faces are pairs (hit, flag) of 0 or 1. ``hits``: the faces that score a hit
    by the rulebook's text about the symbols.
    """
    return icepool.Die([icepool.Vector((int(face in hits), int(face is Face.FLAG))) for face in FACES])


PLAIN = [
    (strike(fighter("heavy_inf"), fighter("medium_inf")), {Face.MEDIUM, Face.SWORDS}, 5),
    (strike(fighter("light_bow"), fighter("light_inf")), {Face.LIGHT}, 2),
    (
        strike(fighter("heavy_inf", leader="attached"), fighter("heavy_cav"), 2),
        {Face.HEAVY, Face.SWORDS, Face.HELMET},
        7,
    ),
    (strike(fighter("heavy_inf"), fighter("elephant"), 2), {Face.HEAVY}, 7),
    (strike(fighter("light_bow"), fighter("warrior"), kind=Kind.RANGED), {Face.MEDIUM}, 2),
]


@pytest.mark.parametrize(("roll", "hits", "number"), PLAIN)
def test_a_plain_roll_has_the_chances_of_icepool(roll: Strike, hits: set[Face], number: int) -> None:
    assert dice(roll) == number
    expected: dict[tuple[int, int], Fraction] = {}
    for (hit, flag), weight in (number @ vectors(hits)).items():
        over = hit >= roll.target.blocks
        key = (roll.target.blocks, 0) if over else (hit, flag)
        expected[key] = expected.get(key, Fraction(0)) + Fraction(weight, 6**number)
    assert counts(roll).map(lambda count: (count.hits, count.flags)) == expected


def test_swords_of_an_elephant_that_are_thrown_again_have_the_chances_of_icepool() -> None:
    """The chances equal those of icepool for an elephant's five dice against heavy infantry: red and swords
    hit, and each sword is rolled again.
    """

    def die(more: int) -> Any:
        again = die(more - 1) if more else icepool.Die([(0, 0)])
        faces = [
            icepool.Die([icepool.Vector((1, 0))]),
            icepool.Die([icepool.Vector((0, 1))]),
            icepool.Die([icepool.Vector((0, 0))]),
            icepool.Die([icepool.Vector((0, 0))]),
            icepool.Die([icepool.Vector((0, 0))]),
            again.map(lambda one: icepool.Vector((one[0] + 1, one[1]))),
        ]
        return icepool.Die(faces)

    roll = strike(fighter("elephant"), fighter("heavy_inf"))
    five = 5 @ die(4)  # a fifth sword changes nothing, because the target has four blocks
    for hits in range(4):
        for flags in range(4):
            expected = sum(
                (chance(five.probability(one)) for one in five if (one[0], one[1]) == (hits, flags)),
                Fraction(0),
            )
            found = counts(roll).chance(lambda count: (count.hits, count.flags) == (hits, flags))  # noqa: B023
            assert found == expected, (hits, flags)


def test_ignored_swords_have_the_chances_of_icepool() -> None:
    """The chance to eliminate a heavy chariot with four dice equals icepool's, although the chariot ignores
    the first sword.
    """
    roll = strike(fighter("heavy_cav"), fighter("heavy_chariot"))
    symbols = icepool.Die(
        [icepool.Vector((int(face is Face.HEAVY), int(face is Face.SWORDS))) for face in FACES]
    )
    four = 4 @ symbols
    killed = sum(
        (chance(four.probability(one)) for one in four if one[0] + max(0, one[1] - 1) >= 2), Fraction(0)
    )
    assert fates(roll).chance(lambda fate: fate.is_eliminated) == killed


def test_a_leader_dies_by_two_helmets_or_by_one() -> None:
    roll = strike(fighter("light_inf"), fighter("medium_inf", leader="attached"))
    found = fates(roll)
    hit = found.chance(lambda fate: fate.lost > 0)
    assert hit == 1 - Fraction(5, 6) ** 2
    assert found.chance(lambda fate: fate.leader == "killed") == hit * Fraction(1, 36)
    last = strike(fighter("light_inf"), fighter("medium_inf", blocks=1, leader="attached"))
    assert fates(last).chance(lambda fate: fate.leader == "killed") == hit * Fraction(1, 6)


def every_exchange(combat: Combat, answers: Answers) -> dict[tuple[object, ...], Fraction]:
    """Return the chance of every result of an exchange, counted over all sequences of dice. If a sequence
    turns out to be too short, it is extended in every possible way.
    """
    found: dict[tuple[object, ...], Fraction] = {}
    open_rows: list[tuple[Face, ...]] = [()]
    while open_rows:
        row = open_rows.pop()
        left = list(row)
        missing = 0

        def throw(number: int, _purpose: str) -> tuple[Face, ...]:
            nonlocal missing
            if len(left) < number:  # noqa: B023
                missing = number - len(left)  # noqa: B023
                raise IllegalAction("", "more")
            taken = tuple(left[:number])  # noqa: B023
            del left[:number]  # noqa: B023
            return taken

        try:
            result = summary(fight(combat, answers, throw))
        except IllegalAction:
            open_rows += [row + more for more in product(FACES, repeat=missing)]
            continue
        found[result] = found.get(result, Fraction(0)) + Fraction(1, 6 ** len(row))
    return found


def summary(one: Exchange) -> tuple[object, ...]:
    """Summarise the result of an exchange, ignoring hits beyond the last block."""
    fates_of = [fate and (fate.lost, fate.left, fate.gone, fate.lost_back, fate.leader, fate.ignored)
                for fate in (one.attack, one.back)]  # fmt: skip
    gone = [fate if fate is None or fate[1] or fate[3] else (*fate[:2], fate[4]) for fate in fates_of]
    return (*gone, one.momentum, one.bonus, one.trodden, one.trodden_back)


@pytest.mark.parametrize(
    ("combat", "answers"),
    [
        (Combat("close", fighter("light_cav"), fighter("light_bow", supported=True)), Answers()),
        (
            Combat("close", fighter("light_inf", leader="attached"), fighter("light_cav", blocks=1)),
            Answers(),
        ),
        (Combat("close", fighter("light_inf"), fighter("barbarian_chariot", room=1)), Answers()),
        (
            Combat("close", fighter("light_inf"), fighter("camel", blocks=2)),
            Answers(first_strike=True, ignore_back=0),
        ),
        (Combat("close", fighter("medium_cav"), fighter("light_bow", room=1)), Answers(evade=True)),
        (Combat("ranged", fighter("light_bow"), fighter("light_inf", leader="attached", room=1)), Answers()),
        (Combat("close", fighter("light_inf"), Fighter("leader")), Answers()),
    ],
)
def test_chances_are_those_of_fighting_every_row_of_dice(combat: Combat, answers: Answers) -> None:
    assert dict(exchanges(combat, answers).map(summary)) == every_exchange(combat, answers)


def test_what_may_not_be_declared_has_no_chances() -> None:
    combat = Combat("ranged", fighter("light_bow"), fighter("light_inf"))
    with pytest.raises(IllegalAction, match="no_evading_fire"):
        exchanges(combat, Answers(evade=True))


def test_a_rampage_counts_in_the_exchange() -> None:
    combat = Combat("close", fighter("light_inf", blocks=1), fighter("elephant", room=0))
    answers = Answers(battle_back=False)
    found = exchanges(combat, answers).map(summary)
    assert dict(found.items()) == every_exchange(combat, answers)
    assert found.chance(lambda one: one[-2] is not None) > 0


def test_elephants_that_are_answered_with_a_flag_trample_the_defender() -> None:
    combat = Combat("close", fighter("elephant"), fighter("heavy_inf", leader="attached"))
    found = exchanges(combat, Answers())
    wild = found.chance(lambda one: one.back is not None and one.back.rampage)
    assert found.chance(lambda one: one.trodden_back is not None) == wild > 0
    met = found.map(lambda one: one.trodden_back if one.attack is not None and one.attack.lost == 0 else None)
    given = met.condition_on(lambda one: one is not None)
    two = given.chance(lambda one: one is not None and one.lost == 2)
    assert two == Fraction(1, 36)
    assert given.chance(lambda one: one is not None and one.leader == "killed") == Fraction(11, 1296)


def test_the_bonus_combat_follows_a_success_alone() -> None:
    first = Combat("close", fighter("light_cav"), fighter("light_inf", blocks=1))
    found = whole_combats(first, Answers(), fighter("medium_inf", blocks=1), 0, Answers())
    left = exchanges(first, Answers()).chance(lambda one: one.bonus)
    hit = 1 - Fraction(5, 6) ** 2
    assert found.chance(lambda one: one.bonus is not None) == left

    def eliminated(one: Whole) -> bool:
        return one.bonus is not None and one.bonus.attack is not None and one.bonus.attack.is_eliminated

    flag_first = exchanges(
        Combat("close", fighter("light_cav"), fighter("medium_inf", blocks=1), 0, True), Answers()
    ).chance(lambda one: one.attack is not None and one.attack.is_eliminated)
    assert flag_first >= hit
    assert found.chance(eliminated) == left * flag_first


def test_the_attackers_losses_count_in_the_bonus_combat() -> None:
    """Warriors who lost a block to a rampage fight on with only three dice."""
    first = Combat("close", fighter("warrior", full=True), fighter("elephant", blocks=1))
    found = whole_combats(first, Answers(), fighter("heavy_inf"), 0, Answers())
    dice_of_bonus = found.map(
        lambda one: (
            (one.first.trodden.lost if one.first.trodden else 0, one.bonus.attack_dice) if one.bonus else None
        )
    )
    assert {one for one in dice_of_bonus if one is not None} >= {(0, 4), (1, 3)}

"""The joint chances of both sides' results: their damage in a duel, and their scores in a draw of cards."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

from battles.schiere.answers.lookup import resolve
from battles.schiere.rules.cards import CARDS
from battles.schiere.rules.melee.duel import Fighter, blow
from battles.schiere.rules.melee.solution import Duel, Solution

LIGHT = {"class": "light_infantry"}


def by_every_order_of_cards(a: Fighter, d: Fighter) -> Counter[tuple[int, int, str]]:
    """Count the results of a duel over all orders in which both sides can lay their cards."""
    found = Counter[tuple[int, int, str]]()
    for mine in permutations(CARDS):
        for theirs in permutations(CARDS):
            one, other = a, d
            for number, (x, y) in enumerate(zip(mine, theirs, strict=True), 1):
                struck = blow(one, x, other, y, number)
                one, other = struck.after_a, struck.after_d
                if struck.is_over:
                    break
            lost = "a" * one.is_gone + "d" * other.is_gone
            found[a.points - one.points, d.points - other.points, lost] += 1
    return found


def test_the_law_of_both_losses_is_that_of_all_orders_of_cards() -> None:
    answer = resolve({"ask": "duel", "a": LIGHT, "d": LIGHT, "received": "countercharges"})
    counted = by_every_order_of_cards(Fighter("light"), Fighter("light"))
    law = {(one["a"], one["d"], one["lost"]): Fraction(*one["chance"]) for one in answer["chances"]["joint"]}
    assert law == {end: Fraction(n, counted.total()) for end, n in counted.items()}


def test_joint_chances_agree_with_the_chances_of_each_side() -> None:
    question: dict[str, Any] = {"ask": "duel", "a": LIGHT, "d": {"class": "heavy_infantry"}, "tests": "ad"}
    chances = resolve(question)["chances"]
    for side in "ad":
        told = {int(n): Fraction(*chance) for n, chance in chances["damage"][side].items()}
        summed = Counter[int]()
        for one in chances["joint"]:
            summed[one[side]] += Fraction(*one["chance"])  # type: ignore[assignment]
        assert dict(summed) == told
        lost = sum(Fraction(*one["chance"]) for one in chances["joint"] if side in one["lost"])
        assert lost == Fraction(*chances["lost"][side])


def test_a_duel_without_tests_of_nerve_is_worth_what_the_cards_alone_make_of_it() -> None:
    """A unit with one shield left can fail a test of nerve; without tests it is worth more to its side."""
    worn, fresh = Fighter("heavy", damage=1), Fighter("heavy")
    tested, untested = Duel(fresh, worn), Duel(fresh, worn, untested=True)
    assert Solution(tested, "eliminate").best().value > Solution(untested, "eliminate").best().value
    question = {"ask": "duel", "a": {"class": "heavy_infantry"}, "solved": "eliminate", "chances": False}
    worn_unit = {"class": "heavy_infantry", "damage": 1}
    asked = {**question, "d": worn_unit, "received": "already_fighting"}
    said = [resolve({**asked, "untested": bare})["solved"]["value"] for bare in (False, True)]
    assert said == [
        round(Solution(tested, "eliminate").best().value, 9),
        round(Solution(untested, "eliminate").best().value, 9),
    ]


def test_both_scores_of_a_draw_add_up_to_what_is_told_of_each() -> None:
    answer = resolve({"ask": "initiative", "a": {"order": "feint"}, "b": {"order": "sword3"}})
    assert sum(Fraction(*one["chance"]) for one in answer["scores"]) == 1
    first = sum(Fraction(*one["chance"]) for one in answer["scores"] if one["a"] > one["b"])
    assert first == Fraction(*answer["first"]["a"])

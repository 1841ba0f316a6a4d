"""Exact odds compared with enumeration, and invariants of every situation."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from battles.dba.forecast.matrix import cells, plain
from battles.dba.rules.odds import grid, odds
from battles.dba.rules.outcomes import RESULTS
from battles.dba.rules.resolve import resolve
from battles.dba.rules.situation import Situation
from battles.dba.rules.troops import TYPES
from battles.dba.rules.validate import mistakes
from tests.battles.dba.samples import close, random_situations, vary
from tests.found import some

FACES = range(1, 7)


def test_spears_against_spears() -> None:
    """The odds equal a count by hand. Of the 36 rolls, 6 are ties, and each side wins 15. One of these
    doubles the loser (6 against 1 makes 10 to 5).
    """
    found = odds(close("Sp", "Sp"))
    assert found.a == {"none": 21, "recoil": 14, "destroyed": 1}
    assert found.chance("a", "destroyed") == Fraction(1, 36)


def test_knights_against_blades_in_good_going() -> None:
    """Counted by hand, with 3 + 2 for the knights because they fight foot: blades are destroyed whenever they
    lose, knights only when doubled.
    """
    found = odds(close("Kn", "Bd"))
    assert found.chance("b", "destroyed") == Fraction(sum(3 + x > 3 + y for x in FACES for y in FACES), 36)


@pytest.mark.parametrize("seed", range(3))
def test_odds_and_grid_count_what_resolving_gives(seed: int) -> None:
    for s in some(random_situations(60, seed)):
        resolved = {(x, y): resolve(s, x, y) for x in FACES for y in FACES}
        fates = {dice: (r.fate_a, r.fate_b) for dice, r in resolved.items()}
        assert odds(s).joint == Counter(fates.values())
        assert odds(s).a == Counter(a for a, _ in fates.values())
        assert all(grid(s)[x - 1][y - 1] == fates[x, y] for x in FACES for y in FACES)


def test_probabilities_sum_to_one() -> None:
    for s in some(random_situations(300, 4)):
        found = odds(s)
        for counts in (found.a, found.b, found.joint):
            assert sum(counts.values()) == 36


def test_close_combat_is_symmetric() -> None:
    """Swapping the two contenders swaps their odds."""
    for s in some(s for s in random_situations(400, 5) if s.mode == "close"):
        swapped = Situation("close", s.b, s.a, "a" if s.active == "b" else "b")
        assert mistakes(swapped) == ()
        assert odds(swapped).a == odds(s).b


@pytest.mark.parametrize("better", [{"general": True}, {"uphill": True}, {"overlaps": -1}])
def test_better_factors_never_hurt(better: dict[str, object]) -> None:
    """With a general, height or one overlap fewer, the element is harmed at most as often as without it, and
    its enemy at least as often.
    """
    tried = 0
    for s in random_situations(1500, 6):
        a = replace(s.a, overlaps=s.a.overlaps - 1) if "overlaps" in better else replace(s.a, **better)
        then = replace(s, a=a)
        if s.mode != "close" or a == s.a or a.overlaps < 0 or mistakes(then):
            continue
        tried += 1
        before, after = odds(s), odds(then)
        ties = "SCh" in (s.a.type, s.b.type)  # a tie destroys scythed chariots, so a higher factor can hurt
        if not ties:
            assert harm(after.a) <= harm(before.a)
            assert harm(after.b) >= harm(before.b)
    assert tried > 20


def harm(fates: dict[str, int]) -> int:
    return sum(count for fate, count in fates.items() if fate != "none")


def test_no_result_is_unreachable() -> None:
    seen = {fate for s in random_situations(2000, 8) for fate in odds(s).a}
    assert seen == set(RESULTS) - {"surrender"}  # only a target can surrender, and the target is always b
    seen_b = {fate for s in random_situations(2000, 8) for fate in odds(s).b}
    assert seen_b == set(RESULTS)


def test_the_matrix_has_every_pair_that_can_meet() -> None:
    found = cells("close")
    assert set(found) == {(a, b) for a in TYPES for b in TYPES}
    assert found["Art", "WWg"] is None
    assert found["Kn", "Bd"] == odds(plain("close", "Kn", "Bd"))


def test_random_changes_never_break_the_resolver() -> None:
    """Impossible situations are refused; possible ones resolve for all dice."""
    dice = random.Random(9)
    varied = [vary(s, dice) for s in random_situations(300, 9)]
    assert any(mistakes(s) for s in varied)
    for s in some(s for s in varied if not mistakes(s)):
        assert sum(odds(s).joint.values()) == 36

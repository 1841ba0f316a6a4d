"""Pairings: nobody meets twice while that can be avoided, sides are balanced, and byes are shared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing import duels, robin, tables
from leagues.pairing.history import Draw, History
from leagues.pairing.matching import can_continue, pairs
from tests.found import some
from tests.leagues.seasons import played

SIDES = ("red", "blue")
FOUR = ("a", "b", "c", "d")
SEED = st.integers(0, 10**6)


def swiss(planned: int) -> partial[Draw]:
    return partial(_swiss, planned=planned)


def _swiss(people: Sequence[int], before: History, planned: int) -> Draw:
    return duels.draw(people, SIDES, before, planned)


def fours(people: Sequence[int], before: History) -> Draw:
    return tables.draw(people, FOUR, before)


def upto(history: History, number: int) -> History:
    return History(history.rounds[:number])


def sat(drawn: Draw) -> list[int]:
    return sorted(
        [who for table in drawn.tables for who in table.values() if who is not None] + [*drawn.byes]
    )


def balance(history: History, one: int) -> int:
    return history.seats[one, "red"] - history.seats[one, "blue"]


def a_pairing(people: Sequence[int], before: History, uneven: int = 99) -> bool:
    """Return whether everyone can meet a new opponent with sides no more uneven than this, by trying all
    pairings. The bye goes to one of the players with the fewest byes.
    """
    if not people:
        return True
    if len(people) % 2:
        fewest = min(before.byes[one] for one in people)
        resting = [one for one in people if before.byes[one] == fewest]
        return any(a_pairing([p for p in people if p != one], before, uneven) for one in resting)
    one, *others = people
    return any(
        a_pairing([p for p in others if p != other], before, uneven)
        for other in others
        if not before.count_meetings(one, other)
        and apart(balance(before, one), balance(before, other)) <= uneven
    )


def apart(one: int, other: int) -> int:
    return min(max(abs(one + way), abs(other - way)) for way in (1, -1))


@given(st.integers(2, 9), st.integers(1, 8), SEED)
@settings(max_examples=60, deadline=None)
def test_nobody_meets_anybody_twice_while_that_can_be_avoided(people: int, rounds: int, seed: int) -> None:
    everybody = range(people)
    season = played(everybody, SIDES, rounds, seed, swiss(min(rounds, 3)))
    for number, drawn in enumerate(some(season.rounds)):
        before = upto(season, number)
        assert sat(drawn) == [*everybody]
        again = sum(before.count_meetings(*table.values()) > 0 for table in drawn.tables)  # type: ignore[call-arg]
        if a_pairing(everybody, before):
            assert again == 0, (number, drawn)


@given(st.integers(2, 20), SEED)
@settings(max_examples=40, deadline=None)
def test_everybody_meets_everybody_where_the_season_is_long_enough(people: int, seed: int) -> None:
    rounds = robin.rounds(people)
    season = played(range(people), SIDES, rounds, seed, swiss(rounds))
    assert all(season.count_meetings(a, b) == 1 for a, b in combinations(range(people), 2))
    assert {season.byes[one] for one in range(people)} == {people % 2}
    for number in range(1, rounds + 1):
        so_far = upto(season, number)
        assert max(abs(balance(so_far, one)) for one in range(people)) <= 1


@given(st.integers(2, 9), st.integers(1, 6), SEED)
@settings(max_examples=40, deadline=None)
def test_sides_stay_within_one_while_that_can_be(people: int, rounds: int, seed: int) -> None:
    season = played(range(people), SIDES, rounds, seed, swiss(1))
    for number in range(rounds):
        before, after = upto(season, number), upto(season, number + 1)
        was = max(abs(balance(before, one)) for one in range(people))
        now = max(abs(balance(after, one)) for one in range(people))
        assert now <= 1 or was > 1 or not a_pairing(range(people), before, 1)


@given(st.integers(10, 24), st.integers(1, 5), SEED)
@settings(max_examples=30, deadline=None)
def test_in_a_season_by_points_byes_are_single_and_nobody_meets_twice(
    people: int, rounds: int, seed: int
) -> None:
    season = played(range(people), SIDES, rounds, seed, swiss(rounds))
    assert max((season.byes[one] for one in range(people)), default=0) <= 1
    assert max(season.count_meetings(a, b) for a, b in combinations(range(people), 2)) == 1
    assert max(abs(balance(season, one)) for one in range(people)) <= 2


@given(st.integers(4, 12), st.data(), SEED)
@settings(max_examples=60, deadline=None)
def test_a_season_leaves_its_last_rounds_somebody_new(people: int, data: st.DataObject, seed: int) -> None:
    """A player with more possible opponents than rounds meets none of them twice, not even in the last
    round.
    """
    rounds = data.draw(st.integers(1, robin.rounds(people)))
    season = played(range(people), SIDES, rounds, seed, swiss(rounds))
    assert max(season.count_meetings(a, b) for a, b in combinations(range(people), 2)) == 1
    assert max((season.byes[one] for one in range(people)), default=0) <= 1


def test_no_pairing_leaves_two_separate_triangles() -> None:
    """Six people can be paired for the third round in two ways. After one of them the fourth round is
    impossible: a, c, e and b, d, f would have only each other left.
    """
    hexagon = ([(0, 1), (2, 3), (4, 5)], [(1, 2), (3, 4), (5, 0)])
    before = History(tuple(Draw(tuple(dict(zip(SIDES, p, strict=True)) for p in round)) for round in hexagon))
    left = {a: {b for b in range(6) if b != a and not before.count_meetings(a, b)} for a in range(6)}
    opposite = {0: 3, 1: 4, 2: 5, 3: 0, 4: 1, 5: 2}
    assert can_continue(left, 2, iter(range(50)))
    assert not can_continue({a: those - {opposite[a]} for a, those in left.items()}, 1, iter(range(50)))
    drawn = duels.draw(range(6), SIDES, before, 4)
    assert {frozenset(table.values()) for table in drawn.tables} != {frozenset(p) for p in opposite.items()}


@given(st.integers(3, 7), SEED)
@settings(max_examples=25, deadline=None)
def test_nobody_has_a_second_bye_before_everybody_has_had_one(people: int, seed: int) -> None:
    season = played(range(people), SIDES, 2 * people, seed, swiss(1))
    for number in range(1, len(season.rounds) + 1):
        rested = [upto(season, number).byes[one] for one in range(people)]
        assert max(rested) - min(rested) <= 1
    assert sum(season.byes.values()) == (2 * people if people % 2 else 0)


def test_players_with_equal_points_are_paired() -> None:
    before = History(points={0: 0, 1: 4, 2: 2, 3: 4, 4: 2, 5: 0})
    drawn = duels.draw(range(6), SIDES, before, 3)
    assert sorted(sorted(table.values()) for table in drawn.tables) == [[0, 5], [1, 3], [2, 4]]  # type: ignore[type-var]


def test_the_lowest_ranked_player_gets_the_bye() -> None:
    before = History(points={0: 4, 1: 0, 2: 2})
    assert duels.draw(range(3), SIDES, before, 1).byes == (1,)


def test_a_latecomer_makes_new_pairings_possible() -> None:
    season = played(range(4), SIDES, 2, 1, swiss(5))
    drawn = duels.draw(range(5), SIDES, season, 5)
    assert sat(drawn) == [0, 1, 2, 3, 4]
    assert all(season.count_meetings(*table.values()) == 0 for table in some(drawn.tables))  # type: ignore[call-arg]


@pytest.mark.parametrize("people", [(), (0,)])
def test_fewer_people_than_seats_get_no_table(people: tuple[int, ...]) -> None:
    assert duels.draw(people, SIDES, History(), 3) == Draw((), people)


def as_many_as_can_be(people: Sequence[int], fits: frozenset[tuple[int, int]]) -> int:
    """Return the largest number of pairs, by brute force."""
    if len(people) < 2:
        return 0
    one, *others = people
    best = as_many_as_can_be(others, fits)
    for other in others:
        if (one, other) in fits:
            best = max(best, 1 + as_many_as_can_be([p for p in others if p != other], fits))
    return best


@given(
    st.integers(0, 8).flatmap(
        lambda n: st.tuples(st.just(n), st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7))))
    )
)
@settings(max_examples=150, deadline=None)
def test_as_many_are_paired_as_can_be(drawn: tuple[int, set[tuple[int, int]]]) -> None:
    people, edges = drawn
    fits = frozenset((min(e), max(e)) for e in edges)
    found = pairs(range(people), lambda a, b: (min(a, b), max(a, b)) in fits)
    assert len({one for pair in found for one in pair}) == 2 * len(found)
    assert all((min(pair), max(pair)) in fits for pair in found)
    assert len(found) == as_many_as_can_be(range(people), fits)


# --- tables of four ---


@given(st.integers(2, 17), st.integers(1, 5), SEED)
@settings(max_examples=30, deadline=None)
def test_everybody_sits_once_at_a_table_of_four_or_rests(people: int, rounds: int, seed: int) -> None:
    season = played(range(people), FOUR, rounds, seed, fours)
    for drawn in some(season.rounds):
        assert sat(drawn) == [*range(people)]
        assert len(drawn.byes) == (people % 4 == 1)
        assert all(set(table) == set(FOUR) for table in drawn.tables)
        sizes = [sum(who is not None for who in table.values()) for table in drawn.tables]
        assert max(sizes) - min(sizes) <= 2 and min(sizes) >= 2
    rested = Counter({one: season.byes[one] for one in range(people)})
    assert max(rested.values()) - min(rested.values()) <= 1


@given(st.integers(4, 16), SEED)
@settings(max_examples=25, deadline=None)
def test_seats_go_round_as_evenly_as_a_table_allows(people: int, seed: int) -> None:
    season = played(range(people), FOUR, 4, seed, fours)
    for number, drawn in enumerate(some(season.rounds)):
        before = upto(season, number)
        for table in some(drawn.tables):
            taken = {seat: who for seat, who in table.items() if who is not None}

            def repeated(seats: tuple[str, ...], who: tuple[int, ...] = tuple(taken.values())) -> int:
                return sum(before.seats[one, seat] ** 2 for one, seat in zip(who, seats, strict=True))  # noqa: B023

            assert repeated(tuple(taken)) == min(repeated(p) for p in permutations(FOUR, len(taken)))


def test_four_people_have_every_seat_once_in_four_rounds() -> None:
    season = played(range(4), FOUR, 4, 1, fours)
    assert all(season.seats[one, seat] == 1 for one in range(4) for seat in FOUR)


def test_tables_are_mixed() -> None:
    """When eight people play at two tables a second time, nobody has the same three opponents."""
    season = played(range(8), FOUR, 2, 3, fours)
    first, second = ([[w for w in t.values() if w is not None] for t in d.tables] for d in season.rounds)
    assert not [one for one in first if one in second]
    for earlier, later in pairwise([first, second]):
        assert max(len(set(a) & set(b)) for a in earlier for b in later) == 2

"""The value of results: totals that must add up, and ratings that follow from results alone."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing import duels, tables
from leagues.scoring.matchpoints import Matchpoints, SideScore, matchpoints
from leagues.scoring.points import bye_half_points, half_points
from leagues.scoring.ratings import rate
from leagues.scoring.standings import Result, table
from tests.found import some
from tests.leagues.seasons import played, results

SEED = st.integers(0, 10**6)
RANKS = st.lists(st.integers(1, 6), min_size=2, max_size=6)


@given(RANKS)
def test_every_pair_at_a_table_shares_one_point(ranks: list[int]) -> None:
    won = half_points({str(seat): rank for seat, rank in enumerate(ranks)})
    assert sum(won.values()) == len(ranks) * (len(ranks) - 1)
    for one, other in some(combinations(won, 2)):
        better, worse = (one, other) if ranks[int(one)] <= ranks[int(other)] else (other, one)
        assert won[better] >= won[worse]


@given(st.integers(2, 11), st.integers(1, 6), SEED)
@settings(max_examples=30, deadline=None)
def test_a_table_adds_up(people: int, rounds: int, seed: int) -> None:
    sides = ("red", "blue")
    season = played(range(people), sides, rounds, seed, lambda p, h: duels.draw(p, sides, h, rounds))
    games = results(season, seed)
    byes = [one for drawn in season.rounds for one in drawn.byes]
    rows = table(range(people), games, byes, 2)
    assert sum(row.points for row in rows) == 2 * len(games) + len(byes) * bye_half_points(2)
    assert sum(row.games for row in rows) == 2 * len(games) and sum(row.byes for row in rows) == len(byes)
    assert [row.place for row in rows] == sorted(row.place for row in rows) and rows[0].place == 1
    assert all(
        a.tie_key >= b.tie_key and (a.place == b.place) == (a.tie_key == b.tie_key)
        for a, b in zip(rows, rows[1:], strict=False)
    )
    assert sum(row.opponents for row in rows) == sum(row.points * row.games for row in rows)


def test_tie_breaks_in_their_order() -> None:
    won = {"red": 1, "blue": 2}
    rows = table(
        range(4),
        [
            Result({"red": 0, "blue": 3}, won),
            Result({"red": 1, "blue": 2}, won),
            Result({"red": 2, "blue": 3}, won),
        ],
        [],
        2,
    )
    assert [row.person for row in rows] == [1, 2, 0, 3] or [row.person for row in rows][-1] == 3
    assert [(row.person, row.place, row.points, row.opponents) for row in rows] == [
        (1, 1, 2, 2),
        (2, 2, 2, 2),
        (0, 3, 2, 0),
        (3, 4, 0, 4),
    ]


def test_a_shared_victory_and_a_draw() -> None:
    sat = {"a": 0, "b": 1, "c": 2}
    rows = table(
        range(3), [Result(sat, {"a": 1, "b": 1, "c": 2}), Result(sat, {"a": 1, "b": 1, "c": 1})], [], 3
    )
    assert {row.person: (row.points, row.victories) for row in rows} == {0: (5, 1), 1: (5, 1), 2: (2, 0)}
    assert rows[0].place == rows[1].place == 1


def test_who_has_left_keeps_what_their_opponents_won() -> None:
    """A result against a player whose name has been deleted still counts for the opponent."""
    rows = table([0], [Result({"red": 0, "blue": 7}, {"red": 1, "blue": 2})], [], 2)
    assert [(row.points, row.opponents) for row in rows] == [(2, 0)]


# --- duplicate scoring ---


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(-9, 9)), min_size=1, max_size=9))
def test_matchpoints_of_a_side_add_up(values: list[tuple[int, int]]) -> None:
    found = matchpoints([{"red": SideScore(r, m), "blue": SideScore(2 - r, -m)} for r, m in values])
    n = len(values)
    for seat in ("red", "blue"):
        assert sum(one[seat].points for one in found) == n * (n - 1)
    assert all(one["red"].points + one["blue"].points == 2 * (n - 1) for one in found)


def test_matchpoints_compare_the_same_side() -> None:
    found = matchpoints(
        [
            {"red": SideScore(2, 3), "blue": SideScore(0, -3)},
            {"red": SideScore(2, 1), "blue": SideScore(0, -1)},
            {"red": SideScore(0, -4), "blue": SideScore(2, 4)},
        ]
    )
    assert [one["red"] for one in found] == [Matchpoints(4, 4), Matchpoints(2, 4), Matchpoints(0, 4)]
    assert [one["blue"].percent for one in found] == [0, 50, 100]
    assert matchpoints([{"red": SideScore(2)}])[0]["red"].percent is None


# --- ratings ---


@given(st.integers(2, 9), SEED)
@settings(max_examples=20, deadline=None)
def test_ratings_follow_from_results_alone(people: int, seed: int) -> None:
    seats = ("a", "b", "c", "d")
    games = results(played(range(people), seats, 4, seed, lambda p, h: tables.draw(p, seats, h)), seed)
    once, again = rate(games), rate(list(games))
    assert once == again
    assert sum(one.games for one in once) == sum(
        len(who) for who in ([w for w in g.sat.values() if w is not None] for g in games) if len(who) > 1
    )
    assert rate(games[:-1]) == rate(games[:-1])  # no memory between two calculations
    other_keys = [Result(dict(reversed(list(g.sat.items()))), g.ranks) for g in games]
    assert rate(other_keys) == once


def test_who_wins_is_rated_higher_and_better_known() -> None:
    won = Result({"red": 1, "blue": 2}, {"red": 1, "blue": 2})
    one, other = rate([won])
    assert (one.person, other.person) == (1, 2) and one.display_value > other.display_value
    assert rate([won] * 5)[0].doubt < one.doubt
    assert rate([Result({"red": 1, "blue": None}, {"red": 1, "blue": 2})]) == []

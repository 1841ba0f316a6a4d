"""Hand-to-hand duels: the printed example, modifiers, impossible inputs and exact chances."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battles.schiere.answers.lookup import resolve
from battles.schiere.rules.cards import CARDS
from battles.schiere.rules.melee.duel import TRACKS, Fighter, blow
from battles.schiere.rules.melee.solution import AIMS, Duel, Solution, chances, replay_blows
from engine.game import BadScenario
from engine.matrix import solve

HEAVY = {"class": "heavy_infantry"}
LIGHT = {"class": "light_infantry"}
HORSE = {"class": "heavy_cavalry"}
ELEPHANTS = {"class": "elephants"}
ALONE = {**HEAVY, "isolated": True}
TWICE = [["sword1", "feint"], ["sword1", "shield"]]


def ask(a: dict[str, Any], d: dict[str, Any], **more: Any) -> dict[str, Any]:
    return resolve({"ask": "duel", "a": a, "d": d, **more})


def wrong(a: dict[str, Any], d: dict[str, Any], **more: Any) -> set[tuple[str, str]]:
    with pytest.raises(BadScenario) as bad:
        ask(a, d, **more)
    return {(mistake.path, mistake.code) for mistake in bad.value.mistakes}


def first_blow(a: dict[str, Any], d: dict[str, Any], **more: Any) -> tuple[list[int], list[int]]:
    """Return both sides' attack and defence when each lays its feint, which leaves the units' own values."""
    struck = ask(a, d, cards=[["feint", "feint"]], **more)["blows"][0]
    return struck["a"], struck["d"]


# --- the printed example (L144-156) ---


def test_the_printed_duel_blow_by_blow() -> None:
    cards = [
        ["sword1", "feint"],
        ["feint", "shield"],
        ["sword3", "sword2"],
        ["sword2", "sword3"],
        ["shield", "sword1"],
    ]
    told = ask(HEAVY, HEAVY, received="countercharges", cards=cards)
    assert [(b["a"], b["d"], b["damage"]) for b in told["blows"]] == [
        ([2, 4], [2, 4], {"a": 0, "d": 0}),
        ([2, 4], [2, 5], {"a": 0, "d": 0}),
        ([5, 4], [4, 4], {"a": 0, "d": 1}),
        ([4, 4], [5, 3], {"a": 1, "d": 1}),
        ([2, 4], [2, 2], {"a": 0, "d": 0}),
    ]
    assert told["left"] == {"a": [2, 3], "d": [1, 2], "may_be_tested": ""}


# --- modifiers ---


@pytest.mark.parametrize(
    ("a", "d", "more", "expected"),
    [
        (HEAVY, HEAVY, {"received": "countercharges"}, ([2, 4], [2, 4])),
        (HEAVY, HEAVY, {"received": "stands"}, ([2, 4], [1, 4])),  # L340
        (HEAVY, {**HEAVY, "damage": 2}, {"received": "countercharges"}, ([2, 4], [1, 2])),
        ({**HEAVY, "support": 2}, HEAVY, {"received": "countercharges"}, ([4, 4], [2, 4])),  # L338
        (HEAVY, HEAVY, {"struck": "flank"}, ([2, 4], [0, 2])),  # L352
        (HEAVY, {**HEAVY, "damage": 1}, {"struck": "rear"}, ([2, 4], [0, 2])),  # halves round up
        (HEAVY, LIGHT, {"struck": "flank"}, ([2, 4], [0, 2])),  # the unit turns to face: one less, once
        (ELEPHANTS, HEAVY, {}, ([4, 4], [1, 2])),  # L298
        (ELEPHANTS, LIGHT, {}, ([4, 4], [0, 0])),
        ({**HEAVY, "commander": "chief"}, HEAVY, {"received": "countercharges"}, ([3, 6], [2, 4])),  # L208
        ({**HEAVY, "commander": "wing"}, HEAVY, {"received": "countercharges"}, ([3, 5], [2, 4])),
        (HEAVY, {**HEAVY, "beside": 1, "solid": True}, {"received": "countercharges"}, ([2, 4], [2, 6])),
        (HEAVY, {**HEAVY, "out_of_command": True}, {}, ([2, 4], [0, 3])),  # stands to receive the charge
        (HEAVY, {**HEAVY, "ground": "height"}, {"received": "countercharges"}, ([2, 4], [2, 5])),  # L366
        ({**HEAVY, "ground": "ford"}, HEAVY, {"received": "countercharges"}, ([1, 3], [2, 5])),
        (
            {**HEAVY, "ground": "wood"},
            {**HEAVY, "ground": "wood"},
            {"received": "countercharges"},
            ([2, 4], [2, 4]),
        ),
        (HEAVY, HEAVY, {"received": "countercharges", "second": LIGHT}, ([3, 4], [2, 2])),  # L358
        (HEAVY, ALONE, {"second": HEAVY, "received": "countercharges"}, ([4, 4], [2, 1])),
    ],
    ids=str,
)
def test_what_counts_at_the_first_blow(a: Any, d: Any, more: Any, expected: Any) -> None:
    assert first_blow(a, d, **more) == expected


def test_the_standing_defenders_penalty_applies_to_the_first_blow_only() -> None:
    blows = ask(HEAVY, HEAVY, cards=[["feint", "feint"], ["shield", "shield"]])["blows"]
    assert [struck["d"][0] for struck in blows] == [1, 2]


def test_a_feint_turns_a_card_aside_but_not_the_factor() -> None:
    told = ask(HEAVY, HEAVY, received="countercharges", cards=[["sword3", "feint"]])
    assert told["blows"][0]["a"] == [2, 4]


def test_orders_count_the_whole_duel_and_a_feint_takes_the_order_of_the_other() -> None:
    own = {**HEAVY, "order": "sword2"}
    assert first_blow(own, HEAVY, received="countercharges")[0] == [4, 4]
    assert first_blow(own, {**HEAVY, "order": "feint"}, received="countercharges")[0] == [2, 4]
    assert first_blow(HEAVY, {**HEAVY, "order": "shield"}, received="countercharges")[1] == [2, 5]


def test_who_is_struck_from_the_side_alone_has_no_use_for_swords() -> None:
    struck = ask(HEAVY, {**HEAVY, "order": "sword3"}, struck="rear", cards=[["shield", "sword3"]])["blows"][0]
    assert struck["d"] == [0, 2]


def test_damage_goes_down_the_track_and_then_to_the_commander() -> None:
    led = Fighter("light", commander="chief")
    assert (led.hurt(2).residual, led.hurt(2).factor, led.hurt(2).is_gone) == (2, 1, False)
    assert led.hurt(3).residual == 1 and led.hurt(4).is_gone and led.hurt(9) == led.hurt(4)


# --- impossible inputs ---


@pytest.mark.parametrize(
    ("a", "d", "more", "expected"),
    [
        (HEAVY, HORSE, {}, {("$.d.class", "foot_never_charges_horse")}),
        (HORSE, HEAVY, {"received": "countercharges"}, {("$.received", "foot_never_charges_horse")}),
        (HEAVY, ELEPHANTS, {}, {("$.d.class", "nobody_charges_elephants")}),
        (ELEPHANTS, HORSE, {"received": "countercharges"}, {("$.received", "elephants_are_not_met")}),
        (ELEPHANTS, {**HEAVY, "ground": "height"}, {}, {("$.d.ground", "elephants_keep_off")}),
        ({"class": "ballista"}, HEAVY, {}, {("$.a.class", "ballista_has_no_attack")}),
        ({**HEAVY, "damage": 4}, HEAVY, {}, {("$.a.damage", "eliminated")}),
        (HEAVY, HEAVY, {"struck": "two_sides"}, {("$.second", "two_sides_need_two_attackers")}),
        (
            HEAVY,
            {**HEAVY, "order": "shield", "out_of_command": True},
            {},
            {("$.d.order", "no_orders_out_of_command")},
        ),
        (HEAVY, {"class": "hoplites"}, {}, {("$.d.class", "not_one_of")}),
        (
            HEAVY,
            HEAVY,
            {"cards": TWICE},
            {("$.cards[1]", "played_twice")},
        ),
        (
            HEAVY,
            HEAVY,
            {"cards": [["sword1"]], "stray": 1},
            {("$.cards[0]", "not_a_pair"), ("$.stray", "unknown_field")},
        ),
    ],
)
def test_every_mistake_is_named_with_its_place(a: Any, d: Any, more: Any, expected: Any) -> None:
    assert wrong(a, d, **more) == expected


# --- chances, and the solved duel ---


def test_chances_are_those_of_every_order_of_the_cards() -> None:
    """The chances equal a count over every order of each side's cards."""
    duel = Duel(Fighter("light"), Fighter("light", first=-1))
    every = [(x, y) for x in permutations(CARDS) for y in permutations(CARDS)]
    gone = sum(list(replay_blows(duel, list(zip(x, y, strict=True))))[-1].after_d.is_gone for x, y in every)
    odds = chances(duel)
    assert odds.chance(lambda end: end.gone_d) * len(every) == gone


@pytest.mark.parametrize("aim", AIMS)
def test_between_equals_a_duel_is_worth_the_same_to_both(aim: Any) -> None:
    """In a duel between equal units, each aim has the same value for both sides."""
    duel = Duel(Fighter("heavy"), Fighter("heavy"))
    value = Solution(duel, aim).best().value
    if aim == "net":
        assert value == pytest.approx(0)
    else:
        other = Solution(duel, "survive" if aim == "eliminate" else "eliminate").best().value
        assert value == pytest.approx(1 - other)


def test_the_best_mixture_does_no_worse_than_random_cards() -> None:
    duel = Duel(Fighter("heavy"), Fighter("light"))
    found = Solution(duel, "net").best()
    mean = chances(duel).expectation(lambda e: e.damage_d - e.damage_a)
    assert found.value >= 1 and mean > 0 and found.positions > 1
    assert sum(found.a.values()) == pytest.approx(1)


def test_a_test_of_nerve_is_asked_where_it_serves() -> None:
    """A weakened defender is lost more often if it must take a test of nerve. Best play for eliminating it
    is at least as good as play without tests.
    """
    duel = Duel(Fighter("heavy"), Fighter("heavy", damage=3, defence=4))
    asked, never = Solution(duel, "eliminate").best().value, chances(duel).chance(lambda end: end.lost_d)
    tested = chances(Duel(duel.a, duel.d, tests="d")).chance(lambda end: end.lost_d)
    assert asked >= float(never) and tested > never


FIGHTERS = st.builds(
    Fighter,
    st.sampled_from(sorted(TRACKS)),
    attack=st.integers(-1, 3),
    defence=st.integers(-2, 3),
    first=st.integers(-1, 0),
    halved=st.booleans(),
    disarmed=st.booleans(),
    order=st.none() | st.sampled_from(CARDS),
)


@given(FIGHTERS, FIGHTERS, st.sampled_from(CARDS), st.sampled_from(CARDS), st.integers(1, 5))
def test_a_blow_takes_what_attack_is_beyond_defence_and_no_more(
    a: Fighter, d: Fighter, x: Any, y: Any, number: int
) -> None:
    struck = blow(a, x, d, y, number)
    assert struck.damage_d == max(0, struck.a.attack - struck.d.defence)
    assert d.points - struck.after_d.points == min(d.points, struck.damage_d)
    assert struck.after_d.is_gone == (struck.after_d.points == 0)
    mirrored = blow(d, y, a, x, number)
    assert (mirrored.after_a, mirrored.after_d) == (struck.after_d, struck.after_a)


@pytest.mark.parametrize("aim", AIMS)
def test_every_position_of_a_solved_duel_has_the_certificate_of_a_linear_programme(
    aim: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best mixtures of both sides bound the value of each matrix from below and above."""
    solved = []

    def certified(matrix: Any) -> Any:
        found = solve(matrix)
        columns = zip(*matrix, strict=True)
        low = min(sum(p * v for p, v in zip(found.rows, one, strict=True)) for one in columns)
        high = max(sum(q * v for q, v in zip(found.columns, one, strict=True)) for one in matrix)
        assert low == pytest.approx(found.value, abs=1e-9) == high
        solved.append(found.value)
        return found

    monkeypatch.setattr("battles.schiere.rules.melee.solution.solve", certified)
    monkeypatch.setattr("battles.schiere.rules.melee.solution.value", lambda matrix: certified(matrix).value)
    heavy = Fighter("heavy", first=-1)
    positions = Solution(Duel(Fighter("heavy", order="sword1"), heavy), aim).best().positions
    assert len(solved) > 100 and positions > len(solved) - 1

"""Seeded dice are uniform and reproducible, and cannot be predicted from earlier dice. Entered dice are used
as typed.
"""

from collections import Counter

import pytest

from engine.dice import BadFace, DiceNeeded, Entered, Roll, Scripted, Seeded, Throw, commitment, d6, d10
from engine.dice_record import OtherRolls, Recorded, roll_json, roll_of, throw_json

# Upper 0.1 % points of chi-square: a fair die fails one time in a thousand, and these seeds are fixed.
CHI_SQUARE = {1: 10.83, 5: 20.52, 9: 27.88, 35: 66.62, 99: 148.23}


def chi_square(counts: Counter[int], values: int) -> float:
    expected = counts.total() / values
    return sum((counts[v] - expected) ** 2 for v in range(values)) / expected


def face(seed: bytes = b"s", game: str = "g", step: int = 1, place: int = 0, purpose: str = "p") -> int:
    """Return the face of a thousand-sided die that is rolled after ``place`` other dice of the step."""
    dice = Seeded(seed, game, step)
    dice.rolls = [Roll(Throw(6, ""), 1, "seeded")] * place
    return dice.roll(Throw(1000, purpose, low=0))


@pytest.mark.parametrize("sides", [2, 6, 10, 100])
@pytest.mark.parametrize("seed", [b"one", b"two", b"three"])
def test_every_face_is_equally_likely(sides: int, seed: bytes) -> None:
    dice = Seeded(seed, "fair", 1)
    counts = Counter(dice.roll(Throw(sides, "fair", low=0)) for _ in range(12_000))
    assert chi_square(counts, sides) < CHI_SQUARE[sides - 1]


@pytest.mark.parametrize("seed", [b"one", b"two", b"three"])
def test_a_die_tells_nothing_of_the_next(seed: bytes) -> None:
    dice = Seeded(seed, "pairs", 1)
    pairs = Counter((d6(dice, "a") - 1) * 6 + d6(dice, "b") - 1 for _ in range(9_000))
    assert chi_square(pairs, 36) < CHI_SQUARE[35]


@pytest.mark.parametrize("seed", [b"one", b"two", b"three"])
def test_the_first_dice_of_following_steps_are_equally_likely_too(seed: bytes) -> None:
    counts = Counter(Seeded(seed, "steps", step).roll(Throw(6, "pip")) - 1 for step in range(6_000))
    assert chi_square(counts, 6) < CHI_SQUARE[5]


def test_the_same_place_gives_the_same_face() -> None:
    assert [face(step=n) for n in range(50)] == [face(step=n) for n in range(50)]


@pytest.mark.parametrize(
    "other", [{"seed": b"t"}, {"game": "h"}, {"step": 2}, {"place": 1}, {"purpose": "q"}], ids=str
)
def test_another_place_gives_an_unrelated_face(other: dict) -> None:
    """Over many steps the faces agree no more often than by chance: 1 in 1000."""
    agree = sum(
        face(**{"step": 10 * n, **{k: v + 10 * n if k == "step" else v for k, v in other.items()}})
        == face(step=10 * n)
        for n in range(400)
    )
    assert agree <= 5


def test_the_difference_of_neighbouring_places_is_uniform() -> None:
    """A die does not affect its neighbours in step, index or purpose."""
    shifts: Counter[int] = Counter()
    for n in range(1500):
        here = face(step=n)
        shifts.update(
            (face(**near) - here) % 1000 // 10 for near in ({"step": n + 1}, {"step": n, "place": 1})
        )
    assert chi_square(shifts, 100) < CHI_SQUARE[99]


def test_the_commitment_binds_and_hides_the_seed() -> None:
    assert commitment(b"seed") == "19b25856e1c150ca834cffc8b59b23adbd0ec0389e58eb22b3b64768098d002b"
    assert commitment(b"seed") != commitment(b"seee")


def test_rolls_are_remembered_with_their_reason_and_rule() -> None:
    dice = Seeded(b"s", "g", 1)
    first, second = d6(dice, "pip", "5.1", "red"), d10(dice, "weather")
    assert dice.rolls == [
        Roll(Throw(6, "pip", "5.1", "red"), first, "seeded"),
        Roll(Throw(10, "weather", low=0), second, "seeded"),
    ]
    assert 1 <= first <= 6 and 0 <= second <= 9


def test_dice_together_are_dice_one_by_one() -> None:
    throws = [Throw(6, "a"), Throw(10, "b", low=0), Throw(6, "c")]
    one_by_one = Seeded(b"s", "g", 3)
    assert Seeded(b"s", "g", 3).roll_all(throws) == tuple(one_by_one.roll(t) for t in throws)


def test_missing_faces_are_asked_for_all_together() -> None:
    throws = [Throw(6, "red"), Throw(6, "blue"), Throw(6, "green")]
    with pytest.raises(DiceNeeded) as needed:
        Entered([4]).roll_all(throws)
    assert needed.value.throws == tuple(throws[1:])


@pytest.mark.parametrize(
    ("throw", "wrong"), [(Throw(6, "p"), 0), (Throw(6, "p"), 7), (Throw(10, "p", low=0), 10)]
)
def test_a_face_that_the_die_does_not_have_is_refused(throw: Throw, wrong: int) -> None:
    with pytest.raises(BadFace):
        Scripted([wrong]).roll(throw)


# --- secret dice ---

OPEN, HIDDEN = Throw(6, "fight"), Throw(52, "draw", low=0, secret=True)


def test_a_secret_die_is_the_servers_also_where_people_roll_their_own() -> None:
    dice = Entered([3, 5], server=Seeded(b"s", "g", 7))
    faces = dice.roll_all([OPEN, HIDDEN, OPEN])
    assert [roll.source for roll in dice.rolls] == ["entered", "seeded", "entered"]
    assert (faces[0], faces[2], dice.faces) == (3, 5, [])


def test_a_secret_die_counts_its_place_among_all_dice_of_the_step() -> None:
    """The place of a secret die is counted among all dice of the step, so that the audit finds the die
    again.
    """
    typed, rolled = Entered([3], server=Seeded(b"s", "g", 7)), Seeded(b"s", "g", 7)
    assert typed.roll_all([OPEN, HIDDEN])[1] == rolled.roll_all([OPEN, HIDDEN])[1]


def test_people_are_not_asked_for_a_secret_die() -> None:
    with pytest.raises(DiceNeeded) as needed:
        Entered([], server=Seeded(b"s", "g", 7)).roll_all([HIDDEN, OPEN, HIDDEN])
    assert needed.value.throws == (OPEN,)


def test_a_secret_die_is_the_same_after_entering_missing_dice() -> None:
    first, again = (Entered(list(faces), server=Seeded(b"s", "g", 7)) for faces in ([], [4]))
    drawn = first.roll(HIDDEN)
    with pytest.raises(DiceNeeded):
        first.roll(OPEN)
    assert again.roll(HIDDEN) == drawn and again.roll(OPEN) == 4


def test_nobody_can_type_a_secret_die() -> None:
    with pytest.raises(BadFace, match="nobody enters a secret die"):
        Entered([4]).roll(HIDDEN)


def test_only_of_a_secret_throw_it_is_written_that_it_is() -> None:
    assert "secret" not in throw_json(OPEN) and throw_json(HIDDEN)["secret"] is True
    for throw in (OPEN, HIDDEN):
        assert roll_of(roll_json(Roll(throw, 2, "seeded"))).throw == throw


def test_a_record_of_before_does_not_say_what_was_secret_and_is_taken_all_the_same() -> None:
    drawn = {**roll_json(Roll(HIDDEN, 8, "seeded"))}
    before = {k: v for k, v in drawn.items() if k != "secret"}
    assert Recorded([before]).roll(HIDDEN) == Recorded([drawn]).roll(HIDDEN) == 8
    with pytest.raises(OtherRolls):
        Recorded([drawn]).roll(Throw(52, "draw", low=0))

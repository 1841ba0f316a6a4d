"""Noise against elephants: where they halt, how a card affects them, and what it costs (L302-304)."""

import pytest

from battles.schiere.rules.elephants.alarm import Alarm, alarm, halt_after, payments, reels


@pytest.mark.parametrize(("squares", "halt"), [(1, 1), (2, 1), (3, 2), (6, 3), (9, 5)])
def test_they_halt_half_way_and_a_half_is_rounded_up(squares: int, halt: int) -> None:
    assert halt_after(squares) == halt


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("sword1", Alarm("charges_on", 5)),
        ("sword3", Alarm("charges_on", 7)),
        ("shield", Alarm("turns_back", 10)),
        ("feint", Alarm("runs_through", 10)),
    ],
)
def test_the_effect_of_each_card_on_elephants(card: str, expected: Alarm) -> None:
    assert alarm(card, 4) == expected  # type: ignore[arg-type]


def test_noise_takes_an_order_with_swords_a_feint_and_a_shield() -> None:
    assert payments([("o1", "sword2"), ("o2", "shield"), ("o3", "feint"), ("o4", "sword1")]) == (
        ("o1", "o3", "o2"),
        ("o4", "o3", "o2"),
    )
    assert payments([("o1", "sword2"), ("o2", "shield")]) == ()


def test_shots_turn_them_back_when_one_shield_is_left() -> None:
    assert reels(0, 3) and reels(1, 3)
    assert not reels(0, 1) and not reels(3, 3) and not reels(0, 4)

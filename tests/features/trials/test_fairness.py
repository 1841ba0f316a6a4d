"""A campaign's battles fought in another system and compared with the campaign's own chances: `manage.py
fairness`.
"""

import io
import json
from fractions import Fraction
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from engine.game import OwnChances
from features.trials import fairness
from tests.found import some


@pytest.fixture(autouse=True)
def bridges(settings: Any) -> None:
    settings.VEXILLUM_BRIDGES = ["campaigns.bridge.justinian_dba", "tests.games.duel"]


def told(*asked: str) -> str:
    out = io.StringIO()
    call_command("fairness", *asked, stdout=out)
    return out.getvalue()


def test_battles_of_a_campaign_are_fought_and_compared() -> None:
    lines = told("justinian", "dba", "--battles", "3", "--times", "4", "--json").splitlines()
    assert len(lines) == 3
    for row in some(map(json.loads, lines)):
        assert row["attacker"] + row["tie"] + row["defender"] == pytest.approx(1)
        own = row["own"]
        assert own["attacker"] + own["tie"] + own["defender"] == pytest.approx(1)
        assert 0 <= row["attacker_loses"] <= 1 and 0 < own["defender_loses"] <= 1
        fair = own["attacker"] + own["tie"] / 2
        assert row["apart"] == pytest.approx(row["attacker"] + row["tie"] / 2 - fair)


def test_equal_seeds_measure_the_same_and_others_do_not() -> None:
    one, again, other = (
        told("justinian", "dba", "--battles", "2", "--times", "3", "--seed", seed) for seed in "112"
    )
    assert one == again != other
    assert "luck alone would give" in one


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (("justinian", "chess"), "No bridge leads from justinian to chess"),
        (("justinian", "dba", "--scenario", "atlantis"), "There is no scenario atlantis"),
        (("justinian", "dba", "--times", "0"), "must be at least 1"),
        (("fords", "duel"), "fords has no exact chances"),
    ],
)
def test_what_cannot_be_measured_says_why(asked: tuple[str, ...], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        told(*asked)


def test_the_effect_of_luck_shrinks_with_more_battles() -> None:
    rows = {times: _measured(times) for times in (1, 4, 100)}
    found = [fairness.mean_distance_by_luck([row]) for row in rows.values()]
    assert found == sorted(found, reverse=True) and found[0] == pytest.approx(10 * found[2])


def _measured(times: int) -> fairness.FairnessMeasure:
    half = Fraction(1, 2)
    own = OwnChances(half, Fraction(0), half, half, half)
    return fairness.FairnessMeasure((1, 1), own, times, 1.0, 0.0, 0.0, 0.5, 0.5)

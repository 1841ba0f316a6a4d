"""Questions to ``manage.py resolve italia``: odds and scores, legal stacks and steps, and mistakes in a
question.
"""

from fractions import Fraction
from typing import Any

import pytest

from campaigns.italia.answers.questions import QUESTIONS, run
from campaigns.italia.answers.schema import ASKED, schema

BESIDE = {"corfinium": {"romans": {"legion": 2}, "samnites": {"infantry": 1}}}


def test_the_schema_tells_every_question_and_every_name() -> None:
    told = schema()
    asked = [q["properties"]["ask"]["const"] for q in told["oneOf"]]
    assert sorted(asked) == sorted(QUESTIONS)
    assert {"roma", "pavia"} <= set(told["$defs"]["area"]["enum"])
    assert {"romans", "franks"} <= set(told["$defs"]["nation"]["enum"])


@pytest.mark.parametrize("ask", ASKED)
def test_what_a_question_lacks_is_named_with_its_path(ask: str) -> None:
    needed = ASKED[ask][0].split()
    found = run({"ask": ask})
    assert set(found.get("mistakes", {})) == {f"$.{name}" for name in needed}


def test_all_mistakes_are_told_at_once() -> None:
    found = run(
        {
            "ask": "limits",
            "nation": "romanz",
            "area": "atlantis",
            "led": 3,
            "pieces": {"utopia": {}, "roma": {"romans": {"infantry": 1}}},
        }
    )
    assert set(found["mistakes"]) == {
        "$.nation",
        "$.area",
        "$.led",
        "$.pieces.utopia",
        "$.pieces.roma.romans.infantry",
    }


def test_odds_of_a_combat_in_a_position_are_those_of_the_same_combat_alone() -> None:
    in_place = run(
        {
            "ask": "odds",
            "area": "corfinium",
            "attacker": "romans",
            "defender": "samnites",
            "rounds": 2,
            "pieces": BESIDE,
        }
    )
    alone = run(
        {
            "ask": "combat",
            "attacker": {"units": {"legion": 2}},
            "defender": {"units": {"infantry": 1}},
            "ground": "normal",
            "rounds": 2,
        }
    )
    assert in_place == alone


def test_standing_after_a_round_sums_up_every_way_that_it_may_stand() -> None:
    """The summary after one round equals the sum over all its results. Two legions hit infantry on 6, so it
    falls in three of four rounds.
    """
    found = run(
        {
            "ask": "combat",
            "attacker": {"units": {"legion": 2}},
            "defender": {"units": {"infantry": 1}},
            "rounds": 1,
        }
    )
    assert found["standing"]["attacker"]["exact"] == "3/4"
    assert found["standing"]["both"]["exact"] == "1/4"
    assert found["standing"]["defenders_left"]["exact"] == "1/4"
    left = sum(Fraction(way["chance"]) * way["attacker"].get("legion", 0) for way in found["after"])
    assert found["standing"]["attackers_left"]["exact"] == f"{left.numerator}/{left.denominator}"


@pytest.mark.parametrize(
    ("units", "more", "expected"),
    [
        (3, {}, {"legal": True, "limit": 3, "why": []}),
        (4, {}, {"legal": False, "limit": 3}),
        (4, {"attacking": True}, {"legal": True, "limit": 4, "why": []}),
        (5, {"attacking": True, "invasion": True}, {"legal": True, "limit": 5, "why": []}),
    ],
)
def test_a_stack_is_legal_up_to_its_limit(units: int, more: dict[str, Any], expected: dict[str, Any]) -> None:
    """The limit is three in peace, one more to attack, and another in a major invasion (8.0, 8.3)."""
    pieces = {"corfinium": {"romans": {"legion": units}}}
    found = run({"ask": "stack", "nation": "romans", "area": "corfinium", "pieces": pieces, **more})
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ({"kind": "march", "origin": "roma", "to": "perusia", "units": {"legion": 2}}, {"legal": True}),
        (
            {"kind": "march", "origin": "roma", "to": "verona", "units": {"legion": 2}},
            {"legal": False, "code": "not_adjacent", "rule": "9.0"},
        ),
        (
            {"kind": "march", "origin": "roma", "to": "perusia", "units": {"legion": 4}},
            {"legal": False, "code": "not_so_many_here", "rule": "9.0"},
        ),
    ],
)
def test_a_step_is_legal_or_refused_with_its_section(step: dict[str, Any], expected: dict[str, Any]) -> None:
    pieces = {"roma": {"romans": {"legion": 3}}}
    found = run({"ask": "move", "nation": "romans", "pieces": pieces, "step": step})
    assert {key: found[key] for key in expected} == expected


def test_the_score_of_a_position_is_told_by_nation_and_seat() -> None:
    """The score of a position is given by nation and by seat. A nation scores less as a subject than free
    (12.5).
    """
    pieces = {"verona": {"celts": {"infantry": 1}}, "pavia": {"celts": {"infantry": 1}}}
    free = run({"ask": "scores", "chart": 3, "pieces": pieces})
    subject = run(
        {"ask": "scores", "chart": 3, "pieces": pieces, "nations": {"celts": {"overlord": "romans"}}}
    )
    assert free["seats"]["yellow"] == free["nations"]["celts"] > subject["nations"]["celts"] > 0

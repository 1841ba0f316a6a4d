"""Justinian in words: where a battle is fought, the headings of the chronicle, the scores of the end."""

from django.utils.translation import override

from campaigns.rules.justinian.system import JUSTINIAN
from campaigns.wording.justinian import WORDING, decisions

SCENARIO = JUSTINIAN.scenario("justinian")


def test_the_ground_of_a_battle_begins_with_its_province_in_both_languages() -> None:
    ground = {
        "province": "sicilia",
        "city": None,
        "fort": True,
        "landing": True,
        "attacker_drms": {"siege": -1},
    }
    with override("en"):
        assert WORDING.ground(ground, SCENARIO) == [
            ("Province", "Sicilia"),
            ("Fort", "yes"),
            ("Attack from the sea", "yes"),
        ]
    with override("it"):
        assert WORDING.ground(ground, SCENARIO)[:2] == [("Provincia", "Sicilia"), ("Forte", "sì")]


def test_a_turn_is_named_with_its_first_year() -> None:
    with override("en"):
        assert WORDING.turn(1, SCENARIO) == "Turn 1: the years from 528"
        assert WORDING.turn(99, SCENARIO) == "Turn 99"


def test_scores_name_what_they_count() -> None:
    with override("it"):
        assert WORDING.score("prefectures", SCENARIO) == "prefetture sotto Bisanzio"


def test_every_question_has_a_title_without_facts() -> None:
    assert set(decisions.ASKED) == set(decisions.QUESTIONS)
    assert not any("%(" in str(title) for title in decisions.ASKED.values())

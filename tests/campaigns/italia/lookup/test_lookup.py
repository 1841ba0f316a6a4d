"""The combat calculator: open to everyone, in both languages, with the same answers offline."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

from django.test import Client
from django.urls import reverse

from campaigns.italia.answers.combat import GROUNDS
from campaigns.italia.lookup.answers import answer
from campaigns.italia.lookup.data import SCRIPT, rules
from campaigns.italia.lookup.query import facts, land_types
from engine.cases import load
from tests.found import some
from tests.nodejs import needs_node

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
CORE = ROOT / "static" / SCRIPT
FIGHT = {"a.legion": "3", "a.leaders": "1", "d.infantry": "4", "ground": "highland", "city": "1"}


def in_a_browser(questions: list[Any]) -> list[Any]:
    done = subprocess.run(
        ["node", str(HERE / "compare.js"), str(CORE)],
        input=json.dumps({"rules": rules(), "questions": questions}),
        capture_output=True,
        text=True,
        check=True,
    )
    return list(json.loads(done.stdout))


def agree(one: Any, other: Any) -> bool:
    """Return whether two answers are equal, comparing numbers to nine places."""
    if isinstance(one, dict):
        return set(one) == set(other) and all(agree(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(agree(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, float) or isinstance(other, float):
        return abs(one - other) < 1e-9
    return bool(one == other)


def drawn(dice: random.Random, most: int) -> dict[str, str]:
    """Return the URL of a random combat."""
    found = {
        "ground": dice.choice(GROUNDS),
        "city": dice.choice(["", "1"]),
        "a.sea": dice.choice(["", "", "1"]),
        "raid": dice.choice(["", "", "1"]),
    }
    for side in "ad":
        for _ in range(dice.randint(1, 2)):
            found[f"{side}.{dice.choice(land_types())}"] = str(dice.randint(1, most))
        for name in ("leaders", "fleets", "weak"):
            found[f"{side}.{name}"] = str(dice.choice([0, 0, 1, 2]))
    return found


@needs_node
def test_the_offline_page_answers_as_the_server() -> None:
    dice = random.Random(12)
    questions = [facts(drawn(dice, 2)) for _ in range(8)]
    for question, told in some(zip(questions, in_a_browser(questions), strict=True)):
        assert agree(json.loads(json.dumps(answer(question))), told), question


@needs_node
def test_three_hundred_combats_are_answered_alike() -> None:
    dice = random.Random(2)
    questions = [facts(drawn(dice, 3)) for _ in range(300)]
    for question, told in some(zip(questions, in_a_browser(questions), strict=True)):
        assert agree(json.loads(json.dumps(answer(question))), told), question


@needs_node
def test_the_public_cases_run_through_the_offline_page() -> None:
    """All cases that ask for to-hit numbers or chances of an open combat are run."""
    cases = load(ROOT / "tests" / "cases" / "italia")
    given = [dict(c.given) for c in cases if c.given.get("ask") == "combat"]
    plain = [
        g
        for g in given
        if not ({"dice", "first"} & set(g) or g["attacker"].get("hurt") or g["defender"].get("hurt"))
    ]
    assert len(plain) >= 3
    for question, told in some(zip(plain, in_a_browser([_whole(g) for g in plain]), strict=True)):
        assert agree(json.loads(json.dumps(answer(question))), told), question


def _whole(given: dict[str, Any]) -> dict[str, Any]:
    return {"ground": "normal", "city": False, **given}


def shown(query: dict[str, str], **headers: str) -> str:
    return Client().get(reverse("campaigns:italia-lookup"), query, headers=headers).content.decode()


def test_10_2_the_page_tells_numbers_with_their_reasons_to_everybody() -> None:
    page = shown({**FIGHT, "lang": "en"})
    assert "highland" in page and "city" in page and "10.3" in page and "10.6" in page
    assert "After combat round" in page and "%(" not in page and "style=" not in page


def test_10_7_a_raid_needs_one_hit_and_knows_no_modifiers() -> None:
    """The chances of a raid equal a count by hand. Two infantry succeed in 1 - 0.6 x 0.6 of all cases. An
    elephant hits on 5 on any ground and so misses in 4 of 10.
    """
    raid = {
        "a.infantry": "2",
        "a.leaders": "2",
        "d.elephant": "1",
        "ground": "marsh",
        "city": "1",
        "raid": "1",
    }
    told = answer(facts(raid))["raid"]
    assert agree(told, {"succeeds": 0.64, "lost": [0.4, 0.6, 0.0], "left": 1.4})
    page = shown({**raid, "lang": "en"})
    assert "64.0%" in page and "one hit is enough" in page and "After combat round" not in page
    knights = answer(facts({"a.knight": "1", "d.elephant": "1", "raid": "1"}))["raid"]
    assert agree(knights["lost"], [0.4, 0.6])  # a hit unit is lost because it cannot leave (14.2)


def test_the_page_speaks_italian_and_asks_no_account() -> None:
    page = shown({**FIGHT, "lang": "it"})
    assert "Dopo il giro" in page and 'lang="it"' in page and "Log out" not in page


def test_looking_up_asks_the_database_nothing(db: None, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert "After combat round" in shown({**FIGHT, "lang": "en"})


def test_numbers_out_of_bounds_count_as_none_and_nobody_to_fight_is_asked_for() -> None:
    assert facts({"a.legion": "99", "d.infantry": "-1", "ground": "moon"})["attacker"]["units"] == {}
    page = shown({"a.legion": "3", "lang": "en"})
    assert "After combat round" not in page and "both sides" in page


def test_what_is_kept_for_later_names_every_file_and_changes_with_the_script() -> None:
    worker = Client().get(reverse("campaigns:italia-worker"))
    body = worker.content.decode()
    assert worker["Content-Type"].startswith("text/javascript") and SCRIPT in body
    data = Client().get(reverse("campaigns:italia-data")).json()
    assert data["rules"]["modifiers"]["city"]["rule"] == "10.6" and data["words"]["en"] != data["words"]["it"]

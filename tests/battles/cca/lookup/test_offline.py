"""The offline script, run by Node, answers public cases and random questions exactly as the server does."""

from __future__ import annotations

import dataclasses
import json
import random
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from battles.cca.answers.lookup import fight_out, resolve, schema
from battles.cca.lookup import answer_rows
from battles.cca.lookup.data import data, rules
from battles.cca.lookup.form import question
from battles.cca.rules.cards import CARDS
from battles.cca.rules.combat.situation import BLOCKED, LEADERS, MODES
from battles.cca.rules.terrain.terrain import TERRAIN
from battles.cca.rules.units import LEADER, SPECIALS, UNITS
from engine.cases import load
from engine.game import BadScenario
from tests.found import some
from tests.nodejs import needs_node

ROOT = Path(__file__).parents[4]
UNREAD = {"not_one_of", "unknown_field", "missing_field", "not_an_object", "not_yes_or_no"}
ROLLS = [random.Random(9).randrange(6) for _ in range(97)]


def node(**sent: Any) -> Any:
    script = str(Path(__file__).parent / "compare.js")
    done = subprocess.run(
        ["node", script, str(ROOT / "static" / "lookup" / "cca.js")],
        input=json.dumps(sent),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def server(asked: dict[str, Any], language: str) -> Any:
    """Return the server's answer, or None for a question that it cannot read (which no form sends)."""
    rolls = cycle(ROLLS)
    with translation.override(language):
        try:
            found = resolve(asked)
            fought = fight_out(asked, lambda: 1 + next(rolls))
        except BadScenario as bad:
            if {mistake.code for mistake in bad.mistakes} & UNREAD:
                return None
            return {"mistakes": sorted([m.path.removeprefix("$."), m.code] for m in bad.mistakes)}
        return {
            "chances": rounded(found),
            "fates": json.loads(json.dumps([dataclasses.asdict(one) for one in answer_rows.fates(found)])),
            "throws": [[purpose, [str(face) for face in faces]] for purpose, faces in fought.throws],
            "results": answer_rows.results(fought),
        }


def rounded(value: Any) -> Any:
    """Round chances to nine decimal places. ``value``: one chance, or nested dictionaries of chances."""
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    return round(float(Fraction(value)), 9)


def compared(questions: list[dict[str, Any]], language: str) -> Iterator[tuple[Any, Any, Any]]:
    """Yield each readable question with the server's answer and the script's."""
    pairs = [(asked, told) for asked in questions if (told := server(asked, language)) is not None]
    sent = [{name: value for name, value in one.items() if name != "ask"} for one, _ in pairs]
    found = node(
        rules=rules(), texts=data()["texts"][language], language=language, questions=sent, rolls=ROLLS
    )
    for (asked, told), answer in zip(pairs, found["answers"], strict=True):
        if "chances" in answer:
            answer["chances"] = rounded(answer["chances"])
        else:
            answer["mistakes"].sort()
        yield asked, told, answer


def fighter(luck: random.Random, types: tuple[str, ...]) -> dict[str, Any]:
    """Draw a random fighter. Each fact other than its type is given with a chance of one in four."""
    facts: dict[str, Any] = {
        "blocks": lambda: luck.randint(1, 4),
        "full": lambda: luck.random() < 0.5,
        "leader": lambda: luck.choice(LEADERS),
        "supported": lambda: True,
        "terrain": lambda: luck.choice(tuple(TERRAIN)),
        "covered": lambda: True,
        "moved": lambda: luck.randint(0, 4),
        "room": lambda: luck.randint(0, 3),
        "blocked": lambda: luck.choice(BLOCKED),
        "refuge": lambda: luck.randint(0, 3),
        "marshes": lambda: luck.randint(0, 3),
        "special": lambda: luck.choice(SPECIALS),
    }
    return {"type": luck.choice(types)} | {
        name: make() for name, make in facts.items() if luck.random() < 0.25
    }


def combat(luck: random.Random) -> dict[str, Any]:
    asked: dict[str, Any] = {
        "ask": "combat",
        "attacker": fighter(luck, tuple(UNITS)),
        "target": fighter(luck, (*UNITS, LEADER)),
    }
    facts: dict[str, Any] = {
        "mode": lambda: luck.choice(MODES),
        "card": lambda: luck.choice(tuple(CARDS)),
        "bonus": lambda: True,
        "evade": lambda: True,
        "first_strike": lambda: True,
        "battle_back": lambda: False,
        "ignore": lambda: luck.randint(0, 2),
        "ignore_back": lambda: luck.randint(0, 2),
    }
    return asked | {name: make() for name, make in facts.items() if luck.random() < 0.25}


@needs_node
def test_the_public_cases() -> None:
    """The page's script, run by Node, answers every public case about a combat as the server does."""
    cases = [dict(case.given) for case in load(ROOT / "tests" / "cases" / "cca")]
    known = set(schema()["oneOf"][0]["properties"]) - {"ask"}
    asked = [{"ask": "combat"} | {k: v for k, v in one.items() if k in known} for one in cases]
    found = list(compared([one for one in asked if {"attacker", "target"} <= one.keys()], "it"))
    assert len(found) > 100
    for asked, told, answer in found:
        assert answer == told, asked


@needs_node
@pytest.mark.parametrize("language", ["en", "it"])
def test_random_combats(language: str) -> None:
    luck = random.Random(language)
    found = list(compared([combat(luck) for _ in range(600)], language))
    assert sum("chances" in told for _, told, _ in found) > 150
    assert {code for _, told, _ in found for _, code in told.get("mistakes", ())} > {
        "not_a_number",
        "cannot_evade",
        "moved_too_far",
        "no_missiles",
    }
    for asked, told, answer in some(found):
        assert answer == told, asked


@needs_node
def test_an_address_is_read_alike() -> None:
    addresses = [
        "attacker.type=auxilia&target.type=elephant&attacker.blocks=&lang=it&mode=ranged",
        "attacker.type=warrior&attacker.supported=true&battle_back=false&ignore=0&target.room=2",
    ]
    entries = [[pair.split("=") for pair in address.split("&")] for address in addresses]
    read = node(rules=rules(), texts=data()["texts"]["en"], language="en", entries=entries)["questions"]
    assert [{"ask": "combat", **one} for one in read] == [question(dict(pairs)) for pairs in entries]

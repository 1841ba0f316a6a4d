"""The offline page gives the same answers as the server, for every pair of types and every flag; run by
Node.
"""

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from battles.dba.answers import lookup
from battles.dba.lookup.data import rules
from battles.dba.rules.relevance import chips
from battles.dba.rules.situation import MODES, Situation
from battles.dba.rules.troops import TYPES
from battles.dba.rules.validate import mistakes
from engine.cases import load
from engine.game import BadScenario
from tests.battles.dba.lookup import node
from tests.battles.dba.samples import build, random_situations, vary
from tests.found import some
from tests.nodejs import needs_node

ROOT = Path(__file__).parents[4]
CORE = ROOT / "static" / "lookup" / "dba.js"


def ask_the_browser(situations: Iterable[Situation], dice: random.Random) -> list[tuple[Any, Any]]:
    """Return the answers of the server and of the script for each situation."""
    asked = [(s, [dice.randint(1, 6), dice.randint(1, 6)]) for s in situations]
    questions = [{"situation": lookup.write(s), "dice": rolled} for s, rolled in asked]
    answers = node.run("compare.js", {"rules": rules(), "questions": questions}, str(CORE))
    return [(server(s, rolled), told) for (s, rolled), told in zip(asked, answers, strict=True)]


def server(s: Situation, rolled: list[int]) -> dict[str, Any]:
    wrong = [[m.path, m.code] for m in mistakes(s)]
    if wrong:
        return {"mistakes": wrong}
    answer = lookup.answer(s, (rolled[0], rolled[1]))
    del answer["situation"]
    offered = [[c.side, c.field, list(c.options)] for c in chips(s)]
    return json.loads(json.dumps({"mistakes": [], "chips": offered, "answer": answer}))


def same(server: Any, browser: Any) -> bool:
    """Return whether two answers are equal, ignoring the order of mistakes and of pairs of fates."""
    for told in (server, browser):
        told["mistakes"].sort()
        if "answer" in told:
            told["answer"]["odds"]["joint"].sort()
    return bool(server == browser)


@needs_node
def test_every_pair_of_types() -> None:
    pairs = [build(mode, a, b, {}) for mode in MODES for a in TYPES for b in TYPES]
    for told, browser in some(ask_the_browser(pairs, random.Random(1))):
        assert same(told, browser)


@needs_node
def test_every_fact() -> None:
    """The offline script gives the server's answer in thousands of random situations. Each is compared as
    drawn, and again with one more fact that may make it impossible.
    """
    dice = random.Random(2)
    situations = [s for base in random_situations(2000, 3) for s in (base, vary(base, dice))]
    for told, browser in some(ask_the_browser(situations, dice)):
        assert same(told, browser)


def asked_of_the_look_up() -> list[tuple[str, Situation, list[int]]]:
    """Return the public cases whose situation is possible, each with its number, its situation and its dice.
    A case without dice gets any two.
    """
    found = []
    for case in load(ROOT / "tests" / "cases" / "dba"):
        if {"a", "b"} <= set(case.given):
            try:
                s, dice = lookup.read({k: v for k, v in case.given.items() if k != "comparison"})
            except BadScenario:
                continue
            found.append((case.number, s, list(dice or (3, 4))))
    return found


@needs_node
def test_the_public_cases() -> None:
    """The page's script, run by Node, answers every public case about a combat as the server does."""
    cases = asked_of_the_look_up()
    assert len(cases) > 250
    questions = [{"situation": lookup.write(s), "dice": rolled} for _, s, rolled in cases]
    answers = node.run("compare.js", {"rules": rules(), "questions": questions}, str(CORE))
    for (number, s, rolled), told in zip(cases, answers, strict=True):
        assert same(server(s, rolled), told), number


STRANGE: list[dict[str, Any]] = [
    {"active": "c"},
    {"a_going": "lava"},
    {"b_post": "moon"},
    {"a_behind": "Orcs"},
    {"a_room": "plenty"},
    {"b_obstacle": "dragon"},
    {"a_flight": "up"},
    {"b_pursuit": "never"},
    {"a_depth_mm": 5},
    {"a_extra_shooters": 12},
    {"b_overlaps": -1},
    {"a_flank_contacts": -1, "a_overlaps": 3},
]


@needs_node
@pytest.mark.parametrize("strange", STRANGE, ids=str)
def test_the_offline_page_refuses_unknown_values(strange: dict[str, Any]) -> None:
    """A hand-written URL is refused offline too, for the same reasons."""
    s = build("close", "Kn", "Sp", strange)
    assert mistakes(s)
    for told, browser in ask_the_browser([s], random.Random(4)):
        assert same(told, browser)

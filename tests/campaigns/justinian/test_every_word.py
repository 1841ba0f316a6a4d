"""Everything that the rules can report has a sentence in both languages."""

from __future__ import annotations

import dataclasses
import importlib
import re
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from campaigns.justinian.rules.chapters import ACTIONS, EVENTS, ORDER_KINDS
from campaigns.justinian.rules.scenario import options
from campaigns.justinian.rules.scenario.loading import NAMING, builtin, load
from campaigns.justinian.rules.system import JUSTINIAN
from campaigns.justinian.wording import JustinianWording
from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import ALL, Chapter, DecisionText, DuplicateText, register
from engine.codec import tag_of
from engine.dice import Seeded
from engine.game import BadScenario, Mistake, Refusal
from tests.found import some

RULES = Path(__file__).resolve().parents[3] / "campaigns/justinian/rules"
FILES = RULES.parent / "wording"
SOURCE = "\n".join(p.read_text(encoding="utf-8") for p in sorted(RULES.rglob("*.py")))
SCENARIO = builtin()
WORDING = JustinianWording(SCENARIO)


def played(seed: int, steps: int = 400) -> list[dict[str, Any]]:
    """Return the events of a game that the bot plays against itself."""
    rules = JUSTINIAN.open(SCENARIO, {"setup": "suggested"})
    step = rules.setup(Seeded(b"pages", f"game {seed}", 0))
    told = list(step.events)
    state = step.state
    for number in range(1, steps):
        decision = rules.decision(state)
        if decision is None:
            break
        action = rules.bot(state, decision.seat, Seeded(b"bot", f"game {seed}", number))
        step = rules.apply(state, decision.seat, action, Seeded(b"pages", f"game {seed}", number))
        state = step.state
        told.extend(step.events)
    return [JUSTINIAN.codec.write(e) for e in told]


def test_every_event_has_a_sentence() -> None:
    kinds = {tag_of(cls) for cls in EVENTS}
    assert kinds == set(ALL.events) | set(ALL.told)
    assert not set(ALL.events) & set(ALL.told)


def test_every_kind_of_action_has_a_label() -> None:
    assert {tag_of(cls) for cls in ACTIONS} == set(ALL.labels)


def test_every_refusal_has_a_sentence() -> None:
    codes_of_rules = set(re.findall(r"refuse\(\s*(?:[^,()]|\([^()]*\))+,\s*\"([a-z_]+)\"", SOURCE))
    assert len(codes_of_rules) > 50
    assert codes_of_rules - set(ALL.refusals) == set()


def test_every_decision_and_every_die_is_worded() -> None:
    kinds = set(re.findall(r"Ask\(\s*[^\"()]*(?:\([^()]*\))?[^\"()]*\"([a-z_]+)\"", SOURCE))
    assert "maintenance" in kinds
    assert kinds - set(ALL.decisions) == set()
    purposes = set(re.findall(r"d10s?\(\s*(?:[a-z_.\d]+,\s*)?\"([a-z_]+)\"", SOURCE))
    assert "movement" in purposes
    assert purposes - set(ALL.throws) == set()


def test_every_field_is_worded() -> None:
    names = {f.name for cls in ACTIONS for f in dataclasses.fields(cls)}
    assert names - set(ALL.fields) == set()


def test_every_mistake_of_a_scenario_is_worded() -> None:
    reading = "".join(p.read_text(encoding="utf-8") for p in sorted(RULES.glob("scenario/*.py")))
    found = set(re.findall(r"fault\(\s*(?:f?\"[^\"]*\"|[a-z_]+),\s*\"([a-z_0-9]+)\"", reading))
    found |= set(re.findall(r"wrong\(\s*\"([a-z_0-9]+)\"", reading))
    shared = (RULES.parents[2] / "engine/reading.py").read_text(encoding="utf-8")
    found |= set(re.findall(r"(?:wrong|_lacks)\(\s*\"([a-z_0-9]+)\"", shared)) - {"too_many"}
    found |= {NAMING.missing, NAMING.text, NAMING.number, NAMING.flag, NAMING.choice, NAMING.no_choice}
    found |= {options.NAMING.number, options.NAMING.choice, "unknown_option", "unknown_province"}
    assert len(found) > 30
    assert found - set(ALL.mistakes) == set()


def test_every_standing_order_is_worded_for_people() -> None:
    for kind in some(ORDER_KINDS):
        assert ALL.orders[kind.decision].title and ALL.orders[kind.decision].help
        suggested = WORDING.order_suggested(kind)
        assert set(suggested) == {f.name for f in kind.fields}
        said = {WORDING.order_tonight(kind, values) for values in (None, suggested)}
        for one in kind.fields:
            for option in getattr(one, "options", ()):
                said.add(WORDING.order_tonight(kind, {**suggested, one.name: option.value}))
                assert one.name == "dice" or option.value in ALL.policies
        assert len(said) >= 2 and all("%(" not in text for text in said)


def test_every_question_that_may_have_hours_of_its_own_is_one_that_comes() -> None:
    """A deadline can be set only for kinds of decisions that occur. The order "segments" covers several
    decisions but is not a decision itself, so no calendar lists it.
    """
    asked = {kind.decision for kind in ORDER_KINDS if kind.asked}
    assert asked and asked <= set(ALL.decisions) and "segments" not in asked


@pytest.mark.parametrize("language", ["en", "it"])
def test_whole_games_are_told_without_a_gap(language: str) -> None:
    with translation.override(language):
        lines = [(e, WORDING.event(e)) for seed in (1, 2) for e in played(seed)]
    assert all(text and "%(" not in text and "_" not in text for _event, text in lines)
    spoken = {str(e[k]) for e, _text in lines for k in ("reason", "what", "status") if k in e}
    assert spoken <= set(ALL.codes)


def test_italian_is_another_language() -> None:
    event = {
        "kind": "army_moved",
        "army": "oriens",
        "origin": "osrhoene",
        "to": "mesopotamia",
        "mp": 1,
        "left": 3,
    }
    with translation.override("en"):
        assert WORDING.event(event) == (
            "The Army of the East marches from Osrhoene to Mesopotamia (1 MP, 3 left)."
        )
    with translation.override("it"):
        assert (
            WORDING.event(event) == "L'Armata d'Oriente marcia da Osroene a Mesopotamia (1 MP, ne restano 3)."
        )


def test_names_stand_with_their_articles_and_in_their_number() -> None:
    moors = {"kind": "army_moved", "army": "moors_leader", "origin": "moors_box", "to": "numidia"}
    bribe = {"kind": "bribe_paid", "power": "slavs", "gold": 0}
    with translation.override("it"):
        told = WORDING.event({**moors, "mp": 1, "left": 2})
        assert told == "I Mori marciano dalla casella dei Mori a Numidia (1 MP, ne restano 2)."
        assert WORDING.event(bribe) == "Bisanzio non offre oro agli Slavi."
        assert WORDING.event({**bribe, "gold": 6}) == "Bisanzio paga 6 G agli Slavi."
    with translation.override("en"):
        assert WORDING.event(bribe) == "Byzantium offers no gold to the Slavs."
        assert WORDING.event({"kind": "side_set_up", "seat": "barbarian"}) == (
            "The forces of the Barbarians are in place."
        )


def test_a_refusal_says_what_to_do() -> None:
    refusal = Refusal("5.2", "not_enough_gold", needed=25, gold=3)
    with translation.override("it"):
        assert WORDING.refusal(refusal) == "Costa 25 G; il tesoro ne ha 3."


def test_a_mistake_of_a_file_is_told_in_words() -> None:
    raw = builtin()
    raw["provinces"][0]["revenue"] = 7
    with pytest.raises(BadScenario) as told:
        load(raw)
    with translation.override("en"):
        texts = [WORDING.mistake(m) for m in told.value.mistakes]
    assert texts == ["A revenue of 15 G is stated; the provinces bring 19."]
    assert WORDING.mistake(Mistake("$", "never_heard_of"))


def test_unknown_ids_are_readable_and_no_error() -> None:
    names = Names({})
    assert names.anything("army:lost_legion") == "Lost legion"
    assert names.place("atlantis") == "Atlantis"


def test_words_of_two_files_for_the_same_code_are_an_error() -> None:
    with pytest.raises(DuplicateText, match="decisions: bribe"):
        register(Chapter(decisions={"bribe": DecisionText("Again?", title="Again")}))
    with pytest.raises(DuplicateText, match="values: .*battles"):
        register(Chapter(values={("battles", "table"): "again"}))
    assert str(ALL.decisions["bribe"].title) != "Again"


def test_every_file_of_words_is_entered() -> None:
    """Each file has a ``WORDS`` mapping, which is part of the complete one."""
    files = [p for p in FILES.rglob("*.py") if "\nWORDS = Chapter(" in p.read_text(encoding="utf-8")]
    assert len(files) > 20
    for path in files:
        name = ".".join(path.relative_to(FILES).with_suffix("").parts)
        chapter = importlib.import_module(f"campaigns.justinian.wording.{name}").WORDS
        for one in dataclasses.fields(Chapter):
            own, everybody = getattr(chapter, one.name), getattr(ALL, one.name)
            assert all(everybody.get(code) is text for code, text in own.items()), (name, one.name)

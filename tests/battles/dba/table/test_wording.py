"""Every code of the table's rules has a sentence that contains all known facts."""

import ast
from dataclasses import fields
from pathlib import Path

import pytest
from django.utils.translation import override

from battles.dba.rules.board.aiming import ASKED
from battles.dba.rules.board.events import BOARD_EVENTS
from battles.dba.rules.sections import SECTIONS
from battles.dba.rules.table import events
from battles.dba.rules.table.rules import _SECTIONS
from battles.dba.rules.table.scenario import NAMING
from battles.dba.wording import _CHOICES, DbaWording
from battles.dba.wording import events as dba_events
from battles.dba.wording import phrases as dba_texts
from battles.dba.wording import table_texts as texts
from engine.codec import tag_of
from engine.game import Refusal
from tests.battles.dba.table.table import TWELVE, a_table, an_army
from tests.found import some

RULES = Path("battles/dba/rules/table")


def calls(name):
    """Yield (rule, code) for every call of the function with this name whose first two arguments are
    literals.
    """
    for path in sorted(RULES.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                values = [a.value for a in node.args[:2] if isinstance(a, ast.Constant)]
                if len(values) == 2:
                    yield tuple(values)


def noted():
    """Return the mistake codes of the scenario's reader, plus those shared by all readers."""
    yield from (name for name in vars(NAMING).values() if isinstance(name, str) and name)
    for path in (RULES / "scenario.py", Path("engine/reading.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in (
                "note_mistake",
                "with_code",
                "_note_fault",
            ):
                yield from (code.value for code in node.args[:1] if isinstance(code, ast.Constant))


def test_every_refusal_has_a_text_and_a_section():
    found = set(calls("IllegalAction")) | set(calls("InvalidAction"))
    assert len(found) > 40
    for rule, code in found:
        assert code in texts.REFUSALS or code in dba_texts.MISTAKES, code
        assert rule == "" or rule in SECTIONS, rule


def test_every_mistake_of_a_scenario_has_a_text():
    from games.wording.generic import form_text

    assert {"one_general", "number_range", "missing_code"} <= set(noted())
    unused = {"not_a_range", "not_a_point", "repeated_id"}  # DBA scenarios never use these
    unused |= {NAMING.value, NAMING.allowed}  # used by correctable facts, not by scenarios
    for code in {code for _path, code in some(calls("Mistake"))} | set(noted()) - unused:
        assert code in texts.MISTAKES or form_text(code, {}), code


def test_every_event_has_a_sentence():
    assert {tag_of(event) for event in (*events.EVENTS, *BOARD_EVENTS)} == set(dba_events.EVENTS)


def test_every_phase_has_its_words():
    assert set(_SECTIONS) == set(texts.PHASES)
    asked = {f"dba_{phase}" for phase in texts.PHASES if phase != "over"}
    assert asked | {ASKED} == set(texts.DECISIONS)


def test_every_reminder_has_a_text_and_a_section():
    source = (RULES / "reminders.py").read_text("utf-8")
    pairs = [
        (n.value.elts[0].value, n.value.elts[1].value)
        for n in ast.walk(ast.parse(source))
        if isinstance(n, ast.Yield) and isinstance(n.value, ast.Tuple)
    ]
    assert len(pairs) > 20
    assert {code for code, _ in pairs} == set(texts.REMINDERS)
    assert {rule for _, rule in pairs} <= set(SECTIONS)


def test_every_choice_has_a_label_and_every_field_a_name():
    rules = a_table(quick=False)
    state = rules.setup(None).state
    for choice in some(rules.choices(state, "red")):
        assert choice.kind in _CHOICES
        assert all(field.name in texts.FIELDS for field in choice.fields)


@pytest.mark.parametrize("code", sorted(texts.REFUSALS))
def test_refusals_are_worded_with_names_not_ids(code):
    game = {"armies": {"red": an_army("r", *TWELVE), "blue": an_army("b", *TWELVE)}}
    text = DbaWording(game).refusal(
        Refusal("pips", code, element="r3", cost=3, left=1, number=5, piece="woods")
    )
    assert "%(" not in text and "r3" not in text


def test_the_loss_of_an_element_names_it():
    game = {"armies": {"red": an_army("r", *TWELVE), "blue": an_army("b", *TWELVE)}}
    assert {f.name for f in fields(events.ElementLost)} == {"element", "seat", "cause", "counts"}
    event = {"kind": "element_lost", "element": "r3", "seat": "red", "cause": "destroyed", "counts": True}
    with override("en"):
        assert DbaWording(game).event(event) == "Sp 3 (r) is lost: destroyed."  # "(r)" is the army's name


def test_the_chronicle_is_headed_by_bounds_and_the_setting_up_before_them() -> None:
    with override("it"):
        assert [DbaWording().turn(number) for number in (0, 3)] == ["Preparazione", "Turno 3"]

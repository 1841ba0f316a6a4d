"""Every event, choice and decision has its sentence in both languages."""

import pytest
from django.utils import translation

from battles.schiere.rules.chapters import ACTIONS, CODEC, EVENTS
from battles.schiere.rules.system import SCHIERE
from battles.schiere.wording import SchiereWording
from engine.codec import tag_of
from engine.dice import Seeded
from engine.game import Refusal
from games.wording.generic import readable
from kit.rules.decisions import Action, Event
from tests.found import some


def ours(kinds: tuple[type[Action], ...] | tuple[type[Event], ...]) -> list[str]:
    return sorted(tag_of(kind) for kind in kinds)


@pytest.mark.parametrize("kind", ours(EVENTS))
def test_events_have_sentences(kind: str) -> None:
    assert SchiereWording.find_sentence("EVENTS", kind) is not None


@pytest.mark.parametrize("kind", ours(ACTIONS))
def test_actions_have_labels(kind: str) -> None:
    assert SchiereWording.find_sentence("CHOICES", kind) is not None


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_whole_battle_is_told(language: str) -> None:
    rules = SCHIERE.open(SCHIERE.scenario("open_field"), {"points": "20", "turns": "6"})
    wording = SchiereWording()
    told: set[str] = set()
    with translation.override(language):
        step, number = rules.setup(Seeded(b"", "told", 0)), 0
        while (pending := rules.pending(step.state)) and number < 120:
            for decision in pending:
                assert wording.decision(decision) and wording.decision_for_others(decision)
                for choice in rules.choices(step.state, decision.seat):
                    assert wording.choice(choice)
            number += 1
            dice = Seeded(b"", "told", number)
            step = rules.apply(step.state, pending[0].seat, pending[0].default, dice)
            told |= {wording.event(CODEC.write(event)) for event in step.events}
    words = ("Cartagine", "turno 2") if language == "it" else ("Carthage", "Turn 2")
    assert all(any(word in line for line in told) for word in words)


def test_kinds_of_units_have_names_in_the_form_of_the_army() -> None:
    wording = SchiereWording()
    with translation.override("it"):
        assert wording.value("units", "punic_foot") == "fanteria punica, celtibera e gallica"
        assert wording.value("units", "heavy_cavalry") == "cavalleria pesante"


def test_variants_are_told_in_words() -> None:
    for option in some(SCHIERE.options()):
        assert SchiereWording.find_sentence("FIELDS", option.name) is not None, option.name
        for value in (str(one.value) for one in getattr(option, "options", ())):
            assert value.isdigit() or SchiereWording().value(option.name, value) != value


def test_standing_orders_are_told_in_italian_too() -> None:
    rules = SCHIERE.open(SCHIERE.scenario("open_field"), {})
    fields = [field for kind in rules.order_kinds("rome") for field in kind.fields]
    with translation.override("it"):
        for field in some(fields):
            assert (
                SchiereWording.find_sentence("FIELDS", field.name)
                or SchiereWording().field(field.name) != field.name
            )
            for value in (one.value for one in getattr(field, "options", ())):
                assert SchiereWording().value(field.name, value) not in (value, readable(value)), value


def test_a_refusal_says_what_to_do() -> None:
    said = SchiereWording().refusal(Refusal("chief", "out_of_command"))
    assert "commander in chief nearer" in said


QUIET_KINDS = [
    *("buy", "place_camp", "assign_orders", "lay_order", "end_action"),
    *("shoot", "let_pass", "lay", "leave_to", "hold_ground"),
]


@pytest.mark.parametrize("kind", QUIET_KINDS)
def test_decisions_without_an_event_are_told(kind: str) -> None:
    action = {"kind": kind, "units": ["r1"], "target": "c1", "order": "sword2", "at": "i1"}
    told = SchiereWording().quiet(action, "rome")
    assert told and "sword" not in told and "i1" not in told  # neither the order nor the camp is given away
    with translation.override("it"):
        assert SchiereWording().quiet(action, "rome") != told


def test_a_card_and_a_policy_for_cards_are_told_alike() -> None:
    wording = SchiereWording()
    laid = wording.quiet({"kind": "lay", "card": "sword3"}, "carthage")
    assert laid == wording.quiet({"kind": "leave_to", "policy": "net"}, "carthage")

"""A random event without effect says so in the news and in the chronicle (9.0)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from campaigns.annals.chronicle import account
from campaigns.annals.story import Beat, Step
from campaigns.justinian.pages.annals import sentences
from campaigns.justinian.pages.news import brief
from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import Garrison, State
from campaigns.justinian.rules.system import JUSTINIAN
from campaigns.justinian.rules.turn.random_events import resolve_event, revolt
from campaigns.justinian.wording import JustinianWording
from campaigns.justinian.wording.headlines import headline
from campaigns.justinian.wording.names import Names
from engine.dice import Scripted
from tests.campaigns.justinian.begun import opened
from tests.found import some

NAMES = Names(builtin())
LOYAL = "No garrison or fleet is unpaid, so none deserts."


def struck(name: str, *dice: int, **changes: Any) -> list[dict[str, Any]]:
    """Return the events of a random event in the opening position with these changes."""
    rules, state = opened()
    play = Play(Position(rules.setting, replace(state, **changes)), Scripted(list(dice)))
    if name in ("armenia", "egypt"):
        revolt(play)
    else:
        resolve_event(play, name, 0)
    return [JUSTINIAN.codec.write(event) for event in play.events]


def told(events: list[dict[str, Any]], language: str = "en") -> tuple[str, str]:
    """Return the news, and every line of the chronicle, as text."""
    with translation.override(language):
        step = Step(None, [Beat(event) for event in events])
        step.line = type("Line", (), {"seat": "barbarian"})
        return " ".join(brief(events, NAMES)), " ".join(
            line.text
            for line in account(step, lambda told: sentences(told, NAMES), JustinianWording.throw).lines
        )


def guarded(sort: str) -> State:
    """Return a state in which troops guard every province where this revolt could break out."""
    rules, state = opened()
    there = [p.id for p in rules.setting.scn.provinces.values() if sort in p.groups]
    armies = {
        **state.armies,
        **{f"guard_{p}": replace(state.armies["oriens"], id=f"guard_{p}", at=p) for p in there},
    }
    return replace(state, armies=armies)


def test_5_25_a_mutiny_of_nobody_says_that_nobody_is_unpaid() -> None:
    for text in some(told(struck("mutiny"))):
        assert text == f"Random event: mutiny. {LOYAL}"
    assert "senza paga: non diserta nessuno" in told(struck("mutiny"), "it")[0]


def test_5_25_a_mutiny_of_somebody_tells_who_stayed_and_nothing_else() -> None:
    for text in some(told(struck("mutiny", 3, frontier={"scythia": Garrison(4, True)}))):
        assert "stay loyal" in text and LOYAL not in text


def test_9_0_court_politics_without_anybody_in_office() -> None:
    for text in some(told(struck("politics", cup=()))):
        assert "Nobody is recalled." in text


@pytest.mark.parametrize(("name", "face", "sort"), [("armenia", 4, "armenia"), ("egypt", 8, "egypt_revolt")])
def test_9_0_a_revolt_in_guarded_provinces_says_that_none_rises(name: str, face: int, sort: str) -> None:
    calm = struck(name, face, armies=guarded(sort).armies)
    assert [e["kind"] for e in calm] == ["revolt_rolled"]
    for text in some(told(calm)):
        assert "No province rises" in text
    for text in some(told(struck(name, face, armies={}, frontier={}))):
        assert "in revolt" in text and "No province rises" not in text


def test_two_events_in_the_news_are_not_taken_for_each_other() -> None:
    both = struck("mutiny") + struck("mutiny", 2, frontier={"scythia": Garrison(4, True)})
    text, _lines = told(both)
    assert text.count(LOYAL) == 1 and "desert to the last man" in text


def headed(events: list[dict[str, Any]], language: str = "en") -> str:
    drawn = {"kind": "power_drawn", "power": "gepids", "number": 67, "again": False}
    with translation.override(language):
        return headline("segment", "barbarian", 1, [*events, drawn], [], NAMES)


def test_9_0_the_headline_names_what_struck() -> None:
    assert headed(struck("epidemic")) == "Epidemic; the dice name the Gepids"
    assert headed(struck("epidemic"), "it") == "Epidemia; i dadi indicano i Gepidi"
    assert headed(struck("armenia", 4)) == "Revolt: Armenia; the dice name the Gepids"
    assert headed(struck("mutiny")) == "The dice name the Gepids"  # no unit was unpaid


def test_9_0_an_epidemic_is_told_in_a_line_for_each_power_and_its_ships() -> None:
    with translation.override("en"):
        lines = brief(struck("epidemic"), NAMES)
    for power in ("Byzantium", "Vandals", "Ostrogoths"):
        mine = [line for line in lines if line.startswith(power)]
        assert len([line for line in mine if "ships" in line]) == 1 and len(mine) <= 2
    lost = sum(e["sp"] for e in struck("epidemic") if e["kind"] == "sp_lost" and e["power"] == "byzantium")
    assert any(f"Byzantium: {lost} SP lost in" in line for line in lines)


def test_9_0_the_nika_riots_say_what_they_ask_for() -> None:
    with translation.override("en"):
        (line,) = brief([{"kind": "revolt_rolled", "revolt": "nika", "face": 0}], NAMES)
    assert "fewer than 15 SP of Byzantium are in Europa" in line

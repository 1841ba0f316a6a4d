"""A warning before a loss: the button that ends a movement, purchase or campaign states what it costs."""

from typing import Any

import pytest
from django.utils import translation

from campaigns.italia.answers.position import FIELDS, position
from campaigns.italia.rules.money.levy import begin_purchases
from campaigns.italia.rules.movement.ledger import Movement, ships_of
from campaigns.italia.rules.rules import ItaliaRules
from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.rules.war.campaign import Campaign
from campaigns.italia.wording import ItaliaWording
from engine.dice import Scripted
from engine.game import Choice
from engine.reading import Reader


def ending(kind: str, **facts: Any) -> Choice:
    """Return the choice that ends a nation's movement, levy or campaign. ``facts`` describe the position, the
    nation and the leader of a campaign.
    """
    nation, leader = facts.pop("nation"), facts.pop("leader", "")
    pos = position(Reader({"ask": "play", **facts}).only(f"ask {FIELDS}"))
    rules, play = ItaliaRules(pos.setting), Play(pos, Scripted([]))
    play.set(nation=nation)
    if kind == "levy":
        begin_purchases(play, nation)
    elif kind == "campaign":
        play.push(Campaign(nation, leader))
    else:
        play.push(Movement(nation, ships=ships_of(play.pos, nation), campaign=leader))
    rules.drive(play)
    choices = rules.choices(play.state, pos.seat(nation))
    return next(c for c in choices if c.kind in ("end_movement", "end_levy", "end_campaign"))


def said(choice: Choice) -> str:
    return ItaliaWording(ITALIA.scenario("italia1")).caution(choice)


CASES = [
    (
        "movement",
        {"nation": "samnites", "pieces": {"apulia": {"samnites": {"infantry": 5}}}},
        {"over": 2, "over_at": ["apulia"]},
    ),
    (
        "movement",
        {
            "nation": "cimbri",
            "round": 7,
            "pieces": {"helvetia": {"cimbri": {"infantry": 2}}},
            "leaders": {"boiorix": "helvetia"},
        },
        {"entry_area": 3, "entry_area_at": ["helvetia"]},
    ),
    (
        "movement",
        {
            "nation": "romans",
            "pieces": {"apulia": {"romans": {"legion": 1}, "samnites": {"infantry": 1}}},
            "nations": {"samnites": {"overlord": "romans"}},
        },
        {"friends_area": 1, "friends_area_at": ["apulia"]},
    ),
    (
        "campaign_move",
        {
            "nation": "romans",
            "leader": "fabius",
            "round": 2,
            "pieces": {"roma": {"romans": {"legion": 9}}},
            "leaders": {"fabius": "roma"},
        },
        {"idle": 1},
    ),
    (
        "levy",
        {
            "nation": "samnites",
            "pieces": {"apulia": {"samnites": {"infantry": 1}}},
            "nations": {"samnites": {"gold": 13}},
        },
        {"gold_lost": 3},
    ),
    (
        "campaign",
        {
            "nation": "romans",
            "leader": "fabius",
            "round": 2,
            "pieces": {"roma": {"romans": {"legion": 2}}},
            "leaders": {"fabius": "roma"},
            "nations": {"romans": {"gold": 12}},
        },
        {"gold_lost": 2},
    ),
]


def _where(lost: dict[str, Any]) -> list[str]:
    return [at for why, areas in lost.items() if why.endswith("_at") for at in areas]


@pytest.mark.parametrize(("kind", "facts", "lost"), CASES)
def test_it_says_what_would_be_lost(kind: str, facts: dict[str, Any], lost: dict[str, int]) -> None:
    found = ending(kind, **facts)
    assert dict(found.facts) == lost
    english = said(found)
    assert english
    assert all(ItaliaWording(ITALIA.scenario("italia1")).names.place(at) in english for at in _where(lost))
    with translation.override("it"):
        assert said(found) not in ("", english)


@pytest.mark.parametrize("kind", ["movement", "levy"])
def test_no_warning_appears_if_nothing_would_be_lost(kind: str) -> None:
    pieces = {"apulia": {"samnites": {"infantry": 3}}}
    assert not said(ending(kind, nation="samnites", pieces=pieces, nations={"samnites": {"gold": 10}}))

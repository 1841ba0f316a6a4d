"""Cards, chances and dominance on the page."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils import translation

from campaigns.italia.answers.combat import read
from campaigns.italia.forecast.by_round import by_round
from campaigns.italia.forecast.combat import summary, to_the_end
from campaigns.italia.pages import card, dominion, heraldry, odds
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.state import Holdings
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording.names import Names
from engine.dice import Seeded


def begun(name: str = "italia1") -> Position:
    rules = ITALIA.open(ITALIA.scenario(name), {})
    return rules.position(rules.setup(Seeded(b"panels", "setup", 0)).state)


def names(name: str = "italia1") -> Names:
    return Names(ITALIA.scenario(name))


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("name", ["italia1", "italia2"])
def test_every_card_is_told_in_words_and_says_what_is_our_reconstruction(name: str, language: str) -> None:
    pos, raw = begun(name), ITALIA.scenario(name)
    with translation.override(language):
        found = [card.card(pos, raw, key, names(name)) for key in pos.scn.nations]
    told = [one for each in found if each for one in (*each.coming, *each.special, *each.submits)]
    assert len(found) == len(pos.scn.nations) and all(found) and len(told) > 60
    assert not [one.text for one in told if "%" in one.text or "_" in one.text]
    assert {one.ours for one in told} == {True, False}


def test_12_3_a_card_tells_of_a_campaign_in_its_round() -> None:
    pos = begun()
    with translation.override("en"):
        found = card.card(pos, ITALIA.scenario("italia1"), "carthaginians", names())
    assert found is not None
    assert "Campaign of Hannibal Barkas after its turn, 6 gold" in [
        c.text for c in found.coming if c.round == 6
    ]
    assert [c for c in found.soon if c.round == 6] == []


def test_12_5_a_subject_shows_its_tribute_and_what_would_free_it() -> None:
    pos = begun()
    has = {**pos.state.nations, "samnites": Holdings(overlord="romans", since=1)}
    bound = Position(pos.setting, replace(pos.state, nations=has))
    with translation.override("en"):
        (bond,) = dominion.bonds(bound, names())
    assert (bond.overlord, bond.since) == ("The Romans", 1) and bond.tribute > 0
    assert any("May revolt against the Romans" in text and "round 4" in text for text in bond.ends)


SIDE = heraldry.NOBODY
FIGHT = {
    "attacker": {"units": {"legion": 4}, "leaders": 1},
    "defender": {"units": {"infantry": 4}},
    "ground": "highland",
    "city": True,
}


def test_chances_of_a_page_are_those_of_the_exact_forecast() -> None:
    s, _top = read(FIGHT)
    exact = summary(to_the_end(s), Fraction(0))
    panel = odds.calculate_odds(odds.Panel("", "", "", SIDE, "", "", SIDE, "", True), s)
    assert panel.bars[0] == round(1000 * exact["attacker"])
    assert sum(panel.bars) in (999, 1000, 1001)
    assert [stage.number for stage in panel.stages] == [1, 2, 3, 4]


def test_after_each_round_the_chances_sum_to_one_and_the_fight_draws_to_its_end() -> None:
    s, _top = read(FIGHT)
    found = by_round(s, 6)
    assert all(abs(one.won + one.lost + one.nobody + one.open - 1) < 1e-9 for one in found)
    still = [one.open for one in found]
    assert still == sorted(still, reverse=True)
    assert found[0].attackers_left <= 4

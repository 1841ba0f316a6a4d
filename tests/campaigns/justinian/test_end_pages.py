"""The page of a finished campaign: no dead links, one count of provinces, and the meaning of the result."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from campaigns.justinian.pages.moments import moment
from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.rules.turn import victory
from campaigns.justinian.wording.events import sentence
from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import ALL
from games import services
from games.models import Game
from tests.campaigns.justinian.stored import page, stored

pytestmark = pytest.mark.django_db


def won(state: State) -> State:
    """Return a state in which only Byzantium is left and no province is in revolt."""
    mine = {a.id: a for a in state.armies.values() if a.power == "byzantium"}
    ships = {k: f for k, f in state.fleets.items() if f.power == "byzantium"}
    return replace(state, armies=mine, fleets=ships, detached={}, markers={}, treasuries={})


def ended(
    reason: str = "last_turn",
    victor: str = "barbarian",
    before: Callable[[State], State] = lambda state: state,
) -> Game:
    def change(state: State) -> State:
        return replace(before(state), turn=10, ended=reason, victor=victor, stack=())

    game = stored(change)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ENDED)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("seat", ["byzantium", "barbarian", ""])
def test_every_link_within_the_page_of_an_ended_campaign_leads_somewhere(seat: str) -> None:
    told = page(ended(), seat)
    links = set(re.findall(r'href="(?:\?[^"]*)?#([\w-]+)"', told))
    ids = set(re.findall(r'id="([\w-]+)"', told))
    assert {"over", "map"} <= links
    assert links <= ids
    assert {"over", "charts"} <= ids


def test_10_21_the_end_tells_when_a_prefecture_is_held_and_what_would_have_won() -> None:
    told = page(ended(), "barbarian")
    over = told[told.index('id="over"') : told.index("</section>", told.index('id="over"'))]
    assert ">The East<" in over and ">the East<" not in over
    assert "every City province" in over and "Byzantium wins with all five prefectures" in over
    assert re.search(r"Africa</span> .*?needed", over) and not re.search(
        r"Egypt</span>[^<]*<[^<]*needed", over
    )


def test_10_21_the_curve_of_provinces_counts_what_the_score_counts() -> None:
    """The chart's count of Byzantine provinces equals the final score. Neither counts Lazica, which belongs
    to no prefecture.
    """
    table: Any = services.table(ended())
    score = table.outcome().scores["provinces"]
    assert moment(Position(table.rules.setting, table.state))["owners"]["byzantium"] == score


def test_10_1_the_end_is_told_with_the_article_of_the_winner() -> None:
    names = Names(builtin())
    over = {"kind": "game_ended", "reason": "epidemic", "scores": {}}
    with translation.override("it"):
        lost = sentence({**over, "winner": "barbarian"}, names)
        won = sentence({**over, "winner": "byzantium"}, names)
    assert "la vittoria dei Barbari" in lost and "la vittoria di Bisanzio" in won
    with translation.override("en"):
        assert "victory of the Barbarians" in sentence({**over, "winner": "barbarian"}, names)


@pytest.mark.parametrize(
    ("language", "why", "held"),
    [
        ("en", "Byzantium holds all five prefectures.", "Byzantium held all five prefectures."),
        ("it", "Bisanzio controlla tutte e cinque le prefetture.", "Bisanzio teneva tutte e cinque"),
    ],
)
def test_10_21_a_victory_of_byzantium_is_told_in_words(language: str, why: str, held: str) -> None:
    told = page(ended("all_prefectures", "byzantium", won), "byzantium", language=language)
    assert why in told[told.index('id="next"') : told.index('id="over"')]
    assert held in told and "All prefectures" not in told


def test_every_way_a_campaign_ends_is_told_in_words() -> None:
    source = "".join(p.read_text() for p in Path(victory.__file__).parents[1].rglob("*.py"))
    reasons = set(re.findall(r'finish\(play, "(\w+)"\)', source))
    assert {"all_prefectures", "last_turn", "epidemic"} <= reasons
    assert reasons <= set(ALL.refusals)

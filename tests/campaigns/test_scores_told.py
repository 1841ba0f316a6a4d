"""Scores are written as people read them: a half is shown as a half, and two different measures are never
compared.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from campaigns.annals import book
from engine.playouts import Counts
from games import pages, plugins
from games.outlook.stakes import mean
from tests.games.programs import bots_play

pytestmark = pytest.mark.django_db


def test_italia_counts_in_halves_and_says_so_wherever_it_tells_a_score() -> None:
    game = bots_play("gm", "italia", public=True, scenario_name="italia1")
    wording = plugins.wording(game)
    assert [wording.points(n) for n in (0, 1, 7, -3)] == ["0", "½", "3½", "−1½"]
    assert mean(Counts(4, 28, 196), wording.score_unit).mean == 3.5


def test_justinian_counts_whole_provinces() -> None:
    wording = plugins.wording(bots_play("gm", "justinian", public=True))
    assert [wording.points(n) for n in (5, -2)] == ["5", "−2"]


def test_a_measure_that_is_nobodys_score_is_told_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the values of one measure stay equal, those of another are reported under its own name: provinces,
    not prefectures.
    """
    game = bots_play("gm", "justinian", public=True)
    at = pages.scene(game.gm, game)
    rules = type(at.table.rules)
    counted = {0: {"prefectures": 1, "provinces": 71}, 1: {"prefectures": 1, "provinces": 68}}
    monkeypatch.setattr(book.services, "last_entries", lambda _at: {1: 0, 2: 1})
    monkeypatch.setattr(book.services, "states_at", lambda _at, seqs: [(seq, seq) for seq in seqs])
    monkeypatch.setattr(rules, "scores", lambda _self, state: counted[state])
    found = book._find_turning_points(at)
    told: Any = book._describe_turning_point(found[2], at)
    with override("en"):
        assert (told.before, told.after, told.measured) == ("71", "68", True)
        assert told.whose == "provinces under Byzantium"

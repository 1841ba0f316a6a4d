"""Figures about finished games are cached, but not after a restore from a backup."""

from typing import Any

import pytest
from django.core.cache import cache

from campaigns.annals import moments
from features.report_cards import contents
from games import services
from games.models import Game
from games.models.game import A_RESTORE
from games.pages import scene_without_controls
from tests.found import some
from tests.games.programs import bots_play, play_on

pytestmark = pytest.mark.django_db


def test_cached_positions_are_not_used_after_a_restore() -> None:
    game = play_on(bots_play("gm", "italia"), 12)
    live, asked = services.table(game), list[Any]()

    def reckoned(rules: Any, state: Any) -> moments.Moment:
        asked.append(state)
        return {"turn": 1}

    for _ in range(2):
        moments.read(game, live, [3, 4], reckoned)
    assert len(asked) == 2
    game.version += A_RESTORE
    moments.read(game, live, [3, 4], reckoned)
    assert len(asked) == 4


def test_cached_scores_are_not_used_after_a_restore() -> None:
    game = play_on(bots_play("gm", "fords"), 12)
    at = scene_without_controls(game.gm, game)
    before = contents._scores_by_turn(at)
    for key in some(list(_kept(game))):
        cache.set(key, {"red": 99})
    assert contents._scores_by_turn(at) != before, "they are kept"
    game.version = at.game.version = game.version + A_RESTORE
    assert contents._scores_by_turn(at) == before


def _kept(game: Game) -> list[str]:
    ends = sorted(services.last_entries(services.table(game)).values())
    system = services.table(game).system.version
    return [f"scores:{game.pk}:0:{system}:{seq}" for seq in ends]

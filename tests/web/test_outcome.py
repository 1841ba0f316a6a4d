"""The end of a game in words: a victory, a shared victory, a draw."""

import re

import pytest

from engine.game import Outcome, won_by
from tests.engine.example.system import FordsRules
from tests.games.cast import HOLD, do
from tests.web.cast import browser, person, running

SHARED = (("red", "blue"), ("green",))
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("ranks", "winner", "told", "italian"),
    [
        (won_by("blue"), "blue", "victory for Bl Blue", "vittoria per Bl"),
        (SHARED, None, "joint victory for Re Red Bl Blue", "vittoria comune per Re"),
        (won_by(None), None, "a draw", "pareggio"),
    ],
)
def test_the_end_is_stored_and_told(monkeypatch, ranks, winner, told, italian) -> None:
    game = running()
    end = Outcome(ranks, "strongest", "6")
    monkeypatch.setattr(FordsRules, "outcome", lambda self, state: end if state.orders else None)
    do(game, person("owner"), "red", HOLD)
    game.refresh_from_db()
    assert game.has_ended and game.outcome["winner"] == winner
    assert game.outcome["ranks"] == [list(rank) for rank in ranks]
    for language, text in (("en", told), ("it", italian)):
        page = browser("owner").get(game.get_absolute_url(), headers={"accept-language": language})
        heading = re.search(r'id="next".*?<h2>(.*?)</h2>', page.content.decode(), re.DOTALL)
        assert heading is not None
        assert text in " ".join(re.sub(r"<[^>]+>", " ", heading[1]).split())
    answer = browser("owner").get(f"{game.get_absolute_url()}state.json")
    assert answer.json()["outcome"] == game.outcome

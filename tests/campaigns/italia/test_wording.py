"""The texts that people read, in both languages."""

import re
from typing import Any

import pytest
from django.utils.translation import override

from campaigns.italia.rules.chapters import ACTIONS
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording import ItaliaWording, questions
from campaigns.italia.wording.names import Names, halves
from engine.codec import tag_of
from engine.game import Choice, Decision
from tests.campaigns.italia.playing import played
from tests.found import some
from tests.games.cast import a_game, a_user

CODE = re.compile(r"\b[a-z]+_[a-z_]+\b|%\(")
QUIET = {"aimed", "battle_ended", "converted"}  # implied by another line


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("scenario", ["italia1", "italia2"])
def test_whole_games_are_told_without_a_gap(scenario: str, language: str) -> None:
    """Every event, decision and choice of a game has words, and no code shows."""
    game = played(scenario, {}, 3, 60, every=10_000)
    assert any(entry.events for entry in game.entries)
    wording: Any = ItaliaWording(ITALIA.scenario(scenario))
    rules = game.opening.rules
    with override(language):
        for entry, head in some(zip(game.entries, game.heads, strict=True)):
            for event in entry.events:
                said = wording.event(event)
                assert said or event["kind"] in QUIET, event
                assert not CODE.search(said), said
            for decision in rules.pending(head.state):
                assert not CODE.search(wording.decision(decision)) and wording.decision(decision)
                for choice in rules.choices(head.state, decision.seat)[:30]:
                    assert wording.choice(choice) and not CODE.search(wording.choice(choice)), choice


def test_every_kind_of_action_has_a_label() -> None:
    for action in some(ACTIONS):
        choice = Choice(tag_of(action), {"leader": None})
        assert questions.choice(choice, Names({})), choice.kind


def test_every_decision_that_may_be_asked_is_worded() -> None:
    for kind in ("levy", "movement", "campaign_move", "aim", "retreat", "react", "convert", "crown"):
        assert questions.decision(kind)
        assert ItaliaWording.decision_kind(kind) == questions.decision(kind)
    assert (
        ItaliaWording().decision(Decision("1", "red", "levy", None, facts={"gold": 7})).endswith("(7 gold)")
    )


def test_points_are_told_in_halves() -> None:
    assert [halves(n) for n in (0, 1, 2, 5, -1, -4)] == ["0", "½", "1", "2½", "−½", "−2"]


@pytest.mark.django_db
@pytest.mark.parametrize(("scenario", "asks"), [("italia1", "What do you buy?"), ("italia2", "Another")])
def test_a_person_plays_it_on_the_generic_page(client: Any, scenario: str, asks: str) -> None:
    """The page shows the question, and its forms contain the choices."""
    rules = ITALIA.open(ITALIA.scenario(scenario), {})
    people = {seat.id: a_user(seat.id) for seat in rules.seats}
    game = a_game(people["red"], dict(people), system="italia", scenario=ITALIA.scenario(scenario))
    client.force_login(people["yellow"])
    answer = client.get(f"/games/{game.pk}/")
    assert answer.status_code == 200
    html = answer.content.decode()
    assert asks in html and not re.search(r">\s*[a-z]+_[a-z_]+\s*<", html)

"""Test the proofs: each one runs briefly, and each finds a planted fault."""

import random
from typing import Any

import pytest
from django.db import transaction

from bench.season import BEGUN, DAY, Season
from engine.choices import matching
from engine.game import Step
from features.offline import sync
from games import services
from games.models import Branch, Entry
from games.services import applying, pending
from games.services.clock import outages as making_up
from tests.engine.example import FORDS
from tests.engine.example.system import FordsRules
from tests.proof import mutants, outages, pairs, reconnect

pytestmark = pytest.mark.django_db


# --- outages ---


def months(seed: int, steps: int = 25) -> outages.Found:
    found = outages.Found()
    world = outages.Months(random.Random(seed), found)
    for _ in range(steps):
        world.go_on()
    return found


def test_nobody_is_answered_for_who_could_not_answer() -> None:
    found = months(1)
    assert found.unfair == [] and found.decisions > 10 and found.outages > 2


def test_an_outage_that_is_not_made_up_for_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making_up, "compensate", lambda game, now: None)
    assert months(1).unfair


def test_a_night_that_nobody_heeds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending, "move_out_of_rest", lambda game, seat, due, fixed=False, exact=False: due)
    assert any(months(seed).unfair for seed in (2, 3))


# --- tampered actions ---


def test_no_action_that_was_tampered_with_is_accepted() -> None:
    found = mutants.Found()
    mutants.by_rules(FORDS, 1, 300, found)
    sender = mutants.Sender("fords", random.Random(1), found)
    for _ in range(60):
        sender.send()
    assert found.wrong == [] and found.tried["fords, rules"] == 300
    assert Entry.objects.count() > 5, "the game went on meanwhile"


def test_an_action_that_is_accepted_though_nobody_offered_it_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(applying, "matching", lambda choices, action: matching(choices, action) or choices[0])
    monkeypatch.setattr(FordsRules, "apply", lambda rules, state, seat, action, dice: Step(state))
    found = mutants.Found()
    sender = mutants.Sender("fords", random.Random(1), found)
    for _ in range(40):
        with transaction.atomic():
            sender.send()
    assert any("never offered" in one for one in found.wrong)


def test_rules_that_break_over_what_they_offer_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    apply = FordsRules.apply

    def stumble(rules: Any, state: Any, seat: str, action: Any, dice: Any) -> Any:
        if dice.seed == b"mutants":
            raise ZeroDivisionError
        return apply(rules, state, seat, action, dice)

    monkeypatch.setattr(FordsRules, "apply", stumble)
    found = mutants.Found()
    mutants.by_rules(FORDS, 1, 300, found)
    assert any("breaks the rules" in one for one in found.wrong)


def test_an_address_that_breaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.submit", lambda *args, **more: 1 / 0)
    found = mutants.Found()
    sender = mutants.Sender("fords", random.Random(1), found)
    for _ in range(20):
        sender.send()
    assert any(one.endswith("500") for one in found.wrong)


# --- pairs of worlds ---


CARDS = {"scenario_name": "cards", "options": {"rounds": 8}}


def compared(most: int, *kinds: str) -> pairs.Found:
    """Compare at most this many pairs, and stop at the first difference."""
    found = pairs.Found()
    with pairs.at_noon():
        sides = pairs.Sides("fords", CARDS, random.Random(1), found)
        for _ in range(most):
            if not found.told:
                sides.pairs(1, *kinds)
                sides.go_on()
    return found


def test_nobody_can_tell_two_worlds_apart_that_differ_in_what_they_may_not_know() -> None:
    found = compared(3)
    assert found.told == [] and found.pairs.total() >= 2 and found.answers > 100


def test_a_page_that_shows_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "games.services.tables.LiveGame.view", lambda at, seat: {"seen": repr(at.state), "seat": seat}
    )
    assert any("state.json" in line for line in compared(6, "imagined").told)


def test_a_hook_that_tells_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "games.services.notices.words.message_text", lambda message: repr(services.table(message.game).state)
    )
    assert any("hook" in line for line in compared(6, "imagined").told)


# --- half a year of play, of which the test runs a few days ---


def test_a_simulated_season_runs_without_intervention() -> None:
    season = Season(random.Random(1))
    season.live(BEGUN + 4 * DAY)
    told = season.results()
    assert told["verified"] and told["entries"]["player"] > 3 and not told["interventions"]


# --- phones that return ---


def test_no_moves_are_lost_in_any_order_of_uploads() -> None:
    found = reconnect.orders(3, 4)
    assert found.sound, [*found.lost, *found.hidden, *found.wrong]
    assert found.steps > 20 and found.results["conflict"] > 2 and found.results["home"] > 2


def test_a_branch_that_is_not_kept_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = sync._receive_branch

    def forgotten(at: Any, row: Any, user: Any, now: Any) -> Any:
        done = real(at, row, user, now)
        if done.result == sync.CONFLICT:
            row.delete()
        return done

    monkeypatch.setattr(sync, "_receive_branch", forgotten)
    assert reconnect.orders(3, 4).lost


def test_a_conflict_that_is_not_shown_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Branch, "open", False)
    assert reconnect.orders(3, 4).hidden

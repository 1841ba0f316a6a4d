"""A nation's turn as one plan, composed by trial and sent as a whole. A step that no longer fits stops the
plan, and the remaining steps are kept.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from campaigns.italia.rules.system import ITALIA
from engine.dice import Seeded
from games import services
from games.models import Game, Plan
from games.services import planning
from games.services.plans import why_stopped
from tests.campaigns.italia.begun import asked, campaign, play_on

pytestmark = pytest.mark.django_db


def composed(game: Game, seat: str, most: int = 40) -> list[Any]:
    """Return the steps that the bot would take from here, up to the first die."""
    table, actions = services.table(game), list[Any]()
    for number in range(most):
        trial = planning.rehearse_actions(table, seat, actions)
        if trial.stop is not None:
            return actions
        pending = table.rules.pending(trial.state)
        if not pending or pending[0].seat != seat:
            return actions
        action = table.rules.bot(trial.state, seat, Seeded(b"plan", "bot", number))
        actions.append(ITALIA.codec.write(action))
    return actions


def sent(game: Game, seat: str, actions: list[Any]) -> planning.SentPlan:
    return planning.send_plan(
        game.pk, game.gm, seat, actions, drawn_seq=game.seq, key="whole-turn", now=timezone.now()
    )


def test_a_turn_is_sent_whole_and_carried_out_up_to_its_first_combat() -> None:
    """One plan covers purchases, placement, moves and the first attack of a nation."""
    game = play_on(campaign(), asked("levy"))
    seat = services.table(game).decisions()[0].seat
    nation = services.table(game).state.nation
    actions = composed(game, seat)
    kinds = [action["kind"] for action in actions]
    assert {"buy", "march"} <= set(kinds) and len(actions) > 5
    done = sent(game, seat, actions)
    assert done.plan.status == Plan.Status.DONE and len(done.entries) == len(actions)
    after = services.table(Game.objects.get(pk=game.pk))
    assert after.state.nation != nation or after.decisions()[0].kind != "levy"


def test_a_step_that_no_longer_fits_stops_the_plan_says_why_and_keeps_the_rest() -> None:
    game = play_on(campaign(), asked("combat"))
    decision = services.table(game).decisions()[0]
    first = ITALIA.codec.write(decision.default)
    rest = [{"kind": "sack", "area": "roma", "reward": "gold"}, {"kind": "end_movement"}]
    plan = sent(game, decision.seat, [first, *rest]).plan
    game.refresh_from_db()
    for number in range(30):  # others decide in the combat; then the plan continues
        if plan.status == Plan.Status.DRAFT:
            break
        table = services.table(game)
        other = table.decisions()[0]
        action = table.rules.bot(table.state, other.seat, Seeded(b"plan", "other", number))
        game = services.submit(
            game.pk,
            other.seat,
            ITALIA.codec.write(action),
            drawn_seq=game.seq,
            key=f"other{number}",
            user=game.gm,
            now=timezone.now(),
        ).game
        plan.refresh_from_db()
    assert plan.status == Plan.Status.DRAFT
    assert [step["action"]["kind"] for step in plan.rest] == ["sack", "end_movement"]
    why = why_stopped(plan)
    assert why is not None and why.code

"""Plans: queued actions of a seat, executed one entry at a time whenever the seat owes a decision."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.http import Http404
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.dice import Seeded
from engine.game import IllegalAction, InvalidAction, StaleAction
from games import services
from games.access import NotYourSeat
from games.models import Entry, Game, Outbox, Plan
from games.refusals import StepRefused
from games.services import planning, plans
from games.services.clock import jobs
from games.services.proof import chance
from tests.found import some
from tests.games.cast import HOLD, LATER, NOW, a_game, a_user, attack, do, stored
from tests.games.stroll import HALT, THROW, WALK

pytestmark = pytest.mark.django_db


@pytest.fixture
def gm(db):
    return a_user("gm")


def stroll(gm, seats, **more):
    people = dict(zip(("north", "south", "west"), seats, strict=False))
    return a_game(gm, people, system="stroll", options={}, scenario_name="two", **more)


def send(game, user, seat, steps, **more):
    game.refresh_from_db()
    more = {"drawn_seq": game.seq, "key": str(uuid.uuid4()), "now": NOW, **more}
    sent = services.send_plan(game.pk, user, seat, steps, **more)
    game.refresh_from_db()
    return sent


def kept(game, seat="north"):
    return Plan.objects.filter(seat__game=game, seat__key=seat).first()


def actions(game):
    return [row.action for row in game.entries.order_by("seq") if row.kind == "action"]


def rest(game, seat="north"):
    return [step["action"] for step in kept(game, seat).rest]


# --- executing plans --------------------------------------------------------------------------------------


def test_each_queued_action_is_executed_as_its_own_entry(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    sent = send(game, owner, "north", [WALK, THROW, HALT])
    assert actions(game) == [WALK, THROW, HALT]
    assert [entry.seq for entry in sent.entries] == [1, 2, 3]
    assert {(e.seat, e.reason, e.actor) for e in sent.entries} == {("north", "player", owner)}
    assert (kept(game).status, kept(game).done) == (Plan.Status.DONE, 3)
    assert services.verify_game(game).ok


def test_the_rest_is_done_when_the_seat_is_asked_again(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    send(game, owner, "north", [HALT, WALK, HALT, WALK])
    assert rest(game) == [WALK, HALT, WALK]
    do(game, rival, "south", HALT)
    services.answer_due(game.pk, NOW)
    assert actions(game) == [HALT, HALT, WALK, HALT]
    assert rest(game) == [WALK]
    assert Game.objects.get(pk=game.pk).trouble == ""


def test_a_lost_job_is_made_up_for_by_the_sweep(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    send(game, owner, "north", [HALT, WALK, HALT])
    with jobs.postponing():
        do(game, rival, "south", HALT)
    assert actions(game) == [HALT, HALT]
    assert services.sweep(NOW) == 2
    assert actions(game) == [HALT, HALT, WALK, HALT]
    assert services.sweep(NOW) == 0


def test_a_plan_may_be_sent_before_the_seat_is_asked(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    assert send(game, rival, "south", [WALK, HALT]).entries == ()
    do(game, owner, "north", HALT)
    services.answer_due(game.pk, NOW)
    assert actions(game) == [HALT, WALK, HALT]


def test_a_plan_comes_before_standing_orders(owner, rival):
    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"})
    services.write_orders(game.pk, rival, "blue", {"stand": {"withdraw_at": 1}}, True, now=NOW)
    send(game, rival, "blue", [HOLD, {"kind": "stand", "withdraw": False}])
    services.answer_due(game.pk, NOW)
    do(game, owner, "red", attack("blue", 3))
    services.answer_due(game.pk, NOW)
    stood = game.entries.filter(seat="blue", action__kind="stand").get()
    assert stood.action == {"kind": "stand", "withdraw": False}
    assert stood.reason == "player"


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.sampled_from([WALK, THROW, HALT]), min_size=1, max_size=8))
def test_carried_out_it_is_what_the_same_actions_are_one_by_one(owner, rival, same_dice, steps):
    planned, single = (stroll(owner, (owner, rival)) for _ in range(2))
    send(planned, owner, "north", steps)
    while kept(planned).rest:
        do(planned, rival, "south", HALT)
        services.answer_due(planned.pk, NOW)
    for number, step in enumerate(steps):
        do(single, owner, "north", step)
        if step == HALT and number + 1 < len(steps):
            do(single, rival, "south", HALT)
    assert told(planned) == told(single)


@pytest.fixture
def same_dice(monkeypatch):
    """Give every game the same dice."""

    def falling(game: Game, seed: bytes) -> Seeded:
        return Seeded(b"the same", "in every game", game.seq + 1)

    monkeypatch.setattr(planning, "server_dice", falling)
    monkeypatch.setattr(chance, "server_dice", falling)


def told(game):
    """Return everything in the game's log, and its position."""
    rows = game.entries.order_by("seq").values("seat", "action", "rolls", "events", "reason", "actor")
    return list(rows), services.table(game).state


def test_a_covert_question_is_neither_answered_by_a_plan_nor_does_it_stop_one(owner, rival):
    game = a_game(owner, {"red": owner, "blue": rival, "green": rival}, scenario_name="cards")
    stand, levy = {"kind": "stand", "withdraw": False}, {"kind": "levy", "shares": {"east": 1}}
    send(game, rival, "blue", [HOLD, stand, levy])
    do(game, rival, "green", HOLD)
    do(game, owner, "red", attack("blue", 1))
    for _ in range(3):
        services.answer_due(game.pk, NOW)
    assert game.entries.get(action__kind="ambush").covert
    plan = kept(game, "blue")
    assert (plan.done, plan.stopped["code"]) == (2, "plan_unsettled"), "the battle stops it, not the question"


# --- reasons to stop --------------------------------------------------------------------------------------


def a_quiet_round(owner, rival, steps, **more):
    """Send a plan for red while everyone else holds, so that levies come next."""
    game = a_game(owner, {"red": owner, "blue": rival, "green": rival}, **more)
    send(game, owner, "red", steps)
    for seat in ("blue", "green"):
        do(game, rival, seat, HOLD)
    services.answer_due(game.pk, NOW)
    return game


def test_what_no_longer_fits_stops_it_and_the_rest_stays_with_the_reason(owner, rival):
    game = a_quiet_round(owner, rival, [HOLD, HOLD, attack("blue")])
    plan = kept(game, "red")
    why = plans.why_stopped(plan)
    assert (plan.status, plan.done, rest(game, "red")) == (Plan.Status.DRAFT, 1, [HOLD, attack("blue")])
    assert why is not None
    assert (type(why), why.rule, why.code, why.facts) == (IllegalAction, "5", "not_now", {"wanted": "levy"})
    assert game.decisions.filter(answered_at__isnull=True, seat="red").exists(), "red is asked, as ever"


def test_a_stopped_plan_leaves_the_deadline_as_it_is(owner, rival):
    game = a_quiet_round(owner, rival, [HOLD, HOLD], hours_per_decision=24)
    row = game.decisions.get(answered_at__isnull=True, seat="red")
    assert (row.kind, row.due_at) == ("levy", NOW + timedelta(hours=24))
    services.answer_due(game.pk, LATER)
    assert game.entries.filter(seat="red").latest("seq").reason == "default"


def test_who_is_away_is_told_that_an_answer_is_awaited(owner, rival):
    game = a_quiet_round(owner, rival, [HOLD, HOLD])
    row = game.decisions.get(answered_at__isnull=True, seat="red")
    waiting = Outbox.objects.filter(recipient=owner, kind=Outbox.Kind.YOUR_TURN, payload__decision=row.pk)
    assert waiting.exists()


def test_where_people_roll_it_waits_for_their_die(gm, owner, rival):
    game = stroll(gm, (owner, rival), dice_mode=Game.DiceMode.MIXED)
    send(game, owner, "north", [WALK, THROW, WALK, HALT])
    assert (actions(game), kept(game).status) == ([WALK], Plan.Status.DICE)
    services.answer_due(game.pk, NOW)
    assert actions(game) == [WALK]
    do(game, owner, "north", THROW, faces=[5])
    services.answer_due(game.pk, NOW)
    assert (actions(game), kept(game).status) == ([WALK, THROW, WALK, HALT], Plan.Status.DONE)
    assert services.table(game).state.points["north"] == 52


def test_when_the_time_is_over_the_server_rolls(gm, owner, rival):
    game = stroll(gm, (owner, rival), dice_mode=Game.DiceMode.MIXED, hours_per_decision=24)
    send(game, owner, "north", [THROW, HALT])
    services.answer_due(game.pk, LATER)
    assert actions(game) == [THROW, HALT]
    assert game.entries.get(seq=1).rolls[0]["source"] == "seeded"


def test_who_does_something_else_by_hand_has_left_the_plan(gm, owner, rival):
    game = stroll(gm, (owner, rival), dice_mode=Game.DiceMode.MIXED)
    send(game, owner, "north", [THROW, WALK])
    do(game, owner, "north", HALT)
    do(game, rival, "south", HALT)
    services.answer_due(game.pk, NOW)
    plan = kept(game)
    assert (plan.status, plan.stopped["code"], rest(game)) == (Plan.Status.DRAFT, "plan_left", [THROW, WALK])
    assert actions(game) == [HALT, HALT]


def test_a_plan_stops_for_review_after_a_battle(owner, rival):
    game = a_game(owner, {"red": owner, "blue": rival, "green": rival})
    levy = {"kind": "levy", "shares": {"east": 1}}
    send(game, rival, "blue", [HOLD, {"kind": "stand", "withdraw": False}, levy])
    send(game, rival, "green", [HOLD, levy])
    do(game, owner, "red", attack("blue", 1))
    services.answer_due(game.pk, NOW)
    plan = kept(game, "blue")
    assert (plan.status, rest(game, "blue")) == (Plan.Status.DRAFT, [levy])
    assert plan.stopped["code"] == "plan_unsettled"
    assert plan.stopped["facts"]["event"]["kind"] == "battle_fought"
    assert kept(game, "green").status == Plan.Status.DONE, "green had no part in it"


# --- bad input --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "number", "rule", "code"),
    [
        ([attack("red")], 1, "2", "no_such_target"),
        ([attack("blue", 99), HOLD], 1, "2", "stake_not_there"),
        ([{"kind": "levy", "shares": {"east": 1}}], 1, "2", "not_now"),
    ],
)
def test_a_next_step_that_is_impossible_is_refused_by_name(owner, rival, steps, number, rule, code):
    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"})
    refused(game, owner, "red", steps, number, rule, code)


def test_a_later_step_that_is_known_to_be_impossible_is_refused_too(gm, owner, rival, monkeypatch):
    game = stroll(gm, (owner, rival))
    refused(game, owner, "north", [WALK, {"kind": "rule", "seat": "north"}], 2, "", "not_a_choice")


def refused(game, user, seat, steps, number, rule, code):
    before = stored(game)
    for act in some([send, lambda *args: services.write_plan(args[0].pk, *args[1:], now=NOW)]):
        with pytest.raises(StepRefused) as found:
            act(game, user, seat, steps)
        assert (found.value.number, found.value.rule, found.value.code) == (number, rule, code)
        assert kept(game, seat) is None
    assert stored(game) == before


@pytest.mark.parametrize(
    ("steps", "path", "code"),
    [
        ("walk", "$.steps", "not_a_list"),
        ({"kind": "walk"}, "$.steps", "not_a_list"),
        ([WALK, "walk"], "$.steps[1]", "not_an_object"),
        ([{"kind": "fly"}], "$.steps[0].kind", "unknown_kind"),
        ([WALK, {"kind": "walk", "far": True}], "$.steps[1].far", "unknown_field"),
        ([WALK] * 101, "$.steps", "plan_too_long"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(gm, owner, rival, steps, path, code):
    game = stroll(gm, (owner, rival))
    before = stored(game)
    with pytest.raises(InvalidAction) as found:
        send(game, owner, "north", steps)
    assert (found.value.facts["path"], found.value.code) == (path, code)
    assert (stored(game), kept(game)) == (before, None)


def test_an_empty_plan_is_not_sent(gm, owner, rival):
    with pytest.raises(IllegalAction, match="plan_empty"):
        send(stroll(gm, (owner, rival)), owner, "north", [])


def test_a_plan_drawn_from_an_older_situation_is_stale(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", WALK)
    with pytest.raises(StaleAction):
        send(game, owner, "north", [WALK], drawn_seq=0)
    assert (actions(game), kept(game)) == ([WALK], None)


def test_a_plan_belongs_to_its_seat_alone(gm, owner, rival, stranger):
    game = stroll(gm, (owner, rival))
    services.write_plan(game.pk, owner, "north", [WALK], now=NOW)
    for user, reason in some(((rival, NotYourSeat), (gm, NotYourSeat), (stranger, Http404))):
        with pytest.raises(reason):
            services.write_plan(game.pk, user, "north", [HALT], now=NOW)
        with pytest.raises(reason):
            send(game, user, "north", [HALT])
        with pytest.raises(reason):
            services.drop_plan(game.pk, user, "north")
        with pytest.raises(NotYourSeat):
            services.plan_for(user, game, "north")
    with pytest.raises(NotYourSeat):
        send(game, gm, "gm", [{"kind": "rule", "seat": "north"}])
    assert rest(game) == [WALK]


# --- repetition, interruption, undo, handover -------------------------------------------------------------


def test_sent_twice_it_is_done_once(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    first = send(game, owner, "north", [WALK, WALK], key="once")
    again = services.send_plan(game.pk, owner, "north", [WALK, WALK], drawn_seq=0, key="once", now=NOW)
    assert (first.repeated, again.repeated, actions(game)) == (False, True, [WALK, WALK])


def test_a_plan_interrupted_between_two_steps_keeps_the_rest(gm, owner, rival, monkeypatch):
    class Killed(BaseException):
        pass

    real, left = planning.perform, [2]

    def killed(*args: Any, **more: Any) -> Entry:
        left[0] -= 1
        if left[0] < 0:
            raise Killed
        return real(*args, **more)

    game = stroll(gm, (owner, rival))
    monkeypatch.setattr(planning, "perform", killed)
    with pytest.raises(Killed):
        send(game, owner, "north", [WALK, WALK, THROW, HALT])
    assert (actions(game), rest(game)) == ([WALK, WALK], [THROW, HALT])
    monkeypatch.undo()
    assert services.sweep(NOW) == 2
    assert actions(game) == [WALK, WALK, THROW, HALT]


def test_steps_taken_back_stand_in_the_plan_again_and_wait(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    send(game, owner, "north", [THROW, WALK, WALK])
    game.refresh_from_db()
    services.rewind(game.pk, owner, to_seq=1, drawn_seq=game.seq, key="back", now=NOW)
    plan = kept(game)
    assert (plan.status, plan.done, rest(game)) == (Plan.Status.DRAFT, 1, [WALK, WALK])
    assert plan.stopped["code"] == "plan_taken_back"
    assert services.sweep(NOW) == 0
    assert services.table(game).state.points["north"] % 10 == 0, "nothing is done again by itself"


def test_after_a_rewind_no_plan_goes_on_by_itself(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    send(game, rival, "south", [WALK, HALT])
    do(game, owner, "north", THROW)
    game.refresh_from_db()
    services.rewind(game.pk, gm, to_seq=0, drawn_seq=game.seq, key="back", now=NOW)
    do(game, owner, "north", HALT)
    services.answer_due(game.pk, NOW)
    assert kept(game, "south").status == Plan.Status.DRAFT
    assert actions(game) == [THROW, HALT]


def test_a_plan_goes_with_the_person_who_made_it(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    send(game, rival, "south", [WALK, HALT])
    services.leave_seat(game.pk, rival, "south", now=NOW)
    assert kept(game, "south") is None
    services.take_seat(game.pk, gm, "south", now=NOW)
    do(game, owner, "north", HALT)
    services.answer_due(game.pk, NOW)
    assert actions(game) == [HALT]


def test_a_plan_that_was_thrown_away_is_not_carried_out(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    send(game, rival, "south", [WALK, HALT])
    services.drop_plan(game.pk, rival, "south")
    services.drop_plan(game.pk, rival, "south")
    do(game, owner, "north", HALT)
    services.answer_due(game.pk, NOW)
    assert actions(game) == [HALT]


def test_a_draft_is_not_carried_out_until_it_is_sent(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    services.write_plan(game.pk, owner, "north", [WALK, HALT], now=NOW)
    assert services.sweep(NOW) == 0
    assert actions(game) == []
    send(game, owner, "north", None)
    assert actions(game) == [WALK, HALT]


def test_what_is_kept_has_words_in_both_languages(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    plan = services.write_plan(game.pk, owner, "north", [WALK, THROW, WALK], now=NOW)
    assert [set(step["words"]) for step in plan.steps] == [{"en", "it"}] * 3
    assert plan.steps[0]["words"]["en"] == "Walk"

"""Bots, standing orders and deadlines: automatic answers are given exactly once."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from games import services
from games.models import Entry, Game, Outage, Outbox, PendingDecision, Watch
from games.services import messages, plans
from games.services.clock import auto_answers
from games.tasks import answer_due_of, send_outbox, sweep_deadlines
from tests.games.cast import HOLD, LATER, NOW, a_game, attack, do, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def daily(owner, rival, stranger):
    """Create a game of three people with a day for every answer."""
    return a_game(owner, {"red": owner, "blue": rival, "green": stranger}, hours_per_decision=24)


def reasons(game):
    return list(Entry.objects.filter(game=game).order_by("seq").values_list("seat", "reason"))


# --- bots ---


def test_bots_play_on_until_a_person_is_awaited(owner):
    game = a_game(owner, {"red": owner, "blue": "bot", "green": "bot"})
    assert services.answer_due(game.pk, NOW) == 2
    assert reasons(game)[1:] == [("blue", "bot"), ("green", "bot")]
    assert services.answer_due(game.pk, NOW) == 0


def test_bots_alone_play_to_the_end_and_the_game_verifies(owner):
    game = a_game(owner, {"red": "bot", "blue": "bot", "green": "bot"})
    services.answer_due(game.pk, NOW)
    game.refresh_from_db()
    assert game.has_ended and game.outcome["reason"] == "strongest"
    assert not game.decisions.filter(answered_at=None).exists()
    verdict = services.verify_game(game)
    assert verdict.ok and verdict.seeded and verdict.checked == game.seq + 1


def test_a_job_gives_a_limited_number_of_answers(owner):
    game = a_game(owner, {"red": "bot", "blue": "bot", "green": "bot"})
    assert services.answer_due(game.pk, NOW, limit=2) == 2
    assert services.sweep(NOW) > 0


def test_the_commit_of_a_step_asks_for_the_job(owner, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        game = a_game(owner, {"red": owner, "blue": "bot", "green": "bot"})
    assert [seat for seat, _ in reasons(game)] == ["", "blue", "green"]


# --- deadlines ---


def test_every_answer_gets_a_deadline(daily):
    assert set(daily.decisions.values_list("due_at", flat=True)) == {NOW + timedelta(hours=24)}


def test_before_the_deadline_nobody_answers_for_anybody(daily):
    before = stored(daily)
    assert services.sweep(NOW + timedelta(hours=23)) == 0
    assert stored(daily) == before


def test_after_the_deadline_the_default_answers_and_the_chronicle_says_so(daily, owner):
    do(daily, owner, "red", attack("blue"))
    assert services.sweep(LATER) == 2
    assert reasons(daily)[2:] == [("blue", "default"), ("green", "default")]
    assert daily.entries.get(seq=2).action == HOLD


def red_attacks_blue(game, red, blue, green):
    """Let red attack blue while the others wait."""
    for seat, user, action in (("red", red, attack("blue")), ("blue", blue, HOLD), ("green", green, HOLD)):
        do(game, user, seat, action)


def test_standing_orders_answer_before_the_default(daily, owner, rival, stranger):
    services.write_orders(daily.pk, rival, "blue", {"stand": {"withdraw_at": 3}}, False, now=NOW)
    red_attacks_blue(daily, owner, rival, stranger)
    assert services.sweep(LATER) == 1 + 1  # blue stands by its orders, and the table decides the battle
    assert reasons(daily)[4:] == [("blue", "orders"), ("gm", "table")]


def test_orders_meant_at_once_answer_at_once(daily, owner, rival, stranger):
    services.write_orders(daily.pk, rival, "blue", {"stand": {"withdraw_at": 3}}, True, now=NOW)
    red_attacks_blue(daily, owner, rival, stranger)
    services.answer_due(daily.pk, NOW)
    assert ("blue", "orders") in reasons(daily)


def test_doubled_sweeps_answer_once(daily):
    services.sweep(LATER)
    before = stored(daily)
    assert services.sweep(LATER) == 0
    assert stored(daily) == before


def test_an_answer_that_arrives_after_the_sweep_is_refused_and_told_why(daily, owner):
    services.sweep(LATER)
    with pytest.raises(Exception, match="somebody_moved"):
        do(daily, owner, "red", HOLD, drawn_seq=0)


def test_a_broken_game_is_written_down_and_holds_up_no_other(daily, owner, rival, monkeypatch):
    other = a_game(owner, {"red": owner, "blue": rival, "green": rival}, hours_per_decision=24)
    execute = auto_answers._carry_out

    def breaks_for_daily(at, decision, now):
        if at.game.pk == daily.pk:
            raise RuntimeError("no such table")
        return execute(at, decision, now)

    before = stored(daily)[1:]
    with monkeypatch.context() as broken:
        broken.setattr(auto_answers, "_carry_out", breaks_for_daily)
        assert services.sweep(LATER) == 3
        daily.refresh_from_db()
        assert daily.trouble == "RuntimeError: no such table"
        assert daily.retry_at == LATER + timedelta(minutes=2)
        assert stored(daily)[1:] == before
        assert Outbox.objects.filter(game=daily, kind="trouble").get().recipient == owner
        services.sweep(LATER + timedelta(minutes=3))
        daily.refresh_from_db()
        assert daily.retry_at == LATER + timedelta(minutes=3 + 4)
    assert services.sweep(LATER + timedelta(minutes=4)) == 0  # the battle is not due yet
    assert services.sweep(LATER + timedelta(minutes=8)) == 3
    daily.refresh_from_db()
    assert (daily.trouble, daily.trouble_count, daily.retry_at) == ("", 0, None)
    assert other.entries.count() == 4


def test_opening_an_overdue_game_asks_for_the_job(daily, django_capture_on_commit_callbacks):
    assert not services.catch_up(daily, NOW)
    with django_capture_on_commit_callbacks() as asked:
        assert services.catch_up(daily, LATER)
    assert len(asked) == 1


def test_the_game_master_gives_more_time(daily, owner):
    assert services.extend_deadline(daily.pk, owner, hours=48, now=NOW) == 3
    assert services.sweep(LATER) == 0
    services.extend_deadline(daily.pk, owner, hours=None, now=NOW)
    assert services.sweep(NOW + timedelta(days=900)) == 0


def test_the_tasks_run_doubled(daily):
    Game.objects.filter(pk=daily.pk).update(moved_at=NOW)
    for _ in range(2):
        sweep_deadlines.delay()
        send_outbox.delay()
        answer_due_of.delay(str(daily.pk))
    assert daily.entries.count() == 4  # the deadlines of March 2026 have passed: three defaults


def queries_of_a_job(game: Game, answers: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Run a worker's job, which must give this number of answers. Return the queries for open decisions."""
    monkeypatch.setattr("games.services.clock.jobs.enqueue", lambda *_asked: None)
    monkeypatch.setattr("accounts.clocks.now", lambda: NOW + timedelta(hours=30))
    with CaptureQueriesContext(connection) as asked:
        assert answer_due_of(str(game.pk)) == answers
    read = 'FROM "games_pendingdecision" WHERE ("games_pendingdecision"."answered_at" IS NULL'
    return [query["sql"] for query in asked.captured_queries if read in query["sql"]]


def test_a_due_answer_asks_twice_for_open_decisions(
    daily: Game, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    """A job that gives one due answer queries open decisions twice: first to see whether anything is due,
    then under the lock for the answer.
    """
    settings.CELERY_TASK_ALWAYS_EAGER = False
    red, *others = PendingDecision.objects.filter(game=daily, answered_at=None).order_by("pk")
    PendingDecision.objects.filter(pk__in=[row.pk for row in others]).update(due_at=NOW + timedelta(days=9))
    assert len(queries_of_a_job(daily, 1, monkeypatch)) == 2
    red.refresh_from_db()
    assert red.answered_at is not None
    assert len(queries_of_a_job(daily, 0, monkeypatch)) == 1, "nothing else is due"


def test_a_past_outage_costs_a_due_answer_one_query_once(
    daily: Game, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    """The first due answer after an outage needs one more query, which reads under the lock the deadlines
    that the outage moves. Later answers need as few queries as without an outage.
    """
    settings.CELERY_TASK_ALWAYS_EAGER = False
    PendingDecision.objects.filter(game=daily).update(due_at=NOW + timedelta(hours=24))
    Outage.objects.create(began=NOW + timedelta(hours=20), ended=NOW + timedelta(hours=29, minutes=30))
    Watch.objects.update_or_create(pk=1, defaults={"swept_at": NOW + timedelta(hours=30)})
    assert len(queries_of_a_job(daily, 0, monkeypatch)) == 3, "the outage has moved the deadlines"
    due = PendingDecision.objects.filter(game=daily, answered_at=None)
    assert min(row.due_at for row in due if row.due_at) > NOW + timedelta(hours=30)
    due.update(
        due_at=NOW + timedelta(hours=29, minutes=50), reckoned_at=NOW + timedelta(hours=29, minutes=40)
    )
    monkeypatch.setattr(auto_answers, "TOGETHER", 60)
    assert len(queries_of_a_job(daily, 3, monkeypatch)) == 3, "as many as without an outage; see below"


def test_a_job_reads_what_is_owed_once_per_transaction(
    daily: Game, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    """A job gives three answers in one transaction. Each step passes the pending decisions that it has loaded
    on to the next. The last step opens a battle, which asks for its decision.
    """
    settings.CELERY_TASK_ALWAYS_EAGER = False
    monkeypatch.setattr(auto_answers, "TOGETHER", 60)
    assert len(queries_of_a_job(daily, 3, monkeypatch)) == 3


# --- messages ---


def test_everybody_but_who_began_it_is_told_once_that_the_game_has_begun(daily, mailoutbox):
    assert messages.send(NOW) == 2
    assert sorted(mail.to[0] for mail in mailoutbox) == ["rival@example.org", "stranger@example.org"]


def test_who_is_awaited_gets_a_mail_after_a_quiet_while_if_it_still_matters(daily, rival, mailoutbox):
    Outbox.objects.exclude(kind="your_turn").delete()
    do(daily, rival, "blue", HOLD)
    assert messages.send(NOW + timedelta(minutes=9)) == 0
    # only green; blue has answered, and red has just started the game
    assert messages.send(NOW + timedelta(minutes=11)) == 1
    assert messages.send(NOW + timedelta(minutes=11)) == 0
    assert [mail.to for mail in mailoutbox] == [["stranger@example.org"]]


def test_a_mail_server_that_fails_is_tried_again_later(daily, monkeypatch, mailoutbox):
    Outbox.objects.exclude(kind="started").delete()
    count = Outbox.objects.count()

    def down(self, **kwargs):
        raise OSError("no route to host")

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", down)
        assert messages.send(NOW) == 0
    tried, *others = Outbox.objects.order_by("-attempts").values_list("error", "attempts", "sent_at")
    assert tried == ("no route to host", 1, None)
    assert set(others) == {("", 0, None)}, "the others need not be tried on a server that is not there"
    assert messages.send(NOW) == 0  # too early for a retry
    assert messages.send(NOW + timedelta(minutes=3)) == count
    assert len({mail.extra_headers["Message-ID"] for mail in mailoutbox}) == count


def test_a_claimed_message_is_left_to_its_sender_unless_he_died(daily, mailoutbox):
    Outbox.objects.update(claimed_at=NOW)
    assert messages.send(NOW + timedelta(minutes=5)) == 0
    assert messages.send(NOW + timedelta(minutes=20)) > 0


def test_people_are_reminded_once_before_their_deadline(daily):
    late = NOW + timedelta(hours=20)
    assert auto_answers.remind(NOW) == 0
    assert auto_answers.remind(late) == 3
    assert auto_answers.remind(late) == 0
    assert Outbox.objects.filter(kind="due_soon").count() == 3


def test_many_short_deadlines_that_are_not_near_hide_none_that_is(daily):
    late = NOW + timedelta(hours=20)  # four hours before the answers of these three days are due
    short = {"opened_at": late, "reckoned_at": late, "due_at": late + timedelta(hours=2), "opened_seq": 0}
    rows = [PendingDecision(game=daily, decision=f"short {n}", seat="red", **short) for n in range(400)]
    PendingDecision.objects.bulk_create(rows)
    assert auto_answers.remind(late) == 3
    assert auto_answers.remind(late + timedelta(hours=1, minutes=31)) == 200, "one sweep sends at most 200"
    assert auto_answers.remind(late + timedelta(hours=1, minutes=32)) == 200


def test_before_its_time_is_over_nothing_but_a_plan_answers(daily, monkeypatch):
    """If the plan is gone when the job runs, the decision is left to its player until the deadline."""
    # treat every open question as planned
    monkeypatch.setattr(plans, "planned_filter", lambda: Q(covert=False))
    before = stored(daily)
    assert services.answer_due(daily.pk, NOW) == 0
    assert stored(daily)[1:] == before[1:]

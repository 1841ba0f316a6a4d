"""Jobs. All of them are idempotent: losing, delaying or repeating a job changes only when something
happens.
"""

from datetime import datetime, timedelta
from time import monotonic

from celery import shared_task
from django.conf import settings

from accounts import clocks, site
from accounts.mail import addresses
from games import events
from games.services import messages
from games.services.clock import auto_answers, jobs, outages
from games.services.notices import channels
from games.services.notices.lanes import LANES, job_seconds
from games.services.outlook import worker

BATCH = 200  # answers a job gives before other games get a turn
# seconds before other games get a turn, at most half of retries.UNDER_WAY
SHARE = min(5.0, settings.JOB_SECONDS / 3)
MOST = 2000  # maximum number of games that one sweep enqueues; the rest wait for the next sweep


@shared_task  # type: ignore[untyped-decorator]
def sweep_deadlines() -> int:
    """Enqueue a job for each game with something due. Without workers, answer everything due at once
    instead. Return the number of games or answers.
    """
    if site.read_only():
        return 0
    now = clocks.now()
    if settings.CELERY_TASK_ALWAYS_EAGER:
        return auto_answers.sweep(now)
    # sweeps that had to wait for a worker arrive together
    if outages.swept_just_now(now, settings.SWEEP_SECONDS):
        return 0
    asked = now.isoformat()
    if not settings.EMBEDDED_RUNNER and worker.due(now).exists():  # the embedded runner's thread does it
        jobs.enqueue(ponder, asked)
    games = auto_answers.look(now, MOST)
    for game_id in games:
        jobs.enqueue(answer_due_of, str(game_id), asked)
    events.publish_sweep(events.Swept(now))
    return len(games)


# E-mail, hooks and push have separate queues (CELERY_TASK_ROUTES), so that slow ones block nothing else. A
# job starts nothing that it could not finish within its limit.


@shared_task  # type: ignore[untyped-decorator]
def send_outbox() -> int:
    """Send the messages that are due, and the e-mails of accounts. Return the number sent."""
    if site.read_only():
        return 0
    now, until = clocks.now(), monotonic() + job_seconds()
    sent = addresses.send(now, seconds=job_seconds() / 2)
    return sent + messages.send(now, seconds=until - monotonic())


@shared_task  # type: ignore[untyped-decorator]
def send_hooks() -> int:
    """Call the web hooks that are due. Return the number of calls."""
    if site.read_only():
        return 0
    return channels.send("hooks", clocks.now(), job_seconds(), LANES)


@shared_task  # type: ignore[untyped-decorator]
def send_notifications() -> int:
    """Wake devices that are due, and remove outdated notifications from them. Return the number of pushes
    that were accepted.
    """
    if site.read_only():
        return 0
    return channels.send("push", clocks.now(), job_seconds(), LANES)


@shared_task  # type: ignore[untyped-decorator]
def answer_due_of(game_id: str, asked: str = "") -> int:
    """Answer what is due in one game, and return the number of answers. After one job's share of time a new
    job continues. ``asked``: the time of the sweep. A job that has waited long is dropped, because a later
    sweep has enqueued the game again.
    """
    if site.read_only():
        return 0
    now = clocks.now()
    if _stale(asked, now, settings.SWEEP_SECONDS * 4):
        return 0
    began = monotonic()
    done = auto_answers.answer_due(game_id, now, BATCH, SHARE)
    cut_short = done >= BATCH or monotonic() - began >= SHARE  # otherwise nothing more is due
    if done and cut_short and not settings.CELERY_TASK_ALWAYS_EAGER and auto_answers.is_due(game_id, now):
        jobs.enqueue(answer_due_of, game_id)  # inside a request, the rest is left to the next sweep
    return done


@shared_task  # type: ignore[untyped-decorator]
def ponder(asked: str = "") -> int:
    """Run queued forecasts for a few seconds, and return the number of play-outs. ``asked``: the time of the
    sweep that enqueued this job. A job that has waited for long is dropped. Each sweep enqueues only one such
    job, because people wait for answers but not for forecasts.
    """
    if site.read_only():
        return 0
    now = clocks.now()
    return 0 if _stale(asked, now, settings.SWEEP_SECONDS) else worker.ponder(now, SHARE)


def _stale(asked: str, now: datetime, seconds: float) -> bool:
    """Return whether a job has waited longer than ``seconds`` since it was enqueued (``asked``). (Celery's
    "expires" compares the clocks of two machines. A clock that is ahead would silently drop every job.)
    """
    return bool(asked) and now - datetime.fromisoformat(asked) > timedelta(seconds=seconds)

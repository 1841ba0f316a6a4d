"""Jobs. All are idempotent: a lost, late or doubled one changes nothing but the moment something happens."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from accounts import addresses, site
from games.services import messages
from games.services.clock import automatic
from games.services.notices import hooks, push
from games.services.outlook import pondering

BATCH = 200  # answers a job gives before it lets others have a turn
SHARE = min(5.0, settings.JOB_SECONDS / 3)  # seconds, likewise: at most half of trying.UNDER_WAY
MOST = 2000  # games that one sweep hands out; the others wait for the next one


@shared_task  # type: ignore[untyped-decorator]
def sweep_deadlines() -> int:
    """Hand out the games with something due, each as a job of its own, and remind people; without workers
    answer what is due. Returns how many games, or answers."""
    if site.read_only():
        return 0
    now = timezone.now()
    if settings.CELERY_TASK_ALWAYS_EAGER:
        return automatic.sweep(now)
    if not settings.EMBEDDED_RUNNER and pondering.due(now).exists():  # there a thread does it
        ponder.apply_async(expires=settings.SWEEP_SECONDS)
    games = automatic.look(now, MOST)
    for game_id in games:
        answer_due_of.apply_async((str(game_id),), expires=settings.SWEEP_SECONDS * 4)
    automatic.remind(now)
    automatic.tidy(now)
    return len(games)


@shared_task  # type: ignore[untyped-decorator]
def send_outbox() -> int:
    """Send the messages that are due. In a queue of its own, and never for long: see CELERY_TASK_ROUTES."""
    if site.read_only():
        return 0
    now = timezone.now()
    seconds = settings.SWEEP_SECONDS
    return addresses.send(now, seconds=seconds) + messages.send(now, seconds=seconds)


@shared_task  # type: ignore[untyped-decorator]
def send_hooks() -> int:
    """Tell web hooks and devices what is due; in the queue of the mail, and never for long."""
    if site.read_only():
        return 0
    now = timezone.now()
    hooks.pass_on(now)
    return push.send(now, seconds=settings.SWEEP_SECONDS) + hooks.send(now, seconds=settings.SWEEP_SECONDS)


@shared_task  # type: ignore[untyped-decorator]
def answer_due_of(game_id: str) -> int:
    """Answer what is due in one game. What is more than one job's share is asked for again."""
    if site.read_only():
        return 0
    now = timezone.now()
    done = automatic.answer_due(game_id, now, BATCH, SHARE)
    if done and not settings.CELERY_TASK_ALWAYS_EAGER and automatic.is_due(game_id, now):
        answer_due_of.delay(game_id)  # run inside a request, the rest is left to the next sweep
    return done


@shared_task  # type: ignore[untyped-decorator]
def ponder() -> int:
    """Play out for a moment what is owed: what an open battle decides, how the chances went. Asked for by
    each sweep, so that answers, which people wait for, have most of the time."""
    if site.read_only():
        return 0
    return pondering.ponder(timezone.now(), SHARE)

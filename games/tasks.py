"""Jobs. All are idempotent: a lost, late or doubled one changes nothing but the moment something happens."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.services import automatic, messages

BATCH = 200  # answers a job gives before it lets others have a turn


@shared_task  # type: ignore[untyped-decorator]
def sweep_deadlines() -> int:
    """Answer what is due in every game, and remind people."""
    return automatic.sweep(timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def send_outbox() -> int:
    """Send the messages that are due."""
    return messages.send(timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def answer_due_of(game_id: str) -> int:
    """Answer what is due in one game: its bots, mostly."""
    done = automatic.answer_due(game_id, timezone.now(), BATCH)
    if done == BATCH and not settings.CELERY_TASK_ALWAYS_EAGER:
        answer_due_of.delay(game_id)  # run inside a request, the rest is left to the next sweep
    return done

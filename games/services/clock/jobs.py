"""Enqueue the job that answers due decisions.

A job is enqueued only after the commit, when the game is stored, and never in the middle of another job. If
the broker is unavailable, the next sweep finds the game and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.db import connections, transaction

# by name, because jobs import the services and services enqueue jobs
ANSWER: Final = "games.tasks.answer_due_of"
_postponed: ContextVar[set[str] | None] = ContextVar("postponed", default=None)


def ask(game_id: UUID | str) -> None:
    """Enqueue a job for the game once this transaction is committed."""
    name = str(game_id)
    transaction.on_commit(lambda: _enqueue_or_collect(name))


@contextmanager
def postponing() -> Iterator[set[str]]:
    """Collect requests for jobs while the context is open. Otherwise an answer that triggers the next answer
    would start a job within a job. In a request, such a chain of jobs would never return.
    """
    collected: set[str] = set()
    token = _postponed.set(collected)
    try:
        yield collected
    finally:
        _postponed.reset(token)


def ask_now(game_ids: set[str]) -> None:
    """Start jobs for these games, unless an outer :func:`postponing` collects them."""
    for name in sorted(game_ids):
        _enqueue_or_collect(name)


def _enqueue_or_collect(name: str) -> None:
    collected = _postponed.get()
    if collected is not None:
        collected.add(name)
        return
    enqueue(current_app.tasks[ANSWER], name)


def enqueue(task: Any, *arguments: Any, **options: Any) -> bool:
    """Enqueue a job. Return whether the broker accepted it. An unavailable broker raises nothing: see
    :mod:`games.services.clock.broker`.
    """
    if settings.CELERY_TASK_ALWAYS_EAGER or not settings.REDIS_URL:
        task.apply_async(arguments, **options)
        return True
    from games.services.clock import broker  # the browser build has neither jobs nor a broker module

    return broker.send(task, arguments, options)


def broker_is_away() -> bool:
    """Whether the broker that jobs need is unavailable."""
    if not settings.REDIS_URL:
        return False
    from games.services.clock import broker

    return broker.is_away()


def tidy_connections() -> None:
    """Close broken or expired connections between jobs; the next query opens new ones. Inside a transaction
    this does nothing.
    """
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()

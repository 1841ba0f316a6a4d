"""Asking for the job that answers what is due at once: after the commit, never in the middle of a job."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final
from uuid import UUID

from celery import current_app
from django.db import connections, transaction

ANSWER: Final = "games.tasks.answer_due_of"  # by its name: the jobs call the services, and these ask for jobs
_postponed: ContextVar[set[str] | None] = ContextVar("postponed", default=None)


def ask(game_id: UUID | str) -> None:
    """Once this transaction is committed, let the job look at the game."""
    name = str(game_id)
    transaction.on_commit(lambda: _ask(name))


@contextmanager
def postponing() -> Iterator[set[str]]:
    """While open, games asked for are only collected: an answer that calls for the next one does not start a
    job within the job (which, run inside a request, would never come back)."""
    collected: set[str] = set()
    token = _postponed.set(collected)
    try:
        yield collected
    finally:
        _postponed.reset(token)


def ask_now(game_ids: set[str]) -> None:
    """Let the job look at these games, unless an outer :func:`postponing` collects them."""
    for name in sorted(game_ids):
        _ask(name)


def _ask(name: str) -> None:
    collected = _postponed.get()
    if collected is not None:
        collected.add(name)
        return
    current_app.tasks[ANSWER].delay(name)


def tidy_connections() -> None:
    """Between two jobs: let go of connections that are broken or too old; the next query opens others. Within
    a transaction nothing is done."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()

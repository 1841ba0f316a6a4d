"""Jobs share their worker's database connection; a broken connection is replaced between two jobs."""

from types import SimpleNamespace
from typing import Any

import pytest
from celery.fixups.django import DjangoWorkerFixup

from config import celery
from games.services.clock import jobs


def job(eager: bool = False) -> Any:
    return SimpleNamespace(request=SimpleNamespace(is_eager=eager))


def test_a_job_begins_with_the_connection_of_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[int] = []
    celerys_own = DjangoWorkerFixup(celery.app)
    monkeypatch.setattr(celerys_own, "_close_database", lambda: closed.append(1))
    for _ in range(1000):
        celerys_own.on_task_prerun(job())
        celerys_own.on_task_postrun(job())
    assert not closed


@pytest.mark.parametrize(("eager", "looked_after"), [(False, 1), (True, 0)])
def test_between_jobs_connections_are_looked_after(
    monkeypatch: pytest.MonkeyPatch, eager: bool, looked_after: int
) -> None:
    """A worker looks after its database connections between two jobs. A job that runs within a request
    leaves the request's connection to the request.
    """
    seen: list[str] = []
    one = SimpleNamespace(in_atomic_block=False, close_if_unusable_or_obsolete=lambda: seen.append("one"))
    stepping = SimpleNamespace(in_atomic_block=True, close_if_unusable_or_obsolete=lambda: seen.append("no"))
    both = SimpleNamespace(all=lambda initialized_only: [one, stepping])
    monkeypatch.setattr(jobs, "connections", both)
    celery.tidy_connections_between_tasks(job(eager))
    assert seen == ["one"] * looked_after

"""Run all background work inside the web process of `manage.py play`. Each kind of work has its own
thread: jobs, the clock, e-mail, web hooks, push notifications and forecasts.
"""

from __future__ import annotations

import ctypes
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from celery import signals
from celery.exceptions import SoftTimeLimitExceeded
from celery.worker import WorkController, state
from django.conf import settings
from django.db import close_old_connections

from accounts import clocks
from config.celery import app

log = logging.getLogger(__name__)

_Waits = Callable[[float], object]
PATIENCE = 10  # seconds that each thread gets to finish at shutdown


@contextmanager
def embedded_runner(seconds: float | None = None) -> Iterator[None]:
    """Run all background work in this process while the context is open. This includes jobs, a sweep every
    ``seconds`` (settings.SWEEP_SECONDS), e-mail, web hooks, push and forecasts. Each kind of work has a
    separate thread. On exit the running job is finished.
    """
    from accounts.mail import addresses

    app.conf.task_always_eager = False
    settings.CELERY_TASK_ALWAYS_EAGER = False
    job = RunningJob()
    signals.task_prerun.connect(_close_connections)
    signals.task_postrun.connect(_close_connections)
    signals.task_prerun.connect(job.begins)
    signals.task_postrun.connect(job.ends)
    state.should_stop = None
    every = seconds or settings.SWEEP_SECONDS
    ready, stop = threading.Event(), threading.Event()
    worker = WorkController(
        app=app,
        pool_cls="solo",
        concurrency=1,
        loglevel="WARNING",
        hostname="embedded",
        ready_callback=lambda consumer: ready.set(),
        **_ALONE,
    )
    hands = threading.Thread(target=worker.start, name="worker", daemon=True)
    clock = threading.Thread(target=_tick, args=(stop, every, hands, job), name="clock", daemon=True)
    # sent at once, since someone may be waiting for a password reset
    outward = [
        threading.Thread(target=_repeat_every, args=(stop, every, name, deed, waits), name=name, daemon=True)
        for name, deed, waits in (
            (
                "mail",
                _send_mail,
                addresses.OWED.wait,
            ),
            ("hooks", _send_hooks, stop.wait),
            ("push", _send_push, stop.wait),
        )
    ]
    thinker = threading.Thread(target=_run_forecasts, args=(stop, job), name="thinker", daemon=True)
    threads = [hands, clock, *outward, thinker]
    for thread in threads:
        thread.start()
    if not ready.wait(20):
        log.warning("the job runner is slow to start; deadlines are watched once it is ready")
    try:
        yield
    finally:
        stop.set()
        addresses.OWED.set()
        state.should_stop = 0  # makes the worker stop, with exit code 0
        for thread in threads:
            thread.join(PATIENCE)
        state.should_stop = None
        signals.task_prerun.disconnect(_close_connections)
        signals.task_postrun.disconnect(_close_connections)
        signals.task_prerun.disconnect(job.begins)
        signals.task_postrun.disconnect(job.ends)


_ALONE = {"without_heartbeat": True, "without_gossip": True, "without_mingle": True}


class RunningJob:
    """A record of the job that a thread is running, so that a job that hangs can be stopped. A real worker
    uses a signal for this, but signals reach only a main thread.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread, self._since = 0, 0.0

    def begins(self, **_: Any) -> None:
        with self._lock:
            self._thread, self._since = threading.get_ident(), monotonic()

    def ends(self, **_: Any) -> None:
        with self._lock:
            self._thread = 0

    @property
    def busy(self) -> bool:
        """Whether the thread is running a job."""
        return bool(self._thread)

    def stop_after(self, seconds: float) -> bool:
        """Raise SoftTimeLimitExceeded in a job that takes longer than ``seconds``. The job receives the
        error as soon as it returns to Python code. Return whether the error was raised.
        """
        with self._lock:
            if not self._thread or monotonic() - self._since < seconds:
                return False
            log.error("a job has taken more than %s seconds and is stopped", seconds)
            self._since = monotonic()  # a job that does not react gets the error again later
            error = ctypes.py_object(SoftTimeLimitExceeded)
            return bool(ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), error))


def _tick(stop: threading.Event, seconds: float, worker: threading.Thread, job: RunningJob) -> None:
    """Enqueue the sweep at the start and then every few seconds, and stop a job that hangs. If the worker
    has died, sweep in this thread, so that no deadline is missed. Errors never stop the clock.
    """
    from games.tasks import sweep_deadlines

    while True:
        try:
            if worker.is_alive():
                sweep_deadlines.apply_async()
            else:
                log.error("the job runner has stopped; deadlines are watched by the clock itself")
                _sweep_here()
        except Exception:  # the next tick enqueues the sweep again
            log.exception("could not ask for the sweep")
        job.stop_after(settings.JOB_SECONDS)
        if stop.wait(seconds):
            return


def _sweep_here() -> None:
    from accounts import site
    from games.services.clock import auto_answers, jobs

    jobs.tidy_connections()
    if not site.read_only():
        auto_answers.sweep(clocks.now())


def _repeat_every(
    stop: threading.Event, seconds: float, what: str, deed: Callable[[], None], waits: _Waits
) -> None:
    """Call ``deed`` every few seconds. ``what``: the things that it sends, for the error log. ``waits``: a
    function that waits for a number of seconds. This runs in a separate thread, so that a server that does
    not respond blocks nothing else. Errors do not stop the thread.
    """
    from accounts import site
    from games.services.clock import jobs

    while True:
        began = monotonic()
        try:
            jobs.tidy_connections()
            if not site.read_only():
                deed()
        except Exception:  # the next round tries again
            log.exception("could not send %s", what)
        waits(max(0.1, seconds - (monotonic() - began)))
        if stop.is_set():
            jobs.tidy_connections()
            return


def _send_mail() -> None:
    from accounts.mail import addresses
    from games.services import messages

    addresses.OWED.clear()
    addresses.send(clocks.now())
    messages.send(clocks.now())


def _send_hooks() -> None:
    from games.services.notices import channels, lanes

    channels.send("hooks", clocks.now(), lanes.job_seconds(), lanes.LANES)


def _send_push() -> None:
    from games.services.notices import channels, lanes

    channels.send("push", clocks.now(), lanes.job_seconds(), lanes.LANES)


IDLE = 3.0  # seconds between two checks for queued forecasts


def _run_forecasts(stop: threading.Event, job: RunningJob) -> None:
    """Run forecasts one at a time, for at most half of the time and never during a job, since people's
    answers come first. Errors do not stop the thread.
    """
    from accounts import site
    from games.services.clock import jobs
    from games.services.outlook import worker

    while True:
        took = IDLE
        try:
            if not job.busy and not site.read_only():
                jobs.tidy_connections()
                began = monotonic()
                if worker.ponder(clocks.now(), 0):
                    took = monotonic() - began
        except Exception:  # the next round retries
            log.exception("could not ponder")
        if stop.wait(took):
            jobs.tidy_connections()
            return


def _close_connections(**_: Any) -> None:
    close_old_connections()

"""Start the app in the browser. This module is loaded before Django and the rest of the project."""

from __future__ import annotations

import os
import sys
import zoneinfo
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

DATABASE = "vexillum.sqlite3"


class Job:
    """A replacement for a Celery task. It can be called directly, but never runs in the background, because
    the server will do that work.
    """

    def __init__(self, work: Any = None) -> None:
        self.work = work

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.work(*args, **named)

    def delay(self, *_args: Any, **_named: Any) -> None:
        """Do nothing, because there is no queue."""

    def apply_async(self, *_args: Any, **_named: Any) -> None:
        """Do nothing, because there is no queue."""


class NoJobs:
    """A replacement for Celery's app, without a queue."""

    def __init__(self, *_args: Any, **_named: Any) -> None:
        self.tasks: Mapping[str, Job] = defaultdict(Job)
        self.conf = SimpleNamespace()

    def config_from_object(self, *_args: Any, **_named: Any) -> None:
        """Ignore the settings, because no jobs run."""

    def autodiscover_tasks(self, *_args: Any, **_named: Any) -> None:
        """Do nothing, because no jobs run."""


def _no_jobs() -> ModuleType:
    found = ModuleType("celery", "A stand-in for Celery that runs no jobs.")
    found.shared_task = Job  # type: ignore[attr-defined]
    found.Celery = NoJobs  # type: ignore[attr-defined]
    found.current_app = NoJobs()  # type: ignore[attr-defined]
    return found


class NoSignal:
    """A replacement for one of Celery's signals, which is never sent."""

    def connect(self, *_args: Any, **_named: Any) -> Callable[[Any], Any]:
        return lambda receiver: receiver


def _no_signals() -> ModuleType:
    found = ModuleType("celery.signals", "No job begins or ends.")
    found.setup_logging = found.task_prerun = found.task_postrun = NoSignal()  # type: ignore[attr-defined]
    return found


class NeverLate(Exception):
    """A replacement for the exception of Celery's time limit, which is never raised."""


def _no_limits() -> ModuleType:
    found = ModuleType("celery.exceptions", "Nobody stops a job where there are none.")
    found.SoftTimeLimitExceeded = NeverLate  # type: ignore[attr-defined]
    return found


def boot(root: str, data: str, secret: str) -> None:
    """Set up Django. ``root``: the folder where the bundle was unpacked. ``data``: the folder for the
    database.
    """
    os.environ.update(
        VEXILLUM_ENV="development",
        VEXILLUM_DATA=data,
        SECRET_KEY=secret,
        DATABASE_URL=f"sqlite:///{data}/{DATABASE}",
        DJANGO_SETTINGS_MODULE="config.browser",
        DJANGO_ALLOW_ASYNC_UNSAFE="1",  # the only thread runs in the browser's event loop
    )
    for name in ("REDIS_URL", "VEXILLUM_CACHE_URL", "DEBUG", "VEXILLUM_EMBEDDED_RUNNER"):
        os.environ.pop(name, None)
    zoneinfo.reset_tzpath(to=[str(Path(root).resolve() / "zoneinfo")])
    sys.modules["celery"], sys.modules["celery.exceptions"] = _no_jobs(), _no_limits()
    sys.modules["celery.signals"] = _no_signals()
    import django

    django.setup()


def make_tables() -> None:
    """Create all tables from the models. A new database needs no migrations."""
    from django.core.management import call_command

    call_command("migrate", run_syncdb=True, verbosity=0, skip_checks=True)

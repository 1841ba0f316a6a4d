"""The Celery application. Jobs run in one of three ways; see CELERY_* in config/settings.py."""

import os
import sys
from typing import Any

from celery import Celery
from celery.signals import setup_logging, task_postrun, task_prerun

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("vexillum")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Celery closes database connections before and after every task, whatever CONN_MAX_AGE says, so each task
# would begin with a new, cold server process. Instead, connections are checked between tasks as they are
# between requests.
app.conf.CELERY_DB_REUSE_MAX = sys.maxsize


@setup_logging.connect(weak=False)  # type: ignore[untyped-decorator]
def configure_logging(**_: Any) -> None:
    """Log at LOG_LEVEL in workers, as in web processes. By default Celery would use WARNING."""
    from logging.config import dictConfig

    from django.conf import settings

    dictConfig(settings.LOGGING)


@task_prerun.connect(weak=False)  # type: ignore[untyped-decorator]
@task_postrun.connect(weak=False)  # type: ignore[untyped-decorator]
def tidy_connections_between_tasks(task: Any, **_: Any) -> None:
    """Close connections that are broken or too old, and keep the others for the next task."""
    if task.request.is_eager:
        return  # the task runs within a request
    from games.services.clock.jobs import tidy_connections

    tidy_connections()

"""System checks of jobs and rules systems (`manage.py check`)."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register


@register()
def jobs_have_a_runner(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Warn if no job runner is configured. Without a worker, `play` or cron, nothing answers for an absent
    player.
    """
    if not settings.CELERY_TASK_ALWAYS_EAGER or settings.ENV == "test":
        return []
    return [
        Warning(
            "Jobs run inside requests: deadlines are not watched and mail waits.",
            hint="Run 'manage.py play', or set REDIS_URL and start a Celery worker with beat, "
            "or call 'manage.py sweep' from cron every minute.",
            id="games.W001",
        )
    ]


@register()
def systems_load(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Warn about configured systems that cannot be imported, since their games cannot continue."""
    from games.plugins import missing_systems

    return [
        Warning(f"The rules system {name!r} cannot be loaded: {why}", id="games.W002")
        for name, why in missing_systems().items()
    ]

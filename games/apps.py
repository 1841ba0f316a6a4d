from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import pre_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from accounts import parts
        from games import checks, tasks  # noqa: F401  (register the system checks, and the jobs by name)
        from games.plugins import announce_systems
        from games.services.leaving import InGames
        from games.subscriptions import register_kinds, subscribe_all

        announce_systems()
        parts.register(InGames())
        register_kinds()
        subscribe_all()
        pre_migrate.connect(without_timeouts, sender=self)


def without_timeouts(using: str, **_: Any) -> None:
    """Lift the database's time limits, since a migration may take as long as it needs."""
    from django.conf import settings

    if connections[using].vendor == "postgresql":
        with connections[using].cursor() as cursor:
            for name in settings.DATABASE_TIMEOUTS:
                cursor.execute(f"SET {name} = 0")

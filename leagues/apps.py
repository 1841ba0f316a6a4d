from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    name = "leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        from accounts import parts
        from leagues.services.leaving import InLeagues

        parts.register(InLeagues())

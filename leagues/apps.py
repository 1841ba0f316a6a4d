from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    name = "leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        from accounts import parts
        from games.views.api import tags
        from leagues.services.leaving import InLeagues

        parts.register(InLeagues())
        tags.register(self.name, "Read a league's rounds and standings, and take part in it.")

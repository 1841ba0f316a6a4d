from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DeskConfig(AppConfig):
    name = "features.desk"
    verbose_name = _("Game master")

    def ready(self) -> None:
        from features.desk import feature

        feature.register()

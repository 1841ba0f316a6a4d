from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OfflineConfig(AppConfig):
    name = "features.offline"
    verbose_name = _("Offline moves")

    def ready(self) -> None:
        from features.offline import feature

        feature.register()

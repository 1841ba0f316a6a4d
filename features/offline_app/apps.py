from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OfflineAppConfig(AppConfig):
    name = "features.offline_app"
    verbose_name = _("Offline play")

    def ready(self) -> None:
        from features.offline_app import feature

        feature.register()

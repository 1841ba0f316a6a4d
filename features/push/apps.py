from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PushConfig(AppConfig):
    name = "features.push"
    verbose_name = _("Notifications on devices")

    def ready(self) -> None:
        from features.push import feature

        feature.register()

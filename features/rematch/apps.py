from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RematchConfig(AppConfig):
    name = "features.rematch"
    verbose_name = _("Rematches")

    def ready(self) -> None:
        from features.rematch import feature

        feature.register()

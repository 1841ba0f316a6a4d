from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AmendingConfig(AppConfig):
    name = "features.amending"
    verbose_name = _("Corrections of the position")

    def ready(self) -> None:
        from features.amending import feature

        feature.register()

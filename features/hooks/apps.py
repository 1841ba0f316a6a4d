from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HooksConfig(AppConfig):
    name = "features.hooks"
    verbose_name = _("Web hooks")

    def ready(self) -> None:
        from features.hooks import feature

        feature.register()

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ObserversConfig(AppConfig):
    name = "features.observers"
    verbose_name = _("Observers")

    def ready(self) -> None:
        from features.observers import feature

        feature.register()

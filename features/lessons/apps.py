from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LessonsConfig(AppConfig):
    name = "features.lessons"
    verbose_name = _("Guide to a first turn")

    def ready(self) -> None:
        from features.lessons import feature

        feature.register()

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MeetingsConfig(AppConfig):
    name = "features.meetings"
    verbose_name = _("Appointments")

    def ready(self) -> None:
        from features.meetings import feature

        feature.register()

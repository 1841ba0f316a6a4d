from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GuestCommandersConfig(AppConfig):
    name = "features.guest_commanders"
    verbose_name = _("Guest generals")

    def ready(self) -> None:
        from features.guest_commanders import feature

        feature.register()

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PollsConfig(AppConfig):
    name = "features.polls"
    label = "polls"
    verbose_name = _("Polls")

    def ready(self) -> None:
        from features.polls import feature

        feature.register()

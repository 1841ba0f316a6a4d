from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LettersConfig(AppConfig):
    name = "features.letters"
    verbose_name = _("Letters")

    def ready(self) -> None:
        from features.letters import feature

        feature.register()

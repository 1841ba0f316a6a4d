from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HelpConfig(AppConfig):
    name = "features.help"
    verbose_name = _("Help")

    def ready(self) -> None:
        from features.help.explaining import Help
        from games.wording import explanations

        explanations.register(Help())

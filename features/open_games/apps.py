from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OpenGamesConfig(AppConfig):
    name = "features.open_games"
    label = "open_games"
    verbose_name = _("Open games")

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TrialsConfig(AppConfig):
    name = "features.trials"
    verbose_name = _("Trials by bots")

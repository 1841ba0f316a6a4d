from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ProofConfig(AppConfig):
    name = "features.proof"
    verbose_name = _("Were the dice honest?")
    works_offline = True

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DiceStatisticsConfig(AppConfig):
    name = "features.dice_statistics"
    verbose_name = _("Dice statistics")
    works_offline = True

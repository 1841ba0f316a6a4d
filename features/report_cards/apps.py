from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReportCardsConfig(AppConfig):
    name = "features.report_cards"
    verbose_name = _("Card to share")

    def ready(self) -> None:
        from features.report_cards import feature

        feature.register()

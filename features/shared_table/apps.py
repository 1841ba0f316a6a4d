from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SharedTableConfig(AppConfig):
    name = "features.shared_table"
    verbose_name = _("Shared table")

    def ready(self) -> None:
        from features.shared_table import feature

        feature.register()

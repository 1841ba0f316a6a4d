from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FeedsConfig(AppConfig):
    name = "features.feeds"
    verbose_name = _("Calendar and feeds")

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DeviceConfig(AppConfig):
    name = "features.device"
    verbose_name = _("Installation on a device")

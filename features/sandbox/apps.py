from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SandboxConfig(AppConfig):
    name = "features.sandbox"
    verbose_name = _("My sandboxes")

    def ready(self) -> None:
        from features.sandbox import feature

        feature.register()

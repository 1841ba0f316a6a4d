from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiDescriptionConfig(AppConfig):
    name = "features.api_description"
    verbose_name = _("API description (OpenAPI)")

    def ready(self) -> None:
        from games.views.api import tags

        tags.register(self.name, "Find the systems of this site and the description of its API.", "site")

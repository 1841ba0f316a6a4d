from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    name = "features.people"
    label = "people"
    verbose_name = _("People")

    def ready(self) -> None:
        from accounts import parts
        from features.people.part import PeoplePart

        parts.register(PeoplePart())
